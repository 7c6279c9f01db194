"""Search while somebody types: the first cards a query finds, fast enough for every key.

What a query finds and in which order is ``names.search``'s to say. Plain words, by far the commonest, are answered here
without ranking thousands of cards of which forty are shown; everything else goes to the searcher as it is, and what
was asked lately is remembered.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cardtools.model.card import Card
from cardtools.model.game import GameInfo
from cardtools.names.folding import fold
from cardtools.names.ranking import ALIKE, EXACT, rank
from cardtools.names.search import Found, Searcher

_NUMBERS: Final = re.compile(r"([0-9]{1,9})")
_PLAIN: Final = re.compile(r"[^:=~<>()\"\u201c\u201d\u201e!-]+")
_OPERATORS: Final = frozenset({"OR", "VAGY"})
_REMEMBERED: Final = 200
_FACTS: Final = {"type": "type", "colour": "god"}


@dataclass(frozen=True, slots=True)
class Filters:
    """What cards must be besides: ids of the game, and the highest cost; None and "" for anything."""

    type: str = ""
    colour: str = ""
    cost: int | None = None

    @property
    def queries(self) -> tuple[str, ...]:
        """The filters as queries of ``names.query``."""
        chosen = [f'{word}:"{value}"' for key, word in _FACTS.items() if (value := getattr(self, key))]
        return (*chosen, *(() if self.cost is None else (f"cost<={self.cost}",)))


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the cards found: ``total`` of all of them, and ``undecided`` ones of which a fact is not known.

    Attributes:
        alike: Whether these cards are only spelled alike: none is called so.
    """

    cards: tuple[Card, ...]
    total: int
    undecided: int
    alike: bool = False


def _by_value(name: str) -> list[tuple[bool, int, str]]:
    """Return what names are sorted by: letters as they are, numbers by their value, so that 2 stands before 10."""
    parts = _NUMBERS.split(name)
    return [(not at % 2, int(part) if at % 2 else 0, part) for at, part in enumerate(parts)]


class LiveSearch:
    """The cards of a pool, ready to be searched key by key."""

    def __init__(self, info: GameInfo, cards: tuple[Card, ...], facts: frozenset[str]) -> None:
        self._searcher = Searcher(info, cards, facts)
        self._order = sorted(
            ((tuple(map(fold, card.spellings)), index) for index, card in enumerate(cards)),
            key=lambda one: ([_by_value(name) for name in one[0][:1]], one[1]),
        )
        self._cards = cards
        self._names = [names for names, _ in self._order]
        self._joined = ["\n".join(names) for names in self._names]
        self._held: OrderedDict[str, list[int]] = OrderedDict()
        self._found: OrderedDict[str, Found] = OrderedDict()
        self._chosen: OrderedDict[Filters, tuple[frozenset[str], int]] = OrderedDict()

    @cached_property
    def has_costs(self) -> bool:
        """Whether any card of the pool says what it costs."""
        return any(card.cost is not None for card in self._cards)

    def page(self, words: str, filters: Filters, first: int, most: int) -> Page:
        """Return at most so many cards from the ``first`` on, which counts from 0.

        Raises:
            CardtoolsError: For words that are a query, but one that cannot be understood.
        """
        if _PLAIN.fullmatch(words) and not _OPERATORS & set(words.split()):
            return self._plain(fold(words), filters, first, most)
        query = " ".join((*(f"({words})" for _ in range(bool(words))), *filters.queries))
        if not query:
            return self._plain("", filters, first, most)
        if words:
            self._ask(words)  # what is wrong with it is told of the words alone
        found = self._ask(query)
        return Page(found.cards[first : first + most], len(found.cards), found.undecided)

    def _plain(self, phrase: str, filters: Filters, first: int, most: int) -> Page:
        allowed, undecided = self._allowed(filters)
        parts = phrase.split()
        hits = self._hits(parts, allowed)
        if not hits and parts:
            query = " ".join((*(f'"{part}"' for part in parts), *filters.queries))
            found = self._ask(query)
            return Page(found.cards[first : first + most], len(found.cards), found.undecided, alike=True)
        cards = tuple(self._first(hits, " ".join(parts), first + most))[first:]
        return Page(cards, len(hits), undecided)

    def _hits(self, parts: list[str], allowed: frozenset[str] | None) -> list[int]:
        """Return the places in the order of names of all cards that have every part in their name."""
        hits: Iterable[int] = range(len(self._order))
        if parts:
            longest = max(parts, key=len)
            hits = self._holding(longest)
            if len(parts) > 1:
                hits = [place for place in hits if self._holds(place, parts)]
        if allowed is not None:
            hits = [place for place in hits if self._cards[self._order[place][1]].id in allowed]
        return list(hits)

    def _holding(self, part: str) -> list[int]:
        """Return the places whose names hold a part; of one letter more there are some of those of one letter less."""
        if part not in self._held:
            shorter = next((part[:end] for end in range(len(part) - 1, 0, -1) if part[:end] in self._held), None)
            joined = self._joined
            if shorter is None:
                self._held[part] = [place for place, names in enumerate(joined) if part in names]
            else:
                self._held[part] = [place for place in self._held[shorter] if part in joined[place]]
            while len(self._held) > _REMEMBERED:
                self._held.popitem(last=False)
        return self._held[part]

    def _holds(self, place: int, parts: list[str]) -> bool:
        return any(all(part in name for part in parts) for name in self._names[place])

    def _first(self, hits: list[int], phrase: str, most: int) -> Iterator[Card]:
        """Yield the first cards, those before whose name answers best; within one rank they stand by name."""
        if not phrase:
            yield from (self._cards[self._order[place][1]] for place in hits[:most])
            return
        # A tier that fills the page makes the ones behind it needless.
        joined, later = self._joined, f"\n{phrase}"
        begun = [place for place in hits if joined[place].startswith(phrase) or later in joined[place]]
        if len(begun) >= most:
            exact = [place for place in begun if phrase in self._names[place]]
            exact_places = set(exact)
            rest = [place for place in begun if place not in exact_places]
            chosen = [*exact, *rest]
        else:
            ranked = sorted((self._rank(place, phrase), place) for place in hits)
            chosen = [place for _, place in ranked]
        yield from (self._cards[self._order[place][1]] for place in chosen[:most])

    def _rank(self, place: int, phrase: str) -> int:
        return min((rank(name, phrase) for name in self._names[place]), default=EXACT if not phrase else ALIKE)

    def _allowed(self, filters: Filters) -> tuple[frozenset[str] | None, int]:
        """Return the ids of the cards that filters let through, None for all, and how many are undecided."""
        if not filters.queries:
            return None, 0
        if filters not in self._chosen:
            found = self._ask(" ".join(filters.queries))
            self._chosen[filters] = frozenset(card.id for card in found.cards), found.undecided
            while len(self._chosen) > _REMEMBERED:
                self._chosen.popitem(last=False)
        return self._chosen[filters]

    def _ask(self, query: str) -> Found:
        if query not in self._found:
            self._found[query] = self._searcher.search(query)
            while len(self._found) > _REMEMBERED:
                self._found.popitem(last=False)
        else:
            self._found.move_to_end(query)
        return self._found[query]
