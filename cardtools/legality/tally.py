"""Counting a deck: cards by zone and by name, with every line they stand on."""

from __future__ import annotations

from collections.abc import Iterable

from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import Deck, Slot
from cardtools.model.finding import FoundCard, Place


class Tally:
    """The slots of a deck, by zone; ``box`` are the cards the game itself brings."""

    def __init__(self, deck: Deck, zones: tuple[str, ...], language: str, box: tuple[Card, ...] = ()) -> None:
        self.deck = deck
        self.box = box
        self.zones = zones
        self._language = language

    def known(self, zones: tuple[str, ...]) -> list[tuple[Slot, Card]]:
        """Return the slots of these zones (all zones where empty) whose card is known."""
        wanted = zones or self.zones
        return [(slot, slot.card) for slot in self.deck.slots if slot.card is not None and slot.entry.zone in wanted]

    def count_unknown(self, zones: tuple[str, ...]) -> int:
        """Return the number of cards in these zones whose name is unknown or ambiguous."""
        wanted = zones or self.zones
        return sum(s.entry.count for s in self.deck.slots if s.card is None and s.entry.zone in wanted)

    def name(self, card: Card) -> str:
        """Return a card's name in the language of its list."""
        return text_in(card.name, self._language)

    def by_card(self, slots: Iterable[tuple[Slot, Card]]) -> dict[str, FoundCard]:
        """Return the slots gathered by card id, in the order of the list."""
        cards: dict[str, Card] = {}
        places: dict[str, list[Place]] = {}
        for slot, card in slots:
            cards[card.id] = card
            entry = slot.entry
            places.setdefault(card.id, []).append(Place(zone=entry.zone, line=entry.line, count=entry.count))
        return {
            one: FoundCard(name=self.name(card), count=sum(p.count for p in places[one]), where=tuple(places[one]))
            for one, card in cards.items()
        }

    def found(self, slots: Iterable[tuple[Slot, Card]]) -> tuple[FoundCard, ...]:
        """Return the slots gathered by card."""
        return tuple(self.by_card(slots).values())
