"""A match of several games: games won are points, drawn games count nothing (ruling: HKK)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from cardtools.games.hkk.file import ScoreFile
from cardtools.games.hkk.names import is_draw
from cardtools.model.scoring import Criterion, Outcome, RoundScore, ScoreLine, fault
from cardtools.scoring.facts import Facts


class MatchScorer:
    """Scores games one by one, each a round.

    A match of ``best_of`` games is over as soon as one cannot be caught up in those left, or when all have been
    played, drawn ones too; with a ``target``, as soon as somebody has won so many. Without either it is over when the
    file says ``over``.
    """

    def __init__(self, file: ScoreFile, facts: Facts) -> None:
        self.target = file.target
        self._players = file.seats
        self._games = len(file.games)
        self._over = file.over
        self._best_of = file.best_of
        self._before = sum((Fraction(total) for total in file.totals.values()), Fraction(0))
        self._won, self._drawn = facts["game-won"], facts["game-drawn"]

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:
        """Return how the match stands; equal at its end is a draw."""
        finished = self._over and self._games > 0 and len(rounds) == self._games
        if self.target is not None:
            finished = finished or any(total >= self.target for total in totals.values())
        if self._best_of is not None and totals:
            left = self._best_of - len(rounds) - self._before
            first, second = (*sorted(totals.values(), reverse=True), Fraction(0))[:2]
            finished = finished or left <= 0 or first - second > left * self._won
        return Outcome(finished, (Criterion("points", totals),), unbroken="draw")

    def score_round(self, n: int, played: str, before: Mapping[str, Fraction]) -> RoundScore:  # noqa: ARG002 - the signature is that of every scorer
        """Score one game: the name of who won it, or that it was drawn."""
        others = {one: ", ".join(other for other in self._players if other != one) for one in self._players}
        number = (("n", str(n)),)
        if played in others:
            points = Fraction(self._won)
            line = ScoreLine(played, "game", 1, points, "score.why.hkk.game-won", holder=others[played], details=number)
            return RoundScore(n, (line,))
        if not is_draw(played):
            return RoundScore(n, faults=(fault("score.unknown-player", name=played),))
        points = Fraction(self._drawn)
        return RoundScore(
            n,
            tuple(
                ScoreLine(one, "draw", 1, points, "score.why.hkk.game-drawn", holder=other, details=number)
                for one, other in others.items()
            ),
        )
