"""Series in ``cards.yaml``: one entry with ``each`` stands for a card of every combination.

``each: {colour: [red, blue], n: [1, 2]}`` makes four cards. In the other values ``{n}`` becomes the item;
``{colour}`` becomes the colour's id, or its name where the value is a text in a language; ``{colour.letter}``
becomes its letter and ``{colour.hu}`` its name in that language. Names begin with a capital.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from cardtools.errors import refuse
from cardtools.model.game import Colour
from cardtools.store.yaml_files import Data, DataPath, Document

_SLOT: Final = re.compile(r"\{([a-z]+)(?:\.([a-z]+))?\}")
_MOST: Final = 2000
_WEIGHT: Final = 30_000_000
_NODE: Final = 50
"""What series may make in all, in letters, a value counting as fifty: much more than any game, less than what hurts."""

_IN_LANGUAGES: Final = frozenset({"name", "text"})


def write_out(document: Document, colours: tuple[Colour, ...]) -> Document:
    """Return ``document`` with every series under ``cards`` written out, places kept.

    Raises:
        CardtoolsError: ``data.series`` for a series that is not one, or where series make more than 2,000 cards, or
            more text than memory is good for.
    """
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get("cards"), list):
        return document
    cards: list[Data] = []
    positions = {
        where: place for where, place in document.positions.items() if where[:1] != ("cards",) or len(where) == 1
    }
    rows = data["cards"]
    assert isinstance(rows, list)  # noqa: S101 - seen above; the type checker cannot know
    inner = _by_card(document)
    by_id = {colour.id: colour for colour in colours}
    made, weight = 0, 0
    for index, row in enumerate(rows):
        series = _series(row, document, index, by_id)
        if series is not None:
            made += series.size
            weight += series.weight
            if made > _MOST or weight > _WEIGHT:
                raise _refuse(document, index)
        for card in [row] if series is None else series.cards(by_id):
            target = ("cards", len(cards))
            for rest, place in inner.get(index, ()):
                positions[(*target, *rest)] = place
            cards.append(card)
    return Document(document.path, {**data, "cards": cards}, positions)


def _by_card(document: Document) -> dict[int, list[tuple[DataPath, tuple[int, int]]]]:
    inner: dict[int, list[tuple[DataPath, tuple[int, int]]]] = {}
    for where, place in document.positions.items():
        # The items of a series have no place in its cards, and would make as many places as their square.
        if where[:1] == ("cards",) and len(where) > 1 and isinstance(where[1], int) and where[2:3] != ("each",):
            inner.setdefault(where[1], []).append((where[2:], place))
    return inner


@dataclass(frozen=True, slots=True)
class _Series:
    """A series before it is written out; ``weight`` is the most that its cards can hold, see ``_WEIGHT``."""

    body: dict[str, Data]
    items: dict[str, list[str]]
    size: int
    weight: int

    def cards(self, colours: Mapping[str, Colour]) -> Iterator[Data]:
        for combination in itertools.product(*self.items.values()):
            yield _fill(self.body, dict(zip(self.items, combination, strict=True)), colours, None)


def _series(row: Data, document: Document, index: int, colours: Mapping[str, Colour]) -> _Series | None:
    if not isinstance(row, dict) or "each" not in row:
        return None
    each = row["each"]
    if not isinstance(each, dict) or not each:
        raise _refuse(document, index)
    items: dict[str, list[str]] = {}
    size = 1
    for name, values in each.items():
        if not isinstance(values, list) or not values:
            raise _refuse(document, index)
        words = [value for value in values if isinstance(value, str)]
        if len(words) < len(values):
            raise _refuse(document, index)
        items[name] = words
        size *= len(values)
        if size > _MOST:
            raise _refuse(document, index)
    body = {key: value for key, value in row.items() if key != "each"}
    names = (name for colour in colours.values() for name in colour.name.values())
    longest = max(len(word) for word in (*itertools.chain(*items.values()), *names))
    return _Series(body, items, size, size * _weigh(body, longest))


def _weigh(value: Data, slot: int) -> int:
    """Return the most that filling in makes of ``value`` where a slot becomes ``slot`` letters at most."""
    if isinstance(value, str):
        return _NODE + len(value) + slot * len(_SLOT.findall(value))
    if isinstance(value, list):
        return _NODE + sum(_weigh(item, slot) for item in value)
    if isinstance(value, dict):
        return _NODE + sum(_weigh(item, slot) for item in value.values())
    return _NODE


def _fill(value: Data, slots: Mapping[str, str], colours: Mapping[str, Colour], language: str | None) -> Data:
    if isinstance(value, str):
        return _SLOT.sub(lambda match: _word(match, slots, colours, language), value)
    if isinstance(value, list):
        return [_fill(item, slots, colours, language) for item in value]
    if isinstance(value, dict):
        return {key: _fill_key(key, item, slots, colours, language) for key, item in value.items()}
    return value


def _fill_key(
    key: str, value: Data, slots: Mapping[str, str], colours: Mapping[str, Colour], language: str | None
) -> Data:
    if key in _IN_LANGUAGES and isinstance(value, dict):
        filled = {tag: _fill(text, slots, colours, tag) for tag, text in value.items()}
        return {tag: _capital(text) if key == "name" else text for tag, text in filled.items()}
    return _fill(value, slots, colours, language)


def _word(match: re.Match[str], slots: Mapping[str, str], colours: Mapping[str, Colour], language: str | None) -> str:
    name, part = match.group(1), match.group(2)
    if name not in slots:
        return match.group(0)
    item = slots[name]
    colour = colours.get(item) if name == "colour" else None
    if colour is None:
        return item
    if part == "letter":
        return colour.letter or item
    tag = part or language
    return colour.name.get(tag, item) if tag else item


def _capital(text: Data) -> Data:
    return text[:1].upper() + text[1:] if isinstance(text, str) else text


def _refuse(document: Document, index: int) -> Exception:
    location = document.location(("cards", index, "each"))
    return refuse("data.series", path=location.path, line=location.line, column=location.column)
