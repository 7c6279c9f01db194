"""The pad of a game scored by kinds of things: a row a category, a column a player, several games on a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Final

from cardtools.documents.pad_help import help_blocks, worth_of
from cardtools.documents.pad_page import Band, Block, Cell, Grid, Row
from cardtools.documents.pad_room import LINE_MM, Room, line_mm, lines_of, name_pt, shares
from cardtools.documents.pad_told import GAP_MM, SIDE_MM, Told, height_of, stacked, with_notes
from cardtools.model.base import text_in
from cardtools.model.pads import CategoriesPad, ResultTable
from cardtools.model.scoring import RoundScore, ScoreLine

_COLUMN_MM: Final = 13.0
_COMPACT_COLUMN_MM: Final = 10.0
_GOOD_COLUMN_MM: Final = 22.0
_EASY_MM: Final = 8.2
_TALLEST_MM: Final = 11.0
_NAME_MM: Final = 10.0
_SUM_MM: Final = 9.5
_PADDING_MM: Final = 1.4
_ALL: Final = "all"
"""What a score line that is one part of several tells of how many there are."""
_TICK: Final = "×"


@dataclass(frozen=True, slots=True)
class Counted:
    """A row of the pad, worded.

    Attributes:
        category: Whose points it takes.
        tie: Whether it stands below the sum.
        shows: What it shows of them; see ``ResultRow``.
    """

    category: str
    name: str
    hint: str
    tie: bool
    shows: str = "points"


def counted_rows(pad: CategoriesPad | None, told: Told) -> tuple[Counted, ...]:
    """Return the rows of a pad; where the game has none, its categories with what their cards count."""
    if pad is not None:
        return tuple(
            Counted(one.category, told.category(one.category), told.text(one.hint), one.tie) for one in pad.rows
        )
    scoring = told.game.scoring
    rows: list[Counted] = []
    for one in scoring.categories if scoring else ():
        worth = worth_of(one, told)
        hint = "" if not worth or "–" in worth else told.word("each", n=worth)
        rows.append(Counted(one.id, text_in(one.name, told.language), hint, tie=False))
    return tuple(rows)


def categories_panels(pad: CategoriesPad | None, told: Told, room: Room) -> list[tuple[Band, ...]]:
    """Return what stands on each panel."""
    return _Categories(pad, told, room, counted_rows(pad, told)).panels()


def results_panels(table: ResultTable | None, told: Told, room: Room) -> list[tuple[Band, ...]]:
    """Return what stands on each panel of a table of results.

    Where the game says no rows, each category that someone has points of in the kept score has one.
    """
    if table:
        counted = tuple(
            Counted(one.category, told.category(one.category), "", tie=False, shows=one.shows) for one in table.rows
        )
        return _Categories(None, told, room, counted, table.total).panels()
    used = dict.fromkeys(line.category for one in told.played for line in one.lines)
    rows = tuple(Counted(one, told.category(one), "", tie=False) for one in used)
    return _Categories(None, told, room, rows).panels()


@dataclass(frozen=True, slots=True)
class _Categories:
    pad: CategoriesPad | None
    told: Told
    room: Room
    rows: tuple[Counted, ...]
    total: bool = True
    """Whether points are added up; otherwise whoever wins is marked beside the name."""

    @property
    def label_mm(self) -> float:
        return 34.0 if self.room.compact else min(56.0, self.room.width_mm * 0.32)

    @property
    def running(self) -> bool:
        """Whether totals go on from round to round."""
        scoring = self.told.game.scoring
        return bool(scoring and scoring.target)

    def panels(self) -> list[tuple[Band, ...]]:
        room, told = self.room, self.told
        column = _COMPACT_COLUMN_MM if room.compact else _COLUMN_MM
        groups = shares(len(told.names), int((room.width_mm - self.label_mm) // column))
        panels: list[tuple[Band, ...]] = []
        first = 0
        writer = self._shortest(range(groups[0]))
        for size in groups:
            panels += writer.of_players(range(first, first + size))
            first += size
        help_ = list(help_blocks(self.pad.help, told, room)) if self.pad else []
        if help_ and panels:
            bare = [band.blocks for band in panels[-1] if band.blocks[0].form != "notes"]
            together = [*bare, *help_]
            fits = height_of(stacked(together)) <= room.height_mm
            panels[-1:] = [with_notes(together, room, told)] if fits else [panels[-1], with_notes(help_, room, told)]
        return panels

    def _shortest(self, players: range) -> _Categories:
        """Return the pad without its hints where a whole game has room on a panel only so."""
        if len(self.chunks(players)) > 1:
            bare = replace(self, rows=tuple(replace(row, hint="") for row in self.rows))
            if len(bare.chunks(players)) == 1:
                return bare
        return self

    def of_players(self, players: range) -> list[tuple[Band, ...]]:
        """Return the panels for some of the players."""
        room, told = self.room, self.told
        chunks = self.chunks(players)
        if len(chunks) > 1:
            games = max(told.rounds or 1, len(told.played), 1)
            return [
                with_notes([self._grid(players, room.width_mm, game, chunk, 0.0, at == len(chunks) - 1)], room, told)
                for game in range(games)
                for at, chunk in enumerate(chunks)
            ]
        least = self._height(players, self.rows, _EASY_MM)
        if least > room.height_mm:
            least = self._height(players, self.rows, LINE_MM)
        below = max(1, int((room.height_mm + GAP_MM) // (least + GAP_MM)))
        good = self.label_mm + len(players) * _GOOD_COLUMN_MM
        beside = max(1, int((room.width_mm + SIDE_MM) // (good + SIDE_MM)))
        if told.kept:
            beside = 1
        games = max(told.rounds or below * beside, len(told.played), 1)
        below = min(below, ceil(games / beside))
        per_row = len(self.rows) + (2 if self.total else 1)
        extra = (room.height_mm + GAP_MM) / below - GAP_MM - least
        extra = max(0.0, min(extra / per_row, _TALLEST_MM - _EASY_MM))
        width = (room.width_mm - SIDE_MM * (beside - 1)) / beside
        grids = [self._grid(players, width, game, self.rows, extra, last=True) for game in range(games)]
        bands: list[Block | tuple[Block, ...]] = [tuple(grids[at : at + beside]) for at in range(0, games, beside)]
        return [with_notes(bands[at : at + below], room, told) for at in range(0, len(bands), below)]

    def chunks(self, players: range) -> list[tuple[Counted, ...]]:
        """Return the rows in as few parts as there must be for each to have room on a panel."""
        parts = next(
            parts
            for parts in range(1, len(self.rows) + 2)
            if parts > len(self.rows)
            or self._height(players, self.rows[: ceil(len(self.rows) / parts)], LINE_MM) <= self.room.height_mm
        )
        sizes = shares(len(self.rows), ceil(len(self.rows) / parts)) if self.rows else (0,)
        starts = [sum(sizes[:at]) for at in range(len(sizes))]
        return [self.rows[start : start + size] for start, size in zip(starts, sizes, strict=True)]

    def _height(self, players: range, rows: Sequence[Counted], least_mm: float) -> float:
        sums = (2 if self.running else 1) if self.total else 0
        fixed = self._names(players, self.room.width_mm, 0).height_mm + _SUM_MM * sums
        return fixed + sum(max(least_mm, self._label_height(row)) for row in rows)

    def _label_height(self, row: Counted) -> float:
        broad = self.label_mm - 3.0
        hint = lines_of(row.hint, broad, self.room.small_pt) * line_mm(self.room.small_pt) if row.hint else 0.0
        return lines_of(row.name, broad, self.room.type_pt) * line_mm(self.room.type_pt) + hint + _PADDING_MM

    def _names(self, players: range, width_mm: float, game: int) -> Row:
        names = [self.told.names[one] for one in players]
        column = (width_mm - self.label_mm) / len(players)
        size, lines = name_pt(names, column - 2.2, 12.0 if not self.room.compact else 9.5)
        played = game < len(self.told.played)
        cells = [
            Cell(
                name,
                look="name won" if not self.total and played and self.told.won(name) else "name",
                scope="col",
                type_pt=size,
            )
            for name in names
        ]
        which = self.told.player_word(players) if len(players) < len(self.told.names) else ""
        corner = Cell(self.told.word("games", n=game + 1), small=which, look="corner large")
        return Row(max(_NAME_MM, lines * line_mm(size) + 2.0), (corner, *cells), head=True, look="names")

    def _grid(
        self, players: range, width_mm: float, game: int, rows: Sequence[Counted], extra_mm: float, last: bool
    ) -> Grid:
        told = self.told
        one = told.played[game] if game < len(told.played) else None
        body = [self._row(players, row, one, extra_mm) for row in rows if not row.tie]
        if last:
            totals = told.totals()
            scores = one.scores if one else {}
            if self.total:
                body.append(self._sum(players, "total", scores if one else None, won=not self.running))
            if self.total and self.running:
                body.append(self._sum(players, "running", totals[game + 1] if one else None, won=True))
            body += [self._row(players, row, one, extra_mm) for row in rows if row.tie]
        column = (width_mm - self.label_mm) / len(players)
        widths = (self.label_mm, *(column,) * len(players))
        label = told.word("games", n=game + 1)
        return Grid("categories", label, widths, (self._names(players, width_mm, game), *body))

    def _row(self, players: range, row: Counted, one: RoundScore | None, extra_mm: float) -> Row:
        told = self.told
        cells = [Cell(row.name, small=row.hint, look="label tie" if row.tie else "label", scope="row")]
        for player in players:
            name = told.names[player]
            counts = one.counts.get(row.category, {}) if one else {}
            if row.tie:
                text = told.number(counts[name]) if name in counts else ""
            else:
                text = self._text(row, [*told.lines_of(one, row.category, name)]) if one else ""
            cells.append(Cell(text, look="tie" if row.tie else "points"))
        return Row(max(_EASY_MM, self._label_height(row)) + extra_mm, tuple(cells))

    def _text(self, row: Counted, lines: Sequence[ScoreLine]) -> str:
        """Return what stands in a row for a player who has these score lines."""
        if not lines:
            return "" if row.shows == "tick" else "–"
        if row.shows == "tick":
            return _TICK
        number = self.told.number
        if row.shows == "share":
            known = [dict(line.details).get(_ALL) for line in lines]
            return ", ".join(f"{number(line.count)}/{of}" for line, of in zip(lines, known, strict=True))
        return number(sum((line.points for line in lines), Fraction(0)))

    def _sum(self, players: range, label: str, totals: dict[str, Fraction] | None, *, won: bool) -> Row:
        told = self.told
        cells = [Cell(told.word(label), look="label sum", scope="row")]
        for player in players:
            name = told.names[player]
            text = "" if totals is None else told.number(totals.get(name, Fraction(0)))
            cells.append(Cell(text, look="sum won" if won and totals is not None and told.won(name) else "sum"))
        return Row(_SUM_MM, tuple(cells))
