"""Deck lists as YAML or JSON: lists of lines or of mappings, zones as keys, or names with their quantity.

All of these say the same, and may stand side by side::

    name: Három isten                [{"count": 3, "name": "Turul", "zone": "main"},
    main: [3 Turul, Életerő]          "SB: 2 Életerő"]
    side: {Életerő: 2}
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from cardtools.errors import CardtoolsError
from cardtools.model.deck import UNPLACED, DeckList, Entry
from cardtools.model.finding import Finding, Location
from cardtools.names.folding import clean, fold
from cardtools.store.deck_lists.grammar import (
    HEADERS,
    Grammar,
    Quantity,
    bad_count,
    check_length,
    is_quantity,
    quantity,
    unknown_section,
)
from cardtools.store.deck_lists.table import COLUMNS
from cardtools.store.yaml_files import Data, DataPath, Document, parse_yaml

SCHEMA: Final = "cardtools.decks/1"
_ABOUT: Final = frozenset({
    "schema", "game", "format", "author", "comment", "comments", "description", "note", "notes", "url", "version",
    "jatek", "formatum", "szerzo", "leiras", "megjegyzes",
})  # fmt: skip
"""Keys that say something about a list and nothing of its cards; as a named column of a table, they are passed over."""

_DECKS: Final = frozenset({"decks", "paklik"})
_ZONES: Final = frozenset({"zones", "zonak"})
_CARDS: Final = frozenset({"cards", "entries", "list", "lapok", "kartyak", "lista"})
_BROKEN: Final = re.compile("[\0\ud800-\udfff]")


def sound(text: str) -> str:
    """Return ``text`` with the sign for broken letters in place of zero bytes and half signs, which no list holds."""
    return text if text.isascii() and "\0" not in text else _BROKEN.sub("\ufffd", text)


def yaml_document(text: str, path: str) -> Document:
    """Return a YAML text as data.

    Raises:
        CardtoolsError: ``data.*``; see ``store.yaml_files.read_yaml``.
    """
    try:
        return parse_yaml(text.encode(), Path(path))
    except CardtoolsError as error:  # the path as it was given, not as pathlib writes it
        told = (
            one.model_copy(update={"location": one.location.model_copy(update={"path": path})})
            for one in error.findings
        )
        raise CardtoolsError(*told) from error


def read_tree(document: Document, path: str, grammar: Grammar, findings: tuple[Finding, ...] = ()) -> DeckList:
    """Read a list from YAML or JSON data. What is no card, zone or header is a finding, never skipped.

    Raises:
        CardtoolsError: ``file.unreadable`` where it is another file of ours, or holds several decks; ``file.too-large``
            for more than 30,000 entries and zones.
    """
    reader = _Reader(document, path, grammar, list(findings))
    data = document.data
    if isinstance(data, dict):
        reader.deck(data, ())
    elif isinstance(data, list):
        reader.items(data, (), grammar.default_zone)
    elif data is not None:
        reader.line(data, (), grammar.default_zone)
    return DeckList(path, tuple(reader.entries), reader.headers, tuple(reader.findings))


class _Reader:
    """Walks the data; ``where`` is always the way to the value at hand."""

    def __init__(self, document: Document, path: str, grammar: Grammar, findings: list[Finding]) -> None:
        self._document = document
        self._path = path
        self._grammar = grammar
        self.entries: list[Entry] = []
        self.headers: dict[str, str] = {}
        self.findings = findings
        self._lines = 0

    def deck(self, data: dict[str, Data], where: DataPath) -> None:
        """Read the mapping of a whole deck: headers, zones, and names with their quantity.

        A key such as ``event`` is a card of that name only where it has a quantity and no zone stands beside it.
        """
        schema = data.get("schema")
        if isinstance(schema, str) and schema != SCHEMA:
            raise self._refuse("file.unreadable.schema", ("schema",), schema=schema[:60])
        names_alone = not any(isinstance(value, list | dict) for value in data.values())
        for key, value in data.items():
            place = (*where, key)
            word = fold(sound(key))
            if isinstance(value, list | dict):
                self._group(key, word, value, place)
                continue
            text = clean(sound(value or ""))
            is_card = names_alone and self._knows(key) and is_quantity(text)
            if is_card or (word not in HEADERS and word not in _ABOUT):
                self._keyed(key, value, place, self._grammar.default_zone)
            elif word in HEADERS and text:
                self.headers.setdefault(HEADERS[word], text)

    def items(self, data: list[Data], where: DataPath, zone: str) -> None:
        """Read a list whose items are lines such as ``3 Turul``, or mappings."""
        for index, item in enumerate(data):
            place = (*where, index)
            if isinstance(item, dict):
                self._mapping(item, place, zone)
            elif isinstance(item, str):
                self.line(item, place, zone)
            else:
                self._no_card(place)

    def line(self, written: str, where: DataPath, zone: str) -> None:
        """Read one line as a plain list has it, but for comments and headings."""
        line = clean(sound(written))
        if not line:
            self._no_card(where)
            return
        if (prefixed := self._grammar.prefixed(line)) is not None and not self._grammar.knows(line):
            zone, line = prefixed
        self._entry(*self._grammar.entry(line), where, zone)

    def _group(self, key: str, word: str, value: list[Data] | dict[str, Data], where: DataPath) -> None:
        """Read what holds many values: decks, zones, cards, or one zone."""
        if self._grammar.zone(clean(sound(key))) is None:
            if word in _DECKS and isinstance(value, list):
                if len(value) > 1:
                    raise self._refuse("file.unreadable.decks", where, count=len(value))
                for index, deck in enumerate(value):
                    if isinstance(deck, dict):
                        self.deck(deck, (*where, index))
                    else:
                        self._no_card((*where, index))
                return
            if word in _ZONES and isinstance(value, dict):
                for name, content in value.items():
                    self._keyed(name, content, (*where, name), self._grammar.default_zone)
                return
            if word in _CARDS:
                self._section(value, where, self._grammar.default_zone)
                return
        self._keyed(key, value, where, self._grammar.default_zone)

    def _keyed(self, key: str, value: Data, where: DataPath, zone: str) -> None:
        """Read a key with its value: a zone with its cards, or a name with its quantity."""
        words = clean(sound(key))
        named = self._grammar.zone(words)
        if isinstance(value, list | dict):
            if named is None:
                self.findings.append(unknown_section(self._counted(where), words))
            self._section(value, where, named or UNPLACED)
        elif named is not None and not self._knows(key):
            if value is not None:
                self.line(value, where, named)
        elif words:
            self._entry(quantity(clean(sound(value or "")) or "0"), words, where, zone)
        else:
            self._no_card(where)

    def _section(self, value: list[Data] | dict[str, Data], where: DataPath, zone: str) -> None:
        if isinstance(value, list):
            self.items(value, where, zone)
        else:
            self._mapping(value, where, zone)

    def _mapping(self, data: dict[str, Data], where: DataPath, zone: str) -> None:
        """Read ``{count: 3, name: Turul, zone: side}``, or names with their quantities."""
        keys: dict[str, str] = {}
        for key in data:
            if (column := COLUMNS.get(fold(sound(key)))) is not None:
                keys.setdefault(column, key)
        if "name" in keys and not (len(data) == 1 and self._knows(keys["name"])):
            self._card(data, keys, where, zone)
        elif keys and len(data) > 1 and not any(self._knows(key) for key in keys.values()):
            self._no_card(where)
        else:
            for key, value in data.items():
                self._keyed(key, value, (*where, key), zone)

    def _card(self, data: dict[str, Data], keys: dict[str, str], where: DataPath, zone: str) -> None:
        values = {column: data[key] for column, key in keys.items()}
        if any(isinstance(value, list | dict) for value in values.values()):
            self._no_card(where)
            return
        cells = {column: clean(sound(value)) for column, value in values.items() if isinstance(value, str)}
        if not (name := cells.get("name", "")):
            self._no_card(where)
            return
        if words := cells.get("zone", ""):
            zone = self._grammar.zone(words) or UNPLACED
            if zone == UNPLACED:
                self.findings.append(unknown_section(self._at(where), words))
        if "count" in keys:
            self._entry(quantity(cells.get("count", "") or "0"), name, where, zone)
        else:
            self._entry(*self._grammar.entry(name), where, zone)

    def _entry(self, number: Quantity, name: str, where: DataPath, zone: str) -> None:
        location = self._counted(where)
        if number.count is None:
            self.findings.append(bad_count(location.model_copy(update={"zone": zone}), number, name))
        else:
            self.entries.append(Entry(location.line or 1, location.column or 1, number.count, name, zone))

    def _knows(self, key: str) -> bool:
        return self._grammar.knows(clean(sound(key)))

    def _no_card(self, where: DataPath) -> None:
        self.findings.append(Finding(code="deck.row", location=self._counted(where)))

    def _counted(self, where: DataPath) -> Location:
        """Return the place of what would be a line in a plain list."""
        location = self._at(where)
        self._lines += 1
        check_length(self._lines, self._path, location.line)
        return location

    def _at(self, where: DataPath) -> Location:
        place = self._document.location(where)
        return Location(path=self._path, line=place.line, column=place.column)

    def _refuse(self, wording: str, where: DataPath, **params: str | int) -> CardtoolsError:
        finding = Finding(code="file.unreadable", wording=wording, params=params, location=self._at(where))
        return CardtoolsError(finding)
