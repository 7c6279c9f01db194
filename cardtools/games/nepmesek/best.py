"""The best way to lay loose cards down: exact, for any hand that the box allows (games page: best)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cardtools.games.nepmesek.melds import Meld, recognise
from cardtools.games.nepmesek.rules import HUSSAR, LAZY, MUG, PALACE, TWO_FACED, Rules
from cardtools.games.nepmesek.search import Pattern, Search, Stock
from cardtools.model.card import Card
from cardtools.model.scoring import Fault, fault
from cardtools.names.tokens import TokenIndex
from cardtools.scoring.hands import Hand, count_of, more_than, read_hand

_NEVER_HELD: Final = "event"


@dataclass(frozen=True, slots=True)
class Loose:
    """Loose cards: so many of each, by id, and what each purple one counts."""

    cards: Mapping[str, int]
    purple: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Left:
    """A card that is in no meld, and what it counts; ``words`` is how a score file names it."""

    card: str
    points: int
    words: str


@dataclass(frozen=True, slots=True)
class Laying:
    """The best laying of loose cards.

    Attributes:
        melds: Rows, then groups, then single cards.
        left: Every other card: purple ones, cards that lie against the player, and those that are discarded.
        hussar_on: The purple card, one of ``left``, that the Hussar is put on; None where there is none of both.
        total: Points in all.
    """

    melds: tuple[Meld, ...]
    left: tuple[Left, ...] = ()
    hussar_on: Left | None = None

    @property
    def total(self) -> int:
        """Points in all: of the melds, of what is left, and of the Hussar."""
        gain = 0 if self.hussar_on is None else turned(self.hussar_on.points)
        return sum(one.total for one in self.melds) + sum(one.points for one in self.left) + gain


def read_loose(written: Hand, rules: Rules) -> tuple[Loose, tuple[Fault, ...]]:
    """Read loose cards, such as ``1 1 2 pinko -1``, and count them against the box.

    Returns:
        The cards, and a fault for each that cannot be: unknown, a purple one without its value, one that nobody
        ever holds, or more of one card than the box has.
    """
    laid, unread = read_hand(TokenIndex(rules.cards.values()), written)
    faults = list(unread)
    held = count_of(laid)
    purple: list[tuple[str, int]] = []
    told = (wrong_in_hand(one.card, one.words, rules, *one.where) for one in laid)
    faults.extend(wrong for wrong in told if wrong is not None)
    faults.extend(more_than(rules.copies, "box", laid))
    if not faults:  # counts are within the box from here on
        for one in laid:
            if one.card.type == "negative":
                value = rules.purple_value(one.card, one.words) or 0
                purple.extend([(one.card.id, value)] * one.count)
    return Loose(held, tuple(sorted(purple))), tuple(faults)


def wrong_in_hand(card: Card, words: str, rules: Rules, *where: str | int) -> Fault | None:
    """Return the fault of a card that cannot be in a hand, or of which it is not said what it counts."""
    if card.type == _NEVER_HELD:
        return fault("score.never-held", *where, card=card.id)
    if card.type == "negative" and rules.purple_value(card, words) is None:
        low, high = rules.number("negative-lowest"), rules.number("negative-highest")
        return fault("score.unknown-value", *where, token=words, low=low, high=high)
    return None


def best_laying(loose: Loose, rules: Rules) -> Laying:
    """Return the laying of loose cards that is worth most.

    Of layings worth the same, one with the most cards laid down, since that parts equal players; the rest is in a
    fixed order. Purple cards and the Lazy Girl count as they must; the Hussar goes where it helps most, onto a purple
    card that lies in front of the player already. Cards of which the box has fewer are not looked for here.
    """
    hand = _Hand(loose, rules)
    melds = _merged(hand.melds(), rules)
    order = {"row": 0, "group": 1, "single": 2}
    ordered = sorted(melds, key=lambda one: (order[one.kind], [rules.values.get(card, 0) for card in one.cards]))
    left = hand.left()
    on = _under_hussar(left, rules) if loose.cards.get(HUSSAR) else None
    if on is not None:
        left = tuple(one for one in left if one.card != HUSSAR)
    return Laying(tuple(ordered), left, on)


def turned(value: int) -> int:
    """Return what it changes that a card counts the opposite of ``value`` (sheet: Hussar).

    >>> turned(-2)
    4
    """
    return -value - value


def _under_hussar(left: Sequence[Left], rules: Rules) -> Left | None:
    """Return the purple card with the lowest value that the Hussar may turn into its opposite."""
    least = rules.number("hussar-lowest")
    purple = [one for one in left if rules.cards[one.card].type == "negative" and one.points >= least]
    return min(purple, key=lambda one: one.points, default=None)


class _Hand:
    """Loose cards by value, taken from as melds are made."""

    def __init__(self, loose: Loose, rules: Rules) -> None:
        self._rules = rules
        self._loose = loose
        self._held = Counter(loose.cards)
        self._cards: dict[int, list[str]] = {}
        # Those that would count against the player are laid first.
        for one in sorted(rules.values, key=lambda one: one not in TWO_FACED):
            self._cards.setdefault(rules.values[one], []).extend([one] * self._held[one])

    def melds(self) -> list[Meld]:
        """Take out of the hand what the best plan lays down."""
        rules = self._rules
        pinkos = [one for one in rules.jokers if one != MUG for _ in range(self._held[one])]
        stock = Stock(
            counts={value: len(cards) for value, cards in self._cards.items()},
            two_faced=frozenset(rules.values[one] for one in TWO_FACED if self._held[one]),
            pinkos=len(pinkos),
            mugs=self._held[MUG],
        )
        plan = Search(stock, rules).run()
        around = [*zip(plan.pinkos, pinkos, strict=False), *((one, MUG) for one in plan.mugs)]
        taken = [self._take(one) for one in plan.plain]
        groups: list[list[str]] = []
        for pattern, joker in sorted(around, key=lambda one: one[0].group):
            cards = [*self._take(pattern), joker]
            self._held[joker] -= 1
            (groups if pattern.group else taken).append(cards)
        taken.extend(self._grouped(groups))
        made = [recognise(cards, rules) for cards in taken]
        return [one for one in made if isinstance(one, Meld)]

    def _take(self, pattern: Pattern) -> list[str]:
        taken = [self._cards[value].pop(0) for value in pattern.needs]
        self._held.subtract(taken)
        return taken

    def _grouped(self, groups: list[list[str]]) -> list[list[str]]:
        """Add the cards left to the groups around a joker, or make groups and single cards of them."""
        rules = self._rules
        for value, cards in self._cards.items():
            if PALACE in cards:
                continue
            own = next((one for one in groups if rules.values[one[0]] == value), None)
            if own is not None:
                own[:0] = cards
            elif len(cards) >= rules.number("group-least"):
                groups.append(cards)
            elif value == rules.number("single"):
                groups.extend([one] for one in cards)
            else:
                continue
            self._held.subtract(cards)
        return groups

    def left(self) -> tuple[Left, ...]:
        """Return the cards that are still there, and what they count."""
        rules = self._rules
        left = [
            Left(one, value, str(value) if rules.cards[one].value is None else one) for one, value in self._loose.purple
        ]
        for one, card in rules.cards.items():
            if card.type != "negative":
                points = rules.number(LAZY) if one == LAZY else -rules.number(one) if one in TWO_FACED else 0
                left.extend([Left(one, points, one)] * self._held[one])
        return tuple(left)


def _merged(melds: Sequence[Meld], rules: Rules) -> list[Meld]:
    """Lay a single card down with a row that it continues: the same points in one laying instead of two."""
    singles = [one for one in melds if one.kind == "single"]
    others = [one for one in melds if one.kind != "single"]
    for single in singles:
        for index, row in enumerate(others):
            joined = recognise((*row.cards, *single.cards), rules) if row.kind == "row" else None
            if isinstance(joined, Meld) and joined.total == row.total + single.total:
                others[index] = joined
                break
        else:
            others.append(single)
    return others
