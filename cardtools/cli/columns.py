"""Columns of text as a terminal shows them: wide signs take two cells, marks on a letter none."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def cells(text: str) -> int:
    r"""Return how many cells a text takes.

    >>> cells("Erdő"), cells("o\u030b"), cells("熊猫")
    (4, 1, 4)
    """
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def left(text: str, width: int) -> str:
    """Return a text filled up with blanks on its right, to ``width`` cells."""
    return text + " " * (width - cells(text))


def right(text: str, width: int) -> str:
    """Return a text filled up with blanks on its left, to ``width`` cells."""
    return " " * (width - cells(text)) + text


def shortened(text: str, width: int) -> str:
    """Return a text of ``width`` cells at most, an ellipsis where some of it is left out.

    >>> shortened("Krisztofóró", 6)
    'Krisz…'
    """
    if cells(text) <= width:
        return text
    kept = ""
    for char in text:
        if cells(kept + char) >= width:
            break
        kept += char
    return kept + "…"


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines: the first column to the left, the others, which hold numbers, to the right."""
    widths = [max(cells(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join([left(row[0], widths[0]), *(right(cell, w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]
