"""Reference sheets as PDF: everything is measured, put in its place in the largest type it fits in, and read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, Final

from markupsafe import Markup

from cardtools.documents.inks import PAPER
from cardtools.documents.reference_format import Fold, ReferenceFormat, reference_format
from cardtools.documents.reference_layout import Heights
from cardtools.documents.reference_page import BlockView, ReferenceSheet
from cardtools.documents.reference_places import (
    Measures,
    PlacedPanel,
    broad_block,
    broad_width_mm,
    place,
)
from cardtools.model.finding import Finding
from cardtools.model.printing import Size
from cardtools.render.engine import lay_out, write
from cardtools.render.fonts import font_face_css
from cardtools.render.html import Templates
from cardtools.render.preflight import check_fonts, check_inside
from cardtools.render.reference_folds import folded

_MM: Final = 25.4 / 96
"""Millimetres in a pixel of the layout program."""
_EDGE_MM: Final = 4.0
"""How far from the paper's edge every letter of a reference sheet stands."""
_STEP_PT: Final = 0.1
_MOST_PAGES: Final = 24
_TOO_EMPTY: Final = 0.15
"""A column that leaves more of its panel free is worth breaking blocks in worse places."""
_TRIES: Final = 3
"""So often at most is type measured again on the search for its largest size."""
_TITLE_PT: Final[Mapping[str, tuple[float, float]]] = {"sheet": (17, 34), "trifold": (17, 30), "pocket": (14, 24)}
"""How small and how large titles are, by form."""
_LETTER_MM: Final = 0.19
"""About how wide a letter of a title is, for each point of its size."""


_TILE_REM: Final = 2.1
_LETTER_REM: Final = 0.5
_PT: Final = 25.4 / 72
_GRACE_MM: Final = 0.3


@dataclass(frozen=True, slots=True)
class _Setting:
    """A sheet set in a type size, every block in its place."""

    type_pt: float
    panels: tuple[PlacedPanel, ...]

    @property
    def emptiest(self) -> float:
        """How much of a panel the emptiest column leaves free."""
        return max(column.free_mm / placed.panel.height_mm for placed in self.panels for column in placed.columns)


def render_reference(
    sheet: ReferenceSheet,
    paper: Size,
    templates: Templates,
    *,
    fold: Fold = "none",
    economy: bool = False,
    large: bool = False,
) -> tuple[bytes, int, tuple[Finding, ...]]:
    """Return a tagged reference sheet, its number of pages and what preflight found.

    A pocket booklet holds the blocks that are marked for it; a trifold all for which it has room, and it names the
    others in its foot.

    Args:
        sheet: What is printed.
        paper: Its paper, upright.
        templates: Where templates are looked for.
        fold: How the paper is folded, if it is.
        economy: Whether nothing is tinted.
        large: Whether it is large print; folds have none.
    """
    form = reference_format(paper, fold, large=large)
    for blocks in _selections(sheet.blocks, fold):
        if fold != "none" or large:
            blocks = tuple(block.flat() for block in blocks)
        typesetter = _Typesetter(sheet, blocks, form, templates, economy=economy)
        setting = typesetter.largest()
        if setting is not None:
            document = typesetter.laid_out(setting)
            pages = len(document.pages)
            pdf = folded(write(document, pdf_variant="pdf/ua-1"), fold)
            return pdf, pages, (*check_fonts(pdf), *check_inside(pdf, _EDGE_MM), *typesetter.check(document, setting))
    what = f"{sheet.title} ({fold})"
    return b"", 0, (Finding(code="print.sheet", params={"what": what}),)


def _selections(blocks: Sequence[BlockView], fold: Fold) -> list[tuple[BlockView, ...]]:
    """Return which blocks a form may hold, the fullest choice first."""
    pocket = tuple(block for block in blocks if block.pocket) or tuple(blocks)
    if fold == "none":
        return [tuple(blocks)]
    if fold == "pocket":
        return [pocket]
    choices = [tuple(blocks)]
    for dropped in sorted((block for block in blocks if block not in pocket), key=lambda block: -_letters(block)):
        choices.append(tuple(block for block in choices[-1] if block is not dropped))
    return choices


def _letters(block: BlockView) -> int:
    return len(repr(block))


def _text(block: BlockView) -> str:
    return "".join(run.text for run in block.title)


class _Typesetter:
    """Sets some blocks of a sheet in one form."""

    def __init__(
        self,
        sheet: ReferenceSheet,
        blocks: tuple[BlockView, ...],
        form: ReferenceFormat,
        templates: Templates,
        *,
        economy: bool,
    ) -> None:
        self.sheet = sheet
        self.blocks = blocks
        self.form = form
        self.templates = templates
        kept = {block.id for block in blocks}
        left_out = (block.title for block in sheet.blocks if block.id not in kept)
        self.values = {
            "sheet": sheet,
            "blocks": blocks,
            "form": form,
            "fonts": Markup(font_face_css()),  # noqa: S704 - made of our own font list
            "title_pt": _title_pt(sheet, form),
            "economy": economy,
            "head_fill": sheet.ink if economy else PAPER,
            "left_out": "; ".join("".join(run.text for run in title) for title in left_out),
            "broad": broad_block(blocks, form),
            "broad_width_mm": broad_width_mm(form),
        }
        self.measures = cache(self._measures)

    def largest(self) -> _Setting | None:
        """Return the sheet on as few pages as it needs, in the largest type that it fits there in.

        Heights are measured at the smallest type and foretold for the others from there; what is foretold is then
        measured, so that no setting is taken that does not fit. None where it does not fit in the smallest type.
        """
        steps = range(round(self.form.type.least_pt / _STEP_PT), round(self.form.type.most_pt / _STEP_PT) + 1)
        sizes = [step * _STEP_PT for step in steps]
        measured = self.measures(sizes[0])
        choices = ((n, strict) for n in range(1, self._most_pages() + 1) for strict in (True, False))
        chosen = next((one for one in choices if self._placed(*one, measured)), None)
        if chosen is None:
            return None
        pages, strict = chosen
        setting = self._grown(sizes, pages, strict=strict)
        if strict and setting.emptiest > _TOO_EMPTY:
            return min(setting, self._grown(sizes, pages, strict=False), key=lambda one: one.emptiest)
        return setting

    def _grown(self, sizes: Sequence[float], pages: int, *, strict: bool) -> _Setting:
        """Return the setting of so many pages in the largest type; in the first of ``sizes`` it is known to fit."""
        measured = self.measures(sizes[0])
        best = self._placed(pages, strict, measured)
        assert best is not None  # noqa: S101 - see above
        low, high = 0, len(sizes) - 1
        for _ in range(_TRIES):
            guess = low
            while guess < high and self._placed(pages, strict, measured.foretold(sizes[guess + 1])):
                guess += 1
            if guess == low:
                break
            measured = self.measures(sizes[guess])
            panels = self._placed(pages, strict, measured)
            if panels:
                low, best = guess, panels
            else:
                high = guess - 1
        return _Setting(sizes[low], best)

    def _placed(self, pages: int, strict: bool, measures: Measures) -> tuple[PlacedPanel, ...] | None:
        return place(self.blocks, self.form, pages, measures, strict=strict)

    def laid_out(self, setting: _Setting) -> Any:
        """Return the document of a setting."""
        values = {**self.values, **self._sized(setting.type_pt), "sides": self._sides(setting)}
        return lay_out(self.templates.render("documents/reference.html.j2", values))

    def check(self, document: Any, setting: _Setting) -> list[Finding]:
        """Return a finding where the document is not as it was planned."""
        sides = len(self._sides(setting))
        if len(document.pages) != sides:
            return [Finding(code="print.pages", params={"actual": len(document.pages), "expected": sides})]
        at = {name: place[1] * _MM for page in document.pages for name, place in page.anchors.items()}
        return [
            Finding(code="print.sheet", params={"what": _text(column.blocks[-1].block)})
            for side, panels in enumerate(self._sides(setting))
            for number, placed in enumerate(panels)
            for n, column in enumerate(placed.columns)
            if column.blocks and not _fits(at, f"column-{side}-{number}-{n}", column.height_mm)
        ]

    @staticmethod
    def _sides(setting: _Setting) -> list[list[PlacedPanel]]:
        """Return the panels of each side of the paper, in the order they are read in."""
        panels = sorted(setting.panels, key=lambda placed: placed.panel.side)
        return [list(group) for _, group in groupby(panels, lambda placed: placed.panel.side)]

    def _sized(self, type_pt: float) -> dict[str, object]:
        """Return the values of templates that go with a type size."""
        names = [swatch.name for swatch in self.sheet.palette]
        cell = (_TILE_REM + _LETTER_REM * max(map(len, names), default=1)) * type_pt * _PT
        across = max(1, min(len(names), int(self.form.width_mm / cell)))
        rows = -(-len(names) // across)
        share = 100 * rows // max(1, len(names) + (-len(names) % rows if rows else 0))
        return {"type_pt": f"{type_pt:.1f}", "legend_share": share}

    def _most_pages(self) -> int:
        return 1 if self.form.panels else _MOST_PAGES

    def _measures(self, type_pt: float) -> Measures:
        values = {**self.values, **self._sized(type_pt)}
        (page,) = lay_out(self.templates.render("documents/reference_measures.html.j2", values)).pages
        at = {name: place[1] * _MM for name, place in page.anchors.items()}
        broad = self.values["broad"]
        first = at.get("b0", at["end"])
        return Measures(
            type_pt=type_pt,
            title_mm=at["colophon"] - at["title"],
            colophon_mm=first - at["colophon"],
            broad_mm=at[f"b{broad}-again"] - at[f"b{broad}"] if broad is not None else 0.0,
            blocks={n: _heights(at, n, block) for n, block in enumerate(self.blocks) if n != broad},
        )


def _fits(at: Mapping[str, float], column: str, height_mm: float) -> bool:
    """Return whether a column ends where it should; a turned one ends above its beginning."""
    return abs(at[f"{column}-end"] - at[column]) <= height_mm + _GRACE_MM


def _heights(at: Mapping[str, float], number: int, block: BlockView) -> Heights:
    key = f"b{number}"
    tops = [at[f"{key}-{part}"] for part in range(block.parts)]
    ends = [*tops[1:], at[f"{key}-again"]]
    again = at.get(f"b{number + 1}", at["end"]) - at[f"{key}-again"]
    if f"{key}-head" in at:
        again += tops[0] - at[f"{key}-head"]
    parts = tuple(end - top for top, end in zip(tops, ends, strict=True))
    return Heights(tops[0] - at[key], again, parts, firm=block.kind == "table")


def _title_pt(sheet: ReferenceSheet, form: ReferenceFormat) -> float:
    """Return the size of the title: on one line of a sheet beside the facts, on two of a panel."""
    least, most = _TITLE_PT[form.name]
    letters = max(len(sheet.title) / (1 if form.name == "sheet" else 2), *map(len, sheet.title.split()))
    width = form.width_mm * (0.66 if form.name == "sheet" else 0.86)
    return round(min(most, max(least, width / (letters * _LETTER_MM))), 1)
