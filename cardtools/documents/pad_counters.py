"""The pad of many small games: for each player a row of circles up to the target."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

from cardtools.documents.pad_help import help_blocks
from cardtools.documents.pad_page import Band, Bead, Block, Cell, Grid, Row
from cardtools.documents.pad_room import LINE_MM, Room, line_mm, name_pt, shares
from cardtools.documents.pad_told import GAP_MM, SIDE_MM, Told, height_of, stacked, with_notes
from cardtools.model.pads import CountersPad

_NAME_MM: Final = 22.5
_PITCH_MM: Final = 6.3
_BEAD_MM: Final = 5.0
_ABREAST: Final = 10
"""Circles on a line."""
_BOX_MM: Final = 11.0
_TIE_MM: Final = 12.0
_HEAD_MM: Final = 6.0
_EASY_MM: Final = 7.8
_TALLEST_MM: Final = 10.5


def counters_panels(pad: CountersPad, target: int, told: Told, room: Room) -> list[tuple[Band, ...]]:
    """Return what stands on each panel; ``target`` is how many circles there are."""
    return _Counters(pad, target, told, room).panels()


@dataclass(frozen=True, slots=True)
class _Counters:
    pad: CountersPad
    target: int
    told: Told
    room: Room

    @property
    def lines(self) -> int:
        """Lines of circles of a player."""
        return ceil(self.target / _ABREAST)

    @property
    def beads_mm(self) -> float:
        return min(self.target, _ABREAST) * _PITCH_MM + 2.0

    @property
    def boxes_mm(self) -> float:
        return _BOX_MM + (_TIE_MM if self.pad.tie else 0.0)

    def panels(self) -> list[tuple[Band, ...]]:
        room, told = self.room, self.told
        beside = max(1, int((room.width_mm + SIDE_MM) // (_NAME_MM + self.beads_mm + self.boxes_mm + SIDE_MM)))
        width = (room.width_mm - SIDE_MM * (beside - 1)) / beside
        easy, beside_mm = (LINE_MM, 1.2) if room.compact else (_EASY_MM, 1.6)
        row = max(easy, self.lines * _PITCH_MM + beside_mm, self._name(width)[1])
        help_ = list(help_blocks(self.pad.help, told, room))
        free = room.height_mm - (height_of(stacked(help_)) + GAP_MM if help_ else 0.0)
        groups = shares(len(told.names), max(1, int((free - _HEAD_MM) // row)))
        panels: list[tuple[Band, ...]] = []
        first = 0
        for size in groups:
            players = range(first, first + size)
            first += size
            one = _HEAD_MM + size * row
            below = max(1, int((free + GAP_MM) // (one + GAP_MM)))
            games = max(told.rounds or below * beside, len(told.played))
            below = min(below, ceil(games / beside))
            spare = (free + GAP_MM) / below - GAP_MM - one
            height = max(row, min(_TALLEST_MM, row + spare / size))
            grids = [self._grid(players, width, game, height) for game in range(games)]
            bands: list[Block | tuple[Block, ...]] = [tuple(grids[at : at + beside]) for at in range(0, games, beside)]
            panels += [with_notes([*bands[at : at + below], *help_], room, told) for at in range(0, len(bands), below)]
        return panels

    def _name(self, width_mm: float) -> tuple[float, float]:
        """Return the size of the type of names, and how high the highest is."""
        room_mm = width_mm - self.beads_mm - self.boxes_mm - 2.5
        size, lines = name_pt(self.told.names, room_mm, self.room.type_pt + 1.0)
        return size, lines * line_mm(size) + 1.2

    def _grid(self, players: range, width_mm: float, game: int, height_mm: float) -> Grid:
        told = self.told
        heads = [
            Cell(told.word("games", n=game + 1), look="corner large", span=2),
            Cell(told.word("end"), look="head", scope="col"),
        ]
        if self.pad.tie:
            heads.append(Cell(told.word("letters"), look="head", scope="col"))
        boxes = (_BOX_MM, *((_TIE_MM,) if self.pad.tie else ()))
        widths = (width_mm - self.beads_mm - self.boxes_mm, self.beads_mm, *boxes)
        rows = [self._row(player, width_mm, game, height_mm) for player in players]
        head = Row(_HEAD_MM, tuple(heads), head=True, look="heads")
        return Grid("counters", told.word("games", n=game + 1), widths, (head, *rows))

    def _row(self, player: int, width_mm: float, game: int, height_mm: float) -> Row:
        told, name = self.told, self.told.names[player]
        one = told.played[game] if game < len(told.played) else None
        count = one.scores.get(name, Fraction(0)) if one else Fraction(0)
        beads = [
            Bead(str(n), "full" if n <= count else "start" if n == self.target else "")
            for n in range(1, self.target + 1)
        ]
        lines = tuple(tuple(beads[at : at + _ABREAST]) for at in range(0, self.target, _ABREAST))
        won = one is not None and told.won(name)
        cells = [
            Cell(name, look="name", scope="row", type_pt=self._name(width_mm)[0]),
            Cell(look="beads", beads=lines, bead_mm=_BEAD_MM, gap_mm=(_PITCH_MM - _BEAD_MM) / 2),
            Cell(told.number(count) if one else "", look="sum won" if won else "sum"),
        ]
        if self.pad.tie:
            tie = one.counts.get(self.pad.tie, {}).get(name) if one else None
            cells.append(Cell("" if tie is None else told.number(tie), look="tie"))
        return Row(height_mm, tuple(cells))
