"""The plan of a print run: which face lies in which slot of which sheet, fronts and backs in print order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtools.errors import refuse
from cardtools.imposition.duplex import back_slot
from cardtools.imposition.grid import GridSpec, lay_grid
from cardtools.imposition.marks import draw_marks
from cardtools.model.printing import Backs, Imposition, Marks, Placement, Sheet

MOST_CARDS: Final = 10_000
"""The most cards of one print run: far above any deck, far below what fills a disk."""


def impose(cards: Sequence[tuple[str, str]], spec: GridSpec, backs: Backs, marks: Marks) -> Imposition:
    """Lay cards out on sheets: front 1, back 1, front 2, back 2 and so on.

    Args:
        cards: For each card to be printed, copies written out, the keys of its front and its back.
        spec: Paper, card and distances.
        backs: How the paper is turned; ``none`` prints fronts only.
        marks: What to draw for cutting.

    Raises:
        CardtoolsError: ``print.no-cards``, or ``print.does-not-fit``.
    """
    if not cards:
        raise refuse("print.no-cards", exit_code=1)
    grid = lay_grid(spec)
    sheets: list[Sheet] = []
    size = len(grid.slots)
    for number, start in enumerate(range(0, len(cards), size), start=1):
        chunk = list(zip(cards[start : start + size], grid.slots, strict=False))
        fronts = tuple(Placement(front, slot) for (front, _), slot in chunk)
        sheets.append(Sheet(number, "front", fronts))
        if backs != "none":
            behind = tuple(
                Placement(
                    back,
                    back_slot(slot, spec.paper_width_mm, spec.paper_height_mm, backs),
                    turned=backs == "short",
                )
                for (_, back), slot in chunk
            )
            sheets.append(Sheet(number, "back", behind))
    return Imposition(
        paper_width_mm=spec.paper_width_mm,
        paper_height_mm=spec.paper_height_mm,
        slots=grid.slots,
        marks=draw_marks(grid, marks, spec.paper_width_mm, spec.paper_height_mm, spec.bleed_mm),
        sheets=tuple(sheets),
        backs=backs,
    )
