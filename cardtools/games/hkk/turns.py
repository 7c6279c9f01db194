"""VP and ÉP after each half-turn of a duel, to settle a dispute about it. Totals are ÉP; lines of VP are worth 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from cardtools.games.hkk.file import ScoreFile, Turn
from cardtools.games.hkk.half_turns import HalfTurn, half_turns
from cardtools.games.hkk.life import life_outcome, too_much_life
from cardtools.model.scoring import Criterion, Outcome, RoundScore, ScoreLine
from cardtools.scoring.facts import Facts

_NONE: Final = Fraction(0)


class TurnsScorer:
    """Scores half-turns one by one, each a round."""

    def __init__(self, file: ScoreFile, facts: Facts) -> None:
        self.target: int | None = None
        self._players = file.seats
        self._facts = facts
        self._lost = facts["life-lost"]
        self._most = facts["life-maximum"]
        stood = {player: Fraction(total) for player, total in file.totals.items()}
        self._start = {
            player: Fraction(file.life_start.get(player, stood.get(player, facts["life-start"])))
            for player in self._players
        }
        self._half_turns = half_turns(file.turns, self._players, facts)

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:
        """Return how the duel stands; before its first turn it goes on."""
        if not rounds:
            return Outcome(finished=False, criteria=(Criterion("points", totals),))
        return life_outcome(totals, self._lost)

    def score_round(self, n: int, played: Turn, before: Mapping[str, Fraction]) -> RoundScore:
        """Score one half-turn, or refuse it with every reason."""
        half = self._half_turns[n - 1]
        if half.refused:
            return RoundScore(n, faults=half.faults)
        lines = [*self._started(half, before), *self._vp(played, half), *self._life(played)]
        life = {
            player: before[player] + sum((line.points for line in lines if line.player == player), _NONE)
            for player in self._players
        }
        lines.extend(self._state(player, half, life[player]) for player in self._players)
        faults = list(half.faults)
        for player in played.healed:
            faults.extend(too_much_life(player, life[player], self._most, "healed", player))
        return RoundScore(n, tuple(lines), tuple(faults))

    def _started(self, half: HalfTurn, before: Mapping[str, Fraction]) -> Iterator[ScoreLine]:
        """Yield, with the first half-turn, the ÉP that players start with and ``totals`` does not hold."""
        for player, start in self._start.items():
            if half.first and start != before[player]:
                points = start - before[player]
                yield ScoreLine(player, "life", int(start), points, "score.why.hkk.life-start")

    def _vp(self, played: Turn, half: HalfTurn) -> Iterator[ScoreLine]:
        player, facts = played.player, self._facts
        turn = (("turn", str(half.turn)),)
        yield ScoreLine(player, "vp", half.gained, _NONE, "score.why.hkk.vp-turn", details=turn)
        if half.extra:
            per = (("creatures", str(played.reserve)), ("per", str(facts["reserve-creatures"])))
            each = Fraction(facts["reserve-vp"])
            yield ScoreLine(player, "vp", half.extra, _NONE, "score.why.hkk.vp-reserve", each=each, details=per)
        if half.lost:
            most = (("vp", str(half.lost)), ("most", str(facts["vp-maximum"])))
            yield ScoreLine(player, "vp", -half.lost, _NONE, "score.why.hkk.vp-lost", details=most)
        for name, count in played.spent.items():
            if count:
                left = (("vp", str(count)), ("left", str(half.left[name])))
                yield ScoreLine(name, "vp", -count, _NONE, "score.why.hkk.vp-spent", details=left)

    def _life(self, played: Turn) -> Iterator[ScoreLine]:
        kinds = ((-1, played.damage, "score.why.hkk.damage"), (1, played.healed, "score.why.hkk.healed"))
        for sign, by_player, why in kinds:
            for name, count in by_player.items():
                if count:
                    yield ScoreLine(name, "life", count, Fraction(sign * count), why, holder=played.player)

    def _state(self, player: str, half: HalfTurn, life: Fraction) -> ScoreLine:
        """Return the line that tells where a player stands: ``count`` is VP."""
        why = "score.why.hkk.state" if life > self._lost else "score.why.hkk.state-out"
        return ScoreLine(player, "state", half.left[player], _NONE, why, details=(("life", str(life)),))
