"""Folded reference sheets as files: how they ask to be printed, and the order their tags are read in."""

from __future__ import annotations

import io
from typing import Any, Final

import pikepdf

from cardtools.documents.reference_format import Fold
from cardtools.render.page_setup import finished

_TRIFOLD_SIDES: Final = 2


def folded(pdf: bytes, fold: Fold) -> bytes:
    """Return a file that asks to be printed at its own size, and to be turned over as its folds need it."""
    if fold == "none":
        return pdf
    with pikepdf.open(io.BytesIO(pdf)) as document:
        duplex = "/DuplexFlipShortEdge" if fold == "trifold" else "/Simplex"
        wishes = document.Root.get("/ViewerPreferences", pikepdf.Dictionary())
        wishes.PrintScaling = pikepdf.Name("/None")
        wishes.Duplex = pikepdf.Name(duplex)
        document.Root.ViewerPreferences = wishes
        if fold == "trifold":
            _read_inside_before_flap(document)
        return finished(document)


def _read_inside_before_flap(document: pikepdf.Pdf) -> None:
    """Order the tags of a trifold as it is read: the cover, the inside, then flap and back of the outside."""
    node = document.Root.StructTreeRoot.K
    while True:
        children = [one for one in _listed(node) if isinstance(one, pikepdf.Dictionary) and "/S" in one]
        if len(children) != 1:
            break
        node = children[0].K
    if len(children) != _TRIFOLD_SIDES:
        return
    outside, inside = children
    panels = _listed(outside.K)
    for panel in panels[1:]:
        panel.P = inside
    outside.K = pikepdf.Array(panels[:1])
    inside.K = pikepdf.Array([*_listed(inside.K), *panels[1:]])


def _listed(kids: Any) -> list[Any]:
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]
