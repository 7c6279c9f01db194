"""The pad of a duel: for each player numbered tracks, and a log of turns headed by what each turn brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

from cardtools.documents.pad_help import help_blocks
from cardtools.documents.pad_page import Band, Bead, Block, Cell, Grid, Row
from cardtools.documents.pad_room import LINE_MM, Room, line_mm, name_pt, shares, text_mm
from cardtools.documents.pad_told import GAP_MM, Told, with_notes
from cardtools.model.base import text_in
from cardtools.model.pads import Track, TrackEnds, TracksPad

_LABEL_MM: Final = 17.0
_TURN_MM: Final = 12.5
_COMPACT_TURN_MM: Final = 9.4
_BEAD_MM: Final = 6.6
_PITCH_MM: Final = 7.1
_NAME_MM: Final = 10.5
_TRACK_PADDING_MM: Final = 1.8
_HEAD_MM: Final = 4.8
_TALLEST_MM: Final = 9.5
_GAMES: Final = 5
"""Circles for games won."""
_GAME_MM: Final = 4.2
_GAME_GAP_MM: Final = 0.5
_GAMES_PT: Final = 7.5


def tracks_panels(pad: TracksPad, told: Told, room: Room) -> list[tuple[Band, ...]]:
    """Return what stands on each panel."""
    return _Tracks(pad, told, room).panels()


def tracks_tell(pad: TracksPad, told: Told) -> bool:
    """Return whether tracks and circles of games won can show a kept score; an empty pad has them anyway."""
    shown = {pad.gained, pad.state, pad.games, *(track.category for track in pad.tracks)}
    return not told.played or any(line.category in shown for one in told.played for line in one.lines)


@dataclass(frozen=True, slots=True)
class _Standing:
    """Where a player stands after each turn of their own: of each category, what the log says."""

    turns: tuple[dict[str, Fraction], ...] = ()
    now: dict[str, Fraction] | None = None
    won: int = 0


@dataclass(frozen=True, slots=True)
class _Tracks:
    pad: TracksPad
    told: Told
    room: Room

    @property
    def turns(self) -> int:
        """Turns on a line of the log."""
        least = _COMPACT_TURN_MM if self.room.compact else _TURN_MM
        return int((self.room.width_mm - _LABEL_MM) // least)

    @property
    def _turn_mm(self) -> float:
        return (self.room.width_mm - _LABEL_MM) / self.turns

    @property
    def _games_span(self) -> int:
        """Columns that the circles of games won stand in, the words beside them, or above them where it is tight."""
        if self.pad.games is None or self._is_one_game:
            return 0
        words, circles = text_mm(self.told.word("won"), _GAMES_PT), _GAMES * (_GAME_MM + 2 * _GAME_GAP_MM)
        wide = max(words, circles) if self.room.compact else words + circles
        return min(self.turns - 1, ceil((wide + 4.0) / self._turn_mm))

    @property
    def _is_one_game(self) -> bool:
        """Whether the kept score is that of one game, where nobody counts games won."""
        return bool(self.told.played) and not any(
            line.category == self.pad.games for one in self.told.played for line in one.lines
        )

    @property
    def log_mm(self) -> float:
        return 2 * _HEAD_MM + len(self.pad.tracks) * (LINE_MM + 0.2)

    def panels(self) -> list[tuple[Band, ...]]:
        room, told = self.room, self.told
        name = self._name()
        fixed = name[1] + sum(self._track_mm(track) for track in self.pad.tracks)
        block = fixed + self.log_mm
        fits = max(1, int((room.height_mm + GAP_MM) // (block + GAP_MM)))
        groups = shares(len(told.names), fits)
        alone = len(groups) == 1
        games = max(told.rounds or (fits // len(told.names) if alone and not told.kept else 1), 1)
        per_panel = max(1, fits // len(told.names)) if alone else 1
        panels: list[tuple[Band, ...]] = []
        for at in range(0, games, per_panel):
            here = range(at, min(at + per_panel, games))
            first = 0
            for size in groups:
                players = range(first, first + size)
                first += size
                each = (room.height_mm + GAP_MM) / (len(here) * size) - GAP_MM
                logs = max(1, min(3, int((each - fixed) // self.log_mm)))
                spare = (each - fixed - logs * self.log_mm) / (logs * len(self.pad.tracks))
                line = max(LINE_MM + 0.2, min(_TALLEST_MM, LINE_MM + 0.2 + spare))
                blocks: list[Block | tuple[Block, ...]] = [
                    self._grid(player, game if games > 1 else None, logs, line) for game in here for player in players
                ]
                panels.append(with_notes(blocks, room, told))
        if help_ := list(help_blocks(self.pad.help, told, room)):
            panels.append(with_notes(help_, room, told))
        return panels

    def _name(self) -> tuple[float, float]:
        """Return the size of the type of names, and the height of the line that holds them."""
        room_mm = (self.turns - self._games_span) * self._turn_mm - 4.0
        size, lines = name_pt(self.told.names, room_mm, 13.0 if not self.room.compact else 10.0)
        return size, max(_NAME_MM, lines * line_mm(size) + 2.0)

    def _per_line(self, track: Track) -> int:
        most = int((self.room.width_mm - _LABEL_MM - 1.0) // _PITCH_MM)
        count = self._most(track)
        return count if count <= most else next((one for one in (20, 10, 5) if one <= most), max(1, most))

    def _most(self, track: Track) -> int:
        return max(1, min(100, self.told.fact(self._ends(track).maximum) or 1))

    def _ends(self, track: Track) -> TrackEnds:
        return track.variants.get(self.told.mode, track)

    def _track_mm(self, track: Track) -> float:
        return ceil(self._most(track) / self._per_line(track)) * _PITCH_MM + _TRACK_PADDING_MM

    def _grid(self, player: int, game: int | None, logs: int, line_mm_: float) -> Grid:
        told, turns = self.told, self.turns
        size, height = self._name()
        standing = self._standing(player) if not game else _Standing()
        span = self._games_span
        player_word = told.word("player")
        corner = (
            Cell(player_word, look="corner")
            if game is None
            else Cell(told.word("games", n=game + 1), small=player_word, look="corner strong")
        )
        look = "name won" if not game and told.won(told.names[player]) else "name"
        name = [corner, Cell(told.names[player], look=look, span=turns - span, type_pt=size, scope="col")]
        if span:
            name.append(self._games(standing, span))
        rows = [Row(height, tuple(name), look="names", head=True)]
        rows += [self._track(track, standing, turns) for track in self.pad.tracks]
        for log in range(logs):
            rows += self._log(range(log * turns, (log + 1) * turns), standing, line_mm_)
        label = told.names[player] or player_word
        return Grid("tracks", label, (_LABEL_MM, *(self._turn_mm,) * turns), tuple(rows))

    def _games(self, standing: _Standing, span: int) -> Cell:
        beads = tuple(Bead("", "full" if n < standing.won else "") for n in range(_GAMES))
        look = "games above" if self.room.compact else "games"
        return Cell(self.told.word("won"), look=look, span=span, beads=(beads,), bead_mm=_GAME_MM, gap_mm=_GAME_GAP_MM)

    def _track(self, track: Track, standing: _Standing, turns: int) -> Row:
        told, most, abreast = self.told, self._most(track), self._per_line(track)
        starts = {told.fact(one) for one in self._ends(track).start}
        now = standing.now.get(track.category) if standing.now else None
        none_left = now is not None and now <= 0
        over = none_left and track is self.pad.tracks[0]
        short = told.text(track.short)
        if none_left and now is not None:  # no circle stands for it
            short = f"{short}: {told.number(now)}"
        beads = [
            Bead(str(n), "gone" if over else "full" if now == n else "start" if n in starts else "")
            for n in range(1, most + 1)
        ]
        lines = tuple(tuple(beads[at : at + abreast]) for at in range(0, most, abreast))
        # All tracks of a pad have the same pitch, so that their numbers stand below one another.
        pitch = (self.room.width_mm - _LABEL_MM - 1.0) / abreast
        bead = _BEAD_MM - (0.6 if self.room.compact else 0.0)
        cells = (
            Cell(short, look="label track", scope="row"),
            Cell(look="beads", span=turns, beads=lines, bead_mm=bead, gap_mm=(pitch - bead) / 2),
        )
        return Row(self._track_mm(track), cells)

    def _log(self, turns: range, standing: _Standing, height_mm: float) -> Iterator[Row]:
        told = self.told
        gained = next((track for track in self.pad.tracks if track.category == self.pad.gained), None)
        short = text_in(gained.short, told.language) if gained else told.category(self.pad.gained)
        yield Row(
            _HEAD_MM,
            (
                Cell(told.word("turn"), look="corner", scope="row"),
                *(Cell(str(n + 1), look="head turn", scope="col") for n in turns),
            ),
            look="heads",
        )
        yield Row(
            _HEAD_MM,
            (
                Cell(f"{short} {told.word('gained')}", look="label gain", scope="row"),
                *(Cell(self._gain(n), look="gain") for n in turns),
            ),
        )
        for track in self.pad.tracks:
            cells = [Cell(told.text(track.short), look="label track", scope="row")]
            for n in turns:
                value = standing.turns[n].get(track.category) if n < len(standing.turns) else None
                cells.append(Cell("" if value is None else told.number(value), look="points"))
            yield Row(height_mm, tuple(cells))

    def _gain(self, turn: int) -> str:
        gains = self.pad.gains
        value = self.told.fact(gains[min(turn, len(gains) - 1)])
        return "?" if value is None else f"+{self.told.number(value)}"

    def _standing(self, player: int) -> _Standing:
        """Return what a kept score says of a player: after each turn of theirs, and now."""
        told, name = self.told, self.told.names[player]
        if told.kept is None or not told.played:
            return _Standing()
        games = sum(
            1 for one in told.played for line in one.lines if (line.category, line.player) == (self.pad.games, name)
        )
        life = self.pad.tracks[0].category
        if not any(line.category == life for one in told.played for line in one.lines):
            return _Standing(won=games)
        turns: list[dict[str, Fraction]] = []
        now: dict[str, Fraction] = {}
        for one, totals in zip(told.played, told.totals()[1:], strict=True):
            now = {life: totals[name]}
            states = [line for line in one.lines if (line.category, line.player) == (self.pad.state, name)]
            if states:
                now[self.pad.gained] = Fraction(states[-1].count)
            mover = next((line.player for line in one.lines if line.category == self.pad.gained), None)
            if mover == name:
                turns.append(now)
        return _Standing(tuple(turns), now, games)
