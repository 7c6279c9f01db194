"""Pictures in a spreadsheet, which nobody reads: those that lie in a cell, and those that lie over the sheet."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from typing import Final

from cardtools.store.spreadsheet_parts import Links
from cardtools.store.xml_files import XmlWalker

_OF_CELLS: Final = frozenset({"xl/metadata.xml", "xl/richdata/rdrichvalue.xml", "xl/richdata/rdrichvaluestructure.xml"})
_PICTURES: Final = ("_localImage", "_webimage")
"""What a value is that shows a picture, placed there or fetched by a formula; an error may be such a value, too."""


def picture_marks(parts: Mapping[str, bytes]) -> frozenset[str]:
    """Return the marks (``vm``) by which cells of a workbook say that their value is a picture.

    Raises:
        BrokenXml: Where what tells it is no XML that is read.
        OverfullXml: Where that holds more than is read.
    """
    values = _Values()
    for name in sorted(parts):
        if name.lower() in _OF_CELLS:
            values.walk_also(parts[name])
    return frozenset(str(number) for number, kind in enumerate(values.kinds(), start=1) if kind in _PICTURES)


def pictures_over(parts: Mapping[str, bytes], sheet: str) -> int:
    """Return how many pictures lie over the sheet that is the part ``sheet``. See picture_marks."""
    folder, name = posixpath.split(sheet)
    named = {one.lower(): one for one in parts}
    links = Links()
    links.walk(parts.get(named.get(f"{folder}/_rels/{name}.rels".lower(), ""), b"<a/>"))
    targets = (posixpath.normpath(posixpath.join("/", folder, one)) for one in links.targets.values())
    count = 0
    for path in {target.lstrip("/").lower() for target in targets} & set(named):
        if path.startswith("xl/drawings/") and path.endswith(".xml"):
            drawing = _Drawing()
            drawing.walk(parts[named[path]])
            count += drawing.pictures
    return count


class _Values:
    """Follows a mark to what its value is: mark, block, value, structure."""

    def __init__(self) -> None:
        self.blocks: list[str] = []
        self.marks: list[str] = []
        self.values: list[str] = []
        self.structures: list[str] = []

    def walk_also(self, part: bytes) -> None:
        """Take what one more part tells."""
        _Part(self).walk(part)

    def kinds(self) -> Iterable[str]:
        """Yield what the value of each mark is, "" where that is not said."""
        for mark in self.marks:
            yield _at(self.structures, _at(self.values, _at(self.blocks, mark)))


def _at(found: list[str], index: str) -> str:
    number = int(index) if index.isascii() and index.isdigit() and len(index) < 9 else len(found)
    return found[number] if number < len(found) else ""


class _Part(XmlWalker):
    def __init__(self, values: _Values) -> None:
        super().__init__()
        self._values = values
        self._of_cells = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "valueMetadata":
            self._of_cells = True
        elif tag == "rvb":
            self._values.blocks.append(attributes.get("i", ""))
        elif tag == "rc" and self._of_cells:
            self._values.marks.append(attributes.get("v", ""))
        elif tag == "rv":
            self._values.values.append(attributes.get("s", ""))
        elif tag == "s":
            self._values.structures.append(attributes.get("t", ""))

    def end(self, tag: str) -> None:
        if tag == "valueMetadata":
            self._of_cells = False


class _Drawing(XmlWalker):
    def __init__(self) -> None:
        super().__init__()
        self.pictures = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:  # noqa: ARG002 - as the walker calls it
        self.pictures += tag == "pic"
