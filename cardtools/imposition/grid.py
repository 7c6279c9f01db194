"""The n-up grid: as many card slots as fit on the paper, centred, never scaled."""

from __future__ import annotations

from dataclasses import dataclass

from cardtools.errors import refuse
from cardtools.model.printing import Rect


@dataclass(frozen=True, slots=True)
class GridSpec:
    """What a grid is made from; ``margin_mm`` is the printer's unprintable edge on every side.

    ``bleed_mm`` is printed beyond every edge of every card, ``gap_mm`` is paper between the bleeds.
    """

    paper_width_mm: float
    paper_height_mm: float
    card_width_mm: float
    card_height_mm: float
    margin_mm: float = 5.0
    gap_mm: float = 0.0
    bleed_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Grid:
    """Slots in reading order, from the upper left; a slot is the trimmed card."""

    columns: int
    rows: int
    slots: tuple[Rect, ...]


def lay_grid(spec: GridSpec) -> Grid:
    """Return the largest centred grid.

    Raises:
        CardtoolsError: ``print.does-not-fit`` with the arithmetic, where not one card fits.
    """
    columns = _fitting(spec.paper_width_mm, spec.card_width_mm, spec)
    rows = _fitting(spec.paper_height_mm, spec.card_height_mm, spec)
    if columns < 1 or rows < 1:
        raise refuse("print.does-not-fit", arithmetic=_arithmetic(spec), exit_code=1)
    left = (spec.paper_width_mm - _span(columns, spec.card_width_mm, spec)) / 2 + spec.bleed_mm
    bottom = (spec.paper_height_mm - _span(rows, spec.card_height_mm, spec)) / 2 + spec.bleed_mm
    step_x = spec.card_width_mm + 2 * spec.bleed_mm + spec.gap_mm
    step_y = spec.card_height_mm + 2 * spec.bleed_mm + spec.gap_mm
    slots = tuple(
        Rect(left + column * step_x, bottom + row * step_y, spec.card_width_mm, spec.card_height_mm)
        for row in reversed(range(rows))
        for column in range(columns)
    )
    return Grid(columns, rows, slots)


def _fitting(paper_mm: float, card_mm: float, spec: GridSpec) -> int:
    room = paper_mm - 2 * spec.margin_mm
    step = card_mm + 2 * spec.bleed_mm + spec.gap_mm
    # A hundredth of a millimetre of grace, against rounding.
    return max(0, int((room + spec.gap_mm + 0.01) // step))


def _span(count: int, card_mm: float, spec: GridSpec) -> float:
    return count * (card_mm + 2 * spec.bleed_mm) + (count - 1) * spec.gap_mm


def _arithmetic(spec: GridSpec) -> str:
    return (
        f"{spec.card_width_mm:g} × {spec.card_height_mm:g} mm + 2 × {spec.bleed_mm:g} mm > "
        f"{spec.paper_width_mm:g} × {spec.paper_height_mm:g} mm − 2 × {spec.margin_mm:g} mm"
    )
