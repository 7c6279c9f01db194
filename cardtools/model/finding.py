"""Findings: what is to be said about the user's data, as values; the words are made at the edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from cardtools.model.base import Model

Severity = Literal["error", "warning", "info"]
Effect = Literal["illegal", "undetermined", "incomplete", "none"]
"""What an error does to the verdict of a deck list."""

Number = int | float


class Location(Model):
    """Where in the user's data: a file, a line and column (both from 1), a table row, a zone."""

    path: str | None = None
    line: int | None = None
    column: int | None = None
    row: int | None = None
    zone: str | None = None


class Place(Model):
    """One line of a deck list on which a card stands."""

    zone: str
    line: int
    count: int


class FoundCard(Model):
    """A card that a finding is about, with every line it stands on."""

    name: str
    count: int
    where: tuple[Place, ...] = ()


class Finding(Model):
    """One thing found.

    Attributes:
        code: Stable name for programs, such as ``deck.copies``.
        wording: Key of the message where one code has several, such as ``deck.size.few``; the code otherwise.
        params: What the message has to fill in.
        effect: For errors in a deck list, what they make of the verdict.
        tally: Numbers counted by id, such as cards by colour, for messages that list them.
        actual: The number counted.
        limit: The bounds it broke, such as ``{"max": 3}``, inclusive.
    """

    code: str
    severity: Severity = "error"
    rule: str | None = None
    wording: str | None = None
    params: Mapping[str, str | int] = {}
    location: Location = Location()
    cards: tuple[FoundCard, ...] = ()
    tally: Mapping[str, int] = {}
    actual: Number | None = None
    limit: Mapping[str, Number] | None = None
    suggestions: tuple[str, ...] = ()
    source: str | None = None
    effect: Effect = "illegal"

    @property
    def key(self) -> str:
        """The key of this finding's message."""
        return self.wording or self.code


def worst(findings: Iterable[Finding]) -> Severity | None:
    """Return the gravest severity among ``findings``, or None where there are none.

    >>> worst([Finding(code="print.no-ruler", severity="info"), Finding(code="deck.size")])
    'error'
    """
    order: tuple[Severity, ...] = ("error", "warning", "info")
    present = {finding.severity for finding in findings}
    return next((severity for severity in order if severity in present), None)
