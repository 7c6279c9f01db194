"""JSON with the place of every value: Python's own reader tells no lines, and lets the last of two equal keys win."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from pathlib import Path
from typing import Final

from cardtools.errors import CardtoolsError
from cardtools.model.finding import MOST_OF_A_KIND, Finding, Location
from cardtools.store.yaml_files import Data, DataPath, Document

_DEPTH: Final = 40
_NODES: Final = 300_000
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?", re.ASCII)
_WORD: Final = re.compile(r"true|false|null")
_LINE_END: Final = re.compile("\r\n|[\n\r]")
_STRINGS: Final = json.JSONDecoder()


def parse_json(text: str, path: str) -> Document:
    """Return JSON as data: scalars as the text that was written, ``null`` as absent.

    Raises:
        CardtoolsError: ``data.syntax`` for what is no JSON, ``data.duplicate-key``, and ``data.too-complex`` for more
            than 300,000 values or 40 levels.
    """
    return _Parser(text, path).document()


class _Parser:
    def __init__(self, text: str, path: str) -> None:
        self._text = text
        self._path = path
        self._at = 0
        self._nodes = 0
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        self._positions: dict[DataPath, tuple[int, int]] = {}
        self._findings: list[Finding] = []

    def document(self) -> Document:
        data = self._value(())
        self._skip()
        if self._at < len(self._text):
            raise self._refuse("data.syntax", self._at)
        if self._findings:
            raise CardtoolsError(*self._findings)
        return Document(Path(self._path), data, self._positions)

    def _value(self, where: DataPath) -> Data:
        self._skip()
        self._nodes += 1
        if self._nodes > _NODES or len(where) > _DEPTH:
            raise self._refuse("data.too-complex", self._at)
        self._positions.setdefault(where, self._place(self._at))
        first = self._text[self._at : self._at + 1]
        if first == "{":
            return self._object(where)
        if first == "[":
            return self._array(where)
        if first == '"':
            return self._string()
        if (match := _NUMBER.match(self._text, self._at) or _WORD.match(self._text, self._at)) is None:
            raise self._refuse("data.syntax", self._at)
        self._at = match.end()
        return None if match.group() == "null" else match.group()

    def _object(self, where: DataPath) -> dict[str, Data]:
        data: dict[str, Data] = {}
        if self._opened("}"):
            return data
        while True:
            self._skip()
            place = self._at
            if self._text[place : place + 1] != '"':
                raise self._refuse("data.syntax", place)
            key = self._string()
            self._skip()
            if self._text[self._at : self._at + 1] != ":":
                raise self._refuse("data.syntax", self._at)
            self._at += 1
            if key in data:
                self._findings.extend(self._refuse("data.duplicate-key", place, key=key[:60]).findings)
                if len(self._findings) == MOST_OF_A_KIND:  # enough to see what is wrong: it is read no further
                    raise CardtoolsError(*self._findings, *self._refuse("data.stopped", place).findings)
            self._positions[(*where, key)] = self._place(place)
            data[key] = self._value((*where, key))
            if self._closed("}"):
                return data

    def _array(self, where: DataPath) -> list[Data]:
        items: list[Data] = []
        if self._opened("]"):
            return items
        while True:
            items.append(self._value((*where, len(items))))
            if self._closed("]"):
                return items

    def _opened(self, end: str) -> bool:
        """Step over an opening bracket; return whether nothing stands in it."""
        self._at += 1
        self._skip()
        empty = self._text[self._at : self._at + 1] == end
        self._at += empty
        return empty

    def _closed(self, end: str) -> bool:
        """Step over a comma or the closing bracket; return which it was."""
        self._skip()
        sign = self._text[self._at : self._at + 1]
        if sign not in (",", end):
            raise self._refuse("data.syntax", self._at)
        self._at += 1
        return sign == end

    def _string(self) -> str:
        try:
            value, self._at = _STRINGS.raw_decode(self._text, self._at)
        except json.JSONDecodeError as error:
            raise self._refuse("data.syntax", error.pos) from error
        return str(value)

    def _skip(self) -> None:
        if (match := _SPACE.match(self._text, self._at)) is not None:
            self._at = match.end()

    def _place(self, at: int) -> tuple[int, int]:
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def _refuse(self, code: str, at: int, **params: str) -> CardtoolsError:
        line, column = self._place(at)
        location = Location(path=self._path, line=line, column=column)
        wording = "data.syntax.json" if code == "data.syntax" else None
        return CardtoolsError(Finding(code=code, wording=wording, params=params, location=location))
