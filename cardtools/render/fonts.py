"""The fonts of everything printed: two families from declared packages, never the machine's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import font_source_sans_pro
import font_source_serif_pro


@dataclass(frozen=True, slots=True)
class FontFile:
    """One font file under its true family name."""

    family: str
    weight: int
    style: str
    path: Path


_SANS: Final = Path(font_source_sans_pro.__file__).parent / "files"
_SERIF: Final = Path(font_source_serif_pro.__file__).parent / "files"

FONTS: Final = tuple(
    FontFile(family, weight, style, folder / f"{stem}-{cut}.ttf")
    for family, folder, stem in (
        ("Source Sans Pro", _SANS, "SourceSansPro"),
        ("Source Serif Pro", _SERIF, "SourceSerifPro"),
    )
    for weight, style, cut in (
        (400, "normal", "Regular"),
        (400, "italic", "It"),
        (600, "normal", "Semibold"),
        (700, "normal", "Bold"),
        (700, "italic", "BoldIt"),
        (900, "normal", "Black"),
    )
)
"""Every cut that templates may use."""


def font_face_css() -> str:
    """Return the ``@font-face`` rules of every font of ours."""
    return "\n".join(
        f"@font-face{{font-family:'{font.family}';font-weight:{font.weight};font-style:{font.style};"
        f"src:url('{font.path.as_uri()}')}}"
        for font in FONTS
    )


def font_folders() -> tuple[Path, ...]:
    """Return the folders that fonts are read from."""
    return (_SANS, _SERIF)


COMMON: Final = frozenset(
    " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
    "áäąćčďéěęíĺľłńňóôöőŕřśšťúůüűýźžżÁÄĄĆČĎÉĚĘÍĹĽŁŃŇÓÔÖŐŔŘŚŠŤÚŮÜŰÝŹŽŻ–—…„”“’‚‘»«×·•−\n"
)
"""Letters that all our fonts are known to have: a text of these alone needs no look into the fonts."""


@cache
def covered() -> frozenset[int]:
    """Return the code points that every cut of every family has."""
    from fontTools.ttLib import TTFont

    sets: list[frozenset[int]] = []
    for font in FONTS:
        with TTFont(font.path, lazy=True) as tables:
            number_glyphs(tables)
            sets.append(frozenset(tables.getBestCmap()))
    return frozenset.intersection(*sets)


def number_glyphs(tables: Any) -> None:
    """Call the glyphs of a font file by their numbers: reading their names takes longer than all else."""
    tables.setGlyphOrder([f"glyph{number:05d}" for number in range(tables["maxp"].numGlyphs)])


def missing_letters(text: str) -> str:
    """Return the letters of ``text`` that no font of ours has, with their code points; empty where there are none."""
    rare = set(text) - COMMON
    letters = sorted(char for char in rare if ord(char) not in covered() and not char.isspace()) if rare else []
    return ", ".join(f"{char} (U+{ord(char):04X})" for char in letters)
