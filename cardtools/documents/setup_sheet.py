"""The setup slip: what to take out of the box and how many cards to deal, for so many players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cardtools.documents.form_page import FormFact, FormHead, form_head
from cardtools.documents.form_words import form_word
from cardtools.documents.labels import label
from cardtools.model.base import text_in
from cardtools.model.game import GameInfo
from cardtools.model.setup import Setup

_LISTS = ("take-out", "aside", "given", "own")
_SHORT = 4
"""Items of a list that stands beside another one."""


class CountedCards(Protocol):
    """So many copies of a card."""

    @property
    def name(self) -> str:
        """Name of the card, or of the type of card."""

    @property
    def count(self) -> int:
        """How many, at least 1."""


class Plan(Protocol):
    """A game set up, counted; see ``app.setup.SetupPlan``."""

    @property
    def setup(self) -> Setup:
        """The way it is set up."""

    @property
    def players(self) -> int | None:
        """How many play; None where it makes no difference."""

    @property
    def pack(self) -> int | None:
        """Cards played with."""

    @property
    def taken_out(self) -> Sequence[CountedCards]:
        """What of the box stays out."""

    @property
    def aside(self) -> Sequence[CountedCards]:
        """What is put aside before dealing."""

    @property
    def given(self) -> Sequence[CountedCards]:
        """What each player is handed before dealing."""

    @property
    def own(self) -> Sequence[CountedCards]:
        """What each player gets besides the pack."""

    @property
    def dealt(self) -> int | None:
        """Cards dealt to each player."""

    @property
    def in_hand(self) -> int | None:
        """Cards in each hand then."""

    @property
    def pile(self) -> int | None:
        """Cards left to draw."""


@dataclass(frozen=True, slots=True)
class SlipItem:
    """Something to tick off: so many of a card."""

    count: int
    name: str


@dataclass(frozen=True, slots=True)
class SlipList:
    """Cards under one heading."""

    name: str
    cards: tuple[SlipItem, ...]


@dataclass(frozen=True, slots=True)
class SetupSlip:
    """One slip.

    Attributes:
        players: The number of players, empty where it makes no difference.
        long_lists: What is taken out, put aside and handed out, where it needs the whole width.
        short_lists: Those that stand beside one another.
        nothing: Said in place of a list where the whole box is played with.
        facts: The numbers to deal.
    """

    head: FormHead
    players: str
    players_words: str
    long_lists: tuple[SlipList, ...]
    short_lists: tuple[SlipList, ...]
    nothing: str
    facts: tuple[FormFact, ...]
    steps_title: str
    steps: tuple[str, ...]
    words: Mapping[str, str]


def setup_slip(info: GameInfo, plan: Plan, language: str) -> SetupSlip:
    """Return the slip of a game set up."""
    name = text_in(info.name, language)
    steps = plan.setup.steps
    lists = tuple(_lists(plan, language))
    fixed = plan.pack is not None
    return SetupSlip(
        head=form_head(info, language, name, text_in(plan.setup.name, language)),
        players=str(plan.players) if plan.players is not None else "",
        players_words=label("players", language),
        long_lists=tuple(one for one in lists if len(one.cards) > _SHORT),
        short_lists=tuple(one for one in lists if len(one.cards) <= _SHORT),
        nothing=form_word("nothing-out", language) if fixed and not plan.taken_out else "",
        facts=tuple(_facts(plan, language)),
        steps_title=form_word("steps", language),
        steps=steps.get(language) or steps.get("en") or next(iter(steps.values())),
        words={"title": form_word("setup", language), "tick": form_word("tick", language)},
    )


def _lists(plan: Plan, language: str) -> Iterator[SlipList]:
    for name, cards in zip(_LISTS, (plan.taken_out, plan.aside, plan.given, plan.own), strict=True):
        if cards:
            yield SlipList(form_word(name, language), tuple(SlipItem(one.count, one.name) for one in cards))


def _facts(plan: Plan, language: str) -> Iterator[FormFact]:
    in_hand = plan.in_hand if plan.in_hand != plan.dealt else None
    numbers = {
        "pack": plan.pack,
        "dealt": plan.dealt,
        "in-hand": in_hand,
        "opening": plan.setup.opening or None,
        "pile": plan.pile,
    }
    for name, number in numbers.items():
        if number is not None:
            yield FormFact(str(number), form_word(name, language))
