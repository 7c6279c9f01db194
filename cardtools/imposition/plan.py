"""The plan of a print run: which face lies in which slot of which sheet, fronts and backs in print order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cardtools.errors import refuse
from cardtools.imposition.duplex import check_shift, mirrored, moved, moved_mark, turned_for, turning_axis
from cardtools.imposition.grid import GridSpec, fewer_for_bleed, lay_grid
from cardtools.imposition.marks import clipped_to, draw_marks, fold_line
from cardtools.model.finding import Finding
from cardtools.model.printing import Axis, Backs, Imposition, Layout, Marks, Placement, Segment, Sheet, Shift

MOST_CARDS: Final = 10_000
"""The most cards of one print run: far above any deck, far below what fills a disk."""

NO_SHIFT: Final = Shift()

Faces = tuple[str, str | None]
"""The keys of a card's front and of its back; None for a card without one."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one size, copies written out, and what their grid is made from."""

    cards: Sequence[Faces]
    spec: GridSpec


def impose_groups(
    groups: Sequence[Group],
    backs: Backs,
    marks: Marks,
    shift: Shift = NO_SHIFT,
    first_slots: Sequence[int] = (),
) -> Imposition:
    """Lay cards out on sheets: front 1, back 1, front 2, back 2 and so on; each group begins a new sheet.

    A card without a back leaves the slot behind it empty. Where no card has a back, there are no back sheets.

    Args:
        groups: The cards, by size; groups without cards are passed over.
        backs: How the paper is turned or folded; ``none`` prints fronts only.
        marks: What to draw for cutting.
        shift: How back sheets are moved.
        first_slots: The slots of the first sheet that may be used, from 1 in reading order; empty for all of them.

    Raises:
        CardtoolsError: ``print.no-cards``, ``print.does-not-fit``, ``print.slots`` for a slot that there is not,
            or ``print.back-offset`` for a shift that pushes a card over the paper's edge.
    """
    filled = [group for group in groups if group.cards]
    if not filled:
        raise refuse("print.no-cards", exit_code=1)
    any_back = any(back is not None for group in filled for _, back in group.cards)
    used: Backs = backs if any_back else "none"
    layers = [_Layer(group.spec, used, marks, shift) for group in filled]
    findings = [finding for layer in layers if (finding := layer.finding) is not None]
    if shift and used in ("none", "fold"):
        findings.append(Finding(code="print.back-offset-unused", severity="info", effect="none"))
    sheets: list[Sheet] = []
    for index, (group, layer) in enumerate(zip(filled, layers, strict=True)):
        chosen = layer.chosen(first_slots) if index == 0 else layer.every
        for chunk in _sheetfuls(group.cards, chosen, layer.every):
            number = sheets[-1].number + 1 if sheets else 1
            sheets += layer.sheets(number, index, chunk)
    return Imposition(
        layouts=tuple(layer.layout for layer in layers),
        sheets=tuple(sheets),
        backs=used,
        total=sheets[-1].number,
        shift=shift if used in ("long", "short") else NO_SHIFT,
        findings=tuple(findings),
    )


class _Layer:
    """How the sheets of one card size are filled: everything about them that does not depend on the cards."""

    def __init__(self, spec: GridSpec, backs: Backs, marks: Marks, shift: Shift) -> None:
        grid = lay_grid(spec, backs)
        paper = (grid.paper_width_mm, grid.paper_height_mm)
        self._axis: Axis = grid.fold or turning_axis(backs, *paper)
        self._folded = grid.fold is not None
        behind = tuple(mirrored(slot, *paper, self._axis) for slot in grid.slots)
        card = (spec.card_width_mm, spec.card_height_mm)
        self.layout = Layout(*paper, *card, spec.bleed_mm, grid.slots, behind, spec.margin_mm)
        self.finding = fewer_for_bleed(spec, backs)
        self.every: Final = tuple(range(len(grid.slots)))
        self._two_sided = backs in ("long", "short")
        self._shift = shift if self._two_sided else NO_SHIFT
        if self._shift:
            check_shift(self._shift, self.layout)
        self._folds: tuple[Segment, ...] = ()
        marked = grid.slots
        if grid.fold is not None:
            self._folds = clipped_to((fold_line(grid.slots, behind, grid.fold, spec.bleed_mm),), *paper)
            marked = (*grid.slots, *behind)
        self._marks = draw_marks(marked, marks, *paper, spec.bleed_mm, self._folds, spec.margin_mm)
        # The grid is centred: mirrored, it is itself, and so are its marks.
        self._back_marks = (
            tuple(moved_mark(mark, self._shift, self.layout) for mark in self._marks) if self._shift else self._marks
        )

    def chosen(self, first_slots: Sequence[int]) -> tuple[int, ...]:
        """Return indexes of slots for numbers from 1; all of them where no number is given."""
        wrong = [number for number in first_slots if not 1 <= number <= len(self.every)]
        if wrong:
            raise refuse("print.slots", slot=wrong[0], most=len(self.every), exit_code=1)
        return tuple(sorted({number - 1 for number in first_slots})) or self.every

    def sheets(self, number: int, index: int, chunk: Sequence[tuple[int, Faces]]) -> Iterator[Sheet]:
        """Yield the one or two printed sides of a sheet; ``chunk`` is which card lies in which slot."""
        layout = self.layout
        fronts = tuple(Placement(front, layout.slots[at]) for at, (front, _) in chunk)
        behind = tuple(
            Placement(back, layout.back_slots[at], turned_for(self._axis))
            for at, (_, back) in chunk
            if back is not None
        )
        if self._folded:
            fronts += behind
        yield Sheet(number, "front", fronts, index, self._marks, self._folds)
        if self._two_sided:
            if self._shift:
                behind = tuple(moved(one, self._shift, layout) for one in behind)
            yield Sheet(number, "back", behind, index, self._back_marks)


def _sheetfuls(
    cards: Sequence[Faces], first: tuple[int, ...], every: tuple[int, ...]
) -> Iterator[list[tuple[int, Faces]]]:
    """Yield sheet by sheet which card lies in which slot; the first sheet has the slots ``first`` only."""
    yield list(zip(first, cards, strict=False))
    for start in range(len(first), len(cards), len(every)):
        yield list(zip(every, cards[start : start + len(every)], strict=False))
