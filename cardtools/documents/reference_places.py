"""A reference sheet with every block in its place: on which side of the paper, in which column, how far down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cardtools.documents.reference_format import Panel, ReferenceFormat
from cardtools.documents.reference_layout import Care, FilledColumn, Heights, Piece, fill
from cardtools.documents.reference_page import BlockView

GAP: Final = 0.29
"""Space between blocks in millimetres, for each point of the body type."""
_WIDEST_GAP: Final = 2.8
"""How much wider than that a gap becomes at most where a column has room left."""
_WIDEST_SPREAD: Final = 0.24
"""How many millimetres the parts of a block move apart at most, for each point of the body type."""
_CARDS: Final = 3
"""More cards than this that also say what they do as opening cards are a table across columns."""
_HEADS: Final = 2
_FEWEST_COLUMNS: Final = 3


@dataclass(frozen=True, slots=True)
class Measures:
    """How high everything is, in millimetres, at ``type_pt`` points of the body type.

    Attributes:
        broad: The block that stands across columns, where there is one.
        blocks: The others, by their place among all blocks.
    """

    type_pt: float
    title_mm: float
    colophon_mm: float
    broad_mm: float
    blocks: Mapping[int, Heights]

    @property
    def gap_mm(self) -> float:
        """Space between two blocks."""
        return GAP * self.type_pt

    def foretold(self, type_pt: float) -> Measures:
        """Return about how high everything is in another type size: lines become higher, and there are more of them."""
        by = type_pt / self.type_pt
        return Measures(
            type_pt=type_pt,
            title_mm=self.title_mm * by,
            colophon_mm=self.colophon_mm,
            broad_mm=self.broad_mm * by**2,
            blocks={
                n: Heights(
                    each.head_mm * by, each.again_mm * by, tuple(part * by**2 for part in each.parts_mm), each.firm
                )
                for n, each in self.blocks.items()
            },
        )


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block, or what stands of it in a column; ``above_mm`` is the space over it."""

    block: BlockView
    continued: bool
    above_mm: float


@dataclass(frozen=True, slots=True)
class PlacedColumn:
    """A column, from the upper left corner of its panel.

    Its parts stand ``spread_mm`` further apart than needed; ``free_mm`` is what is left below them all the same.
    """

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    blocks: tuple[PlacedBlock, ...]
    spread_mm: float
    free_mm: float


@dataclass(frozen=True, slots=True)
class PlacedBroad:
    """A block across columns, from the upper left corner of its panel."""

    x_mm: float
    y_mm: float
    width_mm: float
    block: BlockView


@dataclass(frozen=True, slots=True)
class PlacedPanel:
    """A panel with its columns; ``opens`` with the title, ``closes`` with the colophon."""

    panel: Panel
    opens: bool
    closes: bool
    columns: tuple[PlacedColumn, ...]
    broad: PlacedBroad | None


def broad_block(blocks: Sequence[BlockView], form: ReferenceFormat) -> int | None:
    """Return which block is set as a table across all columns but the first, None where there is none.

    It stands beside the title of the first page, so it must be among the first half of the blocks.
    """
    if form.columns < _FEWEST_COLUMNS:
        return None
    first_half = range((len(blocks) + 1) // 2)
    return next((n for n in first_half if len(blocks[n].cards) > _CARDS and len(blocks[n].heads) > _HEADS), None)


def broad_width_mm(form: ReferenceFormat) -> float:
    """Return how wide the block across columns is."""
    return form.width_mm - form.column_mm - form.gap_mm


def place(
    blocks: Sequence[BlockView], form: ReferenceFormat, pages: int, measures: Measures, *, care: Care = "anyhow"
) -> tuple[PlacedPanel, ...] | None:
    """Return every block in its place on ``pages`` pages, None where they have no room there; see fill."""
    panels = form.panels_of(pages)
    broad = broad_block(blocks, form)
    if _title_mm(measures) + measures.broad_mm > panels[0].height_mm:
        return None
    frames = [_frame(form, panels, number, measures) for number in range(len(panels))]
    order = [n for n in range(len(blocks)) if n != broad]
    heights = [height for frame in frames for _, height in frame]
    filled = fill([measures.blocks[n] for n in order], heights, measures.gap_mm, care=care)
    if filled is None:
        return None
    placed: list[PlacedPanel] = []
    columns = iter(filled)
    for number, panel in enumerate(panels):
        spread = tuple(
            _column(blocks, order, next(columns), (n * (form.column_mm + form.gap_mm), top), form, height, measures)
            for n, (top, height) in enumerate(frames[number])
        )
        across = None
        if broad is not None and number == 0:
            left, top = form.column_mm + form.gap_mm, _title_mm(measures)
            across = PlacedBroad(left, top, broad_width_mm(form), blocks[broad])
        placed.append(PlacedPanel(panel, number == 0, number == len(panels) - 1, spread, across))
    return tuple(placed)


def _title_mm(measures: Measures) -> float:
    return measures.title_mm + measures.gap_mm


def _frame(
    form: ReferenceFormat, panels: Sequence[Panel], number: int, measures: Measures
) -> tuple[tuple[float, float], ...]:
    """Return top and height of each column of a panel."""
    top = _title_mm(measures) if number == 0 else 0.0
    bottom = panels[number].height_mm
    if number == len(panels) - 1:
        bottom -= measures.colophon_mm + measures.gap_mm
    below = measures.broad_mm + measures.gap_mm if measures.broad_mm and number == 0 else 0.0
    tops = [top if column == 0 else top + below for column in range(form.columns)]
    return tuple((each, max(0.0, bottom - each)) for each in tops)


def _column(
    blocks: Sequence[BlockView],
    order: Sequence[int],
    filled: FilledColumn,
    corner: tuple[float, float],
    form: ReferenceFormat,
    height_mm: float,
    measures: Measures,
) -> PlacedColumn:
    """Return a column whose blocks and parts move apart until it is full, as far as that looks well."""
    gaps = len(filled.pieces) - 1
    parts = sum(piece.end - piece.first for piece in filled.pieces)
    slack = max(0.0, height_mm - filled.used_mm - 0.1)
    wider = min(_WIDEST_GAP * measures.gap_mm, slack / (gaps + parts / 6)) if gaps else 0.0
    spread = min(_WIDEST_SPREAD * measures.type_pt, max(0.0, slack - wider * gaps) / parts) if parts else 0.0
    above = measures.gap_mm + wider
    placed = tuple(
        _piece(blocks[order[piece.block]], piece, above if n else 0.0) for n, piece in enumerate(filled.pieces)
    )
    return PlacedColumn(
        *corner, form.column_mm, height_mm, placed, spread, max(0.0, slack - wider * gaps - spread * parts)
    )


def _piece(block: BlockView, piece: Piece, above_mm: float) -> PlacedBlock:
    return PlacedBlock(block.cut(piece.first, piece.end), piece.first > 0, above_mm)
