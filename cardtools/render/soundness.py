"""Whether a pack read from the cache is one: a checksum tells that it is whole, not that we have written it."""

from __future__ import annotations

import io
from typing import Final

import pikepdf

from cardtools.render.pack import Trim
from cardtools.render.page_setup import POINTS_PER_MM

_GRACE_PT: Final = 0.1


def face_pages_in(pdf: bytes, trim: Trim) -> int:
    """Return how many pages a pack has, 0 where it is no PDF or has pages that are no card with its bleed.

    Args:
        pdf: What is said to be a pack.
        trim: Card size and bleed of its faces.
    """
    size = (trim.width_mm + 2 * trim.bleed_mm, trim.height_mm + 2 * trim.bleed_mm)
    wanted = (0.0, 0.0, *(length * POINTS_PER_MM for length in size))
    try:
        with pikepdf.open(io.BytesIO(pdf)) as document:
            for page in document.pages:
                box = [float(length) for length in page.mediabox]
                if any(abs(one - two) > _GRACE_PT for one, two in zip(box, wanted, strict=True)):
                    return 0
            return len(document.pages)
    except (pikepdf.PdfError, ValueError, TypeError, AttributeError, RuntimeError, KeyError):
        return 0
