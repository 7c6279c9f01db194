"""What ``check`` proves: a game in order has no finding, and each way to break it is told at its place, once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from cardtools.app.checks import check_game
from cardtools.app.desk import Desk
from cardtools.model.finding import Finding
from cardtools.store.library import Library
from cardtools.store.workspace import data_folders
from tests.conftest import Outcome

Command = Callable[..., Outcome]
Told = tuple[str, str, int | None, dict[str, str | int]]

GAME = """\
id: toy
name: {en: Toy, hu: Játék}
publisher: Nobody
notice: {en: Ours., hu: Miénk.}
edition: {en: First, hu: Első}
sources: {book: {title: Rules}}
languages: [en, hu]
players: {min: 2, max: 4, source: "book: Front"}
default_format: box
colours:
  - {id: red, name: {en: red, hu: piros}, sign: flame}
  - {id: blue, name: {en: blue, hu: kék}}
types:
  - {id: number, name: {en: Number, hu: Szám}}
  - {id: star, name: {en: Star, hu: Csillag}}
marks:
  - {id: bright, name: {en: bright, hu: fényes}}
zones:
  - {id: main, name: {en: Deck, hu: Pakli}, headings: [deck]}
"""
CARDS = """\
source: "book: Cards"
facts: [colours, type, points, bright]
total: {value: 5, source: "book: Cards"}
points_total: {value: 13, source: "book: Cards"}
cards:
  - each: {colour: [red, blue], n: [1, 2]}
    id: "{colour}-{n}"
    name: {en: "{colour} {n}", hu: "{colour} {n}"}
    type: number
    colours: ["{colour}"]
    points: "{n}"
  - id: star
    name: {en: Star, hu: Csillag}
    type: star
    colours: []
    points: 7
    marks: [bright]
    tokens: [big]
"""
FORMATS = """\
formats:
  - id: box
    name: {en: Box, hu: Doboz}
    rules:
      - {id: pack, kind: fixed, total: 5, source: "book: Decks"}
  - id: small
    name: {en: Small, hu: Kicsi}
    extends: box
    rules:
      - id: pack
        kind: fixed
        without: {star: 1}
        without_types: [star]
        total: 4
        source: "book: Small decks"
  - id: grown
    name: {en: Grown, hu: Nagy}
    extends: small
  - id: free
    name: {en: Free, hu: Szabad}
    opening_hand:
      cards: 5
      less_zones: [main]
      keep: {mark: [bright]}
      source: "book: Hand"
    rules:
      - id: stars
        kind: limit
        zones: [main]
        select: {type: [star]}
        max: 1
        source: "book: Stars"
      - id: colours
        kind: distinct
        of: colours
        max: 0
        free: [red]
        source: "book: Colours"
"""
SETUP = """\
setups:
  - id: standard
    name: {en: Setup, hu: Előkészület}
    format: box
    aside: {star: 1}
    given: {red-1: 1}
    own: {star: 1}
    source: "book: Setup"
    steps: {en: [Deal.], hu: [Osszatok.]}
"""
SCORING = """\
target: {value: 50, source: "book: Target"}
categories:
  - id: stars
    name: {en: Stars, hu: Csillagok}
    types: [star]
"""
REFERENCE = """\
title: Toy
subtitle: Cards
version: "1.0"
blocks:
  - id: play
    kind: points
    title: Play
    source: "book: Play"
    points:
      - text: Play {card:star} or {icon:flame}.
  - id: cards
    kind: cards
    title: Cards
    source: "book: Cards"
    cards:
      - title: Star
        text: It shines.
        cards: [red-1, star]
  - id: words
    kind: glossary
    title: Words
    source: "book: Words"
    terms:
      - term: Flame
        text: It burns.
        icon: flame
"""
FILES = {
    "game.yaml": GAME,
    "cards.yaml": CARDS,
    "formats.yaml": FORMATS,
    "setup.yaml": SETUP,
    "scoring.yaml": SCORING,
    "reference.en.yaml": REFERENCE,
    "reference.hu.yaml": REFERENCE,
    "decks/box.txt": "1 Red 1\n1 Red 2\n1 Blue 1\n1 Blue 2\n1 Star\n",
    "decks/small.txt": "1 Red 1\n1 Red 2\n1 Blue 1\n1 Blue 2\n",
    "decks/stars.txt": "1 Red 1\n2 Star\n",
}
"""A game in order: every rule of it has a deck that keeps it and one that breaks it."""


def write(root: Path, game: str, files: Mapping[str, str]) -> Path:
    """Write files of a game into a user's data folder, and return the folder."""
    for name, text in files.items():
        path = root / "games" / game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def line_of(text: str, part: str) -> int:
    """Return the line on which ``part`` stands, which is there but once."""
    assert text.count(part) == 1, part
    return text[: text.index(part)].count("\n") + 1


def told(findings: tuple[Finding, ...], root: Path, game: str = "toy") -> list[Told]:
    """Return code, file in the user's folder, line and parameters of findings; other files come whole."""
    own = f"{root / 'games' / game}/"
    return [
        (one.code, (one.location.path or "").removeprefix(own), one.location.line, {**one.params}) for one in findings
    ]


def check(root: Path, game: str = "toy") -> list[Told]:
    return told(check_game(Desk.open("en", root), game).findings, root, game)


def test_a_game_in_order_has_no_finding_and_all_its_texts(tmp_path: Path) -> None:
    checked = check_game(Desk.open("en", write(tmp_path, "toy", FILES)), "toy")
    assert checked.findings == ()
    assert checked.languages == {"en": 100, "hu": 100}
    assert checked.game == Library(data_folders(tmp_path)).game("toy")


NAMES_NOTHING = [
    ("cards.yaml", "type: number", "type: {}", "numbre"),
    ("cards.yaml", "type: star", "type: {}", "satr"),
    ("cards.yaml", 'colours: ["{colour}"]', "colours: [{}]", "gren"),
    ("cards.yaml", "marks: [bright]", "marks: [{}]", "brihgt"),
    ("game.yaml", "default_format: box", "default_format: {}", "bxo"),
    ("game.yaml", "sign: flame", "sign: {}", "flaem"),
    ("formats.yaml", " zones: [main]", " zones: [main, {}]", "mian"),
    ("formats.yaml", "less_zones: [main]", "less_zones: [{}]", "mian"),
    ("formats.yaml", "keep: {mark: [bright]}", "keep: {{mark: [{}]}}", "brihgt"),
    ("formats.yaml", "select: {type: [star]}", "select: {{type: [star, {}]}}", "satr"),
    ("formats.yaml", "select: {type: [star]}", "select: {{colour: [red, {}]}}", "rde"),
    ("formats.yaml", "select: {type: [star]}", "select: {{mark: [bright, {}]}}", "brihgt"),
    ("formats.yaml", "select: {type: [star]}", "select: {{card: [star, {}]}}", "red-3"),
    ("formats.yaml", "select: {type: [star]}", "select: {{exclude: {{type: [{}]}}}}", "satr"),
    ("formats.yaml", "free: [red]", "free: [red, {}]", "rde"),
    ("formats.yaml", "without: {star: 1}", "without: {{star: 1, {}: 1}}", "red-3"),
    ("formats.yaml", "without_types: [star]", "without_types: [star, {}]", "satr"),
    ("setup.yaml", "format: box", "format: {}", "bxo"),
    ("setup.yaml", "aside: {star: 1}", "aside: {{{}: 1}}", "satr"),
    ("setup.yaml", "given: {red-1: 1}", "given: {{{}: 1}}", "red-3"),
    ("setup.yaml", "own: {star: 1}", "own: {{{}: 1}}", "satr"),
    ("scoring.yaml", "types: [star]", "types: [{}]", "satr"),
    ("reference.hu.yaml", "{card:star} or {icon:flame}", "{{card:{}}}", "satr"),
    ("reference.hu.yaml", "{card:star} or {icon:flame}", "{{icon:{}}}", "flaem"),
    ("reference.en.yaml", "cards: [red-1, star]", "cards: [red-1, {}]", "satr"),
    ("reference.en.yaml", "icon: flame", "icon: {}", "flaem"),
]


@pytest.mark.parametrize(("file", "right", "wrong", "name"), NAMES_NOTHING)
def test_a_name_of_nothing_is_told_once_at_its_line(
    tmp_path: Path, file: str, right: str, wrong: str, name: str
) -> None:
    line = line_of(FILES[file], right)
    broken = FILES[file].replace(right, wrong.format(name))
    root = write(tmp_path, "toy", {**FILES, file: broken})
    assert check(root) == [("data.reference", file, line, {"name": name})]


@pytest.mark.parametrize(
    ("file", "right", "wrong", "code", "actual", "expected"),
    [
        ("cards.yaml", "total: {value: 5", "total: {value: 6", "data.total", 5, 6),
        ("cards.yaml", "points_total: {value: 13", "points_total: {value: 0", "data.points-total", 13, 0),
        ("formats.yaml", "total: 5", "total: 7", "data.total", 5, 7),
        ("formats.yaml", "total: 4", "total: 3", "data.total", 4, 3),
    ],
)
def test_a_sum_that_is_not_right_is_told_once_at_its_line(
    tmp_path: Path, file: str, right: str, wrong: str, code: str, actual: int, expected: int
) -> None:
    root = write(tmp_path, "toy", {**FILES, file: FILES[file].replace(right, wrong)})
    params = {"actual": actual, "expected": expected}
    assert check(root) == [(code, file, line_of(FILES[file], right), params)]


@pytest.mark.parametrize(
    ("right", "wrong", "name", "other"),
    [
        ("en: Star", "en: RÉD  1", "RÉD  1", "red-1"),
        ("hu: Csillag", "hu: kek 2", "kek 2", "blue-2"),
        ("tokens: [big]", "tokens: [big, red 1]", "red 1", "red-1"),
        ("tokens: [big]", "aliases: [Piros 1]", "Piros 1", "red-1"),
        ("tokens: [big]", "aliases: [Piros 1, piros 1, PIROS 1]", "Piros 1", "red-1"),
    ],
)
def test_two_cards_of_one_name_after_folding_are_told_once_at_the_second(
    tmp_path: Path, right: str, wrong: str, name: str, other: str
) -> None:
    root = write(tmp_path, "toy", {**FILES, "cards.yaml": CARDS.replace(right, wrong)})
    params = {"name": name, "card": "star", "other": other}
    assert check(root) == [("data.same-name", "cards.yaml", line_of(CARDS, right), params)]


@pytest.mark.parametrize("without", ["{red-1: 1}", "{red-1: 0, blue-1: 1}", "{star: 1, red-1: 9}"])
def test_a_pack_that_takes_out_more_than_its_total_allows_is_told_at_the_total(tmp_path: Path, without: str) -> None:
    text = FORMATS.replace("without: {star: 1}", f"without: {without}")
    told_of = ("data.total", "formats.yaml", line_of(text, "total: 4"), {"actual": 3, "expected": 4})
    assert check(write(tmp_path, "toy", {**FILES, "formats.yaml": text})) == [told_of]


def test_an_unknown_parent_is_told_once_and_not_again_for_the_formats_below(tmp_path: Path) -> None:
    text = FORMATS.replace("extends: box", "extends: bxo")
    params = {"format": "small", "parent": "bxo"}
    root = write(tmp_path, "toy", {**FILES, "formats.yaml": text})
    assert check(root) == [("data.unknown-parent", "formats.yaml", line_of(text, "bxo"), params)]


def test_a_format_that_extends_itself_is_told_once_and_not_again_for_the_formats_below(tmp_path: Path) -> None:
    root = write(tmp_path, "toy", {**FILES, "formats.yaml": FORMATS.replace("extends: box", "extends: small")})
    assert check(root) == [
        ("data.cyclic-format", "formats.yaml", line_of(FORMATS, "extends: box"), {"format": "small"})
    ]


def test_formats_that_extend_each_other_are_all_told_and_no_other(tmp_path: Path) -> None:
    ring = FORMATS.replace("    name: {en: Box, hu: Doboz}\n", "    name: {en: Box, hu: Doboz}\n    extends: small\n")
    assert check(write(tmp_path, "toy", {**FILES, "formats.yaml": ring})) == [
        ("data.cyclic-format", "formats.yaml", line_of(ring, "extends: small\n    rules"), {"format": "box"}),
        ("data.cyclic-format", "formats.yaml", line_of(ring, "extends: box"), {"format": "small"}),
    ]


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("game.yaml", "book: Front"),
        ("cards.yaml", "book: Cards"),
        ("formats.yaml", "book: Decks"),
        ("formats.yaml", "book: Hand"),
        ("setup.yaml", "book: Setup"),
        ("scoring.yaml", "book: Target"),
        ("reference.hu.yaml", "book: Play"),
    ],
)
@pytest.mark.parametrize("wrong", ["Front page", "books: Front", " book: Front"])
def test_a_source_without_a_key_of_sources_is_told_at_its_line(
    tmp_path: Path, file: str, source: str, wrong: str
) -> None:
    text = FILES[file].replace(f'"{source}"', f'"{wrong}"', 1)
    root = write(tmp_path, "toy", {**FILES, file: text})
    assert check(root) == [("data.source", file, line_of(text, f'"{wrong}"'), {"source": wrong})]


def test_a_reference_in_a_language_that_the_game_does_not_list_is_told(tmp_path: Path) -> None:
    root = write(tmp_path, "toy", {**FILES, "reference.de.yaml": REFERENCE})
    assert check(root) == [("data.unknown-language", "reference.de.yaml", 1, {"language": "de"})]


def test_everything_wrong_is_told_at_once_and_makes_exit_code_1(tmp_path: Path, command: Command) -> None:
    wrong = {
        "cards.yaml": CARDS.replace("value: 13", "value: 12"),
        "setup.yaml": SETUP.replace("format: box", "format: bxo"),
        "scoring.yaml": SCORING.replace("book", "boko"),
    }
    outcome = command("check", "toy", "--data", write(tmp_path, "toy", {**FILES, **wrong}))
    assert [line.split()[:2] for line in outcome.out.splitlines()] == [
        [f"{tmp_path}/games/toy/cards.yaml:4:", "data.points-total"],
        [f"{tmp_path}/games/toy/setup.yaml:4:", "data.reference"],
        [f"{tmp_path}/games/toy/scoring.yaml:1:", "data.source"],
    ]
    assert (outcome.code, outcome.err) == (1, "")


def test_a_game_that_does_not_load_is_told_whole_and_makes_exit_code_2(tmp_path: Path, command: Command) -> None:
    wrong = {
        "cards.yaml": CARDS.replace("points: 7", "pionts: 7"),
        "formats.yaml": FORMATS.replace("max: 1", "max: one"),
    }
    root = write(tmp_path, "toy", {**FILES, **wrong})
    assert [(code, file, line) for code, file, line, _ in check(root)] == [
        ("data.unknown-key", "cards.yaml", line_of(wrong["cards.yaml"], "pionts")),
        ("data.value", "formats.yaml", line_of(wrong["formats.yaml"], "max: one")),
    ]
    assert command("check", "toy", "--data", root).code == 2


@pytest.mark.parametrize(
    ("deck", "code", "rule"),
    [
        ("1 Red 1\n1 Star\n", "data.no-deck-breaks", "stars"),
        ("1 Blue 1\n2 Star\n", "data.no-deck-keeps", "colours"),
    ],
)
def test_a_rule_that_no_deck_keeps_or_breaks_is_a_warning_at_its_line(
    tmp_path: Path, command: Command, deck: str, code: str, rule: str
) -> None:
    root = write(tmp_path, "toy", {**FILES, "decks/stars.txt": deck})
    assert check(root) == [(code, "formats.yaml", line_of(FORMATS, f"- id: {rule}"), {"rule": rule})]
    (finding,) = json.loads(command("check", "toy", "--data", root, "--report", "json").out)["findings"]
    assert (finding["code"], finding["severity"]) == (code, "warning")
    plain, strict = command("check", "toy", "--data", root), command("check", "toy", "--data", root, "--strict")
    assert (plain.code, strict.code) == (0, 1)
    assert plain.out.splitlines()[-1] == "toy: 5 cards, 4 formats; en 100 %, hu 100 %"


@pytest.mark.parametrize("deck", ["1 Red 1\n1 Red 2\n1 Blue 1\n1 Blue 2\n1 Satr\n", "# nothing\n"])
def test_a_deck_that_cannot_be_judged_neither_keeps_a_rule_nor_breaks_it(tmp_path: Path, deck: str) -> None:
    pack = FORMATS[: FORMATS.index("  - id: small")]
    root = write(tmp_path, "toy", {name: text for name, text in FILES.items() if not name.startswith("decks/")})
    write(root, "toy", {"formats.yaml": pack, "decks/one.txt": deck})
    assert [(code, line) for code, _, line, _ in check(root)] == [("data.no-deck-keeps", 5), ("data.no-deck-breaks", 5)]


def test_a_deck_that_cannot_be_read_is_told_once(tmp_path: Path) -> None:
    root = write(tmp_path, "toy", FILES)
    (root / "games/toy/decks/broken.txt").write_bytes(b"%PDF-1.7\0")
    assert [(code, file) for code, file, _, _ in check(root)] == [("file.unreadable", "decks/broken.txt")]


def test_decks_below_a_pool_are_judged_by_that_pool(tmp_path: Path) -> None:
    pool = {
        "schema": "cardtools.pool/1", "game": "toy", "source": "book: Pool", "language": "en",
        "facts": ["type", "colours"],
        "cards": [{"id": "sun", "name": {"en": "Sun"}, "type": "star", "colours": ["red"]}],
    }  # fmt: skip
    broken = {
        "decks/pool/pool.json": json.dumps(pool),
        "decks/pool/suns.txt": "2 Sun\n",
        "decks/stars.txt": "1 Red 1\n",
    }
    assert check(write(tmp_path, "toy", {**FILES, **broken})) == []


def reference(*blocks: str) -> str:
    """Return a reference text of so many blocks."""
    block = '  - {{id: {0}, kind: points, title: {0}, source: "hu: {0}", points: [{{text: x}}]}}\n'
    return 'title: Half\nsubtitle: H\nversion: "1"\nblocks:\n' + "".join(block.format(one) for one in blocks)


@pytest.mark.parametrize(
    ("files", "languages"),
    [
        # name and edition in both, notice and type in one
        ({}, {"en": 100, "hu": 50}),
        # ids of two letters are no languages: of eight texts four are in Hungarian
        (
            {
                "cards.yaml": 'source: "hu: Cards"\ncards: [{id: br, name: {en: A, hu: B}}, {id: bs, name: {en: C}}]\n',
                "setup.yaml": "setups: [{id: a, name: {en: A, hu: B}, aside: {br: 1, bs: 1}, given: {bs: 1}, "
                'source: "hu: Setup", steps: {en: [Deal., Play.]}}]\n',
            },
            {"en": 100, "hu": 50},
        ),
        # two of four texts, one of two blocks
        ({"reference.en.yaml": reference("p", "q"), "reference.hu.yaml": reference("p")}, {"en": 100, "hu": 50}),
        # two of four texts, none of three blocks: 28.57
        ({"reference.en.yaml": reference("p", "q", "r")}, {"en": 100, "hu": 28}),
    ],
)
def test_the_share_of_texts_in_a_language_is_counted_in_whole_per_cent(
    tmp_path: Path, files: dict[str, str], languages: dict[str, int]
) -> None:
    half = (
        "id: half\nname: {en: Half, hu: Fél}\npublisher: Nobody\nnotice: {en: Ours.}\nedition: {en: First, hu: Első}\n"
        'sources: {hu: {title: Rules}}\nlanguages: [en, hu]\nplayers: {source: "hu: Front"}\n'
        "types: [{id: star, name: {en: Star}}]\n"
    )
    checked = check_game(Desk.open("en", write(tmp_path, "half", {"game.yaml": half, **files})), "half")
    assert (checked.findings, checked.languages) == ((), languages)


def test_the_shipped_games_are_in_order_and_take_a_line_each(command: Command) -> None:
    outcome = command("check", "--strict")
    assert (outcome.code, outcome.err) == (0, "")
    assert [line.split(":")[0] for line in outcome.out.splitlines()] == ["hkk", "nepmesek", "panda", "unikornis", "uno"]
