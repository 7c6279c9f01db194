"""What does not fit a model: pydantic's errors as findings, each with its place in the user's file and our words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, ValidationError

from cardtools.model.finding import MOST_OF_A_KIND, Finding

if TYPE_CHECKING:  # it loads models with what is here
    from pydantic_core import ErrorDetails

    from cardtools.store.yaml_files import DataPath, Document

_VALUE_LIMIT: Final = 60
"""Most letters of a value that are told."""


def misfits(error: ValidationError, model: type[BaseModel], document: Document) -> list[Finding]:
    """Return one finding for each value of ``document`` that does not fit ``model``, each with its place.

    It looks at the first 200 errors, each of which is held against all, and then tells that it stopped.
    """
    items = error.errors()
    beyond = items[MOST_OF_A_KIND:]
    items = items[:MOST_OF_A_KIND]
    # A list whose items are all broken counts as empty, too: that is no finding of its own.
    deeper = {item["loc"][: len(item["loc"]) - up] for item in items for up in range(1, len(item["loc"]))}
    told = [item for item in items if item["type"] != "too_short" or item["loc"] not in deeper]
    found = [_finding(item, model, document) for item in _without_others(told, document)]
    if beyond:
        place = document.location(_real(_parts(beyond[0]), document))
        found.append(Finding(code="data.stopped", location=place))
    return found


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
    "agreed_bounds": "data.value.agreed",
    "agreed_cards": "data.value.pickable",
    "date_from_datetime_inexact": "data.value.day",
    "date_from_datetime_parsing": "data.value.day",
    "date_parsing": "data.value.day",
    "date_type": "data.value.day",
    "day": "data.value.day",
    "moment": "data.value.moment",
    "output_keys": "data.value.output",
    "row_cells": "data.value.cells",
    "same_choice": "data.value.choice-twice",
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
"""The words for each kind of error, pydantic's own and those that our models raise."""

_TOLD: Final = ("cells", "columns", "names", "output", "row")
"""What errors of our models tell beside the value."""

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
            str(context.get("expected", "")).replace(" or ", ", ")
            or context.get("expected_tags")
            or context.get("pattern")
            or context.get("most")
            or context.get("decimal_places")
            or context.get("ge", context.get("gt", context.get("le", "")))
        ),
        "why": str(item.get("msg", "")),
        **{name: context[name] for name in _TOLD if name in context},
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
