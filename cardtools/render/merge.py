"""Packs become one: whatever they have in common stands in it once, and every font is embedded once.

The outcome depends on the faces alone, not on how they were spread over packs: so a file printed from the cache is
the same, byte by byte, as one printed without.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from typing import Any

import pikepdf

from cardtools.render.font_union import FontUnion
from cardtools.render.pack import Glyphs


def merged(faces: Sequence[tuple[bytes, int, Glyphs]], lang: str, title: str) -> bytes:
    """Return one PDF with a page for each face, in order.

    Args:
        faces: The PDF that has the face, its page there, and the glyphs that it shows.
        lang: Language of the document.
        title: Title of the document.
    """
    target = pikepdf.new()
    union = FontUnion()
    share = _Share(target, union)
    opened: dict[int, pikepdf.Pdf] = {}
    try:
        for pdf, number, glyphs in faces:
            if id(pdf) not in opened:
                opened[id(pdf)] = pikepdf.open(io.BytesIO(pdf))
            source = opened[id(pdf)]
            target.pages.append(source.pages[number])
            page = target.pages[-1].obj
            union.add(glyphs)
            page.Resources = share.resources(page.Resources)
        union.embed(target)
        target.docinfo["/Title"] = pikepdf.String(title)
        target.Root.Lang = pikepdf.String(lang)
        output = io.BytesIO()
        target.save(output, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    finally:
        for source in opened.values():
            source.close()
    return output.getvalue()


class _Share:
    """Equal streams of a document by their content."""

    def __init__(self, target: pikepdf.Pdf, union: FontUnion) -> None:
        self._target = target
        self._union = union
        self._by_content: dict[bytes, pikepdf.Object] = {}
        self._known: dict[tuple[int, int], pikepdf.Object] = {}

    def resources(self, resources: pikepdf.Object) -> pikepdf.Dictionary:
        """Return ``resources`` naming the shared fonts and streams, each kind of them an object shared itself."""
        shared = {kind: self._direct(entries) for kind, entries in resources.items() if kind != "/Font"}
        if "/Font" in resources:
            fonts = {name: self._union.font(self._target, name, font) for name, font in resources.Font.items()}
            shared["/Font"] = pikepdf.Dictionary(fonts)
        return pikepdf.Dictionary({kind: self._one(shared[kind]) for kind in sorted(shared)})

    def _one(self, entries: pikepdf.Object) -> pikepdf.Object:
        """Return the one object that stands for all equal to ``entries``.

        As an object of its own it is compressed; written out in each form it would not be.
        """
        content = entries.unparse()
        if content not in self._by_content:
            self._by_content[content] = self._target.make_indirect(entries)
        return self._by_content[content]

    def _direct(self, item: Any) -> Any:
        """Return a value with all that it refers to written out, but for streams, which are shared."""
        if isinstance(item, pikepdf.Stream):
            return self._stream(item)
        if isinstance(item, pikepdf.Dictionary):
            return pikepdf.Dictionary({name: self._direct(value) for name, value in item.items()})
        if isinstance(item, pikepdf.Array):
            return pikepdf.Array([self._direct(value) for value in item])
        return item

    def _stream(self, item: pikepdf.Object) -> pikepdf.Object:
        number = item.objgen
        if number in self._known:
            return self._known[number]
        if "/Resources" in item:
            item.Resources = self.resources(item.Resources)
        for name in ("/SMask", "/ColorSpace"):
            if name in item:
                item[name] = self._direct(item[name])
        content = hashlib.sha256(item.stream_dict.unparse(resolved=True) + item.read_raw_bytes()).digest()
        self._known[number] = shared = self._by_content.setdefault(content, item)
        return shared
