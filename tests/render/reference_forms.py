"""Reference sheets in every form, each made once in a process and read back letter by letter; and what holds of all."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Mapping
from ctypes import byref, c_double
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import hypot
from typing import Any

import pikepdf
import pypdfium2
import pytest
from pypdfium2 import raw

from cardtools.app.desk import Desk
from cardtools.documents.reference_format import Fold, Panel, ReferenceFormat, reference_format
from cardtools.documents.reference_page import BlockView, ReferenceSheet
from cardtools.documents.reference_places import broad_block
from cardtools.documents.reference_sheet import reference_sheet
from cardtools.model.finding import Finding
from cardtools.model.game_folder import Game
from cardtools.render.html import templates_at
from cardtools.render.reference import render_reference
from cardtools.store.workspace import shipped
from tests.render.making import logged
from tests.render.reading import check_fonts_are_ours_and_embedded, forbidden_keys, shown_glyphs

MM = 25.4 / 72
LIBRARY = Desk.open("en").library
ALL = [(game, language) for game in LIBRARY.game_ids() for language in LIBRARY.reference_languages(game)]
"""Every sheet."""
FORMS: Mapping[str, tuple[str, Fold, bool, bool]] = {
    "a4": ("a4", "none", False, False),
    "a5": ("a5", "none", False, False),
    "letter": ("letter", "none", False, False),
    "large": ("a4", "none", True, False),
    "economy": ("a4", "none", False, True),
    "trifold": ("a4", "trifold", False, False),
    "pocket": ("a4", "pocket", False, False),
}
"""Paper, fold, whether it is large print and whether it is without tints."""
APPARATUS_PT = (6.2, 6.5, 6.8)
"""Sizes of panel numbers, running foot and colophon."""


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
    baseline: float


@dataclass(frozen=True)
class MadeForm:
    name: str
    game: Game
    sheet: ReferenceSheet
    form: ReferenceFormat
    pdf: bytes
    pages: int
    findings: tuple[Finding, ...]
    logged: list[str]
    glyphs: list[Glyph]

    def opened(self) -> pikepdf.Pdf:
        return pikepdf.open(io.BytesIO(self.pdf))

    @cached_property
    def tags(self) -> list[str]:
        """The kind of every element of the file's structure."""
        with self.opened() as document:
            found = [item for item in document.objects if isinstance(item, pikepdf.Dictionary)]
            return [str(item.S) for item in found if item.get("/Type") == "/StructElem"]

    @property
    def text(self) -> str:
        """Every letter, in the order they are drawn in."""
        return "".join(glyph.text for glyph in self.glyphs)


def forms(*names: str) -> list[Any]:
    """Return as parameters of tests the forms of these names, each of every sheet."""
    return [pytest.param((name, *sheet), id="-".join((name, *sheet))) for name in names for sheet in ALL]


@lru_cache(maxsize=2)  # tests of a form follow each other; all of them take much room
def made(name: str, game: str, language: str) -> MadeForm:
    paper, fold, large, economy = FORMS[name]
    size = LIBRARY.paper(paper)
    loaded = LIBRARY.game(game)
    sheet = reference_sheet(loaded, language, completeness=100)
    templates = templates_at(shipped("templates"))
    with logged() as told:
        pdf, pages, findings = render_reference(sheet, size, templates, fold=fold, large=large, economy=economy)
    form = reference_format(size, fold, large=large)
    return MadeForm(name, loaded, sheet, form, pdf, pages, findings, told, list(_glyphs(pdf)))


def _glyphs(pdf: bytes) -> Iterator[Glyph]:
    document = pypdfium2.PdfDocument(pdf)
    matrix = raw.FS_MATRIX()
    edges = [c_double() for _ in range(4)]
    at = [byref(edge) for edge in edges]
    for side, page in enumerate(document):
        height = page.get_height()
        text = page.get_textpage()
        for index in range(text.count_chars()):
            char = chr(raw.FPDFText_GetUnicode(text.raw, index)).replace("\x02", "-")  # at the end of a line
            if char.isspace() or raw.FPDFText_IsGenerated(text.raw, index):
                continue
            if raw.FPDFText_GetMatrix(text.raw, index, matrix) and raw.FPDFText_GetCharBox(text.raw, index, *at):
                left, right, bottom, top = (edge.value for edge in edges)
                size = raw.FPDFText_GetFontSize(text.raw, index) * hypot(matrix.c, matrix.d)
                places = (left * MM, (height - top) * MM, right * MM, (height - bottom) * MM, (height - matrix.f) * MM)
                yield Glyph(char, round(size, 2), side, *places)
        text.close()
        page.close()
    document.close()


class EveryForm:
    """What holds of every form of every sheet; a class of tests has it and a fixture ``form``."""

    def test_nothing_was_found_or_logged(self, form: MadeForm) -> None:
        assert form.findings == ()
        assert form.logged == []

    def test_it_is_a_tagged_file_with_title_and_language(self, form: MadeForm) -> None:
        with form.opened() as document:
            assert bool(document.Root.MarkInfo.Marked)
            assert "/StructTreeRoot" in document.Root
            assert str(document.Root.Lang) == form.sheet.language
            assert str(document.docinfo["/Title"]) == form.sheet.heading
            assert bool(document.Root.ViewerPreferences.DisplayDocTitle)
            with document.open_metadata() as metadata:
                assert metadata["pdfuaid:part"] == "1"

    def test_it_has_the_pages_that_are_told_all_of_its_paper(self, form: MadeForm) -> None:
        with form.opened() as document:
            assert len(document.pages) == form.pages
            for page in document.pages:
                size = [float(number) * MM for number in page.mediabox]
                assert size == pytest.approx([0, 0, form.form.paper_width_mm, form.form.paper_height_mm], abs=0.05)

    def test_every_font_is_ours_and_embedded(self, form: MadeForm) -> None:
        check_fonts_are_ours_and_embedded(form.pdf)

    def test_no_letter_is_replaced_or_missing(self, form: MadeForm) -> None:
        assert len(form.glyphs) > 1500
        assert "\ufffd" not in form.text
        assert 0 not in shown_glyphs(form.pdf)

    def test_markup_of_the_texts_is_not_printed(self, form: MadeForm) -> None:
        for sign in ("**", "{card:", "{icon:", "&amp;", "<b>"):
            assert sign not in form.text

    def test_only_the_foot_has_smaller_type_than_the_form_allows(self, form: MadeForm) -> None:
        small = {glyph.size_pt for glyph in form.glyphs if glyph.size_pt < form.form.type.least_pt - 0.01}
        allowed = {*APPARATUS_PT, form.form.type.foot_pt}
        assert all(any(size == pytest.approx(one, abs=0.02) for one in allowed) for size in small), small

    def test_every_letter_stands_in_a_panel_or_in_the_running_foot(self, form: MadeForm) -> None:
        panels = form.form.panels_of(form.pages)
        placed = (any(_inside(glyph, panel) for panel in panels) or _apparatus(glyph, form) for glyph in form.glyphs)
        assert [glyph for glyph, has_place in zip(form.glyphs, placed, strict=True) if not has_place] == []

    def test_no_two_letters_stand_on_each_other(self, form: MadeForm) -> None:
        assert list(_collisions(form.glyphs)) == []

    def test_it_does_nothing_on_its_own(self, form: MadeForm) -> None:
        assert forbidden_keys(form.pdf) == set()


class WholeTables(EveryForm):
    """Forms whose columns are long enough for every table; pages of a booklet are not."""

    def test_no_table_is_broken(self, form: MadeForm) -> None:
        assert broken_tables(form) == 0


def broken_tables(form: MadeForm) -> int:
    """Return how many more tables there are than blocks that are one."""
    shown = set(bookmarks(form))
    tables = sum(1 for block in form.sheet.blocks if block.kind == "table" and _title(block) in shown)
    broad = broad_block(form.sheet.blocks, form.form) is not None
    return form.tags.count("/Table") - tables - broad


def bookmarks(form: MadeForm) -> list[str]:
    def titles(items: list[Any]) -> Iterator[str]:
        for item in items:
            yield str(item.title)
            yield from titles(item.children)

    with form.opened() as document, document.open_outline() as outline:
        return list(titles(list(outline.root)))


def titles(form: MadeForm, *, pocket: bool = False) -> list[str]:
    """Return the titles of the blocks, or of those that are marked for the pocket."""
    return [_title(block) for block in form.sheet.blocks if block.pocket or not pocket]


def _title(block: BlockView) -> str:
    return "".join(run.text for run in block.title)


def _inside(glyph: Glyph, panel: Panel) -> bool:
    grace = 0.4
    return (
        glyph.side == panel.side
        and glyph.left >= panel.x_mm - grace
        and glyph.right <= panel.x_mm + panel.width_mm + grace
        and glyph.top >= panel.y_mm - grace
        and glyph.bottom <= panel.y_mm + panel.height_mm + grace
    )


def in_running_foot(glyph: Glyph, form: MadeForm) -> bool:
    """Return whether a letter has the size of the running foot and stands where that does."""
    paper = form.form
    sized = glyph.size_pt == pytest.approx(paper.running_pt, abs=0.02)
    return (
        sized
        and paper.paper_height_mm - paper.running_mm - 0.4 <= glyph.top
        and glyph.bottom <= paper.paper_height_mm - 4
    )


def _apparatus(glyph: Glyph, form: MadeForm) -> bool:
    if form.form.name == "sheet":
        return in_running_foot(glyph, form)
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
