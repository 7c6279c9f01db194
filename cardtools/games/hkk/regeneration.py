"""VP that a player gains at the start of a turn, from the numbers of HKK's scoring.yaml."""

from __future__ import annotations

from itertools import count, takewhile
from typing import Final

from cardtools.scoring.facts import Facts

_TURN: Final = "vp-turn-{}"


def vp_by_turn(facts: Facts) -> tuple[int, ...]:
    """Return the VP gained in a player's first turn, the second and so on; the last holds for every later one.

    Rulebook: The Phases of a Turn in Detail (Preparation Phase).

    Raises:
        CardtoolsError: ``score.no-fact`` where not even the first is known.
    """
    later = takewhile(lambda name: facts.get(name) is not None, map(_TURN.format, count(2)))
    return (facts[_TURN.format(1)], *(facts[name] for name in later))
