"""Colours too many: which to give up so that the fewest cards are lost."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

MOST_SETS: Final = 200_000
"""Sets of colours that are tried one by one; eleven colours have 462 at most."""

Holding = Mapping[frozenset[str], int]
"""Cards by the colours they need, all of them at once."""


@dataclass(frozen=True, slots=True)
class ColourCut:
    """Colours to give up.

    Attributes:
        cut: The colours given up, in the order they were met.
        lost: Cards that need one of them.
        equally: Other sets of colours that cost as many cards.
        exact: False where there were too many sets to try them all; then the cheapest colour went first each time.
    """

    cut: tuple[str, ...]
    lost: int
    equally: tuple[tuple[str, ...], ...] = ()
    exact: bool = True


def cheapest_cut(holding: Holding, most: int, order: Collection[str] = ()) -> ColourCut:
    """Return the colours to give up so that ``most`` are left and the fewest cards are lost.

    A card of two colours is lost with either, so the colours of the fewest cards are not always the cheapest:

    >>> cards = {frozenset({"a"}): 4, frozenset({"b"}): 3, frozenset({"b", "c"}): 3, frozenset({"c"}): 2}
    >>> cheapest_cut(cards, 2).cut, cheapest_cut(cards, 2).lost
    (('a',), 4)

    Args:
        holding: Cards by the set of colours they need; cards of no colour are never lost.
        most: Colours that may stay, at least 0.
        order: In which colours are told, and which set comes first of equally cheap ones.
    """
    present = {colour for colours in holding for colour in colours}
    colours = tuple(dict.fromkeys((*(one for one in order if one in present), *sorted(present))))
    if len(colours) <= most:
        return ColourCut((), 0)
    if comb(len(colours), most) > MOST_SETS:
        return _one_by_one(holding, colours, most)
    cuts = [(_lost(holding, frozenset(cut)), cut) for cut in combinations(colours, len(colours) - most)]
    lost = min(cost for cost, _ in cuts)
    first, *others = (cut for cost, cut in cuts if cost == lost)
    return ColourCut(first, lost, tuple(others))


def _lost(holding: Holding, cut: frozenset[str]) -> int:
    return sum(count for colours, count in holding.items() if colours & cut)


def _one_by_one(holding: Holding, colours: tuple[str, ...], most: int) -> ColourCut:
    cut: list[str] = []
    while len(colours) - len(cut) > most:
        left = (one for one in colours if one not in cut)
        cut.append(min(left, key=lambda one: _lost(holding, frozenset((*cut, one)))))
    return ColourCut(tuple(cut), _lost(holding, frozenset(cut)), exact=False)
