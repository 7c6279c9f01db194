"""The Final War for Power: points for the left neighbour's fall (rulebook: Multiplayer Rules, same heading).

Players fall during a turn, so within one turn they fall in the order written (ruling).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from cardtools.games.hkk.file import ScoreFile
from cardtools.model.base import Certainty
from cardtools.model.scoring import Criterion, Fault, Outcome, RoundScore, ScoreLine, fault
from cardtools.scoring.facts import Facts

_HALF: Final = Fraction(1, 2)


class FinalWarScorer:
    """Scores who has been knocked out so far; the whole file is one round."""

    def __init__(self, file: ScoreFile, facts: Facts) -> None:
        self.target: int | None = None
        self._file = file
        self._neighbour = Fraction(facts["neighbour"])
        self._new_neighbour = Fraction(facts["new-neighbour"])
        self._survivor = facts["survivor-halves"] * _HALF

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:
        """Return how the war stands: over when one player is left; the most points win, equal ones together."""
        fallen = sum(len(turn) for turn in self._file.knocked_out)
        over = bool(rounds) and fallen == len(self._file.seats) - 1
        return Outcome(over, (Criterion("points", totals),))

    def score_round(self, n: int, played: ScoreFile, before: Mapping[str, Fraction]) -> RoundScore:  # noqa: ARG002 - the signature is that of every scorer
        """Score all turns in which somebody fell, or refuse them with every reason."""
        faults = [*self._seat_faults(played)]
        lines: list[ScoreLine] = []
        standing = list(played.seats)
        for number, turn in enumerate(played.knocked_out):
            faults.extend(self._fell(turn, number, standing, lines))
        if faults:
            return RoundScore(n, faults=tuple(faults))
        if len(standing) == 1 and played.knocked_out:
            lines.append(ScoreLine(standing[0], "survivor", 1, self._survivor, "score.why.hkk.survivor"))
        return RoundScore(n, tuple(lines))

    def _seat_faults(self, played: ScoreFile) -> list[Fault]:
        """Return faults where both ``seats`` and ``players`` are given and are not the same people."""
        if not played.players or not played.circle:
            return []
        strangers = [
            fault("score.unknown-player", "seats", seat, name=name)
            for seat, name in enumerate(played.circle)
            if name not in played.players
        ]
        without = [name for name in played.players if name not in played.circle]
        return [*strangers, *(fault("score.seat-missing", "seats", name=name) for name in without)]

    def _fell(self, turn: Sequence[str], number: int, standing: list[str], lines: list[ScoreLine]) -> Sequence[Fault]:
        """Take those who fell in one turn out of those ``standing``, and add to ``lines`` what it is worth."""
        faults: list[Fault] = []
        right_of = {name: standing[seat - 1] for seat, name in enumerate(standing)}
        moved: set[str] = set()
        for index, name in enumerate(turn):
            where = ("knocked_out", number, index)
            if name not in self._file.seats:
                faults.append(fault("score.unknown-player", *where, name=name))
            elif name not in standing:
                faults.append(fault("score.out-twice", *where, name=name))
            elif len(standing) == 1:
                faults.append(fault("score.all-out", *where, name=name))
            else:
                right = standing[standing.index(name) - 1]
                standing.remove(name)
                lines.extend(self._lines(name, right, right_of[name], len(standing) == 1, right in moved))
                moved.add(right)
        return faults

    def _lines(self, name: str, right: str, at_first: str, last: bool, moved: bool) -> list[ScoreLine]:
        """Return what the fall of ``name`` is worth to ``right``, whose left neighbour it was.

        Args:
            name: Who fell.
            right: Whose left neighbour that was.
            at_first: Whose left neighbour that was when the turn began; ``right`` but for those out since.
            last: Whether only one player is left.
            moved: Whether ``name`` became the left neighbour of ``right`` only in this turn.
        """
        lines: list[ScoreLine] = []
        if at_first != right:
            why = "score.why.hkk.neighbour-late"
            lines.append(ScoreLine(at_first, "neighbour", 0, Fraction(0), why, holder=name, certainty="ruling"))
        if moved:
            # The text gives the last one a point for the last fall and none for a new neighbour's; the ban is kept.
            certainty: Certainty = "ruling" if last else "printed"
            why = "score.why.hkk.neighbour-new"
            lines.append(ScoreLine(right, "neighbour", 0, self._new_neighbour, why, holder=name, certainty=certainty))
        else:
            lines.append(ScoreLine(right, "neighbour", 1, self._neighbour, "score.why.hkk.neighbour", holder=name))
        return lines
