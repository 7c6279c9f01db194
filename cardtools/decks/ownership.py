"""Cards wanted for several decks against the cards one owns: what lacks, and which decks want the same copies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cardtools.decks.counting import Key, count_cards
from cardtools.model.deck import Deck


@dataclass(frozen=True, slots=True)
class Wanted:
    """A card that decks want.

    Attributes:
        by_deck: Copies wanted, over all zones, by the place of the deck among those asked for, from 0.
        owned: Copies owned.
    """

    name: str
    by_deck: Mapping[int, int]
    owned: int

    @property
    def together(self) -> int:
        """Copies wanted where every deck has its own."""
        return sum(self.by_deck.values())

    @property
    def most(self) -> int:
        """Copies wanted where the decks share theirs, so that only one is played at a time."""
        return max(self.by_deck.values(), default=0)

    @property
    def missing(self) -> int:
        """Copies that lack where every deck has its own."""
        return max(0, self.together - self.owned)

    @property
    def missing_shared(self) -> int:
        """Copies that lack even where the decks share theirs."""
        return max(0, self.most - self.owned)

    @property
    def fought_over(self) -> bool:
        """Whether decks want the same copies: all together lack more than the one that wants most."""
        return len(self.by_deck) > 1 and self.missing > self.missing_shared


def compare_owned(decks: Sequence[Deck], owned: Deck, language: str) -> tuple[Wanted, ...]:
    """Return every card the decks want, in the order they come, with what is owned of it in any zone.

    Names nobody knows are left out: nobody can trade for a card that there is not.
    """
    have: dict[Key, int] = {}
    for one in count_cards(owned, language):
        have[one.key] = have.get(one.key, 0) + one.count
    names: dict[Key, str] = {}
    wanted: dict[Key, dict[int, int]] = {}
    for number, deck in enumerate(decks):
        for one in count_cards(deck, language):
            if one.key.card is None:
                continue
            names.setdefault(one.key, one.name)
            by_deck = wanted.setdefault(one.key, {})
            by_deck[number] = by_deck.get(number, 0) + one.count
    return tuple(Wanted(names[key], by_deck, have.get(key, 0)) for key, by_deck in wanted.items())
