from __future__ import annotations

from collections.abc import Iterable

import pytest

from cardtools.names.tokens import TokenIndex
from cardtools.store.catalog import Catalog
from cardtools.store.workspace import shipped
from tests.factories import card


@pytest.fixture(scope="module")
def uno() -> TokenIndex:
    catalog = Catalog((shipped("data"),))
    cards = catalog.cards(catalog.info("uno"))
    assert cards is not None
    return TokenIndex(cards.cards)


def ids(index: TokenIndex, written: str | Iterable[str]) -> list[tuple[int, str]]:
    return [(reading.count, " ".join(card.id for card in reading.cards)) for reading in index.read(written)]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("r7 y+2 w", [(1, "red-7"), (1, "yellow-draw-two"), (1, "wild")]),
        ("gs gr b0", [(1, "green-skip"), (1, "green-reverse"), (1, "blue-0")]),
        ("w4 swap custom", [(1, "wild-draw-four"), (1, "swap-hands"), (1, "customizable")]),
        ("R7 W", [(1, "red-7"), (1, "wild")]),
        ("2x b9", [(2, "blue-9")]),
        ("2xb9", [(2, "blue-9")]),
        ("2 x b9", [(2, "blue-9")]),
        ("2× b9 y3", [(2, "blue-9"), (1, "yellow-3")]),
        ("r7, y+2; w", [(1, "red-7"), (1, "yellow-draw-two"), (1, "wild")]),
        ("r7,, w,", [(1, "red-7"), (1, "wild")]),
        ("r7\nw", [(1, "red-7"), (1, "wild")]),
        ("r7 r7", [(1, "red-7"), (1, "red-7")]),
        ("", []),
        (" , ; ", []),
    ],
)
def test_shorthand_is_read_card_by_card(uno: TokenIndex, written: str, read: list[tuple[int, str]]) -> None:
    assert ids(uno, written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Wild Draw Four", [(1, "wild-draw-four")]),
        ("wild draw four w", [(1, "wild-draw-four"), (1, "wild")]),
        ("wild wild draw four", [(1, "wild"), (1, "wild-draw-four")]),
        ("Red Draw Two, 2x Swap Hands", [(1, "red-draw-two"), (2, "swap-hands")]),
        ("piros 7 kék Kimaradsz", [(1, "red-7"), (1, "blue-skip")]),
        ("PIROS HUZZ KETTOT", [(1, "red-draw-two")]),
        ("Üres „joker”", [(1, "customizable")]),
        ("niebieska 3 zelená 4 modrá 5", [(1, "blue-3"), (1, "green-4"), (1, "blue-5")]),
    ],
)
def test_names_of_several_words_are_read_in_any_language(
    uno: TokenIndex, written: str, read: list[tuple[int, str]]
) -> None:
    assert ids(uno, written) == read


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("r7 foo w", ["foo"]),
        ("foo bar", ["foo", "bar"]),
        ("2x foo", ["foo"]),
        ("2x", ["2x"]),
        ("b9 2x", ["2x"]),
        ("0x b9", ["0x"]),
        ("1000x b9", ["1000x"]),
        ("r77", ["r77"]),
        ("r 7", ["r", "7"]),
    ],
)
def test_what_no_card_answers_to_is_told_in_its_own_words(uno: TokenIndex, written: str, words: list[str]) -> None:
    assert [reading.words for reading in uno.read(written) if not reading.cards] == words


def test_no_word_is_lost_between_the_readings(uno: TokenIndex) -> None:
    written = "r7 foo wild draw four 3x b9 bar"
    assert " ".join(reading.words for reading in uno.read(written)) == "r7 foo wild draw four b9 bar"


def test_a_list_of_loose_cards_may_hold_names_with_commas() -> None:
    krigis, turul = card("Krigis, a lélekkufár"), card("Turul")
    readings = TokenIndex([krigis, turul]).read(["Krigis, a lélekkufár", "2x Turul"])
    assert [(reading.count, reading.cards) for reading in readings] == [(1, (krigis,)), (2, (turul,))]


def test_a_token_of_two_cards_comes_back_with_both() -> None:
    one, other = card("Kígyó", tokens=("k",)), card("Kard", tokens=("K",))
    (reading,) = TokenIndex([one, other]).read("k")
    assert reading.cards == (one, other)


def test_a_token_that_looks_like_a_quantity_is_a_token_first() -> None:
    odd, plain = card("Dupla", tokens=("2x",)), card("Kard")
    assert ids(TokenIndex([odd, plain]), "2x kard 3x kard") == [(1, "dupla"), (1, "kard"), (3, "kard")]
