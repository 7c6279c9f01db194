"""Crop marks and cutting lines, derived from the card slots and from nothing else."""

from __future__ import annotations

from cardtools.imposition.grid import Grid
from cardtools.model.printing import Marks, Segment

LENGTH_MM = 5.0
DISTANCE_MM = 1.5
"""Length of a crop mark, and its distance from what is printed, so that a cut a hair off shows none of it."""


def draw_marks(
    grid: Grid, marks: Marks, paper_width_mm: float, paper_height_mm: float, bleed_mm: float
) -> tuple[Segment, ...]:
    """Return the marks of a full sheet, as far as they lie on the paper.

    ``crop``: in the margin at every card edge; ``lines``: right through; ``corners``: a cross at each card corner.
    """
    if marks == "none":
        return ()
    segments = _corners(grid) if marks == "corners" else _at_edges(grid, marks, bleed_mm)
    clipped = (_clipped(segment, paper_width_mm, paper_height_mm) for segment in segments)
    return tuple(segment for segment in clipped if segment is not None)


def _at_edges(grid: Grid, marks: Marks, bleed_mm: float) -> tuple[Segment, ...]:
    xs = sorted({round(edge, 6) for slot in grid.slots for edge in (slot.x_mm, slot.right_mm)})
    ys = sorted({round(edge, 6) for slot in grid.slots for edge in (slot.y_mm, slot.top_mm)})
    left, right = xs[0] - bleed_mm - DISTANCE_MM, xs[-1] + bleed_mm + DISTANCE_MM
    bottom, top = ys[0] - bleed_mm - DISTANCE_MM, ys[-1] + bleed_mm + DISTANCE_MM
    if marks == "lines":
        return (*(Segment(x, bottom, x, top) for x in xs), *(Segment(left, y, right, y) for y in ys))
    segments: list[Segment] = []
    for x in xs:
        segments.append(Segment(x, bottom - LENGTH_MM, x, bottom))
        segments.append(Segment(x, top, x, top + LENGTH_MM))
    for y in ys:
        segments.append(Segment(left - LENGTH_MM, y, left, y))
        segments.append(Segment(right, y, right + LENGTH_MM, y))
    return tuple(segments)


def _clipped(segment: Segment, width_mm: float, height_mm: float) -> Segment | None:
    """Return what of an upright or level segment lies on the paper, None where nothing does."""
    x1, x2 = (min(max(x, 0.0), width_mm) for x in (segment.x1_mm, segment.x2_mm))
    y1, y2 = (min(max(y, 0.0), height_mm) for y in (segment.y1_mm, segment.y2_mm))
    return None if (x1, y1) == (x2, y2) else Segment(x1, y1, x2, y2)


def _corners(grid: Grid) -> tuple[Segment, ...]:
    arm = 2.0
    corners = {
        (round(x, 6), round(y, 6))
        for slot in grid.slots
        for x in (slot.x_mm, slot.right_mm)
        for y in (slot.y_mm, slot.top_mm)
    }
    return tuple(
        segment
        for x, y in sorted(corners)
        for segment in (Segment(x - arm, y, x + arm, y), Segment(x, y - arm, x, y + arm))
    )
