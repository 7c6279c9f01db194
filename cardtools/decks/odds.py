"""Odds of drawing cards: the hypergeometric distribution in whole numbers, never simulated, never rounded.

A deck of ``deck`` cards holds ``hits`` that are wished for; ``drawn`` are drawn and none goes back.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb


@dataclass(frozen=True, slots=True)
class Pair:
    """Two groups of cards in one deck, which may share cards.

    Attributes:
        first: Cards of the first group alone.
        second: Cards of the second group alone.
        both: Cards that belong to both.
    """

    first: int
    second: int
    both: int = 0


def distribution(deck: int, hits: int, drawn: int, most: int | None = None) -> tuple[Fraction, ...]:
    """Return the chance of drawing exactly 0, 1, 2 … of ``hits``, up to as many as can be drawn; they sum to 1.

    >>> distribution(4, 2, 2)
    (Fraction(1, 6), Fraction(2, 3), Fraction(1, 6))

    Args:
        deck: Cards in the deck, at least 0.
        hits: Wished-for cards among them, 0 to ``deck``.
        drawn: Cards drawn, at least 0; more than the deck has are all of it.
        most: The highest number of hits that is told; then what is left to 1 is the chance of more.

    Raises:
        ValueError: For numbers that no deck has.
    """
    _check(deck, hits, drawn)
    drawn = min(drawn, deck)
    ways = comb(deck, drawn)
    last = min(hits, drawn) if most is None else min(hits, drawn, most)
    return tuple(Fraction(comb(hits, count) * comb(deck - hits, drawn - count), ways) for count in range(last + 1))


def at_least(deck: int, hits: int, drawn: int, least: int = 1) -> Fraction:
    """Return the chance of drawing at least ``least`` of ``hits``.

    Three copies in a deck of 50, an opening hand of 5:

    >>> at_least(50, 3, 5)
    Fraction(541, 1960)
    >>> 1 - Fraction(comb(47, 5), comb(50, 5))
    Fraction(541, 1960)
    """
    _check(deck, hits, drawn)
    drawn = min(drawn, deck)
    fewer = sum(
        comb(hits, count) * comb(deck - hits, drawn - count) for count in range(min(least, drawn + 1, hits + 1))
    )
    return 1 - Fraction(fewer, comb(deck, drawn))


def fewer_of_both(deck: int, pair: Pair, drawn: int, first: int, second: int) -> Fraction:
    """Return the chance of drawing fewer than ``first`` of the first group and fewer than ``second`` of the second.

    The second group is added up once for each number of other cards, so the work grows with ``first`` × ``second``.
    """
    _check(deck, pair.first + pair.second + pair.both, drawn)
    drawn = min(drawn, deck)
    first, second = (max(0, min(short, drawn + 1)) for short in (first, second))
    rest = deck - pair.first - pair.second - pair.both
    others = [comb(rest, drawn - seen) if seen <= drawn else 0 for seen in range(first + second)]
    alone = [comb(pair.second, two) for two in range(second)]
    # below[seen][short]: ways to draw fewer than ``short`` of the second group alone beside ``seen`` of the others.
    below = [
        list(accumulate((alone[two] * others[seen + two] for two in range(second)), initial=0)) for seen in range(first)
    ]
    ways = sum(
        comb(pair.both, both) * comb(pair.first, one) * below[both + one][second - both]
        for both in range(min(pair.both + 1, first, second))
        for one in range(min(pair.first + 1, first - both))
    )
    return Fraction(ways, comb(deck, drawn))


def both_at_least(deck: int, pair: Pair, drawn: int, first: int = 1, second: int = 1) -> Fraction:
    """Return the chance of drawing at least ``first`` of one group and at least ``second`` of the other.

    By inclusion and exclusion: 1 − P(A is short) − P(B is short) + P(both are short).

    >>> both_at_least(4, Pair(1, 1), 2)
    Fraction(1, 6)
    """
    first_short = 1 - at_least(deck, pair.first + pair.both, drawn, first)
    second_short = 1 - at_least(deck, pair.second + pair.both, drawn, second)
    return 1 - first_short - second_short + fewer_of_both(deck, pair, drawn, first, second)


def cards_seen(hand: int, turn: int, *, on_the_draw: bool, each_turn: int = 1) -> int:
    """Return how many cards have been drawn by the draw of turn ``turn``, which counts from 1; 0 is the opening hand.

    Who starts draws none on the first turn; the other player is on the draw.

    >>> cards_seen(5, 0, on_the_draw=False), cards_seen(5, 3, on_the_draw=False), cards_seen(5, 3, on_the_draw=True)
    (5, 7, 8)
    """
    turns = turn if on_the_draw else turn - 1
    return hand + max(0, turns) * each_turn


def _check(deck: int, hits: int, drawn: int) -> None:
    if not 0 <= hits <= deck or drawn < 0:
        raise ValueError(f"no deck of {deck} cards with {hits} hits, {drawn} drawn")
