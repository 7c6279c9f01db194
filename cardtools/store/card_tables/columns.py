"""The columns of a table of cards, by their Hungarian and English names; case and accents do not count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding, Location
from cardtools.names.folding import clean, fold
from cardtools.store.deck_lists.table import COLUMNS as DECK_COLUMNS
from cardtools.store.spreadsheet_extent import COLUMNS

_WORDS: Final = {
    "name": "name, név, card, card name, lap, kártya, title, cím, lapnév",
    "subtitle": "subtitle, alcím",
    "type": "type, típus, card type, laptípus, kind, fajta",
    "cost": "cost, költség, price, ár",
    "text": "text, szöveg, rules text, rules, lapszöveg, effect, hatás, description, leírás",
    "count": "qty, quantity, count, copies, db, darab, mennyiség, darabszám, példány, példányszám",
    "image": "image, kép, picture, art, illustration, illusztráció, image file, képfájl",
    "colour": "colour, szín, color, colours, colors, színek",
    "back": "back, hátlap, hátoldal",
    "back_colour": "back colour, back color, hátlap színe, hátlap szín, hátlapszín",
    "back_image": "back image, back picture, hátlap képe, hátlap kép, hátlapkép",
    "id": "id, azonosító, card id, code, kód, sorszám",
    "corner": "corner, sarok, index",
    "value": "value, érték, points, pont, pontok, pontszám, pontérték",
    "size": "size, méret, card size, lapméret, kártyaméret",
}


def _plain(header: str) -> str:
    return " ".join(fold(header).replace("_", " ").replace("-", " ").split())


ALIASES: Final = {
    **{word: column for word, column in DECK_COLUMNS.items() if column in ("count", "name")},
    **{_plain(word): column for column, words in _WORDS.items() for word in words.split(", ")},
}
"""Words of header rows, folded and with blanks for underscores and hyphens, and the column they name."""

_SPELLINGS: Final = {_plain(word): word for words in _WORDS.values() for word in words.split(", ")}
_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Header:
    """Which column is which.

    Attributes:
        fields: The known column of each cell, None for one that nobody knows or that has no header.
        names: The headers as written, cleaned.
    """

    fields: tuple[str | None, ...]
    names: tuple[str, ...]

    @property
    def known(self) -> frozenset[str]:
        """The known columns that there are."""
        return frozenset(name for name in self.fields if name)

    @property
    def extra(self) -> tuple[str, ...]:
        """The headers that nobody knows."""
        return tuple(name for name, known in zip(self.names, self.fields, strict=True) if name and not known)


def column(header: str) -> str | None:
    """Return the column that a header names, or None.

    >>> column("Költség"), column("back_image"), column("DARAB"), column("Erő")
    ('cost', 'back_image', 'count', None)
    """
    return ALIASES.get(_plain(header))


def read_header(cells: Sequence[str], location: Location) -> tuple[Header, tuple[Finding, ...]]:
    """Return what a header row names, and a warning for each column that nobody knows.

    Raises:
        CardtoolsError: ``table.column-twice`` where two columns are one, ``table.no-name-column``, ``table.too-many``
            for more than 200 columns.
    """
    names = [clean(cell) for cell in cells]
    while names and not names[-1]:
        names.pop()
    check_width(len(names), location)
    header = Header(tuple(column(name) for name in names), tuple(names))
    if twice := list(_twice(header, location)):
        raise CardtoolsError(*twice, exit_code=1)
    if "name" not in header.known:
        params = {"columns": ", ".join(name[:_SHOWN] for name in names if name)[:200]}
        raise CardtoolsError(Finding(code="table.no-name-column", params=params, location=location), exit_code=1)
    return header, unknown_columns(header.extra, location)


def check_width(columns: int, location: Location) -> None:
    """Refuse a table with more columns, or keys of its cards, than are read.

    Raises:
        CardtoolsError: ``table.too-many``.
    """
    if columns > COLUMNS:
        params = {"most": COLUMNS}
        raise CardtoolsError(
            Finding(code="table.too-many", wording="table.too-many.columns", params=params, location=location)
        )


def unknown_columns(names: Sequence[str], location: Location) -> tuple[Finding, ...]:
    """Return a warning for each header that nobody knows, with the known one that is spelled most like it."""
    return tuple(
        Finding(
            code="table.unknown-column",
            severity="warning",
            effect="none",
            params={"name": name[:_SHOWN]},
            location=location,
            suggestions=_nearest(name),
        )
        for name in names
    )


def _twice(header: Header, location: Location) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for name, known in zip(header.names, header.fields, strict=True):
        key = known or f"?{_plain(name)}"
        if name and key in seen:
            params = {"name": name[:_SHOWN], "other": seen[key][:_SHOWN]}
            yield Finding(code="table.column-twice", params=params, location=location)
        seen.setdefault(key, name)


def _nearest(name: str) -> tuple[str, ...]:
    from rapidfuzz import fuzz, process

    hits = process.extract(_plain(name), _SPELLINGS.keys(), scorer=fuzz.ratio, limit=1, score_cutoff=55)
    return tuple(_SPELLINGS[word] for word, _, _ in hits)
