"""The score pad of a game, empty or filled from a kept score: made from what its scoring data says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from cardtools.documents.chips import swatches
from cardtools.documents.inks import PAPER, darkened, mixed
from cardtools.documents.pad_categories import categories_panels, results_panels
from cardtools.documents.pad_counters import counters_panels
from cardtools.documents.pad_page import Band, Grid, Panel, PanelSize, ScorePad, WritingLine
from cardtools.documents.pad_room import (
    LEAST_PT,
    NumberUp,
    Room,
    end_held,
    is_compact,
    line_mm,
    lines_of,
    panel_size,
    text_mm,
)
from cardtools.documents.pad_rounds import rounds_panels
from cardtools.documents.pad_told import DrawChart, Told, height_of
from cardtools.documents.pad_tracks import tracks_panels, tracks_tell
from cardtools.documents.pad_words import day, word
from cardtools.errors import refuse
from cardtools.model.base import text_in
from cardtools.model.game_folder import Game
from cardtools.model.pads import CategoriesPad, CountersPad, Pad, RoundsPad, TracksPad
from cardtools.model.printing import Size
from cardtools.model.scoring import Scoresheet

MOST_PLAYERS: Final = 99
MOST_ROUNDS: Final = 999
_USUAL_PLAYERS: Final = 6
_COMPACT_PLAYERS: Final = 5
_DATE_MM: Final = 8.5
_STRIP_MM: Final = 4.4
"""The strip of colours and the room below it."""
_MOST_COUNTER: Final = 40
_KIND_MM: Final = 7.0
"""Height of the chips and of the words beside the title, however small that is."""
_BELOW_TITLE_MM: Final = 0.8
_LEAST_WIDTH_MM: Final = 45.0
_LEAST_HEIGHT_MM: Final = 30.0
"""A smaller panel holds no pad."""
_CHIPS_FROM_MM: Final = 125.0
_CHIP_MM: Final = 5.0


@dataclass(frozen=True, slots=True)
class PadRequest:
    """What a pad is to be like.

    Attributes:
        players: Columns; None for those of the kept score, or as many as usually play.
        rounds: Rounds, or games where a pad counts those; None for as many as there is room for.
        n_up: Pads on a sheet, to be cut apart.
        date: When it was played, as ISO 8601; empty to be written by hand.
        variant: The way the game is played, by its id, for an empty pad; empty for the usual one.
    """

    players: int | None = None
    rounds: int | None = None
    n_up: NumberUp = 1
    date: str = ""
    variant: str = ""


def score_pad(
    game: Game,
    language: str,
    paper: Size,
    request: PadRequest | None = None,
    kept: Scoresheet | None = None,
    draw: DrawChart | None = None,
) -> ScorePad:
    """Return the page model of a pad.

    Each sheet of an empty pad with several pads on it holds equal ones, so that a pile of sheets is a pile of pads
    after the cut. A filled one stands there once.

    Args:
        game: The game.
        language: Of its words; texts and words there are not in it are English.
        paper: The paper, upright; it is turned where that saves pages.
        request: What the pad is to be like.
        kept: What was played so far.
        draw: Draws the chart of totals, for a pad that shows rounds.

    Raises:
        CardtoolsError: ``print.pad-small`` where so many pads have no room on the paper.
    """
    request = request or PadRequest()
    names = _names(game, request, kept)
    told = Told(game, language, names, request.rounds, kept, request.variant)
    pad = _pad_of(game)
    upright, lying = (_laid_out(pad, told, paper, request, draw, wide=wide) for wide in (False, True))
    fitting = [one for one in (upright, lying) if _fits(one[0], one[3])]
    if not fitting:
        raise refuse("print.pad-small", n_up=request.n_up, paper=paper.id, exit_code=1)
    size, type_pt, title_pt, bands = min(fitting, key=lambda one: len(one[3]))
    panels = [
        Panel(one, f"{n}/{len(bands)}" if len(bands) > 1 else "", _signs(one, told))
        for n, one in enumerate(bands, start=1)
    ]
    on_sheet = size.columns * size.rows
    if kept is None:
        pages = tuple((panel,) * on_sheet for panel in panels)
    else:
        pages = tuple(tuple(panels[at : at + on_sheet]) for at in range(0, len(panels), on_sheet))
    accent = game.info.accent
    tint = mixed(accent, PAPER, 0.91)
    title = text_in(game.info.name, language)
    return ScorePad(
        language=language,
        heading=f"{title} – {word('pad', language)}",
        title=title,
        kind=word("pad", language),
        mode=told.mode_name,
        goal=told.goal(pad),
        title_pt=title_pt,
        type_pt=type_pt,
        accent=accent,
        ink=darkened(accent, tint),
        tint=tint,
        palette=swatches(game.info.colours, language),
        chips=_has_chips(told, size.width_mm),
        lines=_lines(told, size, request),
        size=size,
        notice=end_held(text_in(game.info.notice, language)),
        pages=pages,
    )


def _fits(size: PanelSize, panels: Sequence[tuple[Band, ...]]) -> bool:
    """Return whether all that stands on the panels has room there."""
    least_mm = 0.01  # sums of lengths are not exact
    return bool(panels) and all(
        height_of(bands) <= size.height_mm + least_mm
        and all(band.width_mm <= size.width_mm + least_mm for band in bands)
        and all(min(grid.widths_mm) > 0 for band in bands for grid in band.blocks if isinstance(grid, Grid))
        for bands in panels
    )


def _names(game: Game, request: PadRequest, kept: Scoresheet | None) -> tuple[str, ...]:
    """Return the players of a kept score, then empty columns up to as many as are asked for."""
    known = kept.players if kept else ()
    pad, scoring = _pad_of(game), game.scoring
    # How many play is a fact of the usual way to play, not of those that have a table of their own.
    is_usual = pad is not None and not (isinstance(pad, TracksPad) and request.variant in pad.results)
    fact = scoring.facts.get(pad.players) if scoring and pad and pad.players and is_usual else None
    usual = min(game.info.players.max or _USUAL_PLAYERS, _COMPACT_PLAYERS if request.n_up == 4 else _USUAL_PLAYERS)
    asked = request.players or (len(known) if kept else (fact.value if fact else None) or usual)
    return (*known, *("",) * (min(max(asked, 1), MOST_PLAYERS) - len(known)))


def _pad_of(game: Game) -> Pad | None:
    return game.scoring.pad if game.scoring else None


def _laid_out(
    pad: Pad | None, told: Told, paper: Size, request: PadRequest, draw: DrawChart | None, *, wide: bool
) -> tuple[PanelSize, float, float, list[tuple[Band, ...]]]:
    """Return the panels on paper one way up: their size, that of body type and title, and what stands on each."""
    size, type_pt = panel_size(paper, request.n_up, wide=wide)
    compact = is_compact(size)
    title_pt = _title_pt(told, size.width_mm)
    goal = " ".join(filter(None, (told.mode_name, told.goal(pad))))
    goal_mm = lines_of(goal, size.width_mm, type_pt) * line_mm(type_pt) if goal else 0.0
    notice = text_in(told.game.info.notice, told.language)
    signs = lines_of(_sign_words(pad, told), size.width_mm, LEAST_PT)
    foot_mm = (lines_of(notice, size.width_mm - 12.0, LEAST_PT) + signs) * line_mm(LEAST_PT) + 2.2
    title_mm = max(line_mm(title_pt) + _BELOW_TITLE_MM, _KIND_MM)
    head_mm = title_mm + goal_mm + _DATE_MM + _STRIP_MM + 1.0
    size = replace(size, title_mm=title_mm, head_mm=head_mm, foot_mm=foot_mm)
    room = Room(size.width_mm, size.height_mm, type_pt, compact)
    has_room = room.width_mm >= _LEAST_WIDTH_MM and room.height_mm >= _LEAST_HEIGHT_MM
    return size, type_pt, title_pt, _panels(pad, told, room, draw) if has_room else []


def _sign_words(pad: Pad | None, told: Told) -> str:
    """Return the words that explain all signs there may be on a panel, with letters in place of signs and gaps."""
    marks = {row.certainty for table in (pad.help if pad else ()) for row in table.rows}
    words = [told.word(mark) for mark in ("likely", "ruling") if mark in marks]
    return " ".join(f"WWW {one}" for one in (*words, *_beginnings(pad, told)))


def _beginnings(pad: Pad | None, told: Told) -> list[str]:
    """Return what the circles that stand out on tracks mean."""
    tracks = pad.tracks if isinstance(pad, TracksPad) else ()
    return [told.text(one.begins) for one in tracks if one.begins and told.mode not in one.variants]


def _panels(pad: Pad | None, told: Told, room: Room, draw: DrawChart | None) -> list[tuple[Band, ...]]:
    match pad:
        case RoundsPad():
            return rounds_panels(pad, told, room, draw)
        case CategoriesPad():
            return categories_panels(pad, told, room)
        case TracksPad():
            table = pad.results.get(told.mode)
            if table is None and tracks_tell(pad, told):
                return tracks_panels(pad, told, room)
            return results_panels(table, told, room)
        case CountersPad():
            target = _target(told)
            if target is not None:
                return counters_panels(pad, target, told, room)
    if told.game.scoring and told.game.scoring.categories:
        return categories_panels(None, told, room)
    return rounds_panels(RoundsPad(kind="rounds"), told, room, draw)


def _target(told: Told) -> int | None:
    """Return how many circles there are, None where the game says nothing or too much."""
    target = told.kept.target if told.kept else None
    if target is None and told.game.scoring and told.game.scoring.target:
        target = told.game.scoring.target.value
    counts = [points for one in told.played for points in one.scores.values()]
    most = int(max((Fraction(target or 0), *counts)))
    return most if 0 < most <= _MOST_COUNTER else None


def _title_pt(told: Told, width_mm: float) -> float:
    """Return the largest size at which the title and what the page is stand on one line."""
    title, kind = text_in(told.game.info.name, told.language), told.word("pad")
    chips_mm = _CHIP_MM * len(told.game.info.colours) if _has_chips(told, width_mm) else 0.0
    size = 30.0 if width_mm > 150 else 24.0 if width_mm > 110 else 18.0
    while (
        size > 8.0 and text_mm(title, size) * 1.12 + text_mm(kind, max(size * 0.42, 8.0)) + chips_mm + 10.0 > width_mm
    ):
        size -= 0.5
    return size


def _has_chips(told: Told, width_mm: float) -> bool:
    """Return whether the colours have room beside the title, with signs that say them without colour."""
    colours = told.game.info.colours
    return width_mm > _CHIPS_FROM_MM and bool(colours) and all(colour.sign for colour in colours)


def _lines(told: Told, size: PanelSize, request: PadRequest) -> tuple[WritingLine, ...]:
    date = day(request.date, told.language)
    if is_compact(size):
        return (
            WritingLine(told.word("date"), size.width_mm * 0.55, date),
            WritingLine(told.word("game"), size.width_mm * 0.42),
        )
    return (
        WritingLine(told.word("date"), size.width_mm * 0.3, date),
        WritingLine(told.word("place"), size.width_mm * 0.46),
        WritingLine(told.word("game"), size.width_mm * 0.2),
    )


def _signs(bands: Sequence[Band], told: Told) -> tuple[tuple[str, str], ...]:
    grids = [block for band in bands for block in band.blocks if isinstance(block, Grid)]
    cells = [cell for grid in grids for row in grid.rows for cell in row.cells]
    used = {cell.mark for cell in cells}
    signs: list[tuple[str, str]] = [(mark, told.word(mark)) for mark in ("likely", "ruling") if mark in used]
    if any(cell.dealer for cell in cells):
        signs.insert(0, ("dealer", told.word("deals")))
    if any(grid.look == "tracks" for grid in grids):
        signs += [("start", words) for words in _beginnings(_pad_of(told.game), told)]
    return tuple(signs)
