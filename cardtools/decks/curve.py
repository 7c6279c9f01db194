"""A cost curve drawn: as bars of text, and as an SVG picture that needs no font of its own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

Bars = Sequence[tuple[str, int]]

_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_BAR: Final = 24
_GAP: Final = 8
_TALL: Final = 120
_MARGIN: Final = 24
"""Sizes of the picture in its own units, which scale with it."""


def text_bars(bars: Bars, width: int = 30) -> tuple[str, ...]:
    """Return a line for each bar: label, bar, number; the longest bar is ``width`` signs wide.

    >>> text_bars([("1", 4), ("2", 2), ("10", 0)], width=4)
    (' 1 ████ 4', ' 2 ██ 2', '10  0')
    """
    most = max((count for _, count in bars), default=0)
    labels = max((len(label) for label, _ in bars), default=0)
    lines: list[str] = []
    for label, count in bars:
        eighths = 0 if most == 0 else -(-count * width * 8 // most)
        bar = "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
        lines.append(f"{label:>{labels}} {bar} {count}")
    return tuple(lines)


def curve_svg(bars: Bars, title: str) -> str:
    """Return the bars as an SVG document; heights are in proportion, each bar has its number above it.

    Args:
        bars: Labels and counts, from left to right.
        title: What the picture is called, also for those who cannot see it.
    """
    most = max((count for _, count in bars), default=0) or 1
    width = 2 * _MARGIN + max(1, len(bars)) * (_BAR + _GAP) - _GAP
    height = _TALL + 3 * _MARGIN
    floor = _TALL + 2 * _MARGIN
    font = 'font-family="sans-serif" font-size="12" text-anchor="middle"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" {font}>',
        f"<title>{escape(_printable(title))}</title>",
    ]
    for index, (label, count) in enumerate(bars):
        left = _MARGIN + index * (_BAR + _GAP)
        tall = round(_TALL * count / most, 2)
        middle = left + _BAR // 2
        parts.append(f'<rect x="{left}" y="{floor - tall:g}" width="{_BAR}" height="{tall:g}" fill="#8A4B08"/>')
        parts.append(f'<text x="{middle}" y="{floor - tall - 4:g}">{count}</text>')
        parts.append(f'<text x="{middle}" y="{floor + 16}">{escape(_printable(label))}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _printable(text: str) -> str:
    """Return ``text`` without signs that XML cannot hold."""
    return "".join(char if char.isprintable() else " " for char in text)
