"""Where a back lies so that it meets its front, for paper turned over its long or its short edge."""

from __future__ import annotations

from cardtools.model.printing import Backs, Rect


def back_slot(front: Rect, paper_width_mm: float, paper_height_mm: float, backs: Backs) -> Rect:
    """Return the slot on the back sheet behind ``front``.

    Long edge (upright paper turned like a book page): columns are mirrored. Short edge: the long-edge sheet turned
    by 180° as a whole, so that the rows are mirrored and every back stands on its head.
    """
    if backs == "short":
        return Rect(front.x_mm, paper_height_mm - front.top_mm, front.width_mm, front.height_mm)
    return Rect(paper_width_mm - front.right_mm, front.y_mm, front.width_mm, front.height_mm)
