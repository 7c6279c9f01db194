"""Decks compared, joined, held against what is owned, and spelled."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.decks.differences import differences, merge
from cardtools.decks.edits import edits_between
from cardtools.decks.ownership import compare_owned
from cardtools.decks.spelling import spelled
from cardtools.legality.check import look_up
from cardtools.model.deck import Deck, DeckList, Entry
from cardtools.names.index import NameIndex
from tests.factories import card

TURUL = card("Turul", english="Turul Bird", aliases=("A Turul",))
GRIFF = card("Griff")
CARDS = (TURUL, GRIFF)


def listed(*lines: tuple[int, str, str], headers: dict[str, str] | None = None) -> Deck:
    entries = tuple(Entry(number, 1, *line) for number, line in enumerate(lines, start=1))
    return look_up(DeckList("deck.txt", entries, headers or {}), NameIndex(CARDS))


decks = st.lists(
    st.tuples(
        st.integers(1, 999),
        st.sampled_from(["Turul", "turul bird", "GRIFF", "Nincs"]),
        st.sampled_from(["main", "side"]),
    ),
    max_size=8,
).map(lambda lines: listed(*lines))


def cards_of(deck: Deck) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for slot in deck.slots:
        name = slot.card.id if slot.card else slot.entry.name
        counts[name, slot.entry.zone] += slot.entry.count
    return counts


def test_a_card_in_another_spelling_and_on_two_lines_is_the_same_card() -> None:
    before = listed((3, "Turul", "main"))
    after = listed((1, "turul bird", "main"), (2, "A TURUL", "main"))
    assert differences(before, after, "hu") == ()


def test_cards_put_in_taken_out_and_in_another_number_are_told_by_zone() -> None:
    before = listed((3, "Turul", "main"), (1, "Griff", "side"), (1, "Nincs", "main"))
    after = listed((2, "Griff", "main"), (1, "Turul", "main"), (1, "NINCS", "main"))
    told = [
        (one.change, one.name, one.zone, one.before, one.after)
        for one in differences(before, after, "hu", ("main", "side"))
    ]
    assert told == [
        ("fewer", "Turul", "main", 3, 1),
        ("added", "Griff", "main", 0, 2),
        ("removed", "Griff", "side", 1, 0),
    ]


@given(decks, decks)
@settings(max_examples=50, deadline=None)
def test_merged_decks_hold_the_cards_of_all_and_differ_from_none_in_another_order(one: Deck, two: Deck) -> None:
    joined = look_up(merge((one, two), "hu"), NameIndex(CARDS))
    assert cards_of(joined) == cards_of(one) + cards_of(two)
    assert all(1 <= slot.entry.count <= 999 for slot in joined.slots)
    assert differences(joined, look_up(merge((two, one), "hu"), NameIndex(CARDS)), "hu") == ()


@given(decks, decks)
@settings(max_examples=50, deadline=None)
def test_edits_make_one_deck_of_the_other_with_no_card_cut_and_put_in(one: Deck, two: Deck) -> None:
    counts = cards_of(one)
    edits = edits_between(one, two, "hu")
    for edit in edits:
        assert edit.key is not None
        name = edit.key.card or "Nincs"
        counts[name, edit.zone] += edit.count if edit.kind == "add" else -edit.count
        if edit.to is not None:
            counts[name, edit.to] += edit.count
    assert +counts == cards_of(two)
    assert not {edit.key for edit in edits if edit.kind == "cut"} & {edit.key for edit in edits if edit.kind == "add"}


def test_headers_stay_where_the_lists_agree() -> None:
    decks = [listed(headers={"player": "Anna", "name": name}) for name in ("Egy", "Kettő")]
    assert merge(decks, "hu").headers == {"player": "Anna"}


@pytest.mark.parametrize(
    ("owned", "missing", "shared", "fought"),
    [(0, 5, 3, True), (2, 3, 1, True), (3, 2, 0, True), (4, 1, 0, True), (5, 0, 0, False), (9, 0, 0, False)],
)
def test_decks_fight_over_copies_that_are_enough_for_fewer_of_them(
    owned: int, missing: int, shared: int, fought: bool
) -> None:
    decks = (listed((3, "Turul", "main")), listed((1, "turul", "main"), (1, "A Turul", "side")))
    have = listed(*([(owned, "Turul Bird", "main")] if owned else []))
    (one,) = compare_owned(decks, have, "hu")
    assert (one.together, one.most, one.owned) == (5, 3, owned)
    assert (one.missing, one.missing_shared, one.fought_over) == (missing, shared, fought)


def test_one_deck_alone_fights_with_nobody() -> None:
    (one,) = compare_owned((listed((3, "Griff", "main")),), listed(), "hu")
    assert (one.name, one.missing, one.fought_over) == ("Griff", 3, False)


def test_a_name_nobody_knows_is_no_card_to_trade_for() -> None:
    assert compare_owned((listed((3, "Nincs", "main")),), listed(), "hu") == ()


def test_names_are_spelled_as_their_card_in_the_language_they_are_in() -> None:
    deck = listed((1, "turul", "main"), (2, "TURUL BIRD", "side"), (3, "a turul", "main"), (4, "nincs", "main"))
    names = [(entry.count, entry.name, entry.zone) for entry in spelled(deck, "hu").entries]
    assert names == [(1, "Turul", "main"), (2, "Turul Bird", "side"), (3, "Turul", "main"), (4, "nincs", "main")]
