"""Scores: rounds broken down into lines, standings, and what a game's scoring data says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from cardtools.model.base import Id, Model, NumberFact, Texts
from cardtools.model.finding import Finding

# A name with blanks around it would be another key for the same player: it is refused, not trimmed.
Name = Annotated[str, StringConstraints(pattern=r"^\S(?:.*\S)?$", max_length=60)]
Total = Annotated[Decimal, Field(ge=-1_000_000, le=1_000_000, decimal_places=2, allow_inf_nan=False)]
DecidedBy = Literal["points", "tie-shared", "fewest-points"]
"""What told the winner from the others."""


class Category(Model):
    """A line of the breakdown or a row of the score pad; cards of the ``types`` count under it."""

    id: Id
    name: Texts
    types: tuple[Id, ...] = ()


class Variant(Model):
    """A way to score that the players agree on."""

    id: Id
    name: Texts
    source: str


class Scoring(Model):
    """The file ``scoring.yaml``.

    Attributes:
        scorer: Module of ``cardtools.games`` that scores a round; None where counts times points is all.
        target: Points that end the game.
        winner: Whether the highest or the lowest total wins, where points are tallied.
        variants: The first is the default.
        categories: Kinds of lines, in the order they are shown.
        facts: Numbers the scorer needs, by name.
    """

    scorer: Id | None = None
    target: NumberFact | None = None
    winner: Literal["highest", "lowest"] = "highest"
    variants: tuple[Variant, ...] = ()
    categories: tuple[Category, ...] = ()
    facts: Mapping[Id, NumberFact] = {}


class RoundsFile(Model):
    """What every score file of a game played in rounds may say; each game adds the shape of its rounds.

    Attributes:
        players: In seat order.
        totals: What each player had before the first round here; halves may be written as decimals.
        target: Points that end the game, where the players agreed on others than the rules'.
    """

    players: Annotated[tuple[Name, ...], Field(min_length=1, max_length=99)]
    variant: Name | None = None
    target: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    totals: Mapping[Name, Total] = {}


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points of one player for one reason; ``points`` is the line's total.

    Attributes:
        why: Key of the message that explains it.
        card: Id of the card it counts, ``count`` of them at ``each`` points.
        holder: Who held the cards, where that is another player.
    """

    player: str
    category: str
    count: int
    points: Fraction
    why: str
    card: str = ""
    each: Fraction | None = None
    holder: str = ""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One scored round, or a refused one: then it has findings and no lines. ``n`` counts from 1."""

    n: int
    lines: tuple[ScoreLine, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def scores(self) -> dict[str, Fraction]:
        """Each player's points of this round, derived from its lines."""
        totals: dict[str, Fraction] = {}
        for line in self.lines:
            totals[line.player] = totals.get(line.player, Fraction(0)) + line.points
        return totals


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place; equal totals share a rank and the next rank is left out."""

    rank: int
    player: str
    total: Fraction
    winner: bool


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """A whole game so far."""

    game: str
    variant: str
    target: int | None
    players: tuple[str, ...]
    starting: Mapping[str, Fraction]
    rounds: tuple[RoundScore, ...]
    standings: tuple[Standing, ...]
    finished: bool
    decided_by: DecidedBy | None
    findings: tuple[Finding, ...]
