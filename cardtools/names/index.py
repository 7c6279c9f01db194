"""The door from names to cards: exact first, then folded; two hits by folding are ambiguous, never chosen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Final

from cardtools.model.card import Card
from cardtools.names.folding import clean, fold, fold_clean

_MOST_REMEMBERED: Final = 2000
"""Answers that are remembered: a deck builder asks for the same names at every change."""


class NameIndex:
    """Names and aliases of many cards. A name shared by two cards is ambiguous."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards = tuple(cards)
        self._exact: dict[str, tuple[Card, ...]] = {}
        self._suggested: dict[tuple[str, int], tuple[str, ...]] = {}
        exact = self._exact
        shared: dict[str, dict[str, Card]] = {}  # by id: thousands may bear one name
        for card in self._cards:
            for spelling in (*card.name.values(), *card.aliases):
                name = clean(spelling)
                present = exact.get(name)
                if present is None:
                    exact[name] = (card,)
                else:
                    shared.setdefault(name, {present[0].id: present[0]})[card.id] = card
        exact.update((name, tuple(several.values())) for name, several in shared.items())

    def find(self, name: str) -> tuple[Card, ...]:
        """Return the one card of that name, none where it is unknown, several where it is ambiguous.

        ``name`` must be clean (see ``folding.clean``).
        """
        return self._exact.get(name) or (self._folded.get(fold(name), ()) if self._may_know(name) else ())

    def knows(self, name: str) -> bool:
        """Return whether a card, or several, answer to ``name``, which must be clean."""
        return name in self._exact or (self._may_know(name) and fold(name) in self._folded)

    def suggest(self, name: str, most: int = 3) -> tuple[str, ...]:
        """Return up to ``most`` names that are spelled like ``name``, the likeliest first."""
        from rapidfuzz import fuzz, process

        folded = fold(name)
        told = self._suggested.get((folded, most))
        if told is None:
            hits = process.extract(folded, self._folded.keys(), scorer=fuzz.ratio, limit=most * 2, score_cutoff=72)
            told = tuple(dict.fromkeys(self._spelling[one] for one, _, _ in hits))[:most]
            if len(self._suggested) >= _MOST_REMEMBERED:
                self._suggested.clear()
            self._suggested[folded, most] = told
        return told

    def _may_know(self, name: str) -> bool:
        """Return False where no name begins like this one, as lines that begin with a quantity do not.

        It spares most lists the folding of every name of a large pool.
        """
        return _initial(name[:1]) in self._initials

    @cached_property
    def _initials(self) -> frozenset[str]:
        return frozenset(_initial(first) for first in {name[:1] for name in self._exact})

    @cached_property
    def _folded(self) -> dict[str, tuple[Card, ...]]:
        folded: dict[str, tuple[Card, ...]] = {}
        shared: dict[str, dict[str, Card]] = {}
        for name, cards in self._exact.items():
            key = fold_clean(name)
            present = folded.setdefault(key, cards)
            if present is not cards:
                several = shared.setdefault(key, {card.id: card for card in present})
                several.update((card.id, card) for card in cards)
        folded.update((key, tuple(several.values())) for key, several in shared.items())
        return folded

    @cached_property
    def _spelling(self) -> dict[str, str]:
        spelling: dict[str, str] = {}
        for name in self._exact:
            spelling.setdefault(fold_clean(name), name)
        return spelling


@lru_cache(maxsize=1000)
def _initial(letter: str) -> str:
    """Return the first letter of what a letter folds to, which every name of a list is asked for."""
    return fold(letter)[:1]
