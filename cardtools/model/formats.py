"""Deck formats: their rules, and how a game with such a deck starts.

A format takes the rules of the format it extends; a rule with the same id replaces the inherited one, and ``drop``
removes it.
"""

from __future__ import annotations

from pydantic import model_validator
from pydantic_core import PydanticCustomError

from cardtools.model.base import Id, Model, Sourced, Texts
from cardtools.model.rules import Count, DropRule, PickRule, Rule, Selector


class OpeningHand(Sourced):
    """How many cards are drawn at the start: ``cards``, less one for each card in the zones named.

    A card of those zones that carries a number of its own (``Card.opening_hand``) adds it, or, where ``printed``
    selects it, replaces the whole.

    Attributes:
        keep: Cards that take nothing off.
        printed: Cards that say how many are drawn; where their number is not known, the hand is not known.
        cards: Cards drawn.
        less_zones: Zones of which each card takes one off.
    """

    cards: Count
    less_zones: tuple[str, ...] = ()
    keep: Selector | None = None
    printed: Selector | None = None


class StartingLife(Sourced):
    """Life at the start where a selected card stands in the zones; ``Card.starting_life`` goes before it.

    Attributes:
        value: The life.
    """

    select: Selector
    zones: tuple[str, ...] = ()
    value: Count


class PlayerBounds(Sourced):
    """For how many players a format is, bounds inclusive."""

    min: Count | None = None
    max: Count | None = None

    def allows(self, players: int) -> bool:
        """Return whether so many players may use the format."""
        return (self.min is None or players >= self.min) and (self.max is None or players <= self.max)


class Table(Sourced):
    """Decks that are played against each other at one table: each has its one god to itself.

    Attributes:
        free: Colours that are no god's.
        max: Most players.
        preferred: Fewer players than this are a warning.
        opponents: How many opponents each player has where the table is full.
    """

    free: tuple[str, ...] = ()
    max: Count
    preferred: Count = 0
    opponents: Count


class Format(Model):
    """A way to build a deck: its rules, and how a game with it starts.

    Attributes:
        players: For how many players it is, where it is not for all that the game is for; not inherited.
        starting_life: Life at the start, unless ``life`` has another.
        table: For decks that are judged together; not inherited.
        extends: The format whose rules it takes over.
        rules: Its rules; one with the id of an inherited rule takes its place.
    """

    id: Id
    name: Texts
    extends: Id | None = None
    players: PlayerBounds | None = None
    rules: tuple[Rule, ...] = ()
    opening_hand: OpeningHand | None = None
    starting_life: Count | None = None
    life: tuple[StartingLife, ...] = ()
    table: Table | None = None

    @model_validator(mode="after")
    def _choices_differ(self) -> Format:
        named = [rule.choice for rule in self.rules if isinstance(rule, PickRule)]
        named += [rule.by_choice.id for rule in self.rules if not isinstance(rule, DropRule) and rule.by_choice]
        if len(set(named)) < len(named):
            raise PydanticCustomError("same_choice", "two rules have one choice")
        return self


class Formats(Model):
    """The file ``formats.yaml`` of a game."""

    formats: tuple[Format, ...]
