"""Spreadsheets: the first sheet of an XLSX file from strangers as rows of text, and rows written as XLSX."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtools.errors import CardtoolsError, refuse
from cardtools.store.number_formats import plain, shown
from cardtools.store.spreadsheet_cells import Cell
from cardtools.store.spreadsheet_extent import (
    CELLS,
    COLUMNS,
    LETTERS,
    MERGED,
    PARTS,
    ROWS,
    UNPACKED,
    Measured,
    Odd,
    TooLargeError,
    has_too_many_parts,
    measured,
)
from cardtools.store.spreadsheet_parts import WORKBOOK
from cardtools.store.xml_files import MOST_TAGS, BrokenXml, OverfullXml

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

_LONGEST: Final = 32_767
_NO_CELL: Final = re.compile("[\ud800-\udfff\ufffe\uffff]|_x[0-9A-Fa-f]{4}_x[0-9A-Fa-f]{4}_")
"""What does not come back: signs that stand for no letter, and numbers of letters in a row, written as such."""

_WIDEST: Final = 60
_NO_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)

_LIBRARIES: Final = frozenset({"python_calamine", "_python_calamine", "pyo3_runtime", "zlib", "lzma", "_lzma"})
_UNREADABLE: Final = (zipfile.BadZipFile, BrokenXml, OSError, ValueError, IndexError, EOFError, RuntimeError)

Rows = tuple[tuple[str, ...], ...]


def is_spreadsheet(content: bytes) -> bool:
    """Return whether a file is an archive with a workbook in it, or with more in it than is looked through."""
    if has_too_many_parts(content):
        return True  # which is to be told when it is read
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return WORKBOOK in archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def read_spreadsheet(content: bytes, path: str) -> Rows:
    """Return the rows of the first sheet, row 1 first, empty rows too; every cell as the text it shows.

    A cell that is not simply its text is a Cell: an error, a formula whose value was not saved, one merged with the
    cell above it, a day, a number in a format. A formula counts as the value that was saved with it; nothing is ever
    calculated.

    Raises:
        CardtoolsError: ``file.unreadable`` where it is no spreadsheet; ``file.too-large`` where it unpacks to more
            than 40 MB, 50,000 rows, 200 columns, 300,000 cells, 100,000 letters in a cell or 40,000,000 in all, or to
            more parts, tags, styles or merged cells than any spreadsheet of that size has.
    """
    with _refusing(path):
        return _open(content, path).rows()


class Sheets(NamedTuple):
    """The rows of the first sheet, and what else there is.

    Attributes:
        others: The names of the other sheets that hold anything.
        pictures: How many pictures lie over the first sheet, in no cell of it.
    """

    rows: Rows
    others: tuple[str, ...]
    pictures: int


def read_sheets(content: bytes, path: str) -> Sheets:
    """Return the rows of the first sheet, and what else there is.

    Raises:
        CardtoolsError: See read_spreadsheet.
    """
    with _refusing(path):
        opened = _open(content, path)
        return Sheets(opened.rows(), tuple(opened.others()), opened.measured.pictures)


def fits_cell(text: str) -> bool:
    """Return whether a cell can hold a text: no more than 32,767 letters, and all of them letters."""
    return len(text) <= _LONGEST and _NO_CELL.search(text) is None


def write_spreadsheet(rows: Iterable[Sequence[str | int]], header: int | None = None) -> bytes:
    """Return one sheet of these rows as XLSX, texts never as formulas or links; the same rows give the same bytes.

    Args:
        rows: The cells.
        header: Index of the row that names the columns, which is set in bold.

    Raises:
        ValueError: For a text that no cell can hold; see fits_cell.
    """
    from xlsxwriter import Workbook

    stream = io.BytesIO()
    workbook = Workbook(stream, {"in_memory": True})
    workbook.set_properties({"created": _NO_DATE})
    bold = workbook.add_format({"bold": True})
    sheet = workbook.add_worksheet()
    widths: dict[int, int] = {}
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            style = bold if row == header else None
            if isinstance(cell, int):
                sheet.write_number(row, column, cell, style)
            elif not fits_cell(cell) or sheet.write_string(row, column, cell, style) < 0:
                raise ValueError(cell[:60])
            if header is not None and row >= header:
                widths[column] = max(widths.get(column, 0), min(len(str(cell)) + 2, _WIDEST))
    for column, width in widths.items():
        sheet.set_column(column, column, width)
    workbook.close()
    return stream.getvalue()


@dataclass(frozen=True, slots=True)
class _Opened:
    """A workbook that takes no more than it may, and the cells of its first sheet that the library is silent about."""

    workbook: CalamineWorkbook
    measured: Measured

    def rows(self) -> Rows:
        sheet = self.workbook.get_sheet_by_index(0)
        values = sheet.to_python(skip_empty_area=False)
        covered = _covered(sheet, len(values), max(map(len, values), default=0))
        found = []
        for row in range(1, len(values) + 1):
            cells, values[row - 1] = values[row - 1], []  # let go of at once: a large sheet is not held twice
            odd, merged = self.measured.odd.get(row, {}), covered.get(row, ())
            texts = (_text(cell, odd.get(at), is_covered=at in merged) for at, cell in enumerate(cells, start=1))
            found.append(tuple(texts))
        return tuple(found)

    def others(self) -> Iterator[str]:
        for index, name in enumerate(self.workbook.sheet_names):
            values = self.workbook.get_sheet_by_index(index).to_python() if index else []
            if any(cell not in (None, "") for row in values for cell in row):
                yield name


def _open(content: bytes, path: str) -> _Opened:
    """Return the workbook, once it is known that it takes no more than it may."""
    try:
        safe = measured(content)
    except (TooLargeError, OverfullXml) as error:
        raise refuse(
            "file.too-large",
            path=path,
            wording="file.too-large.cells",
            limit=UNPACKED // 1_000_000,
            rows=ROWS,
            columns=COLUMNS,
            cells=CELLS,
            letters=LETTERS,
            merged=MERGED,
            parts=PARTS,
            tags=MOST_TAGS,
        ) from error
    from python_calamine import CalamineWorkbook

    return _Opened(CalamineWorkbook.from_filelike(io.BytesIO(safe.content)), safe)


def _covered(sheet: CalamineSheet, rows: int, columns: int) -> Mapping[int, set[int]]:
    """Return the cells, by row, then column, both from 1, that are one with a cell above them."""
    covered: dict[int, set[int]] = {}
    room = CELLS
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        across, down = range(left, min(right + 1, columns)), range(top + 1, min(bottom + 1, rows))
        room -= len(across) * len(down)
        if room < 0:  # ranges that lie over each other, which no program saves
            raise ValueError
        for row in down:
            covered.setdefault(row + 1, set()).update(column + 1 for column in across)
    return covered


@contextmanager
def _refusing(path: str) -> Iterator[None]:
    """Refuse what the libraries cannot read; their own errors share no base class, and a panic is no Exception."""
    try:
        yield
    except CardtoolsError:
        raise
    except BaseException as error:
        own = type(error).__module__.split(".")[0] in _LIBRARIES
        if own or isinstance(error, _UNREADABLE):
            raise refuse("file.unreadable", path=path, wording="file.unreadable.spreadsheet") from error
        raise


def _text(cell: object, odd: Odd | None, *, is_covered: bool) -> str:
    """Return a cell as text, as a spreadsheet shows it: whole numbers without a point, truth in capitals."""
    if odd is not None and odd[0] != "format":
        return Cell(odd[1], odd[0])
    if isinstance(cell, str) and cell:
        return cell
    if cell is None or cell == "":
        return Cell("", "merged") if is_covered else ""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, date | time | timedelta):
        return Cell(str(cell), "date")
    if isinstance(cell, int | float):
        return _number(float(cell), None if odd is None else odd[1])
    return str(cell)


def _number(number: float, code: str | None) -> str:
    bare = plain(number)
    text = bare if code is None else shown(number, code)
    if text is None:
        return Cell(bare, "format", code or "")
    return text if text == bare else Cell(text, "number", bare)
