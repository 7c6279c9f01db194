"""Duels and paired play: whose life points (ÉP) are gone has lost (rulebook: Game Objective and Sequence of Play).

Totals are ÉP. Pairs share theirs (rulebook: Multiplayer Rules, Paired Play); otherwise the rules are those of a duel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from cardtools.games.hkk.file import PAIRS, ScoreFile
from cardtools.model.scoring import Criterion, Fault, Outcome, RoundScore, ScoreLine, fault
from cardtools.scoring.facts import Facts


def too_much_life(player: str, life: int | Fraction, most: int, *where: str) -> Iterator[Fault]:
    """Yield a warning where a player has more ÉP than ``most``, since only a card can allow it."""
    if life > most:
        limit = {"max": most}
        yield fault(
            "score.life-maximum",
            *where,
            severity="warning",
            actual=int(life),
            limit=limit,
            name=player,
            count=int(life),
            most=most,
        )


def life_outcome(totals: Mapping[str, Fraction], lost: int) -> Outcome:
    """Return how a duel stands at the end of a turn: one with ``lost`` ÉP or fewer has lost, both make a draw."""
    still = {player: Fraction(life > lost) for player, life in totals.items()}
    if all(still.values()):
        return Outcome(finished=False, criteria=(Criterion("points", totals),))
    return Outcome(finished=True, criteria=(Criterion("opponents-out", still),), unbroken="draw")


class LifeScorer:
    """Scores the ÉP at the end of a turn: the whole file is one round."""

    def __init__(self, file: ScoreFile, facts: Facts) -> None:
        self.target: int | None = None
        self._players = file.seats
        self._lost = facts["life-lost"]
        self._most = facts["pair-life-maximum" if file.way == PAIRS else "life-maximum"]
        self._decks_out = file.decks_out

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:
        """Return how the game stands; before anything is said of it, it goes on."""
        if not rounds:
            return Outcome(finished=False, criteria=(Criterion("points", totals),))
        stands = life_outcome(totals, self._lost)
        if self._decks_out and not stands.finished:
            equal = dict.fromkeys(totals, Fraction(0))
            return Outcome(finished=True, criteria=(Criterion("points", equal),), unbroken="draw")
        return stands

    def score_round(self, n: int, played: ScoreFile, before: Mapping[str, Fraction]) -> RoundScore:
        """Score what the file says, or refuse it with every reason."""
        faults = [*self._faults(played.life)]
        if any(one.finding.severity == "error" for one in faults):
            return RoundScore(n, faults=tuple(faults))
        lines = [self._line(player, played.life[player], before[player]) for player in self._players]
        if self._decks_out and all(life > self._lost for life in played.life.values()):
            lines.extend(
                ScoreLine(player, "draw", 0, Fraction(0), "score.why.hkk.decks-out") for player in self._players
            )
        return RoundScore(n, tuple(lines), tuple(faults))

    def _faults(self, life: Mapping[str, int]) -> Iterator[Fault]:
        for player, left in life.items():
            if player not in self._players:
                yield fault("score.unknown-player", "life", player, name=player)
            yield from too_much_life(player, left, self._most, "life", player)
        for player in self._players:
            if player not in life:
                yield fault("score.missing-life", "life", name=player)

    def _line(self, player: str, life: int, before: Fraction) -> ScoreLine:
        """Return the line that brings a player from the ÉP of ``totals``, if any, to those of the file."""
        if life <= self._lost:
            why = "score.why.hkk.life-out"
        else:
            why = "score.why.hkk.life-from" if before else "score.why.hkk.life"
        return ScoreLine(player, "life", life, life - before, why, details=(("before", str(before)),))
