"""Written facts of cards made values: what cannot be read is left unknown, and counted; what is empty is unknown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Final

from cardtools.model.finding import MOST_OF_A_KIND, Finding, others
from cardtools.model.game import GameInfo
from cardtools.names.folding import clean, fold
from cardtools.names.game_words import GameWords
from cardtools.store.pools.reading import at

FACTS: Final = (
    "colours", "type", "subtypes", "cost", "damage", "life", "text", "rarity",
    "max_copies", "opening_hand", "starting_life", "released",
)  # fmt: skip
"""Facts that columns carry, by their field of Card; marks besides."""
NO_SUCH: Final = "-"
"""What is written where a card is known to have none."""
MARK: Final = "mark:"
"""Before the id of a mark that has a column of its own, with yes or no in it."""
ANY_NUMBER: Final = 999

_NUMBERS: Final = {
    "damage": (-999, 9999), "life": (-999, 9999),
    "max_copies": (1, ANY_NUMBER), "opening_hand": (0, 99), "starting_life": (1, 999),
}  # fmt: skip
_LINES: Final = {"cost": 80, "rarity": 80}
_LISTS: Final = ("marks", "subtypes", "aliases")
_TEXT: Final = 2000
_WORD: Final = 80
_SEVERAL: Final = re.compile(r"\s*[;|]\s*")
_SEVERAL_WORDS: Final = re.compile(r"\s*[,;|]\s*")
_WHOLE: Final = re.compile(r"[+-]?\d{1,6}")
_DAY: Final = re.compile(r"(\d{4}-\d\d-\d\d)(?:[ T]00:00:00)?")
_NONE: Final = frozenset({"-", "nincs", "none"})
_ANY: Final = frozenset({"any", "barmennyi", "tetszoleges", "∞"})
_YES: Final = frozenset({"yes", "igen", "true", "1", "x", "✓", "y", "i"})
_NO: Final = frozenset({"no", "nem", "false", "0", "n", "-"})


_LANGUAGE: Final = re.compile("[a-z]{2}")


class _Unknown:
    """What is not known; apart from None, which is known to be none."""


UNKNOWN: Final = _Unknown()


def written_text(value: object) -> str:
    """Return what is written as text; half of a surrogate pair, which JSON can hold, is no letter."""
    return "" if value is None else str(value).encode("utf-8", "replace").decode()


@dataclass(slots=True)
class Record:
    """What one row of a source says.

    Attributes:
        values: Fields of Card, and marks that have a column of their own, as ``mark:divine`` with yes or no.
        silent: Fields that the source has a place for, but says nothing clear of for this card.
    """

    line: int
    id: str | None
    name: str
    values: dict[str, Any] = field(default_factory=dict)
    silent: list[str] = field(default_factory=list)

    def marks(self, ids: Iterable[str] = ()) -> tuple[str, ...]:
        """Return the marks this row gives its card, in an order of their own, besides ``ids``."""
        own = (key.removeprefix(MARK) for key, value in self.values.items() if key.startswith(MARK) and value)
        return tuple(dict.fromkeys((*ids, *self.values.get("marks", ()), *own)))


class FieldReader:
    """Makes values of what is written, and counts what it cannot read, by word: of each code the first 200."""

    def __init__(self, info: GameInfo, path: Path) -> None:
        self.words = GameWords(info)
        self._language = info.languages[0]
        self._stats = {kind.id: kind.stats for kind in info.types}
        self._path = path
        self._unclear: dict[tuple[str, str, str], list[int]] = {}
        self._words: Counter[str] = Counter()
        self._others: dict[str, list[int]] = {}

    def record(self, line: int, one: str | None, name: str, written: Mapping[str, Any]) -> Record:
        """Return what a row says; ``written`` has a text (or a list, or texts by language) for each field."""
        record = Record(line, one, name)
        for key, value in written.items():
            read = self.value(key, value, line)
            if read is UNKNOWN:
                record.silent.append(key)
            else:
                record.values[key] = read
        kind = record.values.get("type")
        if isinstance(kind, tuple):  # a type line with subtypes behind a dash
            record.values["type"], behind = kind
            if behind:
                record.values["subtypes"] = (*behind, *record.values.get("subtypes", ()))
        stats = self._stats.get(record.values.get("type") or "")
        if stats is not None:  # a type that prints no such number is no gap
            record.silent = [key for key in record.silent if key not in ("damage", "life") or key in stats]
        return record

    def value(self, key: str, written: Any, line: int) -> Any:
        """Return the value that ``written`` says of a field, or UNKNOWN."""
        if key == "text":
            return self._texts(written, line)
        if key in _LISTS:
            return self._list(key, written, line)
        word = clean(written_text(written))
        if not word:
            return UNKNOWN
        known: Any
        if key.startswith(MARK):
            known = True if fold(word) in _YES else False if fold(word) in _NO else UNKNOWN
        elif key == "colours":
            known = self.words.colourless if fold(word) in _NONE else self.words.colours(word)
            known = UNKNOWN if known is None else known
        elif key == "type":
            kind, subtypes = self.words.type(word)
            known = UNKNOWN if kind is None else (kind, subtypes)
        elif key in _NUMBERS:
            known = _number(key, word)
        elif key == "released":
            known = _day(word)
        else:
            known = None if word == NO_SUCH else word if len(word) <= _LINES[key] else UNKNOWN
        if known is UNKNOWN:
            self.unclear("pool.unknown-word" if key in ("colours", "type") else "pool.value", key, word, line)
        return known

    def _texts(self, written: Any, line: int) -> Any:
        texts = written if isinstance(written, Mapping) else {self._language: written}
        read: dict[str, str] = {}
        for language, text in texts.items():
            lines = [clean(part) for part in written_text(text).splitlines()]
            plain = "\n".join(part for part in lines if part)
            if len(plain) > _TEXT or not _LANGUAGE.fullmatch(str(language)):
                self.unclear("pool.value", "text", plain, line)
            elif plain and plain != NO_SUCH:
                read[str(language)] = plain
            elif plain:
                read.setdefault("", plain)
        told_none = read.pop("", None)
        return read if read or told_none else UNKNOWN

    def _list(self, key: str, written: Any, line: int) -> Any:
        if isinstance(written, list | tuple):
            words = [clean(written_text(word)) for word in written]
            none = not words
        else:
            word = clean(written_text(written))
            words = (_SEVERAL if key == "aliases" else _SEVERAL_WORDS).split(word) if word else []
            none = False
        words = [word for word in words if word]
        if not words and not none:
            return UNKNOWN
        if key != "aliases":
            words = [word for word in words if fold(word) not in _NONE]
        if any(len(word) > (400 if key == "aliases" else _WORD) for word in words):
            self.unclear("pool.value", key, max(words, key=len), line)
            return UNKNOWN
        if key == "marks":
            words = [self.words.mark(word) or word.lower() for word in words]
        return tuple(dict.fromkeys(words))

    def unclear(self, code: str, key: str, word: str, line: int) -> None:
        """Count a word that could not be read."""
        known = self._unclear.get((code, key, word[:60]))
        if known is not None:
            known[0] += 1
        elif self._words[code] < MOST_OF_A_KIND:
            self._words[code] += 1
            self._unclear[code, key, word[:60]] = [1, line]
        else:
            self._others.setdefault(code, [0, line])[0] += 1

    def findings(self) -> list[Finding]:
        """Return one warning for each word that could not be read, with the number of rows it stands on.

        Of the words beyond the first 200 it is told how often there are any.
        """
        told = [
            Finding(
                code=code,
                wording="pool.unknown-word.counted" if code == "pool.unknown-word" else code,
                severity="warning",
                effect="none",
                params={"key": key, "value": word, "count": count},
                location=at(self._path, line),
            )
            for (code, key, word), (count, line) in self._unclear.items()
        ]
        more = (
            others(code, count, at(self._path, line), "warning", "none") for code, (count, line) in self._others.items()
        )
        return [*told, *more]


def _number(key: str, word: str) -> Any:
    """Return a whole number within the bounds of its field, None for none, or UNKNOWN."""
    folded = fold(word)
    if folded in _NONE:
        return None
    if key == "max_copies" and folded in _ANY:
        return ANY_NUMBER
    low, high = _NUMBERS[key]
    if word.isascii() and _WHOLE.fullmatch(word) and low <= int(word) <= high:
        return int(word)
    return UNKNOWN


def _day(word: str) -> Any:
    """Return a day such as 2025-04-05, also as spreadsheets have it, or UNKNOWN."""
    match = _DAY.fullmatch(word)
    try:
        return date.fromisoformat(match.group(1)) if match else UNKNOWN
    except ValueError:
        return UNKNOWN
