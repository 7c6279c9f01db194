"""Rows of a table of cards made values: what is written stays as it is, and what cannot be is told with its row."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from cardtools.model.finding import Collected, Finding, Location
from cardtools.model.prototype import BackRow, CardRow
from cardtools.store.deck_lists.grammar import MOST_COPIES, quantity

MOST_ROWS: Final = 10_000
LONGEST: Final = 400
LONGEST_TEXT: Final = 4000
"""The most rows of a table, and letters of a cell; of the column ``text`` more."""

_NONE: Final = "-"
"""What the back of a card without one may be written as, besides an empty cell."""
_INVISIBLE: Final = re.compile("[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_HYPHENS: Final = {0x2011: "-"}
"""The hyphen without a break, which word processors set and our fonts do not have; it looks like the plain one."""
_NO_LETTER: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class RowReader:
    """Makes cards of rows, and gathers what is to be said of them.

    Args:
        counted: Whether the table has a column for quantities.
    """

    def __init__(self, path: str, *, counted: bool) -> None:
        self._path = path
        self._counted = counted
        self._blank: list[Location] = []
        self._ids: dict[str, Location] = {}
        self.rows: list[CardRow] = []
        self.findings = Collected()
        self.read = 0
        self.skipped = 0

    def take(self, location: Location, cells: Mapping[str, str], extra: tuple[tuple[str, str], ...]) -> None:
        """Take a row: its cells by known column, and those of the other columns by their header."""
        self.read += 1
        values = {name: literal(cell) for name, cell in cells.items()}
        others = tuple((name, literal(cell)) for name, cell in extra)
        if (problem := self._problem(location, values, others)) is not None:
            self.findings.append(problem)
            return
        count = self._count(location, values.get("count", ""), values["name"])
        if not count:
            return
        self._same_id(location, values.get("id", ""))
        parts = {name: value for name, value in values.items() if name != "count" and not name.startswith("back")}
        self.rows.append(CardRow(location=location, count=count, back=_back(values), extra=others, **parts))

    def refuse(self, *findings: Finding) -> None:
        """Count a row that is no card, for the reasons given."""
        self.read += 1
        self.findings.extend(findings)

    def told(self) -> tuple[Finding, ...]:
        """Return all that is to be said, with how many rows were taken for one copy without being asked."""
        if not self.rows or (self._counted and not self._blank):
            return self.findings.told()
        wording = None if self._counted else "table.blank-count.no-column"
        params = {"count": len(self._blank) if self._counted else len(self.rows)}
        where = self._blank[0] if self._counted else Location(path=self._path)
        told = Finding(
            code="table.blank-count", severity="info", effect="none", wording=wording, params=params, location=where
        )
        return (*self.findings.told(), told)

    def _problem(
        self, location: Location, values: Mapping[str, str], extra: tuple[tuple[str, str], ...]
    ) -> Finding | None:
        """Return why a row is no card: it has no name, a cell is too long or holds what is no letter."""
        if not values.get("name"):
            shown = ", ".join(value for value in values.values() if value)[:60].replace("\n", " ")
            return Finding(code="table.no-name", params={"text": shown}, location=location)
        for name, value in (*values.items(), *extra):
            most = LONGEST if name in values and name != "text" else LONGEST_TEXT
            if len(value) > most:
                params: dict[str, str | int] = {"column": name[:60], "most": most, "actual": len(value)}
                return Finding(code="table.too-long", params=params, location=location)
            if (match := _NO_LETTER.search(value)) is not None:
                params = {"column": name[:60], "letter": f"U+{ord(match.group()):04X}"}
                return Finding(code="table.letter", params=params, location=location)
        return None

    def _count(self, location: Location, written: str, name: str) -> int:
        """Return the copies of a row, 0 where it is left out; that, and what is no quantity, is told."""
        if not written:
            if self._counted:
                self._blank.append(location)
            return 1
        number = quantity(written).count
        params: dict[str, str | int] = {"name": name[:80], "written": written[:20], "most": MOST_COPIES}
        if number is not None:
            return number
        if written.isascii() and written.isdigit() and not written.strip("0"):
            self.skipped += 1
            told = Finding(code="table.skipped", severity="info", effect="none", params=params, location=location)
        else:
            told = Finding(code="table.count", params=params, location=location)
        self.findings.append(told)
        return 0

    def _same_id(self, location: Location, one: str) -> None:
        if not one:
            return
        first = self._ids.setdefault(one, location)
        if first is not location:
            params: dict[str, str | int] = {"id": one[:60], "line": first.line or 0}
            told = Finding(code="table.same-id", severity="warning", effect="none", params=params, location=location)
            self.findings.append(told)


def literal(cell: str) -> str:
    r"""Return a cell as it is printed: in NFC, without blanks around it and without signs that show nothing.

    >>> literal(" 007\u200b "), literal("két\r\nsor\there")
    ('007', 'két\nsor here')
    >>> literal("K\u201110 \u2066x\u2069")
    'K-10 x'
    """
    text = cell.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", text.translate(_HYPHENS))).strip()


def _back(values: Mapping[str, str]) -> BackRow | None:
    words, colour, image = (values.get(name, "") for name in ("back", "back_colour", "back_image"))
    if words == _NONE:
        words = ""
    return BackRow(words, colour, image) if words or colour or image else None
