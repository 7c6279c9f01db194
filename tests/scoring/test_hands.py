"""Cards as players write them: each one card of the game, or a fault at its place."""

from __future__ import annotations

import pytest

from cardtools.model.card import Card
from cardtools.model.scoring import fault
from cardtools.names.tokens import TokenIndex
from cardtools.scoring.hands import Hand, Laid, count_of, more_than, pieces, read_hand

RED = Card(id="red-7", name={"en": "Red 7"}, colours=("red",), tokens=("r7",))
BLUE = Card(id="blue-7", name={"en": "Blue 7"}, colours=("blue",), tokens=("b7",))
WILD = Card(id="wild", name={"en": "Wild"}, colours=(), tokens=("w",))
TWINS = (
    Card(id="left", name={"en": "Left"}, aliases=("Twin",)),
    Card(id="right", name={"en": "Right"}, aliases=("Twin",)),
)
TOKENS = TokenIndex((RED, BLUE, WILD, *TWINS))


def test_cards_in_a_text_have_the_sign_they_begin_at_and_those_in_a_list_their_item_too() -> None:
    assert read_hand(TOKENS, "r7  2x w", "hands", "Anna") == (
        (Laid(RED, 1, "r7", ("hands", "Anna", 0)), Laid(WILD, 2, "w", ("hands", "Anna", 4))),
        (),
    )
    assert read_hand(TOKENS, ("r7", " w"), "hands", "Anna")[0] == (
        Laid(RED, 1, "r7", ("hands", "Anna", 0, 0)),
        Laid(WILD, 1, "w", ("hands", "Anna", 1, 1)),
    )


def test_one_item_of_a_list_read_alone_has_the_signs_of_the_text_it_is_from() -> None:
    laid, faults = read_hand(TOKENS, ("w r7",), "melds", 3, offset=10)
    assert [one.where for one in laid] == [("melds", 3, 10), ("melds", 3, 12)]
    assert faults == ()


def test_what_no_card_or_several_are_called_is_a_fault_at_its_place_beside_the_cards_that_are_known() -> None:
    laid, faults = read_hand(TOKENS, "w twin Willd 7", "hands", "Anna")
    assert laid == (Laid(WILD, 1, "w", ("hands", "Anna", 0)),)
    assert [(one.where, one.finding.code, one.finding.params, one.finding.suggestions) for one in faults] == [
        (("hands", "Anna", 2), "score.ambiguous-card", {"token": "twin", "names": "left, right"}, ()),
        (("hands", "Anna", 7), "score.unknown-card", {"token": "Willd"}, ("Wild",)),
        (("hands", "Anna", 13), "score.no-colour", {"token": "7"}, ("r7", "b7")),
    ]


def test_a_card_without_a_token_is_suggested_by_its_id_where_its_colour_is_missing() -> None:
    plain = TokenIndex(
        Card(id=f"c{n}", name={"en": f"{colour.title()} Dragon"}, colours=(colour,), tokens=(f"{colour} drake",))
        for n, colour in enumerate(("red", "blue"))
    )
    (found,) = read_hand(plain, "dragon", "hands", "Anna")[1]
    assert found.finding.suggestions == ("c0", "c1")


@pytest.mark.parametrize(
    ("written", "read"),
    [(None, ""), ("", ""), ("r7 w", "r7 w"), (("r7", None, "w"), ("r7", "", "w")), ((), ())],
)
def test_what_yaml_makes_of_nothing_is_an_empty_text(written: Hand, read: str | tuple[str, ...]) -> None:
    assert pieces(written) == read


def test_cards_are_counted_over_all_places() -> None:
    assert count_of([Laid(RED, 2, "r7"), Laid(WILD, 1, "w"), Laid(RED, 3, "r7")]) == {"red-7": 5, "wild": 1}


def test_more_cards_than_the_pack_has_are_told_at_the_first_one_too_many() -> None:
    laid = [
        Laid(RED, 1, "r7", ("a",)),
        Laid(RED, 2, "r7", ("b",)),
        Laid(RED, 1, "r7", ("c",)),
        Laid(WILD, 1, "w", ("d",)),
    ]
    assert list(more_than({"red-7": 2, "wild": 1}, "uno", laid)) == [
        fault("score.too-many", "b", actual=4, limit={"max": 2}, card="red-7", count=4, deck="uno", most=2)
    ]


def test_a_card_that_the_pack_does_not_have_at_all_is_one_too_many() -> None:
    assert list(more_than({}, "uno", [Laid(WILD, 1, "w", ("d",))])) == [
        fault("score.too-many", "d", actual=1, limit={"max": 0}, card="wild", count=1, deck="uno", most=0)
    ]
    assert list(more_than({"wild": 1}, "uno", [Laid(WILD, 1, "w", ("d",))])) == []
