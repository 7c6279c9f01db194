"""The words of a game for its colours, types and marks, as columns of pools and queries write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cardtools.model.game import GameInfo
from cardtools.names.folding import clean, fold

_BREAK: Final = re.compile(r"\s*[,/+&;]\s*")
_DASH: Final = re.compile(r" -+ ")
_BRACKETS: Final = re.compile(r"\s*\([^()]*\)\s*$")


class GameWords:
    """The colour, type and mark words of a game."""

    def __init__(self, info: GameInfo) -> None:
        self._colours = {
            fold(word): colour.id
            for colour in info.colours
            for word in (colour.id, *colour.name.values(), *colour.aliases)
        }
        self._letters = {fold(colour.letter): colour.id for colour in info.colours if colour.letter}
        self._types = {
            fold(word): kind.id for kind in info.types for word in (kind.id, *kind.name.values(), *kind.aliases)
        }
        self._marks: dict[str, str] = {}
        for mark in info.marks:
            for word in (mark.id, *mark.name.values()):
                whole = fold(word)
                plain = _BRACKETS.sub("", whole)
                for one in (whole, plain, plain.split(" ")[0]):
                    self._marks.setdefault(one, mark.id)
        self._split: dict[str, tuple[tuple[str, ...] | None, str | None]] = {}
        self.colourless: tuple[str, ...] = ("colourless",) if "colourless" in self._colours.values() else ()

    def split(self, kind: str) -> tuple[tuple[str, ...] | None, str | None]:
        """Return the colours and the type that ``kind`` names, each None where it names none known."""
        if kind not in self._split:
            self._split[kind] = self._read(fold(kind))
        return self._split[kind]

    def colours(self, words: str) -> tuple[str, ...] | None:
        """Return the colours that ``words`` names, parted by hyphens, commas or slashes, or as the game's letters."""
        folded = fold(words)
        parts = [self._read_colours(part) for part in _BREAK.split(folded)]
        if all(part is not None for part in parts):
            return tuple(dict.fromkeys(colour for part in parts for colour in part or ()))
        letters = [self._letters.get(char) for char in folded]
        return tuple(dict.fromkeys(one for one in letters if one)) if letters and all(letters) else None

    def type(self, words: str) -> tuple[str | None, tuple[str, ...]]:
        """Return the type that ``words`` names, None where it names none known, and the subtypes after its dash."""
        if (known := self._types.get(fold(words))) is not None:
            return known, ()
        first, *rest = _DASH.split(clean(words), maxsplit=1)
        known = self._types.get(fold(first))
        return known, tuple(" ".join(rest).split()) if known else ()

    def mark(self, word: str) -> str | None:
        """Return the mark of the game that ``word`` names: its id or name, whole or by its first word."""
        return self._marks.get(fold(word))

    @property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """The folded words for colours, types and marks, and the ids they stand for."""
        return {"colours": self._colours, "type": self._types, "marks": self._marks}

    def _read(self, words: str) -> tuple[tuple[str, ...] | None, str | None]:
        if words in self._types:  # a card without a colour word is colourless
            return ("colourless",), self._types[words]
        parts = words.split(" ")
        for cut in range(len(parts) - 1, 0, -1):
            colours = self._read_colours(" ".join(parts[:cut]))
            if colours is not None:
                return colours, self._types.get(" ".join(parts[cut:]))
        known = (self._types.get(" ".join(parts[cut:])) for cut in range(1, len(parts)))
        return self._read_colours(words), next((kind for kind in known if kind), None)

    def _read_colours(self, words: str) -> tuple[str, ...] | None:
        """Return the colours of ``Dornodon`` or ``Dornodon-Leah``; the whole is tried before its parts."""
        if words in self._colours:
            return (self._colours[words],)
        for cut in (index for index, char in enumerate(words) if char == "-"):
            left, right = words[:cut].strip(), words[cut + 1 :].strip()
            if left in self._colours and (rest := self._read_colours(right)) is not None:
                return (self._colours[left], *rest)
        return None
