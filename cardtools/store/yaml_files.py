"""YAML from strangers: scalars stay text, positions are kept, and all that YAML can do beyond data is refused.

Built on the parser's events, so that no tag is ever constructed and no alias ever expanded. Every scalar is text
until a model asks for a number; ``No`` and ``10:30`` stay what was written. An empty plain scalar, ``~`` and
``null`` mean "absent".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import MOST_OF_A_KIND, Finding, Location
from cardtools.store.files import DATA_LIMIT, read_bytes
from cardtools.store.misfits import misfits

Data = str | None | list["Data"] | dict[str, "Data"]
DataPath = tuple[str | int, ...]
ModelT = TypeVar("ModelT", bound=BaseModel)

_DEPTH: Final = 40
_NODES: Final = 300_000
_LOADER: Final[type] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ABSENT: Final = frozenset({"", "~", "null"})


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML file as data, with the place of every value; lines and columns count from 1.

    ``origins`` names the file of values that another file than ``path`` brought in; see ``store.overlay``.
    """

    path: Path
    data: Data
    positions: dict[DataPath, tuple[int, int]]
    origins: dict[DataPath, Path] = field(default_factory=dict)

    def location(self, where: DataPath) -> Location:
        """Return the place of the value at ``where``, or of the nearest value around it."""
        line, column = self.positions.get((), (1, 1))
        for end in range(len(where), -1, -1):
            if where[:end] in self.positions:
                line, column = self.positions[where[:end]]
                return Location(path=str(self.origins.get(where[:end], self.path)), line=line, column=column)
        return Location(path=str(self.path), line=line, column=column)


def read_yaml(path: Path, limit: int = DATA_LIMIT) -> Document:
    """Read the YAML file at ``path``.

    Raises:
        CardtoolsError: For an unreadable file, broken YAML, duplicate keys, tags, aliases, or more than
            300,000 values or 40 levels; it reads no further than 200 duplicate keys.
    """
    return parse_yaml(read_bytes(path, limit), path)


def parse_yaml(content: bytes, path: Path) -> Document:
    """Parse YAML text in UTF-8 that came from ``path``; see read_yaml."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise refuse("data.encoding", path=path, line=line, column=1) from error
    try:
        return _Builder(path).build(yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise refuse(
            "data.syntax",
            path=path,
            line=mark.line + 1 if mark else None,
            column=mark.column + 1 if mark else None,
            why=error.problem or "",
        ) from error
    except yaml.reader.ReaderError as error:
        # Its own position counts bytes or characters, depending on the parser; the sign is the first of its kind.
        before = text[: max(0, text.find(chr(error.character)))]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise refuse("data.syntax", path=path, line=line, column=column, why=error.reason) from error
    except yaml.YAMLError as error:
        raise refuse("data.syntax", path=path, why=str(error).splitlines()[0]) from error


class _Builder:
    """Builds data from parser events; findings are gathered, so that all duplicate keys are told at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._positions: dict[DataPath, tuple[int, int]] = {}
        self._findings: list[Finding] = []
        self._nodes = 0

    def build(self, events: Iterator[yaml.Event]) -> Document:
        data: Data = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self._refuse("data.documents", event)
                data = self._value(next(events), events, ())
        if self._findings:
            raise CardtoolsError(*self._findings)
        return Document(self._path, data, self._positions)

    def _value(self, event: yaml.Event, events: Iterator[yaml.Event], where: DataPath) -> Data:
        self._nodes += 1
        if self._nodes > _NODES or len(where) > _DEPTH:
            raise self._refuse("data.too-complex", event)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self._refuse("data.alias", event)
        self._positions[where] = _place(event)
        if isinstance(event, yaml.ScalarEvent):
            if event.tag not in (None, "!"):
                raise self._refuse("data.tag", event, tag=event.tag)
            plain = event.style in (None, "")
            return None if plain and event.value in _ABSENT else str(event.value)
        if isinstance(event, yaml.CollectionStartEvent) and event.tag is not None:
            raise self._refuse("data.tag", event, tag=event.tag)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(events, where)
        return self._mapping(events, where)

    def _sequence(self, events: Iterator[yaml.Event], where: DataPath) -> list[Data]:
        items: list[Data] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self._value(event, events, (*where, len(items))))
        return items

    def _mapping(self, events: Iterator[yaml.Event], where: DataPath) -> dict[str, Data]:
        mapping: dict[str, Data] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            if not isinstance(event, yaml.ScalarEvent) or event.tag not in (None, "!") or event.anchor:
                raise self._refuse("data.key", event)
            key = event.value
            if key == "<<" and event.style in (None, ""):
                raise self._refuse("data.alias", event)
            if key in mapping:
                self._findings.extend(self._refuse("data.duplicate-key", event, key=key[:60]).findings)
                if len(self._findings) == MOST_OF_A_KIND:  # enough to see what is wrong: it is read no further
                    raise CardtoolsError(*self._findings, *self._refuse("data.stopped", event).findings)
            place = _place(event)
            mapping[key] = self._value(next(events), events, (*where, key))
            self._positions[(*where, key)] = place
        return mapping

    def _refuse(self, code: str, event: yaml.Event, **params: str) -> CardtoolsError:
        line, column = _place(event)
        location = Location(path=str(self._path), line=line, column=column)
        return CardtoolsError(Finding(code=code, params=params, location=location))


def _place(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def load(model: type[ModelT], document: Document) -> ModelT:
    """Make a model of a document.

    Raises:
        CardtoolsError: With one finding for each value that does not fit, each with its place.
    """
    try:
        return model.model_validate({} if document.data is None else document.data)
    except ValidationError as error:
        raise CardtoolsError(*misfits(error, model, document)) from error
