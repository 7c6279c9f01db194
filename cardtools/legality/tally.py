"""Counting a deck: cards by zone and by name, with every line they stand on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import Deck, Slot
from cardtools.model.finding import FoundCard, Place


class Tally:
    """The slots of a deck, by zone.

    Attributes:
        box: The cards the game itself brings.
        picked: Cards of a fixed pack that the players agree on, by id; see ``PickRule``.
        on: The day of play; None where no rule is to depend on it.
    """

    def __init__(
        self,
        deck: Deck,
        zones: tuple[str, ...],
        language: str,
        box: tuple[Card, ...] = (),
        *,
        picked: frozenset[str] = frozenset(),
        on: date | None = None,
    ) -> None:
        self.deck = deck
        self.box = box
        self.zones = zones
        self.picked = picked
        self.on = on
        self._language = language
        self._known: dict[tuple[str, ...], tuple[tuple[Slot, Card], ...]] = {}

    def known(self, zones: tuple[str, ...]) -> tuple[tuple[Slot, Card], ...]:
        """Return the slots of these zones (all zones where empty) whose card is known; counted once for all rules."""
        if zones not in self._known:
            wanted = zones or self.zones
            self._known[zones] = tuple(
                (slot, slot.card) for slot in self.deck.slots if slot.card is not None and slot.entry.zone in wanted
            )
        return self._known[zones]

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
