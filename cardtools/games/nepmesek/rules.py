"""What the game's data says of laying cards down, as the scorer needs it (rulebook: Lay down a combination)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cardtools.model.card import Card
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Scoring
from cardtools.scoring.facts import Facts

MUG: Final = "mug"
PALACE: Final = "palace"
LAZY: Final = "lazy"
HUSSAR: Final = "hussar"
TWO_FACED: Final = ("satchel", "sheep", "key")
"""Ids of the cards that count for their player in a group or row, and against the player anywhere else."""


@dataclass(frozen=True)
class Rules:
    """The numbers of the game and its cards by what they do.

    Attributes:
        cards: Every card by id, in the order of the file.
        facts: The numbers of ``scoring.yaml`` by name.
        categories: Category of the cards of a type, by type.
    """

    cards: Mapping[str, Card]
    facts: Facts
    categories: Mapping[str, str]

    @classmethod
    def of(cls, game: Game) -> Rules:
        """Return the rules that a game's folder states; a fact it does not know is refused once it is needed."""
        scoring = game.scoring or Scoring()
        return cls(
            cards={card.id: card for card in (game.cards.cards if game.cards else ())},
            facts=Facts(game),
            categories={kind: one.id for one in scoring.categories for kind in one.types},
        )

    def number(self, name: str) -> int:
        """Return a number of the game.

        Raises:
            CardtoolsError: ``score.no-fact``.
        """
        return self.facts[name]

    @cached_property
    def values(self) -> Mapping[str, int]:
        """What each card that can be laid down in a group or row counts there, jokers aside, by id."""
        plain = {one.id: one.value for one in self.cards.values() if one.type == "positive" and one.value is not None}
        special = {one: self.number(one) for one in (*TWO_FACED, PALACE) if one in self.cards}
        return {**plain, **special}

    @cached_property
    def jokers(self) -> tuple[str, ...]:
        """Ids of the cards that stand for another, the one that counts nothing last."""
        pinko = [one.id for one in self.cards.values() if one.type == "joker"]
        return (*pinko, *([MUG] if MUG in self.cards else []))

    @cached_property
    def copies(self) -> Mapping[str, int]:
        """How many of each card the box has."""
        return {one: card.copies for one, card in self.cards.items()}

    def joker_counts(self, joker: str, stands_for: int) -> int:
        """Return what a joker counts where it stands for a card of this value (sheet: Chipped Mug)."""
        return self.number(MUG) if joker == MUG else stands_for

    def purple_value(self, card: Card, words: str) -> int | None:
        """Return what a purple card counts: as the data says, else as it was written; None where neither tells."""
        if card.value is not None:
            return card.value
        try:
            value = int(words)
        except ValueError:
            return None
        return value if self.number("negative-lowest") <= value <= self.number("negative-highest") else None
