"""Statistics of a deck: how its cards divide by type, colour, rarity and cost; what is not known is counted as such."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardtools.decks.counting import count_cards
from cardtools.model.card import Card
from cardtools.model.deck import Deck
from cardtools.model.game import GameInfo
from cardtools.names.search import is_known

_COST: Final = re.compile(r"(?:\{([a-z]+)\} ?)?(\d{1,3})")
_WIDEST: Final = 30
"""A curve spans at most so many costs with its gaps filled; a wider one shows only the costs there are."""
NONE: Final = "none"
"""Key of the cards that are known to have no such fact."""
_FACTS: Final = ("type", "colours", "rarity", "cost")


@dataclass(frozen=True, slots=True)
class Division:
    """How cards divide by one fact.

    Attributes:
        counts: Cards by value, the commonest first; a card of two colours counts for both.
        unknown: Cards of which it is not known, unknown names among them.
        carried: False where the pool does not tell it of any card of the deck, and does not promise to.
    """

    fact: str
    counts: tuple[tuple[str, int], ...]
    unknown: int
    carried: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """The cost curve.

    Attributes:
        icon: What the costs are paid in, such as ``vp``; empty for bare numbers.
        bars: Cards by cost in ``icon``, ascending, without gaps where it is not too wide.
        other: Cards by any other printed cost.
        mean: Mean cost of the cards in ``bars``; None where there are none.
    """

    icon: str
    bars: tuple[tuple[int, int], ...]
    other: tuple[tuple[str, int], ...]
    unknown: int
    mean: Fraction | None


@dataclass(frozen=True, slots=True)
class Creatures:
    """Cards whose type prints damage and life, and those of which nobody can say."""

    count: int
    unknown: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The numbers of a deck.

    Attributes:
        zones: Cards by zone, of the whole list.
        over: The zones that all other numbers are about.
        cards: Cards in these zones.
        different: Different cards in these zones.
        unknown_names: Cards in these zones whose name is unknown or ambiguous.
        copies: How many different cards stand there in so many copies, by copies, ascending.
        mixed: Cards of more than one colour.
        creatures: None where the game's types do not print damage and life.
        curve: None where the cost of no card is known.
    """

    zones: tuple[tuple[str, int], ...]
    over: tuple[str, ...]
    cards: int
    different: int
    unknown_names: int
    copies: tuple[tuple[int, int], ...]
    mixed: int
    divisions: tuple[Division, ...]
    creatures: Creatures | None
    curve: Curve | None


def share(part: int, whole: int) -> Fraction:
    """Return a part of a whole, 0 of nothing.

    >>> share(3, 50)
    Fraction(3, 50)
    """
    return Fraction(part, whole) if whole else Fraction(0)


def read_cost(printed: str) -> tuple[str, int] | None:
    """Return what a printed cost is paid in, and how much; None where it is not one plain number.

    >>> read_cost("{vp}2"), read_cost("3"), read_cost("{vp}2 {component}1")
    (('vp', 2), ('', 3), None)
    """
    found = _COST.fullmatch(printed)
    return (found.group(1) or "", int(found.group(2))) if found else None


def take_statistics(deck: Deck, info: GameInfo, facts: frozenset[str], over: Sequence[str] = ()) -> Statistics:
    """Return the numbers of a deck.

    Args:
        deck: A deck with its names looked up.
        info: The game.
        facts: What the pool says of its cards.
        over: The zones counted; the game's first one where empty.
    """
    order = [zone.id for zone in info.zones] or ["main"]
    counted = tuple(over) or (order[0],)
    slots = [(slot.card, slot.entry.count) for slot in deck.slots if slot.entry.zone in counted]
    zones = dict.fromkeys((*order, *(slot.entry.zone for slot in deck.slots)))
    copies: Counter[int] = Counter()
    together: Counter[object] = Counter()
    for one in count_cards(deck, info.languages[0], counted):
        together[one.key] += one.count
    copies.update(together.values())
    known = [(card, count) for card, count in slots if card is not None]
    return Statistics(
        zones=tuple((zone, deck.count(zone)) for zone in zones),
        over=counted,
        cards=sum(count for _, count in slots),
        different=len(together),
        unknown_names=sum(count for card, count in slots if card is None),
        copies=tuple(sorted(copies.items())),
        mixed=sum(count for card, count in known if len(card.colours or ()) > 1),
        divisions=tuple(_divide(fact, slots, info, facts) for fact in _FACTS),
        creatures=_creatures(slots, info),
        curve=_curve(slots, info, facts),
    )


def _divide(fact: str, slots: Iterable[tuple[Card | None, int]], info: GameInfo, facts: frozenset[str]) -> Division:
    counts: Counter[str] = Counter()
    unknown = 0
    for card, count in slots:
        if card is None or not is_known(card, fact, facts, info):
            unknown += count
            continue
        value = getattr(card, fact)
        for one in (value if isinstance(value, tuple) else (value,)) or (NONE,):
            counts[NONE if one is None else str(one)] += count
    return Division(fact, tuple(counts.most_common()), unknown, bool(counts) or fact in facts)


def creature_types(info: GameInfo) -> frozenset[str]:
    """Return the ids of the types whose cards print both damage and life; none where the game does not say."""
    return frozenset(kind.id for kind in info.types if kind.stats is not None and {"damage", "life"} <= set(kind.stats))


def _creatures(slots: Iterable[tuple[Card | None, int]], info: GameInfo) -> Creatures | None:
    """Return the cards whose type prints both damage and life; types that say nothing of it are open."""
    stats = {kind.id: kind.stats for kind in info.types}
    creatures = creature_types(info)
    if not creatures:
        return None
    count = unknown = 0
    for card, copies in slots:
        if card is not None and card.type in creatures:
            count += copies
        elif card is None or card.type is None or stats.get(card.type) is None:
            unknown += copies
    return Creatures(count, unknown)


def _curve(slots: Iterable[tuple[Card | None, int]], info: GameInfo, facts: frozenset[str]) -> Curve | None:
    by_icon: dict[str, Counter[int]] = {}
    other: Counter[str] = Counter()
    unknown = 0
    for card, count in slots:
        if card is None or not is_known(card, "cost", facts, info):
            unknown += count
        elif card.cost is not None and (cost := read_cost(card.cost)) is not None:
            by_icon.setdefault(cost[0], Counter())[cost[1]] += count
        else:
            other[card.cost or NONE] += count
    if not by_icon and not other:
        return None
    icon = max(by_icon, key=lambda one: (by_icon[one].total(), one), default="")
    bars = by_icon.pop(icon, Counter())
    for sign, costs in by_icon.items():
        other.update({f"{{{sign}}}{cost}" if sign else str(cost): count for cost, count in costs.items()})
    total = bars.total()
    mean = Fraction(sum(cost * count for cost, count in bars.items()), total) if total else None
    return Curve(icon, _without_gaps(bars), tuple(sorted(other.items())), unknown, mean)


def _without_gaps(bars: Counter[int]) -> tuple[tuple[int, int], ...]:
    if not bars:
        return ()
    least, most = min(bars), max(bars)
    costs = range(least, most + 1) if most - least < _WIDEST else sorted(bars)
    return tuple((cost, bars[cost]) for cost in costs)
