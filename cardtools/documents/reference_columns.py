"""Columns to look things up in: how wide those of a table are, and the initials beside a glossary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final
from unicodedata import normalize

from cardtools.documents.reference_page import EntryView

_NUMBER: Final = re.compile(r"[−–+±×-]?\d[\d .,/–×%-]*")
_LONG_GLOSSARY: Final = 14
"""A glossary of more terms has initials to scan it by."""
_LEAST_LETTERS: Final = 5
"""As how many letters a column of a table counts at least when it is given its width."""
_LINE_LETTERS: Final = 46
"""About how many letters a line of a table has in a narrow column."""


def column_shares(columns: Sequence[tuple[str, ...]]) -> tuple[int, ...]:
    """Return the widths of columns in per cent: room for their longest words, then for their longest cells."""
    words = [max(_LEAST_LETTERS, *(len(word) + 3 for cell in cells for word in cell.split())) for cells in columns]
    cells = [max(map(len, cells)) + 3 for cells in columns]
    words[0], cells[0] = words[0] + 1, cells[0] + 1  # it is set in bolder type
    wished = [max(0, cell - word) for word, cell in zip(words, cells, strict=True)]
    free = max(0, _LINE_LETTERS - sum(words)) / max(1, sum(wished))
    counts = [word + wish * min(1, free) for word, wish in zip(words, wished, strict=True)]
    return tuple(int(100 * count / sum(counts)) for count in counts)


def with_initials(entries: tuple[EntryView, ...]) -> tuple[EntryView, ...]:
    """Return the entries of a long glossary in alphabetical order, the first of each initial with it."""
    if len(entries) <= _LONG_GLOSSARY:
        return entries
    initials = [_initial("".join(run.text for run in entry.lead)) for entry in entries]
    firsts = [n for n, letter in enumerate(initials) if n == 0 or letter != initials[n - 1]]
    if len(firsts) > len(set(initials)):
        return entries
    return tuple(replace(entry, letter=initials[n]) if n in firsts else entry for n, entry in enumerate(entries))


def _initial(term: str) -> str:
    """Return the letter that a term stands under: a long vowel goes with the short one.

    >>> _initial("Élet X"), _initial("Őrposzt"), _initial("Öröm"), _initial("Čas")
    ('E', 'Ö', 'Ö', 'Č')
    """
    letter = next((char for char in term if char.isalnum()), "").upper()
    shortened = normalize("NFD", letter).replace("\u0301", "").replace("\u030b", "\u0308")
    return normalize("NFC", shortened)


def holds_numbers(cells: Iterable[str]) -> bool:
    """Return whether most cells of a column hold a number, so that they are set flush right."""
    filled = [cell.strip() for cell in cells if cell.strip() not in {"", "–", "?"}]
    return 3 * sum(1 for cell in filled if _NUMBER.fullmatch(cell)) >= 2 * len(filled) > 0
