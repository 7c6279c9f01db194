"""Cells of a spreadsheet that are not simply their text, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, Self

from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding, Location

Kind = Literal["error", "picture", "formula", "merged", "date", "number", "format"]

_LOST: Final = {
    "error": "file.cell",
    "picture": "file.cell.picture",
    "formula": "file.cell.formula",
    "merged": "file.cell.merged",
}
"""Kinds of cells whose value the file does not hold, and what is said of them."""
_SHOWN: Final = 60
_LETTERS: Final = 26


class Cell(str):
    """The text that a cell shows, with what else is to be known of it.

    Attributes:
        kind: ``error`` such as #N/A; ``picture`` that lies in it; ``formula`` whose value was not saved; ``merged``
            with the cell above; ``date``, a day or an hour; ``number`` shown in its format; ``format``, a number
            whose format is not read.
        beside: Of a ``number``, what it is without its format; of a ``format``, the format.
    """

    __slots__ = ("beside", "kind")

    kind: Kind
    beside: str

    def __new__(cls, text: str, kind: Kind, beside: str = "") -> Self:
        """Make a cell."""
        cell = super().__new__(cls, text)
        cell.kind, cell.beside = kind, beside
        return cell


def as_number(cell: str) -> str:
    """Return the text of a cell that is to hold a number: what it holds, however it is shown.

    >>> as_number(Cell("2.00", "number", "2")), as_number("3")
    ('2', '3')
    """
    return cell.beside if isinstance(cell, Cell) and cell.kind == "number" else cell


def is_lost(cell: str) -> bool:
    """Return whether the file does not hold what a cell says."""
    return isinstance(cell, Cell) and cell.kind in _LOST


def lost_cells(cells: Iterable[tuple[int, str, str]], location: Location) -> tuple[Finding, ...]:
    """Return an error for each cell whose value the file does not hold.

    Args:
        cells: Index of the column, its name, and the cell.
        location: Where the row is.
    """
    return tuple(
        Finding(
            code="file.cell",
            wording=_LOST[cell.kind],
            params={**_place(index, name, location), "text": cell[:_SHOWN]},
            location=location,
        )
        for index, name, cell in cells
        if isinstance(cell, Cell) and cell.kind in _LOST
    )


def unread_formats(cells: Iterable[tuple[int, str, str]], location: Location) -> tuple[Finding, ...]:
    """Return a warning for each number that the spreadsheet shows otherwise than it is read; see lost_cells."""
    return tuple(
        Finding(
            code="file.number-format",
            severity="warning",
            effect="none",
            params={**_place(index, name, location), "text": str(cell), "format": cell.beside[:_SHOWN]},
            location=location,
        )
        for index, name, cell in cells
        if isinstance(cell, Cell) and cell.kind == "format"
    )


def check_header(cells: Sequence[str], location: Location) -> None:
    """Refuse a row of column names that the file does not hold all of.

    Raises:
        CardtoolsError: ``file.cell``.
    """
    named = ((index, column_letters(index), cell) for index, cell in enumerate(cells))
    kept = [(index, name, cell) for index, name, cell in named if cell]  # a title over several rows is no loss
    if lost := lost_cells(kept, location):
        raise CardtoolsError(*lost, exit_code=1)


def column_letters(index: int) -> str:
    """Return what a spreadsheet calls a column.

    >>> column_letters(0), column_letters(25), column_letters(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    number = index + 1
    while number:
        number, rest = divmod(number - 1, _LETTERS)
        letters = chr(ord("A") + rest) + letters
    return letters


def _place(index: int, name: str, location: Location) -> dict[str, str | int]:
    letters = column_letters(index)
    return {"cell": f"{letters}{location.row or location.line or ''}", "column": (name or letters)[:_SHOWN]}
