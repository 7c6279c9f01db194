"""Melds: cards laid down at once, recognised as a group, a row or a single card, or refused by reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cardtools.games.nepmesek.rules import HUSSAR, LAZY, PALACE, TWO_FACED, Rules

Kind = Literal["group", "row", "single"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld that may be laid down.

    Attributes:
        cards: Ids, in rising order of what they count or stand for.
        points: What its cards count together.
        bonus: What a complete row counts beyond that (sheet: Palace Revolving on Duck's Legs).
        joker: Id of its joker, empty where it has none.
        stands_for: Value of the card that the joker replaces.
    """

    kind: Kind
    cards: tuple[str, ...]
    points: int
    bonus: int = 0
    joker: str = ""
    stands_for: int | None = None

    @property
    def total(self) -> int:
        """Points with the bonus."""
        return self.points + self.bonus


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why cards are no meld: the code of a finding, and the card or number that it is about."""

    code: str
    card: str = ""
    number: int | None = None


def recognise(cards: Sequence[str], rules: Rules) -> Meld | Refusal:
    """Return the meld that these cards make in any order, or why they make none.

    A joker that could stand for several cards stands for the highest (games page: What may be laid down).
    Pictures are not told, so cards of one value are taken for identical.
    """
    if not cards:
        return Refusal("score.meld.empty")
    strange = [one for one in cards if one not in rules.values and one not in rules.jokers]
    if strange:
        return Refusal(_reason_against(strange[0], rules), strange[0])
    jokers = [one for one in cards if one in rules.jokers]
    real = sorted((one for one in cards if one not in rules.jokers), key=rules.values.__getitem__)
    if len(jokers) > rules.number("jokers-most"):
        return Refusal("score.meld.jokers", number=rules.number("jokers-most"))
    joker = jokers[0] if jokers else ""
    values = [rules.values[one] for one in real]
    if not real:
        return Refusal("score.meld.joker-alone", joker)
    if len(cards) == 1:
        return _single(real[0], rules)
    if len(set(values)) == 1:
        return _group(real, joker, rules)
    return _row(real, joker, rules)


def _reason_against(card: str, rules: Rules) -> str:
    """Return why a card is in no meld at all."""
    if card == HUSSAR:
        return "score.meld.hussar"
    negative = card == LAZY or rules.cards[card].type == "negative"
    return "score.meld.negative" if negative else "score.meld.not-laid"


def _single(card: str, rules: Rules) -> Meld | Refusal:
    if card == PALACE:
        return Refusal("score.meld.palace", card)
    if card in TWO_FACED:
        return Refusal("score.meld.two-faced-alone", card)
    value = rules.values[card]
    if value != rules.number("single"):
        return Refusal("score.meld.alone", card, rules.number("single"))
    return Meld("single", (card,), value)


def _group(real: Sequence[str], joker: str, rules: Rules) -> Meld | Refusal:
    value = rules.values[real[0]]
    if PALACE in real:
        return Refusal("score.meld.palace", PALACE)
    if len(real) + bool(joker) < rules.number("group-least"):
        return Refusal("score.meld.group-short", number=rules.number("group-least"))
    points = value * len(real)
    if not joker:
        return Meld("group", tuple(real), points)
    if value > rules.number("joker-group-most"):
        return Refusal("score.meld.joker-group", joker, value)
    return Meld("group", (*real, joker), points + rules.joker_counts(joker, value), 0, joker, value)


def _row(real: Sequence[str], joker: str, rules: Rules) -> Meld | Refusal:
    values = [rules.values[one] for one in real]
    if (twice := next((one for one, count in Counter(values).items() if count > 1), None)) is not None:
        return Refusal("score.meld.mixed", number=twice)
    length = len(real) + bool(joker)
    if length < rules.number("row-least"):
        if PALACE in real:
            return Refusal("score.meld.palace", PALACE)
        return Refusal("score.meld.row-short", number=rules.number("row-least"))
    missing = [one for one in range(values[0], values[-1]) if one not in values]
    if len(missing) > bool(joker):
        return Refusal("score.meld.gap", number=missing[0])
    points = sum(values)
    if not joker:
        complete = PALACE in real and length == rules.number("complete-row-length")
        return Meld("row", tuple(real), points, rules.number("complete-row") - points if complete else 0)
    lowest = min(rules.values.values())
    ends = [one for one in (values[-1] + 1, values[0] - 1) if lowest <= one <= rules.number("joker-row-most")]
    if not (free := missing or ends):
        return Refusal("score.meld.joker-row", joker, rules.number("joker-row-most"))
    stands_for = free[0]
    place = sum(one < stands_for for one in values)
    laid = (*real[:place], joker, *real[place:])
    return Meld("row", laid, points + rules.joker_counts(joker, stands_for), 0, joker, stands_for)
