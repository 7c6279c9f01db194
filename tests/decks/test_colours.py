from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.decks import colours
from cardtools.decks.colours import cheapest_cut

GODS = [f"god-{number}" for number in range(11)]
holdings = st.dictionaries(st.frozensets(st.sampled_from(GODS), min_size=1, max_size=2), st.integers(1, 9), max_size=14)


def of(**cards: int) -> dict[frozenset[str], int]:
    return {frozenset(key.split("_")): count for key, count in cards.items()}


@pytest.mark.parametrize(
    ("cards", "most", "cut", "lost"),
    [
        (of(a=4, b=3, c=2, d=1), 3, ("d",), 1),
        (of(a=4, b=3, c=2, d=1), 2, ("c", "d"), 3),
        (of(a=4, b=3, c=2, d=1), 0, ("a", "b", "c", "d"), 10),
        (of(a=4, b=3), 3, (), 0),
        (of(), 3, (), 0),
        (of(a=4, b=3, b_c=3, c=2), 2, ("a",), 4),
        (of(a_b=3, a=1, b=1, c=2, d=3), 3, ("c",), 2),
    ],
)
def test_the_colours_of_the_fewest_cards_are_given_up(
    cards: dict[frozenset[str], int], most: int, cut: tuple[str, ...], lost: int
) -> None:
    found = cheapest_cut(cards, most)
    assert (found.cut, found.lost, found.exact) == (cut, lost, True)


def test_other_sets_that_cost_as_much_are_told_and_the_order_decides() -> None:
    found = cheapest_cut(of(a=1, b=1, c=5), 2, ("c", "b", "a"))
    assert (found.cut, found.equally) == (("b",), (("a",),))


@given(holdings, st.integers(0, 4))
@settings(max_examples=50, deadline=None)
def test_no_set_of_up_to_eleven_gods_keeps_more_cards(cards: dict[frozenset[str], int], most: int) -> None:
    present = sorted({god for gods in cards for god in gods})
    kept = max(
        sum(count for gods, count in cards.items() if gods <= set(keep))
        for keep in combinations(present, min(most, len(present)))
    )
    found = cheapest_cut(cards, most, GODS)
    assert found.lost == sum(cards.values()) - kept
    assert len(present) - len(found.cut) <= most


def test_of_too_many_sets_the_cheapest_colour_goes_first_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(colours, "MOST_SETS", 2)
    found = cheapest_cut(of(a=4, b=3, c=2, d=1), 2)
    assert (found.cut, found.lost, found.exact) == (("d", "c"), 3, False)
