"""Deck formats: rules as data, one closed union of rule kinds.

Limits are inclusive, and an absent limit is no limit. A format takes the rules of the format it extends; a rule
with the same id replaces the inherited one, and ``drop`` removes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import Field

from cardtools.model.base import Id, Model, Sourced, Texts
from cardtools.model.card import Card
from cardtools.model.finding import Severity

Count = Annotated[int, Field(ge=0, le=9999)]


class Selector(Model):
    """Which cards a rule is about: a card is selected when it meets every condition given.

    Attributes:
        type: One of these types.
        colour: At least one of these colours.
        mark: At least one of these marks.
        card: One of these card ids.
        exclude: Not selected by this.
    """

    type: tuple[str, ...] = ()
    colour: tuple[str, ...] = ()
    mark: tuple[str, ...] = ()
    card: tuple[str, ...] = ()
    exclude: Selector | None = None


class RuleBase(Sourced):
    """What every rule has: an id, where it counts and how grave a breach is.

    Attributes:
        zones: The zones counted; every zone of the game where empty.
        code: Code of its findings; ``deck.<kind>`` where absent.
    """

    id: Id
    zones: tuple[str, ...] = ()
    code: str | None = None
    severity: Severity = "error"


class SizeRule(RuleBase):
    """So many cards stand in the zones together."""

    kind: Literal["size"]
    min: Count | None = None
    max: Count | None = None


class CopiesRule(RuleBase):
    """At most ``max`` copies of one card over the zones.

    Attributes:
        unless: Fact by which a card's own text allows another number, such as ``max_copies``.
    """

    kind: Literal["copies"]
    max: Count
    unless: Literal["max_copies"] | None = None


class DistinctRule(RuleBase):
    """At most ``max`` different colours over the zones; a card of two colours needs both."""

    kind: Literal["distinct"]
    of: Literal["colours"]
    max: Count
    min: Count | None = None
    free: tuple[str, ...] = ()


class LimitRule(RuleBase):
    """Between ``min`` and ``max`` selected cards stand in the zones."""

    kind: Literal["limit"]
    select: Selector
    min: Count | None = None
    max: Count | None = None


class OnlyRule(RuleBase):
    """The zones hold selected cards and no others."""

    kind: Literal["only"]
    select: Selector


class SubsetRule(RuleBase):
    """Colours of the selected cards are colours that the other cards have too."""

    kind: Literal["subset"]
    of: Literal["colours"]
    select: Selector
    free: tuple[str, ...] = ()


class ExclusiveRule(RuleBase):
    """A selected card stands alone in the zones: no other card beside it."""

    kind: Literal["exclusive"]
    select: Selector


class FixedRule(RuleBase):
    """Exactly the cards of the game's box, less those taken out.

    Attributes:
        without: Copies taken out, by card id.
        without_types: Card types taken out whole.
        total: Checksum: how many cards there must be in all.
    """

    kind: Literal["fixed"]
    without: Mapping[str, Count] = {}
    without_types: tuple[str, ...] = ()
    total: Count

    def contents(self, cards: Iterable[Card]) -> dict[str, int]:
        """Return how many copies of each card belong to the deck, by card id; cards left out wholly have none."""
        kept = (card for card in cards if card.type not in self.without_types)
        left = {card.id: card.copies - self.without.get(card.id, 0) for card in kept}
        return {one: count for one, count in left.items() if count > 0}


class DropRule(Model):
    """Removes the inherited rule of this id."""

    id: Id
    kind: Literal["drop"]


Rule = Annotated[
    SizeRule | CopiesRule | DistinctRule | LimitRule | OnlyRule | SubsetRule | ExclusiveRule | FixedRule | DropRule,
    Field(discriminator="kind"),
]


class OpeningHand(Sourced):
    """How many cards are drawn at the start: ``cards``, less one for each card in the zones named."""

    cards: Count
    less_zones: tuple[str, ...] = ()
    keep: Selector | None = None


class Format(Model):
    """A way to build a deck: its rules, and how a game with it starts."""

    id: Id
    name: Texts
    extends: Id | None = None
    rules: tuple[Rule, ...] = ()
    opening_hand: OpeningHand | None = None
    starting_life: Count | None = None


class Formats(Model):
    """The file ``formats.yaml`` of a game."""

    formats: tuple[Format, ...]
