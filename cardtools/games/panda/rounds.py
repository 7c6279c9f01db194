"""Rounds of Panda!, and when an evening is over: after the last round, or when somebody has the target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from cardtools.games.panda.evening import RoundInput, ScoreFile
from cardtools.games.panda.ledger import NUMBERS
from cardtools.games.panda.reading import TrickReader
from cardtools.games.panda.steps import settle
from cardtools.games.panda.trick import Trick
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Criterion, Fault, Outcome, RoundScore, fault
from cardtools.scoring.facts import Facts


def scorer(file: ScoreFile, game: Game) -> PandaScorer:
    """Return the scorer of this evening.

    Raises:
        CardtoolsError: ``score.no-fact`` where a user's data takes away a number that scoring needs.
    """
    return PandaScorer(file, game)


class PandaScorer:
    """Scores seventh tricks of one evening."""

    def __init__(self, file: ScoreFile, game: Game) -> None:
        scoring = game.scoring
        self._facts = scoring.facts if scoring else {}
        numbers = Facts(game)
        self._number = {name: numbers[name] for name in (*NUMBERS, "rounds")}
        self.target = file.target or (scoring.target.value if scoring and scoring.target else None)
        self._rounds_before = file.rounds_played
        self._reader = TrickReader(game, file.seats)

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:
        """Return how the game stands: the fewest points win, and equal ones share the win."""
        over = self._rounds_before + len(rounds) >= self._number["rounds"]
        reached = self.target is not None and any(total >= self.target for total in totals.values())
        return Outcome(over or reached, (Criterion("fewest-points", totals, highest=False),))

    def score_round(self, n: int, played: RoundInput, before: Mapping[str, Fraction]) -> RoundScore:
        """Score one seventh trick, or refuse it with every reason."""
        trick, faults = self._reader.read(played)
        if trick is None:
            return RoundScore(n, faults=faults)
        return RoundScore(n, settle(trick, self._facts, before), (*faults, *self._next_deal(trick)))

    def _next_deal(self, trick: Trick) -> tuple[Fault, ...]:
        """Return what the panda changes in the next deal; it does so in a trick without points as well."""
        if trick.pet is None or trick.pet.card.id != "panda":
            return ()
        name, count, hand = trick.pet.player, self._number["panda-hand"], self._number["hand"]
        told = fault("score.panda-deal", "plays", name, severity="info", name=name, count=count, hand=hand)
        return (told,)
