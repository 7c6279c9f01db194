"""Forms that a reference sheet is printed in: paper, panels and their places, folds, and how large type may be.

Lengths are millimetres from the upper left corner of the paper as it lies for printing, type sizes are points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from cardtools.model.printing import Size

Fold = Literal["none", "trifold", "pocket"]


@dataclass(frozen=True, slots=True)
class Panel:
    """A stretch of text on one side of the paper: a whole page, or a part of it between folds.

    ``side`` counts from 0; ``turned`` panels stand on their heads; ``number`` is empty where the page has a foot.
    """

    side: int
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turned: bool = False
    number: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the paper that it is folded or cut along."""

    side: int
    x_mm: float
    y_mm: float
    length_mm: float
    upright: bool
    cut: bool = False


@dataclass(frozen=True, slots=True)
class TypeRange:
    """How small and how large the body type may be, and how large the foot's is, in points."""

    least_pt: float
    most_pt: float
    foot_pt: float


@dataclass(frozen=True, slots=True)
class ReferenceFormat:
    """A form of the sheet.

    Attributes:
        name: ``sheet``, ``trifold`` or ``pocket``.
        columns: Columns of text in a panel, all of them ``column_mm`` wide and ``gap_mm`` apart.
        foot_mm: What is kept free at the lower edge of a sheet for its running foot.
        running_mm: How much of that the running foot takes, from the edge of the paper.
        running_pt: The size of its type.
        panels: Those of a fold, in the order they are read in; empty where there are as many pages as needed.
        rules: Where to fold and cut.
        most_pages: More pages than this are refused.
    """

    name: Literal["sheet", "trifold", "pocket"]
    paper_width_mm: float
    paper_height_mm: float
    columns: int
    column_mm: float
    gap_mm: float
    foot_mm: float
    margin_mm: float
    type: TypeRange
    panels: tuple[Panel, ...] = ()
    rules: tuple[Rule, ...] = ()
    running_mm: float = 0.0
    running_pt: float = 0.0

    @property
    def width_mm(self) -> float:
        """How wide the text of a panel is."""
        return self.columns * self.column_mm + (self.columns - 1) * self.gap_mm

    def panels_of(self, pages: int) -> tuple[Panel, ...]:
        """Return the panels of so many pages, in the order they are read in; a fold always has its own."""
        height = self.paper_height_mm - self.margin_mm - self.foot_mm
        return self.panels or tuple(
            Panel(side, self.margin_mm, self.margin_mm, self.width_mm, height) for side in range(pages)
        )


_WIDE_MM: Final = 180.0
"""Paper at least so wide has a column more."""
_MARGIN_MM: Final = 7.5
_SMALL_MARGIN_MM: Final = 6.0
"""The margin of paper narrower than that."""
_RUNNING_MM: Final = 7.6
_RUNNING_PT: Final = 6.5
_LARGE_RUNNING_MM: Final = 9.6
_ABOVE_RUNNING_MM: Final = 2.4
_GAP_MM: Final = 5.0
_TYPE: Final = TypeRange(7.5, 11.0, 6.8)
_LARGE_TYPE: Final = TypeRange(14.0, 18.0, 10.0)
_TRIFOLD_TYPE: Final = TypeRange(7.5, 12.5, 6.8)
_POCKET_TYPE: Final = TypeRange(7.5, 10.5, 6.2)
_LETTERS_MM: Final = 72.0
"""How wide a column is at most, before there is one more."""

_PANEL_MARGIN_MM: Final = 7.0
_FLAP_MM: Final = 2.0
"""How much narrower than the others the panel is that is folded in."""
_POCKET_MARGIN_MM: Final = 5.0
_NUMBER_MM: Final = 7.5
"""Kept free at the lower edge of a panel for its number."""


def reference_format(paper: Size, fold: Fold = "none", *, large: bool = False) -> ReferenceFormat:
    """Return the form of a sheet on ``paper``; folds lie across it, and are never set in large print."""
    if fold == "trifold":
        return _trifold(paper)
    if fold == "pocket":
        return _pocket(paper)
    margin = _MARGIN_MM if paper.width_mm >= _WIDE_MM else _SMALL_MARGIN_MM
    width = paper.width_mm - 2 * margin
    columns = max(1, int((width + _GAP_MM) / ((2 if large else 1) * _LETTERS_MM)) + (0 if large else 1))
    gap = _GAP_MM + (3 if large else 0)
    running = _LARGE_RUNNING_MM if large else _RUNNING_MM
    return ReferenceFormat(
        name="sheet",
        paper_width_mm=paper.width_mm,
        paper_height_mm=paper.height_mm,
        columns=columns,
        column_mm=(width - (columns - 1) * gap) / columns,
        gap_mm=gap,
        foot_mm=running + _ABOVE_RUNNING_MM,
        margin_mm=margin,
        type=_LARGE_TYPE if large else _TYPE,
        running_mm=running,
        running_pt=_LARGE_TYPE.least_pt if large else _RUNNING_PT,
    )


def _trifold(paper: Size) -> ReferenceFormat:
    """Return the six panels: cover, three inside, the flap that is folded in, and the back.

    The outside has flap, back and cover from left to right, the inside panels 2, 3 and 4. Turned over its short
    edge, the flap lies behind panel 4.
    """
    width, height = _across(paper)
    flap = (width - 2 * _FLAP_MM) / 3
    full = (width - flap) / 2
    text = flap - 2 * _PANEL_MARGIN_MM
    outside = ((0.0, flap, "5"), (flap, full, "6"), (flap + full, full, ""))
    inside = ((0.0, full, "2"), (full, full, "3"), (2 * full, flap, "4"))

    def panel(side: int, place: tuple[float, float, str]) -> Panel:
        left, panel_width, number = place
        x = left + (panel_width - text) / 2
        free = _PANEL_MARGIN_MM + _NUMBER_MM
        return Panel(side, x, _PANEL_MARGIN_MM, text, height - free, number=number)

    return ReferenceFormat(
        name="trifold",
        paper_width_mm=width,
        paper_height_mm=height,
        columns=1,
        column_mm=text,
        gap_mm=_GAP_MM,
        foot_mm=_NUMBER_MM,
        margin_mm=_PANEL_MARGIN_MM,
        type=_TRIFOLD_TYPE,
        panels=(
            panel(0, outside[2]),
            *(panel(1, place) for place in inside),
            panel(0, outside[0]),
            panel(0, outside[1]),
        ),
        rules=tuple(
            Rule(side, left, 0, height, upright=True)
            for side, places in enumerate((outside, inside))
            for left, _, _ in places[1:]
        ),
    )


def _pocket(paper: Size) -> ReferenceFormat:
    """Return the eight pages of a booklet from one sheet, folded to eighths and cut along its middle.

    Upright from left to right lie pages 6, 7, 8 and 1, above them on their heads 5, 4, 3 and 2.
    """
    width, height = _across(paper)
    page_width, page_height = width / 4, height / 2
    text = page_width - 2 * _POCKET_MARGIN_MM
    tall = page_height - _POCKET_MARGIN_MM - _NUMBER_MM

    def panel(page: int, column: int, *, turned: bool) -> Panel:
        x = column * page_width + _POCKET_MARGIN_MM
        y = _NUMBER_MM if turned else page_height + _POCKET_MARGIN_MM
        return Panel(0, x, y, text, tall, turned=turned, number=str(page) if page > 1 else "")

    lower = {page: panel(page, column, turned=False) for column, page in enumerate((6, 7, 8, 1))}
    upper = {page: panel(page, column, turned=True) for column, page in enumerate((5, 4, 3, 2))}
    pages = lower | upper
    return ReferenceFormat(
        name="pocket",
        paper_width_mm=width,
        paper_height_mm=height,
        columns=1,
        column_mm=text,
        gap_mm=_GAP_MM,
        foot_mm=_NUMBER_MM,
        margin_mm=_POCKET_MARGIN_MM,
        type=_POCKET_TYPE,
        panels=tuple(pages[page] for page in sorted(pages)),
        rules=(
            *(Rule(0, column * page_width, 0, height, upright=True) for column in (1, 2, 3)),
            Rule(0, 0, page_height, page_width, upright=False),
            Rule(0, 3 * page_width, page_height, page_width, upright=False),
            Rule(0, page_width, page_height, 2 * page_width, upright=False, cut=True),
        ),
    )


def _across(paper: Size) -> tuple[float, float]:
    sides = (paper.width_mm, paper.height_mm)
    return max(sides), min(sides)
