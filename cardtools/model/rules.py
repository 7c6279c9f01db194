"""Rules of deck formats as data: one closed union of rule kinds.

Limits are inclusive, and an absent limit is no limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from cardtools.model.base import Id, Line, Model, Sourced
from cardtools.model.card import Card
from cardtools.model.finding import Severity

Count = Annotated[int, Field(ge=0, le=9999)]
Percent = Annotated[int, Field(ge=0, le=100)]


def day_of(written: str) -> date:
    """Return the day that is written year-month-day, such as 2025-04-05, and in no other way of ISO 8601.

    Raises:
        ValueError: For any other text, and for a day that never was.
    """
    day = date.fromisoformat(written)
    if day.isoformat() != written:
        raise ValueError(written)
    return day


def _day_of_file(value: object) -> object:
    try:
        return day_of(value) if isinstance(value, str) else value
    except ValueError as error:
        raise PydanticCustomError("day", "no day such as 2025-04-05") from error


Day = Annotated[date, BeforeValidator(_day_of_file)]
"""A day written as ISO 8601 has it, such as 2025-04-05."""


class Span(Model):
    """Bounds of a number, inclusive; None is no bound."""

    min: Count | None = None
    max: Count | None = None


class Selector(Model):
    """Which cards a rule is about: a card is selected when it meets every condition given.

    Attributes:
        type: One of these types.
        colour: At least one of these colours.
        mark: At least one of these marks.
        card: One of these card ids.
        cost: A cost in VP within these bounds; a cost printed in anything else is not known to be.
        exclude: Not selected by this.
    """

    type: tuple[str, ...] = ()
    colour: tuple[str, ...] = ()
    mark: tuple[str, ...] = ()
    card: tuple[str, ...] = ()
    cost: Span | None = None
    exclude: Selector | None = None


class SeverityChoice(Sourced):
    """The players decide how grave a breach is: ``--choose ID=VALUE``; the first value is the default.

    Attributes:
        values: How grave a breach is, by what the players choose.
    """

    id: Id
    values: Annotated[Mapping[Id, Severity], Field(min_length=2)]


class RuleBase(Sourced):
    """What every rule has: an id, where it counts and how grave a breach is.

    A rule of severity ``info`` is a tip: it is told of a deck that nothing else is wrong with, never listed as
    unchecked, and never guessed.

    Attributes:
        zones: The zones counted; every zone of the game where empty.
        code: Code of its findings; ``deck.<kind>`` where absent.
        by_choice: What the players may decide of its severity.
        severity: How grave a breach is.
    """

    id: Id
    zones: tuple[str, ...] = ()
    code: str | None = None
    severity: Severity = "error"
    by_choice: SeverityChoice | None = None


class SizeRule(RuleBase):
    """So many cards stand in the zones together; with ``or_none`` the zones may be empty as well.

    Attributes:
        or_none: Whether the zones may be empty as well.
    """

    kind: Literal["size"]
    min: Count | None = None
    max: Count | None = None
    or_none: bool = False


class CopiesRule(RuleBase):
    """At most ``max`` copies of one card over the zones.

    Attributes:
        unless: Fact by which a card's own text allows another number, such as ``max_copies``.
        versions: Endings of names, such as ``(2020)``: cards that differ by them only are counted together, and a
            single version is left to a rule without them.
    """

    kind: Literal["copies"]
    max: Count
    unless: Literal["max_copies"] | None = None
    versions: tuple[Line, ...] = ()


class DistinctRule(RuleBase):
    """At most ``max`` different colours over the zones; a card of two colours needs both.

    Attributes:
        of: What is counted.
        free: Colours that do not count.
    """

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


class ShareRule(RuleBase):
    """Between ``min`` and ``max`` per cent of the cards of the zones are selected."""

    kind: Literal["share"]
    select: Selector
    min: Percent = 0
    max: Percent = 100


class RequireRule(RuleBase):
    """At least ``min`` selected cards stand in the zones; the deck is not complete without them."""

    kind: Literal["require"]
    select: Selector
    min: Annotated[int, Field(ge=1, le=9999)] = 1


class ForbidRule(RuleBase):
    """None of these cards may be there.

    Attributes:
        cards: Cards by id.
        names: Cards by name, in any spelling; each pool has ids of its own.
        since: First day of the ban; None is always.
        until: Last day of the ban; None is always.
    """

    kind: Literal["forbid"]
    cards: tuple[str, ...] = ()
    names: tuple[Line, ...] = ()
    since: Annotated[Day | None, Field(alias="from")] = None
    until: Day | None = None


class NotYetRule(RuleBase):
    """A new card counts from the first day of the month after its release."""

    kind: Literal["not-yet"]


class OnlyRule(RuleBase):
    """The zones hold selected cards and no others."""

    kind: Literal["only"]
    select: Selector


class SubsetRule(RuleBase):
    """Colours of the selected cards are colours that the other cards have too.

    Attributes:
        of: What is compared.
        free: Colours that need not be among the others.
    """

    kind: Literal["subset"]
    of: Literal["colours"]
    select: Selector
    free: tuple[str, ...] = ()


class ExclusiveRule(RuleBase):
    """A selected card stands alone in the zones: no other card beside it."""

    kind: Literal["exclusive"]
    select: Selector


class FixedRule(RuleBase):
    """Exactly the cards of the game's box, less those taken out; cards of a ``pick`` rule are left to it.

    Attributes:
        without: Copies taken out, by card id.
        without_types: Card types taken out whole.
        total: Checksum: how many cards there must be in all, where nothing else is picked.
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


class PickRule(RuleBase):
    """Cards of a fixed pack that the players agree on before play: ``--choose CHOICE=VALUE``.

    Of a single card they choose a number within the bounds; of several cards, which of them are in.

    Attributes:
        choice: Name of the choice.
        cards: Cards to pick from, by id.
        agreed: Copies of each that are in where the players chose nothing, by card id.
        min: Least cards that may be picked.
        max: Most cards that may be picked.
    """

    kind: Literal["pick"]
    choice: Id
    cards: Annotated[tuple[str, ...], Field(min_length=1)]
    agreed: Mapping[str, Count] = {}
    min: Count = 0
    max: Count

    @model_validator(mode="after")
    def _agreed_is_pickable(self) -> PickRule:
        if strange := set(self.agreed) - set(self.cards):
            told = {"names": ", ".join(sorted(strange))}
            raise PydanticCustomError("agreed_cards", "agreed names cards that cannot be picked: {names}", told)
        if not self.min <= sum(self.agreed.values()) <= self.max:
            raise PydanticCustomError("agreed_bounds", "agreed is not within the bounds")
        return self


class DropRule(Model):
    """Removes the inherited rule of this id."""

    id: Id
    kind: Literal["drop"]


Rule = Annotated[
    SizeRule
    | CopiesRule
    | DistinctRule
    | LimitRule
    | ShareRule
    | RequireRule
    | ForbidRule
    | NotYetRule
    | OnlyRule
    | SubsetRule
    | ExclusiveRule
    | FixedRule
    | PickRule
    | DropRule,
    Field(discriminator="kind"),
]
