"""``cardtools check`` on formats: what a rule names must exist, and every rule has decks for and against it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtools.app.checks import check_game
from cardtools.app.checks.examples import Example
from cardtools.app.desk import Desk
from tests.factories import refused

GAME = """\
id: toy
name: {en: Toy}
publisher: N
notice: {en: N}
edition: {en: N}
sources: {b: {title: B}}
languages: [en]
players: {source: "b: x"}
default_format: home
colours: [{id: red, name: {en: Red}, source: "b: x"}]
marks: [{id: wild, name: {en: Wild}}]
zones: [{id: main, name: {en: Main deck}}]
"""
CARDS = """\
source: "b: x"
facts: [colours, wild]
cards:
  - {id: a, name: {en: Ace}, colours: [red]}
  - {id: j, name: {en: Joker}, colours: [red], copies: 2, marks: [wild]}
"""
PICK = '{id: jokers, kind: pick, choice: jokers, cards: [j], max: 2, source: "b: x"}'


def checked(folder: Path, formats: str, **decks: str) -> list[tuple[str, str]]:
    """Return code and severity of what is found in a game with these formats and decks."""
    game = folder / "games/toy"
    (game / "decks").mkdir(parents=True)
    (game / "game.yaml").write_text(GAME, "utf-8")
    (game / "cards.yaml").write_text(CARDS, "utf-8")
    (game / "formats.yaml").write_text(f"formats:\n  - id: home\n    name: {{en: Home}}\n{formats}", "utf-8")
    for name, text in decks.items():
        (game / "decks" / f"{name}.txt").write_text(text, "utf-8")
    return [(one.code, one.severity) for one in check_game(Desk.open("en", folder), "toy").findings]


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        (f"    rules: [{PICK.replace('[j]', '[k]')}]\n", "data.reference"),
        (f"    rules: [{PICK.replace('max: 2', 'max: 3')}]\n", "data.total"),
        ('    rules: [{id: ban, kind: forbid, cards: [k], source: "b: x"}]\n', "data.reference"),
        ('    rules: [{id: r, kind: require, select: {mark: [tame]}, source: "b: x"}]\n', "data.reference"),
        ('    rules: [{id: s, kind: share, select: {colour: [blue]}, source: "b: x"}]\n', "data.reference"),
        ('    opening_hand: {cards: 5, printed: {mark: [tame]}, source: "b: x"}\n', "data.reference"),
        ('    life: [{select: {mark: [tame]}, value: 9, source: "b: x"}]\n', "data.reference"),
        ('    life: [{select: {mark: [wild]}, zones: [attic], value: 9, source: "b: x"}]\n', "data.reference"),
        ('    table: {free: [blue], max: 9, opponents: 3, source: "b: x"}\n', "data.reference"),
        ('    table: {max: 9, opponents: 3, source: "c: x"}\n', "data.source"),
        (f"    rules: [{PICK}, {PICK.replace('id: jokers', 'id: again')}]\n", "data.value"),
        ('    rules: [{id: ban, kind: forbid, from: 2025-13-01, source: "b: x"}]\n', "data.value"),
    ],
)
def test_what_a_format_names_must_exist(tmp_path: Path, rest: str, code: str) -> None:
    assert {found for found, _ in checked(tmp_path, rest)} == {code}


def test_decks_say_in_comments_what_they_are_judged_by(tmp_path: Path) -> None:
    rules = f"    rules: [{PICK}]\n"
    two = "# format: home\n# choose: jokers=2\n2 Joker\n"
    assert checked(tmp_path / "a", rules, two=two, none="2 Joker\n") == []
    assert checked(tmp_path / "b", rules, two=two, none="1 Ace\n") == [("data.no-deck-breaks", "warning")]
    assert checked(tmp_path / "c", rules, two=two, bad="# choose: jokers=3\n1 Ace\n")[0] == (
        "usage.choice-value",
        "error",
    )


def test_a_tip_needs_a_deck_that_it_is_told_of(tmp_path: Path) -> None:
    tip = "{id: wild, kind: share, select: {mark: [wild]}, max: 50, severity: info, source: 'b: x'}"
    size = "{id: size, kind: size, min: 2, source: 'b: x'}"
    rules = f"    rules: [{tip}, {size}]\n"
    fine = {"few": "1 Ace\n", "mixed": "1 Ace\n1 Joker\n"}
    assert checked(tmp_path / "a", rules, **fine, wild="2 Joker\n") == []
    # A list that is not in order is given no advice: it proves nothing of a tip.
    assert checked(tmp_path / "b", rules, **fine, wild="1 Joker\n") == [("data.no-deck-breaks", "warning")]


def test_a_deck_is_of_the_nearest_pool_above_it(tmp_path: Path) -> None:
    decks = tmp_path / "decks"
    (decks / "marked/rules").mkdir(parents=True)
    (decks / "marked/pool.json").write_text("{}", "utf-8")
    for name in ("own.txt", "marked/one.txt", "marked/rules/two.txt"):
        (decks / name).write_text("1 Ace\n", "utf-8")
    pools = [Example.read(decks / name, decks).pool for name in ("own.txt", "marked/one.txt", "marked/rules/two.txt")]
    assert pools == [None, decks / "marked/pool.json", decks / "marked/pool.json"]


def test_a_deck_whose_day_is_none_is_refused_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("# on: tomorrow\n1 Ace\n", "utf-8")
    (finding,) = refused(lambda: Example.read(path, tmp_path))
    assert (finding.code, finding.location.path) == ("usage.date", str(path))
