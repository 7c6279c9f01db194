"""VP turn by turn: what a player gains, loses above the maximum and spends.

Rulebook: The Phases of a Turn in Detail (Preparation Phase); Game Objective and Sequence of Play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardtools.games.hkk.file import Turn
from cardtools.games.hkk.regeneration import vp_by_turn
from cardtools.model.scoring import Fault, fault
from cardtools.scoring.facts import Facts


@dataclass(frozen=True, slots=True)
class HalfTurn:
    """The VP of one half-turn, or why it cannot be.

    Attributes:
        turn: Which of that player's own turns it is, from 1.
        gained: VP of the turn.
        extra: VP for creatures in reserve.
        lost: VP of these two that were above the maximum.
        left: VP of each player after it.
        faults: With an error among them it counts for nothing, not even as a turn.
        first: Whether it is the first that counts.
    """

    turn: int
    gained: int
    extra: int
    lost: int
    left: Mapping[str, int]
    faults: tuple[Fault, ...] = ()
    first: bool = False

    @property
    def refused(self) -> bool:
        """Whether it cannot be."""
        return any(one.finding.severity == "error" for one in self.faults)


def half_turns(turns: Sequence[Turn], players: Sequence[str], facts: Facts) -> tuple[HalfTurn, ...]:
    """Return the VP of every half-turn, in order."""
    vp = dict.fromkeys(players, facts["vp-start"])
    taken: Counter[str] = Counter()
    latest = ""
    found: list[HalfTurn] = []
    for played in turns:
        one = _half_turn(played, vp, taken[played.player] + 1, facts, latest, first=not taken)
        found.append(one)
        # A turn that is refused counts for nothing, but it was somebody's.
        latest = played.player
        if not one.refused:
            vp = dict(one.left)
            taken[played.player] += 1
    return tuple(found)


def _half_turn(
    played: Turn, before: Mapping[str, int], turn: int, facts: Facts, latest: str, *, first: bool
) -> HalfTurn:
    strangers = tuple(_strangers(played, before))
    if strangers:
        return HalfTurn(turn, 0, 0, 0, before, strangers)
    player = played.player
    by_turn = vp_by_turn(facts)
    gained = by_turn[min(turn, len(by_turn)) - 1]
    extra = played.reserve // facts["reserve-creatures"] * facts["reserve-vp"]
    full = before[player] + gained + extra
    # Who stood above the maximum already, by a card, loses only what is gained now.
    lost = min(max(0, full - facts["vp-maximum"]), gained + extra)
    had = {**before, player: full - lost}
    faults = [*_overspent(played, had)]
    if player == latest:
        faults.append(fault("score.turn-again", "player", severity="warning", name=player))
    left = {name: count - played.spent.get(name, 0) for name, count in had.items()}
    return HalfTurn(turn, gained, extra, lost, left, tuple(faults), first)


def _strangers(played: Turn, players: Mapping[str, int]) -> Iterator[Fault]:
    if played.player not in players:
        yield fault("score.unknown-player", "player", name=played.player)
    for key, named in (("spent", played.spent), ("damage", played.damage), ("healed", played.healed)):
        for name in named:
            if name not in players and name != played.player:
                yield fault("score.unknown-player", key, name, name=name)


def _overspent(played: Turn, had: Mapping[str, int]) -> Iterator[Fault]:
    for name, count in played.spent.items():
        if count > had[name]:
            limit = {"max": had[name]}
            yield fault(
                "score.vp-overspent", "spent", name, actual=count, limit=limit, name=name, count=count, most=had[name]
            )
