"""The parts of an XLSX file that say which sheet is the first, whether it was calculated, how numbers are shown."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtools.store.number_formats import BUILT_IN
from cardtools.store.xml_files import BrokenXml, OverfullXml, XmlWalker

WORKBOOK: Final = "xl/workbook.xml"
_LINKS: Final = "xl/_rels/workbook.xml.rels"
_KNOWN: Final = ("xl/", "_rels/", "docprops/", "[content_types].xml")
_SHOWN_AS_IS: Final = ("", "general", "@")
_STYLES: Final = 65_000
"""The most styles of cells: no program saves more."""


def is_part(name: str) -> bool:
    """Return whether a part belongs to an XLSX file: the library would take others for a file of another kind."""
    return name.lower().startswith(_KNOWN) and not name.lower().endswith(".bin")


class Opening(NamedTuple):
    """What a workbook says of itself.

    Attributes:
        first: The name of the part that the first sheet is; None where the workbook does not say.
        is_calculated: False where it asks to be calculated when it is opened (``fullCalcOnLoad``), so that a nought
            beside a formula may stand for no value: libraries that calculate nothing write it so.
    """

    first: str | None
    is_calculated: bool


def opening(parts: Mapping[str, bytes]) -> Opening:
    """Return which sheet is the first, and whether the values of formulas are theirs.

    Raises:
        BrokenXml: Where the workbook is no XML that is read, or has one part for two sheets, which would be read twice.
        OverfullXml: Where it holds more than is read.
    """
    links, workbook = Links(), _Workbook()
    links.walk(parts.get(_LINKS, b"<a/>"))
    workbook.walk(parts.get(WORKBOOK, b"<a/>"))
    targets = [links.targets.get(one) for one in workbook.sheets]
    paths = [
        None if target is None else posixpath.normpath(posixpath.join("/xl", target)).lstrip("/").lower()
        for target in targets
    ]
    known = [path for path in paths if path is not None]
    if len(set(known)) < len(known):
        raise BrokenXml(1, 1)
    first = next((name for name in parts if name.lower() == paths[0]), None) if paths else None
    return Opening(first, workbook.is_calculated)


def formats(parts: Mapping[str, bytes]) -> dict[str, str]:
    """Return the format of each style by its number as cells write it, without those that show a number as it is.

    Raises:
        BrokenXml: Where the styles are no XML that is read.
        OverfullXml: Where there are more than any program saves.
    """
    styles = _Styles()
    for name, part in parts.items():
        if name.lower() == "xl/styles.xml":
            styles.walk(part)
    named = (styles.codes.get(one, BUILT_IN.get(one, f"({one})")) for one in styles.used)
    return {str(index): code for index, code in enumerate(named) if code.lower() not in _SHOWN_AS_IS}


class Links(XmlWalker):
    """Reads which part each link of the workbook, or of a sheet, leads to."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: dict[str, str] = {}

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take a link."""
        if tag == "Relationship":
            self.targets[attributes.get("Id", "")] = attributes.get("Target", "")


class _Workbook(XmlWalker):
    """Reads the links of the sheets, and whether formulas wait to be calculated."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: list[str] = []
        self.is_calculated = True

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "sheet":
            self.sheets.append(next((value for name, value in attributes.items() if name.endswith("}id")), ""))
        elif tag == "calcPr":
            self.is_calculated = attributes.get("fullCalcOnLoad", "0") not in ("1", "true")


class _Styles(XmlWalker):
    """Reads the formats that a file brings, and which one each style of a cell has."""

    def __init__(self) -> None:
        super().__init__()
        self.codes: dict[int, str] = {}
        self.used: list[int] = []
        self._of_cells = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "numFmt":
            self.codes[_number(attributes.get("numFmtId"))] = attributes.get("formatCode", "")
        elif tag == "cellXfs":
            self._of_cells = True
        elif tag == "xf" and self._of_cells:
            if len(self.used) == _STYLES:
                raise OverfullXml(self.place[0])
            self.used.append(_number(attributes.get("numFmtId")))

    def end(self, tag: str) -> None:
        if tag == "cellXfs":
            self._of_cells = False


def _number(written: str | None) -> int:
    return int(written) if written and written.isascii() and written.isdigit() and len(written) < 9 else 0
