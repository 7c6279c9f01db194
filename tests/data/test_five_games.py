"""The five games by number, as their rulebooks have them, and with a user's own folder laid over them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pdfminer.high_level import extract_text

from cardtools.app.checks import check_game
from cardtools.app.desk import Desk
from cardtools.app.setup import set_up
from cardtools.app.validation import Validator
from cardtools.documents.card_faces import game_cards
from cardtools.legality.formats import resolve
from cardtools.model.card import Card
from cardtools.model.deck import Verdict
from cardtools.model.game_folder import Game
from cardtools.model.rules import FixedRule
from tests.conftest import Outcome
from tests.data.discovery import DATA, GAMES, desk
from tests.factories import codes

Command = Callable[..., Outcome]


@cache
def loaded(game: str) -> Game:
    return desk().library.game(game)


def cards_of(game: str, library: Desk | None = None) -> dict[str, Card]:
    file = (library or desk()).catalog.cards(loaded(game).info)
    assert file is not None
    return {card.id: card for card in file.cards}


def pack(game: str, name: str) -> dict[str, int]:
    """Return what a fixed pack of a game holds, by card id."""
    rules = resolve(name, loaded(game).formats).rules
    (fixed,) = (rule for rule in rules if isinstance(rule, FixedRule))
    return fixed.contents(cards_of(game).values())


def listed(game: str, contents: Mapping[str, int]) -> list[str]:
    """Return the lines of a deck list, in English."""
    cards = cards_of(game)
    return [f"{count} {cards[one].name['en']}" for one, count in contents.items()]


def judged(game: str, rules: str, lines: Iterable[str], pool: Path | None = None) -> Verdict:
    (verdict,) = Validator.prepare(desk(), game, (rules,), pool).judge("\n".join(lines).encode(), "deck.txt")
    return verdict


def by_type(game: str) -> dict[str | None, tuple[int, int]]:
    """Return faces and cards of each type."""
    faces: Counter[str | None] = Counter()
    copies: Counter[str | None] = Counter()
    for card in cards_of(game).values():
        faces[card.type] += 1
        copies[card.type] += card.copies
    return {kind: (faces[kind], copies[kind]) for kind in faces}


@pytest.mark.parametrize("game", GAMES)
def test_every_language_promised_has_a_reference_text_and_a_name(game: str) -> None:
    info = loaded(game).info
    assert set(loaded(game).references) == set(info.languages)
    assert set(info.name) == set(info.notice) == set(info.edition) == set(info.languages)


# UNO


def test_uno_has_112_cards_of_56_faces_worth_1400_points() -> None:
    assert by_type("uno") == {
        "number": (40, 76), "draw-two": (4, 8), "reverse": (4, 8), "skip": (4, 8), "wild": (1, 4),
        "wild-draw-four": (1, 4), "swap-hands": (1, 1), "customizable": (1, 3),
    }  # fmt: skip
    cards = cards_of("uno").values()
    assert (len(cards), sum(card.copies for card in cards)) == (56, 112)
    assert sum(card.copies * (card.points or 0) for card in cards) == 1400


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_uno_has_one_0_and_two_of_1_to_9_and_of_each_action_in_a_colour(colour: str) -> None:
    own = [card for card in cards_of("uno").values() if card.colours == (colour,)]
    numbers = {card.value: (card.copies, card.points) for card in own if card.type == "number"}
    assert numbers == {0: (1, 0), **{value: (2, value) for value in range(1, 10)}}
    assert [(card.copies, card.points) for card in own if card.type != "number"] == [(2, 20)] * 3


def test_uno_wilds_are_worth_50_and_the_new_ones_40() -> None:
    wilds = {card.id: (card.copies, card.points) for card in cards_of("uno").values() if card.colours == ()}
    assert wilds == {"wild": (4, 50), "wild-draw-four": (4, 50), "swap-hands": (1, 40), "customizable": (3, 40)}


@pytest.mark.parametrize(("name", "total", "points"), [("box", 112, 1400), ("classic", 108, 1240)])
def test_uno_packs(name: str, total: int, points: int) -> None:
    contents, cards = pack("uno", name), cards_of("uno")
    assert sum(contents.values()) == total
    assert sum(count * (cards[one].points or 0) for one, count in contents.items()) == points
    assert judged("uno", name, listed("uno", contents)).status == "legal"


# Unikornis


def test_unicorns_are_114_and_13_and_8_with_84_faces_and_the_reference_card() -> None:
    assert by_type("unikornis") == {
        "baby": (13, 13), "basic": (8, 22), "magical": (30, 30), "magic": (15, 25), "upgrade": (8, 14),
        "downgrade": (8, 8), "instant": (2, 15), "reference": (1, 8),
    }  # fmt: skip
    counted = by_type("unikornis").values()
    assert (sum(faces for faces, _ in counted), sum(copies for _, copies in counted)) == (84 + 1, 135)
    assert sum(pack("unikornis", "box").values()) == 114 + 13 + 8
    assert sum(pack("unikornis", "standard").values()) == 114


def test_unicorns_that_stand_more_than_once_are_those_of_the_card_list() -> None:
    several = {card.name["en"]: card.copies for card in cards_of("unikornis").values() if card.copies > 1}
    basic = {f"Basic Unicorn ({c})": 3 for c in ("Red", "Orange", "Yellow", "Green", "Blue", "Indigo", "Purple")}
    assert several.pop("Reference card") == 8
    assert several == basic | {
        "Back Kick": 3, "Change of Luck": 2, "Glitter Tornado": 2, "Re-Target": 2, "Two-For-One": 2,
        "Unfair Bargain": 2, "Unicorn Poison": 3, "Unicorn Swap": 2, "Claw Machine": 3, "Glitter Bomb": 2,
        "Stable Artillery": 3, "Yay": 2, "Neigh": 14,
    }  # fmt: skip


def test_the_two_player_pile_is_82_of_114() -> None:
    two, all_of_it = pack("unikornis", "two-player"), pack("unikornis", "standard")
    assert (sum(two.values()), sum(all_of_it.values()) - sum(two.values())) == (82, 32)
    assert judged("unikornis", "two-player", listed("unikornis", two)).status == "legal"


@pytest.mark.parametrize(("lines", "where"), [(["2 Juppí!"], [1]), (["1 Juppí!", "1 Yay"], [1, 2])])
def test_a_two_player_pile_that_still_holds_yay_is_illegal_and_both_copies_are_named(
    lines: list[str], where: list[int]
) -> None:
    verdict = judged("unikornis", "two-player", [*lines, *listed("unikornis", pack("unikornis", "two-player"))])
    (finding,) = verdict.findings
    assert (verdict.status, finding.code, finding.actual) == ("illegal", "deck.fixed-foreign", 2)
    (card,) = finding.cards
    assert (card.name, card.count, [place.line for place in card.where]) == ("Juppí!", 2, where)


def test_a_two_player_pile_without_glitter_bomb_is_illegal_and_two_are_missing() -> None:
    lines = [line for line in listed("unikornis", pack("unikornis", "two-player")) if "Glitter Bomb" not in line]
    verdict = judged("unikornis", "two-player", lines)
    (finding,) = verdict.findings
    assert (verdict.status, finding.code, finding.params["missing"]) == ("illegal", "deck.fixed-missing", 2)
    assert (finding.actual, finding.limit) == (0, {"min": 2, "max": 2})
    assert finding.cards[0].name in cards_of("unikornis")["glitter-bomb"].spellings


# Panda!


def test_panda_is_52_numbers_and_4_dragons_and_4_pets() -> None:
    assert by_type("panda") == {"number": (52, 52), "dragon": (4, 4), "pet": (4, 4)}
    numbers = {(card.colours, card.value) for card in cards_of("panda").values() if card.type == "number"}
    colours = ("blue", "purple", "green", "red")
    assert numbers == {((colour,), value) for colour in colours for value in range(1, 14)}
    assert tuple(colour.id for colour in loaded("panda").info.colours) == colours
    assert sum(pack("panda", "box").values()) == 60


def test_panda_for_six_deals_48_and_leaves_12() -> None:
    plan = set_up(desk(), "panda", 6)[1]
    assert (6 * (plan.dealt or 0), plan.pile) == (48, 12)


def test_panda_names_dragons_pets_banker_and_envoy() -> None:
    cards = cards_of("panda")
    dragons = {card.colours: card.value for card in cards.values() if card.type == "dragon"}
    assert dragons == {("blue",): 25, ("purple",): 20, ("green",): 15, ("red",): 10}
    pets = {card.id: card.colours for card in cards.values() if card.type == "pet"}
    assert pets == {"monkey": ("blue",), "tiger": ("purple",), "crocodile": ("green",), "panda": ("red",)}
    marked = {card.marks: (card.colours, card.value) for card in cards.values() if card.marks}
    assert marked == {("banker",): (("blue",), 10), ("envoy",): (("red",), 10)}


def test_every_number_of_panda_carries_its_certainty() -> None:
    game, cards = loaded("panda"), cards_of("panda")
    scoring = game.scoring
    assert scoring is not None
    assert scoring.target is not None
    assert game.info.age is not None
    facts = {name: (fact.value, fact.certainty) for name, fact in scoring.facts.items()}
    assert (game.info.age.value, game.info.age.certainty) == (8, "likely")
    assert (game.info.players.min, game.info.players.max, game.info.players.certainty) == (3, 6, "printed")
    assert (scoring.target.value, scoring.target.certainty) == (222, "public")
    assert facts["rounds"] == (12, "public")
    assert facts["hand"] == (8, "public")
    assert facts["panda-hand"] == (14, "derived")
    assert facts["panda-points"] == (-20, "likely")
    assert {name for name, (_, certainty) in facts.items() if certainty == "likely"} == {"panda-points"}
    assert {card.id for card in cards.values() if card.certainty == "likely"} == {
        "blue-dragon", "purple-dragon", "green-dragon", "red-dragon", "panda",
    }  # fmt: skip
    assert {card.certainty for card in cards.values() if card.type == "number"} == {"public", "derived"}
    assert (cards["blue-10"].certainty, cards["red-10"].certainty) == ("derived", "derived")


def statements(data: Any) -> Iterable[dict[str, Any]]:
    """Yield everything in a reference text that carries a text of its own."""
    if isinstance(data, dict):
        if "text" in data:
            yield data
        for value in data.values():
            yield from statements(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from statements(value)


@pytest.mark.parametrize("language", ["hu", "en"])
def test_the_sheet_of_panda_marks_the_dragons_values_and_the_pandas_20_points_as_likely(language: str) -> None:
    told = list(statements(loaded("panda").references[language].model_dump()))
    dragons = [one for one in told if all(number in one["text"] for number in ("25", "20", "15", "10"))]
    bonus = [one for one in told if "20" in one["text"] and "14" in one["text"]]
    assert (len(dragons), len(bonus)) == (1, 1)
    assert [one["certainty"] for one in (*dragons, *bonus)] == ["likely", "likely"]


# Népmesék


def test_nepmesek_is_120_and_10_with_sums_kept_where_values_are_not_printed() -> None:
    assert by_type("nepmesek") == {
        "positive": (4, 49), "negative": (1, 30), "joker": (1, 4), "event": (1, 3), "action": (1, 34),
        "special": (10, 10),
    }  # fmt: skip
    cards = cards_of("nepmesek")
    purple, action = cards["purple"], cards["action"]
    assert (purple.copies, purple.points, purple.value, set(purple.unknown)) == (30, None, None, {"points", "value"})
    assert (action.copies, action.text, set(action.unknown)) == (34, {}, {"kind", "text"})
    assert (loaded("nepmesek").info.players.min, loaded("nepmesek").info.players.max) == (None, None)


def test_nepmesek_positive_cards_are_worth_97() -> None:
    positive = [card for card in cards_of("nepmesek").values() if card.type == "positive"]
    assert {card.points: card.copies for card in positive} == {1: 20, 2: 15, 3: 9, 4: 5}
    scoring = loaded("nepmesek").scoring
    assert scoring is not None
    total = scoring.facts["positive-total"].value
    assert sum(card.copies * (card.points or 0) for card in positive) == total == 97


def test_nepmesek_special_cards_have_the_values_that_are_printed() -> None:
    special = {card.id: card.value for card in cards_of("nepmesek").values() if card.marks == ("special",)}
    assert special == {
        "mug": 0, "satchel": 1, "sheep": 2, "key": 3, "palace": 5, "lantern": None, "mirror": None, "takeback": None,
        "hussar": None, "lazy": -2,
    }  # fmt: skip


@pytest.mark.parametrize(("name", "total"), [("starter", 86), ("advanced", 120), ("box", 130)])
def test_nepmesek_packs(name: str, total: int) -> None:
    contents = pack("nepmesek", name)
    assert sum(contents.values()) == total
    assert ("action" in contents) == (name != "starter")
    assert judged("nepmesek", name, listed("nepmesek", contents)).status == "legal"


def test_nepmesek_starter_has_83_cards_to_deal_from() -> None:
    (setup,) = (one for one in loaded("nepmesek").setups if one.format == "starter")
    assert dict(setup.aside) == {"midnight": 3}
    assert sum(pack("nepmesek", "starter").values()) - sum(setup.aside.values()) == 83


# HKK, with the pool that is shipped

FAIRLIGHT = ("Vörös villám", "Abszolút preventálás", "Zu'lit kísérlete", "Agglomerátor", "Gnóm", "Varázskő")
SHERAN = ("A vadak ura", "Ifjú sárkánykígyó", "Sárkánykígyó csemete", "Földanya", "Trollfa", "Regeneráció")
LEAH = ("Nekromanta csontváz", "Motyogó kínzómester", "Csontváz", "Mérgezett vizek")
COLOURLESS = ("Védelmező morf", "Sírásó", "Óriások földje", "Pszi szakértelem")
RAIA = ("Démonölő", "Színes dözmöng", "Békítés")
THARR = ("Talpig vasban", "Garokk", "Kőfejű Beldor")
THREE_GODS = (*FAIRLIGHT, *SHERAN, *LEAH)
HKK_DECKS = DATA / "games/hkk/decks"


def deck(names: Iterable[str], size: int) -> list[str]:
    """Return the lines of a deck of ``size`` cards, three of each but the last."""
    lines: list[str] = []
    for name in names:
        if size > 0:
            lines.append(f"{min(3, size)} {name}")
            size -= 3
    assert size <= 0
    return lines


@pytest.mark.parametrize(
    ("rules", "size", "status"),
    [
        ("home", 29, "incomplete"), ("home", 30, "legal"), ("tournament", 30, "incomplete"),
        ("tournament", 49, "incomplete"), ("tournament", 50, "legal"),
    ],
)  # fmt: skip
def test_h1_a_deck_of_hkk_has_30_cards_at_home_and_50_at_a_tournament(rules: str, size: int, status: str) -> None:
    verdict = judged("hkk", rules, deck((*THREE_GODS, *COLOURLESS), size))
    assert (verdict.status, verdict.counts["main"]) == (status, size)
    assert codes(verdict.findings) == ([] if status == "legal" else ["deck.size"])


@pytest.mark.parametrize("rules", ["home", "tournament"])
def test_h2_four_copies_on_two_lines_are_named_with_both_lines(rules: str) -> None:
    rest = deck((*THREE_GODS, *COLOURLESS)[1:], 48)
    verdict = judged("hkk", rules, ["2 Vörös villám", *rest, "2 Vörös villám"])
    (finding,) = verdict.findings
    assert (verdict.status, finding.code, finding.actual, finding.limit) == ("illegal", "deck.copies", 4, {"max": 3})
    assert [place.line for place in finding.cards[0].where] == [1, len(rest) + 2]


def test_h3_colourless_and_bufa_are_free_and_a_fourth_god_is_not() -> None:
    lines = deck((*THREE_GODS, *COLOURLESS, "Bufa lovagnője", "Gyevi bíró"), 63)
    assert judged("hkk", "tournament", lines).status == "legal"
    verdict = judged("hkk", "tournament", [*lines, "1 Démonölő", "2 Békítés"])
    (finding,) = verdict.findings
    assert (verdict.status, finding.code, finding.actual, finding.limit) == ("illegal", "deck.colours", 4, {"max": 3})
    assert [(card.name, card.count) for card in finding.cards] == [("Démonölő", 1), ("Békítés", 2)]
    assert judged("hkk", "home", [*lines, "1 Démonölő"]).status == "legal"


def test_h4_a_card_of_two_gods_beside_two_others_makes_four_colours() -> None:
    lines = deck((*RAIA, *THARR, *COLOURLESS), 30)
    assert judged("hkk", "home-three-colours", lines).status == "legal"
    verdict = judged("hkk", "home-three-colours", [*lines, "1 Áldozati máglya"])
    (finding,) = verdict.findings
    assert (verdict.status, finding.code, finding.actual) == ("illegal", "deck.colours", 4)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("legal-divine", []),
        ("illegal-divine", [("deck.divine", 14)]),
        ("illegal-divine-colour", [("deck.divine-colour", 1)]),
    ],
)
def test_h5_thirteen_divine_cards_of_colours_in_use_are_legal(name: str, told: list[tuple[str, int]]) -> None:
    folder = HKK_DECKS / "marked"
    lines = (folder / f"{name}.txt").read_text("utf-8").splitlines()
    verdict = judged("hkk", "tournament", lines, folder / "pool.json")
    assert verdict.unchecked == ()
    assert [(finding.code, finding.actual) for finding in verdict.findings] == told
    assert verdict.status == ("illegal" if told else "legal")
    divine = sum(int(line.split()[0]) for line in lines if "Isteni példalap" in line)
    assert divine == {"legal-divine": 13, "illegal-divine": 14, "illegal-divine-colour": 9}[name]


@pytest.mark.parametrize(
    ("extra", "hand", "counts"),
    [
        ([], 5, (0, 0)),
        (["Szabálylap", "1 Elmepajzs"], 4, (1, 0)),
        (["Követő", "1 Chara-din követője"], 4, (0, 1)),
        (["Szabálylap", "1 Elmepajzs", "Követő", "1 Chara-din követője"], 3, (1, 1)),
    ],
)
def test_h6_the_opening_hand_is_five_less_rule_cards_and_followers(
    extra: list[str], hand: int, counts: tuple[int, int]
) -> None:
    verdict = judged("hkk", "tournament", [*deck(THREE_GODS, 48), "2 Sírásó", *extra])
    assert (verdict.status, verdict.opening_hand, verdict.starting_life) == ("legal", hand, 20)
    assert (verdict.counts["main"], verdict.counts["rule"], verdict.counts["follower"]) == (50, *counts)


# A user's folder laid over the shipped games


def lay(root: Path, game: str, /, **files: str) -> Path:
    """Write files of a user's folder; ``reference__de`` is ``reference.de.yaml``."""
    folder = root / "games" / game
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name.replace('__', '.')}.yaml").write_text(text, "utf-8")
    return root


def told(root: Path, game: str) -> list[tuple[str, str, int | None]]:
    """Return code, file below the root and line of every finding."""
    findings = check_game(Desk.open("en", root), game).findings
    return [(one.code, (one.location.path or "").removeprefix(f"{root}/"), one.location.line) for one in findings]


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Path]:
    """Return a user's data folder, and see to it that nothing is written into the package meanwhile."""

    def written() -> dict[Path, tuple[int, int]]:
        stats = {path: path.stat() for path in (DATA / "games").rglob("*") if path.is_file()}
        return {path: (stat.st_mtime_ns, stat.st_size) for path, stat in stats.items()}

    before = written()
    yield tmp_path / "mine"
    assert written() == before


def test_one_value_of_one_card_can_be_overridden(mine: Path) -> None:
    root = lay(mine, "panda", cards="cards:\n  - {id: blue-dragon, value: 30}\n")
    laid = cards_of("panda", Desk.open("en", root))
    assert laid == {
        **cards_of("panda"),
        "blue-dragon": cards_of("panda")["blue-dragon"].model_copy(update={"value": 30}),
    }
    assert (laid["blue-dragon"].certainty, told(root, "panda")) == ("likely", [])
    faces = {one.front.card_id: one.front for one in game_cards(loaded("panda").info, laid.values(), "en")}
    assert (faces["blue-dragon"].corner, faces["purple-dragon"].corner) == ("30", "20")


def test_a_hungarian_name_can_be_added_to_a_card(
    command: Command, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "hu" not in cards_of("unikornis")["americorn"].name
    root = lay(mine, "unikornis", cards="cards:\n  - id: americorn\n    name: {hu: Amerikornis}\n")
    card = cards_of("unikornis", Desk.open("en", root))["americorn"]
    assert card.name == {"en": "Americorn", "hu": "Amerikornis"}
    assert told(root, "unikornis") == []
    lines = listed("unikornis", pack("unikornis", "two-player"))
    file = tmp_path / "pile.txt"
    file.write_text("\n".join(lines).replace("1 Americorn", "1 AMERIKORNIS"), "utf-8")
    arguments = ("validate", file, "-g", "unikornis", "-f", "two-player")
    assert command(*arguments, "--data", root).code == 0
    assert "deck.unknown-card" in command(*arguments).out
    monkeypatch.setenv("CARDTOOLS_DATA", str(root))
    assert command(*arguments).code == 0


GERMAN = """\
title: UNO
subtitle: Spielhilfe
version: "1.0"
blocks:
  - id: turn
    kind: steps
    title: Wer dran ist
    source: "sheet: Setup"
    steps:
      - text: Lege eine passende Karte, etwa {card:wild}.
      - text: Müde Möwen übersehen öfter eine größere Öffnung.
"""


def test_a_language_can_be_added_to_a_game_and_printed(command: Command, mine: Path, tmp_path: Path) -> None:
    game = "languages: [hu, en, pl, cs, sk, de]\nname: {de: UNO auf Deutsch}\nnotice: {de: Von Spielern gemacht.}\n"
    root = lay(mine, "uno", game=game, reference__de=GERMAN)
    assert told(root, "uno") == []
    languages = check_game(Desk.open("en", root), "uno").languages
    assert list(languages) == ["hu", "en", "pl", "cs", "sk", "de"]
    assert 0 < languages["de"] < 10
    assert languages["hu"] == 100
    target = tmp_path / "sheet.pdf"
    outcome = command("print", "reference", "uno", "--lang", "de", "--data", root, "-o", target)
    assert (outcome.code, outcome.out) == (0, f"{target}\n")
    assert "language.gap" not in outcome.err
    with pikepdf.open(target) as pdf:
        assert str(pdf.Root.Lang) == "de"
    text = " ".join(extract_text(target).split())
    for words in ("Wer dran ist", "Müde Möwen", "Von Spielern gemacht."):
        assert words in text
    assert command("print", "reference", "uno", "--lang", "de", "-o", tmp_path / "no.pdf").code == 2
    assert not (tmp_path / "no.pdf").exists()


def test_a_card_can_be_added_to_a_game_without_sums(command: Command, mine: Path, tmp_path: Path) -> None:
    card = '{id: "1", name: {hu: Saját szörny}, type: monster, colours: [leah], source: "ruling: ours"}'
    root = lay(mine, "hkk", cards=f"cards:\n  - {card}\n")
    assert len(cards_of("hkk", Desk.open("en", root))) == len(cards_of("hkk")) + 1
    assert told(root, "hkk") == []
    file = tmp_path / "deck.txt"
    file.write_text("\n".join([*deck(THREE_GODS, 48), "2 Saját szörny"]), "utf-8")
    assert command("validate", file, "-g", "hkk", "--data", root).code == 0
    assert command("validate", file, "-g", "hkk").code == 1


def test_a_card_can_be_added_to_a_box_with_its_sums(mine: Path) -> None:
    cards = 'cards:\n  - {id: joker, name: {en: Joker}, type: pet, colours: [], source: "ruling: ours"}\n'
    root = lay(mine, "panda", cards=cards)
    shipped = str(DATA / "games/panda")
    assert told(root, "panda") == [
        ("data.total", f"{shipped}/cards.yaml", 4),
        ("data.total", f"{shipped}/formats.yaml", 6),
    ]
    lay(
        root,
        "panda",
        cards="total: {value: 61}\n" + cards,
        formats="formats: [{id: box, rules: [{id: pack, total: 61}]}]\n",
    )
    (root / "games/panda/decks").mkdir()
    lines = [*listed("panda", pack("panda", "box")), "1 Joker"]
    (root / "games/panda/decks/box.txt").write_text("\n".join(lines), "utf-8")
    assert told(root, "panda") == []
    assert set_up(Desk.open("en", root), "panda", 6)[1].pile == 13


@pytest.mark.parametrize(
    ("game", "name", "text", "code", "line"),
    [
        ("panda", "cards", "cards:\n  - id: tiger\n    type: pett\n", "data.reference", 3),
        ("panda", "cards", "cards:\n  - id: tiger\n    valeu: 3\n", "data.unknown-key", 3),
        ("panda", "cards", "cards:\n  - id: tiger\n    value: many\n", "data.value", 3),
        ("panda", "cards", "\ncards:\n  - {id: joker, type: pet}\n", "data.missing-key", 3),
        ("panda", "cards", "cards:\n  - id: tiger\n    source: 'book: Pets'\n", "data.source", 3),
        ("panda", "cards", "cards:\n  - id: tiger\n    name: {hu: Majom}\n", "data.same-name", 3),
        # the card it clashes with stands later, in the package
        ("panda", "cards", "cards:\n  - id: red-dragon\n    name: {hu: Majom}\n", "data.same-name", 3),
        ("panda", "cards", "total: {value: 61}\n", "data.total", 1),
        ("panda", "cards", "cards: [\n", "data.syntax", 2),
        ("panda", "game", "\n\ndefault_format: bxo\n", "data.reference", 3),
        ("panda", "formats", "formats:\n- id: box\n  rules:\n  - {id: pack, total: 59}\n", "data.total", 4),
        ("panda", "setup", "setups:\n- id: standard\n  own: {moose: 1}\n", "data.reference", 3),
        ("uno", "reference__de", GERMAN, "data.unknown-language", 1),
        ("hkk", "formats", "formats:\n- id: tournament\n  rules:\n  - {id: size, min: 500}\n", "data.no-deck-keeps", 4),
    ],
)
def test_what_is_wrong_with_a_file_laid_over_is_told_at_its_own_line(
    mine: Path, game: str, name: str, text: str, code: str, line: int
) -> None:
    root = lay(mine, game, **{name: text})
    assert told(root, game) == [(code, f"games/{game}/{name.replace('__', '.')}.yaml", line)]


def test_a_game_of_ones_own_stands_beside_the_shipped_ones(command: Command, mine: Path) -> None:
    assert command("new", "sun", mine).code == 0
    lay(mine, "panda", cards="cards:\n  - {id: blue-dragon, value: 30}\n")
    listed_games = json.loads(command("games", "--data", mine, "--report", "json").out)["games"]
    assert [one["id"] for one in listed_games] == sorted([*GAMES, "sun"])
    assert command("check", "sun", "--data", mine).code == 0
    assert command("check", "sun").code == 2
    assert "sun" not in command("games").out
