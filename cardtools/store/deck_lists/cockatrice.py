"""Deck lists of the program Cockatrice: ``.cod``, XML with zones of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtools.errors import refuse
from cardtools.model.deck import UNPLACED, DeckList, Entry
from cardtools.model.finding import Finding, Location
from cardtools.names.folding import clean
from cardtools.store.deck_lists.grammar import (
    Grammar,
    bad_count,
    check_length,
    comment_header,
    quantity,
    unknown_section,
)
from cardtools.store.deck_lists.text import LINE_END
from cardtools.store.xml_files import BrokenXml, OverfullXml, XmlWalker

_ROOT: Final = "cockatrice_deck"
_MAIN: Final = "main"


def read_cockatrice(text: str, path: str, grammar: Grammar, findings: tuple[Finding, ...] = ()) -> DeckList:
    """Read a Cockatrice deck. Its comments may say headers, a line each, such as ``player: Anna``.

    Raises:
        CardtoolsError: ``file.unreadable`` where it is broken, no such deck, or declares a document type or entities;
            ``file.too-large`` for more than 30,000 zones and cards, or more of anything else than any deck has.
    """
    reader = _Reader(path, grammar, findings)
    try:
        reader.walk(text.encode())
    except BrokenXml as error:
        wording = "file.unreadable.entities" if error.declares else "file.unreadable.cockatrice"
        raise refuse("file.unreadable", path=path, line=error.line, column=error.column, wording=wording) from error
    except OverfullXml as error:
        raise refuse("file.too-large", path=path, line=error.line, wording="file.too-large.xml") from error
    return DeckList(path, tuple(reader.entries), reader.headers, tuple(reader.findings))


class _Reader(XmlWalker):
    """Takes the cards that stand right in a zone; a card anywhere else is a finding."""

    def __init__(self, path: str, grammar: Grammar, findings: tuple[Finding, ...]) -> None:
        super().__init__()
        self._path = path
        self._grammar = grammar
        self._open: list[str] = []
        self._zone = grammar.default_zone
        self._text: list[str] = []
        self._parts = 0
        self.entries: list[Entry] = []
        self.headers: dict[str, str] = {}
        self.findings = list(findings)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._open.append(tag)
        self._text.clear()
        if len(self._open) == 1 and tag != _ROOT:
            line, column = self.place
            raise BrokenXml(line, column)
        if tag in ("zone", "card"):
            self._parts += 1
            check_length(self._parts, self._path, self.place[0])
        if tag == "zone" and len(self._open) == 2:
            self._begin(clean(attributes.get("name", "")))
        elif tag == "card":
            self._card(attributes)

    def data(self, text: str) -> None:
        self._text.append(text)

    def end(self, tag: str) -> None:
        depth = len(self._open)
        self._open.pop()
        if depth != 2:
            return
        text = "".join(self._text)
        if tag == "deckname" and (name := clean(text)):
            self.headers["name"] = name
        elif tag == "comments":
            for line in LINE_END.split(text):
                if (header := comment_header(clean(line))) is not None:
                    self.headers.setdefault(*header)

    def _begin(self, words: str) -> None:
        zone = self._grammar.zone(words) or (self._grammar.default_zone if words == _MAIN else None)
        self._zone = zone or UNPLACED
        if zone is None:
            self.findings.append(unknown_section(self._at(), words))

    def _card(self, attributes: Mapping[str, str]) -> None:
        name = clean(attributes.get("name", ""))
        if self._open[:-1] != [_ROOT, "zone"] or not name:
            self.findings.append(Finding(code="deck.row", location=self._at()))
            return
        number = quantity(clean(attributes.get("number", "")) or "0")
        location = self._at()
        if number.count is None:
            self.findings.append(bad_count(location.model_copy(update={"zone": self._zone}), number, name))
        else:
            self.entries.append(Entry(location.line or 1, location.column or 1, number.count, name, self._zone))

    def _at(self) -> Location:
        line, column = self.place
        return Location(path=self._path, line=line, column=column)
