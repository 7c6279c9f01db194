"""QR codes of share codes, as drawings."""

from __future__ import annotations

import io
from typing import Final

from cardtools.errors import refuse

MOST_LETTERS: Final = 2331
"""Longest text a QR code holds here, in bytes: version 40 with a level of correction that survives a scratch (M)."""
QUIET_ZONE: Final = 4
"""Empty modules around the code, as ISO/IEC 18004 asks for."""


def qr_modules(code: str) -> int:
    """Return how many modules wide the QR code of a share code is, without its quiet zone: 21 to 177.

    >>> qr_modules("CT1~abc")
    21

    Raises:
        CardtoolsError: ``share.qr-too-long``.
    """
    return len(_matrix(code))


def qr_svg(code: str) -> str:
    """Return the QR code of a share code as an SVG element with its quiet zone, one unit a module.

    It has a ``viewBox`` and no size, so that whoever places it decides how many millimetres it takes; a module below
    0.4 mm is hard to read for a telephone.

    Raises:
        CardtoolsError: ``share.qr-too-long``.
    """
    size, path = qr_drawing(code)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path fill="#000" d="{path}"/></svg>'
    )


def qr_drawing(code: str) -> tuple[int, str]:
    """Return how wide the QR code of a share code is with its quiet zone, and its dark modules as SVG path data.

    Its unit is a module, its origin the top left corner of the quiet zone.

    Raises:
        CardtoolsError: ``share.qr-too-long``.
    """
    rows = _matrix(code)
    path = io.StringIO()
    for down, row in enumerate(rows, start=QUIET_ZONE):
        start: int | None = None
        for across, dark in enumerate((*row, 0), start=QUIET_ZONE):
            if dark and start is None:
                start = across
            elif not dark and start is not None:
                path.write(f"M{start} {down}h{across - start}v1h-{across - start}z")
                start = None
    return len(rows) + 2 * QUIET_ZONE, path.getvalue()


def _matrix(code: str) -> tuple[bytes | bytearray, ...]:
    if len(code.encode()) > MOST_LETTERS:
        raise refuse("share.qr-too-long", exit_code=1, actual=len(code), most=MOST_LETTERS)
    import segno

    return tuple(segno.make(code, error="m", micro=False, boost_error=False).matrix)
