"""Whole documents: a reference sheet, and sheets of cards; each is read back before it is handed over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from markupsafe import Markup

from cardtools.documents.faces import Face
from cardtools.documents.reference_page import ReferenceSheet
from cardtools.imposition.grid import GridSpec
from cardtools.model.finding import Finding
from cardtools.model.printing import Imposition, Size
from cardtools.render.engine import lay_out, write
from cardtools.render.faces import Trim, render_pack
from cardtools.render.fonts import font_face_css
from cardtools.render.html import Templates
from cardtools.render.preflight import check_fonts, check_inside, check_pages, check_safe_zone, smallest_type_pt
from cardtools.render.sheets import RULER_WIDTH_MM, STRIP_HEIGHT_MM, Strips, place
from cardtools.words.catalog import Words

_TYPE_PT: Final = 7.8
_SMALLER_TYPE_PT: Final = 7.5
"""Body type of reference sheets, and the least there may be on A4."""

_RULER_ROOM_MM: Final = 8.0
"""A margin must be this wide to hold the ruler: the strip, and a printer's unprintable edge."""
_EDGE_MM: Final = 4.0
"""How near to the paper's edge a strip may lie where there is room."""
_GAP_MM: Final = 2.0
"""Between ruler and label, and between a label and the crop mark at the last card's edge."""
_LABEL_MM: Final = 40.0
"""Least width of a label."""


def render_reference(
    sheet: ReferenceSheet, paper: Size, templates: Templates
) -> tuple[bytes, int, tuple[Finding, ...]]:
    """Return a tagged reference sheet, its number of pages and what preflight found."""

    def laid_out(type_pt: float) -> Any:
        html = templates.render(
            "documents/reference.html.j2",
            {
                "sheet": sheet,
                "fonts": Markup(font_face_css()),  # noqa: S704 - made of our own font list
                "paper_width_mm": paper.width_mm,
                "paper_height_mm": paper.height_mm,
                "type_pt": type_pt,
            },
        )
        return lay_out(html)

    # The smaller type is worth it only where it saves a page.
    document = laid_out(_TYPE_PT)
    if len(document.pages) > 1:
        smaller = laid_out(_SMALLER_TYPE_PT)
        if len(smaller.pages) < len(document.pages):
            document = smaller
    pages = len(document.pages)
    pdf = write(document, pdf_variant="pdf/ua-1")
    return pdf, pages, (*check_fonts(pdf), *check_inside(pdf, _EDGE_MM))


def render_sheets(
    plan: Imposition,
    faces: Sequence[Face],
    spec: GridSpec,
    templates: Templates,
    language: str,
    title: str,
    words: Words,
) -> tuple[bytes, float, tuple[Finding, ...]]:
    """Return the sheets of a plan, the smallest type size on a card in points, and what preflight found."""
    trim = Trim(spec.card_width_mm, spec.card_height_mm, spec.bleed_mm)
    pack = render_pack(faces, trim, templates, lang=language, title=title)
    strips = _strips(plan, trim.bleed_mm, templates, language, title, words)
    pdf = place(plan, pack, trim, strips, title, language)
    findings = [
        *check_safe_zone(pack, trim, {face.key: face.name or face.side for face in faces}),
        *check_fonts(pdf),
        *check_pages(pdf, len(plan.sheets)),
    ]
    if strips is None:
        findings.append(Finding(code="print.no-ruler", severity="info", effect="none"))
    return pdf, smallest_type_pt(pack.pdf), tuple(findings)


def _strips(
    plan: Imposition, bleed_mm: float, templates: Templates, language: str, title: str, words: Words
) -> Strips | None:
    """Return ruler and labels for the wider of lower and left margin, or None where neither has room for them."""
    left, right = min(slot.x_mm for slot in plan.slots), max(slot.right_mm for slot in plan.slots)
    bottom, top = min(slot.y_mm for slot in plan.slots), max(slot.top_mm for slot in plan.slots)
    below, beside = bottom - bleed_mm, left - bleed_mm
    margin, upright = max(below, beside), beside > below
    start, end, paper = (bottom, top, plan.paper_height_mm) if upright else (left, right, plan.paper_width_mm)
    needed = RULER_WIDTH_MM + _LABEL_MM + 2 * _GAP_MM
    if end - start < needed:
        start, end = _RULER_ROOM_MM, paper - _RULER_ROOM_MM
    if margin < _RULER_ROOM_MM or end - start < needed:
        return None
    label_width = end - start - RULER_WIDTH_MM - 2 * _GAP_MM
    total = max(sheet.number for sheet in plan.sheets)
    labels = [
        words.text(
            "label.sheet",
            title=title,
            side=words.text(f"label.{sheet.side}"),
            number=sheet.number,
            total=total,
        )
        for sheet in plan.sheets
    ]
    html = templates.render(
        "sheets/strips.html.j2",
        {
            "lang": language,
            "title": title,
            "fonts": Markup(font_face_css()),  # noqa: S704 - made of our own font list
            "labels": labels,
            "ruler": words.text("label.ruler"),
            "label_width_mm": label_width,
        },
    )
    # Outside the crop marks where there is room.
    offset = min(max(_EDGE_MM, (margin - STRIP_HEIGHT_MM) / 2 - 1.5), margin - STRIP_HEIGHT_MM)
    return Strips(write(lay_out(html)), start, end - label_width - _GAP_MM, offset, upright)
