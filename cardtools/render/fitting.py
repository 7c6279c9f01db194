"""Faces laid out: every text fitted into its box, all faces in one go, those that are tight again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from markupsafe import Markup

from cardtools.documents.faces import Face
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding
from cardtools.render.compose import FacesLostError, face_pages
from cardtools.render.drawing import drawn
from cardtools.render.engine import lay_out, no_collecting, write
from cardtools.render.face_findings import face_error
from cardtools.render.fonts import missing_letters
from cardtools.render.html import Templates
from cardtools.render.own_templates import OwnTemplates
from cardtools.render.pack import Trim, Verdict
from cardtools.render.preflight import blank_pages, read_faces

FLOOR_PT: Final = 6.0
_SHRINK: Final = (0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.54, 0.48, 0.0)
"""Sizes tried, as shares of the first; the last is the floor, whatever the first was."""
_GRACE_PX: Final = 0.5
_MM_PER_PX: Final = 25.4 / 96

_CORNER: Final = "cardtools-corner"
"""What stands in the upper left corner of the card; see ``cards/pack.html.j2``."""

_STAMP: Final = "cards/stamp.html.j2"
"""What is printed over a face that has a stamp."""

_DRAWING: Final = re.compile(r'\s*(<img class="art"[^>]*>)')
"""A drawing that a face begins with, under all else."""

_ANCHOR: Final = re.compile(r"([0-9a-f]+)\|([^|]*)\|(?:end|limit\|(\d+(?:\.\d+)?))")
"""What a text box leaves; see _boxes."""

_ADDRESS: Final = re.compile(r' src="data:image/svg\+xml,([^"]*)"')

Sizes = Mapping[str, Mapping[str, float]]
"""Type sizes in points by face key and box name."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What all faces of a run have in common.

    Attributes:
        trim: Card size and bleed.
        templates: Where face templates are looked for.
        lang: Language of the document.
        title: Title of the document.
        folders: Where pictures may be read from.
        dpi: Pictures finer than this are reduced; None keeps them.
    """

    trim: Trim
    templates: Templates
    lang: str
    title: str
    folders: tuple[Path, ...] = ()
    dpi: int | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """Faces laid out: a PDF with a page for each of ``keys``, and what was found on it."""

    pdf: bytes
    keys: tuple[str, ...]
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class _Box:
    """A text box as laid out: the size of its type, and by how much its text runs over (0: it fits)."""

    size_pt: float
    over_mm: float


def check_letters(faces: Sequence[Face]) -> None:
    """Refuse faces with letters that no font of ours has.

    Raises:
        CardtoolsError: ``print.letters`` for each of them.
    """
    missing = [finding for face in faces if (finding := _missing_letters(face))]
    if missing:
        raise CardtoolsError(*missing, exit_code=1)


def lay_out_faces(faces: Sequence[Face], setting: Setting) -> Laid:
    """Lay out faces whose keys differ.

    Text that runs over its box is laid out again at several smaller sizes, all tight faces at once; the largest that
    fits is taken, down to 6 pt.

    Raises:
        CardtoolsError: ``print.overflow`` for every box whose text does not fit even then.
    """
    with no_collecting():
        try:
            return _laid(faces, setting)
        except Exception as error:
            if (blamed := setting.templates.blamed(error)) is error:
                raise
            raise blamed from error


def _laid(faces: Sequence[Face], setting: Setting) -> Laid:
    sheet = _Sheet.of(faces, setting, {})
    document = sheet.laid_out()
    boxes = _boxes(document, faces)
    tight = {key: {name: box for name, box in found.items() if box.over_mm > 0} for key, found in boxes.items()}
    tight = {key: found for key, found in tight.items() if found}
    if tight:
        sizes, overflowing = _fit([face for face in faces if face.key in tight], tight, setting)
        if overflowing:
            raise CardtoolsError(*overflowing, exit_code=1)
        sheet = sheet.with_sizes(sizes)
        document = sheet.laid_out()
    pdf, glyphs = face_pages(write(document), sheet.operators, sheet.shows, setting.trim)
    read = read_faces(pdf, setting.trim)
    _check_shown(pdf, faces, setting)
    verdicts = tuple(replace(verdict, glyphs=shown) for verdict, shown in zip(read, glyphs, strict=True))
    return Laid(pdf, tuple(face.key for face in faces), verdicts)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Faces in HTML, the drawing under each taken out so that equal ones are drawn once."""

    faces: tuple[Face, ...]
    setting: Setting
    markup: tuple[str, ...]
    drawings: tuple[str, ...]
    shows: tuple[int | None, ...]

    @classmethod
    def of(cls, faces: Sequence[Face], setting: Setting, sizes: Sizes) -> _Sheet:
        return cls._from(faces, setting, [face_markup(face, setting, sizes) for face in faces])

    @classmethod
    def _from(cls, faces: Sequence[Face], setting: Setting, pieces: Sequence[tuple[str, str]]) -> _Sheet:
        numbers: dict[str, int] = {}
        shows = [numbers.setdefault(drawing, len(numbers)) if drawing else None for drawing, _ in pieces]
        return cls(tuple(faces), setting, tuple(rest for _, rest in pieces), tuple(numbers), tuple(shows))

    @property
    def operators(self) -> list[bytes | None]:
        """What paints each drawing, None for those that only the layout program knows how to draw."""
        trim = self.setting.trim
        width, height = ((length + 2 * trim.bleed_mm) / _MM_PER_PX for length in (trim.width_mm, trim.height_mm))
        return [drawing_operators(drawing, width, height) for drawing in self.drawings]

    @property
    def _undrawn(self) -> list[str]:
        return [one for one, operators in zip(self.drawings, self.operators, strict=True) if operators is None]

    def with_sizes(self, sizes: Sizes) -> _Sheet:
        """Return the same faces, those in ``sizes`` with text of these sizes."""
        pieces = [
            face_markup(face, self.setting, sizes)
            if face.key in sizes
            else ("" if number is None else self.drawings[number], rest)
            for face, rest, number in zip(self.faces, self.markup, self.shows, strict=True)
        ]
        return self._from(self.faces, self.setting, pieces)

    def laid_out(self, *, with_drawings: bool = True) -> Any:
        """Return the faces as a laid out document, with their drawings or, for measuring text, without."""
        trim = self.setting.trim
        html = self.setting.templates.render(
            "cards/pack.html.j2",
            {
                "lang": self.setting.lang,
                "title": self.setting.title,
                "drawings": [Markup(one) for one in self._undrawn] if with_drawings else [],  # noqa: S704 - from our templates
                "faces": [
                    (face.lang, Markup(markup))  # noqa: S704 - escaped by the templates it comes from
                    for face, markup in zip(self.faces, self.markup, strict=True)
                ],
                "width_mm": trim.width_mm,
                "height_mm": trim.height_mm,
                "bleed_mm": trim.bleed_mm,
                "guarded": self.setting.templates.beside is not None,
            },
        )
        document = lay_out(html, self.setting.folders, self.setting.dpi, self.setting.templates.beside)
        _check_page(document, trim)
        return document


def _check_page(document: Any, trim: Trim) -> None:
    """Refuse what a user's style sheet has made of the page that all faces lie on.

    Raises:
        FacesLostError: Where there are several pages, or the one is not a card with its bleed all round.
    """
    page = document.pages[0]
    size = ((length + 2 * trim.bleed_mm) / _MM_PER_PX for length in (trim.width_mm, trim.height_mm))
    bleed = trim.bleed_mm / _MM_PER_PX
    wanted = (*size, bleed, bleed)
    found = (page.width, page.height, *page.anchors.get(_CORNER, wanted[2:])[:2])
    if len(document.pages) != 1 or any(abs(one - two) > _GRACE_PX for one, two in zip(found, wanted, strict=True)):
        raise FacesLostError


def _check_shown(pdf: bytes, faces: Sequence[Face], setting: Setting) -> None:
    """Refuse a user's template that prints nothing on any of these faces.

    Raises:
        CardtoolsError: ``print.template``.
    """
    templates = setting.templates
    if not isinstance(templates, OwnTemplates):
        return
    blank = blank_pages(pdf)
    own = [number for number, face in enumerate(faces) if face.template == templates.name]
    if own and blank.issuperset(own):
        raise templates.empty()


@lru_cache(maxsize=256)
def drawing_operators(drawing: str, width: float, height: float) -> bytes | None:
    """Return what paints a drawing that stands in its address; see drawn."""
    match = _ADDRESS.search(drawing)
    return drawn(unquote(unescape(match[1])), width, height) if match else None


def face_markup(face: Face, setting: Setting, sizes: Sizes) -> tuple[str, str]:
    """Return the drawing under a face, empty where it has none, and the rest of the face."""
    trim = setting.trim
    values = {
        "face": face,
        "lang": setting.lang,
        "sizes": sizes,
        "width_mm": trim.width_mm,
        "height_mm": trim.height_mm,
        "bleed_mm": trim.bleed_mm,
    }
    html = setting.templates.render(face.template, values)
    if face.stamp:
        html += setting.templates.render(_STAMP, values)
    match = _DRAWING.match(html)
    return (match[1], html[match.end() :]) if match else ("", html)


def _fit(
    faces: Sequence[Face], tight: Mapping[str, Mapping[str, _Box]], setting: Setting
) -> tuple[Sizes, list[Finding]]:
    """Find the largest size that fits for each tight box: all faces at one size a pass, largest first."""
    sizes: dict[str, dict[str, float]] = {}
    findings: list[Finding] = []
    pending = {key: dict(found) for key, found in tight.items()}
    by_key = {face.key: face for face in faces}
    for factor in _SHRINK:
        if not pending:
            break
        trial = {
            key: {**sizes.get(key, {}), **{name: _step(tight[key][name].size_pt, factor) for name in found}}
            for key, found in pending.items()
        }
        tried = [by_key[key] for key in pending]
        measured = _boxes(_Sheet.of(tried, setting, trial).laid_out(with_drawings=False), tried)
        for key in list(pending):
            for name in list(pending[key]):
                box = measured[key][name]
                if box.over_mm <= 0 or box.size_pt <= FLOOR_PT:
                    sizes.setdefault(key, {})[name] = box.size_pt
                    del pending[key][name]
                    if box.over_mm > 0:
                        findings.append(_overflow(by_key[key], name, box))
            if not pending[key]:
                del pending[key]
    return sizes, findings


def _step(size_pt: float, factor: float) -> float:
    return max(FLOOR_PT, round(size_pt * factor, 2))


def _boxes(document: Any, faces: Sequence[Face]) -> dict[str, dict[str, _Box]]:
    """Read from laid out faces how their text boxes turned out, by face and box name.

    A box leaves two anchors: ``KEY|NAME|end`` after its text, ``KEY|NAME|limit|SIZE`` at its lower right corner.
    """
    found: dict[str, dict[str, _Box]] = {face.key: {} for face in faces}
    for page in document.pages:
        ends: dict[tuple[str, str], tuple[float, float]] = {}
        limits: dict[tuple[str, str], tuple[float, float, float]] = {}
        for anchor, (x, y, *_) in page.anchors.items():
            match = _ANCHOR.fullmatch(anchor)
            if match is None or match[1] not in found:  # an own template may have anchors of its own
                continue
            key, name, size = match.groups()
            if size is None:
                ends[key, name] = (x, y)
            else:
                limits[key, name] = (x, y, float(size))
        for (key, name), (x, y, size_pt) in limits.items():
            # Text that runs past the end of the page is dropped by the layout program, and its anchor with it.
            end_x, end_y = ends.get((key, name), (0.0, page.height))
            over = max(end_x - x, end_y - y, 0.0)
            found[key][name] = _Box(size_pt, over * _MM_PER_PX if over > _GRACE_PX else 0.0)
    return found


def _overflow(face: Face, name: str, box: _Box) -> Finding:
    return face_error("print.overflow", face, box=name, mm=f"{box.over_mm:.1f}")


def _missing_letters(face: Face) -> Finding | None:
    letters = missing_letters("".join(face.words))
    return face_error("print.letters", face, letters=letters) if letters else None
