"""Faces as pictures, to the pixel: what a maker of cards takes, and what a screen shows."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Self

from cardtools.errors import refuse
from cardtools.model.printing import Pixels
from cardtools.render.faces import Pack, Trim
from cardtools.render.forms import sources

if TYPE_CHECKING:
    from PIL.Image import Image

_POINTS_PER_INCH: Final = 72
_MM_PER_INCH: Final = 25.4


class FacePainter:
    """Paints faces of a pack at one size; to be closed.

    Each face lies in the middle of its picture, drawn at exactly ``dots_per_mm`` and never stretched to fit.

    Args:
        pack: The faces, each on a page of card and bleed.
        pixels: Size of every picture.
        dots_per_mm: How many pixels a millimetre of the card takes.
    """

    def __init__(self, pack: Pack, pixels: Pixels, dots_per_mm: float) -> None:
        import pypdfium2

        self._pixels = pixels
        self._dots_per_point = dots_per_mm * _MM_PER_INCH / _POINTS_PER_INCH
        self._documents: list[Any] = []
        self._pages: dict[str, tuple[Any, int]] = {}
        for pdf, pages in sources(pack):
            document = pypdfium2.PdfDocument(pdf)
            self._documents.append(document)
            self._pages |= {key: (document, number) for key, number in pages.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for document in self._documents:
            document.close()

    def paint(self, key: str) -> Image:
        """Return a face as an RGB picture on white."""
        import pypdfium2
        from pypdfium2 import raw

        document, number = self._pages[key]
        page = document[number]
        width, height = self._pixels.width, self._pixels.height
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        scale = self._dots_per_point
        across, down = (length * scale for length in page.get_size())
        matrix = raw.FS_MATRIX(scale, 0, 0, scale, (width - across) / 2, (height - down) / 2)
        whole = raw.FS_RECTF(0, 0, width, height)
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, whole, 0)
        picture: Image = bitmap.to_pil().convert("RGB")
        bitmap.close()
        page.close()
        return picture


def draw_pictures(keys: Sequence[str], pack: Pack, trim: Trim, pixels: Pixels, dpi: int) -> Iterator[bytes]:
    """Yield a PNG for each key, of exactly that size and resolution; what lies beyond it is cut off evenly.

    A face that comes several times is drawn once.

    Raises:
        CardtoolsError: ``print.pixels`` where card and bleed do not fill the picture.
    """
    per_mm = dpi / _MM_PER_INCH
    width, height = trim.width_mm + 2 * trim.bleed_mm, trim.height_mm + 2 * trim.bleed_mm
    slack = 0.01
    if width * per_mm < pixels.width - slack or height * per_mm < pixels.height - slack:
        raise refuse(
            "print.pixels",
            pixels=f"{pixels.width} × {pixels.height}",
            dpi=dpi,
            needed=f"{pixels.width / per_mm:.2f} × {pixels.height / per_mm:.2f}",
            actual=f"{width:g} × {height:g}",
            exit_code=1,
        )
    left = Counter(keys)
    drawn: dict[str, bytes] = {}
    with FacePainter(pack, pixels, per_mm) as painter:
        for key in keys:
            content = drawn.get(key) or png(painter.paint(key), dpi)
            left[key] -= 1
            if left[key]:
                drawn[key] = content
            else:
                drawn.pop(key, None)
            yield content


def png(picture: Image, dpi: int | None = None) -> bytes:
    """Return a picture as PNG, with its resolution if it is to have one; the same bytes for the same picture."""
    output = io.BytesIO()
    picture.save(output, "PNG", **({} if dpi is None else {"dpi": (dpi, dpi)}))
    return output.getvalue()
