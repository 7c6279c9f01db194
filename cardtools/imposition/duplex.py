"""Where a back lies so that it meets its front: behind it on turned paper, or across a fold; and how it is moved."""

from __future__ import annotations

from dataclasses import replace

from cardtools.errors import refuse
from cardtools.model.printing import Axis, Backs, Layout, Placement, Rect, Segment, Shift, apply


def turning_axis(backs: Backs, paper_width_mm: float, paper_height_mm: float) -> Axis:
    """Return the line that paper is turned over.

    The edges are those of the paper, as printers mean them. The long edge of upright paper stands upright, so that it
    is turned like a page of a book; the long edge of paper that lies on its side is its upper one, so that it is
    turned like a page of a calendar.

    >>> turning_axis("long", 210, 297), turning_axis("long", 297, 210)
    ('upright', 'level')
    """
    return "upright" if (backs == "long") == (paper_height_mm >= paper_width_mm) else "level"


def mirrored(slot: Rect, paper_width_mm: float, paper_height_mm: float, axis: Axis) -> Rect:
    """Return the slot behind ``slot``: columns are mirrored over an upright line, rows over a level one.

    Over a level line the back must stand on its head, so that the cut card is turned like any other. A short-edge
    back sheet therefore is the long-edge one turned by 180° as a whole.
    """
    if axis == "upright":
        return replace(slot, x_mm=paper_width_mm - slot.right_mm)
    return replace(slot, y_mm=paper_height_mm - slot.top_mm)


def turned_for(axis: Axis) -> float:
    """Return by how many degrees a back is turned that was mirrored over ``axis``."""
    return 0.0 if axis == "upright" else 180.0


def moved(placement: Placement, shift: Shift, layout: Layout) -> Placement:
    """Return a placement of a back sheet as ``shift`` moves it."""
    x, y = apply(shift.matrix(layout.paper_width_mm, layout.paper_height_mm), *placement.slot.centre_mm)
    slot = replace(placement.slot, x_mm=x - placement.slot.width_mm / 2, y_mm=y - placement.slot.height_mm / 2)
    return Placement(placement.face, slot, placement.degrees + shift.degrees)


def moved_mark(mark: Segment, shift: Shift, layout: Layout) -> Segment:
    """Return a mark of a back sheet as ``shift`` moves it."""
    matrix = shift.matrix(layout.paper_width_mm, layout.paper_height_mm)
    return Segment(*apply(matrix, mark.x1_mm, mark.y1_mm), *apply(matrix, mark.x2_mm, mark.y2_mm))


def check_shift(shift: Shift, layout: Layout) -> None:
    """Refuse a shift that pushes the card of any slot over the edge of the paper; bleed may be lost there.

    Raises:
        CardtoolsError: ``print.back-offset`` with how far a card would stand over.
    """
    slack = 0.01
    corners = [
        corner
        for slot in layout.back_slots
        for corner in moved(Placement("", slot), shift, layout).corners_mm
    ]  # fmt: skip
    over = max(
        max(max(-x, x - layout.paper_width_mm) for x, _ in corners),
        max(max(-y, y - layout.paper_height_mm) for _, y in corners),
    )
    if over > slack:
        free_x = min(min(slot.x_mm, layout.paper_width_mm - slot.right_mm) for slot in layout.back_slots)
        free_y = min(min(slot.y_mm, layout.paper_height_mm - slot.top_mm) for slot in layout.back_slots)
        raise refuse(
            "print.back-offset",
            x=f"{shift.x_mm:g}",
            y=f"{shift.y_mm:g}",
            degrees=f"{shift.degrees:g}",
            over=f"{over:.1f}",
            free_x=f"{free_x:.1f}",
            free_y=f"{free_y:.1f}",
            exit_code=1,
        )
