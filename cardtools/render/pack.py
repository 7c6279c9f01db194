"""Packs: PDFs with one page a face, and what was found out about each face when it was laid out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Glyphs = Mapping[str, frozenset[int]]
"""Glyph ids by the name under which a page knows their font."""


@dataclass(frozen=True, slots=True)
class Trim:
    """The trimmed card and what is printed beyond its edges."""

    width_mm: float
    height_mm: float
    bleed_mm: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What preflight found on one face.

    Attributes:
        smallest_pt: Size of its smallest letter, 0 where it has none.
        outside: Whether a letter stands outside the safe zone.
        ppi: Pixels an inch of its coarsest picture as printed, 0 where it has none.
        glyphs: What it shows of each font.
    """

    smallest_pt: float = 0.0
    outside: bool = False
    ppi: int = 0
    glyphs: Glyphs = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pack:
    """One PDF with a page for each face, and which page is whose.

    Attributes:
        pdf: The pages are cards with their bleed, origin at 0,0; equal drawings, pictures and fonts stand once.
        pages: Page number (from 0) by face key.
        verdicts: What preflight found, by face key.
        rendered: How many faces were laid out for it; all others came from the cache.
    """

    pdf: bytes
    pages: Mapping[str, int]
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    rendered: int = 0

    @property
    def reused(self) -> int:
        """How many faces came from the cache."""
        return len(self.pages) - self.rendered

    @property
    def smallest_pt(self) -> float:
        """Size of the smallest letter on any face, 0 where there is none."""
        return min((one.smallest_pt for one in self.verdicts.values() if one.smallest_pt), default=0.0)
