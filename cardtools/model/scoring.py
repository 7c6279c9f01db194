"""Scores: rounds broken down into lines, standings, and what a game's scoring data says."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from cardtools.model.base import Certainty, Id, Line, Model, NumberFact, Texts
from cardtools.model.finding import Finding, Number, Severity
from cardtools.model.pads import Pad

_NAME_LIMIT: Final = 60
_UNSEEN: Final = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that make a terminal write the other way round."""


def _plain_name(name: str) -> str:
    """Return a name that can be shown and told from others.

    One with blanks around it would be another key for the same player: it is refused, not trimmed.
    """
    if not name.strip():
        raise PydanticCustomError("name_empty", "a name is empty")
    if name != name.strip():
        raise PydanticCustomError("name_blanks", "a name has blanks around it")
    if len(name) > _NAME_LIMIT:
        raise PydanticCustomError("name_long", "a name is too long", {"most": _NAME_LIMIT})
    if any(unicodedata.category(sign) in _UNSEEN or sign in _TURNING for sign in name):
        raise PydanticCustomError("name_signs", "a name has signs that cannot be seen")
    return name


Name = Annotated[
    str,
    AfterValidator(_plain_name),
    WithJsonSchema({"type": "string", "pattern": r"^\S(?:.*\S)?$", "maxLength": _NAME_LIMIT}),
]
Total = Annotated[Decimal, Field(ge=-1_000_000, le=1_000_000, decimal_places=2, allow_inf_nan=False)]
DecidedBy = Literal[
    "points", "fewest-points", "cards-laid", "letters", "target", "opponents-out",
    "tie-shared", "nobody", "draw",
]  # fmt: skip
"""What told the winner from the others, or why nobody was told from them."""

Place = tuple[str | int, ...]
"""Where in a round's input something stands: keys and indexes from its top."""


class Category(Model):
    """A line of the breakdown or a row of the score pad; cards of the ``types`` count under it.

    Attributes:
        types: Card types that count under it.
    """

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
        pad: How the score pad looks; where absent, a column for each player and a row for each category or round.
    """

    scorer: Id | None = None
    target: NumberFact | None = None
    winner: Literal["highest", "lowest"] = "highest"
    variants: tuple[Variant, ...] = ()
    categories: tuple[Category, ...] = ()
    facts: Mapping[Id, NumberFact] = {}
    pad: Pad | None = None


class Expected(Model):
    """What the players, or the rules, make of it: compared with the score, and told where it differs.

    Attributes:
        refused: Codes of the findings that refuse a round.
        totals: Points of each player.
        winners: Who won.
        decided_by: What told the winner from the others.
    """

    totals: Mapping[Name, Total] = {}
    winners: tuple[Name, ...] | None = None
    decided_by: DecidedBy | None = None
    refused: tuple[Id, ...] = ()


class ScoreFile(Model):
    """What every score file may say; each game adds its own.

    Attributes:
        source: Where a worked example is from.
        expect: Figures to compare with.
        totals: What each player had before; halves may be written as decimals.
        target: Points that end the game, where the players agreed on others than the rules'.
    """

    variant_key: ClassVar[str] = "variant"
    """The key that names the way to score."""

    source: Line | None = None
    expect: Expected | None = None
    totals: Mapping[Name, Total] = {}
    target: Annotated[int, Field(ge=1, le=1_000_000)] | None = None

    @property
    def way(self) -> str | None:
        """The chosen variant, None for the game's first."""
        chosen: str | None = getattr(self, self.variant_key)
        return chosen

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, in seat order."""
        raise NotImplementedError

    @property
    def nobody(self) -> str:
        """Key of what is said where nobody is named."""
        return "score.players.none"

    @property
    def count(self) -> int:
        """How many play; more than there are ``seats`` where a file does not name all."""
        return len(self.seats)

    @property
    def played(self) -> Sequence[Any]:
        """The rounds; a game without rounds has one."""
        raise NotImplementedError

    def place(self, number: int) -> Place:  # noqa: ARG002 - where there is one round, it is the file
        """Return where in the file the round of this index, from 0, stands."""
        return ()


class RoundInput(Model):
    """One round as written in a file."""

    @property
    def named(self) -> tuple[str, ...]:
        """The players it names, in the order written."""
        raise NotImplementedError


class RoundsFile(ScoreFile):
    """The score file of a game played in rounds; each game says what its ``rounds`` are.

    Attributes:
        players: In seat order; those that the first round names, where absent.
        variant: Way to score; the game's first where absent.
    """

    players: Annotated[tuple[Name, ...], Field(max_length=99)] = ()
    variant: Name | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, in seat order."""
        first: tuple[str, ...] = self.played[0].named if self.played else ()
        return self.players or tuple(dict.fromkeys((*self.totals, *first)))

    @property
    def played(self) -> Sequence[RoundInput]:
        """The rounds."""
        rounds: Sequence[RoundInput] = getattr(self, "rounds", ())
        return rounds

    def place(self, number: int) -> Place:
        """Return where in the file the round of this index, from 0, stands."""
        return ("rounds", number)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points of one player for one reason; ``points`` is the line's total.

    Attributes:
        why: Key of the message that explains it.
        card: Id of the card it counts, ``count`` of them at ``each`` points.
        holder: Another player that it is about, such as the one who held the cards.
        details: What else the message has to fill in: words, or ids of cards as a tuple.
        certainty: ``ruling`` or ``likely`` where the rules alone do not say so.
    """

    player: str
    category: str
    count: int
    points: Fraction
    why: str
    card: str = ""
    each: Fraction | None = None
    holder: str = ""
    details: tuple[tuple[str, str | tuple[str, ...]], ...] = ()
    certainty: Certainty = "printed"


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding about a round, and where in the round's input it is."""

    finding: Finding
    where: Place = ()


def fault(
    code: str,
    *where: str | int,
    wording: str | None = None,
    severity: Severity = "error",
    actual: Number | None = None,
    limit: Mapping[str, Number] | None = None,
    suggestions: tuple[str, ...] = (),
    **params: str | int,
) -> Fault:
    """Return a fault at ``where`` in a round's input.

    >>> fault("score.unknown-card", "hands", "Anna", token="x9").where
    ('hands', 'Anna')
    """
    finding = Finding(
        code=code,
        wording=wording,
        severity=severity,
        params=params,
        actual=actual,
        limit=limit,
        suggestions=suggestions,
        effect="none" if severity != "error" else "illegal",
    )
    return Fault(finding, where)


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One scored round, or a refused one: then it has a finding that is an error, and no lines.

    Attributes:
        n: Number of the round, from 1.
        counts: Other things counted that a tie is decided by, such as cards laid down: by name, then by player.
    """

    n: int
    lines: tuple[ScoreLine, ...] = ()
    faults: tuple[Fault, ...] = ()
    counts: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is to be said about it."""
        return tuple(one.finding for one in self.faults)

    @property
    def refused(self) -> bool:
        """Whether it cannot be."""
        return any(one.finding.severity == "error" for one in self.faults)

    @property
    def scores(self) -> dict[str, Fraction]:
        """Each player's points of this round, derived from its lines."""
        totals: dict[str, Fraction] = {}
        for line in self.lines:
            totals[line.player] = totals.get(line.player, Fraction(0)) + line.points
        return totals


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing that players are ranked by; ``by`` is what is said where it decides."""

    by: DecidedBy
    values: Mapping[str, Fraction]
    highest: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands: whether it is over, and how its players are ranked.

    Attributes:
        criteria: In the order they are asked; a later one only parts those equal in all before it.
        unbroken: What happens where nothing parts the best: they share the win, nobody wins, or it is a draw.
    """

    finished: bool
    criteria: tuple[Criterion, ...]
    unbroken: Literal["tie-shared", "nobody", "draw"] = "tie-shared"


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place; equal players share a rank and the next rank is left out."""

    rank: int
    player: str
    total: Fraction
    winner: bool


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """A whole game so far; ``rounds_before`` counts rounds that were played before the first one here."""

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
    rounds_before: int = 0
