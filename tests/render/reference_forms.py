"""Reference sheets in every form, each made once in a process and read back letter by letter."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import Any

import pikepdf
import pypdfium2
import pytest
from pypdfium2 import raw

from cardtools.app.desk import Desk
from cardtools.documents.reference_format import Fold, Panel, ReferenceFormat, reference_format
from cardtools.documents.reference_page import ReferenceSheet
from cardtools.documents.reference_sheet import reference_sheet
from cardtools.model.finding import Finding
from cardtools.render.html import templates_at
from cardtools.render.reference import render_reference
from cardtools.store.workspace import shipped
from tests.render.making import logged

MM = 25.4 / 72
LIBRARY = Desk.open("en").library
SHEETS = [
    pytest.param((game, language), id=f"{game}-{language}")
    for game in LIBRARY.game_ids()
    for language in LIBRARY.reference_languages(game)
]
"""Every sheet. Forms that are rarely printed take every second or third, so that all games and languages occur."""
APPARATUS_PT = (6.2, 6.5, 6.8)
"""Sizes of running foot, panel numbers and colophon."""


@dataclass(frozen=True)
class Glyph:
    """A letter and the box around its ink: millimetres from the upper left corner of the paper."""

    text: str
    size_pt: float
    side: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class MadeForm:
    sheet: ReferenceSheet
    form: ReferenceFormat
    pdf: bytes
    pages: int
    findings: tuple[Finding, ...]
    logged: list[str]
    glyphs: list[Glyph]

    def opened(self) -> pikepdf.Pdf:
        return pikepdf.open(io.BytesIO(self.pdf))


@cache
def made(
    game: str, language: str, paper: str, fold: Fold = "none", *, large: bool = False, economy: bool = False
) -> MadeForm:
    size = LIBRARY.paper(paper)
    sheet = reference_sheet(LIBRARY.game(game), language, completeness=100)
    templates = templates_at(shipped("templates"))
    with logged() as told:
        pdf, pages, findings = render_reference(sheet, size, templates, fold=fold, large=large, economy=economy)
    form = reference_format(size, fold, large=large)
    return MadeForm(sheet, form, pdf, pages, findings, told, list(_glyphs(pdf)))


def _glyphs(pdf: bytes) -> Iterator[Glyph]:
    document = pypdfium2.PdfDocument(pdf)
    matrix = raw.FS_MATRIX()
    for side, page in enumerate(document):
        height = page.get_height()
        text = page.get_textpage()
        for index in range(text.count_chars()):
            if raw.FPDFText_IsGenerated(text.raw, index) or not raw.FPDFText_GetMatrix(text.raw, index, matrix):
                continue
            left, bottom, right, top = text.get_charbox(index)
            size = raw.FPDFText_GetFontSize(text.raw, index) * hypot(matrix.c, matrix.d)
            char = chr(raw.FPDFText_GetUnicode(text.raw, index))
            if not char.isspace():
                places = (left * MM, (height - top) * MM, right * MM, (height - bottom) * MM)
                yield Glyph(char, round(size, 2), side, *places)
        text.close()
        page.close()
    document.close()


def check_whole(form: MadeForm) -> None:
    """Nothing was found or logged, and it is a tagged file with title, language and bookmarks of its blocks."""
    assert form.findings == ()
    assert form.logged == []
    with form.opened() as document:
        assert len(document.pages) == form.pages
        assert bool(document.Root.MarkInfo.Marked)
        assert "/StructTreeRoot" in document.Root
        assert str(document.Root.Lang) == form.sheet.language
        assert str(document.docinfo["/Title"]) == form.sheet.heading
        assert bool(document.Root.ViewerPreferences.DisplayDocTitle)
        with document.open_metadata() as metadata:
            assert metadata["pdfuaid:part"] == "1"
        for page in document.pages:
            size = [float(number) * MM for number in page.mediabox]
            assert size == pytest.approx([0, 0, form.form.paper_width_mm, form.form.paper_height_mm], abs=0.05)


def bookmarks(form: MadeForm) -> list[str]:
    def titles(items: list[Any]) -> Iterator[str]:
        for item in items:
            yield str(item.title)
            yield from titles(item.children)

    with form.opened() as document, document.open_outline() as outline:
        return list(titles(list(outline.root)))


def check_type(form: MadeForm) -> None:
    """Every letter of the text is large enough; only the foot is smaller, and never smaller than planned."""
    least = form.form.type.least_pt
    small = {glyph.size_pt for glyph in form.glyphs if glyph.size_pt < least - 0.01}
    allowed = {*APPARATUS_PT, form.form.type.foot_pt}
    assert all(any(size == pytest.approx(one, abs=0.02) for one in allowed) for size in small), small


def check_places(form: MadeForm) -> None:
    """Every letter stands in a panel or in the running foot, and no two stand on each other."""
    panels = form.form.panels_of(form.pages)
    outside = [
        glyph
        for glyph in form.glyphs
        if not any(_inside(glyph, panel) for panel in panels) and not _apparatus(glyph, form)
    ]
    assert outside == []
    assert list(_collisions(form.glyphs)) == []


def _inside(glyph: Glyph, panel: Panel) -> bool:
    grace = 0.4
    return (
        glyph.side == panel.side
        and glyph.left >= panel.x_mm - grace
        and glyph.right <= panel.x_mm + panel.width_mm + grace
        and glyph.top >= panel.y_mm - grace
        and glyph.bottom <= panel.y_mm + panel.height_mm + grace
    )


def _apparatus(glyph: Glyph, form: MadeForm) -> bool:
    small = any(glyph.size_pt == pytest.approx(size, abs=0.02) for size in APPARATUS_PT)
    edge = min(glyph.left, glyph.top, form.form.paper_width_mm - glyph.right, form.form.paper_height_mm - glyph.bottom)
    return small and edge >= 4


def _collisions(glyphs: list[Glyph]) -> Iterator[str]:
    """Yield letters whose ink covers a good part of another's; those of a ligature share theirs."""
    cells: dict[tuple[int, int, int], list[tuple[int, Glyph]]] = defaultdict(list)
    for number, glyph in enumerate(glyphs):
        key = (glyph.side, int(glyph.left // 4), int(glyph.top // 4))
        for before, other in cells[key]:
            if number - before < 3:
                continue
            width = min(glyph.right, other.right) - max(glyph.left, other.left)
            height = min(glyph.bottom, other.bottom) - max(glyph.top, other.top)
            if width > 0.35 and height > 0.35:
                yield f"{other.text}{glyph.text} at {glyph.left:.0f}, {glyph.top:.0f} of side {glyph.side}"
        cells[key].append((number, glyph))


def largest_gap(form: MadeForm) -> float:
    """Return the highest strip of a column without a letter, as a share of its panel."""
    return max(
        _gap(form, panel, column) for panel in form.form.panels_of(form.pages) for column in _columns(form, panel)
    )


def _columns(form: MadeForm, panel: Panel) -> Iterator[tuple[float, float]]:
    for column in range(form.form.columns):
        left = panel.x_mm + column * (form.form.column_mm + form.form.gap_mm)
        yield left, left + form.form.column_mm


def _gap(form: MadeForm, panel: Panel, column: tuple[float, float]) -> float:
    spans = sorted(
        (glyph.top, glyph.bottom)
        for glyph in form.glyphs
        if glyph.side == panel.side and glyph.left < column[1] and glyph.right > column[0] and _inside(glyph, panel)
    )
    at, widest = panel.y_mm, 0.0
    for top, bottom in [*spans, (panel.y_mm + panel.height_mm, 0.0)]:
        widest = max(widest, top - at)
        at = max(at, bottom)
    return widest / panel.height_mm


def share_of_colour(form: MadeForm, colour: str) -> float:
    """Return how much of the paper has exactly this ``#rrggbb`` colour."""
    wanted = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    found = total = 0
    document = pypdfium2.PdfDocument(form.pdf)
    for page in document:
        picture = page.render(scale=1).to_pil().convert("RGB")
        counts = picture.getcolors(picture.width * picture.height) or []
        found += sum(count for count, each in counts if each == wanted)
        total += picture.width * picture.height
    document.close()
    return found / total
