"""Fonts of several packs as one each: subset once, from the font file itself, for all letters that are shown.

The layout program keeps the glyph ids of the font file when it subsets, so pages need no change.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

import pikepdf

from cardtools.render.fonts import FONTS, FontFile, number_glyphs
from cardtools.render.pack import Glyphs

_CUTS: Final = {
    "": (400, "normal"),
    "Italic": (400, "italic"),
    "Semi-Bold": (600, "normal"),
    "Bold": (700, "normal"),
    "Bold-Italic": (700, "italic"),
    "Heavy": (900, "normal"),
}
"""What the layout program calls a cut, and the weight and style that we declare it by."""

_LETTERS: Final = re.compile(rb"^<([0-9a-f]{4})> <([0-9a-f]*)>$", re.MULTILINE)
_DROPPED: Final = (
    "GSUB", "GPOS", "GDEF", "BASE", "DSIG", "OS/2", "name", "post", "cmap", "LTSH", "VDMX", "hdmx", "gasp", "kern",
)  # fmt: skip
"""Tables of which a PDF has no use."""


@dataclass(slots=True)
class _Shown:
    """A font as pages show it: the letters by glyph id in UTF-16 hex, and the ids shown."""

    font: pikepdf.Object
    file: FontFile
    letters: dict[int, bytes] = field(default_factory=dict)
    glyphs: set[int] = field(default_factory=set)


class FontUnion:
    """The fonts of a document that is being made of pages of others."""

    def __init__(self) -> None:
        self._shown: dict[str, _Shown] = {}
        self._known: set[tuple[int, int]] = set()
        self._glyphs: dict[str, set[int]] = {}

    def add(self, glyphs: Glyphs) -> None:
        """Count the glyphs of one more page."""
        for name, ids in glyphs.items():
            self._glyphs.setdefault(name, set()).update(ids)

    def font(self, target: pikepdf.Pdf, name: str, font: pikepdf.Object) -> pikepdf.Object:
        """Return the font that stands for ``font`` from now on; fonts that are not ours stay as they are."""
        file = _file_of(font)
        if file is None:
            return font
        plain = name.lstrip("/")
        shown = self._shown.get(plain)
        if shown is None:
            shown = self._shown[plain] = _Shown(target.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Font)), file)
        if font.objgen not in self._known:
            self._known.add(font.objgen)
            for match in _LETTERS.finditer(font.ToUnicode.read_bytes()):
                glyph, letters = int(match[1], 16), match[2]
                shown.letters[glyph] = min(shown.letters.get(glyph, letters), letters)
        return shown.font

    def embed(self, target: pikepdf.Pdf) -> None:
        """Write every font with the glyphs counted."""
        for name, shown in self._shown.items():
            _write(target, name, shown, sorted(self._glyphs.get(name, ())))


def _file_of(font: pikepdf.Object) -> FontFile | None:
    if "/DescendantFonts" not in font:
        return None
    family = str(font.DescendantFonts[0].FontDescriptor.get("/FontFamily", ""))
    base = str(font.BaseFont).lstrip("/").split("+")[-1]
    cut = _CUTS.get(base.removeprefix(family.replace(" ", "-")).lstrip("-"))
    return next((file for file in FONTS if file.family == family and (file.weight, file.style) == cut), None)


def _write(target: pikepdf.Pdf, name: str, shown: _Shown, glyphs: list[int]) -> None:
    program, widths, ascent, descent = subset(shown.file.path, tuple(glyphs))
    cut = next(cut for cut, what in _CUTS.items() if what == (shown.file.weight, shown.file.style))
    base = pikepdf.Name("/" + name + "+" + "-".join(filter(None, (shown.file.family.replace(" ", "-"), cut))))
    flags = 4 + (2 if "Serif" in shown.file.family else 0) + (64 if shown.file.style == "italic" else 0)
    descriptor = pikepdf.Dictionary(
        Type=pikepdf.Name.FontDescriptor,
        FontName=base,
        FontFamily=pikepdf.String(shown.file.family),
        Flags=flags,
        FontBBox=pikepdf.Array([0, descent, max(widths.values(), default=0), ascent]),
        ItalicAngle=0,
        Ascent=ascent,
        Descent=descent,
        CapHeight=ascent,
        StemV=80,
        StemH=80,
        FontFile2=target.make_stream(program, Length1=len(program)),
    )
    descendant = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.CIDFontType2,
        BaseFont=base,
        CIDSystemInfo=pikepdf.Dictionary(
            Registry=pikepdf.String("Adobe"), Ordering=pikepdf.String("Identity"), Supplement=0
        ),
        CIDToGIDMap=pikepdf.Name.Identity,
        W=_runs(widths),
        FontDescriptor=target.make_indirect(descriptor),
    )
    shown.font.Subtype = pikepdf.Name.Type0
    shown.font.BaseFont = base
    shown.font.Encoding = pikepdf.Name("/Identity-H")
    shown.font.ToUnicode = target.make_stream(_character_map((glyph, shown.letters.get(glyph)) for glyph in glyphs))
    shown.font.DescendantFonts = pikepdf.Array([target.make_indirect(descendant)])


@lru_cache(maxsize=64)  # an edit seldom brings a letter that no other card has
def subset(path: Path, glyphs: tuple[int, ...]) -> tuple[bytes, dict[int, int], int, int]:
    """Return a font file with some glyphs, ids kept, their widths, and its ascent and descent (in 1/1000 em)."""
    from fontTools import subset as fonttools
    from fontTools.ttLib import TTFont

    options = fonttools.Options(
        retain_gids=True, hinting=False, notdef_outline=True, layout_features=[], name_IDs=[], legacy_kern=False,
        glyph_names=False, recalc_bounds=False, recalc_timestamp=False,
    )  # fmt: skip
    output = io.BytesIO()
    with TTFont(path, lazy=True, recalcTimestamp=False, recalcBBoxes=False) as font:
        number_glyphs(font)
        for table in (table for table in _DROPPED if table in font):
            del font[table]  # before any of it is read
        em, header, order = font["head"].unitsPerEm, font["hhea"], font.getGlyphOrder()
        metrics = font["hmtx"]
        widths = {glyph: round(metrics[order[glyph]][0] * 1000 / em) for glyph in glyphs}
        ascent, descent = round(header.ascent * 1000 / em), round(header.descent * 1000 / em)
        subsetter = fonttools.Subsetter(options)
        subsetter.populate(gids=glyphs)
        subsetter.subset(font)
        font.save(output, reorderTables=False)
    return output.getvalue(), widths, ascent, descent


def _runs(widths: dict[int, int]) -> pikepdf.Array:
    runs = pikepdf.Array()
    for glyph in sorted(widths):
        if glyph - 1 not in widths:
            runs.append(glyph)
            runs.append(pikepdf.Array())
        runs[-1].append(widths[glyph])
    return runs


def _character_map(letters: Iterable[tuple[int, bytes | None]]) -> bytes:
    lines = [b"<%04x> <%s>" % (glyph, text) for glyph, text in letters if text is not None]
    blocks = [
        b"\n".join((b"%d beginbfchar" % len(block), *block, b"endbfchar"))
        for block in (lines[start : start + 100] for start in range(0, len(lines), 100))
    ]
    return b"\n".join(
        (
            b"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap",
            b"/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            b"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def",
            b"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange",
            *blocks,
            b"endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend",
        )
    )
