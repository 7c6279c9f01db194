"""How far a spreadsheet stretches and what the library does not tell of its cells, found before it is read.

The library has nothing for an error or for a formula without a value, and a number without its format. And it lays a
sheet out as a full rectangle: two cells in opposite corners, a file of five kilobytes, would take half a terabyte and
end the program. And it writes a shared text out for every cell that names it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from cardtools.store.spreadsheet_parts import WORKBOOK, formats, is_part, opening
from cardtools.store.spreadsheet_pictures import picture_marks, pictures_over
from cardtools.store.xml_files import MOST_TAGS, BrokenXml, XmlWalker

UNPACKED: Final = 40_000_000
ROWS: Final = 50_000
COLUMNS: Final = 200
CELLS: Final = 300_000
LETTERS: Final = 100_000
_LETTERS: Final = 40_000_000
"""The most that is read: bytes unpacked, rows, columns, cells of the rectangle, letters in a cell and in all cells."""

PARTS: Final = 10_000
MERGED: Final = 20_000
"""The most parts of a file and merged ranges of a sheet that are read, many times what real ones have."""
_ENTRY: Final = b"PK\x01\x02"

_FORMULA: Final = 60
"""Letters of a formula that are kept."""
_UNNAMED: Final = "#?"
_UNSAVED: Final = ("",)
"""What stands beside a formula whose value was not saved."""
_REFERENCE: Final = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_WIDE: Final = "sheetData".encode("utf-16-le")[:-1]


Odd = tuple[Literal["error", "picture", "formula", "format"], str]
"""A cell that holds an error, a picture, a formula whose value was not saved, or a number in a format, as text."""


class TooLargeError(Exception):
    """It holds more than is read."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A spreadsheet that takes no more than it may.

    Attributes:
        content: The file packed anew, of the parts that were looked at and none besides.
        odd: The cells of the first sheet that the library tells too little of, by row, then column, both from 1.
        pictures: How many pictures lie over the first sheet.
    """

    content: bytes
    odd: Mapping[int, Mapping[int, Odd]]
    pictures: int = 0


def has_too_many_parts(content: bytes) -> bool:
    """Return whether an archive lists more parts than are read, which the library would all take in to count them."""
    return content.count(_ENTRY) > PARTS


def measured(content: bytes) -> Measured:
    """Measure a spreadsheet.

    Raises:
        TooLargeError: Where it holds more than is read.
        OverfullXml: Where a part of it, or all of them together, hold more tags than are read.
        BrokenXml: Where a sheet is no XML that is read.
        zipfile.BadZipFile: Where it is no archive of a workbook, or one that says of itself what is not so.
        NotImplementedError: Where it is packed in an unknown way.
        RuntimeError: Where it is encrypted.
    """
    if has_too_many_parts(content):
        raise TooLargeError
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as archive, zipfile.ZipFile(packed, "w") as anew:
        items = archive.infolist()
        if sum(item.file_size for item in items) > UNPACKED:
            raise TooLargeError
        if len({item.filename.lower() for item in items}) != len(items):
            raise zipfile.BadZipFile
        # Wrong sizes and checksums are refused here.
        parts = {item.filename: archive.read(item) for item in items if is_part(item.filename)}
        if WORKBOOK not in parts:
            raise zipfile.BadZipFile
        first, is_calculated = opening(parts)
        unsaved = _UNSAVED if is_calculated else (*_UNSAVED, "0")
        sheet = _Sheets(_shared(parts), formats(parts), unsaved, picture_marks(parts))
        for name, part in parts.items():
            # Sixteen-bit letters would hide a sheet from this look, and no program saves them.
            if b"\0" in part and (name.lower().endswith((".xml", ".rels")) or _WIDE in part):
                raise BrokenXml(1, 1)
            if b"sheetData" in part:
                sheet.measure(part, is_first=name == first)
            anew.writestr(zipfile.ZipInfo(name), part)
    return Measured(packed.getvalue(), sheet.odd, 0 if first is None else pictures_over(parts, first))


def _shared(parts: Mapping[str, bytes]) -> list[int]:
    """Return the length of every shared text."""
    found = [part for name, part in parts.items() if name.lower().endswith("sharedstrings.xml")]
    if len(found) > 1:
        raise zipfile.BadZipFile
    texts = _Texts()
    for part in found:
        texts.walk(part)
    return texts.sizes


class _Texts(XmlWalker):
    """Measures the shared texts."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:  # noqa: ARG002 - as the walker calls it
        if tag == "si":
            if len(self.sizes) == CELLS:
                raise TooLargeError
            self.sizes.append(0)

    def data(self, text: str) -> None:
        if self.sizes:
            self.sizes[-1] += len(text)
            if self.sizes[-1] > LETTERS:
                raise TooLargeError


class _Sheets:
    """Adds up what all sheets hold, since the names of those with anything in them are told."""

    def __init__(
        self, texts: list[int], formats: Mapping[str, str], unsaved: Collection[str], marks: Collection[str]
    ) -> None:
        self._texts = texts
        self._marks = marks
        self._formats = formats
        self._unsaved = unsaved
        self.odd: dict[int, dict[int, Odd]] = {}
        self._cells = 0
        self._letters = 0
        self._tags = 0

    def measure(self, part: bytes, *, is_first: bool) -> None:
        """Take one more sheet; the odd cells of the first are kept.

        Raises:
            TooLargeError: Where it, or all of them together, hold more than is read.
        """
        room, tags = _LETTERS - self._letters, MOST_TAGS - self._tags
        sheet = _Sheet(self._texts, room, self._formats, self._unsaved, self._marks, tags)
        sheet.walk(part)
        self._tags += sheet.tags
        self._letters += sheet.letters
        self._cells += sheet.rows * sheet.columns
        if sheet.rows > ROWS or sheet.columns > COLUMNS or self._cells > CELLS:
            raise TooLargeError
        if is_first:
            self.odd = sheet.odd


class _Sheet(XmlWalker):
    """Follows rows and cells: each says where it stands, or stands right after the one before."""

    def __init__(
        self,
        texts: list[int],
        most: int,
        formats: Mapping[str, str],
        unsaved: Collection[str],
        marks: Collection[str],
        tags: int,
    ) -> None:
        super().__init__(tags)
        self._texts = texts
        self._room = most
        self._unsaved = unsaved
        self._marks = marks
        self._is_picture = False
        self._formats: dict[str, Odd] = {style: ("format", code) for style, code in formats.items()}
        self._row = 0
        self._column = 0
        self._type = "n"
        self._format: Odd | None = None
        self._inside = ""
        self._value = ""
        self._formula: str | None = None
        self._saved = False
        self._size = 0
        self.rows = 0
        self.columns = 0
        self.letters = 0
        self._cells = 0
        self._merged = 0
        self.odd: dict[int, dict[int, Odd]] = {}

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "row":
            self._row = self._number(attributes["r"]) if "r" in attributes else self._row + 1
            self._column = 0
        elif tag == "c":
            self._cell(attributes)
        elif tag in ("v", "is", "f"):
            self.rows = max(self.rows, self._row)
            self.columns = max(self.columns, self._column)
            self._inside = tag
            if tag == "v":
                self._saved = self._type == "str"  # a formula may well say nothing; a number cannot
            elif tag == "f":
                self._formula = ""
        elif tag == "mergeCell":
            self._merged += 1
            if self._merged > MERGED:
                raise TooLargeError

    def data(self, text: str) -> None:
        self._add(len(text))
        if self._inside:
            self._size += len(text)
            if self._size > LETTERS:
                raise TooLargeError
        if self._inside == "v":
            self._value += text
        elif self._inside == "f" and self._formula is not None:
            self._formula = (self._formula + text)[:_FORMULA]

    def end(self, tag: str) -> None:
        if tag in ("v", "f", "is"):
            self._inside = ""
        if tag == "v" and self._type == "s":
            index = self._number(self._value.strip())
            if index >= len(self._texts):
                raise BrokenXml(*self.place)
            self._add(self._texts[index])
        elif tag == "c":
            self._end_cell()

    def _end_cell(self) -> None:
        """Keep what the library does not tell."""
        value = self._value.strip()
        if self._type == "e":
            self._keep(("picture" if self._is_picture else "error", value or _UNNAMED))
        elif self._formula is not None and value in self._unsaved and not self._saved:
            self._keep(("formula", f"={self._formula}"))
        elif self._format is not None and self._type == "n" and value:
            self._keep(self._format)

    def _keep(self, odd: Odd) -> None:
        self.odd.setdefault(self._row, {})[self._column] = odd

    def _add(self, letters: int) -> None:
        self.letters += letters
        if self.letters > self._room:
            raise TooLargeError

    def _cell(self, attributes: Mapping[str, str]) -> None:
        self._cells += 1
        if self._cells > CELLS:
            raise TooLargeError
        self._type = attributes.get("t", "n")
        self._format = self._formats.get(attributes.get("s", "0"))
        self._is_picture = attributes.get("vm") in self._marks
        self._value, self._formula, self._saved, self._inside, self._size = "", None, False, "", 0
        if "r" not in attributes:
            self._column += 1
            return
        found = _REFERENCE.fullmatch(attributes["r"])
        if found is None:
            raise BrokenXml(*self.place)
        self._row = int(found.group(2))
        self._column = 0
        for letter in found.group(1).upper():
            self._column = self._column * 26 + ord(letter) - ord("A") + 1

    def _number(self, written: str) -> int:
        if not written.isascii() or not written.isdigit() or len(written) > 9:
            raise BrokenXml(*self.place)
        return int(written)
