"""The pad of a game in rounds: a row a round, and for each player the points beside the running total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardtools.documents.pad_help import help_blocks, worth_grid
from cardtools.documents.pad_page import Band, Block, Cell, Grid, Row
from cardtools.documents.pad_room import LINE_MM, Room, line_mm, name_pt, shares
from cardtools.documents.pad_told import GAP_MM, SIDE_MM, DrawChart, Told, height_of, stacked, with_notes
from cardtools.model.pads import RoundsPad

_PAIR_MM: Final = 18.5
_COMPACT_PAIR_MM: Final = 15.0
"""Least width of a player's points and total."""
_GOOD_PAIR_MM: Final = 27.0
_EASY_MM: Final = 8.3
_TALLEST_MM: Final = 10.5
_TALLEST_OF_SEVERAL_MM: Final = 12.5
"""Where rounds go on from panel to panel."""
_NAME_MM: Final = 10.5
_HEADS_MM: Final = 4.4
_SUM_MM: Final = 10.0
_CARRY_MM: Final = 8.0
_POINTS_SHARE: Final = 0.47
_HELP_SHARE: Final = 0.4
"""Help that would take more of a panel has one of its own."""


def rounds_panels(pad: RoundsPad, told: Told, room: Room, draw: DrawChart | None) -> list[tuple[Band, ...]]:
    """Return what stands on each panel."""
    return _Rounds(pad, told, room).panels(draw)


@dataclass(frozen=True, slots=True)
class _Rounds:
    pad: RoundsPad
    told: Told
    room: Room

    @property
    def label_mm(self) -> float:
        return 13.5 if self.room.compact else 16.0

    @property
    def easy_mm(self) -> float:
        """Height of a line where there is a choice."""
        return LINE_MM if self.room.compact else _EASY_MM

    @property
    def sum_mm(self) -> float:
        return 8.5 if self.room.compact else _SUM_MM

    def panels(self, draw: DrawChart | None) -> list[tuple[Band, ...]]:
        room, told = self.room, self.told
        help_ = self._help()
        help_mm = height_of(stacked(help_)) + GAP_MM if help_ else 0.0
        pair = _COMPACT_PAIR_MM if room.compact else _PAIR_MM
        groups = shares(len(told.names), int((room.width_mm - self.label_mm) // pair))
        apart = help_mm > _HELP_SHARE * room.height_mm or (
            self._is_whole(groups[0], room.height_mm) and not self._is_whole(groups[0], room.height_mm - help_mm)
        )
        free = room.height_mm - (0.0 if apart else help_mm)
        panels: list[tuple[Band, ...]] = []
        first = 0
        for size in groups:
            players = range(first, first + size)
            first += size
            below = [] if apart else help_
            panels += [with_notes([*blocks, *below], room, told) for blocks in self._tables(players, free)]
        if draw and told.kept:
            panels = self._with_chart(panels, draw)
        if apart:
            panels.append(with_notes(help_, room, told))
        return panels

    def _with_chart(self, panels: list[tuple[Band, ...]], draw: DrawChart) -> list[tuple[Band, ...]]:
        chart = draw(self.room.width_mm)
        if chart.height_mm > self.room.height_mm:  # a postcard has no room for it
            return panels
        bare = [band.blocks for band in panels[-1] if band.blocks[0].form != "notes"]
        if height_of(stacked([*bare, (chart,)])) <= self.room.height_mm:
            return [*panels[:-1], with_notes([*bare, chart], self.room, self.told)]
        return [*panels, with_notes([chart], self.room, self.told)]

    @property
    def _is_over(self) -> bool:
        """Whether there is nothing more to write: then lines are low, and nothing is looked up."""
        return bool(self.told.kept and self.told.kept.finished and self.told.played and self.told.rounds is None)

    def _is_whole(self, players: int, free_mm: float) -> bool:
        """Return whether all rounds have room on one panel."""
        fixed = self._fixed_mm(range(players), self.room.width_mm)
        return fixed + self._count(int((free_mm - fixed) // self.easy_mm)) * LINE_MM <= free_mm

    def _fixed_mm(self, players: range, width_mm: float) -> float:
        totals = self.told.totals()
        carried = _CARRY_MM if totals and any(totals[0].values()) else 0.0
        return self._names(players, width_mm)[0].height_mm + _HEADS_MM + self.sum_mm + carried

    def _help(self) -> list[Block | tuple[Block, ...]]:
        if self._is_over:
            return []
        worth = worth_grid(self.told, self.room) if self.pad.worth else None
        return [*([worth] if worth else []), *help_blocks(self.pad.help, self.told, self.room)]

    def _tables(self, players: range, free_mm: float) -> Iterator[list[Block | tuple[Block, ...]]]:
        """Yield the tables of each panel for some of the players."""
        told, width = self.told, self.room.width_mm
        fixed = self._fixed_mm(players, width)
        count = self._count(int((free_mm - fixed) // self.easy_mm))
        if fixed + count * LINE_MM <= free_mm:
            below, beside = (1, 1) if told.kept else self._repeats(len(players), fixed, count, free_mm)
            spare = free_mm - below * fixed - (below - 1) * GAP_MM
            height = LINE_MM if self._is_over else min(_TALLEST_MM, spare / (below * count))
            broad = (width - SIDE_MM * (beside - 1)) / beside
            grid = self._grid(players, broad, range(count), height, last=True)
            yield [(grid,) * beside for _ in range(below)]
            return
        parts = shares(count, max(1, int((free_mm - fixed - _CARRY_MM) // LINE_MM)))
        height = min(_TALLEST_OF_SEVERAL_MM, (free_mm - fixed - _CARRY_MM) / max(parts))
        first = 0
        for part in parts:
            rounds = range(first, first + part)
            first += part
            yield [self._grid(players, width, rounds, height, last=first == count)]

    def _count(self, room_for: int) -> int:
        told = self.told
        played = len(told.played)
        if self._is_over:
            return played
        return max(told.rounds or self.told.fact(self.pad.rounds) or max(room_for, 1), played)

    def _repeats(self, players: int, fixed: float, count: int, free_mm: float) -> tuple[int, int]:
        """Return how many tables stand below and beside one another: a short game is printed more than once."""
        below = int((free_mm + GAP_MM) // (fixed + count * _EASY_MM + GAP_MM))
        good = self.label_mm + players * _GOOD_PAIR_MM
        return max(1, below), max(1, int((self.room.width_mm + SIDE_MM) // (good + SIDE_MM)))

    def _names(self, players: range, width_mm: float) -> tuple[Row, float]:
        """Return the row of names and a player's width."""
        pair = (width_mm - self.label_mm) / len(players)
        names = [self.told.names[one] for one in players]
        size, lines = name_pt(names, pair - 2.2, 12.0 if not self.room.compact else 9.5)
        height = max(9.0 if self.room.compact else _NAME_MM, lines * line_mm(size) + 2.0)
        cells = [Cell(name, look="name", scope="col", span=2, type_pt=size) for name in names]
        corner = Cell(self.told.player_word(players), look="corner")
        return Row(height, (corner, *cells), head=True, look="names"), pair

    def _grid(self, players: range, width_mm: float, rounds: range, height_mm: float, *, last: bool) -> Grid:
        told = self.told
        names, pair = self._names(players, width_mm)
        heads = Row(
            _HEADS_MM,
            (
                Cell(told.word("round"), look="corner", scope="col"),
                *(
                    Cell(told.word(one), look=f"head {one}", scope="col")
                    for _ in players
                    for one in ("points", "so-far")
                ),
            ),
            head=True,
            look="heads",
        )
        totals = told.totals()
        rows = [names, heads]
        if rounds.start:
            rows.append(self._carried(players, totals, rounds.start))
        elif totals and any(totals[0].values()):
            rows.append(self._carried(players, totals, 0))
        rows += [self._round(players, totals, n, height_mm) for n in rounds]
        if last:
            rows.append(self._sum(players, totals))
        widths = (self.label_mm, *(pair * _POINTS_SHARE, pair * (1 - _POINTS_SHARE)) * len(players))
        return Grid("rounds", told.word("pad"), widths, tuple(rows))

    def _carried(self, players: range, totals: Sequence[dict[str, Fraction]], after: int) -> Row:
        told = self.told
        cells = [Cell(told.word("carried"), look="label carried", scope="row")]
        for one in players:
            known = told.number(totals[after][told.names[one]]) if after < len(totals) else ""
            cells += [Cell(look="points carried"), Cell(known, look="so-far carried")]
        return Row(_CARRY_MM, tuple(cells))

    def _round(self, players: range, totals: Sequence[dict[str, Fraction]], n: int, height_mm: float) -> Row:
        told = self.told
        cells = [Cell(str(n + 1), look="number", scope="row")]
        for one in players:
            points = total = ""
            if n < len(told.played):
                name = told.names[one]
                scored = told.played[n].scores.get(name)
                points = "–" if scored is None else told.number(scored)
                total = told.number(totals[n + 1][name])
            dealer = self.pad.dealer and not points
            cells += [Cell(points, look="points", dealer=dealer), Cell(total, look="so-far")]
        return Row(height_mm, tuple(cells), look="fifth" if (n + 1) % 5 == 0 else "")

    def _sum(self, players: range, totals: Sequence[dict[str, Fraction]]) -> Row:
        told = self.told
        cells = [Cell(told.word("total"), look="label sum", scope="row")]
        for one in players:
            name = told.names[one]
            total = told.number(totals[-1][name]) if totals else ""
            cells.append(Cell(total, look="sum won" if told.won(name) else "sum", span=2))
        return Row(self.sum_mm, tuple(cells))
