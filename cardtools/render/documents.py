"""Sheets of cards as whole documents, read back before they are handed over."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from cardtools.documents.faces import Face
from cardtools.model.finding import Finding
from cardtools.model.printing import Imposition
from cardtools.render.engine import no_collecting
from cardtools.render.faces import Pack, Trim, render_pack
from cardtools.render.html import Templates
from cardtools.render.pack_cache import keeper
from cardtools.render.preflight import Preflight, preflight
from cardtools.render.sheets import SmallPrint, place
from cardtools.render.strips import Labels, LabelSide, draw_strips, strip_room
from cardtools.store.cache import Cache
from cardtools.words.catalog import Words


class DrawPack(Protocol):
    """Lays out distinct faces of one size; see render_pack."""

    def __call__(self, faces: Sequence[Face], trim: Trim, templates: Templates, *, lang: str, title: str) -> Pack:
        """Return the pack."""


@dataclass(frozen=True, slots=True)
class MadeSheets:
    """A file of sheets, what was read back from it, and everything that was found on the way, that included."""

    pdf: bytes
    preflight: Preflight
    findings: tuple[Finding, ...]


Keep = Callable[[str, Callable[[], bytes]], bytes]
"""Returns what was kept under a key, else makes it and keeps it."""


def render_plan(
    plan: Imposition,
    faces: Sequence[Face],
    templates: Templates,
    language: str,
    title: str,
    words: Words,
    *,
    draft: bool = False,
    draw: DrawPack = render_pack,
    keep: Keep | None = None,
) -> MadeSheets:
    """Return the sheets of a plan, read back.

    Each size of card has a pack of its own; faces that lie on no sheet of the plan are not laid out.

    Args:
        plan: Where the faces lie, on sheets of one or several layouts.
        faces: Distinct faces, in any order.
        templates: Where templates are looked for.
        language: Language of the document.
        title: Its title, and that of its labels.
        words: Words of the labels.
        draft: Whether every sheet says that it is a draft.
        draw: What lays faces out.
        keep: Keeps small print from run to run; in the user's cache where it is absent.

    Raises:
        CardtoolsError: See render_pack.
    """
    packs: list[Pack] = []
    for index, layout in enumerate(plan.layouts):
        used = {one.face for sheet in plan.sheets if sheet.layout == index for one in sheet.placements}
        trim = Trim(layout.card_width_mm, layout.card_height_mm, layout.bleed_mm)
        packs.append(draw([face for face in faces if face.key in used], trim, templates, lang=language, title=title))
    sides: tuple[LabelSide, ...] = ("fold",) if plan.backs == "fold" else ("front", "back")
    labels = Labels(title, words, sides, draft)
    keep = keep or keeper(Cache.of_user(), templates)
    name = f"strips {json.dumps(labels.content(language))}"
    with no_collecting():
        strips = keep(name, lambda: draw_strips(labels, templates, language))
        pdf = place(plan, packs, SmallPrint(labels, strips), title, language)
        read = preflight(pdf, packs, {face.key: face for face in faces}, len(plan.sheets))
    findings = [*plan.findings, *read.findings]
    rooms = [(strip_room(layout), layout) for layout in plan.layouts]
    if any(room is None for room, _ in rooms):
        findings.append(Finding(code="print.no-ruler", severity="info", effect="none"))
    elif plan.shift and not all(
        room.lies_on_paper(layout, plan.shift.matrix(layout.paper_width_mm, layout.paper_height_mm))
        for room, layout in rooms
        if room is not None
    ):
        findings.append(Finding(code="print.no-ruler", wording="print.no-ruler.back", severity="info", effect="none"))
    return MadeSheets(pdf, read, tuple(findings))
