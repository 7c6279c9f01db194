"""Sheets: faces placed as form XObjects on paper, with marks, ruler and labels; nothing is laid out again."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pikepdf

from cardtools.model.printing import Imposition, Matrix, Segment, Sheet
from cardtools.render.faces import Pack
from cardtools.render.forms import face_forms, form_of, paint
from cardtools.render.page_setup import POINTS_PER_MM, describe, finished
from cardtools.render.strips import STRIP_HEIGHT_MM, Labels, LabelSide, StripRoom, strip_room

_NOWHERE: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class SmallPrint:
    """What stands on every sheet beside its cards: ``strips`` is the file that draw_strips made of ``labels``."""

    labels: Labels
    strips: bytes


def place(plan: Imposition, packs: Sequence[Pack], small_print: SmallPrint, title: str, lang: str) -> bytes:
    """Return the sheets of ``plan`` as one PDF. ``packs`` holds the faces of each of its layouts."""
    target = pikepdf.new()
    forms: list[dict[str, tuple[str, pikepdf.Object]]] = []
    count = 0
    for index, pack in enumerate(packs):
        used = {one.face for sheet in plan.sheets if sheet.layout == index for one in sheet.placements}
        found = face_forms(target, pack, used)
        forms.append({key: (f"/F{number}", form) for number, (key, form) in enumerate(found.items(), start=count)})
        count += len(found)
    strips = _Strips(target, small_print, plan)
    drawn: dict[tuple[int, str], list[str]] = {}  # marks and folds are the same on every sheet of a layout and side
    for sheet in plan.sheets:
        layout, faces = plan.layouts[sheet.layout], forms[sheet.layout]
        size = (layout.paper_width_mm, layout.paper_height_mm)
        page = target.add_blank_page(page_size=(size[0] * POINTS_PER_MM, size[1] * POINTS_PER_MM))
        placed = [(faces[one.face], one.matrix(layout.bleed_mm)) for one in sheet.placements]
        content = [paint(name, matrix) for (name, _), matrix in placed]
        resources = {name: form for (name, form), _ in placed}
        # Marks on top: lines and corners lie on card edges, where the cards would hide them.
        kind = (sheet.layout, sheet.side)
        if kind not in drawn:
            drawn[kind] = _stroked(sheet.marks, "0.25 w 0 G") + _stroked(sheet.folds, "0.4 w 0.35 G [3 2] 0 d")
        content += drawn[kind]
        moved = plan.shift.matrix(*size) if sheet.side == "back" and plan.shift else _NOWHERE
        for name, form, matrix in strips.on(sheet, moved):
            content.append(paint(name, matrix))
            resources[name] = form
        page.Contents = target.make_stream("\n".join(content).encode("ascii"))
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(resources))
    describe(target, title, lang, plan.backs)
    return finished(target)


class _Strips:
    """The small print of a file being made: pieces copied into it once, labels put together from them."""

    def __init__(self, target: pikepdf.Pdf, small_print: SmallPrint, plan: Imposition) -> None:
        self._target, self._plan = target, plan
        self._labels = small_print.labels
        self._rooms = [strip_room(layout) for layout in plan.layouts]
        with pikepdf.open(io.BytesIO(small_print.strips)) as source:
            pages = iter([form_of(target, source, page) for page in range(len(source.pages))])
        self._ruler = next(pages)
        self._draft_word = next(pages) if self._labels.draft else None
        self._pieces = dict(zip(self._labels.pieces, pages, strict=True))
        self._widths = {piece: float(form.BBox[2]) / POINTS_PER_MM for piece, form in self._pieces.items()}
        self._names = {piece: f"/P{number}" for number, piece in enumerate(self._pieces)}
        named = {self._names[piece]: form for piece, form in self._pieces.items()}
        self._resources = target.make_indirect(pikepdf.Dictionary(XObject=pikepdf.Dictionary(named)))

    def on(self, sheet: Sheet, moved: Matrix) -> list[tuple[str, pikepdf.Object, Matrix]]:
        """Return the forms of a sheet's small print, their names and where they lie; ``moved`` moves them all."""
        placed: list[tuple[str, pikepdf.Object, Matrix]] = []
        room = self._rooms[sheet.layout]
        if room is not None and room.lies_on_paper(self._plan.layouts[sheet.layout], moved):
            placed.append(("/Ruler", self._ruler, room.matrix(room.ruler_mm)))
            placed.append(("/Label", self._label(sheet, room), room.matrix(room.label_mm)))
        if self._draft_word is not None:
            layout = self._plan.layouts[sheet.layout]
            width, height = (float(self._draft_word.BBox[at]) / POINTS_PER_MM for at in (2, 3))
            left, bottom = (layout.paper_width_mm - width) / 2, (layout.paper_height_mm - height) / 2
            placed.append(("/Draft", self._draft_word, (1.0, 0.0, 0.0, 1.0, left, bottom)))
        return [(name, form, _then(matrix, moved)) for name, form, matrix in placed]

    def _label(self, sheet: Sheet, room: StripRoom) -> pikepdf.Object:
        """Return a label as a form of its own, its pieces side by side and its end at the right."""
        side: LabelSide = "fold" if sheet.folds else sheet.side
        for title in (self._labels.title, self._labels.short_title):
            pieces = self._labels.label(side, sheet.number, self._plan.total, title=title)
            if sum(self._widths[piece] for piece in pieces) <= room.label_width_mm:
                break
        x = room.label_width_mm - sum(self._widths[piece] for piece in pieces)
        content: list[str] = []
        for piece in pieces:
            content.append(paint(self._names[piece], (1.0, 0.0, 0.0, 1.0, x, 0.0)))
            x += self._widths[piece]
        form = self._target.make_stream("\n".join(content).encode("ascii"))
        form.Type, form.Subtype = pikepdf.Name("/XObject"), pikepdf.Name("/Form")
        form.BBox = pikepdf.Array([0, 0, room.label_width_mm * POINTS_PER_MM, STRIP_HEIGHT_MM * POINTS_PER_MM])
        form.Resources = self._resources
        return form


def _then(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that does ``first`` and then ``then``."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _stroked(segments: Sequence[Segment], style: str) -> list[str]:
    """Return the operators that draw lines; none for no lines."""
    if not segments:
        return []
    lines = [
        f"{m.x1_mm * POINTS_PER_MM:.4f} {m.y1_mm * POINTS_PER_MM:.4f} m "
        f"{m.x2_mm * POINTS_PER_MM:.4f} {m.y2_mm * POINTS_PER_MM:.4f} l"
        for m in segments
    ]
    return [f"q {style}", *lines, "S Q"]
