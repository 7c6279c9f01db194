"""An evening of Panda! as a score file has it, and a seventh trick as it is said at the table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Final

from pydantic import Field

from cardtools.model import scoring as model
from cardtools.model.scoring import Name, RoundsFile
from cardtools.names.folding import fold
from cardtools.scoring.hands import Hand
from cardtools.scoring.naming import EACH, KEY
from cardtools.scoring.statements import Said, Statement

_TO: Final = re.compile(r"\s*(?:[-=]?>|→)\s*")

NAMES: Final = (("rounds", EACH, "plays", KEY), ("rounds", EACH, "monkey_target"))
"""Where a score file names players; see ``scoring.naming``."""


class RoundInput(model.RoundInput):
    """One seventh trick: the card each player played, and whom the monkey gives the points to.

    Attributes:
        plays: The cards that each player laid to the trick.
        monkey_target: Whom the monkey gives the points to.
    """

    plays: Mapping[Name, Hand] = {}
    monkey_target: Name | None = None

    @property
    def named(self) -> tuple[str, ...]:
        """The players who played."""
        return tuple(self.plays)


class ScoreFile(RoundsFile):
    """An evening of Panda!; ``rounds_played`` counts rounds before the first one here.

    Totals are whole and never below zero (rulebook: Trick 7 and scoring).

    Attributes:
        rounds_played: Rounds played before the first one here.
    """

    totals: Mapping[Name, Annotated[Decimal, Field(ge=0, le=1_000_000, decimal_places=0)]] = {}
    rounds_played: Annotated[int, Field(ge=0, le=999)] = 0
    rounds: Annotated[tuple[RoundInput, ...], Field(max_length=999)] = ()


def read_round(statements: Sequence[Statement]) -> Said:
    """Read a seventh trick in words, such as ``Anna red 10; Béla blue 10; Cili monkey > Béla``."""
    said = Said()
    called = {fold(one.player): one.player for one in statements}
    for one in statements:
        card, *targets = _TO.split(one.words, maxsplit=1)
        said.put(one, card, "plays", one.player)
        for target in filter(None, targets):
            said.put(one, called.get(fold(target), target), "monkey_target")
            said.columns["monkey_target",] = one.at_word(target)
    return said
