"""What is looked up beside the points: what the cards are worth, and tables of the game's own."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from cardtools.documents.pad_page import Block, Cell, Grid, Row
from cardtools.documents.pad_room import Room, line_mm, lines_of
from cardtools.documents.pad_told import SIDE_MM, Told
from cardtools.model.base import text_in
from cardtools.model.pads import HelpTable
from cardtools.model.scoring import Category

_TITLE_MM = 5.6
_PADDING_MM = 1.7
_SIGNS = ("likely", "ruling")
_LABEL_SHARE = 0.36
_TWO_ABREAST_MM = 170.0


def worth_of(category: Category, told: Told) -> str:
    """Return what the cards of a category count: a number, or a span where each counts its own; empty if unknown."""
    cards = told.game.cards.cards if told.game.cards else ()
    points = [card.points for card in cards if card.type in category.types]
    known = sorted({one for one in points if one is not None})
    if not known or None in points:
        return ""
    return "–".join(dict.fromkeys((told.number(known[0]), told.number(known[-1]))))


def worth_grid(told: Told, room: Room) -> Grid | None:
    """Return the table of what cards are worth, kinds of equal worth together; None where nothing is known."""
    kinds: dict[str, list[str]] = {}
    for category in told.game.scoring.categories if told.game.scoring else ():
        if worth := worth_of(category, told):
            kinds.setdefault(worth, []).append(text_in(category.name, told.language))
    if not kinds:
        return None
    in_order = sorted(kinds.items(), key=lambda item: ("–" not in item[0], len(item[0]), item[0]))
    abreast = min(len(in_order), 2 if room.compact else 4)
    value_mm, width = (9.0 if room.compact else 12.0), room.width_mm / abreast
    rows: list[Row] = []
    for at in range(0, len(in_order), abreast):
        part = in_order[at : at + abreast]
        lines = max(lines_of(", ".join(names), width - value_mm - 3.5, room.small_pt) for _, names in part)
        cells = [
            cell
            for worth, names in part
            for cell in (Cell(worth, look="worth", scope="row"), Cell(", ".join(names), look="kinds"))
        ]
        cells += [Cell(), Cell()] * (abreast - len(part))
        rows.append(Row(max(7.0, lines * line_mm(room.small_pt) + _PADDING_MM), tuple(cells)))
    title = told.word("worth")
    return Grid("worth", title, (value_mm, width - value_mm) * abreast, tuple(rows), title, _TITLE_MM)


def help_blocks(tables: tuple[HelpTable, ...], told: Told, room: Room) -> Iterator[Block | tuple[Block, ...]]:
    """Yield the game's own tables, each in two halves side by side where there is room."""
    halves = 2 if room.width_mm >= _TWO_ABREAST_MM else 1
    width = (room.width_mm - SIDE_MM * (halves - 1)) / halves
    label_mm = width * _LABEL_SHARE
    for table in tables:
        rows = []
        for one in table.rows:
            label, text = told.text(one.label), told.text(one.text)
            lines = max(
                lines_of(label, label_mm - 2.0, room.small_pt),
                lines_of(text, width - label_mm - 5.0, room.small_pt),
            )
            mark = one.certainty if one.certainty in _SIGNS else ""
            cells = (Cell(label, look="label", scope="row"), Cell(text, look="kinds", mark=mark))
            rows.append(Row(lines * line_mm(room.small_pt) + _PADDING_MM, cells))
        title, at = told.text(table.title), ceil(len(rows) / halves)
        parts = (rows[:at], rows[at:]) if halves == 2 and len(rows) > 1 else (rows,)
        yield tuple(
            # The second half goes on without a title of its own, on the same line as the first.
            Grid("help", title, (label_mm, width - label_mm), tuple(part), title if not n else "\u00a0", _TITLE_MM)
            for n, part in enumerate(parts)
        )
