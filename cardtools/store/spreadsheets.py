"""Spreadsheets from strangers: the first sheet of an XLSX file as rows of text, within limits set before any work."""

from __future__ import annotations

import io
import zipfile
from typing import Final

from cardtools.errors import refuse

_UNPACKED: Final = 60_000_000
_ROWS: Final = 50_000
_COLUMNS: Final = 200

Rows = tuple[tuple[str, ...], ...]


def read_spreadsheet(content: bytes, path: str) -> Rows:
    """Return the rows of the first sheet, row 1 first, empty rows too; every cell as the text it shows.

    A formula counts as the value that was saved with it; nothing is ever calculated.

    Raises:
        CardtoolsError: ``file.unreadable`` where it is no spreadsheet; ``file.too-large`` where it unpacks to more
            than 60 MB, 50,000 rows or 200 columns.
    """
    from python_calamine import CalamineWorkbook

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(item.file_size for item in archive.infolist()) > _UNPACKED:
                raise refuse("file.too-large", path=path, limit=_UNPACKED // 1_000_000)
        sheet = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0)
        if sheet.total_height > _ROWS or sheet.total_width > _COLUMNS:
            raise refuse("file.too-large", path=path, limit=_UNPACKED // 1_000_000)
        rows = sheet.to_python(skip_empty_area=False)
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise refuse("file.unreadable", path=path, wording="file.unreadable.spreadsheet") from error
    except Exception as error:  # the reader's own errors share no base class
        if type(error).__module__.startswith(("python_calamine", "_python_calamine")):
            raise refuse("file.unreadable", path=path, wording="file.unreadable.spreadsheet") from error
        raise
    return tuple(tuple(_text(cell) for cell in row) for row in rows)


def _text(cell: object) -> str:
    """Return a cell as text: whole numbers without a point."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    return str(cell)
