"""Crop marks, cutting lines and fold lines, derived from the card slots and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from cardtools.model.printing import Axis, Marks, Rect, Segment

LENGTH_MM = 5.0
DISTANCE_MM = 1.5
_LEAST_MM = 2.0
_ROUNDING_MM = 0.01
"""Length of a crop mark, and its distance from what is printed, so that a cut a hair off shows none of it."""


def draw_marks(
    slots: Sequence[Rect],
    marks: Marks,
    paper_width_mm: float,
    paper_height_mm: float,
    bleed_mm: float,
    folds: Sequence[Segment] = (),
    margin_mm: float = 0.0,
) -> tuple[Segment, ...]:
    """Return the marks of a full sheet, as far as they lie on the paper.

    What of a mark lies in ``margin_mm``, which the printer cannot print, is left out; a mark of which hardly anything
    would be left stays whole, as most printers print a little more than they promise.

    ``crop``: in the margin at every card edge; ``lines``: right through; ``corners``: a cross at each card corner.
    Where a card's edge is folded, nothing is to be cut, and there is no mark.
    """
    if marks == "none":
        return ()
    segments = _corners(slots) if marks == "corners" else _at_edges(slots, marks, bleed_mm)
    found = (_printable(segment, paper_width_mm, paper_height_mm, margin_mm) for segment in segments)
    return tuple(segment for segment in found if segment is not None and not _on_fold(segment, folds))


def fold_line(fronts: Sequence[Rect], backs: Sequence[Rect], axis: Axis, bleed_mm: float) -> Segment:
    """Return the line half way between each front and its back, as long as cards and crop marks reach."""
    slots = (*fronts, *backs)
    reach = bleed_mm + DISTANCE_MM + LENGTH_MM
    if axis == "upright":
        x = (max(slot.right_mm for slot in fronts) + min(slot.x_mm for slot in backs)) / 2
        return Segment(x, min(slot.y_mm for slot in slots) - reach, x, max(slot.top_mm for slot in slots) + reach)
    y = (min(slot.y_mm for slot in fronts) + max(slot.top_mm for slot in backs)) / 2
    return Segment(min(slot.x_mm for slot in slots) - reach, y, max(slot.right_mm for slot in slots) + reach, y)


def _at_edges(slots: Sequence[Rect], marks: Marks, bleed_mm: float) -> tuple[Segment, ...]:
    xs = sorted({round(edge, 6) for slot in slots for edge in (slot.x_mm, slot.right_mm)})
    ys = sorted({round(edge, 6) for slot in slots for edge in (slot.y_mm, slot.top_mm)})
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


def clipped_to(segments: Sequence[Segment], width_mm: float, height_mm: float) -> tuple[Segment, ...]:
    """Return what of upright and level segments lies on the paper."""
    found = (_clipped(segment, width_mm, height_mm) for segment in segments)
    return tuple(segment for segment in found if segment is not None)


def _printable(segment: Segment, width_mm: float, height_mm: float, margin_mm: float) -> Segment | None:
    inside = _clipped(segment, width_mm, height_mm, margin_mm)
    if inside is not None and hypot(inside.x2_mm - inside.x1_mm, inside.y2_mm - inside.y1_mm) >= _LEAST_MM:
        return inside
    return _clipped(segment, width_mm, height_mm)


def _clipped(segment: Segment, width_mm: float, height_mm: float, edge_mm: float = 0.0) -> Segment | None:
    """Return what of an upright or level segment lies so far within the paper, None where nothing does."""
    x1, x2 = (min(max(x, edge_mm), width_mm - edge_mm) for x in (segment.x1_mm, segment.x2_mm))
    y1, y2 = (min(max(y, edge_mm), height_mm - edge_mm) for y in (segment.y1_mm, segment.y2_mm))
    beside = segment.x1_mm == segment.x2_mm and abs(x1 - segment.x1_mm) > _ROUNDING_MM
    if beside or (segment.y1_mm == segment.y2_mm and abs(y1 - segment.y1_mm) > _ROUNDING_MM):
        return None  # it runs along the edge, outside
    return None if (x1, y1) == (x2, y2) else Segment(x1, y1, x2, y2)


def _on_fold(segment: Segment, folds: Sequence[Segment]) -> bool:
    near = 1e-4
    return any(
        (segment.x1_mm == segment.x2_mm and fold.x1_mm == fold.x2_mm and abs(segment.x1_mm - fold.x1_mm) < near)
        or (segment.y1_mm == segment.y2_mm and fold.y1_mm == fold.y2_mm and abs(segment.y1_mm - fold.y1_mm) < near)
        for fold in folds
    )


def _corners(slots: Sequence[Rect]) -> tuple[Segment, ...]:
    arm = 2.0
    corners = {
        (round(x, 6), round(y, 6))
        for slot in slots
        for x in (slot.x_mm, slot.right_mm)
        for y in (slot.y_mm, slot.top_mm)
    }
    return tuple(
        segment
        for x, y in sorted(corners)
        for segment in (Segment(x - arm, y, x + arm, y), Segment(x, y - arm, x, y + arm))
    )
