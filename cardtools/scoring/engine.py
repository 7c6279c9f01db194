"""The fold: rounds in, running totals and an end out. The scorer of a game comes as an argument."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Protocol, TypeVar

from cardtools.model.finding import Finding, Location
from cardtools.model.scoring import DecidedBy, RoundScore, Scoresheet
from cardtools.scoring.standings import rank

RoundT = TypeVar("RoundT", contravariant=True)


class Scorer(Protocol[RoundT]):
    """What a game brings: how one round is scored, and when the game is over."""

    lowest_wins: bool
    target: int | None

    def score_round(self, n: int, played: RoundT) -> RoundScore:
        """Score round ``n`` (from 1); a round that cannot be has findings and no lines."""
        ...

    def is_over(self, totals: Mapping[str, Fraction]) -> bool:
        """Return whether the game ends with these totals."""
        ...


def fold(
    game: str,
    variant: str,
    players: Sequence[str],
    starting: Mapping[str, Fraction],
    rounds: Sequence[RoundT],
    scorer: Scorer[RoundT],
    locations: Sequence[Location] = (),
) -> Scoresheet:
    """Score all rounds in order. A refused round counts for nothing; a round after the end is refused."""
    totals = {player: starting.get(player, Fraction(0)) for player in players}
    scored: list[RoundScore] = []
    over = 0 if scorer.is_over(totals) else None
    for n, played in enumerate(rounds, start=1):
        where = locations[n - 1] if n <= len(locations) else Location()
        if over is not None:
            wording = None if over else "score.after-end.before"
            late = Finding(code="score.after-end", wording=wording, params={"n": over}, location=where)
            scored.append(RoundScore(n, findings=(late,)))
            continue
        result = scorer.score_round(n, played)
        result = replace(result, findings=tuple(_placed(finding, where) for finding in result.findings))
        scored.append(result)
        for player, points in result.scores.items():
            totals[player] += points
        if result.lines and scorer.is_over(totals):
            over = n
    finished = over is not None
    standings = rank(totals, lowest_wins=scorer.lowest_wins, finished=finished)
    winners = sum(1 for standing in standings if standing.winner)
    decided: DecidedBy | None = None
    if finished:
        decided = "tie-shared" if winners > 1 else "fewest-points" if scorer.lowest_wins else "points"
    return Scoresheet(
        game=game,
        variant=variant,
        target=scorer.target,
        players=tuple(players),
        starting={player: starting.get(player, Fraction(0)) for player in players},
        rounds=tuple(scored),
        standings=standings,
        finished=finished,
        decided_by=decided,
        findings=tuple(finding for one in scored for finding in one.findings),
    )


def _placed(finding: Finding, where: Location) -> Finding:
    return finding if finding.location.line else finding.model_copy(update={"location": where})
