"""Deck lists as tables: CSV with comma, semicolon or tab, with a header row that names its columns."""

from __future__ import annotations

import csv
import io
from typing import Final

from cardtools.model.deck import UNPLACED, DeckList, Entry
from cardtools.model.finding import Finding, Location
from cardtools.names.folding import clean, fold
from cardtools.store.deck_lists.grammar import Grammar, quantity
from cardtools.store.deck_lists.text import bad_count

_COLUMNS: Final = {
    "qty": "count", "quantity": "count", "count": "count", "copies": "count", "db": "count", "darab": "count",
    "mennyiseg": "count", "peldany": "count",
    "name": "name", "card": "name", "card name": "name", "nev": "name", "lap": "name", "kartya": "name",
    "zone": "zone", "section": "zone", "board": "zone", "zona": "zone", "resz": "zone",
}  # fmt: skip
"""Header words, folded, and the column they name."""

_COMMENTS: Final = ("#", "//")


def read_table(text: str, path: str, grammar: Grammar, findings: tuple[Finding, ...] = ()) -> DeckList:
    """Read a table: one card a row, a header row first.

    A table without a known header row is taken as: quantity, name, or name, quantity, or name alone. A row that
    cannot be read is a finding, never skipped.
    """
    delimiter = _delimiter(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    entries: list[Entry] = []
    told = list(findings)
    columns: dict[str, int] | None = None
    width = 0
    line = 1
    try:
        for cells in reader:
            row, first, line = [clean(cell) for cell in cells], line, reader.line_num + 1
            if not any(row) or row[0].startswith(_COMMENTS):
                continue
            if columns is None:
                columns = _header(row)
                if columns is not None:
                    width = max(index for index, cell in enumerate(row) if cell) + 1
                    continue
                columns = _guess(row)
                width = len(columns)
            if delimiter == ",":
                row = _joined(row, width, columns)
            outcome = _entry(row, first, path, grammar, columns)
            if isinstance(outcome, Entry):
                entries.append(outcome)
                if outcome.zone == UNPLACED:
                    told.append(_no_zone(row, first, path, columns))
            else:
                told.append(outcome)
    except csv.Error:
        told.append(Finding(code="deck.row", location=Location(path=path, line=line, column=1)))
    return DeckList(path, tuple(entries), {}, tuple(told))


def _joined(row: list[str], width: int, columns: dict[str, int]) -> list[str]:
    """Return ``row`` with cells beyond the header put back to the name, where a name with a comma stood without quotes.

    Where the name is not the last column, nobody can tell which cell is which: then the row names no card.
    """
    if not any(row[width:]):
        return row
    last = width - 1
    return [*row[:last], ", ".join(cell for cell in row[last:] if cell)] if columns["name"] == last else [""]


def _delimiter(text: str) -> str:
    lines = (line for line in text.splitlines() if line.strip())
    first = next((line for line in lines if not clean(line).startswith(_COMMENTS)), "")
    return max(",;\t", key=first.count)


def _header(row: list[str]) -> dict[str, int] | None:
    columns: dict[str, int] = {}
    for index, cell in enumerate(row):
        if (name := _COLUMNS.get(fold(cell))) is not None:
            columns.setdefault(name, index)
    return columns if "name" in columns else None


def _guess(row: list[str]) -> dict[str, int]:
    if len(row) == 1:
        return {"name": 0}
    return {"count": 0, "name": 1} if row[0].lstrip("+-")[:1].isdigit() else {"name": 0, "count": 1}


def _entry(row: list[str], line: int, path: str, grammar: Grammar, columns: dict[str, int]) -> Entry | Finding:
    def cell(name: str) -> str:
        index = columns.get(name)
        return row[index] if index is not None and index < len(row) else ""

    name, written, zone_words = cell("name"), cell("count"), cell("zone")
    zone = (grammar.zone(zone_words) or UNPLACED) if zone_words else grammar.default_zone
    if not name:
        return Finding(code="deck.row", location=Location(path=path, line=line, column=1))
    if "count" in columns:
        number = quantity(written or "0")
        if number.count is None:
            return bad_count(path, line, 1, zone, number, name)
        return Entry(line, 1, number.count, name, zone)
    number, name = grammar.entry(name)
    if number.count is None:
        return bad_count(path, line, 1, zone, number, name)
    return Entry(line, 1, number.count, name, zone)


def _no_zone(row: list[str], line: int, path: str, columns: dict[str, int]) -> Finding:
    location = Location(path=path, line=line, column=1)
    return Finding(code="deck.section", params={"words": row[columns["zone"]]}, location=location)
