"""About how much room a form takes, so that it is laid out once in most cases. Lengths are millimetres.

What is worked out here is only where to begin: what is printed is what was laid out and found to have room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from cardtools.documents.checklist import CheckedCard, Checklist
from cardtools.documents.form_page import Field, VerdictView
from cardtools.documents.pad_room import MM_PER_PT, lines_of
from cardtools.documents.registration import RegistrationSheet, ZoneSection
from cardtools.documents.verdict_list import VerdictRow, VerdictSheet
from cardtools.model.printing import Size

_LEADING: Final = 1.25
_CHIP_EM: Final = 1.32
"""Height of a line with the sign of a colour in it."""
_SMALL_EM: Final = 0.92
_HEAD_EM: Final = 1.35
_SIDES_MM: Final = 22.0
_FIRST_EDGES_MM: Final = 25.0
_EDGES_MM: Final = 28.0
"""Margins above and below the text of the first page, and of those after it."""
_GUTTER_MM: Final = 7.0
_NOTICE_PT: Final = 8.0
_TICK_MM: Final = 4.2
_BUNDLE_MM: Final = 22.6

Sheet = Checklist | RegistrationSheet | VerdictSheet
"""A form that runs over as many pages as it needs."""


@dataclass(frozen=True, slots=True)
class Look:
    """How roomily a form is set: its body type in points, the space above and below a row in mm, and its columns."""

    type_pt: float
    row_mm: float
    columns: int = 1

    @property
    def em(self) -> float:
        """The size of the body type."""
        return self.type_pt * MM_PER_PT

    @property
    def line(self) -> float:
        """The height of a line of text."""
        return self.em * _LEADING

    def row(self, lines: float = 1.0, *, em: float = _LEADING) -> float:
        """Return the height of a row of so many lines."""
        return lines * self.em * em + 2 * self.row_mm + 0.1


def pages_of(sheet: Sheet, look: Look, paper: Size, beside_mm: float) -> float:
    """Return about how many pages a form takes, the last one counted by how full it is.

    Args:
        sheet: The page model.
        look: How it is set.
        paper: The paper, upright.
        beside_mm: Width of the QR code beside the head; 0 without one.
    """
    width = paper.width_mm - _SIDES_MM
    column = (width - _GUTTER_MM * (look.columns - 1)) / look.columns
    match sheet:
        case Checklist():
            around, flow = _closing(sheet, look), sum(_checked(sheet, look, column))
        case RegistrationSheet():
            around = _entry(sheet, look, width, beside_mm) + _signing(look)
            flow = sum(_registered(one, look, column) for one in sheet.sections)
        case VerdictSheet():
            around = look.line * 2.0 + 5.0 + _HEAD_EM * look.em + look.line * len(sheet.remarks)
            flow = sum(_judged(one, look, column) for one in sheet.rows)
    head = look.em * (2.57 + 1.15 * _LEADING) + 7.2
    notice = 4.0 + lines_of(sheet.head.notice, width, _NOTICE_PT) * _NOTICE_PT * MM_PER_PT * _LEADING
    whole = head + around + notice + flow / look.columns
    first = paper.height_mm - _FIRST_EDGES_MM
    return whole / first if whole <= first else 1 + (whole - first) / (paper.height_mm - _EDGES_MM)


def _checked(sheet: Checklist, look: Look, width_mm: float) -> Iterable[float]:
    for group in sheet.groups:
        yield _HEAD_EM * look.em + 4.2
        yield from (_card(card, sheet.words["split"], look, width_mm) for card in group.cards)


def _card(card: CheckedCard, split: str, look: Look, width_mm: float) -> float:
    room = width_mm - 3.2 * look.em
    signs = len(card.colours) * 1.8 * look.em
    if not (card.is_wide or card.blanks):
        boxes = sum(card.boxes) * _TICK_MM
        return look.row(lines_of(card.name, room - signs - boxes, look.type_pt), em=_CHIP_EM if signs else _LEADING)
    rows = ceil(len(card.boxes) / max(1, int(room // _BUNDLE_MM)))
    high = look.row(em=_CHIP_EM if signs else _LEADING) + rows * 1.6 * look.em + 0.4
    if card.blanks:
        words = lines_of(split, room, look.type_pt * _SMALL_EM) * 1.2 * _SMALL_EM * look.em + 0.8
        abreast = max(1, int(room // (18.0 if card.blanks[0] else 38.5)))
        high += words + ceil(len(card.blanks) / abreast) * (3.6 + look.line)
    return high


def _closing(sheet: Checklist, look: Look) -> float:
    return 2.0 + (9.0 if sheet.fields else 3.0) + look.em


def _fields(fields: Sequence[Field], look: Look) -> float:
    rows = sum(1.0 if one.is_long else 0.5 for one in fields)
    return ceil(rows) * (1.06 * look.em + 6.6 + 2.6)


def _entry(sheet: RegistrationSheet, look: Look, width_mm: float, beside_mm: float) -> float:
    room = width_mm - (beside_mm + 3.0 if beside_mm else 0.0)
    words = _verdict(sheet.verdict, look, room - 14.0) + 1.15 * look.line + 4.0
    head = max(_fields(sheet.fields, look) + words, beside_mm + 4.0 if beside_mm else 0.0)
    told = " ".join(f"WWW{one.swatch.name} 00WW" for one in sheet.colours)
    colours = 2.5 + lines_of(told, width_mm, look.type_pt) * 1.4 * look.em if told else 0.0
    return head + 1.5 + colours


def _verdict(view: VerdictView, look: Look, width_mm: float) -> float:
    found = sum(lines_of(one, width_mm, look.type_pt) for one in (*view.findings, *([view.more] if view.more else [])))
    small = look.type_pt * _SMALL_EM
    remarks = sum(lines_of(one, width_mm, small) for one in view.remarks)
    return found * look.line + remarks * small * MM_PER_PT * 1.2


def _registered(section: ZoneSection, look: Look, width_mm: float) -> float:
    names = 1.0 if section.is_of_one_colour_each else 0.64 if look.columns > 1 else 0.66
    room = width_mm * names - 3.0 * look.em - 12.0
    high = 4.0 + _HEAD_EM * look.em + 0.6 + look.row()
    for group in section.groups:
        high += look.line * _SMALL_EM + 0.9 if group.name else 0.0
        high += sum(look.row(lines_of(card.name, room, look.type_pt), em=_CHIP_EM) for card in group.cards)
    return high


def _signing(look: Look) -> float:
    return 6.0 + 2.7 * look.em + 10.0 + look.line + 0.6


def _judged(row: VerdictRow, look: Look, width_mm: float) -> float:
    named = sum(map(bool, (row.player, row.deck, row.name)))
    room = width_mm * 0.41 - 1.0
    found = _verdict(row.verdict, look, room) + 0.5 * max(0, len(row.verdict.findings) - 1)
    lines = max(named, len(row.counts), lines_of(row.verdict.words, width_mm * 0.17 - 2.9 * look.em, look.type_pt), 1)
    return max(lines * look.line, found) + 2 * look.row_mm + 0.1
