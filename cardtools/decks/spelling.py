"""Canonical spelling: the name as its card writes it, in the language in which the list has it."""

from __future__ import annotations

from dataclasses import replace

from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import Deck, DeckList
from cardtools.names.folding import fold


def canonical(name: str, card: Card, language: str) -> str:
    """Return how a card's name is spelled: in the language of ``name``, else, for an alias, in ``language``.

    >>> card = Card(id="1", name={"hu": "Vörös villám", "en": "Red Lightning"}, aliases=("VV",))
    >>> canonical("voros VILLAM", card, "hu"), canonical("red lightning", card, "hu"), canonical("vv", card, "hu")
    ('Vörös villám', 'Red Lightning', 'Vörös villám')
    """
    if name in card.name.values():
        return name
    folded = fold(name)
    own = text_in(card.name, language)
    spellings = (own, *card.name.values())
    return next((spelling for spelling in spellings if fold(spelling) == folded), own)


def spelled(deck: Deck, language: str) -> DeckList:
    """Return the list of a deck with every known name in its canonical spelling; nothing else changes."""
    entries = tuple(
        slot.entry if slot.card is None else replace(slot.entry, name=canonical(slot.entry.name, slot.card, language))
        for slot in deck.slots
    )
    return replace(deck.listing, entries=entries)
