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
from cardtools.render.preflight import check_fonts, check_pages, check_safe_zone
from cardtools.render.sheets import RULER_WIDTH_MM, STRIP_HEIGHT_MM, Strips, place
from cardtools.words.catalog import Words

_TYPE_SIZES_PT: Final = (8.2, 7.8, 7.5)
"""Body type of reference sheets, largest first."""

_RULER_ROOM_MM: Final = 8.0
"""A margin must be this high to hold the ruler: the strip, and a printer's unprintable edge."""


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

    # The fewest pages that the smallest type needs, and then the largest type that keeps to them.
    document = laid_out(_TYPE_SIZES_PT[-1])
    pages = len(document.pages)
    for type_pt in _TYPE_SIZES_PT[:-1]:
        larger = laid_out(type_pt)
        if len(larger.pages) <= pages:
            document = larger
            break
    pdf = write(document, pdf_variant="pdf/ua-1")
    return pdf, pages, tuple(check_fonts(pdf))


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
    strips = _strips(plan, templates, language, title, words)
    pdf = place(plan, pack, trim, strips, title, language)
    findings = [
        *check_safe_zone(pack, trim, {face.key: face.name or face.side for face in faces}),
        *check_fonts(pdf),
        *check_pages(pdf, len(plan.sheets)),
    ]
    if strips is None:
        findings.append(Finding(code="print.no-ruler", severity="info", effect="none"))
    return pdf, pack.smallest_pt, tuple(findings)


def _strips(plan: Imposition, templates: Templates, language: str, title: str, words: Words) -> Strips | None:
    """Return ruler and labels in the lower margin, or None where it has no room for them."""
    left = min(slot.x_mm for slot in plan.slots)
    right = max(slot.right_mm for slot in plan.slots)
    margin = min(slot.y_mm for slot in plan.slots)
    label_width = right - left - RULER_WIDTH_MM - 4.0
    if margin < _RULER_ROOM_MM + STRIP_HEIGHT_MM / 2 or label_width < 40.0:
        return None
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
    # Below the crop marks where there is room, and never nearer to the edge than printers can print.
    bottom = max(4.0, (margin - STRIP_HEIGHT_MM) / 2 - 1.5)
    return Strips(write(lay_out(html)), label_width, bottom, left)
