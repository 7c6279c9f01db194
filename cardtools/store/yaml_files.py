"""YAML from strangers: scalars stay text, positions are kept, and all that YAML can do beyond data is refused.

Built on the parser's events, so that no tag is ever constructed and no alias ever expanded. Every scalar is text
until a model asks for a number; ``No`` and ``10:30`` stay what was written. An empty plain scalar, ``~`` and
``null`` mean "absent".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding, Location
from cardtools.store.files import DATA_LIMIT, read_bytes

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Data = str | None | list["Data"] | dict[str, "Data"]
DataPath = tuple[str | int, ...]
ModelT = TypeVar("ModelT", bound=BaseModel)

_VALUE_LIMIT: Final = 60
"""Most letters of a value that are told."""
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
            300,000 values or 40 levels.
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
            if key in mapping:
                self._findings.append(self._refuse("data.duplicate-key", event, key=key).findings[0])
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
        items = error.errors()
        # A list whose items are all broken counts as empty, too: that is no finding of its own.
        deeper = {item["loc"][: len(item["loc"]) - up] for item in items for up in range(1, len(item["loc"]))}
        told = [item for item in items if item["type"] != "too_short" or item["loc"] not in deeper]
        raise CardtoolsError(*(_finding(item, model, document) for item in _without_others(told, document))) from error


def _without_others(items: Sequence[ErrorDetails], document: Document) -> list[ErrorDetails]:
    """Return the errors without those of the other shapes that a value might have had.

    Where a text or a list may stand, each of them is an error of its own: told is what is wrong with the shape that
    the value has.
    """
    kept: list[ErrorDetails] = []
    shapes = [item for item in items if item["type"] in _SHAPES]
    for item in items:
        where = _real(_parts(item), document)
        own = _parts(item)
        others = [
            other
            for other in items
            if other is not item and _parts(other) != own and _real(_parts(other), document)[: len(where)] == where
        ]
        is_branch = own != where and bool(own) and item["type"] not in ("missing", "extra_forbidden")
        if is_branch and item in shapes and others:
            first = next(one for one in shapes if _real(_parts(one), document) == where)
            deeper = [one for one in others if one not in shapes or _real(_parts(one), document) != where]
            if deeper or item is not first:
                continue
        kept.append(item)
    return kept


def _parts(item: ErrorDetails) -> DataPath:
    return tuple(part for part in item["loc"] if isinstance(part, int | str) and part != "[key]")


_SHAPES: Final = frozenset(
    {"string_type", "tuple_type", "mapping_type", "dict_type", "model_type", "model_attributes_type", "none_required"}
    | {"int_type", "int_parsing", "int_from_float"}
)
"""Errors that say that a value has another shape."""

_WORDINGS: Final = {
    "missing": "data.missing-key",
    "extra_forbidden": "data.unknown-key",
    "int_parsing": "data.value.integer",
    "int_from_float": "data.value.integer",
    "int_type": "data.value.integer",
    "float_parsing": "data.value.number",
    "float_type": "data.value.number",
    "decimal_parsing": "data.value.number",
    "decimal_type": "data.value.number",
    "bool_parsing": "data.value.boolean",
    "string_type": "data.value.text",
    "tuple_type": "data.value.list",
    "mapping_type": "data.value.mapping",
    "model_type": "data.value.mapping",
    "model_attributes_type": "data.value.mapping",
    "dict_type": "data.value.mapping",
    "string_pattern_mismatch": "data.value.pattern",
    "string_too_long": "data.value.long",
    "string_too_short": "data.value.empty",
    "too_short": "data.value.empty",
    "too_long": "data.value.many",
    "name_empty": "data.value.name.empty",
    "name_blanks": "data.value.name.blanks",
    "name_long": "data.value.name.long",
    "name_signs": "data.value.name.signs",
    "int_parsing_size": "data.value.integer",
    "finite_number": "data.value.number",
    "bool_type": "data.value.boolean",
    "decimal_max_digits": "data.value.number",
    "decimal_whole_digits": "data.value.number",
    "decimal_max_places": "data.value.places",
    "literal_error": "data.value.choice",
    "union_tag_invalid": "data.value.choice",
    "union_tag_not_found": "data.missing-key",
    "greater_than_equal": "data.value.low",
    "greater_than": "data.value.low",
    "less_than_equal": "data.value.high",
}


_WHOLE: Final = {"data.value.mapping": "data.value.mapping.whole", "data.value.list": "data.value.list.whole"}
"""What is told where a whole file has another shape."""


def _finding(item: ErrorDetails, model: type[BaseModel], document: Document) -> Finding:
    """Return the finding for one of pydantic's error details."""
    kind, context = item["type"], item.get("ctx", {})
    where = _parts(item)
    real = _real(where, document)
    location = document.location(real)
    wording = _WORDINGS.get(kind, "data.value")
    if not where and wording in _WHOLE:
        wording = _WHOLE[wording]
    elif wording == "data.value.places" and not context.get("decimal_places"):
        wording = "data.value.integer"
    elif wording == "data.value.text" and real != where:
        wording = "data.value.text-or-list"
    key = where[-1] if kind in ("missing", "extra_forbidden") and where else real[-1] if real else ""
    params: dict[str, str | int] = {
        "key": str(context.get("discriminator", "kind")).strip("'")
        if kind == "union_tag_not_found"
        else _spelled(real, key),
        "value": _short(item.get("input")),
        "expected": str(
            context.get("expected")
            or context.get("expected_tags")
            or context.get("pattern")
            or context.get("most")
            or context.get("decimal_places")
            or context.get("ge", context.get("gt", context.get("le", "")))
        ),
        "why": str(item.get("msg", "")),
    }
    suggestions: tuple[str, ...] = ()
    if kind == "extra_forbidden":
        suggestions = _similar_keys(str(where[-1]), _siblings(model, where[:-1]))
    code = wording if wording in ("data.missing-key", "data.unknown-key") else "data.value"
    return Finding(code=code, wording=wording, params=params, location=location, suggestions=suggestions)


def _spelled(real: DataPath, key: str | int) -> str:
    """Return the name of a key; an item of a list, and what stands in a round, is told with the names around it.

    >>> _spelled(("rounds", 1, "hands", "Béla"), "Béla"), _spelled(("players", 2), 2), _spelled(("deck",), "deck")
    ('rounds 2, hands, Béla', 'players 3', 'deck')
    """
    in_round = real[:1] == ("rounds",) and key in real
    if isinstance(key, str) and not in_round:
        return _short(key)
    told = ""
    for part in real:
        told += f" {part + 1}" if isinstance(part, int) else f", {_short(part)}" if told else _short(part)
    return told.strip()


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _VALUE_LIMIT else f"{text[: _VALUE_LIMIT - 1]}…"


def _real(where: DataPath, document: Document) -> DataPath:
    """Return ``where`` without the union tags that pydantic puts into it."""
    real: DataPath = ()
    for part in where:
        if (*real, part) in document.positions:
            real = (*real, part)
    return real


def _siblings(model: type[BaseModel], where: DataPath) -> frozenset[str]:
    """Return every key that models reachable along ``where`` know; wide, since it only serves suggestions."""
    from cardtools.model.base import Model

    names = set(model.model_fields)
    if where:
        pending = list(Model.__subclasses__())
        while pending:
            found = pending.pop()
            names |= set(found.model_fields)
            pending.extend(found.__subclasses__())
    return frozenset(names)


def _similar_keys(key: str, known: frozenset[str]) -> tuple[str, ...]:
    import difflib

    return tuple(difflib.get_close_matches(key, sorted(known - {key}), n=2, cutoff=0.75))
