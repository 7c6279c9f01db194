"""Faces: every distinct face of a run is laid out once, one page a face, its text fitted into its boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from cardtools.documents.faces import Face
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding
from cardtools.render.engine import lay_out, write
from cardtools.render.fonts import font_face_css, missing_letters
from cardtools.render.html import Templates

FLOOR_PT: Final = 6.0
_SHRINK: Final = (0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.54, 0.48, 0.0)
"""Sizes tried, as shares of the first; the last is the floor, whatever the first was."""
_GRACE_PX: Final = 0.5
_MM_PER_PX: Final = 25.4 / 96

Sizes = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Pack:
    """One PDF with a page for each face, and which page is whose."""

    pdf: bytes
    pages: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Trim:
    """The trimmed card and what is printed beyond its edges."""

    width_mm: float
    height_mm: float
    bleed_mm: float


@dataclass(frozen=True, slots=True)
class _Box:
    """A text box as laid out: the size of its type, and by how much its text runs over (0: it fits)."""

    size_pt: float
    over_mm: float


def render_pack(
    faces: Sequence[Face],
    trim: Trim,
    templates: Templates,
    *,
    lang: str,
    title: str,
    folders: tuple[Path, ...] = (),
) -> Pack:
    """Lay out faces whose keys differ.

    Text that runs over its box is laid out again at several smaller sizes at once; the largest that fits is taken,
    down to 6 pt.

    Args:
        faces: Distinct faces.
        trim: Card size and bleed.
        templates: Where face templates are looked for.
        lang: Language of the document.
        title: Title of the document.
        folders: Where pictures may be read from.

    Raises:
        CardtoolsError: ``print.letters`` or ``print.overflow`` with every face concerned.
    """
    missing = [finding for face in faces if (finding := _missing_letters(face))]
    if missing:
        raise CardtoolsError(*missing, exit_code=1)

    def render(some: Sequence[Face], sizes: Sizes) -> Any:
        html = templates.render(
            "cards/pack.html.j2",
            {
                "lang": lang,
                "title": title,
                "faces": some,
                "fonts": Markup(font_face_css()),  # noqa: S704 - made of our own font list
                "width_mm": trim.width_mm,
                "height_mm": trim.height_mm,
                "bleed_mm": trim.bleed_mm,
                "sizes": sizes,
            },
        )
        return lay_out(html, folders)

    document = render(faces, {})
    boxes = _boxes(document, faces)
    tight = {key: {name: box for name, box in found.items() if box.over_mm > 0} for key, found in boxes.items()}
    tight = {key: found for key, found in tight.items() if found}
    if tight:
        sizes, overflowing = _fit([face for face in faces if face.key in tight], tight, render)
        if overflowing:
            raise CardtoolsError(*overflowing, exit_code=1)
        document = render(faces, sizes)
    pages = {face.key: number for number, face in enumerate(faces)}
    return Pack(write(document), pages)


def _fit(faces: Sequence[Face], tight: dict[str, dict[str, _Box]], render: Any) -> tuple[Sizes, list[Finding]]:
    """Find the largest size that fits for each tight box: all faces at one size a pass, largest first."""
    sizes: Sizes = {}
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
        measured = _boxes(render([by_key[key] for key in pending], trial), [by_key[key] for key in pending])
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
    """Read from a laid out pack how its text boxes turned out, by face and box name.

    A box leaves two anchors: ``KEY|NAME|end`` after its text, ``KEY|NAME|limit|SIZE`` at its lower right corner.
    """
    found: dict[str, dict[str, _Box]] = {face.key: {} for face in faces}
    for page in document.pages:
        ends: dict[tuple[str, str], tuple[float, float]] = {}
        limits: dict[tuple[str, str], tuple[float, float, float]] = {}
        for anchor, (x, y, *_) in page.anchors.items():
            key, name, kind, *size = anchor.split("|")
            if kind == "end":
                ends[key, name] = (x, y)
            else:
                limits[key, name] = (x, y, float(size[0]))
        for (key, name), (x, y, size_pt) in limits.items():
            # Text that runs past the end of the page is dropped by the layout program, and its anchor with it.
            end_x, end_y = ends.get((key, name), (0.0, page.height))
            over = max(end_x - x, end_y - y, 0.0)
            found[key][name] = _Box(size_pt, over * _MM_PER_PX if over > _GRACE_PX else 0.0)
    return found


def _overflow(face: Face, name: str, box: _Box) -> Finding:
    return Finding(
        code="print.overflow",
        params={"name": face.name, "box": name, "mm": f"{box.over_mm:.1f}"},
    )


def _missing_letters(face: Face) -> Finding | None:
    colours = (colour.name for colour in face.colours)
    texts = (face.name, face.text or "", face.type_line, face.label, face.corner, face.cost or "", *colours)
    letters = missing_letters("".join(texts))
    return Finding(code="print.letters", params={"name": face.name, "letters": letters}) if letters else None
