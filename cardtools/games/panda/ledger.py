"""Lines of one trick, put down one after the other, with the totals kept above the least.

What a deduction takes below the least total is given back in a line of its own, at once (rulebook: Special cases).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardtools.games.panda.trick import Play
from cardtools.model.base import Certainty, NumberFact
from cardtools.model.card import Card
from cardtools.model.scoring import ScoreLine

NUMBERS: Final = ("least-total", "tiger-total", "dragon-points", "banker-factor", "panda-points", "panda-hand", "hand")
"""The facts of scoring.yaml that scoring a trick needs."""

ZERO: Final = Fraction(0)
Details = tuple[tuple[str, str | tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class TrickValue:
    """What the trick is worth: the value of its ``base`` card times ``factor``; see step 2."""

    base: Card
    factor: int

    @property
    def points(self) -> Fraction:
        """The points that are added or deducted."""
        return Fraction((self.base.value or 0) * self.factor)

    @property
    def details(self) -> Details:
        """The base card and the factor, for the words of a line."""
        return (("base", (self.base.id,)), ("value", str(self.base.value)), ("factor", str(self.factor)))


def unsure(*certainties: Certainty) -> Certainty:
    """Return the mark of a line that rests on facts so certain: a likely number outweighs our ruling.

    >>> unsure("public", "ruling", "likely"), unsure("derived")
    ('likely', 'printed')
    """
    marks: tuple[Certainty, ...] = ("likely", "ruling")
    return next((mark for mark in marks if mark in certainties), "printed")


class Ledger:
    """The lines so far, and the totals they lead to from those ``before`` the trick."""

    def __init__(self, facts: Mapping[str, NumberFact], before: Mapping[str, Fraction]) -> None:
        self.facts = facts
        self.totals = dict(before)
        self.lines: list[ScoreLine] = []

    def number(self, name: str) -> int:
        """Return one of the ``NUMBERS``."""
        return self.facts[name].value or 0

    def add(
        self, player: str, category: str, points: Fraction, why: str, play: Play, *,
        value: TrickValue | None = None, card: Card | None = None, each: Fraction | None = None, holder: str = "",
        certainty: Certainty = "printed", details: Details = (),
    ) -> None:  # fmt: skip
        """Put down a line for ``player`` about a ``play``, whose key is ``score.why.panda.`` and ``why``.

        The line names the card of the play that counts, unless it is given another. Points that are made of the
        trick's value tell its base card and factor. The player of the play is the holder where it is another's play,
        unless somebody else is named as ``holder``.
        """
        if value is not None:
            details = (*details, *value.details)
            certainty = unsure(certainty, value.base.certainty, play.certainty)
        elsewhere = play.player if play.player != player else ""
        self._put(
            ScoreLine(
                player=player,
                category=category,
                count=1,
                points=points,
                why=f"score.why.panda.{why}",
                card=(card or play.card).id,
                each=each,
                holder=holder or elsewhere,
                details=details,
                certainty=certainty,
            )
        )

    def _put(self, line: ScoreLine) -> None:
        self.lines.append(line)
        least = Fraction(self.number("least-total"))
        total = self.totals[line.player] + line.points
        self.totals[line.player] = max(total, least)
        if total < least:
            why, details = "score.why.panda.floor", (("least", str(least)),)
            self.lines.append(ScoreLine(line.player, "floor", 1, least - total, why, each=total, details=details))
