"""Edits of a deck: cards cut, moved to another zone, or put in; a deck is never changed, a new one is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cardtools.decks.counting import Counted, Key, count_cards
from cardtools.model.card import Card
from cardtools.model.deck import Deck, Entry, Slot


@dataclass(frozen=True, slots=True)
class Edit:
    """One thing to do to a deck.

    Attributes:
        count: Copies, at least 1.
        name: The card; None where any card will do that the rule asks for.
        zone: Where it stands, or where an added one goes.
        to: Where a moved card goes.
        rules: Ids of the rules that ask for it.
        heading: The heading that cards stand under which names no zone; all of them move together.
        full: The zone a cut card would belong to, had it room.
    """

    kind: Literal["cut", "move", "add"]
    count: int
    name: str | None
    zone: str
    to: str | None = None
    rules: tuple[str, ...] = ()
    key: Key | None = None
    heading: str | None = None
    full: str | None = None


def without(deck: Deck, taken: Mapping[int, int]) -> Deck:
    """Return a deck with copies taken out: so many of each slot, by its place from 0."""
    slots: list[Slot] = []
    for index, slot in enumerate(deck.slots):
        left = slot.entry.count - taken.get(index, 0)
        if left > 0:
            slots.append(slot if index not in taken else _counted(slot, left))
    return _of(deck, slots)


def moved(deck: Deck, places: Mapping[int, tuple[int, str]]) -> Deck:
    """Return a deck with copies in other zones: how many of each slot and where to, by its place from 0."""
    slots: list[Slot] = []
    for index, slot in enumerate(deck.slots):
        if index not in places:
            slots.append(slot)
            continue
        count, zone = places[index]
        count = min(count, slot.entry.count)
        if count < slot.entry.count:
            slots.append(_counted(slot, slot.entry.count - count))
        if count:
            slots.append(Slot(replace(slot.entry, count=count, zone=zone), slot.card))
    return _of(deck, slots)


def with_cards(deck: Deck, cards: Iterable[tuple[Card, str, int, str]]) -> Deck:
    """Return a deck with cards (card, name, copies, zone), each on a line of its own at the end."""
    last = max((slot.entry.line for slot in deck.slots), default=0)
    added = [
        Slot(Entry(line, 1, count, name, zone), card)
        for line, (card, name, count, zone) in enumerate(cards, start=last + 1)
    ]
    return _of(deck, [*deck.slots, *added])


def edits_between(before: Deck, after: Deck, language: str) -> tuple[Edit, ...]:
    """Return the fewest edits that make one deck of the other: what leaves a zone and enters another is moved.

    Names are those of ``language``; the edits name no rules.
    """
    counts: dict[Key, dict[str, int]] = {}
    names: dict[Key, str] = {}
    for sign, deck in ((-1, before), (1, after)):
        for one in count_cards(deck, language):
            _tell(one, sign, counts, names)
    edits: list[Edit] = []
    for key, zones in counts.items():
        out = {zone: -count for zone, count in zones.items() if count < 0}
        into = {zone: count for zone, count in zones.items() if count > 0}
        for zone in out:
            for target in into:
                if count := min(out[zone], into[target]):
                    edits.append(Edit("move", count, names[key], zone, target, key=key))
                    out[zone] -= count
                    into[target] -= count
        edits.extend(Edit("cut", count, names[key], zone, key=key) for zone, count in out.items() if count)
        edits.extend(Edit("add", count, names[key], zone, key=key) for zone, count in into.items() if count)
    return tuple(edits)


def _tell(one: Counted, sign: int, counts: dict[Key, dict[str, int]], names: dict[Key, str]) -> None:
    zones = counts.setdefault(one.key, {})
    zones[one.zone] = zones.get(one.zone, 0) + sign * one.count
    names.setdefault(one.key, one.name)


def _counted(slot: Slot, count: int) -> Slot:
    return Slot(replace(slot.entry, count=count), slot.card)


def _of(deck: Deck, slots: Sequence[Slot]) -> Deck:
    """Return the deck of these slots; what was said of names that are gone is not said any more."""
    listing = replace(deck.listing, entries=tuple(slot.entry for slot in slots))
    unclear = {(slot.entry.line, slot.entry.column) for slot in slots if slot.card is None}
    told = tuple(one for one in deck.findings if (one.location.line, one.location.column) in unclear)
    return Deck(listing, tuple(slots), told)
