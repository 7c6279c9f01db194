"""What a finished PDF says of itself: title, language, and how it wants to be printed; and its page boxes."""

from __future__ import annotations

import io
import os
from datetime import UTC, datetime
from typing import Final

import pikepdf

from cardtools.model.printing import Backs

POINTS_PER_MM: Final = 72 / 25.4
_DUPLEX: Final = {
    "none": "/Simplex",
    "fold": "/Simplex",
    "long": "/DuplexFlipLongEdge",
    "short": "/DuplexFlipShortEdge",
}
"""The edges are those of the sheet, however its content lies (ISO 32000-1, table 150)."""


def describe(target: pikepdf.Pdf, title: str, lang: str, backs: Backs) -> None:
    """Set title, language and how the file is to be printed: at its own size, turned as planned.

    There is no date in it, so that the same input gives the same bytes, unless SOURCE_DATE_EPOCH names one.
    """
    target.docinfo["/Title"] = pikepdf.String(title)
    target.docinfo["/Creator"] = pikepdf.String("cardtools")
    if (date := _fixed_date()) is not None:
        target.docinfo["/CreationDate"] = pikepdf.String(date)
        target.docinfo["/ModDate"] = pikepdf.String(date)
    target.Root.Lang = pikepdf.String(lang)
    target.Root.ViewerPreferences = pikepdf.Dictionary(
        PrintScaling=pikepdf.Name("/None"),
        Duplex=pikepdf.Name(_DUPLEX[backs]),
        DisplayDocTitle=True,
    )


def finished(target: pikepdf.Pdf) -> bytes:
    """Return a file as bytes, the same for the same content."""
    output = io.BytesIO()
    target.save(output, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return output.getvalue()


def set_boxes(page: pikepdf.Page, width_mm: float, height_mm: float, bleed_mm: float) -> None:
    """Set the boxes of a page that is one card: it begins at 0,0, bleeds to its edges and is trimmed within."""
    width, height, bleed = (length * POINTS_PER_MM for length in (width_mm, height_mm, bleed_mm))
    whole = [0, 0, width, height]
    page.mediabox = pikepdf.Array(whole)
    page.cropbox = pikepdf.Array(whole)
    page.bleedbox = pikepdf.Array(whole)
    page.trimbox = pikepdf.Array([bleed, bleed, width - bleed, height - bleed])


def _fixed_date() -> str | None:
    """Return the date of SOURCE_DATE_EPOCH as PDF writes it; what is not a date is passed over."""
    try:
        moment = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "")), UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return moment.strftime("D:%Y%m%d%H%M%SZ")
