"""How well names answer to the words that are looked for: exact, prefix, word, part, and spelled alike."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final

from cardtools.model.card import Card
from cardtools.names.folding import fold
from cardtools.names.query import Either, Every, Node, Term

EXACT, PREFIX, WORD, PART, ALIKE = range(5)
"""How well a name answers, best first."""

_WORDS: Final = re.compile(r"\w+")
_ALIKE: Final = 80
"""How much of a hundred two words must have in common to be alike."""
_SHORTEST_ALIKE: Final = 4


class NameRanking:
    """The folded spellings of many cards, by their index."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards = tuple(cards)

    @cached_property
    def spellings(self) -> list[tuple[str, ...]]:
        """Every card's names, folded."""
        return [tuple(map(fold, card.spellings)) for card in self._cards]

    @cached_property
    def _by_word(self) -> dict[str, set[int]]:
        """The cards by each word of their names, and by each name."""
        words: dict[str, set[int]] = {}
        for index, spellings in enumerate(self.spellings):
            for spelling in spellings:
                for word in (spelling, *_WORDS.findall(spelling)):
                    words.setdefault(word, set()).add(index)
        return words

    def alike(self, word: str) -> frozenset[int]:
        """Return the cards with a word in their name, or a name, that is spelled like ``word``."""
        if len(word) < _SHORTEST_ALIKE:
            return frozenset()
        from rapidfuzz import fuzz, process

        hits = process.extract(word, self._by_word.keys(), scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=None)
        return frozenset(index for name, _, _ in hits for index in self._by_word[name])

    def order(self, indexes: Iterable[int], node: Node) -> list[int]:
        """Return the cards that a query found, those first whose name answers best to it, then by name and id."""
        phrases = [fold(phrase) for phrase in sought(node)]
        return sorted(indexes, key=lambda index: (self._rank(index, phrases), self.spellings[index][:1], index))

    def _rank(self, index: int, phrases: list[str]) -> tuple[int, float]:
        names = self.spellings[index]
        best = min((rank(name, phrase) for phrase in phrases for name in names), default=EXACT)
        if best < ALIKE:
            return best, 0.0
        from rapidfuzz import fuzz

        return best, -max(fuzz.partial_ratio(phrase, name) for phrase in phrases for name in names)


def sought(node: Node) -> list[str]:
    """Return what names a query looks for: words side by side are one phrase, what must not be is none."""
    if isinstance(node, Term):
        return [node.value] if node.key in ("word", "name") else []
    if isinstance(node, Either):
        return [phrase for item in node.items for phrase in sought(item)]
    if isinstance(node, Every):
        own = " ".join(item.value for item in node.items if isinstance(item, Term) and sought(item))
        below = [phrase for item in node.items if isinstance(item, Either) for phrase in sought(item)]
        return [*([own] if own else []), *below]
    return []


def rank(name: str, phrase: str) -> int:
    """Return how well a name answers to a phrase, both folded.

    >>> [rank(name, "sarkany") for name in ("sarkany", "sarkanyolo", "ifju sarkany", "osarkany", "sarkan")]
    [0, 1, 2, 3, 4]
    """
    if name == phrase:
        return EXACT
    if name.startswith(phrase):
        return PREFIX
    words = phrase.split(" ")
    begun = f" {' '.join(_WORDS.findall(name))}"
    if all(f" {word}" in begun for word in words):
        return WORD
    return PART if all(word in name for word in words) else ALIKE
