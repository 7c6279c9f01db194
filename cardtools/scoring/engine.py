"""The fold: rounds in, running totals and an end out. The scorer of a game comes as an argument."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, Protocol, TypeVar

from cardtools.model.finding import Finding, Location
from cardtools.model.scoring import Fault, Outcome, Place, RoundScore, Scoresheet, fault
from cardtools.names.folding import fold as fold_name
from cardtools.scoring.naming import like
from cardtools.scoring.standings import rank

RoundT = TypeVar("RoundT", contravariant=True)
_STRANGER: Final = "score.unknown-player"
_ECHOES: Final = frozenset(
    {"score.missing-hand", "score.missing-play", "score.missing-life", "score.seat-missing", "score.stables-missing"}
)
"""What is only missing where a name is misspelt."""

Locate = Callable[[int, Place], Location]
"""From the index of a round, from 0, and a place in its input to a place in the user's file."""


class Scorer(Protocol[RoundT]):
    """What a game brings: how one round is scored, and when the game is over.

    ``target`` is what ends the game, None where it is not a number of points.
    """

    target: int | None

    def score_round(self, n: int, played: RoundT, before: Mapping[str, Fraction]) -> RoundScore:
        """Score round ``n`` (from 1) on the totals ``before`` it; one that cannot be has errors and no lines."""
        ...

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:
        """Return how the game stands after ``rounds``, none of them refused."""
        ...


def fold(
    game: str,
    variant: str,
    players: Sequence[str],
    starting: Mapping[str, Fraction],
    rounds: Sequence[RoundT],
    scorer: Scorer[RoundT],
    locate: Locate = lambda _number, _place: Location(),
) -> Scoresheet:
    """Score all rounds in order. A refused round counts for nothing; a round after the end is refused."""
    start = {player: starting.get(player, Fraction(0)) for player in players}
    totals = dict(start)
    scored: list[RoundScore] = []
    counted: list[RoundScore] = []
    outcome = scorer.outcome(totals, ())
    over = 0 if outcome.finished else None
    for n, played in enumerate(rounds, start=1):
        result = scorer.score_round(n, played, totals) if over is None else RoundScore(n, faults=(_late(over),))
        faults = told_once(result.faults, players)
        result = replace(result, faults=tuple(_placed(one, locate, n - 1) for one in faults))
        scored.append(result)
        if over is not None or result.refused:
            continue
        for player, points in result.scores.items():
            totals[player] += points
        counted.append(result)
        outcome = scorer.outcome(totals, counted)
        over = n if outcome.finished else None
    standings, decided = rank(totals, outcome)
    return Scoresheet(
        game=game,
        variant=variant,
        target=scorer.target,
        players=tuple(players),
        starting=start,
        rounds=tuple(scored),
        standings=standings,
        finished=over is not None,
        decided_by=decided,
        findings=tuple(finding for one in scored for finding in one.findings),
    )


def told_once(faults: Sequence[Fault], players: Sequence[str]) -> tuple[Fault, ...]:
    """Return faults with each stranger told once, with the players whose names are alike.

    What is missing of a player then is told no more: it may be what was said of the stranger.
    """
    strangers: set[str] = set()
    told: list[Fault] = []
    for one in faults:
        if one.finding.code == _STRANGER:
            name = str(one.finding.params["name"])
            if fold_name(name) not in strangers:
                strangers.add(fold_name(name))
                told.append(replace(one, finding=one.finding.model_copy(update={"suggestions": like(name, players)})))
        else:
            told.append(one)
    return tuple(one for one in told if not strangers or one.finding.code not in _ECHOES)


def _late(over: int) -> Fault:
    return fault("score.after-end", wording=None if over else "score.after-end.before", n=over)


def _placed(one: Fault, locate: Locate, number: int) -> Fault:
    finding: Finding = one.finding
    if finding.location.line:
        return one
    return Fault(finding.model_copy(update={"location": locate(number, one.where)}), one.where)
