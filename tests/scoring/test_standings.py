from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.model.scoring import Criterion, DecidedBy, Outcome
from cardtools.scoring.standings import rank

tables = st.dictionaries(st.sampled_from("ABCDEFGH"), st.integers(-5, 5).map(Fraction), min_size=1)


def by_total(totals: dict[str, Fraction], *, lowest: bool = False, finished: bool = True) -> Outcome:
    return Outcome(finished, (Criterion("fewest-points" if lowest else "points", totals, highest=not lowest),))


@given(tables, st.booleans())
@settings(deadline=None, max_examples=50)
def test_a_rank_is_one_more_than_the_players_who_are_better(table: dict[str, Fraction], lowest: bool) -> None:
    standings, _ = rank(table, by_total(table, lowest=lowest))
    assert {standing.player for standing in standings} == set(table)
    for standing in standings:
        better = [total for total in table.values() if (total < standing.total if lowest else total > standing.total)]
        assert standing.rank == 1 + len(better)
        assert standing.total == table[standing.player]
        assert standing.winner == (standing.rank == 1)


@given(tables, st.booleans())
@settings(deadline=None, max_examples=50)
def test_the_best_come_first_and_equals_keep_their_order(table: dict[str, Fraction], lowest: bool) -> None:
    standings, decided = rank(table, by_total(table, lowest=lowest, finished=False))
    assert decided is None
    assert not any(standing.winner for standing in standings)
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
    assert [standing.rank for standing in rank(table, by_total(table))[0]] == ranks


@pytest.mark.parametrize(
    ("totals", "cards", "winner", "decided"),
    [
        ([5, 3], [1, 9], "A", "points"),
        ([5, 5], [7, 9], "B", "cards-laid"),
        ([5, 5, 2], [9, 7, 30], "A", "cards-laid"),
        ([2, 5, 5], [30, 7, 9], "C", "cards-laid"),
    ],
)
def test_a_tie_is_broken_by_the_next_criterion_and_only_then(
    totals: list[int], cards: list[int], winner: str, decided: DecidedBy
) -> None:
    names = "ABC"[: len(totals)]
    table = dict(zip(names, map(Fraction, totals), strict=True))
    laid = dict(zip(names, map(Fraction, cards), strict=True))
    standings, by = rank(table, Outcome(True, (Criterion("points", table), Criterion("cards-laid", laid))))
    assert [standing.player for standing in standings if standing.winner] == [winner]
    assert by == decided


@pytest.mark.parametrize("unbroken", ["nobody", "draw"])
def test_nobody_wins_an_unbroken_tie_where_the_rules_say_so(unbroken: DecidedBy) -> None:
    table = {"A": Fraction(2), "B": Fraction(2), "C": Fraction(1)}
    standings, by = rank(table, Outcome(True, (Criterion("points", table),), unbroken))  # type: ignore[arg-type]
    assert [(standing.rank, standing.winner) for standing in standings] == [(1, False), (1, False), (3, False)]
    assert by == unbroken


def test_one_player_alone_wins_by_points() -> None:
    table = {"A": Fraction(2)}
    assert rank(table, by_total(table))[1] == "points"
