"""War of the Gods: whose opponents are the first to be all out wins (rulebook: Multiplayer Rules, same heading).

A player is out at the end of a turn, so those of one turn fall at once. Rulings: players whose opponents fall at once
share the win; one who is out cannot win, nor one without opponents; when nobody can win any more, nobody does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cardtools.games.hkk.file import ScoreFile
from cardtools.model.scoring import Criterion, Fault, Outcome, RoundScore, ScoreLine, fault
from cardtools.scoring.naming import like


@dataclass(frozen=True, slots=True)
class _War:
    """How a war stands after some turns.

    Attributes:
        winners: Several where their opponents fell in the same turn.
        lost: Nobody can win any more.
    """

    out: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    lost: bool = False

    @property
    def over(self) -> bool:
        return bool(self.winners) or self.lost


class GodsScorer:
    """Tells who has won; the whole file is one round, whose lines count opponents out and give no points."""

    def __init__(self, file: ScoreFile) -> None:
        self.target: int | None = None
        self._players = file.seats
        self._enemies = {player: tuple(dict.fromkeys(file.enemies.get(player, ()))) for player in file.seats}
        self._war = _War()
        for turn in file.knocked_out:
            self._war = self._after(self._war, turn)

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:
        """Return how the war stands."""
        war = self._war if rounds else _War()
        won = {player: Fraction(player in war.winners) for player in totals}
        return Outcome(war.over, (Criterion("opponents-out", won),), "tie-shared" if war.winners else "nobody")

    def score_round(self, n: int, played: ScoreFile, before: Mapping[str, Fraction]) -> RoundScore:  # noqa: ARG002 - the signature is that of every scorer
        """Count each player's opponents that are out, or refuse the war with every reason."""
        faults = (*self._enemy_faults(played), *self._fall_faults(played))
        if faults:
            return RoundScore(n, faults=faults)
        lines = tuple(line for player in self._players for line in self._lines(player))
        return RoundScore(n, lines, tuple(self._only_opponents(played)))

    def _after(self, war: _War, turn: Sequence[str]) -> _War:
        """Return how the war stands when those of one turn are out."""
        if war.over:
            return war
        out = tuple(dict.fromkeys((*war.out, *turn)))
        able = [one for one, against in self._enemies.items() if against and one not in out]
        winners = tuple(one for one in able if set(self._enemies[one]) <= set(out))
        return _War(out, winners, lost=not able)

    def _enemy_faults(self, played: ScoreFile) -> Iterator[Fault]:
        if not played.enemies:
            yield fault("score.no-enemies", "enemies")
        for player, against in played.enemies.items():
            if player not in self._players:
                yield fault("score.unknown-player", "enemies", player, name=player)
            for index, name in enumerate(against):
                if name == player:
                    yield fault("score.own-enemy", "enemies", player, index, name=name)
                elif name not in self._players:
                    yield fault("score.unknown-player", "enemies", player, index, name=name)

    def _only_opponents(self, played: ScoreFile) -> Iterator[Fault]:
        """Yield a warning for each who stands nowhere but among opponents, and may be another one misspelt."""
        fallen = {name for turn in played.knocked_out for name in turn}
        sure = {*played.players, *played.totals, *played.enemies, *fallen}
        told: set[str] = set()
        for player, against in played.enemies.items():
            for index, name in enumerate(against):
                if name not in sure | told:
                    told.add(name)
                    where = ("enemies", player, index)
                    alike = like(name, (one for one in self._players if one != name))
                    yield fault("score.only-opponent", *where, severity="warning", suggestions=alike, name=name)

    def _fall_faults(self, played: ScoreFile) -> Iterator[Fault]:
        war, seen = _War(), set[str]()
        for number, turn in enumerate(played.knocked_out):
            for index, name in enumerate(turn):
                where = ("knocked_out", number, index)
                if name not in self._players:
                    yield fault("score.unknown-player", *where, name=name)
                elif name in seen:
                    yield fault("score.out-twice", *where, name=name)
                elif war.winners:
                    yield fault("score.after-win", *where, name=name, names=", ".join(war.winners))
                elif war.lost:
                    yield fault("score.after-win", *where, wording="score.after-win.nobody", name=name)
                seen.add(name)
            war = self._after(war, turn)

    def _lines(self, player: str) -> Iterator[ScoreLine]:
        against, none = self._enemies[player], Fraction(0)
        out = [name for name in against if name in self._war.out]
        details = (("all", str(len(against))), ("names", ", ".join(out)))
        others = ", ".join(one for one in self._war.winners if one != player)
        if player in self._war.winners and others:
            why = "score.why.hkk.opponents-shared"
            yield ScoreLine(
                player, "opponents", len(out), none, why, holder=others, details=details, certainty="ruling"
            )
        elif player in self._war.winners:
            yield ScoreLine(player, "opponents", len(out), none, "score.why.hkk.opponents-all", details=details)
        elif against:
            why = "score.why.hkk.opponents" if out else "score.why.hkk.opponents-none"
            yield ScoreLine(player, "opponents", len(out), none, why, details=details)
        else:
            yield ScoreLine(player, "opponents", 0, none, "score.why.hkk.no-opponents", certainty="ruling")
        if player in self._war.out:
            yield ScoreLine(player, "out", 1, none, "score.why.hkk.fallen", certainty="ruling")
