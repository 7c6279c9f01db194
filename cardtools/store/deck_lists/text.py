"""Deck lists as plain text: a card a line, with headings, prefixes, comments and headers."""

from __future__ import annotations

import re
from typing import Final

from cardtools.model.deck import UNPLACED, DeckList, Entry
from cardtools.model.finding import Finding, Location
from cardtools.names.folding import clean
from cardtools.store.deck_lists.grammar import Grammar, bad_count, check_length, comment_header, unknown_section

LINE_END: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_QUANTITY: Final = re.compile(r"[-+]?\d[\d.,]*")
_COMMENTS: Final = ("#", "//", ";")


def read_text(text: str, path: str, grammar: Grammar, findings: tuple[Finding, ...] = ()) -> DeckList:
    """Read a text deck list; see ``Grammar`` for what a line may say.

    Raises:
        CardtoolsError: ``file.too-large`` for more than 30,000 lines that are not blank.
    """
    reader = _Reader(path, grammar, list(findings))
    lines = 0
    for number, raw in enumerate(LINE_END.split(text), start=1):
        if line := clean(raw):
            lines += 1
            check_length(lines, path, number)
            reader.read(number, raw, line)
    return DeckList(path, tuple(reader.entries), reader.headers, tuple(reader.findings))


class _Reader:
    """Reads line after line, keeping the zone of the last heading."""

    def __init__(self, path: str, grammar: Grammar, findings: list[Finding]) -> None:
        self._path = path
        self._grammar = grammar
        self._zone = grammar.default_zone
        self.entries: list[Entry] = []
        self.headers: dict[str, str] = {}
        self.findings = findings

    def read(self, number: int, raw: str, line: str) -> None:
        if line.startswith(_COMMENTS):
            self._comment(line)
            return
        if not line[0].isdigit() and (heading := self._grammar.heading(line)) is not None:
            self._heading(number, *heading)
            return
        if "\t" in raw and not self._grammar.knows(line):
            name, _, last = raw.rstrip().rpartition("\t")
            if name.strip() and _QUANTITY.fullmatch(last.strip()):
                line = clean(f"{name};{last.strip()}")
        zone = self._zone
        if (prefixed := self._grammar.prefixed(line)) is not None and not self._grammar.knows(line):
            zone, line = prefixed
        quantity, name = self._grammar.entry(line)
        column = len(raw) - len(raw.lstrip()) + 1
        if quantity.count is None:
            location = Location(path=self._path, line=number, column=column, zone=zone)
            self.findings.append(bad_count(location, quantity, name))
            return
        self.entries.append(Entry(number, column, quantity.count, name, zone))

    def _comment(self, line: str) -> None:
        if (header := comment_header(line)) is not None:
            self.headers.setdefault(*header)

    def _heading(self, number: int, words: str, zone: str | None) -> None:
        self._zone = zone or UNPLACED
        if zone is None:
            location = Location(path=self._path, line=number, column=1)
            self.findings.append(unknown_section(location, words))
