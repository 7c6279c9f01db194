"""Card pools as tables: CSV and spreadsheets with a header row that names its columns, in Hungarian or English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cardtools.errors import refuse
from cardtools.model.finding import Collected, Finding
from cardtools.model.game import GameInfo
from cardtools.names.folding import clean, fold
from cardtools.names.game_words import GameWords
from cardtools.store.pools.cards_txt import first_line
from cardtools.store.pools.fields import MARK, FieldReader, Record
from cardtools.store.pools.reading import LONGEST_ID, LONGEST_NAME, MOST_CARDS, PoolReading, at, too_many
from cardtools.store.pools.records import to_pool
from cardtools.store.spreadsheet_cells import Cell, as_number, check_header, lost_cells, unread_formats
from cardtools.store.spreadsheet_extent import COLUMNS

ALIASES: Final = {
    "id": "id", "card id": "id", "azonosito": "id", "sorszam": "id",
    "name": "name", "card name": "name", "card": "name", "nev": "name", "lap": "name", "kartya": "name",
    "colour": "colours", "colours": "colours", "color": "colours", "colors": "colours", "szin": "colours",
    "szinek": "colours", "god": "colours", "gods": "colours", "isten": "colours", "istenek": "colours",
    "type": "type", "card type": "type", "tipus": "type", "laptipus": "type",
    "subtype": "subtypes", "subtypes": "subtypes", "altipus": "subtypes", "altipusok": "subtypes",
    "cost": "cost", "manacost": "cost", "koltseg": "cost", "idezesi koltseg": "cost",
    "damage": "damage", "sb": "damage", "sebzes": "damage",
    "life": "life", "ep": "life", "elet": "life", "eletpont": "life",
    "text": "text", "rules text": "text", "szoveg": "text", "lapszoveg": "text", "leiras": "text",
    "marks": "marks", "mark": "marks", "jelek": "marks", "jel": "marks",
    "max copies": "max_copies", "peldany": "max_copies", "max peldany": "max_copies", "peldanyszam": "max_copies",
    "rarity": "rarity", "commonness": "rarity", "ritkasag": "rarity", "gyakorisag": "rarity",
    "opening hand": "opening_hand", "kezdokez": "opening_hand", "kezdo kez": "opening_hand",
    "starting life": "starting_life", "kezdoep": "starting_life", "kezdo ep": "starting_life",
    "released": "released", "release date": "released", "megjelent": "released", "megjelenes": "released",
    "alone": f"{MARK}alone", "egyedul": f"{MARK}alone",
    "aliases": "aliases", "alias": "aliases", "other names": "aliases", "mas nev": "aliases", "mas nevek": "aliases",
}  # fmt: skip
"""Words of header rows, folded and with blanks for underscores, and the field of Card they name."""

_AS_SHOWN: Final = frozenset({"id", "name", "text", "aliases", "subtypes", "rarity"})
"""Fields that are words, for which the format of a number in a spreadsheet counts."""
_IN_LANGUAGE: Final = re.compile(r"(name|nev|text|szoveg) \(?([a-z]{2})\)?")
_DELIMITERS: Final = ",;\t"
Cells = tuple[int, Sequence[str]]
"""A row with its line, or its number in a sheet, from 1."""


@dataclass(frozen=True, slots=True)
class Header:
    """Which column is which: ``fields[i]`` is the field of column i and its language, None where nobody knows it."""

    fields: tuple[tuple[str, str | None] | None, ...]

    @property
    def names(self) -> frozenset[str]:
        """The fields there are columns for."""
        return frozenset(field[0] for field in self.fields if field)


def is_table(text: str, path: Path) -> bool:
    """Return whether a text is a table: by its file's name, or by a header row with a name and more."""
    if path.suffix.lower() in (".csv", ".tsv"):
        return True
    line = first_line(text)
    fields = [_field(cell.strip(' "'), None) for cell in line.split(_delimiter(line))]
    known = {field[0] for field in fields if field}
    return "name" in known and len(known) > 1


def read_csv(text: str, path: Path, info: GameInfo) -> PoolReading:
    """Read a table with a header row; a row that is no card is a finding, never skipped.

    Raises:
        CardtoolsError: ``pool.no-name-column``, ``pool.too-many``.
    """
    findings = Collected()
    return _read(csv_rows(text, path, findings), findings, path, info)


def read_sheet(content: bytes, path: Path, info: GameInfo) -> PoolReading:
    """Read the first sheet of an XLSX file; see read_csv."""
    return _read(sheet_rows(content, path), Collected(), path, info)


def csv_rows(text: str, path: Path, findings: Collected) -> Iterator[Cells]:
    """Yield the rows of a CSV text that are not blank; comments before the header are none."""
    import csv

    from cardtools.store.csv_text import csv_reader

    reader = csv_reader(text, _delimiter(first_line(text)))
    line, begun = 1, False
    try:
        for cells in reader:
            first, line = line, reader.line_num + 1
            if not any(cell.strip() for cell in cells) or (not begun and cells[0].lstrip().startswith("#")):
                continue
            begun = True
            yield first, cells
    except csv.Error:
        findings.append(Finding(code="pool.csv", location=at(path, line)))


def sheet_rows(content: bytes, path: Path) -> Iterator[Cells]:
    """Yield the rows of the first sheet that are not blank."""
    from cardtools.store.spreadsheets import read_spreadsheet

    for number, cells in enumerate(read_spreadsheet(content, str(path)), start=1):
        if any(cell.strip() for cell in cells):
            yield number, cells


def _read(rows: Iterable[Cells], findings: Collected, path: Path, info: GameInfo) -> PoolReading:
    reader = FieldReader(info, path)
    records = list(records_of(rows, findings, path, info, reader))
    findings.extend(reader.findings())
    return to_pool(records, findings, path, info)


def records_of(
    rows: Iterable[Cells],
    findings: Collected,
    path: Path,
    info: GameInfo,
    reader: FieldReader,
    *,
    by_id: bool = False,
) -> Iterator[Record]:
    """Yield what each row says, the first one being the header.

    Args:
        rows: The rows that are not blank.
        findings: Gets what is to be told of them.
        path: The file.
        info: The game.
        reader: Makes values of cells.
        by_id: Whether an id is enough to name a card.
    """
    header: Header | None = None
    titles: list[str] = []
    for number, (line, cells) in enumerate(rows):
        if header is None:
            check_header(cells, at(path, line, row=line))
            header = read_header(cells, line, findings, path, info)
            if "name" not in header.names and not (by_id and "id" in header.names):
                raise refuse("pool.no-name-column", path=path, line=line, columns=", ".join(_named(cells))[:200])
            titles = _named(cells)
            continue
        if number > MOST_CARDS:
            raise too_many(path, MOST_CARDS, line)
        odd = [(i, titles[i], cell) for i, cell in enumerate(cells) if isinstance(cell, Cell)]
        read = [one for one in odd if one[0] < len(header.fields) and header.fields[one[0]]]
        if lost := lost_cells(read, at(path, line, row=line)):
            findings.append(lost[0])  # one for each row that is refused
            continue
        outcome = _record(cells, line, header, path, info, reader, by_id=by_id)
        if isinstance(outcome, Record):
            words = (one for one in read if (header.fields[one[0]] or ("",))[0] in _AS_SHOWN)
            findings.extend(unread_formats(words, at(path, line, row=line)))
            yield outcome
        else:
            findings.append(outcome)


def read_header(cells: Sequence[str], line: int, findings: Collected, path: Path, info: GameInfo) -> Header:
    """Read a header row; a column nobody knows, and one that stands twice, are told and left out.

    Raises:
        CardtoolsError: ``pool.too-many`` for more than 200 columns.
    """
    if len(cells) > COLUMNS:
        raise refuse("pool.too-many", wording="pool.too-many.columns", path=path, line=line, most=COLUMNS)
    words = GameWords(info)
    fields: list[tuple[str, str | None] | None] = []
    unknown: list[str] = []
    for cell, name in zip(cells, _named(cells), strict=True):
        field = _field(cell, words)
        if field is None:
            unknown.append(name)
        elif field in fields:
            params: dict[str, str | int] = {"name": name[:60]}
            findings.append(
                Finding(code="pool.column-twice", severity="warning", params=params, location=at(path, line))
            )
            field = None
        fields.append(field)
    if unknown:
        params = {"count": len(unknown), "columns": ", ".join(unknown)[:400]}
        findings.append(Finding(code="pool.unknown-column", severity="warning", params=params, location=at(path, line)))
    return Header(tuple(fields))


def _named(cells: Sequence[str]) -> list[str]:
    """Return what columns are called, by their number where they have no name."""
    return [clean(cell)[:60] or str(number) for number, cell in enumerate(cells, start=1)]


def _field(cell: str, words: GameWords | None) -> tuple[str, str | None] | None:
    word = " ".join(fold(cell).replace("_", " ").split())
    if (name := ALIASES.get(word)) is not None:
        return name, None
    if match := _IN_LANGUAGE.fullmatch(word):
        return ALIASES[match.group(1)], match.group(2)
    name = field_named(word, words) if words else None
    return (name, None) if name else None


def field_named(word: str, words: GameWords) -> str | None:
    """Return the field that a header or key names: one of ours, or a mark of the game."""
    plain = " ".join(fold(word).replace("_", " ").split())
    mark = words.mark(plain) if plain else None
    return ALIASES.get(plain) or (f"{MARK}{mark}" if mark else None)


def _record(
    cells: Sequence[str], line: int, header: Header, path: Path, info: GameInfo, reader: FieldReader, *, by_id: bool
) -> Record | Finding:
    width = len(header.fields)
    if any(cell.strip() for cell in cells[width:]):
        return Finding(code="pool.cells", params={"actual": len(cells), "columns": width}, location=at(path, line))
    written: dict[str, Any] = {}
    names: dict[str, str] = {}
    for index, field in enumerate(header.fields):
        if field is None:
            continue
        key, language = field
        cell = cells[index] if index < len(cells) else ""
        if key == "name":
            names[language or info.languages[0]] = clean(cell)
        elif key == "text":
            written.setdefault("text", {})[language or info.languages[0]] = cell
        else:
            written[key] = cell if key in _AS_SHOWN else as_number(cell)
    names = {language: name for language, name in names.items() if name}
    one, name = clean(written.pop("id", "")), names.get(info.languages[0]) or next(iter(names.values()), "")
    if (
        not (name or (by_id and one))
        or len(one) > LONGEST_ID
        or any(len(text) > LONGEST_NAME for text in names.values())
    ):
        shown = " ".join(clean(cell) for cell in cells).strip()
        return Finding(code="pool.name", params={"text": shown[:60]}, location=at(path, line))
    record = reader.record(line, one or None, name, written)
    if len(names) > 1:
        record.values["name"] = names
    if not record.values.get("aliases"):
        record.values.pop("aliases", None)
    record.silent = [key for key in record.silent if key != "aliases"]
    return record


def _delimiter(line: str) -> str:
    return max(_DELIMITERS, key=line.count)
