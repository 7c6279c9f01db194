"""The seventh trick: who played which card, and which cards decide what it is worth."""

from __future__ import annotations

from dataclasses import dataclass

from cardtools.model.base import Certainty
from cardtools.model.card import Card


@dataclass(frozen=True, slots=True)
class Play:
    """What one player played. Of a pair ``card`` is the one of the better colour and ``under`` the other."""

    player: str
    card: Card
    under: Card | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All its cards, the one that counts first."""
        return (self.card,) if self.under is None else (self.card, self.under)

    @property
    def is_envoy(self) -> bool:
        """Whether it deducts where others add, and the other way round."""
        return "envoy" in self.card.marks

    @property
    def certainty(self) -> Certainty:
        """How sure it is that it counts as it does: a pair in the last trick is our ruling."""
        return "printed" if self.under is None else "ruling"


@dataclass(frozen=True, slots=True)
class Trick:
    """All plays in seat order, with those the six steps ask for.

    Attributes:
        highest: The highest number card, which takes the trick.
        dragon: The dragon that is worth most.
        pet: The strongest pet, the only one that acts.
        banker: Whoever played the banker.
        target: Whom the monkey gives the points to, where it acts.
    """

    plays: tuple[Play, ...]
    highest: Play | None
    dragon: Play | None
    pet: Play | None
    banker: Play | None
    target: str | None = None

    def of_type(self, kind: str) -> tuple[Play, ...]:
        """Return the plays of one type of card."""
        return tuple(one for one in self.plays if one.card.type == kind)
