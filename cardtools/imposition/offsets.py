"""Offsets as people type them: two lengths, such as ``0.4,-1.2``."""

from __future__ import annotations

import re
from typing import Final

from cardtools.errors import refuse

MOST_MM: Final = 20.0
"""The farthest that a back sheet is moved; no printer misses by more."""
MOST_DEGREES: Final = 5.0
"""The farthest that it is turned."""

_LONGEST: Final = 40
_NUMBER: Final = r"[+-]?[0-9]{1,4}(?:[.,][0-9]{1,6})?"
_POINTS: Final = re.compile(r"([^,;]+)[,;]([^,;]+)")
_COMMAS: Final = re.compile(r"([^;]+);([^;]+)")


def parse_offset(text: str) -> tuple[float, float]:
    """Return two lengths in millimetres: to the right, and upwards.

    A comma or a semicolon stands between them; with a semicolon the numbers may have decimal commas. A minus sign as
    the calibration page prints it counts as one.

    Raises:
        CardtoolsError: ``usage.offset`` for anything else, and for more than 20 mm.

    >>> parse_offset("0.4,-1.2"), parse_offset("0,4; −1,2")
    ((0.4, -1.2), (0.4, -1.2))
    """
    plain = "".join(text.replace("\u2212", "-").split()) if len(text) <= _LONGEST else ""
    match = _COMMAS.fullmatch(plain) or _POINTS.fullmatch(plain)
    if match is not None and all(re.fullmatch(_NUMBER, part, re.ASCII) for part in match.groups()):
        x_mm, y_mm = (float(part.replace(",", ".")) for part in match.groups())
        if abs(x_mm) <= MOST_MM and abs(y_mm) <= MOST_MM:
            return x_mm, y_mm
    raise refuse("usage.offset", value=text[:_LONGEST], most=int(MOST_MM))
