"""Tally: a round is worth what each player's cards are worth, count times points. Most games need no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Final

from pydantic import Field

from cardtools.model import scoring as model
from cardtools.model.card import Card
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Criterion, Fault, Name, Outcome, RoundScore, RoundsFile, ScoreLine, fault
from cardtools.names.tokens import TokenIndex
from cardtools.scoring.hands import Hand, Laid, count_of, more_than, read_hand
from cardtools.scoring.naming import EACH, KEY
from cardtools.scoring.statements import Said, Statement

NAMES: Final = (("rounds", EACH, "cards", KEY),)
"""Where a score file names players; see ``scoring.naming``."""


class RoundInput(model.RoundInput):
    """One round: the cards that count for each player, by name or token.

    Attributes:
        cards: The cards that count for each player.
    """

    cards: Mapping[Name, Hand] = {}

    @property
    def named(self) -> tuple[str, ...]:
        """The players whose cards it lists."""
        return tuple(self.cards)


class ScoreFile(RoundsFile):
    """Rounds of a game scored by tally."""

    rounds: Annotated[tuple[RoundInput, ...], Field(max_length=999)] = ()


def scorer(file: ScoreFile, game: Game) -> TallyScorer:
    """Return the scorer of this file."""
    return TallyScorer(file, game)


def read_round(statements: Sequence[Statement]) -> Said:
    """Read a round in words, such as ``Anna r1 r4; Béla b2``."""
    said = Said()
    for one in statements:
        said.put(one, one.words, "cards", one.player)
    return said


class TallyScorer:
    """Adds up points of cards; cards are counted against the box."""

    def __init__(self, file: ScoreFile, game: Game) -> None:
        scoring = game.scoring
        cards = game.cards.cards if game.cards else ()
        self._lowest = scoring is not None and scoring.winner == "lowest"
        self.target = file.target or (scoring.target.value if scoring and scoring.target else None)
        self._players = file.seats
        self._tokens = TokenIndex(cards)
        self._cards = {card.id: card for card in cards}
        self._categories = {kind: one.id for one in (scoring.categories if scoring else ()) for kind in one.types}

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:  # noqa: ARG002 - the signature is that of every scorer
        """Return how the game stands: over when somebody has reached the target."""
        over = self.target is not None and any(total >= self.target for total in totals.values())
        by = Criterion("fewest-points" if self._lowest else "points", totals, highest=not self._lowest)
        return Outcome(over, (by,))

    def score_round(self, n: int, played: RoundInput, before: Mapping[str, Fraction]) -> RoundScore:  # noqa: ARG002 - the signature is that of every scorer
        """Score one round, or refuse it with every reason."""
        faults: list[Fault] = []
        lines: list[ScoreLine] = []
        held: list[Laid] = []
        for player, written in played.cards.items():
            if player not in self._players:
                faults.append(fault("score.unknown-player", "cards", player, name=player))
            laid, unread = read_hand(self._tokens, written, "cards", player)
            faults.extend(unread)
            counted = count_of(laid)
            held.extend(laid)
            lines.extend(self._line(player, self._cards[one], count) for one, count in counted.items())
        faults.extend(more_than({one: card.copies for one, card in self._cards.items()}, "box", held))
        unknown = {one.card.id: one for one in reversed(held) if one.card.points is None}
        faults.extend(fault("score.no-points", *one.where, card=card) for card, one in unknown.items())
        return RoundScore(n, faults=tuple(faults)) if faults else RoundScore(n, tuple(lines))

    def _line(self, player: str, card: Card, count: int) -> ScoreLine:
        each = Fraction(card.points or 0)
        category = self._categories.get(card.type or "", card.type or "card")
        return ScoreLine(player, category, count, count * each, "score.why.tally", card.id, each)
