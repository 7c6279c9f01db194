"""Cards of a deck counted by card and zone, so that other spellings and other lines of one card are one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardtools.model.base import text_in
from cardtools.model.deck import Deck, Slot
from cardtools.names.folding import fold


@dataclass(frozen=True, slots=True)
class Key:
    """What makes two lines the same card: the id of a known card, else the folded name nobody knows."""

    card: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Counted:
    """A card of a deck in one zone.

    Attributes:
        name: The canonical name of a known card, else the name as the list has it.
        count: Copies on all lines together, at least 1.
    """

    key: Key
    name: str
    zone: str
    count: int


def key_of(slot: Slot) -> Key:
    """Return what makes the card of a slot the same as another's."""
    return Key(None, fold(slot.entry.name)) if slot.card is None else Key(slot.card.id, "")


def name_of(slot: Slot, language: str) -> str:
    """Return the canonical name of a known card in ``language``, else the name as the list has it."""
    return slot.entry.name if slot.card is None else text_in(slot.card.name, language)


def count_cards(deck: Deck, language: str, zones: Iterable[str] = ()) -> tuple[Counted, ...]:
    """Return the cards of a deck by card and zone, in the order of the list.

    Args:
        deck: A deck with its names looked up.
        language: Of canonical names.
        zones: The zones counted; all of them, unplaced cards too, where empty.
    """
    wanted = frozenset(zones)
    counts: dict[tuple[Key, str], int] = {}
    names: dict[Key, str] = {}
    for slot in deck.slots:
        zone = slot.entry.zone
        if wanted and zone not in wanted:
            continue
        key = key_of(slot)
        names.setdefault(key, name_of(slot, language))
        counts[key, zone] = counts.get((key, zone), 0) + slot.entry.count
    return tuple(Counted(key, names[key], zone, count) for (key, zone), count in counts.items())
