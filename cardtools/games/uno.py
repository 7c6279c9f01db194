"""UNO: the one who goes out scores the cards left in all other hands (sheet: Scoring).

In the variant ``lowest`` everyone notes the points of their own hand, and the lowest total wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Final

from pydantic import Field

from cardtools.errors import refuse
from cardtools.model import scoring as model
from cardtools.model.card import Card
from cardtools.model.formats import Format
from cardtools.model.game_folder import Game
from cardtools.model.rules import FixedRule, PickRule
from cardtools.model.scoring import Criterion, Fault, Name, Outcome, RoundScore, RoundsFile, ScoreLine, fault
from cardtools.names.folding import fold
from cardtools.names.tokens import TokenIndex
from cardtools.scoring.hands import Hand, Laid, count_of, more_than, read_hand
from cardtools.scoring.naming import EACH, KEY
from cardtools.scoring.statements import Said, Statement, rest_of, starts_with

_LAST: Final = ("last", "utolsó")
_OUT: Final = ("out", "went out", "goes out", "ki", "kiment", "kimegy", "kijött")
KEYWORDS: Final = (*_LAST, *_OUT)
WORDS: Final = _OUT
"""What may be said beside cards."""
NAMES: Final = (("rounds", EACH, "out"), ("rounds", EACH, "hands", KEY))
"""Where a score file names players; see ``scoring.naming``."""

_AGREED: Final = "customizable"
"""The choice of a deck that ``customizable`` in a score file makes."""


class RoundInput(model.RoundInput):
    """One round: who went out, what the others still hold, and the last card where it made somebody draw.

    Cards drawn for the last card stand in the hand of the player who drew them (sheet: Going out).

    Attributes:
        out: Who went out.
        hands: What each of the others holds.
        last: The card that went out last, where it made somebody draw.
    """

    out: Name | Annotated[tuple[Name, ...], Field(max_length=99)] | None = None
    hands: Mapping[Name, Hand] = {}
    last: Name | None = None

    @property
    def went_out(self) -> tuple[str, ...]:
        """Who went out; anything but one player cannot be."""
        return () if self.out is None else (self.out,) if isinstance(self.out, str) else self.out

    @property
    def named(self) -> tuple[str, ...]:
        """The players it names, the one who went out first."""
        return tuple(dict.fromkeys((*self.went_out, *self.hands)))


class ScoreFile(RoundsFile):
    """An evening of UNO; no total is below zero.

    Attributes:
        deck: The pack that hands are counted against.
        customizable: How many Customizable Wilds the players agreed on, where not on what the pack has.
    """

    totals: Mapping[Name, Annotated[Decimal, Field(ge=0, le=1_000_000, decimal_places=2)]] = {}
    deck: Name = "box"
    customizable: Annotated[int, Field(ge=0, le=99)] | None = None
    rounds: Annotated[tuple[RoundInput, ...], Field(max_length=999)] = ()


def read_round(statements: Sequence[Statement]) -> Said:
    """Read a round in words, such as ``Anna out; Béla r7 y+2 w; Cili swap g0; last g+2``.

    Raises:
        CardtoolsError: ``score.words.no-out`` where it is not said who went out, ``score.words.twice``.
    """
    said = Said()
    out: list[str] = []
    for one in statements:
        if not one.player and (word := next((word for word in _LAST if starts_with(one.words, word)), None)):
            said.put(one, rest_of(one.words, word), "last")
        elif not one.player or fold(one.words) in map(fold, _OUT):
            name = one.player or _who(one)
            out.append(next((other.player for other in statements if fold(other.player) == fold(name)), name))
            said.columns.setdefault(("out",), one.column)
        else:
            said.put(one, one.words, "hands", one.player)
    if out:
        said.data["out"] = out[0] if len(out) == 1 else out
    return said


def _who(said: Statement) -> str:
    """Return the player of ``out Anna``."""
    word = next(word for word in sorted(_OUT, key=len, reverse=True) if starts_with(said.words, word))
    if not (name := rest_of(said.words, word)):
        raise refuse("score.words.no-out", line=1, column=said.column, said=said.words[:60], exit_code=1)
    return name


def scorer(file: ScoreFile, game: Game) -> UnoScorer:
    """Return the scorer of this evening.

    Raises:
        CardtoolsError: ``score.unknown-deck``, or ``score.customizable`` for more than there may be.
    """
    decks = {one.id: one for one in game.formats if any(isinstance(rule, FixedRule) for rule in one.rules)}
    if file.deck not in decks:
        raise refuse("score.unknown-deck", key="deck", deck=file.deck, known=", ".join(decks))
    return UnoScorer(file, game, _copies(file, game, decks[file.deck]))


def _copies(file: ScoreFile, game: Game, deck: Format) -> dict[str, int]:
    """Return how many of each card there are to be held, with the Customizable Wilds that the players agreed on."""
    cards = game.cards.cards if game.cards else ()
    copies: dict[str, int] = {}
    for rule in deck.rules:
        if isinstance(rule, FixedRule):
            copies |= rule.contents(cards)
    for pick in (rule for rule in deck.rules if isinstance(rule, PickRule)):
        agreed = {one: pick.agreed.get(one, 0) for one in pick.cards}
        if pick.choice == _AGREED and file.customizable is not None:
            if not pick.min <= file.customizable <= pick.max:
                raise refuse(
                    "score.customizable", key="customizable", least=pick.min, most=pick.max, count=file.customizable
                )
            agreed = dict.fromkeys(pick.cards, file.customizable)
        copies |= agreed
    return copies


class UnoScorer:
    """Scores rounds against one deck."""

    def __init__(self, file: ScoreFile, game: Game, copies: Mapping[str, int]) -> None:
        cards = game.cards.cards if game.cards else ()
        scoring = game.scoring
        self.target = file.target or (scoring.target.value if scoring and scoring.target else None)
        self._lowest = file.way == "lowest"
        self._players = file.seats
        self._deck = file.deck
        self._cards = {card.id: card for card in cards}
        self._tokens = TokenIndex(cards)
        self._copies = copies
        self._categories = {kind: one.id for one in (scoring.categories if scoring else ()) for kind in one.types}
        self._drawn = {
            kind: known.value or 0
            for kind in ("draw-two", "wild-draw-four")
            if scoring and (known := scoring.facts.get(f"last-card-{kind}"))
        }

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:  # noqa: ARG002 - the signature is that of every scorer
        """Return how the game stands: over when somebody has reached the target."""
        over = self.target is not None and any(total >= self.target for total in totals.values())
        by = Criterion("fewest-points" if self._lowest else "points", totals, highest=not self._lowest)
        return Outcome(over, (by,))

    def score_round(self, n: int, played: RoundInput, before: Mapping[str, Fraction]) -> RoundScore:  # noqa: ARG002 - the signature is that of every scorer
        """Score one round, or refuse it with every reason."""
        hands: dict[str, Counter[str]] = {}
        held: list[Laid] = []
        faults = list(self._read_hands(played, hands, held))
        last: Card | None = None
        if played.last is not None:
            readings = self._tokens.read(played.last)
            last = readings[0].cards[0] if len(readings) == 1 and len(readings[0].cards) == 1 else None
            if last is None or last.type not in self._drawn:
                faults.append(fault("score.last-card", "last", 0, token=played.last))
            else:
                held.append(Laid(last, 1, played.last, ("last", 0)))
        if not faults and last is not None:
            faults.extend(self._drawn_for(last, hands))
        if all(one.finding.code == "score.too-few-drawn" for one in faults):
            faults.extend(more_than(self._copies, self._deck, held))
        if faults:
            return RoundScore(n, faults=tuple(faults))
        return RoundScore(n, tuple(self._lines(played.went_out[0], hands)))

    def _read_hands(self, played: RoundInput, hands: dict[str, Counter[str]], whole: list[Laid]) -> Iterator[Fault]:
        out = played.went_out
        for name in out:
            if name not in self._players:
                yield fault("score.unknown-player", "out", name=name)
        for name in played.hands:
            if name not in self._players:
                yield fault("score.unknown-player", "hands", name, name=name)
        if not out:
            yield fault("score.no-out")
        elif len(out) > 1:
            yield fault("score.two-out", "out", names=", ".join(out))
        for player in self._players:
            laid, unread = read_hand(self._tokens, played.hands.get(player), "hands", player)
            yield from unread
            whole.extend(laid)
            hands[player] = count_of(laid)
            held = bool(laid or unread)
            if player in out and held:
                cards = " ".join(one.words for one in laid)
                yield fault("score.out-holds", "hands", player, name=player, cards=cards)
            elif player not in out and player not in played.hands:
                yield fault("score.missing-hand", "hands", name=player)
            elif player not in out and out and not held:
                yield fault("score.empty-hand", "hands", player, name=player, out=out[0])

    def _drawn_for(self, last: Card, hands: Mapping[str, Counter[str]]) -> Iterator[Fault]:
        drawn = self._drawn[last.type or ""]
        if max(hand.total() for hand in hands.values()) < drawn:
            yield fault("score.too-few-drawn", "last", card=last.id, count=drawn)

    def _lines(self, out: str, hands: Mapping[str, Counter[str]]) -> Iterator[ScoreLine]:
        for holder, hand in hands.items():
            if holder == out:
                continue
            for one in (card for card in self._cards if card in hand):
                card, count = self._cards[one], hand[one]
                each = Fraction(card.points or 0)
                category = self._categories.get(card.type or "", card.type or "")
                if self._lowest:
                    yield ScoreLine(holder, category, count, count * each, "score.why.own", one, each)
                else:
                    yield ScoreLine(out, category, count, count * each, "score.why.held", one, each, holder)
        if self._lowest:
            yield ScoreLine(out, "out", 0, Fraction(0), "score.why.out")
