"""A user's own facts laid over a pool, field by field: tables, YAML or JSON, keyed by a card's id or name.

The key ``*`` stands for every card of which a field is not known otherwise: only with it, or with a line for every
card, do marks, copies, opening hands and starting lives become facts that rules rely on, for most cards have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cardtools.model.card import Card, Pool
from cardtools.model.finding import Collected, Finding, Location
from cardtools.model.game import GameInfo
from cardtools.names.folding import clean
from cardtools.names.index import NameIndex
from cardtools.store.pools.fields import FACTS, MARK, FieldReader, Record
from cardtools.store.pools.overlay_files import read_records
from cardtools.store.pools.reading import at, check_marks, in_order

EVERY_OTHER: Final = "*"
_EXCEPTIONS: Final = ("max_copies", "opening_hand", "starting_life")
_MOST_SUGGESTED: Final = 50
_KEPT: Final = ("name", "aliases")


@dataclass(frozen=True, slots=True)
class Overlaid:
    """A pool with an overlay, how many of its cards the overlay told something of, and what was found."""

    pool: Pool
    cards: int
    findings: tuple[Finding, ...]


def lay_over_pool(pool: Pool, path: Path, info: GameInfo, encoding: str | None = None) -> Overlaid:
    """Lay the facts in the file at ``path`` over a pool.

    A name that is not in the pool, one that may be several cards, and one that stands twice are findings, and nothing
    of theirs is taken.

    Raises:
        CardtoolsError: For a file that is no overlay.
    """
    reader = FieldReader(info, path)
    findings = Collected()
    records = read_records(path, info, reader, findings, encoding)
    every_other, told = _addressed(pool, records, findings, path)
    findings.extend(reader.findings())
    cards = list(pool.cards)
    places = {card.id: index for index, card in enumerate(cards)}
    keys: dict[str, None] = {}
    for record in (*told.values(), *([every_other] if every_other else [])):
        keys.update(dict.fromkeys(key for key in _expanded(record) if key not in _KEPT))
    check_marks(sum(key.startswith(MARK) for key in keys), len(cards), path)
    facts = [*pool.facts]
    unsure: dict[str, set[str]] = {}
    for key in keys:
        fact = key.removeprefix(MARK)
        known = _known(key, pool, told, every_other) | _without(key, pool, info)
        exceptional = key.startswith(MARK) or key in _EXCEPTIONS
        if fact in facts or not exceptional or len(known) == len(cards):
            unsure[fact] = {card.id for card in cards} - known
            facts += [] if fact in facts else [fact]
        else:
            params: dict[str, str | int] = {"key": fact, "count": len(known)}
            findings.append(_note("pool.overlay-partial", path, params))
    marks_told = tuple(key.removeprefix(MARK) for key in keys if key.startswith(MARK))
    for one, index in places.items():
        cards[index] = _laid_over(cards[index], told.get(one), every_other, unsure, marks_told)
    source = f"{pool.source}, {path.name}"[:400]
    update = {"cards": tuple(cards), "facts": tuple(facts), "source": source}
    return Overlaid(pool.model_copy(update=update), len(told), in_order(findings))


def _addressed(
    pool: Pool, records: Iterable[Record], findings: Collected, path: Path
) -> tuple[Record | None, dict[str, Record]]:
    """Return the record for every other card, and those for single cards by id."""
    by_id = {card.id: card for card in pool.cards}
    names = NameIndex(pool.cards)
    every_other: Record | None = None
    told: dict[str, Record] = {}
    missed: Counter[str] = Counter()
    for record in records:
        written = record.id or record.name
        location = at(path, record.line)
        if EVERY_OTHER in (record.id, record.name):
            if every_other is not None:
                findings.append(_twice(written, every_other.line, location))
            else:
                every_other = record
            continue
        cards = _found(record, by_id, names)
        if len(cards) == 1:
            one = cards[0].id
            if one in told:
                findings.append(_twice(written, told[one].line, location))
            else:
                told[one] = record
            continue
        code = "pool.overlay-ambiguous" if cards else "pool.overlay-unknown"
        missed[code] += 1
        likely = tuple(f"{card.id} {card.spellings[0]}" for card in cards)
        if not cards and missed[code] <= _MOST_SUGGESTED:
            likely = names.suggest(written)
        params: dict[str, str | int] = {"name": written[:80], "suggestions": ", ".join(likely)}
        findings.append(Finding(code=code, params=params, location=location, suggestions=likely))
    return every_other, told


def _found(record: Record, by_id: Mapping[str, Card], names: NameIndex) -> tuple[Card, ...]:
    """Return the cards that an id, or else a name or a word that may be either, stands for."""
    if record.id is not None:
        return (by_id[record.id],) if record.id in by_id else ()
    name = clean(record.name)
    found = (*((by_id[name],) if name in by_id else ()), *names.find(name))
    return tuple({card.id: card for card in found}.values())


def _expanded(record: Record) -> dict[str, Any]:
    """Return what a record says, with a yes for each mark it lists."""
    listed = {f"{MARK}{mark}": True for mark in record.values.get("marks", ())}
    return {**listed, **{key: value for key, value in record.values.items() if key != "marks"}}


def _known(key: str, pool: Pool, told: Mapping[str, Record], every_other: Record | None) -> set[str]:
    """Return the ids of the cards of which a fact is known once everything is laid over."""
    fact = key.removeprefix(MARK)
    if every_other is not None and _says(every_other, key):
        return {card.id for card in pool.cards}
    known = {one for one, record in told.items() if _says(record, key)}
    if fact in pool.facts:
        return known | {card.id for card in pool.cards if fact not in card.unknown}
    return known | {card.id for card in pool.cards if fact in card.marks or _value(card, fact) is not None}


def _without(key: str, pool: Pool, info: GameInfo) -> set[str]:
    """Return the ids of the cards whose type prints no such number."""
    kinds = {kind.id for kind in info.types if kind.stats is not None and key not in kind.stats}
    return {card.id for card in pool.cards if card.type in kinds} if key in ("damage", "life") else set()


def _says(record: Record, key: str) -> bool:
    """Return whether a record tells of a fact: a list of marks tells of every mark."""
    return key in record.values or (key.startswith(MARK) and "marks" in record.values)


def _value(card: Card, fact: str) -> Any:
    value = getattr(card, fact) if fact in FACTS else None
    return value if value not in ({}, ()) or fact == "colours" else None


def _laid_over(
    card: Card,
    record: Record | None,
    every_other: Record | None,
    unsure: Mapping[str, set[str]],
    marks_told: Sequence[str],
) -> Card:
    """Return a card with what its own record says, and with what is said of every other card where it is silent."""
    update, marks = _filled(card, record, every_other)
    if record is not None:
        for key, value in _expanded(record).items():
            if not key.startswith(MARK):
                update[key] = _joined(card, key, value)
        for mark in marks_told:
            if _says(record, f"{MARK}{mark}"):
                marks.pop(mark, None)
        marks.update(dict.fromkeys(record.marks()))
    if tuple(marks) != card.marks:
        update["marks"] = tuple(marks)
    unknown = tuple(fact for fact in card.unknown if fact not in unsure)
    unknown += tuple(fact for fact, ids in unsure.items() if card.id in ids)
    if unknown != card.unknown:
        update["unknown"] = unknown
    return card.model_copy(update=update) if update else card


def _filled(card: Card, record: Record | None, every_other: Record | None) -> tuple[dict[str, Any], dict[str, None]]:
    """Return what every other card is said to have, as far as nothing else is known, and all marks."""
    update: dict[str, Any] = {}
    marks = dict.fromkeys(card.marks)
    for key, value in _expanded(every_other).items() if every_other is not None else ():
        if not key.startswith(MARK):
            if key not in _KEPT and _value(card, key) is None:
                update[key] = value
        elif value and (record is None or not _says(record, key)):
            marks[key.removeprefix(MARK)] = None
    return update, marks


def _joined(card: Card, key: str, value: Any) -> Any:
    """Return the value of a field: texts and names are joined by language, aliases are added."""
    if key in ("text", "name"):
        return {**getattr(card, key), **value} if value else {}
    return tuple(dict.fromkeys((*card.aliases, *value))) if key == "aliases" else value


def _twice(name: str, line: int, location: Location) -> Finding:
    return Finding(code="pool.overlay-twice", params={"name": name[:80], "first": line}, location=location)


def _note(code: str, path: Path, params: Mapping[str, str | int]) -> Finding:
    return Finding(code=code, severity="warning", effect="none", params=params, location=at(path, None))
