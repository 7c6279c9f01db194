"""Tables of cards as YAML: a list of mappings with the names of columns for keys, alone or under ``cards``."""

from __future__ import annotations

from typing import Final

from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding, Location
from cardtools.model.prototype import CardTable
from cardtools.store.card_tables.columns import check_width, column, unknown_columns
from cardtools.store.card_tables.rows import MOST_ROWS, RowReader
from cardtools.store.yaml_files import Data, Document

_SHOWN: Final = 60
_LIST: Final = "cards"


def read_tree(document: Document, path: str, told: tuple[Finding, ...]) -> CardTable:
    """Read a document; see ``parse_card_table``."""
    under, items, findings = _items(document, path)
    first: dict[str, Location] = {}
    for number, item in enumerate(items):
        for key in item if isinstance(item, dict) else ():
            if key not in first:
                first[key] = document.location((*under, number, key))
                check_width(len(first), first[key])
    extra = tuple(key for key in first if column(key) is None)
    for key in extra:
        findings.extend(unknown_columns((key,), first[key]))
    known = frozenset(name for key in first if (name := column(key)))
    reader = RowReader(path, counted="count" in known)
    for number, item in enumerate(items):
        _take(item, document.location((*under, number)), extra, reader)
    told = (*told, *findings, *reader.told())
    return CardTable(path, known, extra, tuple(reader.rows), reader.read, reader.skipped, told)


def _items(document: Document, path: str) -> tuple[tuple[str, ...], list[Data], list[Finding]]:
    """Return where the cards stand, the cards, and a warning for every other key beside them."""
    data: Data = document.data
    under: tuple[str, ...] = ()
    findings: list[Finding] = []
    if isinstance(data, dict):
        for key in data:
            if key != _LIST:
                params = {"name": key[:_SHOWN]}
                where = document.location((key,))
                told = Finding(
                    code="table.unknown-key", severity="warning", effect="none", params=params, location=where
                )
                findings.append(told)
        data, under = data.get(_LIST), (_LIST,)
    where = document.location(under)
    if not isinstance(data, list):
        raise CardtoolsError(Finding(code="table.cards", location=where))
    if not data:
        raise CardtoolsError(Finding(code="table.empty", location=Location(path=path)))
    if len(data) > MOST_ROWS:
        raise CardtoolsError(Finding(code="table.too-many", params={"most": MOST_ROWS}, location=where))
    return under, data, findings


def _take(item: Data, location: Location, extra: tuple[str, ...], reader: RowReader) -> None:
    if not isinstance(item, dict):
        reader.refuse(Finding(code="table.card", location=location))
        return
    cells: dict[str, str] = {}
    others = dict.fromkeys(extra, "")
    for key, value in item.items():
        params = {"name": key[:_SHOWN]}
        name = column(key)
        if name in cells:
            reader.refuse(Finding(code="table.key-twice", params=params, location=location))
            return
        cell = _scalar(value, listed=name == "colour")
        if cell is None:
            reader.refuse(Finding(code="table.card", wording="table.card.value", params=params, location=location))
            return
        if name is None:
            others[key] = cell
        else:
            cells[name] = cell
    reader.take(location, cells, tuple(others.items()))


def _scalar(value: Data, *, listed: bool) -> str | None:
    """Return a value as text, several colours parted by semicolons; None for what is no text."""
    if value is None:
        return ""
    if listed and isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "; ".join(str(one) for one in value)
    return value if isinstance(value, str) else None
