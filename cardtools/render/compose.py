"""Face pages out of one page of the layout program.

A page costs the layout program more than a face. So all faces lie over one another on a single page, each one a
transparency group, which it writes as a form XObject of its own; out of these the pages are made here. Drawings are
such forms too, each drawn once however many faces show it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from math import ceil
from typing import Final

import pikepdf

from cardtools.render.pack import Glyphs, Trim

POINTS_PER_MM: Final = 72 / 25.4
PIXELS_PER_POINT: Final = 96 / 72
_TO_POINTS: Final = "0.75 0 0 -0.75 0 {height:.6f} cm"
"""From CSS pixels, counted from the top, to points counted from the foot."""

_DRAWING: Final = "/Drawing"
_SHOWN: Final = re.compile(rb"/([A-Z]{6}) [-+.\d]+ Tf|\[([^\]]*)\] ?TJ")
_GLYPHS: Final = re.compile(rb"<([0-9a-f]+)>")
_FINE: Final = re.compile(rb"((?:^|(?<=[ \n\[>]))-?\d*\.\d{4})\d+")
"""Numbers with more decimals than can be seen."""
_STATE: Final = re.compile(rb"(?<=/)(\S+)(?= gs\n)")
_SET_STATE: Final = re.compile(rb"/\S+ gs\n")
_OPAQUE: Final = frozenset((b"a1", b"a1.0", b"A1", b"A1.0"))
"""Graphics states that say nothing: opaque is what a page begins with."""
_PICTURE: Final = re.compile(rb"/(i[0-9a-f]{32}[01])(?= Do)")


class FacesLostError(ValueError):
    """The page does not hold one group for each drawing and face: a style sheet has hidden or added some."""


def face_pages(
    laid_out: bytes, drawings: Sequence[bytes | None], shows: Sequence[int | None], trim: Trim
) -> tuple[bytes, list[Glyphs]]:
    """Return a PDF with a page for each face, and the glyphs that each one shows.

    Args:
        laid_out: The one page: first the drawings that are None in ``drawings``, then all faces.
        drawings: The operators of each drawing, in CSS pixels from the top left.
        shows: For each face the number of the drawing under it, None for none.
        trim: Card size and bleed.

    Raises:
        FacesLostError: See there; with our own templates that cannot be.
    """
    width = (trim.width_mm + 2 * trim.bleed_mm) * POINTS_PER_MM
    height = (trim.height_mm + 2 * trim.bleed_mm) * POINTS_PER_MM
    glyphs: list[Glyphs] = []
    with pikepdf.open(io.BytesIO(laid_out)) as source:
        forms = _groups(source, sum(drawing is None for drawing in drawings) + len(shows))
        shown = [_plain(form) for form in forms]
        there = iter(range(len(forms)))
        pixels = [ceil(length * PIXELS_PER_POINT) for length in (width, height)]  # the page itself ends sooner
        pictures = [
            (forms[number := next(there)], shown[number]) if drawing is None else (_form(source, drawing, pixels), {})
            for drawing in drawings
        ]
        target = pikepdf.new()
        for number, drawing in zip(there, shows, strict=True):
            form, found = forms[number], shown[number]
            head = [_TO_POINTS.format(height=height)]
            if drawing is not None:
                form.Resources.XObject = pikepdf.Dictionary(
                    {**_entries(form, "/XObject"), _DRAWING: pictures[drawing][0]}
                )
                head.append(f"{_DRAWING} Do")
                for name, ids in pictures[drawing][1].items():
                    found.setdefault(name, set()).update(ids)
            glyphs.append({name: frozenset(ids) for name, ids in found.items()})
            blank = target.add_blank_page(page_size=(round(width, 6), round(height, 6)))
            resources = target.copy_foreign(source.make_indirect(form.Resources))
            blank.obj.Resources = resources
            blank.obj.Contents = target.make_stream("\n".join(head).encode() + b"\n" + form.read_bytes())
        output = io.BytesIO()
        target.save(output, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return output.getvalue(), glyphs


def _groups(source: pikepdf.Pdf, expected: int) -> list[pikepdf.Object]:
    groups = _entries(source.pages[0].obj, "/XObject")
    names = [f"/x{number}" for number in range(expected)]
    if len(source.pages) != 1 or groups.keys() != set(names):
        raise FacesLostError
    return [groups[name] for name in names]


def _form(source: pikepdf.Pdf, drawing: bytes, pixels: Sequence[int]) -> pikepdf.Object:
    return source.make_stream(
        drawing,
        Type=pikepdf.Name.XObject,
        Subtype=pikepdf.Name.Form,
        BBox=pikepdf.Array([0, 0, *pixels]),
    )


def _plain(form: pikepdf.Object) -> dict[str, set[int]]:
    """Make a group a plain form, with only what it uses, under names that depend on nothing else.

    Pictures are named after where their files lay; here by their order. Returned are the glyphs that it shows.
    """
    if "/Group" in form:
        del form["/Group"]
    content = _FINE.sub(rb"\1", form.read_bytes())
    if set(_STATE.findall(content)) <= _OPAQUE:
        content = _SET_STATE.sub(b"", content)
        form.Resources.ExtGState = pikepdf.Dictionary()
    names: dict[bytes, bytes] = {}
    for match in _PICTURE.finditer(content):
        names.setdefault(match[1], b"P%d" % len(names))
    content = _PICTURE.sub(lambda match: b"/" + names[match[1]], content)
    form.write(content)
    if names:
        pictures = form.Resources.XObject
        for old, new in names.items():
            pictures["/" + new.decode()] = pictures["/" + old.decode()]
            del pictures["/" + old.decode()]
    found: dict[str, set[int]] = {}
    _gather(form, content, found)
    fonts = {name: font for name, font in _entries(form, "/Font").items() if name.lstrip("/") in found}
    form.Resources.Font = pikepdf.Dictionary(fonts)
    for kind in list(form.Resources.keys()):
        if len(form.Resources[kind]) == 0 or (kind == "/ColorSpace" and b"/lab-" not in content):
            del form.Resources[kind]
    return found


def _gather(form: pikepdf.Object, content: bytes, found: dict[str, set[int]]) -> None:
    """Add the glyphs that a form and the forms within it show to ``found``."""
    font = ""
    for match in _SHOWN.finditer(content):
        if match[1]:
            font = match[1].decode()
            continue
        ids = found.setdefault(font, set())
        for digits in _GLYPHS.findall(match[2]):
            ids.update(int(digits[start : start + 4], 16) for start in range(0, len(digits), 4))
    for inner in _entries(form, "/XObject").values():
        if inner.get("/Subtype") == "/Form":
            _gather(inner, inner.read_bytes(), found)


def _entries(form: pikepdf.Object, kind: str) -> dict[str, pikepdf.Object]:
    if "/Resources" not in form or kind not in form.Resources:
        return {}
    return dict(form.Resources[kind].items())
