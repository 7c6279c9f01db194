"""About how large the type of a reference sheet may be, so that it is measured once in most cases.

What is worked out here is only where to begin: what is printed is what was measured and found to have room. Lengths
are millimetres, type sizes points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cardtools.documents.inline import Runs
from cardtools.documents.reference_format import ReferenceFormat
from cardtools.documents.reference_page import BlockView, ReferenceSheet, StepView
from cardtools.documents.reference_places import GAP, broad_block, broad_width_mm

_PART: Final[Mapping[str, tuple[float, float]]] = {
    "steps": (0.158, 0.084),
    "points": (0.224, 0.0736),
    "table": (0.613, 0.0769),
    "cards": (0.412, 0.1167),
    "glossary": (0.222, 0.0758),
    "examples": (0.884, 0.0763),
    "rulings": (0.537, 0.0626),
}
"""By kind of block: how high a part is for each point of the type; and what each of its letters takes of a column a
millimetre wide, for each point squared. Both were fitted to measured sheets of all games."""
_HEAD: Final = (0.653, 0.0574)
"""The same of the head of a block; letters of its title count ``_TITLE`` times."""
_TITLE: Final = 1.7
_BROAD: Final = 0.185
"""What a letter of the block across columns takes."""
_FOOT: Final = 0.14
"""What a letter of the foot takes."""
_SIGNS: Final = 0.42
"""How high the line of signs in the foot is for each point."""
_MASTHEAD: Final[Mapping[str, tuple[float, float]]] = {
    "sheet": (0.0, 4.5),
    "trifold": (50.0, 3.0),
    "pocket": (50.0, 3.0),
}
"""How high title, colours and aim are: always, and for each point."""
_FILLED: Final[Mapping[str, float]] = {"sheet": 0.93, "trifold": 0.88, "pocket": 0.81}
"""How much of all columns is filled, by form."""
_NEARLY: Final = 0.97
"""Pages that have room for type a little smaller than the smallest are tried."""
_BESIDE: Final = 0.95
"""The same of columns that a block across columns stands in."""


def likely_pt(
    sheet: ReferenceSheet, blocks: Sequence[BlockView], form: ReferenceFormat, sizes: Sequence[float]
) -> float:
    """Return in which of ``sizes``, from small to large, these blocks will most likely be set.

    Args:
        sheet: What is printed.
        blocks: Those of its blocks that are.
        form: The form it is printed in.
        sizes: Every size that its type may have.
    """
    pages = 1
    while not form.panels and _missing_mm(sheet, blocks, form, sizes[0] * _NEARLY, pages) > 0:
        pages += 1
    fitting = [size for size in sizes if _missing_mm(sheet, blocks, form, size, pages) <= 0]
    return fitting[-1] if fitting else sizes[0]


def _missing_mm(
    sheet: ReferenceSheet, blocks: Sequence[BlockView], form: ReferenceFormat, type_pt: float, pages: int
) -> float:
    """Return how much longer the columns had to be in all; below 0 how much of them is left."""
    broad = broad_block(blocks, form)
    always, each = _MASTHEAD[form.name]
    above = always + each * type_pt
    letters = len(sheet.notice) + sum(len(one.label) + len(one.text) + 3 for one in sheet.imprint)
    below = _FOOT * letters * form.type.foot_pt**2 / form.width_mm + (_SIGNS * type_pt if sheet.signs else 0.0)
    panels = form.panels_of(pages)
    columns = form.columns * (sum(panel.height_mm for panel in panels) - above - below)
    if broad is not None:
        columns *= _BESIDE
        columns -= (form.columns - 1) * _BROAD * _letters(blocks[broad]) * type_pt**2 / broad_width_mm(form)
    flow = sum(_block_mm(block, form.column_mm, type_pt) for n, block in enumerate(blocks) if n != broad)
    return flow - _FILLED[form.name] * columns


def _block_mm(block: BlockView, width_mm: float, type_pt: float) -> float:
    each, letter = _PART[block.kind]
    head, head_letter = _HEAD
    around = (
        _TITLE * _long(block.title)
        + _long(block.intro)
        + _long(block.note)
        + sum(_long(one.text) for one in block.heads)
    )
    points = GAP + head + each * block.parts
    return points * type_pt + (letter * _letters(block) + head_letter * around) * type_pt**2 / width_mm


def _letters(block: BlockView) -> int:
    """Return how many letters the parts of a block have."""
    return (
        sum(map(_step, block.steps))
        + sum(_long(cell.text) for row in block.rows for cell in row.cells)
        + sum(_long(card.title) + _long(card.points) + _long(card.text) + _long(card.opening) for card in block.cards)
        + sum(_long(entry.lead) + _long(entry.text) for entry in block.entries)
    )


def _step(step: StepView) -> int:
    return _long(step.title) + _long(step.text) + sum(map(_step, step.steps))


def _long(runs: Runs) -> int:
    return sum(len(run.text) for run in runs)
