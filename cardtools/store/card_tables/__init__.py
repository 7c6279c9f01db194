"""Tables of cards from anybody's spreadsheet: CSV, TSV, XLSX or YAML in, one frozen row a card out.

Nothing is lost, invented or miscounted without a finding: every row is a card, a row whose quantity is 0, or an error.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import Final

from cardtools.errors import refuse
from cardtools.model.finding import Collected, Finding, Location
from cardtools.model.prototype import CardTable
from cardtools.store.card_tables.columns import Header, read_header
from cardtools.store.card_tables.rows import MOST_ROWS, RowReader
from cardtools.store.csv_text import csv_reader
from cardtools.store.deck_lists.encoding import decode
from cardtools.store.files import DATA_LIMIT, read_bytes
from cardtools.store.pools.cards_txt import first_line
from cardtools.store.pools.table import Cells, csv_rows
from cardtools.store.spreadsheet_cells import Cell, as_number, check_header, lost_cells, unread_formats

ENDINGS: Final = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".yaml", ".yml")

_SHEETS: Final = (".xlsx", ".xlsm")
_TREES: Final = (".yaml", ".yml")
_PACKED: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_SEPARATOR: Final = re.compile(r"sep=[,;\t]?", re.IGNORECASE)
"""Excel's own first line, which names the delimiter."""
_SHOWN: Final = 60


def read_card_table(path: Path, encoding: str | None = None) -> CardTable:
    """Read the file at ``path``; see parse_card_table.

    Raises:
        CardtoolsError: Also ``file.unreadable``, and ``file.too-large`` for more than 4 MB.
    """
    _check_ending(str(path))
    return parse_card_table(read_bytes(path, DATA_LIMIT), str(path), encoding)


def parse_card_table(content: bytes, path: str, encoding: str | None = None) -> CardTable:
    """Read a table of cards.

    What is wrong with single rows is among its findings; the other rows are read all the same.

    Args:
        content: The file as it is.
        path: Its name; the ending tells YAML from CSV, XLSX is known by itself.
        encoding: As told by the user; else UTF-8, else CP1250 with a warning.

    Raises:
        CardtoolsError: Where it cannot be read as a table at all: ``file.*``, ``data.*``, ``table.format``,
            ``table.quotes``, ``table.column-twice``, ``table.no-name-column``, ``table.cards``, ``table.too-many``,
            ``table.empty``.
    """
    _check_ending(path)
    ending = PurePath(path).suffix.lower()
    if ending in _SHEETS or content.startswith(_PACKED):
        return _from_sheet(content, path)
    text, told = decode(content, path, encoding)
    if ending in _TREES:
        from cardtools.store.card_tables.tree import read_tree
        from cardtools.store.yaml_files import parse_yaml

        return read_tree(parse_yaml(text.encode("utf-8", "replace"), Path(path)), path, told)
    _check_quotes(text, path)
    return _from_rows(_rows(csv_rows(text, Path(path), Collected())), path, told, in_sheet=False)


def _check_ending(path: str) -> None:
    ending = PurePath(path).suffix.lower()
    if ending and ending not in ENDINGS:
        raise refuse("table.format", path=path, known=", ".join(ENDINGS))


def _check_quotes(text: str, path: str) -> None:
    """Refuse quotes that do not pair: a reader that forgives them swallows quotes, or half of the file."""
    delimiter = max(",;\t", key=first_line(text).count)  # as csv_rows has it
    reader = csv_reader(text, delimiter, strict=True)
    begins = 1
    try:
        for _ in reader:
            begins = reader.line_num + 1
    except csv.Error as error:
        raise refuse("table.quotes", path=path, line=begins, column=1, exit_code=1) from error


def _from_sheet(content: bytes, path: str) -> CardTable:
    from cardtools.store.spreadsheets import read_sheets

    cells, others, pictures = read_sheets(content, path)
    where = Location(path=path)
    told: list[Finding] = []
    if others:
        params: dict[str, str | int] = {"sheets": ", ".join(others)[:120]}
        told.append(Finding(code="file.sheets", severity="warning", effect="none", params=params, location=where))
    if pictures:
        params = {"count": pictures}
        told.append(Finding(code="table.pictures", severity="warning", effect="none", params=params, location=where))
    rows = ((number, row) for number, row in enumerate(cells, start=1) if any(cell.strip() for cell in row))
    return _from_rows(rows, path, tuple(told), in_sheet=True)


def _rows(rows: Iterator[Cells]) -> Iterator[Cells]:
    """Yield the rows of a text without Excel's line that names the delimiter, which csv_rows has split by it."""
    for number, (line, cells) in enumerate(rows):
        if number or not _SEPARATOR.fullmatch("".join(cells).strip()):
            yield line, cells


def _from_rows(rows: Iterable[Cells], path: str, told: tuple[Finding, ...], *, in_sheet: bool) -> CardTable:
    """Read rows that are not blank, the first being the header."""
    header: Header | None = None
    reader = RowReader(path, counted=False)
    for line, cells in rows:
        location = Location(path=path, line=line, column=1, row=line if in_sheet else None)
        if header is None:
            check_header(cells, location)
            header, findings = read_header(cells, location)
            told = (*told, *findings)
            reader = RowReader(path, counted="count" in header.known)
        elif reader.read >= MOST_ROWS:
            raise refuse("table.too-many", path=path, line=line, most=MOST_ROWS)
        else:
            _take(cells, header, location, reader)
    if header is None or not reader.read:
        raise refuse("table.empty", path=path, exit_code=1)
    told = (*told, *reader.told())
    return CardTable(path, header.known, header.extra, tuple(reader.rows), reader.read, reader.skipped, told)


def _take(cells: Iterable[str], header: Header, location: Location, reader: RowReader) -> None:
    row, width = list(cells), len(header.fields)
    nameless = [cell for cell, name in zip(row, header.names, strict=False) if cell.strip() and not name]
    beyond = [*nameless, *(cell for cell in row[width:] if cell.strip())]
    if beyond or len(row) < width:
        shown = ", ".join(cell.strip() for cell in beyond)[:_SHOWN].replace("\n", " ")
        params: dict[str, str | int] = {"actual": len(row), "columns": width, "text": shown}
        wording = None if beyond else "table.ragged.few"
        reader.refuse(Finding(code="table.ragged", wording=wording, params=params, location=location))
        return
    named = [(index, name, cell) for index, (name, cell) in enumerate(zip(header.names, row, strict=False))]
    lost = lost_cells((one for one in named if header.fields[one[0]]), location)
    if lost:
        reader.refuse(*lost)
        return
    reader.findings.extend(_told(named, header, location))
    known = {
        field: as_number(cell) if field == "count" else cell
        for field, cell in zip(header.fields, row, strict=False)
        if field
    }
    triples = zip(header.names, header.fields, row, strict=False)
    reader.take(location, known, tuple((name, cell) for name, field, cell in triples if name and not field))


def _told(named: list[tuple[int, str, str]], header: Header, location: Location) -> Iterator[Finding]:
    """Yield a warning for each cell of a spreadsheet that prints otherwise than it was meant."""
    beside = [one for one in named if not header.fields[one[0]]]
    for finding in lost_cells(beside, location):  # only an own template prints them
        yield finding.model_copy(update={"severity": "warning", "effect": "none"})
    printed = [one for one in named if header.fields[one[0]] != "count"]
    yield from unread_formats(printed, location)
    # "3/4" becomes a day as it is typed; what was typed does not stand in the file any more.
    if dates := [cell for _, _, cell in named if isinstance(cell, Cell) and cell.kind == "date"]:
        params = {"written": ", ".join(dates)[:_SHOWN]}
        yield Finding(code="table.date", severity="warning", effect="none", params=params, location=location)


__all__ = ["ENDINGS", "MOST_ROWS", "CardTable", "parse_card_table", "read_card_table"]
