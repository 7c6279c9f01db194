"""Preflight: the finished PDF is read back before anybody is told that it is right."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, Final

import pikepdf

from cardtools.documents.faces import Face
from cardtools.model.finding import Finding
from cardtools.render.face_findings import face_error
from cardtools.render.fonts import FONTS
from cardtools.render.pack import Pack, Trim, Verdict

SAFE_MM: Final = 3.0
"""How far inside the trim every letter must stay."""

_POINTS_PER_MM: Final = 72 / 25.4
_GRACE_MM: Final = 0.1
_OURS: Final = tuple({font.path.stem.split("-")[0] for font in FONTS})

_DESCRIBED: Final = ("/Type1", "/TrueType", "/MMType1", "/CIDFontType0", "/CIDFontType2")
"""Kinds of fonts that are in the file only where they have a descriptor."""


@dataclass(frozen=True, slots=True)
class Preflight:
    """What was read back from a finished file and its faces.

    Attributes:
        pages: Pages of the file.
        fonts: Names of its fonts, sorted.
        smallest_pt: Size of the smallest letter on a face, 0 where there is none.
        lowest_ppi: Pixels an inch of the coarsest picture on a face as printed, 0 where there is none.
        rendered: Faces laid out for it.
        reused: Faces that came from the cache.
        findings: What is wrong.
    """

    pages: int
    fonts: tuple[str, ...]
    smallest_pt: float
    lowest_ppi: int
    rendered: int
    reused: int
    findings: tuple[Finding, ...]


def preflight(pdf: bytes, packs: Sequence[Pack], faces: Mapping[str, Face], expected: int) -> Preflight:
    """Read a finished file back.

    Args:
        pdf: The file.
        packs: The faces placed in it.
        faces: The faces by key.
        expected: The pages that were planned.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fonts = dict(_fonts(document))
        pages = len(document.pages)
        findings = [*_told_fonts(fonts), *_told_pages(pages, expected), *_told_boxes(document)]
    for pack in packs:
        findings += _told_outside(pack.verdicts, faces)
    return Preflight(
        pages=pages,
        fonts=tuple(sorted(fonts)),
        smallest_pt=min((pack.smallest_pt for pack in packs if pack.smallest_pt), default=0.0),
        lowest_ppi=min((one.ppi for pack in packs for one in pack.verdicts.values() if one.ppi), default=0),
        rendered=sum(pack.rendered for pack in packs),
        reused=sum(pack.reused for pack in packs),
        findings=tuple(findings),
    )


def check_fonts(pdf: bytes) -> Iterator[Finding]:
    """Every font of the file is one of ours and embedded."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fonts = dict(_fonts(document))
    yield from _told_fonts(fonts)


def check_pages(pdf: bytes, expected: int) -> Iterator[Finding]:
    """The file has the pages that were planned, no blank one more."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        actual = len(document.pages)
    yield from _told_pages(actual, expected)


def check_inside(pdf: bytes, edge_mm: float) -> Iterator[Finding]:
    """Every letter of every page stands at least ``edge_mm`` inside the paper."""
    import pypdfium2

    edge = edge_mm * _POINTS_PER_MM
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number, page in enumerate(document, start=1):
            width, height = page.get_size()
            text = page.get_textpage()
            for index in range(text.count_chars()):
                x1, y1, x2, y2 = text.get_charbox(index)
                if x2 > x1 and (x1 < edge or x2 > width - edge or y1 < edge or y2 > height - edge):
                    what = text.get_text_range(max(0, index - 10), 20).strip()
                    yield Finding(code="print.sheet", params={"what": f"{what} ({number})"})
                    break
            text.close()
    finally:
        document.close()


def read_faces(pdf: bytes, trim: Trim) -> list[Verdict]:
    """Return what is found on each page of a pack, its glyphs left out."""
    import pypdfium2

    inset = trim.bleed_mm + SAFE_MM - _GRACE_MM
    left, bottom = inset * _POINTS_PER_MM, inset * _POINTS_PER_MM
    right = (trim.width_mm + 2 * trim.bleed_mm - inset) * _POINTS_PER_MM
    top = (trim.height_mm + 2 * trim.bleed_mm - inset) * _POINTS_PER_MM
    found: list[Verdict] = []
    pictured = _pictured(pdf)
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number, page in enumerate(document):
            text = page.get_textpage()
            boxes = [text.get_charbox(index) for index in range(text.count_chars())]
            outside = any(x2 > x1 and (x1 < left or x2 > right or y1 < bottom or y2 > top) for x1, y1, x2, y2 in boxes)
            found.append(Verdict(_smallest_pt(text), outside, _lowest_ppi(page) if number in pictured else 0))
            text.close()
            page.close()
    finally:
        document.close()
    return found


def blank_pages(pdf: bytes) -> set[int]:
    """Return the numbers, from 0, of the pages on which nothing is painted."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return {number for number, page in enumerate(document) if next(iter(page.get_objects()), None) is None}
    finally:
        document.close()


def smallest_type_pt(pdf: bytes) -> float:
    """Return the size of the smallest letter in the file, 0 where it has none."""
    import pypdfium2

    smallest = 0.0
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            text = page.get_textpage()
            size = _smallest_pt(text)
            smallest = min(smallest or size, size or smallest)
            text.close()
    finally:
        document.close()
    return smallest


def _fonts(document: pikepdf.Pdf) -> Iterator[tuple[str, bool]]:
    """Yield the name of each font of a file, and whether it is ours and embedded."""
    for item in document.objects:
        if not isinstance(item, pikepdf.Dictionary):
            continue
        kind = item.get("/Type")
        if kind == "/Font" and item.get("/Subtype") in _DESCRIBED and "/FontDescriptor" not in item:
            yield str(item.get("/BaseFont", "/?")).lstrip("/"), False
        elif kind == "/FontDescriptor":
            name = str(item.get("/FontName", "/?")).lstrip("/").split("+")[-1]
            plain = name.replace("-", "").replace(" ", "")
            embedded = any(key in item for key in ("/FontFile", "/FontFile2", "/FontFile3"))
            yield name, plain.startswith(_OURS) and embedded


def _told_fonts(fonts: Mapping[str, bool]) -> Iterator[Finding]:
    if foreign := sorted(name for name, fine in fonts.items() if not fine):
        yield Finding(code="print.fonts", params={"fonts": ", ".join(foreign)})


def _told_pages(actual: int, expected: int) -> Iterator[Finding]:
    if actual != expected:
        yield Finding(code="print.pages", params={"actual": actual, "expected": expected})


def _told_boxes(document: pikepdf.Pdf) -> Iterator[Finding]:
    """Every page begins at 0,0, and what is trimmed lies within what is printed."""
    for number, page in enumerate(document.pages, start=1):
        media, trim = ([float(edge) for edge in box] for box in (page.mediabox, page.trimbox))
        inside = all(trim[at] >= media[at] for at in (0, 1)) and all(trim[at] <= media[at] for at in (2, 3))
        if media[:2] != [0, 0] or not inside:
            yield Finding(code="print.boxes", params={"page": number})


def _told_outside(verdicts: Mapping[str, Verdict], faces: Mapping[str, Face]) -> Iterator[Finding]:
    for key, verdict in verdicts.items():
        if verdict.outside:
            yield face_error("print.outside", faces[key])


def _smallest_pt(text: Any) -> float:
    """Return the size of the smallest letter of a page's text, 0 where it has none."""
    from pypdfium2 import raw

    matrix = raw.FS_MATRIX()
    smallest = 0.0
    for index in range(text.count_chars()):
        if raw.FPDFText_IsGenerated(text.raw, index) or not raw.FPDFText_GetMatrix(text.raw, index, matrix):
            continue
        size = raw.FPDFText_GetFontSize(text.raw, index) * hypot(matrix.c, matrix.d)
        smallest = min(smallest or size, size)
    return round(smallest, 2)


def _pictured(pdf: bytes) -> set[int]:
    """Return the numbers of the pages that show a picture."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return {number for number, page in enumerate(document.pages) if _has_picture(page.obj)}


def _has_picture(holder: pikepdf.Object) -> bool:
    if "/Resources" not in holder or "/XObject" not in holder.Resources:
        return False
    inner = [one for _, one in holder.Resources.XObject.items()]
    return any(one.get("/Subtype") == "/Image" or _has_picture(one) for one in inner)


def _lowest_ppi(page: Any) -> int:
    """Return the pixels an inch of the coarsest picture of a page."""
    from pypdfium2 import raw

    found: list[float] = []
    for image in page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,)):
        left, bottom, right, top = image.get_bounds()
        wide, high = right - left, top - bottom
        form = image.container
        while form is not None:  # the bounds are those within the form that holds it
            a, b, c, d, _, _ = form.get_matrix().get()
            wide, high = hypot(a, b) * wide, hypot(c, d) * high
            form = form.container
        found += [72 * count / size for count, size in zip(image.get_px_size(), (wide, high), strict=True) if size]
    return round(min(found, default=0))
