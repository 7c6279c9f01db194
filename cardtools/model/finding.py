"""Findings: what is to be said about the user's data, as values; the words are made at the edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from pydantic import Field

from cardtools.model.base import Model

Severity = Literal["error", "warning", "info"]
Effect = Literal["illegal", "undetermined", "incomplete", "none"]
"""What an error does to the verdict of a deck list."""

Number = int | float
MOST_OF_A_KIND: Final = 200
"""Findings of one kind that are told of a file; of the others it is told how many they are."""

_OTHERS: Final = "found.others"
_Kind = tuple[str, Severity, Effect]


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
    params: Mapping[str, str | int] = Field(default_factory=dict)
    location: Location = Location()
    cards: tuple[FoundCard, ...] = ()
    tally: Mapping[str, int] = Field(default_factory=dict)  # as a plain default each finding would copy it
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


class Collected:
    """Findings as they are found, bounded: of each kind the first ``most`` are kept, and the others are counted.

    A kind is a code with its severity and effect, so that whatever is made of the findings of a file (a verdict, an
    exit code) can be made of those that are told, too.
    """

    def __init__(self, findings: Iterable[Finding] = (), most: int = MOST_OF_A_KIND) -> None:
        self._most = most
        self._kept: list[Finding] = []
        self._counts: Counter[_Kind] = Counter()
        self._others: dict[_Kind, tuple[Location, int]] = {}
        self.extend(findings)

    def append(self, finding: Finding) -> None:
        """Take one more; the count of a kind, as ``told`` returns it, is taken for what it counts."""
        kind = (finding.code, finding.severity, finding.effect)
        number = int(finding.params["count"]) if finding.wording == _OTHERS else 1
        self._counts[kind] += number
        if finding.wording != _OTHERS and self._counts[kind] <= self._most:
            self._kept.append(finding)
        else:
            place, count = self._others.get(kind, (finding.location, 0))
            self._others[kind] = (place, count + number)

    def extend(self, findings: Iterable[Finding]) -> None:
        """Take several more."""
        for finding in findings:
            self.append(finding)

    @property
    def errors(self) -> int:
        """The number of errors, whether they were kept or not."""
        return sum(count for (_, severity, _), count in self._counts.items() if severity == "error")

    def told(self) -> tuple[Finding, ...]:
        """Return what was kept, as it was found, then of each kind how many others there are, from where on."""
        counts = (
            others(code, count, place, severity, effect)
            for (code, severity, effect), (place, count) in self._others.items()
        )
        return (*self._kept, *counts)


def others(code: str, count: int, place: Location, severity: Severity, effect: Effect) -> Finding:
    """Return what is told in place of ``count`` findings of a kind, the first of them at ``place``."""
    return Finding(
        code=code, wording=_OTHERS, severity=severity, effect=effect, params={"count": count}, location=place
    )


def bounded(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings as they are told: of each kind the first 200, and how many more there are.

    >>> told = bounded([Finding(code="deck.row")] * 203)
    >>> len(told), told[-1].code, told[-1].params["count"]
    (201, 'deck.row', 3)
    """
    return Collected(findings).told()
