from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.documents.card_choice import copies, missing_only, only, owned_copies
from cardtools.documents.card_faces import PrintedCard
from cardtools.documents.faces import Face
from cardtools.model.card import Card
from tests.factories import card, deck_of, refused

BACK = Face("t", "back", "hu", "g", "G")


def printed(name: str, id: str = "", count: int = 1) -> PrintedCard:  # noqa: A002 - the model's own word
    return PrintedCard(Face("t", "front", "hu", "g", "G", name=name, card_id=id), BACK, count)


CARDS = (printed("Sárkány", "7", 3), printed("Gnóm"), printed("sarkany", "8"), printed("Kard", "K-1", 2))


@pytest.mark.parametrize(
    ("names", "kept"),
    [
        (["Gnóm"], [1]), (["SARKANY"], [0, 2]), (["k-1", "gnom"], [1, 3]), (["7"], [0]), (["Kard", "kard"], [3]),
        (["  Gnóm "], [1]),
    ],
)  # fmt: skip
def test_cards_are_chosen_by_name_or_id_in_their_own_order(names: list[str], kept: list[int]) -> None:
    assert only(CARDS, names) == tuple(CARDS[index] for index in kept)


def test_every_name_nobody_knows_is_told_with_those_spelled_alike() -> None:
    told = refused(lambda: only(CARDS, ["Sárkányy", "Gnóm", "Zzzz"]))
    assert [(one.code, one.params["name"]) for one in told] == [
        ("print.unknown-card", "Sárkányy"),
        ("print.unknown-card", "Zzzz"),
    ]
    assert told[0].suggestions[0] in ("Sárkány", "sarkany")
    assert told[1].suggestions == ()


def test_copies_stand_in_place_of_those_of_the_deck() -> None:
    assert [card.copies for card in copies(CARDS, 4)] == [4, 4, 4, 4]
    assert [card.front for card in copies(CARDS, 4)] == [card.front for card in CARDS]


TURUL, GNOME = card("Turul"), card("Gnóm")


def test_only_what_is_missing_is_left_in_the_order_wanted() -> None:
    wanted = [(GNOME, 2), (TURUL, 3), (GNOME, 2)]
    assert missing_only(wanted, {TURUL.id: 1, GNOME.id: 3, "other": 9}) == ((TURUL, 2), (GNOME, 1))
    assert missing_only(wanted, {}) == ((GNOME, 4), (TURUL, 3))
    assert missing_only(wanted, {TURUL.id: 3, GNOME.id: 4}) == ()


@given(st.lists(st.tuples(st.sampled_from([TURUL, GNOME]), st.integers(1, 9)), max_size=6), st.integers(0, 20))
@settings(deadline=None, max_examples=50)
def test_owned_and_missing_copies_make_up_those_wanted(wanted: list[tuple[Card, int]], owned: int) -> None:
    missing = {found.id: count for found, count in missing_only(wanted, {TURUL.id: owned})}
    for one, had in ((TURUL, owned), (GNOME, 0)):
        asked = sum(count for found, count in wanted if found == one)
        assert missing.get(one.id, 0) == max(0, asked - had)


def test_owned_copies_are_counted_over_all_zones_and_unknown_names_are_none() -> None:
    deck = deck_of((2, TURUL), (1, TURUL, "side"), (4, "Ismeretlen"), (1, GNOME))
    assert owned_copies(deck) == {TURUL.id: 3, GNOME.id: 1}
