"""Deck lists as read, and decks as understood: plain values without pydantic, made by the thousand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from cardtools.model.card import Card
from cardtools.model.finding import Finding

Status = Literal["unreadable", "illegal", "undetermined", "incomplete", "legal-with-warnings", "legal"]
STATUSES: tuple[Status, ...] = (
    "unreadable",
    "illegal",
    "undetermined",
    "incomplete",
    "legal-with-warnings",
    "legal",
)
"""Every verdict, the gravest first."""

UNPLACED = "unplaced"
"""Zone of the cards under a heading that names no zone."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a deck list: so many copies of a name in a zone. Lines and columns count from 1."""

    line: int
    column: int
    count: int
    name: str
    zone: str


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck list as it was read, before any name was looked up."""

    path: str
    entries: tuple[Entry, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """An entry whose name was found, or not: ``card`` is None for an unknown or ambiguous name."""

    entry: Entry
    card: Card | None


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck list with its names looked up in a pool."""

    listing: DeckList
    slots: tuple[Slot, ...]
    findings: tuple[Finding, ...] = ()

    def count(self, zone: str) -> int:
        """Return the cards that stand in ``zone``, known or not."""
        return sum(slot.entry.count for slot in self.slots if slot.entry.zone == zone)


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A rule that could not be checked, since the pool carries no such fact."""

    rule: str
    fact: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a format says about a deck."""

    path: str
    deck: str
    format: str
    status: Status
    counts: Mapping[str, int]
    findings: tuple[Finding, ...]
    unchecked: tuple[Unchecked, ...] = ()
    opening_hand: int | None = None
    starting_life: int | None = None
