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
    """Return the marks of a full sheet.

    ``crop``: in the margin at every card edge; ``lines``: right through; ``corners``: a cross at each card corner.
    """
    xs = sorted({round(edge, 6) for slot in grid.slots for edge in (slot.x_mm, slot.right_mm)})
    ys = sorted({round(edge, 6) for slot in grid.slots for edge in (slot.y_mm, slot.top_mm)})
    if marks == "none":
        return ()
    if marks == "corners":
        return _corners(grid)
    left, right = xs[0] - bleed_mm, xs[-1] + bleed_mm
    bottom, top = ys[0] - bleed_mm, ys[-1] + bleed_mm
    if marks == "lines":
        across = [Segment(left - DISTANCE_MM, y, right + DISTANCE_MM, y) for y in ys]
        along = [Segment(x, bottom - DISTANCE_MM, x, top + DISTANCE_MM) for x in xs]
        return (*along, *across)
    segments: list[Segment] = []
    for x in xs:
        segments.append(Segment(x, max(0.0, bottom - DISTANCE_MM - LENGTH_MM), x, bottom - DISTANCE_MM))
        segments.append(Segment(x, top + DISTANCE_MM, x, min(paper_height_mm, top + DISTANCE_MM + LENGTH_MM)))
    for y in ys:
        segments.append(Segment(max(0.0, left - DISTANCE_MM - LENGTH_MM), y, left - DISTANCE_MM, y))
        segments.append(Segment(right + DISTANCE_MM, y, min(paper_width_mm, right + DISTANCE_MM + LENGTH_MM), y))
    return tuple(segments)


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
