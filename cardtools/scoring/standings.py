"""Standings: standard competition ranks, where equal players share a rank and the next rank is left out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from cardtools.model.scoring import DecidedBy, Outcome, Standing


def rank(totals: Mapping[str, Fraction], outcome: Outcome) -> tuple[tuple[Standing, ...], DecidedBy | None]:
    """Return the players by rank, and what decided the game, None while it goes on.

    Players of one rank stay in their order. Nobody has won before the end, nor where nothing parts the best players
    and the rules let nobody win.

    >>> from cardtools.model.scoring import Criterion
    >>> totals = {"A": Fraction(1), "B": Fraction(2), "C": Fraction(2)}
    >>> standings, decided = rank(totals, Outcome(True, (Criterion("points", totals),)))
    >>> [(one.rank, one.player, one.winner) for one in standings], decided
    ([(1, 'B', True), (1, 'C', True), (3, 'A', False)], 'tie-shared')
    """
    keys = {
        player: tuple(-one.values[player] if one.highest else one.values[player] for one in outcome.criteria)
        for player in totals
    }
    ordered = sorted(totals, key=lambda player: keys[player])
    best = [player for player in ordered if keys[player] == keys[ordered[0]]]
    won = outcome.finished and (len(best) == 1 or outcome.unbroken == "tie-shared")
    standings: list[Standing] = []
    for place, player in enumerate(ordered, start=1):
        shared = bool(standings) and keys[ordered[place - 2]] == keys[player]
        number = standings[-1].rank if shared else place
        standings.append(Standing(number, player, totals[player], winner=won and number == 1))
    return tuple(standings), _decided(outcome, [keys[player] for player in ordered], len(best))


def _decided(outcome: Outcome, keys: list[tuple[Fraction, ...]], best: int) -> DecidedBy | None:
    """Return the first thing that the best player differs in from the next."""
    if not outcome.finished or not keys:
        return None
    if best > 1:
        return outcome.unbroken
    first, second = keys[0], keys[1] if len(keys) > 1 else None
    pairs = zip(outcome.criteria, first, second or first, strict=True)
    return next((one.by for one, mine, other in pairs if mine != other), outcome.criteria[0].by)
