from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.scoring.standings import rank

tables = st.dictionaries(st.sampled_from("ABCDEFGH"), st.integers(-5, 5).map(Fraction), min_size=1)


@given(tables, st.booleans())
@settings(deadline=None, max_examples=50)
def test_a_rank_is_one_more_than_the_players_who_are_better(table: dict[str, Fraction], lowest: bool) -> None:
    standings = rank(table, lowest_wins=lowest, finished=True)
    assert {standing.player for standing in standings} == set(table)
    for standing in standings:
        better = [total for total in table.values() if (total < standing.total if lowest else total > standing.total)]
        assert standing.rank == 1 + len(better)
        assert standing.total == table[standing.player]
        assert standing.winner == (standing.rank == 1)


@given(tables, st.booleans())
@settings(deadline=None, max_examples=50)
def test_the_best_come_first_and_equals_keep_their_order(table: dict[str, Fraction], lowest: bool) -> None:
    standings = rank(table, lowest_wins=lowest, finished=False)
    assert [standing.rank for standing in standings] == sorted(standing.rank for standing in standings)
    seats = list(table)
    for one, other in pairwise(standings):
        if one.rank == other.rank:
            assert seats.index(one.player) < seats.index(other.player)


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        ([3, 2, 2, 1], [1, 2, 2, 4]),
        ([5, 5, 1], [1, 1, 3]),
        ([0, 0, 0], [1, 1, 1]),
        ([7], [1]),
        ([4, 3, 3, 3, 2], [1, 2, 2, 2, 5]),
    ],
)
def test_ranks_after_a_tie_are_left_out(totals: list[int], ranks: list[int]) -> None:
    table = {chr(ord("A") + n): Fraction(total) for n, total in enumerate(totals)}
    assert [standing.rank for standing in rank(table, lowest_wins=False, finished=True)] == ranks
