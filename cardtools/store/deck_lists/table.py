"""Deck lists as tables: CSV with comma, semicolon or tab, with a header row that names its columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from cardtools.model.deck import UNPLACED, DeckList, Entry
from cardtools.model.finding import Finding, Location
from cardtools.names.folding import clean, fold
from cardtools.store.csv_cells import as_meant
from cardtools.store.csv_text import csv_reader
from cardtools.store.deck_lists.grammar import (
    MOST_LINES,
    Grammar,
    bad_count,
    check_length,
    comment_header,
    is_quantity,
    quantity,
    unknown_section,
)
from cardtools.store.deck_lists.text import LINE_END
from cardtools.store.spreadsheet_cells import as_number, check_header, is_lost, lost_cells, unread_formats

COLUMNS: Final = {
    "qty": "count", "quantity": "count", "count": "count", "copies": "count", "db": "count", "darab": "count",
    "mennyiseg": "count", "peldany": "count",
    "name": "name", "card": "name", "card name": "name", "nev": "name", "lap": "name", "kartya": "name",
    "zone": "zone", "section": "zone", "board": "zone", "zona": "zone", "resz": "zone",
}  # fmt: skip
"""Header words, folded, and the column they name."""

_COMMENTS: Final = ("#", "//")
_DELIMITERS: Final = ",;\t"
_SEPARATOR: Final = re.compile(r'\s*"?sep=([,;\t|])"?\s*', re.IGNORECASE)
"""Excel's own first line, which names the delimiter."""


def read_table(text: str, path: str, grammar: Grammar, findings: tuple[Finding, ...] = ()) -> DeckList:
    """Read a table: one card a row, a header row first.

    A table without a known header row is taken as: quantity, name, or name, quantity, or name alone. A row that
    cannot be read is a finding, never skipped. Comments are passed over, but for the headers they may say.

    Raises:
        CardtoolsError: ``file.too-large`` for more than 30,000 rows that are not blank.
    """
    told = _SEPARATOR.fullmatch(LINE_END.split(text, maxsplit=1)[0])
    delimiter = told.group(1) if told else _delimiter(text)
    reader = csv_reader(text, delimiter)
    table = Table(path, grammar, findings, delimiter)
    line = 1
    try:
        for cells in reader:
            first, line = line, reader.line_num + 1
            if not (told and first == 1):
                table.read(first, [as_meant(cell) for cell in cells])
    except csv.Error:
        stopped = Location(path=path, line=line, column=1)
        table.findings.append(Finding(code="deck.row", wording="deck.row.stopped", location=stopped))
    return table.listing()


def is_table(text: str, grammar: Grammar) -> bool:
    """Return whether a text begins with the header row of a table, or with Excel's line that names a delimiter."""
    first = next(_lines(text), "")
    if _SEPARATOR.fullmatch(first):
        return True
    if not any(delimiter in first for delimiter in _DELIMITERS) or grammar.knows(clean(first)):
        return False
    return any(len(header_columns(_cells(first, delimiter))) >= 2 for delimiter in _DELIMITERS)


def is_text(text: str, grammar: Grammar) -> bool:
    """Return whether a file that is called a table is a plain list: no header row, and no quantity in a cell alone."""
    delimiter = _delimiter(text)
    for number, line in enumerate(islice(_lines(text), MOST_LINES)):  # neither reads a longer list
        cells = _cells(line, delimiter)
        if number == 0 and (_SEPARATOR.fullmatch(line) or "name" in header_columns(cells)):
            return False
        # A row without a quantity must not be taken for a comment, which begins with a semicolon in plain lists.
        if line.startswith((*_DELIMITERS, '"')) or clean(line).startswith(";"):
            return False
        if len(cells) > 1 and any(is_quantity(cell) for cell in cells) and not grammar.knows(clean(line)):
            return False
    return True


class Table:
    """Takes row after row; the first that is neither empty nor a comment names the columns.

    Args:
        path: Name of the file, for findings.
        grammar: The words of the game's lists.
        findings: What is to be told of the file beforehand.
        delimiter: What parts the cells of a text; None for a spreadsheet, whose findings name rows too.
    """

    def __init__(self, path: str, grammar: Grammar, findings: tuple[Finding, ...], delimiter: str | None) -> None:
        self._path = path
        self._grammar = grammar
        self._delimiter = delimiter
        self._columns: dict[str, int] | None = None
        self._named: frozenset[int] = frozenset()
        self._titles: list[str] = []
        self._rows = 0
        self.entries: list[Entry] = []
        self.headers: dict[str, str] = {}
        self.findings = list(findings)

    def listing(self) -> DeckList:
        """Return all that was read."""
        return DeckList(self._path, tuple(self.entries), self.headers, tuple(self.findings))

    def read(self, number: int, cells: Sequence[str]) -> None:
        """Read the row that begins on line ``number``."""
        row = [clean(cell) for cell in cells]
        if not any(row):
            return
        self._rows += 1
        check_length(self._rows, self._path, number)
        if not is_lost(cells[0]) and self._comment(row):  # "#N/A" begins like a comment
            return
        if self._columns is None:
            columns = header_columns(row)
            header = "name" in columns
            self._columns = columns if header else _guess(row)
            self._named = (
                frozenset(index for index, cell in enumerate(row) if cell)
                if header
                else frozenset(self._columns.values())
            )
            if header:
                check_header(cells, self._at(number))
                self._titles = row
                return
        if self._lost(number, cells, self._columns):
            return
        if (at := self._columns.get("count", len(cells))) < len(cells):
            row[at] = clean(as_number(cells[at]))
        row = self._joined(row, self._columns)
        beyond = [cell for index, cell in enumerate(row) if cell and index not in self._named]
        if beyond:
            params = {"text": ", ".join(beyond)[:60]}
            finding = Finding(code="deck.row", wording="deck.row.beyond", params=params, location=self._at(number))
            self.findings.append(finding)
            return
        self._entry(number, row, self._columns)

    def _lost(self, number: int, cells: Sequence[str], columns: dict[str, int]) -> bool:
        """Tell of the cells of a spreadsheet that are read and cannot be, or are read otherwise than they show."""
        titles = [*self._titles, *[""] * len(cells)]
        read = [(at, titles[at], cells[at]) for at in sorted(columns.values()) if at < len(cells)]
        lost = lost_cells(read, self._at(number))
        names = [one for one in read if one[0] == columns["name"]]
        self.findings.extend(lost or unread_formats(names, self._at(number)))
        return bool(lost)

    def _comment(self, row: list[str]) -> bool:
        """Return whether a row is a comment: one that begins so, unless it fills the columns of a card all the same."""
        if not row[0].startswith(_COMMENTS):
            return False
        columns = self._columns or {}
        if "count" in columns and all(columns[key] < len(row) and row[columns[key]] for key in ("count", "name")):
            return False
        parted = f"{self._delimiter or ' '} ".replace("\t", "")
        if (header := comment_header(parted.join(cell for cell in row if cell))) is not None:
            self.headers.setdefault(*header)
        return True

    def _joined(self, row: list[str], columns: dict[str, int]) -> list[str]:
        """Return ``row`` with cells beyond the header put back to a name that held commas without quotes.

        Where the name is not the last column, nobody can tell which cell is which: then they stay beyond.
        """
        width = max(self._named) + 1
        if self._delimiter != "," or columns["name"] != width - 1 or not any(row[width:]):
            return row
        return [*row[: width - 1], ", ".join(cell for cell in row[width - 1 :] if cell)]

    def _entry(self, number: int, row: list[str], columns: dict[str, int]) -> None:
        def cell(key: str) -> str:
            index = columns.get(key)
            return row[index] if index is not None and index < len(row) else ""

        name, written, words = cell("name"), cell("count"), cell("zone")
        zone = (self._grammar.zone(words) or UNPLACED) if words else self._grammar.default_zone
        location = self._at(number)
        if not name:
            self.findings.append(Finding(code="deck.row", location=location))
            return
        if "count" in columns:
            count = quantity(written or "0")
        else:
            count, name = self._grammar.entry(name)
        if count.count is None:
            self.findings.append(bad_count(location.model_copy(update={"zone": zone}), count, name))
            return
        self.entries.append(Entry(number, 1, count.count, name, zone))
        if zone == UNPLACED:
            self.findings.append(unknown_section(location, words))

    def _at(self, number: int) -> Location:
        return Location(path=self._path, line=number, column=1, row=None if self._delimiter else number)


def header_columns(row: Sequence[str]) -> dict[str, int]:
    """Return which columns a header row names, by their place; none where it names nothing known."""
    columns: dict[str, int] = {}
    for index, cell in enumerate(row):
        if (name := COLUMNS.get(fold(cell))) is not None:
            columns.setdefault(name, index)
    return columns


def _guess(row: list[str]) -> dict[str, int]:
    """Return the columns of a table without a header, by what its first row looks like."""
    if len(row) == 1:
        return {"name": 0}
    first = is_quantity(row[0]) or (not is_quantity(row[1]) and row[0].lstrip("+-")[:1].isdigit())
    return {"count": 0, "name": 1} if first else {"name": 0, "count": 1}


def _lines(text: str) -> Iterator[str]:
    """Yield the lines that are neither empty nor comments, stripped."""
    for match in re.finditer(r"[^\r\n]+", text):
        line = match.group().strip("\ufeff \u00a0")
        if line.strip() and not line.lstrip('"').startswith(_COMMENTS):
            yield line


def _cells(line: str, delimiter: str) -> list[str]:
    return [clean(cell).strip('"') for cell in line.split(delimiter)]


def _delimiter(text: str) -> str:
    """Return what parts the cells: by what the header row is known, else the commonest on the first line."""
    first = next(_lines(text), "")
    known = {delimiter: len(header_columns(_cells(first, delimiter))) for delimiter in _DELIMITERS}
    return max(_DELIMITERS, key=lambda delimiter: (known[delimiter], first.count(delimiter)))
