"""Deck lists as spreadsheets: the first sheet of an XLSX file, under the rules of every other table."""

from __future__ import annotations

from cardtools.model.deck import DeckList
from cardtools.model.finding import Finding, Location
from cardtools.store.deck_lists.grammar import Grammar
from cardtools.store.deck_lists.table import Table
from cardtools.store.deck_lists.tree import sound
from cardtools.store.spreadsheet_cells import Cell
from cardtools.store.spreadsheets import read_sheets


def read_sheet(content: bytes, path: str, grammar: Grammar) -> DeckList:
    """Read the first sheet; lines of entries and findings are its rows. Other sheets with cells are told of.

    Raises:
        CardtoolsError: See ``store.spreadsheets.read_spreadsheet``.
    """
    rows, others, _ = read_sheets(content, path)
    told: tuple[Finding, ...] = ()
    if others:
        params = {"sheets": ", ".join(others)[:120]}
        location = Location(path=path)
        told = (Finding(code="file.sheets", severity="warning", effect="none", params=params, location=location),)
    table = Table(path, grammar, told, None)
    for number, cells in enumerate(rows, start=1):
        table.read(number, [cell if isinstance(cell, Cell) else sound(cell) for cell in cells])
    return table.listing()
