"""Stables as a score file has them, and as they are said at the table; a game has no rounds, only an end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from cardtools.model import scoring as model
from cardtools.model.scoring import Name
from cardtools.scoring.evening import laid_over
from cardtools.scoring.hands import Hand
from cardtools.scoring.naming import KEY
from cardtools.scoring.statements import Said, Statement, rest_of, starts_with

_PILE_OUT: Final = (
    "pile out", "draw pile out", "pile is out", "the pile is out", "the draw pile is out",
    "elfogyott a pakli", "elfogyott a húzópakli", "a pakli elfogyott", "a húzópakli elfogyott", "pakli elfogyott",
)  # fmt: skip
_FIRST: Final = ("first", "elsőként", "első")
KEYWORDS: Final = (*_PILE_OUT, *_FIRST)
NAMES: Final = (("stables", KEY), ("first",))
"""Where a score file names players; see ``scoring.naming``."""


class RoundInput(model.RoundInput):
    """How a game stands.

    Attributes:
        stables: The cards in front of each player; ones that are not unicorns may be left out, but for Pandamonium.
        pile_out: Whether the draw pile was out before anybody had the target.
        digraphs: Whether Hungarian double letters count as one where letters decide.
        first: Who had the target first, where several have it now.
    """

    stables: Mapping[Name, Hand] = {}
    pile_out: bool = False
    digraphs: bool = False
    first: Name | None = None

    @property
    def named(self) -> tuple[str, ...]:
        """The players whose stables it lists."""
        return tuple(self.stables)


class ScoreFile(model.ScoreFile):
    """A game of Unstable Unicorns.

    Attributes:
        profile: Which rulebook says the target: ``hu`` or ``en``.
        players: How many play, or who; as many as there are stables, where absent.
        stables: The cards in front of each player.
        pile_out: Whether the draw pile was out before anybody had the target.
        digraphs: Whether Hungarian double letters count as one where letters decide.
        first: Who had the target first, where several have it now.
    """

    variant_key: ClassVar[str] = "profile"

    profile: Name | None = None
    players: Annotated[int, Field(ge=1, le=99)] | Annotated[tuple[Name, ...], Field(max_length=99)] | None = None
    stables: Mapping[Name, Hand] = {}
    pile_out: bool = False
    digraphs: bool = False
    first: Name | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The players who are named."""
        return self.players if isinstance(self.players, tuple) else tuple(dict.fromkeys((*self.totals, *self.stables)))

    @property
    def count(self) -> int:
        """How many play; it says what the target is."""
        return self.players if isinstance(self.players, int) else len(self.seats)

    @property
    def played(self) -> Sequence[RoundInput]:
        """The one round there is; none where nothing is said of any stable yet."""
        one = RoundInput(stables=self.stables, pile_out=self.pile_out, digraphs=self.digraphs, first=self.first)
        return (one,) if self.stables or self.pile_out else ()


def read_round(statements: Sequence[Statement]) -> Said:
    """Read how a game stands in words, such as ``Anna: Llamacorn; Béla: Ginormous Unicorn; pile out``."""
    said = Said()
    for one in statements:
        if one.player:
            said.put(one, one.words, "stables", one.player)
        elif (word := next((word for word in _FIRST if starts_with(one.words, word)), None)) is not None:
            said.put(one, rest_of(one.words, word), "first")
        else:
            said.put(one, True, "pile_out")
    return said


def join_rounds(rounds: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return how a game stands after several reports: what is said later of a player's stable replaces the earlier."""
    joined: dict[str, Any] = {}
    for one in rounds:
        joined.update({key: value for key, value in one.items() if key != "stables"})
        joined["stables"] = laid_over(joined.get("stables", {}), one.get("stables", {}), 1)
    return joined
