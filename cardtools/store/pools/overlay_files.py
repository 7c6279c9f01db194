"""The files an overlay comes in: CSV and spreadsheets as pools have them; YAML and JSON keyed by card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Collected, Finding
from cardtools.model.game import GameInfo
from cardtools.names.folding import clean
from cardtools.store.deck_lists import decode
from cardtools.store.files import DATA_LIMIT, read_bytes
from cardtools.store.pools.fields import FieldReader, Record
from cardtools.store.pools.reading import LONGEST_NAME
from cardtools.store.pools.table import csv_rows, field_named, records_of, sheet_rows
from cardtools.store.yaml_files import Data, DataPath, Document, parse_yaml

_KEYED: Final = (".yaml", ".yml", ".json")
_NAMING: Final = ("id", "name")
_LISTS: Final = ("marks", "subtypes", "aliases", "colours")


def read_records(
    path: Path, info: GameInfo, reader: FieldReader, findings: Collected, encoding: str | None = None
) -> list[Record]:
    """Return what an overlay says of each card it names.

    Raises:
        CardtoolsError: For a file that cannot be read, or is no table and no mapping.
    """
    content = read_bytes(path, DATA_LIMIT)
    if content.startswith(b"PK\x03\x04"):
        return _spoken(records_of(sheet_rows(content, path), findings, path, info, reader, by_id=True))
    if path.suffix.lower() in _KEYED:
        return list(_keyed(parse_yaml(content, path), reader, findings))
    text, told = decode(content, str(path), encoding)
    findings.extend(told)
    rows = list(csv_rows(text, path, findings))
    return _spoken(records_of(rows, findings, path, info, reader, by_id=True))


def _spoken(records: Iterator[Record]) -> list[Record]:
    """Return records of a table; names by language only find a card, they name it no other way."""
    kept = list(records)
    for record in kept:
        record.values.pop("name", None)
    return kept


def _keyed(document: Document, reader: FieldReader, findings: Collected) -> Iterator[Record]:
    """Yield what a mapping by card says, or a list of mappings that have an id or a name each."""
    data = document.data
    items: list[tuple[DataPath, str | None, Data]]
    if isinstance(data, dict):
        items = [((key,), key, value) for key, value in data.items()]
    elif isinstance(data, list):
        items = [((index,), None, value) for index, value in enumerate(data)]
    else:
        raise _misshapen(document, ())
    for where, key, value in items:
        if not isinstance(value, dict):
            raise _misshapen(document, where)
        one = value.get("id") if key is None else None
        name = value.get("name") if key is None else key
        words = [clean(word) if isinstance(word, str) else "" for word in (one, name)]
        if not any(words) or max(map(len, words)) > LONGEST_NAME:
            raise _misshapen(document, where)
        written = _written(value, document, where, reader, findings)
        yield reader.record(document.location(where).line or 1, words[0] or None, words[1], written)


def _written(
    value: Mapping[str, Data], document: Document, where: DataPath, reader: FieldReader, findings: Collected
) -> dict[str, Any]:
    """Return what is written by field of Card; a key nobody knows is told with its place."""
    written: dict[str, Any] = {}
    for key, part in value.items():
        if key in _NAMING:
            continue
        field = field_named(key, reader.words)
        if field is None or field in _NAMING:
            params: dict[str, str | int] = {"count": 1, "columns": key[:60]}
            location = document.location((*where, key))
            findings.append(Finding(code="pool.unknown-column", severity="warning", params=params, location=location))
            continue
        texts = list(part.values()) if isinstance(part, dict) else part if isinstance(part, list) else [part or ""]
        fits = field == "text" if isinstance(part, dict) else field in _LISTS if isinstance(part, list) else True
        if not fits or not all(isinstance(text, str) for text in texts):
            raise _misshapen(document, (*where, key))
        written[field] = ", ".join(map(str, texts)) if field == "colours" else part
    return written


def _misshapen(document: Document, where: DataPath) -> CardtoolsError:
    place = document.location(where)
    return refuse("pool.overlay-shape", path=document.path, line=place.line, column=place.column)
