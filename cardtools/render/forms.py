"""Faces and small print as form XObjects, ready to be placed; the one place that knows how a pack is kept."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping

import pikepdf

from cardtools.model.printing import Matrix
from cardtools.render.faces import Pack
from cardtools.render.page_setup import POINTS_PER_MM


def face_forms(target: pikepdf.Pdf, pack: Pack, used: Collection[str]) -> dict[str, pikepdf.Object]:
    """Return the faces of ``pack`` whose keys are ``used`` as forms of ``target``, in the order of the pack."""
    found: dict[str, pikepdf.Object] = {}
    for pdf, pages in sources(pack):
        with pikepdf.open(io.BytesIO(pdf)) as source:
            found |= {key: form_of(target, source, page) for key, page in pages.items() if key in used}
    return found


def sources(pack: Pack) -> tuple[tuple[bytes, Mapping[str, int]], ...]:
    """Return the files that a pack is kept in, each with the page of each face in it, counted from 0."""
    return ((pack.pdf, pack.pages),)


def form_of(target: pikepdf.Pdf, source: pikepdf.Pdf, page: int) -> pikepdf.Object:
    """Return a page, counted from 0, as a form of ``target``."""
    return target.copy_foreign(source.pages[page].as_form_xobject())


def paint(name: str, matrix: Matrix) -> str:
    """Return the operators that paint the form ``name`` by a matrix in millimetres."""
    a, b, c, d, e, f = matrix
    turning = " ".join(f"{number:.8g}" for number in (a, b, c, d))
    return f"q {turning} {e * POINTS_PER_MM:.4f} {f * POINTS_PER_MM:.4f} cm {name} Do Q"
