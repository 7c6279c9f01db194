"""Cards as people write them at the table: shorthand such as ``r7 y+2 w``, and full names in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.names.folding import clean, fold

_TIMES: Final = re.compile(r"([1-9]\d{0,2})\s*[x×]\s*(?=\S)")
_TIMES_AFTER: Final = re.compile(r"[x×]([1-9]\d{0,2})")
_IN_BRACKETS: Final = re.compile(r" \([^()]*\)$")
_WORD: Final = re.compile(r"\S+")
_PIECE: Final = re.compile(r"[^,;\n]+")
_LONGEST: Final = 8
_ALIKE: Final = 72
_SHORTHAND: Final = 3
"""Longest token whose first letter says its colour, such as ``r13``."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing read: its words, how many, and the cards that answer to it (one where all is well).

    Attributes:
        at: Where it begins in the text, or in its item of a list, from 0.
        item: Index of its item, from 0; None where a text was read.
        colourless: Where no card answers: those that would if their colour were told.
    """

    words: str
    count: int
    cards: tuple[Card, ...]
    at: int = 0
    item: int | None = None
    colourless: tuple[Card, ...] = ()


class TokenIndex:
    """The tokens and names of a game's cards."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards: dict[str, tuple[Card, ...]] = {}
        for card in cards:
            for word in (card.id, *card.tokens, *card.spellings):
                key = fold(word)
                present = self._cards.get(key, ())
                if card not in present:
                    self._cards[key] = (*present, card)

    def read(self, written: str | Iterable[str]) -> tuple[Reading, ...]:
        """Read loose cards: parted by blanks, or by commas or semicolons where names have several words.

        ``2x b9`` and ``b9 x2`` are two of them. What no card answers to comes back with no cards.
        """
        readings: list[Reading] = []
        if isinstance(written, str):
            for match in _PIECE.finditer(written):
                readings.extend(self._read_piece(match.group(), match.start(), None))
        else:
            for item, piece in enumerate(written):
                readings.extend(self._read_piece(piece, 0, item))
        return tuple(readings)

    def suggest(self, words: str, most: int = 3, likeness: int = _ALIKE) -> tuple[str, ...]:
        """Return up to ``most`` names of cards that are spelled like ``words``, the likeliest first.

        ``likeness`` is the least they must be alike, of 100.
        """
        from rapidfuzz import fuzz, process

        hits = process.extract(fold(words), self._cards.keys(), scorer=fuzz.ratio, limit=most, score_cutoff=likeness)
        return tuple(dict.fromkeys(text_in(self._cards[key][0].name, "en") for key, _, _ in hits))

    def _read_piece(self, piece: str, start: int, item: int | None) -> list[Reading]:
        readings: list[Reading] = []
        spelled = [(word, start + match.start()) for match in _WORD.finditer(piece) if (word := clean(match.group()))]
        words = [word for word, _ in spelled]
        at = 0
        while at < len(words):
            count, first = self._counted(words, at)
            name, cards = self._longest(words, first, self._cards)
            colourless: tuple[Card, ...] = ()
            if not cards:
                name, colourless = self._longest(words, first, self._without_colour)
            name = name or words[first]
            begins, at = spelled[at][1], first + len(name.split(" "))
            if cards and count == 1 and at < len(words) and fold(words[at]) not in self._cards:
                after = _TIMES_AFTER.fullmatch(words[at])
                count, at = (int(after.group(1)), at + 1) if after else (count, at)
            readings.append(Reading(name, count, cards, begins, item, colourless))
        return readings

    def _counted(self, words: list[str], at: int) -> tuple[int, int]:
        """Return how many are told at this word, and the word that the card begins with, whose count is taken off."""
        for length in (1, 2, 3):  # "2x b9", "2 x b9" and "2xb9"
            told = " ".join(words[at : at + length])
            if (match := _TIMES.match(told)) and fold(words[at]) not in self._cards:
                words[at + length - 1] = told[match.end() :]
                return int(match.group(1)), at + length - 1
        return 1, at

    @staticmethod
    def _longest(words: list[str], first: int, known: Mapping[str, tuple[Card, ...]]) -> tuple[str, tuple[Card, ...]]:
        """Return the most words from the ``first`` on that are ``known``, and the cards; nothing where none are."""
        for length in range(min(_LONGEST, len(words) - first), 0, -1):
            name = " ".join(words[first : first + length])
            if cards := known.get(fold(name)):
                return name, cards
        return "", ()

    @cached_property
    def _without_colour(self) -> Mapping[str, tuple[Card, ...]]:
        """Cards by what is left of their tokens and names without the colour, where cards of several share it."""
        found: dict[str, tuple[Card, ...]] = {}
        for key, cards in self._cards.items():
            for card in cards:
                if len(card.colours or ()) != 1:
                    continue
                first, _, others = key.partition(" ")
                bare = {key[1:]} if len(key) <= _SHORTHAND else {others, _IN_BRACKETS.sub("", key)} - {key, first}
                for one in bare - {""}:
                    if card not in found.get(one, ()):
                        found[one] = (*found.get(one, ()), card)
        return {one: cards for one, cards in found.items() if len({card.colours for card in cards}) > 1}
