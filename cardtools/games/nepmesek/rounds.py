"""What a score file says of a game, and the same in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Annotated, Any, Final

from pydantic import Field

from cardtools.model import scoring as model
from cardtools.model.base import Model
from cardtools.model.scoring import Name, Place
from cardtools.scoring.evening import laid_over
from cardtools.scoring.hands import Hand, Written
from cardtools.scoring.statements import Said, Statement, rest_of, starts_with

KEYWORDS: Final = ()
"""Nothing is said of the round as a whole."""

_HAND: Final = ("hand", "kézben", "kezében", "kéz")
_HUSSAR: Final = ("hussar on", "hussar", "huszár")
_FRONT: Final = ("in front", "front", "előtte")
WORDS: Final = (*_HAND, *_HUSSAR, *_FRONT)
"""What may be said beside cards."""
_PART: Final = re.compile(r"[^/|]+")
_BETWEEN: Final = " / "


class Tableau(Model):
    """What lies in front of a player at the end, and what is still in the hand.

    Attributes:
        melds: Each as it was laid down; or all in words, parted by ``/`` or ``|``, where a part of nothing but purple
            cards and the Lazy Girl is no meld but goes with ``negatives``.
        negatives: Purple cards, the Lazy Girl, and cards that lie against the player.
        hand: Cards still in the hand; the purple ones count.
        hussar_on: Value of the card that the Hussar was put on.
    """

    melds: Written | Annotated[tuple[Hand, ...], Field(max_length=200)] | None = None
    negatives: Hand = None
    hand: Hand = None
    hussar_on: Annotated[str, Field(max_length=80)] | None = None

    @property
    def told(self) -> bool:
        """Whether anything is said of the player, be it that nothing lies there."""
        return any(one is not None for one in (self.melds, self.negatives, self.hand, self.hussar_on))

    @property
    def parts(self) -> tuple[Hand, ...]:
        """The melds one by one."""
        return tuple(part for _, _, part in self.placed_parts)

    @property
    def placed_parts(self) -> tuple[tuple[Place, int | None, Hand], ...]:
        """The melds one by one: each with its item of a list, or with the sign of the text that it begins at."""
        if isinstance(self.melds, str):
            return tuple(((), begins, part) for begins, part in placed_parts(self.melds))
        return tuple(((index,), None, part) for index, part in enumerate(self.melds or ()))


class RoundInput(model.RoundInput):
    """The end of a game: what each player has laid down, in seat order."""

    players: Annotated[Mapping[Name, Tableau], Field(max_length=99)] = {}

    @property
    def named(self) -> tuple[str, ...]:
        """The players it tells of."""
        return tuple(self.players)


class ScoreFile(model.ScoreFile):
    """A game of Magyar népmesék, which is one round.

    Attributes:
        players: What each player has laid down, in seat order; the game goes on until all of them have told.
        variant: There is none; see scorer.
    """

    players: Annotated[Mapping[Name, Tableau], Field(max_length=99)] = {}
    variant: Name | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, in seat order."""
        return tuple(self.players)

    @property
    def played(self) -> Sequence[RoundInput]:
        """The one round."""
        return (RoundInput(players=self.players),)


def parts(words: str) -> tuple[str, ...]:
    """Return what is parted by ``/`` or ``|``.

    >>> parts("1 1 / 3 pinko |4")
    ('1 1', '3 pinko', '4')
    """
    return tuple(part for _, part in placed_parts(words))


def placed_parts(words: str) -> Iterator[tuple[int, str]]:
    """Yield each of the ``parts``, and the sign that it begins at, from 0."""
    for match in _PART.finditer(words):
        if part := match.group().strip():
            yield match.start() + match.group().index(part), part


def read_round(statements: Sequence[Statement]) -> Said:
    """Read what players laid down, such as ``Anna: 1 1 1 1 / 3 pinko / -1 -3; Béla hand -2 satchel; Béla hussar -2``.

    Cards that several statements tell of one player are put together; the hand, the Hussar and what is said to lie in
    ``front`` of a player, which a card that has two faces may do without a purple one, are told once.
    """
    said = Said()
    for one in statements:
        tableau: dict[str, Any] = said.data.setdefault("players", {}).setdefault(one.player, {})
        where = ("players", one.player)
        said.columns.setdefault(where, one.column)
        for begins, part in placed_parts(one.words):
            for words, key in ((_HAND, "hand"), (_HUSSAR, "hussar_on"), (_FRONT, "negatives")):
                if (word := next((word for word in words if starts_with(part, word)), None)) is not None:
                    said.put(one, rest_of(part, word), *where, key)
                    break
            else:
                before = f"{tableau['melds']}{_BETWEEN}" if "melds" in tableau else ""
                tableau["melds"] = before + part
                said.columns.setdefault((*where, "melds"), one.column)
                said.columns |= {
                    (*where, "melds", len(before) + sign): one.at(begins + sign) for sign in range(len(part))
                }
    return said


def join_rounds(rounds: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Join what was told at several times into one game; what a later entry tells of a player replaces the same thing.

    >>> join_rounds([{"players": {"Anna": {"melds": "1 1"}}}, {"players": {"Anna": {"hand": "-2"}}}])
    {'players': {'Anna': {'melds': '1 1', 'hand': '-2'}}}
    """
    return reduce(lambda before, later: laid_over(before, later, 3), rounds, {"players": {}})
