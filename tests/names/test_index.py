from __future__ import annotations

import unicodedata

import pytest

from cardtools.names.index import NameIndex
from tests.factories import card

GUARD = card("Lélekőrző")
THIEF = card("Lélekorzó", id="thief")
SNAKE = card("Ifjú sárkánykígyó", english="Young Dragon Serpent")
BEASTS = card("A vadak ura", english="The Lord of the Beasts", aliases=("Lord of the Beasts", "A vadak ura (foil)"))
OLD = card("Tűzmadár")
NEW = card("Tűzmadár (2020)")
CARDS = (GUARD, THIEF, SNAKE, BEASTS, OLD, NEW)


@pytest.fixture(scope="module")
def index() -> NameIndex:
    return NameIndex(CARDS)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Lélekőrző", [GUARD]),
        ("Lélekorzó", [THIEF]),
        ("Ifjú sárkánykígyó", [SNAKE]),
        ("Young Dragon Serpent", [SNAKE]),
        ("Lord of the Beasts", [BEASTS]),
        ("A vadak ura (foil)", [BEASTS]),
        ("Tűzmadár", [OLD]),
        ("Tűzmadár (2020)", [NEW]),
        ("IFJU SARKANYKIGYO", [SNAKE]),
        ("the lord of the beasts", [BEASTS]),
        ("tuzmadar (2020)", [NEW]),
        ("Sárkánykígyó", []),
        ("", []),
    ],
)
def test_a_name_finds_its_card_exactly_or_else_folded(index: NameIndex, name: str, found: list[object]) -> None:
    assert list(index.find(name)) == found
    assert index.knows(name) is bool(found)


@pytest.mark.parametrize("name", ["LÉLEKŐRZŐ", "lelekorzo", "Lelekőrzo"])
def test_two_cards_by_folding_are_both_told_and_none_is_chosen(index: NameIndex, name: str) -> None:
    assert index.find(name) == (GUARD, THIEF)
    assert index.knows(name)


def test_one_spelling_of_two_cards_is_ambiguous() -> None:
    one, other = card("Turul", id="1"), card("Turul", id="2", type="trap")
    assert NameIndex([one, other]).find("Turul") == (one, other)


def test_a_card_of_two_equal_spellings_is_not_ambiguous() -> None:
    same = card("Turul", english="Turul", aliases=("TURUL", "Turul"))
    assert NameIndex([same]).find("Turul") == (same,)
    assert NameIndex([same]).find("turul") == (same,)


@pytest.mark.parametrize("spelling", [unicodedata.normalize("NFD", "Lélekőrző"), "Lélekőrző\u200b", "Oz`mogroth"])
def test_spellings_of_the_pool_are_brought_to_the_clean_form(spelling: str) -> None:
    odd = card(spelling, id="odd")
    plain = {"Oz`mogroth": "Oz'mogroth"}.get(spelling, "Lélekőrző")
    assert NameIndex([odd, card("Lélekorzó")]).find(plain) == (odd,)


@pytest.mark.parametrize(
    ("name", "likeliest"),
    [
        ("Lélekőrzőő", "Lélekőrző"),
        ("Ifju sarkanykigjo", "Ifjú sárkánykígyó"),
        ("Young Dragn Serpent", "Young Dragon Serpent"),
        ("Tűzmadár (2021)", "Tűzmadár (2020)"),
    ],
)
def test_a_typo_is_answered_by_the_likeliest_name(index: NameIndex, name: str, likeliest: str) -> None:
    assert index.suggest(name)[0] == likeliest


def test_nothing_is_suggested_for_what_looks_like_no_name(index: NameIndex) -> None:
    assert index.suggest("qqqqqqqq") == ()


def test_no_more_is_suggested_than_asked_for() -> None:
    many = NameIndex(card(f"Sárkány {letter}") for letter in "abcdefgh")
    assert len(many.suggest("Sárkány z")) == 3
    assert len(many.suggest("Sárkány z", most=1)) == 1
