"""UNO: the one who goes out scores the cards left in all other hands (sheet: Scoring).

In the variant ``lowest`` everyone notes the points of their own hand, and the lowest total wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from cardtools.errors import refuse
from cardtools.model.base import Model
from cardtools.model.card import Card
from cardtools.model.finding import Finding
from cardtools.model.formats import Format
from cardtools.model.game_folder import Game
from cardtools.model.rules import FixedRule
from cardtools.model.scoring import Name, RoundScore, RoundsFile, ScoreLine
from cardtools.names.tokens import Reading, TokenIndex

Written = Annotated[str, Field(max_length=4000)]
Hand = Written | Annotated[tuple[Written, ...], Field(max_length=400)] | None


class RoundInput(Model):
    """One round: who went out, what the others still hold, and the last card where it made somebody draw.

    Cards drawn for the last card stand in the hand of the player who drew them (sheet: Going out).
    """

    out: Name | None = None
    hands: Mapping[Name, Hand] = {}
    last: Name | None = None


class ScoreFile(RoundsFile):
    """An evening of UNO; ``deck`` is the pack that hands are counted against, and no total is below zero."""

    totals: Mapping[Name, Annotated[Decimal, Field(ge=0, le=1_000_000, decimal_places=2)]] = {}
    deck: Name = "box"
    rounds: Annotated[tuple[RoundInput, ...], Field(min_length=1, max_length=999)]


def scorer(file: ScoreFile, game: Game, variant: str) -> UnoScorer:
    """Return the scorer of this evening.

    Raises:
        CardtoolsError: ``score.unknown-deck``.
    """
    decks = {one.id: one for one in game.formats if any(isinstance(rule, FixedRule) for rule in one.rules)}
    if file.deck not in decks:
        raise refuse("score.unknown-deck", deck=file.deck, known=", ".join(decks))
    target = file.target or (game.scoring.target.value if game.scoring and game.scoring.target else None)
    return UnoScorer(game, decks[file.deck], file.players, target, lowest_wins=variant == "lowest")


class UnoScorer:
    """Scores rounds of UNO between these players with this deck; a target of None never ends the game."""

    def __init__(
        self, game: Game, deck: Format, players: tuple[str, ...], target: int | None, *, lowest_wins: bool
    ) -> None:
        cards = game.cards.cards if game.cards else ()
        self.lowest_wins = lowest_wins
        self.target = target
        self._players = players
        self._deck = deck.id
        self._cards = {card.id: card for card in cards}
        self._tokens = TokenIndex(cards)
        self._copies = next(rule for rule in deck.rules if isinstance(rule, FixedRule)).contents(cards)
        scoring = game.scoring
        self._categories = {kind: one.id for one in (scoring.categories if scoring else ()) for kind in one.types}
        self._drawn = {
            kind: fact.value or 0
            for kind in ("draw-two", "wild-draw-four")
            if scoring and (fact := scoring.facts.get(f"last-card-{kind}"))
        }

    def is_over(self, totals: Mapping[str, Fraction]) -> bool:
        """Return whether somebody has reached the target."""
        return self.target is not None and any(total >= self.target for total in totals.values())

    def score_round(self, n: int, played: RoundInput) -> RoundScore:
        """Score one round, or refuse it with every reason."""
        hands: dict[str, Counter[str]] = {}
        findings = list(self._read_hands(played, hands))
        last: Card | None = None
        if played.last is not None:
            readings = self._tokens.read(played.last)
            last = readings[0].cards[0] if len(readings) == 1 and len(readings[0].cards) == 1 else None
            if last is None or last.type not in self._drawn:
                findings.append(Finding(code="score.last-card", params={"token": played.last}))
        if not findings:
            findings.extend(self._count_against_deck(hands, last))
        if findings:
            return RoundScore(n, findings=tuple(findings))
        out = played.out or ""
        return RoundScore(n, tuple(self._lines(out, hands)))

    def _read_hands(self, played: RoundInput, hands: dict[str, Counter[str]]) -> Iterator[Finding]:
        for name in (*([played.out] if played.out else []), *played.hands):
            if name not in self._players:
                yield Finding(code="score.unknown-player", params={"name": name})
        if played.out is None:
            yield Finding(code="score.no-out")
        for player in self._players:
            hands[player] = Counter[str]()
            cards = played.hands.get(player) or ""
            readings = self._tokens.read(cards)
            yield from self._read_hand(readings, hands[player])
            if player == played.out and readings:
                written = cards if isinstance(cards, str) else " ".join(cards)
                yield Finding(code="score.out-holds", params={"name": player, "cards": written})
            elif player != played.out and player not in played.hands:
                yield Finding(code="score.missing-hand", params={"name": player})
            elif player != played.out and played.out is not None and not readings:
                yield Finding(code="score.empty-hand", params={"name": player, "out": played.out})

    @staticmethod
    def _read_hand(readings: tuple[Reading, ...], hand: Counter[str]) -> Iterator[Finding]:
        for reading in readings:
            if len(reading.cards) == 1:
                hand[reading.cards[0].id] += reading.count
            elif reading.cards:
                names = ", ".join(card.id for card in reading.cards)
                yield Finding(code="score.ambiguous-card", params={"token": reading.words, "names": names})
            else:
                yield Finding(code="score.unknown-card", params={"token": reading.words})

    def _count_against_deck(self, hands: Mapping[str, Counter[str]], last: Card | None) -> Iterator[Finding]:
        held = sum(hands.values(), Counter[str]())
        if last is not None:
            held[last.id] += 1
            drawn = self._drawn[last.type or ""]
            most = max(hand.total() for hand in hands.values())
            if most < drawn:
                yield Finding(code="score.too-few-drawn", params={"card": last.id, "count": drawn})
        for one, count in held.items():
            if count > self._copies.get(one, 0):
                yield Finding(
                    code="score.too-many",
                    params={
                        "card": one,
                        "actual": count,
                        "deck": self._deck,
                        "most": self._copies.get(one, 0),
                    },
                    actual=count,
                    limit={"max": self._copies.get(one, 0)},
                )

    def _lines(self, out: str, hands: Mapping[str, Counter[str]]) -> Iterator[ScoreLine]:
        for holder, hand in hands.items():
            if holder == out:
                continue
            for one in (card for card in self._cards if card in hand):
                card, count = self._cards[one], hand[one]
                each = Fraction(card.points or 0)
                category = self._categories.get(card.type or "", card.type or "")
                if self.lowest_wins:
                    yield ScoreLine(holder, category, count, count * each, "score.why.own", one, each)
                else:
                    yield ScoreLine(out, category, count, count * each, "score.why.held", one, each, holder)
        if self.lowest_wins:
            yield ScoreLine(out, "out", 0, Fraction(0), "score.why.out")
