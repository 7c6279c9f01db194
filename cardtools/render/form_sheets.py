"""Forms on paper: each laid out as roomily as its number of pages allows, tagged, and read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from markupsafe import Markup

from cardtools.documents.setup_sheet import SetupSlip
from cardtools.model.finding import Finding
from cardtools.model.printing import Size
from cardtools.render.engine import lay_out, write
from cardtools.render.fonts import font_face_css
from cardtools.render.html import Templates
from cardtools.render.preflight import check_fonts, check_inside

LEAST_PT: Final = 8.0
"""Smallest type of a form."""
EDGE_MM: Final = 4.0
"""How far from the paper's edge every letter stands."""
FormName = Literal["registration", "checklist", "verdicts"]
_NARROW_MM: Final = 180.0
_MANY_PAGES: Final = 6
"""From so many pages on, one look must do: laying out again takes long and saves little."""


@dataclass(frozen=True, slots=True)
class Look:
    """How roomily a form is set: its body type in points, the space above and below a row in mm, and its columns."""

    type_pt: float
    row_mm: float
    columns: int = 1


_WIDE: Final = (Look(10.5, 1.5), Look(10.0, 1.1), Look(9.6, 0.9), Look(9.2, 0.6))
_SMALL: Final = (Look(9.4, 1.0), Look(9.1, 0.8), Look(8.9, 0.5))
_LOOKS: Final = {
    ("registration", "wide"): (
        Look(10.5, 1.5), Look(10.0, 1.1), Look(10.5, 2.2, 2), Look(10.0, 1.5, 2), Look(9.8, 1.1, 2),
        Look(9.3, 0.9, 2), Look(8.9, 0.6, 2),
    ),
    ("registration", "small"): _SMALL,
    ("checklist", "wide"): (
        Look(10.5, 1.9, 2), Look(10.2, 1.3, 2), Look(10.0, 1.1, 2), Look(9.4, 0.7, 2), Look(9.2, 1.0, 3),
        Look(8.9, 0.7, 3),
    ),
    ("checklist", "small"): (
        Look(9.4, 1.0), Look(9.4, 1.7, 2), Look(9.1, 0.9, 2), Look(8.9, 0.7, 2), Look(8.9, 0.45, 2),
    ),
    ("verdicts", "wide"): _WIDE,
    ("verdicts", "small"): _SMALL,
}  # fmt: skip
"""From roomy to tight; the first that needs no more pages than the last one is taken."""
_SLIP_PT: Final = tuple(21 - step / 2 for step in range(27))
"""Type of a slip, from large to ``LEAST_PT``."""


@dataclass(frozen=True, slots=True)
class MadeForm:
    """A finished form, and what preflight found."""

    pdf: bytes
    pages: int
    look: Look
    findings: tuple[Finding, ...]


def render_form(
    name: FormName, values: Mapping[str, object], paper: Size, templates: Templates, *, qr_svg: str | None = None
) -> MadeForm:
    """Return a tagged form on so few pages as there can be, and as roomy as they allow.

    Args:
        name: Of the form and its template.
        values: What it prints; ``sheet`` is its page model.
        paper: Paper, upright.
        templates: Where templates are looked for.
        qr_svg: A drawing of ours to stand in the head.

    Raises:
        CardtoolsError: See ``lay_out``.
    """
    fixed = {**values, "qr": None if qr_svg is None else Markup(qr_svg)}  # noqa: S704 - our own drawing
    looks = _LOOKS[name, "small" if paper.width_mm < _NARROW_MM else "wide"]

    # The number of pages is given, not counted by the style sheet: that would lay everything out several times.
    def laid_out(look: Look, pages: int = 1) -> Any:
        return lay_out(templates.render(f"documents/{name}.html.j2", {**fixed, **_page(paper, look), "pages": pages}))

    roomy, *others, tight = looks
    chosen, document, told = roomy, laid_out(roomy), 1
    if 1 < (most := len(document.pages)) < _MANY_PAGES:
        least = laid_out(tight, most - 1)
        if (fewest := len(least.pages)) < most:
            found = _roomiest(others, fewest, lambda look: laid_out(look, fewest))
            chosen, document, told = (*found, fewest) if found else (tight, least, most - 1)
    if len(document.pages) != told:
        document = laid_out(chosen, len(document.pages))
    return _made(document, chosen)


def render_slips(slips: Sequence[SetupSlip], across: int, down: int, paper: Size, templates: Templates) -> MadeForm:
    """Return setup slips, ``across`` × ``down`` on a sheet, in the largest type that lets each stand whole.

    Raises:
        CardtoolsError: See ``lay_out``.
    """
    cell = paper.model_copy(update={"width_mm": paper.width_mm / across, "height_mm": paper.height_mm / down})
    distinct = [slip for at, slip in enumerate(slips) if slip not in slips[:at]]

    def laid_out(look: Look, size: Size, sheets: Sequence[Sequence[SetupSlip]]) -> Any:
        values = {"sheets": sheets, "across": across, "slip": cell, **_page(size, look)}
        return lay_out(templates.render("documents/setup.html.j2", values))

    def fits(type_pt: float) -> bool:
        look = Look(type_pt, type_pt / 12)
        return all(len(laid_out(look, cell, [[slip]]).pages) == 1 for slip in distinct)

    type_pt = _largest(fits)
    each = across * down
    sheets = [slips[at : at + each] for at in range(0, len(slips), each)]
    look = Look(type_pt or LEAST_PT, (type_pt or LEAST_PT) / 12)
    if type_pt is None:
        size = {"width": f"{cell.width_mm:g}", "height": f"{cell.height_mm:g}"}
        what = f"{slips[0].head.title}, {cell.width_mm:g} × {cell.height_mm:g} mm"
        finding = Finding(code="print.sheet", wording="print.sheet.slip", params={"what": what, **size})
        return MadeForm(b"", len(sheets), look, (finding,))
    return _made(laid_out(look, paper, sheets), look)


def _largest(fits: Callable[[float], bool]) -> float | None:
    """Return the largest type of a slip that fits; None where not even the smallest does."""
    low, high = 0, len(_SLIP_PT)
    while low < high:  # sizes go from large to small; all below one that fits do, too
        middle = (low + high) // 2
        low, high = (low, middle) if fits(_SLIP_PT[middle]) else (middle + 1, high)
    return _SLIP_PT[low] if low < len(_SLIP_PT) else None


def _roomiest(looks: Sequence[Look], pages: int, laid_out: Callable[[Look], Any]) -> tuple[Look, Any] | None:
    found: tuple[Look, Any] | None = None
    low, high = 0, len(looks)
    while low < high:
        middle = (low + high) // 2
        document = laid_out(looks[middle])
        if len(document.pages) <= pages:
            found, high = (looks[middle], document), middle
        else:
            low = middle + 1
    return found


def _page(paper: Size, look: Look) -> dict[str, object]:
    return {
        "fonts": Markup(font_face_css()),  # noqa: S704 - made of our own font list
        "paper": paper,
        "look": look,
        "narrow": paper.width_mm < _NARROW_MM,
    }


def _made(document: Any, look: Look) -> MadeForm:
    pages = len(document.pages)
    pdf = write(document, pdf_variant="pdf/ua-1")
    return MadeForm(pdf, pages, look, (*check_fonts(pdf), *check_inside(pdf, EDGE_MM)))
