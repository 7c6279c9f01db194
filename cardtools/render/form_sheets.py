"""Forms on paper: each laid out as roomily as its number of pages allows, tagged, and read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final, Literal

from markupsafe import Markup

from cardtools.documents.checklist import Checklist, Start, in_columns
from cardtools.documents.form_room import Look, Sheet, pages_of
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
_LOWER_MM: Final = 13.0
"""The lower margin of a page, as the style sheet has it."""
_PX_PER_MM: Final = 96 / 25.4
_NARROW_MM: Final = 180.0
_MORE: Final = 1.02
"""What is estimated is taken so much longer: words wrap earlier, and pages break before what stays together."""
_WIDE: Final = (Look(10.5, 1.5), Look(10.0, 1.1), Look(9.6, 0.9), Look(9.2, 0.6))
_SMALL: Final = (Look(9.4, 1.0), Look(9.1, 0.8), Look(8.9, 0.5))
_LOOKS: Final = {
    ("registration", "wide"): (
        Look(10.5, 1.5), Look(10.0, 1.1), Look(10.5, 2.2, 2), Look(10.0, 1.5, 2), Look(9.8, 1.1, 2),
        Look(9.3, 0.9, 2), Look(8.9, 0.6, 2),
    ),
    ("registration", "small"): _SMALL,
    ("checklist", "wide"): (
        Look(12.0, 2.8, 2), Look(11.2, 2.3, 2), Look(10.5, 1.9, 2), Look(10.2, 1.3, 2), Look(10.0, 1.1, 2),
        Look(9.4, 0.7, 2), Look(9.2, 1.0, 3), Look(8.9, 0.7, 3),
    ),
    ("checklist", "small"): (
        Look(9.4, 1.0), Look(9.4, 1.7, 2), Look(9.1, 0.9, 2), Look(8.9, 0.7, 2), Look(8.9, 0.45, 2),
    ),
    ("verdicts", "wide"): _WIDE,
    ("verdicts", "small"): _SMALL,
}  # fmt: skip
"""From roomy to tight; one of the first that need no more pages than the last one is taken."""
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
    name: FormName,
    sheet: Sheet,
    paper: Size,
    templates: Templates,
    *,
    qr_svg: str | None = None,
    qr_mm: float = 0.0,
) -> MadeForm:
    """Return a tagged form on about as few pages as there can be, and as roomy as they allow.

    Args:
        name: Of the form and its template.
        sheet: Its page model.
        paper: Paper, upright.
        templates: Where templates are looked for.
        qr_svg: A drawing of ours to stand in the head, ``qr_mm`` wide.
        qr_mm: Width of it.

    Raises:
        CardtoolsError: See ``lay_out``.
    """
    qr = None if qr_svg is None else Markup(qr_svg)  # noqa: S704 - our own drawing
    fixed = {"sheet": sheet, "qr": qr, "qr_mm": qr_mm}
    looks = _LOOKS[name, "small" if paper.width_mm < _NARROW_MM else "wide"]
    estimated = [_MORE * pages_of(sheet, look, paper, qr_mm) for look in looks]
    pages = ceil(estimated[-1])
    at = _roomiest(estimated, pages)
    # The number of pages is given, not counted by the style sheet: that would lay everything out several times.
    while True:
        values = {**fixed, **_page(paper, looks[at]), "pages": pages}
        document = lay_out(templates.render(f"documents/{name}.html.j2", values))
        found = len(document.pages)
        if found == pages:
            if isinstance(sheet, Checklist):
                document = _headed(document, sheet, looks[at].columns, values, templates)
            return _made(document, looks[at])
        if found > pages and at + 1 < len(looks):
            at += 1
        else:
            at = _roomiest(estimated, found) if found > pages else at
            pages = found


def _headed(document: Any, sheet: Checklist, columns: int, values: Mapping[str, object], templates: Templates) -> Any:
    """Return a checklist in which no column repeats the head of a type as if it began there.

    It is laid out once more with its types parted where columns ended, between colours where that takes no more pages;
    where neither can be, it stays as it was.
    """
    starts = _starts(document, sheet)
    for by_colour in (True, False) if any(one.card for found in starts.values() for one in found) else ():
        parted = in_columns(sheet, starts, columns, by_colour=by_colour)
        again = lay_out(templates.render("documents/checklist.html.j2", {**values, "sheet": parted}))
        if len(again.pages) == len(document.pages) and _ends_inside(again):
            return again
    return document


def _starts(document: Any, sheet: Checklist) -> dict[int, list[Start]]:
    """Return of each type with which of its cards columns begin, or pages."""
    at = {
        name: (number, place[0]) for number, page in enumerate(document.pages) for name, place in page.anchors.items()
    }
    found: dict[int, list[Start]] = {}
    before = at["card-0-0"]
    for n, group in enumerate(sheet.groups):
        for card in range(len(group.cards)):
            here = at[f"card-{n}-{card}"]
            if here != before:
                found.setdefault(n, []).append(Start(card, "column" if here[0] == before[0] else "page"))
            before = here
    return found


def _ends_inside(document: Any) -> bool:
    """Return whether all columns end above the lower margin of their page."""
    return all(
        place[1] <= page.height - _LOWER_MM * _PX_PER_MM
        for page in document.pages
        for name, place in page.anchors.items()
        if name.startswith("end")
    )


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


def _roomiest(estimated: Sequence[float], pages: int) -> int:
    """Return the first look that is likely to need no more than so many pages, else the last."""
    return next((at for at, one in enumerate(estimated) if one <= pages), len(estimated) - 1)


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
