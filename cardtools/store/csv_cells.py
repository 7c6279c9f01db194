"""Cells of CSV that a spreadsheet would calculate: made text where they are written, and read back as they were.

A spreadsheet takes a cell for a formula by its first sign. Where it parts cells at semicolons, as it does on Hungarian
machines, it opens our commas as one cell and begins a new one after every semicolon within a name.
"""

from __future__ import annotations

import re
from typing import Final

_BEGIN: Final = r"(?:\A|(?<=[;\t\r\n]))"
_FORMULA: Final = r"""(?=[ \u00a0]*['"]*[=+\-@＝＋－＠])"""
_CALCULATED: Final = re.compile(_BEGIN + _FORMULA)
_MADE_TEXT: Final = re.compile(f"{_BEGIN}'{_FORMULA}")


def as_text(cell: str) -> str:
    """Return a cell with a quote before whatever a spreadsheet would calculate.

    >>> as_text("=1+1"), as_text("Fire;=1+1"), as_text("Turul")
    ("'=1+1", "Fire;'=1+1", 'Turul')
    """
    return _CALCULATED.sub("'", cell)


def as_meant(cell: str) -> str:
    """Return a cell without the quotes of ``as_text``.

    >>> as_meant("'=1+1"), as_meant("'Turul'")
    ('=1+1', "'Turul'")
    """
    return _MADE_TEXT.sub("", cell)
