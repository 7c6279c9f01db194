"""Score pads as tagged PDF, read back before they are handed over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from markupsafe import Markup

from cardtools.documents.pad_page import Band, Drawing, Panel, ScorePad
from cardtools.documents.score_chart import ChartWords, score_chart
from cardtools.model.finding import Finding
from cardtools.model.scoring import Scoresheet
from cardtools.render.engine import lay_out, write
from cardtools.render.fonts import font_face_css
from cardtools.render.html import Templates
from cardtools.render.preflight import check_fonts, check_inside, check_pages, smallest_type_pt

_EDGE_MM: Final = 5.0
"""How far from the paper's edge every letter stands."""


@dataclass(frozen=True, slots=True)
class MadePad:
    """A file of score pads, its pages, the size of its smallest type in points, and what preflight found."""

    pdf: bytes
    pages: int
    smallest_pt: float
    findings: tuple[Finding, ...]


def draw_chart(sheet: Scoresheet, words: ChartWords, width_mm: float, templates: Templates, language: str) -> Drawing:
    """Return the chart of totals as a drawing of a width."""
    chart = score_chart(sheet, words, width_mm)
    svg = templates.render("charts/totals.svg.j2", {"chart": chart, "lang": language})
    return Drawing(svg, chart.width_mm, chart.height_mm)


def render_score_pad(pad: ScorePad, templates: Templates, *, economy: bool = False) -> MadePad:
    """Return a tagged file of a score pad.

    Args:
        pad: The pad; its drawings are SVG of our own making.
        templates: Where templates are looked for.
        economy: Whether it is printed without tints.

    Raises:
        CardtoolsError: See ``render.engine.lay_out``.
    """
    values = {"pad": _marked(pad), "fonts": Markup(font_face_css()), "economy": economy}  # noqa: S704 - our own fonts
    document = lay_out(templates.render("documents/score_pad.html.j2", values))
    pdf = write(document, pdf_variant="pdf/ua-1")
    findings = (*check_fonts(pdf), *check_pages(pdf, len(pad.pages)), *check_inside(pdf, _EDGE_MM))
    return MadePad(pdf, len(document.pages), smallest_type_pt(pdf), findings)


def _marked(pad: ScorePad) -> ScorePad:
    """Return a pad whose drawings are markup, not text to be shown."""
    return replace(pad, pages=tuple(tuple(map(_panel, page)) for page in pad.pages))


def _panel(panel: Panel) -> Panel:
    return replace(panel, bands=tuple(map(_band, panel.bands)))


def _band(band: Band) -> Band:
    blocks = tuple(
        replace(one, svg=Markup(one.svg)) if isinstance(one, Drawing) else one  # noqa: S704 - escaped by its template
        for one in band.blocks
    )
    return replace(band, blocks=blocks)
