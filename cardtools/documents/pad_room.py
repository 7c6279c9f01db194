"""How much room a score pad has: panels on paper, and type that fits into cells. Lengths are millimetres."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, Literal

from cardtools.documents.pad_page import PanelSize
from cardtools.model.printing import Size

NumberUp = Literal[1, 2, 4]
"""Pads on a sheet of paper."""

LEAST_PT: Final = 7.0
"""Type is never smaller."""
LINE_MM: Final = 7.5
"""Least height of a line to write on."""

MM_PER_PT: Final = 25.4 / 72
_LEADING: Final = 1.16
_MARGIN_MM: Final = 8.0
_WIDE_MARGIN_MM: Final = 10.0
_WIDE_MM: Final = 180.0
_COMPACT_MM: Final = 110.0
_SLACK: Final = 1.03
"""Estimated widths are taken so much wider."""
_EM: Final = (
    ("fijlrtI.,:;'!|()[] /-’„”", 0.32),
    ("mwMW@%—…", 0.86),
)
_CAPITAL_EM: Final = 0.62
_LETTER_EM: Final = 0.53


@dataclass(frozen=True, slots=True)
class Room:
    """The inside of a panel between head and foot.

    Attributes:
        type_pt: Size of the body type.
        compact: Whether the panel is about as small as a postcard.
    """

    width_mm: float
    height_mm: float
    type_pt: float
    compact: bool

    @property
    def small_pt(self) -> float:
        """Size of hints."""
        return max(LEAST_PT, self.type_pt - 1.8)


def panel_size(paper: Size, n_up: NumberUp, *, wide: bool) -> tuple[PanelSize, float]:
    """Return how panels stand on a paper, head and foot still without height, and the size of the body type.

    Args:
        paper: The paper, upright.
        n_up: How many on a sheet.
        wide: Whether each panel lies; the paper is turned as they need it.
    """
    lies = wide != (n_up == 2)
    width, height = sorted((paper.width_mm, paper.height_mm), reverse=lies)
    columns, rows = {1: (1, 1), 2: (2, 1) if lies else (1, 2), 4: (2, 2)}[n_up]
    inner = width / columns - 2 * _MARGIN_MM
    margin = _WIDE_MARGIN_MM if n_up == 1 and inner >= _WIDE_MM else _MARGIN_MM
    type_pt = 9.4 if inner >= _WIDE_MM else 8.4 if inner >= _COMPACT_MM else 7.6
    return PanelSize(width, height, columns, rows, margin, 0.0, 0.0, 0.0), type_pt


def is_compact(size: PanelSize) -> bool:
    """Return whether a panel is about as small as a postcard."""
    return size.width_mm < _COMPACT_MM


def text_mm(text: str, type_pt: float) -> float:
    """Return about how wide a text is in semibold type, rather more than less.

    >>> 17 < text_mm("Anna Mária", 10) < 21
    True
    """
    return sum(map(_em, text)) * type_pt * MM_PER_PT * _SLACK


def line_mm(type_pt: float) -> float:
    """Return the height of a line of type."""
    return type_pt * MM_PER_PT * _LEADING


def lines_of(text: str, width_mm: float, type_pt: float) -> int:
    """Return how many lines a text takes in a width; a word that is wider is broken.

    >>> lines_of("Anna", 20, 10), lines_of("Anna Mária", 12, 10), lines_of("Krisztofóró", 8, 10)
    (1, 2, 4)
    """
    lines, at = 1, 0.0
    space = text_mm(" ", type_pt)
    for one in text.split():
        wide = text_mm(one, type_pt)
        if at and at + space + wide <= width_mm:
            at += space + wide
            continue
        lines += 1 if at else 0
        # A broken word leaves up to a letter's width at the end of each of its lines.
        broken = ceil(wide / max(width_mm - type_pt * MM_PER_PT * 0.6, 1.0)) if wide > width_mm else 1
        lines += broken - 1
        at = wide if broken == 1 else width_mm
    return lines


def end_held(text: str) -> str:
    """Return a text whose last three words stay on one line, so that no word is left alone on the last.

    >>> len(end_held("This is not approved by it.").split(" "))
    4
    """
    return "\u00a0".join(text.rsplit(" ", 2))


def article_held(text: str) -> str:
    """Return a title in which no line ends with an article.

    >>> article_held("A kártyajáték, az igazi").count("\u00a0")
    2
    """
    return re.sub(r"\b(a|az|an|the) ", "\\1\u00a0", text, flags=re.IGNORECASE)


def name_pt(names: Sequence[str], width_mm: float, most_pt: float) -> tuple[float, int]:
    """Return one size of type for names in cells of a width, and the most lines that one of them takes.

    The largest is taken at which no name has more than two lines and no word is broken; else the smallest there is.
    """
    size = most_pt
    while size > LEAST_PT:
        whole = all(text_mm(one, size) <= width_mm for name in names for one in name.split())
        if whole and all(lines_of(name, width_mm, size) <= 2 for name in names):
            break
        size -= 0.5
    size = max(size, LEAST_PT)
    return size, max((lines_of(name, width_mm, size) for name in names), default=1)


def shares(count: int, most: int) -> tuple[int, ...]:
    """Return ``count`` in as few parts of at most ``most`` as can be, about equal.

    >>> shares(10, 4), shares(3, 8)
    ((4, 3, 3), (3,))
    """
    parts = max(1, ceil(count / max(1, most)))
    each, more = divmod(count, parts)
    return tuple(each + (number < more) for number in range(parts))


def _em(letter: str) -> float:
    for letters, wide in _EM:
        if letter in letters:
            return wide
    return _CAPITAL_EM if letter.isupper() else _LETTER_EM
