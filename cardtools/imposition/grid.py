"""The n-up grid: as many card slots as fit on the paper, centred, never scaled; the paper is turned if that helps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from cardtools.errors import refuse
from cardtools.imposition.sums import sum_of
from cardtools.model.finding import Finding
from cardtools.model.printing import Axis, Backs, Orientation, Rect

USUAL_MARGIN_MM: Final = 5.0
"""What a printer for home use cannot print at each edge."""
_ROUNDING_MM: Final = 0.01
"""What rounding may cost: a hundredth of a millimetre."""


@dataclass(frozen=True, slots=True)
class GridSpec:
    """What a grid is made from; ``margin_mm`` is the printer's unprintable edge on every side.

    ``bleed_mm`` is printed beyond every edge of every card, ``gap_mm`` is paper between the bleeds. With the
    orientation ``auto`` the paper lies as its measures are given, unless more cards fit with the paper turned.
    """

    paper_width_mm: float
    paper_height_mm: float
    card_width_mm: float
    card_height_mm: float
    margin_mm: float = 5.0
    gap_mm: float = 0.0
    bleed_mm: float = 0.0
    orientation: Orientation = "auto"


@dataclass(frozen=True, slots=True)
class Grid:
    """Slots of fronts in reading order, from the upper left; a slot is the trimmed card.

    Attributes:
        paper_width_mm: Width of the paper as it lies, turned or not.
        fold: The line through the middle that the backs lie across; None where they do not lie on the same side.
    """

    columns: int
    rows: int
    slots: tuple[Rect, ...]
    paper_width_mm: float
    paper_height_mm: float
    fold: Axis | None = None


def lay_grid(spec: GridSpec, backs: Backs = "none") -> Grid:
    """Return the largest grid, centred on the paper, or hard against the fold in the left or upper half of it.

    Raises:
        CardtoolsError: ``print.does-not-fit`` with the arithmetic, where not one card fits.
    """
    best = _best(spec, backs)
    if best.count < 1:
        sums = "; ".join(dict.fromkeys(one.too_large(1, 1) for one in _candidates(spec, backs)))
        raise refuse("print.does-not-fit", arithmetic=sums, exit_code=1)
    return Grid(best.columns, best.rows, best.slots(), best.width_mm, best.height_mm, best.fold)


def fewer_for_bleed(spec: GridSpec, backs: Backs = "none") -> Finding | None:
    """Return what is to be said where bleed, gap and a wide margin cost cards, with the sum; None where they do not."""
    usual = min(spec.margin_mm, USUAL_MARGIN_MM)
    bare, best = _best(replace(spec, bleed_mm=0, gap_mm=0, margin_mm=usual), backs), _best(spec, backs)
    if bare.count <= best.count:
        return None
    wanted = replace(bare, spec=spec)
    return Finding(
        code="print.regrid",
        severity="info",
        effect="none",
        params={
            "wanted": f"{bare.columns} × {bare.rows}",
            "arithmetic": wanted.too_large(bare.columns, bare.rows),
            "used": f"{best.columns} × {best.rows}",
            "paper": f"{best.width_mm:g} × {best.height_mm:g}",
        },
        actual=best.count,
        limit={"max": bare.count},
    )


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Paper in one of its two positions, with a fold along one of its axes or none."""

    spec: GridSpec
    width_mm: float
    height_mm: float
    fold: Axis | None

    @property
    def columns(self) -> int:
        return self._fitting(self.width_mm, self.spec.card_width_mm, self._halves("upright"))

    @property
    def rows(self) -> int:
        return self._fitting(self.height_mm, self.spec.card_height_mm, self._halves("level"))

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def rank(self) -> tuple[int, int]:
        """Most cards first, then those that most cards lie next to the fold of."""
        depth = {"upright": self.columns, "level": self.rows, None: 0}[self.fold]
        return self.count, -depth

    def too_large(self, columns: int, rows: int) -> str:
        """Return the sums by which so many columns and rows are too many."""
        spec = self.spec
        sums = [
            sum_of(count * halves, card_mm, spec.bleed_mm, spec.gap_mm, halves, paper_mm, spec.margin_mm)
            for count, card_mm, halves, paper_mm, fitting in (
                (columns, spec.card_width_mm, self._halves("upright"), self.width_mm, self.columns),
                (rows, spec.card_height_mm, self._halves("level"), self.height_mm, self.rows),
            )
            if fitting < count
        ]
        return ", ".join(sums)

    def slots(self) -> tuple[Rect, ...]:
        spec = self.spec
        columns, rows = self.columns, self.rows
        step_x = spec.card_width_mm + 2 * spec.bleed_mm + spec.gap_mm
        step_y = spec.card_height_mm + 2 * spec.bleed_mm + spec.gap_mm
        wide, high = columns * step_x - spec.gap_mm, rows * step_y - spec.gap_mm
        left = self.width_mm / 2 - (wide if self.fold == "upright" else wide / 2) + spec.bleed_mm
        bottom = self.height_mm / 2 - (0 if self.fold == "level" else high / 2) + spec.bleed_mm
        return tuple(
            Rect(left + column * step_x, bottom + row * step_y, spec.card_width_mm, spec.card_height_mm)
            for row in reversed(range(rows))
            for column in range(columns)
        )

    def _halves(self, axis: Axis) -> int:
        return 2 if self.fold == axis else 1

    def _fitting(self, paper_mm: float, card_mm: float, halves: int) -> int:
        room = (paper_mm - 2 * self.spec.margin_mm) / halves
        step = card_mm + 2 * self.spec.bleed_mm + self.spec.gap_mm
        return max(0, int((room + self.spec.gap_mm + _ROUNDING_MM) // step))


def _best(spec: GridSpec, backs: Backs) -> _Candidate:
    return max(_candidates(spec, backs), key=lambda one: one.rank)


def _candidates(spec: GridSpec, backs: Backs) -> Iterator[_Candidate]:
    """Yield the positions that the paper may lie in, those first that are to be preferred."""
    given = (spec.paper_width_mm, spec.paper_height_mm)
    positions = {
        "auto": (given, given[::-1]),
        "portrait": ((min(given), max(given)),),
        "landscape": ((max(given), min(given)),),
    }[spec.orientation]
    axes: tuple[Axis | None, ...] = ("level", "upright") if backs == "fold" else (None,)
    for width_mm, height_mm in dict.fromkeys(positions):
        for axis in axes:
            yield _Candidate(spec, width_mm, height_mm, axis)
