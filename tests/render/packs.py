"""Packs made for tests without laying anything out: each face is a colour of its own, with a darker foot."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pikepdf

from cardtools.render.faces import Pack, Trim

POINTS = 72 / 25.4


def colour_of(number: int) -> tuple[int, int, int]:
    """Return the colour of a face; channels of 0 to 255."""
    return (40 + 37 * number) % 216 + 20, (90 + 61 * number) % 216 + 20, (170 + 17 * number) % 216 + 20


FOOT = (0, 0, 0)


def plain_pack(keys: Sequence[str], trim: Trim) -> Pack:
    """Return a pack of faces filled to the edge of their bleed; the lowest fifth of the trimmed card is black."""
    pdf = pikepdf.new()
    width, height = (length + 2 * trim.bleed_mm for length in (trim.width_mm, trim.height_mm))
    for number in range(len(keys)):
        page = pdf.add_blank_page(page_size=(width * POINTS, height * POINTS))
        red, green, blue = (channel / 255 for channel in colour_of(number))
        x, y, across, up = (
            length * POINTS for length in (trim.bleed_mm, trim.bleed_mm, trim.width_mm, trim.height_mm / 5)
        )
        page.Contents = pdf.make_stream(
            f"{red:.5f} {green:.5f} {blue:.5f} rg 0 0 {width * POINTS:.4f} {height * POINTS:.4f} re f "
            f"0 g {x:.4f} {y:.4f} {across:.4f} {up:.4f} re f".encode()
        )
    output = io.BytesIO()
    pdf.save(output)
    return Pack(output.getvalue(), {key: number for number, key in enumerate(keys)})
