"""Pages as pictures, for a look at a file without a PDF viewer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardtools.render.pictures import png

DPI: Final = 110
"""Enough to read the smallest type of a card, and a sheet of A4 still fits on a screen."""


def count_pages(pdf: bytes) -> int:
    """Return the number of pages."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()


def draw_pages(pdf: bytes, dpi: int = DPI) -> Iterator[bytes]:
    """Yield a PNG of each page, one by one."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            bitmap = page.render(scale=dpi / 72)
            yield png(bitmap.to_pil().convert("RGB"), dpi)
            bitmap.close()
            page.close()
    finally:
        document.close()
