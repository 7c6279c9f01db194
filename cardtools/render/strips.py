"""The small print in the margins of sheets: a 50 mm ruler and a label, put together from pieces laid out once."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import pikepdf

from cardtools.documents.labels import label as fixed
from cardtools.imposition.grid import USUAL_MARGIN_MM
from cardtools.model.printing import Layout, Matrix, apply
from cardtools.render.compose import face_pages
from cardtools.render.engine import lay_out, write
from cardtools.render.html import Templates
from cardtools.render.pack import Trim
from cardtools.render.page_setup import POINTS_PER_MM
from cardtools.words.catalog import Words

RULER_WIDTH_MM: Final = 52.0
STRIP_HEIGHT_MM: Final = 5.0
_MOST_MM: Final = 600.0
"""Width of the page that all pieces lie on, and so of the longest piece."""
_DRAFT_MM: Final = 24.0
"""Height of the word for a draft, and of that page; all pieces stand at its foot."""
_ROOM_MM: Final = 8.0
"""A margin must be this wide to hold the ruler: the strip, and what no printer prints."""
_EDGE_MM: Final = 4.0
"""How near to the paper's edge a strip may lie where there is room."""
_PROMISED_MM: Final = 2.0
"""So much more than the usual 5 mm at an edge most printers print, where there is no other room for the strip."""
_GAP_MM: Final = 2.0
"""Between ruler and label, and between a label and the crop mark at the last card's edge."""
_LABEL_MM: Final = 40.0
"""Least width of a label."""
_SHORT: Final = 16
"""Letters that are kept of a title too long for its label."""
_MM_PER_PX: Final = 25.4 / 96

LabelSide = Literal["front", "back", "fold"]

_TITLE, _NUMBER, _TOTAL = "\ue000", "\ue001", "\ue002"
"""Stand in a label for what changes, while the words around it are found."""


@dataclass(frozen=True)
class Labels:
    """The words of all labels of a run, and the pieces they are put together from.

    A piece is a page of small print: digits, the title, and the words around the numbers. So a run of any length
    takes the same dozen or two.

    Attributes:
        sides: The sides that there are labels for.
        draft: Whether a word across each sheet says that it is a draft.
    """

    title: str
    words: Words
    sides: tuple[LabelSide, ...] = ("front", "back")
    draft: bool = False

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """Every piece, each once, in a fixed order."""
        changing = (_TITLE, _NUMBER, _TOTAL)
        texts = [part for side in self.sides for part in self._parts[side] if part not in changing]
        return tuple(dict.fromkeys((*"0123456789", self.title, self.short_title, *texts)))

    @cached_property
    def short_title(self) -> str:
        """The title as far as a narrow label has room for it."""
        return self.title if len(self.title) <= _SHORT else f"{self.title[: _SHORT - 1].rstrip()}…"

    def content(self, language: str) -> tuple[str, ...]:
        """Return all that what draw_strips draws depends on, templates aside."""
        draft = fixed("draft", self.words.language) if self.draft else ""
        return (language, self.title, fixed("ruler", self.words.language), draft, *self.pieces)

    def label(self, side: LabelSide, number: int, total: int, *, title: str) -> tuple[str, ...]:
        """Return the pieces that a label is made of, in order."""
        values = {_TITLE: (title,), _NUMBER: tuple(str(number)), _TOTAL: tuple(str(total))}
        return tuple(piece for part in self._parts[side] for piece in values.get(part, (part,)))

    @cached_property
    def _parts(self) -> dict[LabelSide, list[str]]:
        return {side: self._parted(side) for side in self.sides}

    def _parted(self, side: LabelSide) -> list[str]:
        """Return a label as the words in it and the signs that stand for what changes."""
        text = self.words.text(
            "label.sheet", title=_TITLE, side=fixed(side, self.words.language), number=_NUMBER, total=_TOTAL
        )
        return [part for part in re.split(f"([{_TITLE}{_NUMBER}{_TOTAL}])", text) if part]


def draw_strips(labels: Labels, templates: Templates, language: str) -> bytes:
    """Return a PDF of the ruler, the word for a draft and the pieces of labels, each page as large as its text.

    It depends on title, language, words and templates alone, and may be kept for the next run.
    """
    html = templates.render(
        "sheets/strips.html.j2",
        {
            "lang": language,
            "title": labels.title,
            "ruler": fixed("ruler", labels.words.language),
            "draft": fixed("draft", labels.words.language) if labels.draft else "",
            "pieces": labels.pieces,
        },
    )
    document = lay_out(html)
    (laid,) = document.pages
    drafts = ["draft"] if labels.draft else []
    names = [*drafts, *(f"piece-{number}" for number in range(len(labels.pieces)))]
    sizes = [(RULER_WIDTH_MM, STRIP_HEIGHT_MM)]
    sizes += [(laid.anchors[name][0] * _MM_PER_PX, _DRAFT_MM if name in drafts else STRIP_HEIGHT_MM) for name in names]
    pages, _ = face_pages(write(document), (), [None] * len(sizes), Trim(_MOST_MM, _DRAFT_MM, 0))
    output = io.BytesIO()
    with pikepdf.open(io.BytesIO(pages)) as pdf:
        for page, (width_mm, height_mm) in zip(pdf.pages, sizes, strict=True):
            width, height = max(width_mm * POINTS_PER_MM, 0.1), height_mm * POINTS_PER_MM
            page.mediabox = pikepdf.Array([0, 0, width, height])
        pdf.save(output, deterministic_id=True)
    return output.getvalue()


@dataclass(frozen=True, slots=True)
class StripRoom:
    """Where ruler and label lie on the sheets of a layout.

    Attributes:
        ruler_mm: Where the ruler begins, along the margin from its left or lower end.
        label_mm: Where the label begins that is ``label_width_mm`` wide; it stands at its right end.
        offset_mm: How far from the paper's edge the strips lie.
        upright: Whether they stand in the left margin, to be read upwards, instead of in the lower one.
    """

    ruler_mm: float
    label_mm: float
    label_width_mm: float
    offset_mm: float
    upright: bool

    def lies_on_paper(self, layout: Layout, moved: Matrix) -> bool:
        """Return whether ruler and label stay on the paper that ``moved`` moves them over."""
        ends = ((self.ruler_mm, RULER_WIDTH_MM), (self.label_mm, self.label_width_mm))
        corners = [
            apply(moved, *apply(self.matrix(along), x, y))
            for along, length in ends
            for x in (0.0, length)
            for y in (0.0, STRIP_HEIGHT_MM)
        ]
        return all(0 <= x <= layout.paper_width_mm and 0 <= y <= layout.paper_height_mm for x, y in corners)

    def matrix(self, along_mm: float) -> Matrix:
        """Return what puts a strip in the margin, so far along it."""
        if self.upright:
            return 0.0, 1.0, -1.0, 0.0, self.offset_mm + STRIP_HEIGHT_MM, along_mm
        return 1.0, 0.0, 0.0, 1.0, along_mm, self.offset_mm


def strip_room(layout: Layout) -> StripRoom | None:
    """Return the room in the wider of lower and left margin, or None where neither has any."""
    slots = (*layout.slots, *layout.back_slots)
    left, right = min(slot.x_mm for slot in slots), max(slot.right_mm for slot in slots)
    bottom, top = min(slot.y_mm for slot in slots), max(slot.top_mm for slot in slots)
    below, beside = bottom - layout.bleed_mm, left - layout.bleed_mm
    margin, upright = max(below, beside), beside > below
    start, end, paper = (bottom, top, layout.paper_height_mm) if upright else (left, right, layout.paper_width_mm)
    needed = RULER_WIDTH_MM + _LABEL_MM + 2 * _GAP_MM
    edge = layout.margin_mm
    if end - start < needed:
        start, end = max(_ROOM_MM, edge), paper - max(_ROOM_MM, edge)
    if end - start < needed:  # rather the end of a label is lost than a part of the ruler
        end = paper - _ROOM_MM
    least = edge + STRIP_HEIGHT_MM - (_PROMISED_MM if edge <= USUAL_MARGIN_MM else 0.0)
    if margin < max(_ROOM_MM, least) or end - start < needed:
        return None
    width = end - start - RULER_WIDTH_MM - 2 * _GAP_MM
    # Outside the crop marks where there is room.
    offset = min(max(_EDGE_MM, edge, (margin - STRIP_HEIGHT_MM) / 2 - 1.5), margin - STRIP_HEIGHT_MM)
    return StripRoom(start, end - width - _GAP_MM, width, offset, upright)
