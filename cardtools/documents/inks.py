"""Inks: colours made readable on paper and on one another, by the contrast ratio of WCAG 2."""

from __future__ import annotations

from typing import Final

PAPER: Final = "#ffffff"
INK: Final = "#1c1c1e"
READABLE: Final = 4.5
"""Least contrast of text."""


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two ``#rrggbb`` colours, from 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mixed(colour: str, with_colour: str, share: float) -> str:
    """Return ``colour`` with ``share`` of another, from 0 (none) to 1 (all).

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(_channels(colour), _channels(with_colour), strict=True)
    return "#" + "".join(f"{round(one + (other - one) * share):02x}" for one, other in pairs)


def ink_on(ground: str) -> str:
    """Return our dark ink or white, whichever reads better on ``ground``.

    >>> ink_on("#e9b01e"), ink_on("#265f97")
    ('#1c1c1e', '#ffffff')
    """
    return max((PAPER, INK), key=lambda ink: contrast(ink, ground))


def darkened(colour: str, ground: str = PAPER, least: float = READABLE) -> str:
    """Return ``colour`` as it is, or as dark as it must be to be read on ``ground``.

    >>> darkened("#b8352b"), contrast(darkened("#faeb48"), "#ffffff") >= 4.5
    ('#b8352b', True)
    """
    steps = (mixed(colour, "#000000", share / 20) for share in range(20))
    return next((step for step in steps if contrast(step, ground) >= least), INK)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    parts = (channel / 255 for channel in _channels(colour))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
