"""Tally: a round is worth what each player's cards are worth, count times points. Most games need no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from cardtools.model.base import Model
from cardtools.model.card import Card
from cardtools.model.finding import Finding
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Name, RoundScore, RoundsFile, ScoreLine
from cardtools.names.tokens import TokenIndex

Written = Annotated[str, Field(max_length=4000)]


class RoundInput(Model):
    """One round: the cards that count for each player, by name or token."""

    cards: Mapping[Name, Written | Annotated[tuple[Written, ...], Field(max_length=400)] | None] = {}


class ScoreFile(RoundsFile):
    """Rounds of a game scored by tally."""

    rounds: Annotated[tuple[RoundInput, ...], Field(min_length=1, max_length=999)]


def scorer(file: ScoreFile, game: Game, variant: str) -> TallyScorer:  # noqa: ARG001 - the shape all games have
    """Return the scorer of this file."""
    return TallyScorer(file, game)


class TallyScorer:
    """Adds up points of cards; cards are counted against the box."""

    def __init__(self, file: ScoreFile, game: Game) -> None:
        scoring = game.scoring
        cards = game.cards.cards if game.cards else ()
        self.lowest_wins = scoring is not None and scoring.winner == "lowest"
        self.target = file.target or (scoring.target.value if scoring and scoring.target else None)
        self._players = file.players
        self._tokens = TokenIndex(cards)
        self._cards = {card.id: card for card in cards}
        self._categories = {kind: one.id for one in (scoring.categories if scoring else ()) for kind in one.types}

    def is_over(self, totals: Mapping[str, Fraction]) -> bool:
        """Return whether somebody has reached the target."""
        return self.target is not None and any(total >= self.target for total in totals.values())

    def score_round(self, n: int, played: RoundInput) -> RoundScore:
        """Score one round, or refuse it with every reason."""
        findings: list[Finding] = []
        lines: list[ScoreLine] = []
        laid: Counter[str] = Counter()
        for player, written in played.cards.items():
            if player not in self._players:
                findings.append(Finding(code="score.unknown-player", params={"name": player}))
            counted: Counter[str] = Counter()
            for reading in self._tokens.read(written or ""):
                if len(reading.cards) == 1:
                    counted[reading.cards[0].id] += reading.count
                elif reading.cards:
                    names = ", ".join(card.id for card in reading.cards)
                    findings.append(
                        Finding(code="score.ambiguous-card", params={"token": reading.words, "names": names})
                    )
                else:
                    findings.append(Finding(code="score.unknown-card", params={"token": reading.words}))
            laid += counted
            lines.extend(self._line(player, self._cards[one], count) for one, count in counted.items())
        findings.extend(self._impossible(laid))
        return RoundScore(n, findings=tuple(findings)) if findings else RoundScore(n, tuple(lines))

    def _line(self, player: str, card: Card, count: int) -> ScoreLine:
        each = Fraction(card.points or 0)
        category = self._categories.get(card.type or "", card.type or "card")
        return ScoreLine(player, category, count, count * each, "score.why.tally", card.id, each)

    def _impossible(self, laid: Counter[str]) -> list[Finding]:
        findings: list[Finding] = []
        for one, count in laid.items():
            card = self._cards[one]
            if card.points is None:
                findings.append(Finding(code="score.no-points", params={"card": one}))
            if count > card.copies:
                params: dict[str, str | int] = {"card": one, "actual": count, "deck": "box", "most": card.copies}
                findings.append(Finding(code="score.too-many", params=params))
        return findings
