from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.decks.odds import Pair, at_least, both_at_least, cards_seen, distribution


@st.composite
def draws(draw: st.DrawFn) -> tuple[int, int, int]:
    deck = draw(st.integers(0, 120))
    return deck, draw(st.integers(0, deck)), draw(st.integers(0, 130))


@pytest.mark.parametrize(
    ("deck", "hits", "drawn", "chance"),
    [
        (50, 3, 5, 1 - Fraction(comb(47, 5), comb(50, 5))),
        (50, 3, 5, Fraction(541, 1960)),
        (40, 1, 1, Fraction(1, 40)),
        (40, 4, 40, Fraction(1)),
        (40, 0, 7, Fraction(0)),
        (2, 1, 1, Fraction(1, 2)),
        (0, 0, 5, Fraction(0)),
    ],
)
def test_at_least_one_of_some_copies_is_the_figure_worked_by_hand(
    deck: int, hits: int, drawn: int, chance: Fraction
) -> None:
    assert at_least(deck, hits, drawn) == chance


def test_each_number_of_copies_is_the_figure_worked_by_hand() -> None:
    # 4 cards, 2 of them wished for, 2 drawn: 1, 4 and 1 of the 6 hands.
    assert distribution(4, 2, 2) == (Fraction(1, 6), Fraction(4, 6), Fraction(1, 6))


@given(draws())
@settings(max_examples=50, deadline=None)
def test_the_chances_of_all_numbers_sum_to_exactly_one(numbers: tuple[int, int, int]) -> None:
    deck, hits, drawn = numbers
    exactly = distribution(deck, hits, drawn)
    assert sum(exactly) == 1
    assert all(chance >= 0 for chance in exactly)
    assert at_least(deck, hits, drawn, 0) == 1
    mean = sum(count * chance for count, chance in enumerate(exactly))
    assert mean == (Fraction(hits * min(drawn, deck), deck) if deck else 0)


@pytest.mark.parametrize("numbers", [(5, 6, 1), (5, -1, 1), (5, 1, -1)])
def test_numbers_that_no_deck_has_are_refused(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="no deck"):
        distribution(*numbers)


def test_one_of_each_of_two_groups_is_inclusion_and_exclusion() -> None:
    # 3 + 4 cards of 50, 7 drawn.
    none = [Fraction(comb(50 - gone, 7), comb(50, 7)) for gone in (3, 4, 7)]
    assert both_at_least(50, Pair(3, 4), 7) == 1 - none[0] - none[1] + none[2]


@given(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2), st.integers(0, 6), st.integers(1, 2), st.integers(1, 2))
@settings(max_examples=50, deadline=None)
def test_both_groups_are_as_often_there_as_counting_every_hand_says(
    first: int, second: int, both: int, drawn: int, one: int, two: int
) -> None:
    deck = ["a"] * first + ["b"] * second + ["ab"] * both + [""] * 2
    drawn = min(drawn, len(deck))
    hands = list(combinations(deck, drawn))
    good = sum(1 for hand in hands if sum("a" in card for card in hand) >= one and sum("b" in c for c in hand) >= two)
    assert both_at_least(len(deck), Pair(first, second, both), drawn, one, two) == Fraction(good, len(hands))


@pytest.mark.parametrize(
    ("turn", "on_the_draw", "seen"),
    [(0, False, 4), (0, True, 4), (1, False, 4), (1, True, 5), (5, False, 8), (5, True, 9)],
)
def test_who_starts_has_seen_a_card_less(turn: int, on_the_draw: bool, seen: int) -> None:
    assert cards_seen(4, turn, on_the_draw=on_the_draw) == seen


@given(
    st.integers(0, 6), st.integers(0, 6), st.integers(0, 4), st.integers(0, 20), st.integers(0, 5), st.integers(0, 5)
)
@settings(max_examples=50, deadline=None)
def test_both_groups_are_there_as_often_as_all_hands_counted_one_by_one_say(
    first: int, second: int, both: int, drawn: int, least: int, other: int
) -> None:
    deck, ways = 16, 0
    drawn = min(drawn, deck)
    rest = deck - first - second - both
    if rest < 0:
        return
    for common in range(both + 1):
        for one in range(first + 1):
            for two in range(second + 1):
                left = drawn - common - one - two
                if left >= 0 and common + one >= least and common + two >= other:
                    ways += comb(both, common) * comb(first, one) * comb(second, two) * comb(rest, left)
    assert both_at_least(deck, Pair(first, second, both), drawn, least, other) == Fraction(ways, comb(deck, drawn))


def test_what_a_bounded_distribution_leaves_out_is_the_chance_of_more() -> None:
    told = distribution(60, 30, 20, 4)
    assert told == distribution(60, 30, 20)[:5]
    assert 1 - sum(told) == at_least(60, 30, 20, 5)
