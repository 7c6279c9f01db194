"""Spreadsheets: the first sheet of an XLSX file from strangers as rows of text, and rows written as XLSX."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.store.spreadsheet_extent import CELLS, COLUMNS, ROWS, UNPACKED, TooLargeError, measured
from cardtools.store.xml_files import BrokenXml

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

_LONGEST: Final = 32_767
_NO_CELL: Final = re.compile("[\ud800-\udfff\ufffe\uffff]|_x[0-9A-Fa-f]{4}_x[0-9A-Fa-f]{4}_")
"""What does not come back: signs that stand for no letter, and numbers of letters in a row, written as such."""

_WORKBOOK: Final = "xl/workbook.xml"
_WIDEST: Final = 60
_NO_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)

_LIBRARIES: Final = frozenset({"python_calamine", "_python_calamine", "pyo3_runtime", "zlib", "lzma", "_lzma"})
_UNREADABLE: Final = (zipfile.BadZipFile, BrokenXml, OSError, ValueError, IndexError, EOFError, RuntimeError)

Rows = tuple[tuple[str, ...], ...]


def is_spreadsheet(content: bytes) -> bool:
    """Return whether a file is an archive with a workbook in it."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _WORKBOOK in archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def read_spreadsheet(content: bytes, path: str) -> Rows:
    """Return the rows of the first sheet, row 1 first, empty rows too; every cell as the text it shows.

    A formula counts as the value that was saved with it; nothing is ever calculated.

    Raises:
        CardtoolsError: ``file.unreadable`` where it is no spreadsheet; ``file.too-large`` where it unpacks to more
            than 60 MB, 50,000 rows, 200 columns, 2,000,000 cells or 60,000,000 letters.
    """
    with _refusing(path):
        return _rows(_open(content, path), 0)


def read_sheets(content: bytes, path: str) -> tuple[Rows, tuple[str, ...]]:
    """Return the rows of the first sheet, and the names of the other sheets that hold anything.

    Raises:
        CardtoolsError: See read_spreadsheet.
    """
    with _refusing(path):
        workbook = _open(content, path)
        names = workbook.sheet_names
        others = (name for index, name in enumerate(names) if index and any(map(any, _rows(workbook, index))))
        return _rows(workbook, 0), tuple(others)


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


def _open(content: bytes, path: str) -> CalamineWorkbook:
    """Return the workbook, once it is known that it takes no more than it may."""
    try:
        safe = measured(content)
    except TooLargeError as error:
        raise refuse(
            "file.too-large",
            path=path,
            wording="file.too-large.cells",
            limit=UNPACKED // 1_000_000,
            rows=ROWS,
            columns=COLUMNS,
            cells=CELLS,
        ) from error
    from python_calamine import CalamineWorkbook

    return CalamineWorkbook.from_filelike(io.BytesIO(safe))


def _rows(workbook: CalamineWorkbook, index: int) -> Rows:
    rows = workbook.get_sheet_by_index(index).to_python(skip_empty_area=False)
    return tuple(tuple(_text(cell) for cell in row) for row in rows)


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


def _text(cell: object) -> str:
    """Return a cell as text, as a spreadsheet shows it: whole numbers without a point, truth in capitals."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    return str(cell)
