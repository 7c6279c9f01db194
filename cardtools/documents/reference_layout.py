"""Where the blocks of a reference sheet stand: broken into columns so that these are as full as each other.

Blocks keep their order. Heights are measured beforehand, in millimetres, at the type size they will be set in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal

_EMPTY: Final = 8.0
"""What an empty column costs; one that is empty to a tenth costs a thousandth of it."""
_BROKEN: Final = 0.004
_SHORT: Final = 0.3
"""A block lower than this share of a column is broken with reluctance."""
_SHORT_BROKEN: Final = 0.04
_LONELY: Final = 0.04
"""What it costs to leave a single part of a block, lower than that share of the column, above or below a break."""
_LONELY_SHARE: Final = 0.1
_GRACE_MM: Final = 0.05
_NEVER: Final = float("inf")

Care = Literal["well", "tables", "anyhow"]
"""How blocks may be broken: none in a bad place; at least no table that fits in a column; or wherever it must be."""


@dataclass(frozen=True, slots=True)
class Heights:
    """How high a block is: its head with title and intro, the head over its rest in a new column, and its parts.

    A ``firm`` block, such as a table, is broken with reluctance.
    """

    head_mm: float
    again_mm: float
    parts_mm: tuple[float, ...]
    firm: bool = False

    @property
    def whole_mm(self) -> float:
        """Its height where it is not broken."""
        return self.head_mm + sum(self.parts_mm)


@dataclass(frozen=True, slots=True)
class Piece:
    """The parts of a block, from ``first`` to before ``end``, that stand in one column."""

    block: int
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class FilledColumn:
    """What stands in a column and how much of its height that takes."""

    pieces: tuple[Piece, ...]
    used_mm: float


def fill(
    blocks: Sequence[Heights], columns: Sequence[float], gap_mm: float, *, care: Care = "anyhow"
) -> tuple[FilledColumn, ...] | None:
    """Return the blocks broken into ``columns`` of these heights, None where they have no room.

    Of all ways to break them that ``care`` allows, the one is taken whose columns are about as full as each other,
    with few blocks broken and none of them in a bad place.

    >>> pair = (Heights(4, 2, (3, 3)), Heights(4, 2, (3, 3)))
    >>> [(column.pieces, column.used_mm) for column in fill(pair, (12, 12), 1)]
    [((Piece(block=0, first=0, end=2),), 10.0), ((Piece(block=1, first=0, end=2),), 10)]
    >>> fill(pair, (12, 9), 1) is None
    True
    """
    run = _Run(blocks, gap_mm)
    if run.least_mm(len(columns)) > sum(columns) + _GRACE_MM * len(columns):
        return None
    costs = [[_NEVER] * (run.count + 1) for _ in range(len(columns) + 1)]
    starts = [[0] * (run.count + 1) for _ in range(len(columns) + 1)]
    costs[0][0] = 0.0
    for number, height in enumerate(columns):
        breaks = [run.break_cost(first, height, care) for first in range(run.count + 1)]
        after, start = costs[number + 1], starts[number + 1]
        for first, before in enumerate(costs[number]):
            if before == _NEVER:
                continue
            for end, used in run.heights(first, height + _GRACE_MM):
                cost = before + _EMPTY * ((height - used) / height if height > 0 else 0.0) ** 3 + breaks[end]
                if cost < after[end]:
                    after[end], start[end] = cost, first
    if costs[-1][run.count] == _NEVER:
        return None
    return tuple(_columns(run, starts))


def _columns(run: _Run, starts: Sequence[Sequence[int]]) -> list[FilledColumn]:
    found: list[FilledColumn] = []
    end = run.count
    for row in reversed(starts[1:]):
        first = row[end]
        found.append(FilledColumn(run.pieces(first, end), run.height(first, end)))
        end = first
    return found[::-1]


class _Run:
    """All parts of all blocks, one after the other."""

    def __init__(self, blocks: Sequence[Heights], gap_mm: float) -> None:
        self.blocks = blocks
        self.gap_mm = gap_mm
        self.places = [(block, part) for block, each in enumerate(blocks) for part in range(len(each.parts_mm))]
        self.count = len(self.places)
        self.sums = [0.0, *accumulate(self._own_mm(block, part) for block, part in self.places)]

    def _own_mm(self, block: int, part: int) -> float:
        heights = self.blocks[block]
        return heights.parts_mm[part] + (heights.head_mm + self.gap_mm if part == 0 else 0)

    def least_mm(self, columns: int) -> float:
        """Return how high all parts are at least in so many columns: one above another, no block broken."""
        return self.sums[-1] - columns * self.gap_mm

    def heights(self, first: int, most_mm: float) -> Iterator[tuple[int, float]]:
        """Yield each end of a column that begins with ``first`` and is no higher than that, and how high it is."""
        yield first, 0.0
        if first < self.count:
            below = self.height(first, first + 1) - self.sums[first + 1]
            for end in range(first + 1, self.count + 1):
                if (used := self.sums[end] + below) > most_mm:
                    return
                yield end, used

    def height(self, first: int, end: int) -> float:
        """Return how high the parts from ``first`` to before ``end`` are as a column of their own."""
        if first == end:
            return 0.0
        block, part = self.places[first]
        top = self.blocks[block].again_mm if part else -self.gap_mm
        return self.sums[end] - self.sums[first] + top

    def break_cost(self, place: int, column_mm: float, care: Care) -> float:
        """Return what it costs to end a column before the part at ``place``."""
        if place in (0, self.count) or self.places[place][1] == 0:
            return 0.0
        block, part = self.places[place]
        heights = self.blocks[block]
        low = _LONELY_SHARE * column_mm
        lonely = (part == 1 and heights.parts_mm[0] < low) + (
            part == len(heights.parts_mm) - 1 and heights.parts_mm[-1] < low
        )
        if (care == "well" and lonely) or (care != "anyhow" and heights.firm and heights.whole_mm <= column_mm):
            return _NEVER
        cost = _SHORT_BROKEN if heights.firm or heights.whole_mm < _SHORT * column_mm else _BROKEN
        return cost + _LONELY * lonely

    def pieces(self, first: int, end: int) -> tuple[Piece, ...]:
        """Return the parts from ``first`` to before ``end`` as pieces of blocks."""
        found: list[Piece] = []
        for block, part in self.places[first:end]:
            if found and found[-1].block == block:
                found[-1] = Piece(block, found[-1].first, part + 1)
            else:
                found.append(Piece(block, part, part + 1))
        return tuple(found)
