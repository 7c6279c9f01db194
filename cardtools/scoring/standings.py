"""Standings: standard competition ranks, where equal totals share a rank and the next rank is left out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from cardtools.model.scoring import Standing


def rank(totals: Mapping[str, Fraction], *, lowest_wins: bool, finished: bool) -> tuple[Standing, ...]:
    """Return the players by rank; players of one rank stay in their order.

    >>> [(s.rank, s.player) for s in rank({"A": Fraction(1), "B": Fraction(2), "C": Fraction(2)},
    ...  lowest_wins=False, finished=False)]
    [(1, 'B'), (1, 'C'), (3, 'A')]
    """
    ordered = sorted(totals, key=lambda player: totals[player] if lowest_wins else -totals[player])
    standings: list[Standing] = []
    for place, player in enumerate(ordered, start=1):
        total = totals[player]
        number = standings[-1].rank if standings and standings[-1].total == total else place
        standings.append(Standing(number, player, total, winner=finished and number == 1))
    return tuple(standings)
