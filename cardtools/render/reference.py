"""Reference sheets as PDF: everything is measured, put in its place in the largest type it fits in, and read back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final, get_args

from markupsafe import Markup

from cardtools.documents.inks import PAPER
from cardtools.documents.reference_format import Fold, ReferenceFormat, reference_format
from cardtools.documents.reference_layout import Care, Heights
from cardtools.documents.reference_page import BlockView, ReferenceSheet
from cardtools.documents.reference_places import (
    Measures,
    PlacedPanel,
    broad_block,
    broad_width_mm,
    place,
)
from cardtools.documents.reference_room import likely_pt
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
_BEARABLE: Final[Mapping[Care, float]] = {"tables": 0.15, "anyhow": 0.2}
"""A column that leaves more of its panel free is worth breaking blocks with less care."""
_FOLDED: Final[Mapping[Care, float]] = {"tables": 0.2, "anyhow": 0.3}
"""The same of pages between folds, which hold few blocks: there a break is worse than some white."""
_WORTH: Final = 0.04
"""It is worth it only where so much less of a panel stays free."""
_TRIES: Final = 4
"""So often at most is type measured on the search for its largest size."""
_NEAR: Final = 0.02
"""Type that is smaller than it could be by this share is large enough; what is left becomes space."""
_FULL: Final = 0.1
"""Columns that leave less of their panel free count as full."""
_CLEARLY: Final = 0.94
"""What is foretold not to fit in type so much smaller than the smallest is not measured."""
_TITLE_PT: Final[Mapping[str, tuple[float, float]]] = {"sheet": (17, 28), "trifold": (17, 30), "pocket": (14, 24)}
"""How small and how large titles are, by form."""
_LETTER_MM: Final = 0.19
"""About how wide a letter of a title is, for each point of its size."""


_TILE_REM: Final = 2.1
_LETTER_REM: Final = 0.5
_PT: Final = 25.4 / 72
_DRAWING: Final = re.compile(r"(<svg[^>]*>).*?</svg>", re.DOTALL)
"""What a drawing shows takes time, and no room: its size is said by its first tag and the stylesheet."""
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
    fuller: _Typesetter | None = None
    for blocks in _selections(sheet.blocks, fold):
        if fold != "none" or large:
            blocks = tuple(block.flat() for block in blocks)
        typesetter = _Typesetter(sheet, blocks, form, templates, economy=economy, fuller=fuller)
        setting = typesetter.largest()
        if setting is not None:
            document = typesetter.laid_out(setting)
            pages = len(document.pages)
            pdf = folded(write(document, pdf_variant="pdf/ua-1"), fold)
            return pdf, pages, (*check_fonts(pdf), *check_inside(pdf, _EDGE_MM), *typesetter.check(document, setting))
        fuller = typesetter
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
    """Sets some blocks of a sheet in one form.

    Where ``fuller`` had no room for them and others, it is known from there about how high they are.
    """

    def __init__(
        self,
        sheet: ReferenceSheet,
        blocks: tuple[BlockView, ...],
        form: ReferenceFormat,
        templates: Templates,
        *,
        economy: bool,
        fuller: _Typesetter | None = None,
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
        steps = range(round(form.type.least_pt / _STEP_PT), round(form.type.most_pt / _STEP_PT) + 1)
        self.sizes = [round(step * _STEP_PT, 1) for step in steps]
        self.measured: dict[float, Measures] = {}
        self.foretold = fuller.measures_of(blocks) if fuller else None

    def measures_of(self, blocks: Sequence[BlockView]) -> Measures:
        """Return about how high everything is where only these of the blocks are set."""
        measures = self._near(self.sizes[0])
        places = {block.id: n for n, block in enumerate(self.blocks)}
        return replace(measures, blocks={n: measures.blocks[places[block.id]] for n, block in enumerate(blocks)})

    def largest(self) -> _Setting | None:
        """Return the sheet on as few pages as it needs, in the largest type that it fits there in, or nearly so.

        Everything is measured in the size that is most likely, and foretold for the others from there. A setting is
        taken only where it was measured to fit. None where the sheet does not fit in the smallest type.
        """
        cares = get_args(Care)
        choices = ((pages, care) for pages in range(1, self._most_pages() + 1) for care in cares)
        found = ((pages, care, setting) for pages, care in choices if (setting := self._grown(pages, care)))
        pages, care, setting = next(found, (0, cares[0], None))
        if setting is None:
            return None
        bearable = _FOLDED if self.form.panels else _BEARABLE
        for looser in cares[cares.index(care) + 1 :]:
            if setting.emptiest <= bearable[looser]:
                continue
            other = self._grown(pages, looser)
            if other and other.emptiest < setting.emptiest - _WORTH:
                setting = other
        return setting

    def _grown(self, pages: int, care: Care) -> _Setting | None:
        """Return the setting of so many pages in nearly the largest type, None where they are too few."""
        for _ in range(_TRIES):
            best, goal = self._measured_to_fit(pages, care), self._foretold_to_fit(pages, care)
            if best and (goal is None or best.type_pt >= goal or self._is_near(best, goal)):
                return best
            if goal is None and not self._placed(pages, care, self._near(self.sizes[0] * _CLEARLY)):
                return None
            # A size below the one that is foretold is near enough, and more likely to fit.
            at = self.sizes.index(goal) if goal else 0
            unmeasured = [n for n in (max(0, at - 1), at, 0) if self.sizes[n] not in self.measured]
            if not unmeasured:
                break
            self._measure(self.sizes[unmeasured[0]])
        return self._measured_to_fit(pages, care)

    def _is_near(self, setting: _Setting, goal_pt: float) -> bool:
        """Return whether type is as good as somewhat larger type; not the smallest, nor where columns are not full."""
        near = setting.type_pt >= goal_pt * (1 - _NEAR) and setting.type_pt > self.sizes[0]
        return near and setting.emptiest <= _FULL

    def _measured_to_fit(self, pages: int, care: Care) -> _Setting | None:
        """Return the setting in the largest type of those that were measured."""
        for size in sorted(self.measured, reverse=True):
            if panels := self._placed(pages, care, self.measured[size]):
                return _Setting(size, panels)
        return None

    def _foretold_to_fit(self, pages: int, care: Care) -> float | None:
        """Return the largest type that will most likely fit."""
        low, high = -1, len(self.sizes) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._placed(pages, care, self._near(self.sizes[middle])):
                low = middle
            else:
                high = middle - 1
        return self.sizes[low] if low >= 0 else None

    def _near(self, type_pt: float) -> Measures:
        """Return how high everything is in this size: as measured in it, or foretold from what is nearest."""
        if not self.measured and self.foretold is None:
            self._measure(likely_pt(self.sheet, self.blocks, self.form, self.sizes))
        if not self.measured:
            assert self.foretold is not None  # noqa: S101 - see above
            return self.foretold.foretold(type_pt)
        nearest = min(self.measured, key=lambda size: abs(size - type_pt))
        return self.measured[nearest] if nearest == type_pt else self.measured[nearest].foretold(type_pt)

    def _placed(self, pages: int, care: Care, measures: Measures) -> tuple[PlacedPanel, ...] | None:
        return place(self.blocks, self.form, pages, measures, care=care)

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
        share = 100 * rows / max(1, len(names) + (-len(names) % rows if rows else 0))
        return {"type_pt": f"{type_pt:.1f}", "legend_share": f"{share - 0.01:.2f}"}

    def _most_pages(self) -> int:
        return 1 if self.form.panels else _MOST_PAGES

    def _measure(self, type_pt: float) -> None:
        values = {**self.values, **self._sized(type_pt)}
        html = self.templates.render("documents/reference_measures.html.j2", values)
        (page,) = lay_out(_DRAWING.sub(r"\1</svg>", html)).pages
        at = {name: place[1] * _MM for name, place in page.anchors.items()}
        broad = self.values["broad"]
        first = at.get("b0", at["end"])
        self.measured[type_pt] = Measures(
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
