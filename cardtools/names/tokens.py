"""Cards as people write them at the table: shorthand such as ``r7 y+2 w``, and full names in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from cardtools.model.card import Card
from cardtools.names.folding import clean, fold

_TIMES: Final = re.compile(r"([1-9]\d{0,2})\s*[x×]\s*(?=\S)")
_LONGEST: Final = 8


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing read: its words, how many, and the cards that answer to it (one where all is well)."""

    words: str
    count: int
    cards: tuple[Card, ...]


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

        ``2x b9`` are two of them. What no card answers to comes back with no cards.
        """
        pieces = re.split(r"[,;\n]", written) if isinstance(written, str) else list(written)
        readings: list[Reading] = []
        for piece in pieces:
            readings.extend(self._read_piece(clean(piece)))
        return tuple(readings)

    def _read_piece(self, piece: str) -> list[Reading]:
        readings: list[Reading] = []
        rest = piece
        while rest:
            count = 1
            if (match := _TIMES.match(rest)) and fold(rest.split(" ")[0]) not in self._cards:
                count, rest = int(match.group(1)), rest[match.end() :]
            words = rest.split(" ")
            for length in range(min(_LONGEST, len(words)), 0, -1):
                name = " ".join(words[:length])
                if (cards := self._cards.get(fold(name))) is not None:
                    readings.append(Reading(name, count, cards))
                    break
            else:
                length = 1
                readings.append(Reading(words[0], count, ()))
            rest = " ".join(words[length:])
        return readings
