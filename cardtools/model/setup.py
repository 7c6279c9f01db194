"""How a game is set up for a number of players: what is in, taken out, dealt and set aside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from cardtools.model.base import Id, Language, Model, NumberFact, Sourced, Texts
from cardtools.model.rules import Count

Steps = Annotated[tuple[Annotated[str, Field(min_length=1, max_length=400)], ...], Field(min_length=1)]


class Setup(Sourced):
    """One way to set a game up.

    Attributes:
        min_players: Least players it is for; None where the source does not say.
        max_players: Most players it is for, inclusive.
        format: Deck format whose fixed pack is played with; what it lacks of the box is taken out.
        aside: Cards of the pack put aside before dealing, by card id.
        given: Cards of the pack handed to each player before dealing, by card id.
        own: Cards outside the pack that each player gets, by card type, such as one Baby Unicorn.
        hand: Cards dealt to each player.
        opening: Cards then turned over from the pile.
        steps: What to do, in words, in each language.
    """

    id: Id
    name: Texts
    min_players: Annotated[int, Field(ge=1, le=99)] | None = None
    max_players: Annotated[int, Field(ge=1, le=99)] | None = None
    format: Id | None = None
    aside: Mapping[str, Count] = {}
    given: Mapping[str, Count] = {}
    own: Mapping[str, Count] = {}
    hand: NumberFact | None = None
    opening: Count = 0
    steps: Annotated[Mapping[Language, Steps], Field(min_length=1)]


class Setups(Model):
    """The file ``setup.yaml``; of several setups for as many players the first is the default."""

    setups: Annotated[tuple[Setup, ...], Field(min_length=1)]
