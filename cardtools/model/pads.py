"""What a game's score pad looks like: the part ``pad`` of ``scoring.yaml``. Numbers in it are facts, by their ids.

Texts may hold ``{target}``, ``{fact:ID}`` and ``{card:ID}``, the value of a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from cardtools.model.base import Id, Model, Sourced, Texts


class HelpRow(Sourced):
    """One line to look up while the points are counted; its ``source`` is the rule it tells.

    Attributes:
        label: What is looked up.
    """

    label: Texts
    text: Texts


class HelpTable(Model):
    """A table to look up beside the points."""

    title: Texts
    rows: Annotated[tuple[HelpRow, ...], Field(min_length=1, max_length=20)]


class PadRow(Model):
    """A row for a category; ``hint`` says in a few words what is counted there.

    Attributes:
        tie: Whether it only parts equal totals, so that it stands below the sum.
        category: The category.
        hint: What is counted there, in a few words.
    """

    category: Id
    hint: Texts | None = None
    tie: bool = False


class _Pad(Model):
    """What every pad has.

    Attributes:
        goal: One line below the title: what wins.
        goals: What wins instead, by the variant of the game that has another aim.
        players: Fact: how many columns a pad has where nobody says how many play.
        help: Tables to look up.
    """

    goal: Texts | None = None
    goals: Mapping[Id, Texts] = {}
    players: Id | None = None
    help: tuple[HelpTable, ...] = ()


class RoundsPad(_Pad):
    """A row for each round, and for each player the points of the round beside the running total.

    Attributes:
        rounds: Fact: how many rounds a game has; where absent, as many as there is room for.
        dealer: Whether there is a mark to fill in for whoever deals.
        worth: Whether it says what the cards are worth, as ``categories`` group them.
    """

    kind: Literal["rounds"]
    rounds: Id | None = None
    dealer: bool = False
    worth: bool = False


class CategoriesPad(_Pad):
    """A row for each category, a column for each player, and several games on a page."""

    kind: Literal["categories"]
    rows: Annotated[tuple[PadRow, ...], Field(min_length=1, max_length=30)]


class CountersPad(_Pad):
    """Many small games: for each player a row of circles up to the target.

    Attributes:
        tie: Category that parts equal counts, with a box of its own.
    """

    kind: Literal["counters"]
    tie: Id | None = None


class TrackEnds(Model):
    """Where a row of numbered circles ends, and where it starts.

    Attributes:
        start: Facts: numbers that a player may start with; their circles stand out.
        maximum: Fact: the last number.
    """

    maximum: Id
    start: tuple[Id, ...] = ()


class Track(TrackEnds):
    """A row of numbered circles up to a fact.

    Attributes:
        category: What is counted.
        short: Its name where there is little room.
        begins: What the circles that stand out mean, for the usual way to play.
        variants: Other ends, by the variant of the game that has them.
    """

    category: Id
    short: Texts
    begins: Texts | None = None
    variants: Mapping[Id, TrackEnds] = {}


class ResultRow(Model):
    """A row of a table of results: what it shows of the score lines of a category.

    Attributes:
        category: The category.
        shows: Its points; or how many of how many, such as 1/2; or a cross for whoever has such a line.
    """

    category: Id
    shows: Literal["points", "share", "tick"] = "points"


class ResultTable(Model):
    """A table of results, a column for each player, for a way to play that no track tells of.

    Attributes:
        rows: What is counted.
        total: Whether points are added up; otherwise whoever wins is marked beside the name.
    """

    rows: Annotated[tuple[ResultRow, ...], Field(min_length=1, max_length=20)]
    total: bool = True


class TracksPad(_Pad):
    """For each player tracks to mark, and a log of turns headed by what a turn brings.

    Attributes:
        gains: Facts: what the first turn, the second and so on brings of ``gained``; the last holds for later ones.
        gained: Category that the gains are of.
        state: Category of score lines that tell, once a turn, how many of ``gained`` a player has.
        games: Category of games won, with circles of its own; None where nobody counts them.
        results: Tables that stand in place of the tracks, by the variant of the game that has them.
    """

    kind: Literal["tracks"]
    tracks: Annotated[tuple[Track, ...], Field(min_length=1, max_length=4)]
    gains: Annotated[tuple[Id, ...], Field(min_length=1, max_length=20)]
    gained: Id
    state: Id | None = None
    games: Id | None = None
    results: Mapping[Id, ResultTable] = {}


Pad = Annotated[RoundsPad | CategoriesPad | CountersPad | TracksPad, Field(discriminator="kind")]
"""The pad of a game."""
