"""The one reader of CSV: the library's, with its limit for a cell at the size of the files that are read."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from cardtools.store.files import DATA_LIMIT

if TYPE_CHECKING:
    from _csv import Reader


def csv_reader(text: str, delimiter: str, *, strict: bool = False) -> Reader:
    """Return a reader of the rows of a text.

    A cell may be as long as a file of data: how much of it can be used is for the reader of the table to say, with
    row and column. The library's own limit, 131,072 letters, would end the reading as if the text were no CSV.

    Args:
        text: The text.
        delimiter: What parts the cells.
        strict: Whether quotes that do not pair are a ``csv.Error``.
    """
    csv.field_size_limit(DATA_LIMIT)
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict)
