"""The calibration pages: by how much a printer lays backs beside their fronts, and whether a millimetre is one."""

from __future__ import annotations

import io
from dataclasses import dataclass
from fractions import Fraction
from math import degrees
from typing import Final, Literal

import pikepdf

from cardtools.documents.pad_words import number
from cardtools.model.printing import Rect, Shift, Size
from cardtools.render.engine import lay_out, write
from cardtools.render.html import Templates
from cardtools.render.page_setup import describe, finished
from cardtools.words.catalog import Words

CORNER_MM: Final = 26.0
"""How far the crosses of the corners stand from the edges of the paper."""
_ARM_MM: Final = 12
"""How far a cross and its scales reach."""
_CLEAR_MM: Final = 5.0
"""Between a cross and text."""
_EDGE_MM: Final = 14.0
"""Between text and the edge of the paper."""
_SMALL_MM: Final = 180.0
_CARD_MM: Final = (63.0, 88.0)
_RULER_MM: Final = 100
_FRAMES_MM: Final = (3, 5, 8)
"""Distances from the edge at which a frame is drawn: the first that is whole tells what the printer leaves blank."""


@dataclass(frozen=True, slots=True)
class _Page:
    """Where everything stands on a page, measured from its upper left corner, as HTML and SVG do."""

    width_mm: float
    height_mm: float

    @property
    def crosses(self) -> tuple[tuple[float, float], ...]:
        near, far, low = CORNER_MM, self.width_mm - CORNER_MM, self.height_mm - CORNER_MM
        middle = (self.width_mm / 2, self.height_mm / 2)
        return ((near, near), (far, near), middle, (near, low), (far, low))

    @property
    def title(self) -> Rect:
        side = CORNER_MM + _ARM_MM + _CLEAR_MM
        return Rect(side, _EDGE_MM, self.width_mm - 2 * side, 2 * (CORNER_MM - _EDGE_MM))

    @property
    def texts(self) -> tuple[Rect, Rect]:
        """Two boxes: above and below the middle cross of upright paper, beside it on paper that lies on its side."""
        reach = _ARM_MM + _CLEAR_MM
        top, middle_x, middle_y = CORNER_MM + reach, self.width_mm / 2, self.height_mm / 2
        if self.height_mm >= self.width_mm:
            width, height = self.width_mm - 2 * _EDGE_MM, middle_y - reach - top
            return Rect(_EDGE_MM, top, width, height), Rect(_EDGE_MM, middle_y + reach, width, height)
        width, height = middle_x - reach - _EDGE_MM, self.height_mm - 2 * top
        return Rect(_EDGE_MM, top, width, height), Rect(middle_x + reach, top, width, height)

    @property
    def type_pt(self) -> float:
        """Size of the texts: small paper has little room."""
        return 9.0 if min(self.width_mm, self.height_mm) < _SMALL_MM else 11.0

    @property
    def rulers(self) -> tuple[float, float]:
        """Where both rulers begin: below the title, or to the right of it on paper that lies on its side."""
        if self.height_mm >= self.width_mm:
            return (self.width_mm - _RULER_MM) / 2 + 3, (self.height_mm - _RULER_MM) / 2 + 4
        return self.width_mm - _EDGE_MM - 8 - _RULER_MM, (self.height_mm - _RULER_MM) / 2 + 3

    @property
    def rulers_title(self) -> Rect:
        if self.height_mm >= self.width_mm:
            return self.title
        x, y = self.rulers
        return Rect(_EDGE_MM, y, x - _EDGE_MM - 14, _RULER_MM)

    @property
    def card(self) -> Rect:
        x, y = self.rulers
        return Rect(x + (_RULER_MM - _CARD_MM[0]) / 2 + 6, y + 9, *_CARD_MM)


def render_calibration(
    paper: Size,
    backs: Literal["long", "short"],
    templates: Templates,
    words: Words,
    *,
    landscape: bool = False,
    shift: Shift | None = None,
) -> bytes:
    """Return three pages: front and back of the alignment sheet, and a sheet of rulers.

    Held against the light, the crosses of the front shine through the back, on whose scales the shift is read off
    with the sign in which it is to be entered.

    Args:
        paper: The paper.
        backs: The edge that the printer turns it over.
        templates: Where templates are looked for.
        words: Words of the pages.
        landscape: Whether the paper lies on its side, as for sheets that do.
        shift: A shift found earlier, to see whether it is right: the back is drawn moved by it.
    """
    long_side, short_side = max(paper.width_mm, paper.height_mm), min(paper.width_mm, paper.height_mm)
    page = _Page(long_side, short_side) if landscape else _Page(short_side, long_side)
    moved = shift or Shift()
    values = {
        "lang": words.language,
        "page": page,
        "arm_mm": _ARM_MM,
        "ruler_mm": _RULER_MM,
        "frames_mm": _FRAMES_MM,
        "moved": (
            f"translate({moved.x_mm:g} {-moved.y_mm:g}) "
            f"rotate({-moved.degrees:g} {page.width_mm / 2:g} {page.height_mm / 2:g})"
        ),
        "paper": f"{page.width_mm:g} × {page.height_mm:g} mm",
        "words": _worded(page, backs, words, shift),
    }
    target = pikepdf.open(io.BytesIO(write(lay_out(templates.render("documents/calibration.html.j2", values)))))
    with target:
        describe(target, words.text("document.calibration"), words.language, backs)
        return finished(target)


def _worded(page: _Page, backs: Literal["long", "short"], words: Words, shift: Shift | None) -> dict[str, object]:
    """Return every text of the pages."""
    edge = words.text(f"calibration.edge.{backs}")
    # What a millimetre between the crosses at the left and those at the right is in degrees.
    turn = degrees(1 / (page.width_mm - 2 * CORNER_MM))
    plain = (
        "title", "front", "back", "rulers", "print", "print.scale", "look", "front.what", "read", "read.right",
        "read.up", "read.mean", "turn", "enter", "name", "card", "rulers.length", "rulers.frames",
    )  # fmt: skip
    turning = number(Fraction(f"{turn:.2f}"), words.language)
    texts: dict[str, object] = {
        key.replace(".", "_"): words.text(f"calibration.{key}", edge=edge, turn=turning) for key in plain
    }
    texts["edge"] = edge
    texts["check"] = (
        ""
        if shift is None
        else words.text(
            "calibration.check",
            **{
                name: number(Fraction(f"{value:g}"), words.language)
                for name, value in (("x", shift.x_mm), ("y", shift.y_mm), ("degrees", shift.degrees))
            },
        )
    )
    return texts
