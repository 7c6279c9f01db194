"""Preflight: the finished PDF is read back before anybody is told that it is right."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from math import hypot
from typing import Final

import pikepdf

from cardtools.model.finding import Finding
from cardtools.render.faces import Pack, Trim
from cardtools.render.fonts import FONTS

SAFE_MM: Final = 3.0
"""How far inside the trim every letter must stay."""

_POINTS_PER_MM: Final = 72 / 25.4
_GRACE_MM: Final = 0.1
_OURS: Final = tuple({font.path.stem.split("-")[0] for font in FONTS})


def check_fonts(pdf: bytes) -> Iterator[Finding]:
    """Every font of the file is one of ours and embedded."""
    foreign: set[str] = set()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for item in document.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
                name = str(item.get("/FontName", "/?")).lstrip("/").split("+")[-1]
                plain = name.replace("-", "").replace(" ", "")
                embedded = any(key in item for key in ("/FontFile", "/FontFile2", "/FontFile3"))
                if not plain.startswith(_OURS) or not embedded:
                    foreign.add(name)
    if foreign:
        yield Finding(code="print.fonts", params={"fonts": ", ".join(sorted(foreign))})


def check_pages(pdf: bytes, expected: int) -> Iterator[Finding]:
    """The file has the pages that were planned, no blank one more."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        actual = len(document.pages)
    if actual != expected:
        yield Finding(code="print.pages", params={"actual": actual, "expected": expected})


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


def check_safe_zone(pack: Pack, trim: Trim, names: Mapping[str, str]) -> Iterator[Finding]:
    """Every letter of every face stands at least 3 mm inside the trim. ``names`` are the faces' names by key."""
    import pypdfium2

    inset = trim.bleed_mm + SAFE_MM - _GRACE_MM
    left, bottom = inset * _POINTS_PER_MM, inset * _POINTS_PER_MM
    right = (trim.width_mm + 2 * trim.bleed_mm - inset) * _POINTS_PER_MM
    top = (trim.height_mm + 2 * trim.bleed_mm - inset) * _POINTS_PER_MM
    document = pypdfium2.PdfDocument(pack.pdf)
    try:
        for key, number in pack.pages.items():
            text = document[number].get_textpage()
            for index in range(text.count_chars()):
                x1, y1, x2, y2 = text.get_charbox(index)
                if x2 > x1 and (x1 < left or x2 > right or y1 < bottom or y2 > top):
                    yield Finding(code="print.outside", params={"name": names[key]})
                    break
            text.close()
    finally:
        document.close()


def smallest_type_pt(pdf: bytes) -> float:
    """Return the size of the smallest letter in the file, 0 where it has none."""
    import pypdfium2
    from pypdfium2 import raw

    smallest = 0.0
    matrix = raw.FS_MATRIX()
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            text = page.get_textpage()
            for index in range(text.count_chars()):
                if raw.FPDFText_IsGenerated(text.raw, index) or not raw.FPDFText_GetMatrix(text.raw, index, matrix):
                    continue
                size = raw.FPDFText_GetFontSize(text.raw, index) * hypot(matrix.c, matrix.d)
                smallest = min(smallest or size, size)
            text.close()
    finally:
        document.close()
    return round(smallest, 2)
