"""Sheets: faces placed as form XObjects on paper, with marks, ruler and labels; nothing is laid out again."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import pikepdf

from cardtools.model.printing import Imposition, Placement
from cardtools.render.faces import Pack, Trim

POINTS_PER_MM: Final = 72 / 25.4
RULER_WIDTH_MM: Final = 52.0
STRIP_HEIGHT_MM: Final = 5.0


@dataclass(frozen=True, slots=True)
class Strips:
    """Small print for a margin: a PDF whose first page is the ruler, the others one label a sheet side.

    Attributes:
        ruler_mm: Where the ruler begins, along the margin from its left or lower end.
        label_mm: Where the labels begin.
        offset_mm: How far from the paper's edge the strips lie.
        upright: Whether they stand in the left margin, to be read upwards, instead of in the lower one.
    """

    pdf: bytes
    ruler_mm: float
    label_mm: float
    offset_mm: float
    upright: bool


def place(plan: Imposition, pack: Pack, trim: Trim, strips: Strips | None, title: str, lang: str) -> bytes:
    """Return the sheets of ``plan`` as one PDF.

    ``strips`` has one label for each sheet side of the plan, in order; None where no margin has room.
    """
    target = pikepdf.new()
    with pikepdf.open(io.BytesIO(pack.pdf)) as faces:
        used = {placement.face for sheet in plan.sheets for placement in sheet.placements}
        forms = {key: _form(target, faces, page) for key, page in pack.pages.items() if key in used}
    labels: list[pikepdf.Object] = []
    if strips is not None:
        with pikepdf.open(io.BytesIO(strips.pdf)) as source:
            labels = [_form(target, source, number) for number in range(len(source.pages))]
    names = {key: f"/F{number}" for number, key in enumerate(forms)}
    marks = _marks(plan)
    for number, sheet in enumerate(plan.sheets):
        page = target.add_blank_page(
            page_size=(plan.paper_width_mm * POINTS_PER_MM, plan.paper_height_mm * POINTS_PER_MM)
        )
        # Marks on top: lines and corners lie on card edges, where the cards would hide them.
        content = [*(_placement(one, names[one.face], trim) for one in sheet.placements), marks]
        used_forms = {names[one.face]: forms[one.face] for one in sheet.placements}
        if strips is not None:
            used_forms |= {"/Ruler": labels[0], "/Label": labels[number + 1]}
            content += [_strip(strips, strips.ruler_mm, "/Ruler"), _strip(strips, strips.label_mm, "/Label")]
        page.Contents = target.make_stream("\n".join(content).encode("ascii"))
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(used_forms))
    _describe(target, plan, title, lang)
    output = io.BytesIO()
    target.save(output, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return output.getvalue()


def _form(target: pikepdf.Pdf, source: pikepdf.Pdf, page: int) -> pikepdf.Object:
    return target.copy_foreign(source.pages[page].as_form_xobject())


def _placement(placement: Placement, name: str, trim: Trim) -> str:
    """Return the operators that paint a face into its slot; the slot is the trimmed card, bleed goes beyond."""
    slot, bleed = placement.slot, trim.bleed_mm
    if placement.turned:
        x, y = (slot.right_mm + bleed) * POINTS_PER_MM, (slot.top_mm + bleed) * POINTS_PER_MM
        return f"q -1 0 0 -1 {x:.4f} {y:.4f} cm {name} Do Q"
    x, y = (slot.x_mm - bleed) * POINTS_PER_MM, (slot.y_mm - bleed) * POINTS_PER_MM
    return f"q 1 0 0 1 {x:.4f} {y:.4f} cm {name} Do Q"


def _marks(plan: Imposition) -> str:
    if not plan.marks:
        return ""
    lines = [
        f"{m.x1_mm * POINTS_PER_MM:.4f} {m.y1_mm * POINTS_PER_MM:.4f} m "
        f"{m.x2_mm * POINTS_PER_MM:.4f} {m.y2_mm * POINTS_PER_MM:.4f} l"
        for m in plan.marks
    ]
    return "\n".join(["q 0.25 w 0 G", *lines, "S Q"])


def _strip(strips: Strips, along_mm: float, name: str) -> str:
    along = along_mm * POINTS_PER_MM
    if strips.upright:
        right = (strips.offset_mm + STRIP_HEIGHT_MM) * POINTS_PER_MM
        return f"q 0 1 -1 0 {right:.4f} {along:.4f} cm {name} Do Q"
    return f"q 1 0 0 1 {along:.4f} {strips.offset_mm * POINTS_PER_MM:.4f} cm {name} Do Q"


def _describe(target: pikepdf.Pdf, plan: Imposition, title: str, lang: str) -> None:
    """Set title, language and how the file wants to be printed: at its own size, turned as planned."""
    duplex: Mapping[str, str] = {
        "none": "/Simplex", "long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge",
    }  # fmt: skip
    target.docinfo["/Title"] = pikepdf.String(title)
    target.docinfo["/Creator"] = pikepdf.String("cardtools")
    target.Root.Lang = pikepdf.String(lang)
    target.Root.ViewerPreferences = pikepdf.Dictionary(
        PrintScaling=pikepdf.Name("/None"),
        Duplex=pikepdf.Name(duplex[plan.backs]),
        DisplayDocTitle=True,
    )
