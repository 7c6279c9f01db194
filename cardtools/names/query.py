"""Queries for cards, read into a tree: ``type:monster god:Leah cost<=3 -name~old``, with OR and brackets.

A term is ``KEY OPERATOR VALUE`` without blanks between, or a bare word, which is looked for in names. Terms side by
side must all hold and bind tighter than OR; a hyphen before a term or a bracket means not; a value with blanks or
brackets stands in quotes. There are no patterns of any kind, so a query costs no more than its length.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.names.folding import fold

LONGEST: Final = 500
_DEPTH: Final = 20
_TEXT: Final = (":", "=", "~")
_NUMBER: Final = (":", "=", "<", "<=", ">", ">=")
OPERATORS: Final = (":", "=", "~", "<", "<=", ">", ">=")
KEYS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "name": (("name", "név"), _TEXT),
    "type": (("type", "típus"), _TEXT),
    "colours": (("god", "isten", "colour", "color", "szín"), _TEXT),
    "text": (("text", "szöveg"), _TEXT),
    "cost": (("cost", "költség"), _NUMBER),
    "damage": (("damage", "SB", "sebzés"), _NUMBER),
    "life": (("life", "ÉP", "élet"), _NUMBER),
    "rarity": (("rarity", "ritkaság"), _TEXT),
    "marks": (("mark", "jel", "marks", "jelek"), _TEXT),
    "subtypes": (("subtype", "altípus"), _TEXT),
    "max_copies": (("max_copies", "példány"), _NUMBER),
    "value": (("value", "érték"), _NUMBER),
    "points": (("points", "pont"), _NUMBER),
    "id": (("id", "azonosító"), (":", "=")),
}
"""The words for each key, the first one being its own, and the operators it takes."""

_BY_WORD: Final = {fold(word): key for key, (words, _) in KEYS.items() for word in words}
_QUOTES: Final = str.maketrans("\u201c\u201d\u201e\u00a0\t\n\r", '"""    ')
_KEY: Final = re.compile(r'[^\s:=~<>!()"]+')
_OPERATOR: Final = re.compile(r"!*[:=~<>][:=~<>!]*")
_PLAIN: Final = re.compile(r'[^\s"()]+(?:\([^\s"()]*\)[^\s"()]*)*')
_OR: Final = ("OR", "VAGY")


@dataclass(frozen=True, slots=True)
class Term:
    """One condition; a bare word has the key ``word``. ``position`` counts from 1 in the query."""

    key: str
    operator: str
    value: str
    position: int


@dataclass(frozen=True, slots=True)
class Not:
    """What must not hold."""

    item: Node


@dataclass(frozen=True, slots=True)
class Every:
    """What must hold together."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Of which one must hold."""

    items: tuple[Node, ...]


Node = Term | Not | Every | Either


def parse(query: str) -> Node:
    """Read a query.

    Raises:
        CardtoolsError: ``usage.search`` or ``usage.search-key`` or ``usage.search-operator``, with the position.

    >>> parse("type:monster cost<=3").items[1]
    Term(key='cost', operator='<=', value='3', position=14)
    """
    if len(query) > LONGEST:
        raise refuse("usage.search", wording="usage.search.long", most=LONGEST)
    return _Parser(query.translate(_QUOTES)).parse()


class _Parser:
    """A recursive descent over one query."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0

    def parse(self) -> Node:
        node = self._either()
        if self._peek():
            raise self._wrong("usage.search.bracket", self._at)
        return node

    def _either(self) -> Node:
        items = [self._every()]
        while self._word() in _OR:
            self._at += len(self._word())
            items.append(self._every())
        return items[0] if len(items) == 1 else Either(tuple(items))

    def _every(self) -> Node:
        items: list[Node] = []
        while (char := self._peek()) and char != ")" and self._word() not in _OR:
            items.append(self._one())
        if not items:
            raise self._wrong("usage.search.empty", self._at)
        return items[0] if len(items) == 1 else Every(tuple(items))

    def _one(self) -> Node:
        following = self._text[self._at + 1 : self._at + 2]
        if self._text[self._at] == "-" and following.strip():
            self._at += 1
            return Not(self._one_after(self._at))
        return self._one_after(self._at)

    def _one_after(self, start: int) -> Node:
        if self._text[start] != "(":
            return self._term()
        self._depth += 1
        if self._depth > _DEPTH:
            raise self._wrong("usage.search.deep", start)
        self._at += 1
        node = self._either()
        if self._peek() != ")":
            raise self._wrong("usage.search.bracket", start)
        self._at += 1
        self._depth -= 1
        return node

    def _term(self) -> Term:
        start = self._at
        key = _KEY.match(self._text, start)
        end = key.end() if key else start
        operator = _OPERATOR.match(self._text, end)
        if operator is None:
            return Term("word", ":", self._value(start), start + 1)
        written = key.group() if key else ""
        if not written:
            raise self._wrong("usage.search.no-key", start)
        found = _BY_WORD.get(fold(written))
        if found is None:
            known = ", ".join(words[0] if len(words) == 1 else f"{words[0]} ({words[1]})" for words, _ in KEYS.values())
            raise refuse("usage.search-key", key=written, position=start + 1, known=known)
        allowed = KEYS[found][1]
        if operator.group() not in allowed:
            raise refuse(
                "usage.search-operator",
                key=written,
                operator=operator.group(),
                position=end + 1,
                known=" ".join(allowed),
            )
        self._at = operator.end()
        return Term(found, operator.group(), self._value(start), start + 1)

    def _value(self, start: int) -> str:
        at = self._at
        if self._text[at : at + 1] == '"':
            end = self._text.find('"', at + 1)
            if end < 0:
                raise self._wrong("usage.search.quote", at)
            self._at, value = end + 1, self._text[at + 1 : end]
        else:
            match = _PLAIN.match(self._text, at)
            self._at, value = (match.end(), match.group()) if match else (at, "")
        if not value.strip():
            raise self._wrong("usage.search.no-value", start)
        return value.strip()

    def _word(self) -> str:
        match = _KEY.match(self._text, self._at) if self._peek() else None
        return match.group() if match else ""

    def _peek(self) -> str:
        """Skip blanks and return the sign that follows, empty at the end."""
        while self._text[self._at : self._at + 1].isspace():
            self._at += 1
        return self._text[self._at : self._at + 1]

    def _wrong(self, wording: str, at: int) -> CardtoolsError:
        return refuse("usage.search", wording=wording, position=at + 1)
