"""Where the blocks of a reference sheet stand: bands from top to bottom, chosen by an estimate of heights.

The estimate counts lines in a column of an A4 sheet with three of them. It only chooses between layouts that
all hold the text; nothing is lost where it is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, combinations, combinations_with_replacement, product, takewhile
from math import ceil
from typing import Final

from cardtools.documents.inline import Runs
from cardtools.documents.reference_page import Band, BlockView, CardView, StepView

_COLUMN: Final = 50
"""Letters on a line of a column."""
_HEADING: Final = 2.3
_GAP: Final = 0.25
_CHIP: Final = 3.1
"""Lines as high as a card chip with the space around it."""
_PAGE: Final = 68
"""Lines on a page below the title and above the foot."""
_TALLEST: Final = 44
"""A side band of more lines has no place beside a title on one page."""
_TOGETHER: Final = 16
"""A block of fewer lines is not broken between columns or pages."""
_PERMUTED: Final = 9
"""So many blocks are tried in every arrangement; more are kept strictly in their order."""
_DISORDER: Final = 0.4
"""Lines that a pair of blocks out of their order must save."""
_TABLE_LETTERS: Final = 58
"""A table whose longest cells, side by side, have more letters than this takes the whole width."""
_CELL_LETTERS: Final = 28
"""What a longer cell counts as, since it is broken into lines."""
_TERMS: Final = 14
"""A longer glossary takes the whole width of a single page, in columns of its own."""
_CARDS: Final = 3
"""More cards than this stand in a table, fewer in a column."""


def bands(blocks: Sequence[BlockView]) -> tuple[Band, ...]:
    """Return the bands that hold ``blocks``.

    A table of cards takes two columns of three, beside the blocks before and after it, where these are about
    as high; other wide blocks take the whole width. The rest stands unbroken in three columns of about equal
    height if it has room on one page; else it flows through the columns of as many pages as it needs.
    """
    packed = tuple(
        Band("columns", _packed(band.columns[0])) if band.kind == "flow" else band
        for band in _split(blocks, wide_kinds=("cards", "table", "glossary"))
    )
    if sum(map(_band_height, packed)) <= _PAGE:
        return packed
    return _split(blocks, wide_kinds=("cards", "table"))


def _split(blocks: Sequence[BlockView], *, wide_kinds: tuple[str, ...]) -> tuple[Band, ...]:
    for index, block in enumerate(blocks):
        if block.kind not in wide_kinds or not _is_wide(block):
            continue
        first, end = _beside(blocks, index) if block.kind == "cards" else (index, index + 1)
        rail = (*blocks[first:index], *blocks[index + 1 : end])
        band = Band("side", (rail, (block,))) if rail else Band("wide", ((_kept(block),),))
        return (*_flow(blocks[:first]), band, *_split(blocks[end:], wide_kinds=wide_kinds))
    return _flow(blocks)


def _flow(blocks: Sequence[BlockView]) -> tuple[Band, ...]:
    return (Band("flow", (tuple(map(_kept, blocks)),)),) if blocks else ()


def _kept(block: BlockView) -> BlockView:
    return replace(block, together=_height(block) < _TOGETHER)


def _packed(blocks: Sequence[BlockView]) -> tuple[tuple[BlockView, ...], ...]:
    """Return ``blocks`` in three columns, the highest as low as can be, in order as far as that allows."""
    heights = [_height(block) for block in blocks]
    places = range(len(blocks))
    choices: Iterable[tuple[int, ...]]
    if len(blocks) <= _PERMUTED:
        choices = product(range(3), repeat=len(blocks))
    else:
        choices = combinations_with_replacement(range(3), len(blocks))

    def cost(choice: tuple[int, ...]) -> float:
        columns = [0.0, 0.0, 0.0]
        for place, column in enumerate(choice):
            columns[column] += heights[place]
        return max(columns) + _DISORDER * sum(one > other for one, other in combinations(choice, 2))

    best = min(choices, key=cost)
    return tuple(tuple(blocks[place] for place in places if best[place] == column) for column in range(3))


def _band_height(band: Band) -> float:
    columns = [sum(map(_height, column)) for column in band.columns]
    glossary = band.kind == "wide" and band.columns[0][0].kind == "glossary"
    return max(columns) / (3 if glossary else 1)


def _is_wide(block: BlockView) -> bool:
    match block.kind:
        case "cards":
            return len(block.cards) > _CARDS
        case "glossary":
            return len(block.entries) > _TERMS
        case "table":
            columns = zip(block.heads, *block.rows, strict=True)
            longest = (max(_letters(cell.text) for cell in cells) for cells in columns)
            return sum(min(letters, _CELL_LETTERS) for letters in longest) > _TABLE_LETTERS
        case _:
            return False


def _beside(blocks: Sequence[BlockView], index: int) -> tuple[int, int]:
    """Return from where to where blocks stand beside the cards at ``index``, end exclusive."""
    height = _height(blocks[index])
    room = height + 1.5
    first, end = index, index + 1
    for before in takewhile(lambda n: not _is_wide(blocks[n]), range(index - 1, -1, -1)):
        if _height(blocks[before]) > room:
            break
        room -= _height(blocks[before])
        first = before
    for after in takewhile(lambda n: not _is_wide(blocks[n]), range(index + 1, len(blocks))):
        if _height(blocks[after]) > room:
            break
        room -= _height(blocks[after])
        end = after + 1
    fits = height <= _TALLEST and room < height / 3
    return (first, end) if fits else (index, index + 1)


def _height(block: BlockView) -> float:
    """Return about how many lines ``block`` takes: cards in two columns, all else in one."""
    head = _HEADING + _lines(block.title, 36) - 1 + _lines(block.intro)
    entries = (_lines(entry.lead, 40) + _lines(entry.text) + _GAP for entry in block.entries)
    rows = (max(_lines(cell.text, _COLUMN // len(row)) for cell in row) + _GAP for row in block.rows)
    cards = (_card_height(card) for card in block.cards)
    return head + _steps_height(block.steps) + sum(chain(entries, rows, cards)) + _lines(block.note)


def _steps_height(steps: Iterable[StepView]) -> float:
    return sum(_lines((*step.title, *step.text), 47) + _GAP + _steps_height(step.steps) for step in steps)


def _card_height(card: CardView) -> float:
    title = _lines(card.title, 20) + _lines(card.points, 24)
    return max(_CHIP, title + _GAP, _lines(card.text, 34) + _GAP, _lines(card.opening, 26) + _GAP)


def _lines(runs: Runs, letters: int = _COLUMN) -> int:
    return ceil(_letters(runs) / letters)


def _letters(runs: Runs) -> int:
    return sum(len(run.text) if run.kind != "icon" else 2 for run in runs)
