"""Rows of CSV as they are handed on: exact numbers as decimals, and nothing that a spreadsheet takes for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction

from cardtools.store.csv_cells import as_text


def number(value: Fraction) -> int | float:
    """Return an exact number as JSON has it: whole, or a decimal for halves.

    >>> number(Fraction(7, 2)), number(Fraction(4))
    (3.5, 4)
    """
    return value.numerator if value.denominator == 1 else float(value)


def csv_row(cells: Sequence[object]) -> str:
    r"""Return one row without an end, a cell that a spreadsheet would take for a formula made text.

    >>> csv_row(["=1+1", -2, "a,b"])
    '\'=1+1,-2,"a,b"'
    """
    stream = io.StringIO()
    safe = [as_text(cell) if isinstance(cell, str) else cell for cell in cells]
    csv.writer(stream, lineterminator="").writerow(safe)
    return stream.getvalue()
