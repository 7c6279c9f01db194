"""The six steps that score a seventh trick, in their order (rulebook: Trick 7 and scoring; Banker; Envoy)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from cardtools.games.panda.ledger import ZERO, Details, Ledger, TrickValue, unsure
from cardtools.games.panda.pets import step_6_pets, takes_over
from cardtools.games.panda.trick import Play, Trick
from cardtools.model.base import NumberFact
from cardtools.model.scoring import ScoreLine


def settle(trick: Trick, facts: Mapping[str, NumberFact], before: Mapping[str, Fraction]) -> tuple[ScoreLine, ...]:
    """Return the lines of a trick on the totals ``before`` it, in the order of the steps.

    Every player has one at least, and no total falls below the least at any of them.
    """
    ledger = Ledger(facts, before)
    if trick.highest is None:
        _step_1_no_number(ledger, trick)
        return tuple(ledger.lines)
    value = _step_2_value(ledger, trick, trick.highest)
    if not takes_over(trick.pet):
        _step_3_taker(ledger, trick.highest, value)
        _step_4_same_number(ledger, trick, trick.highest, value)
    _step_5_dragons(ledger, trick)
    step_6_pets(ledger, trick, trick.highest, value)
    return tuple(ledger.lines)


def _step_1_no_number(ledger: Ledger, trick: Trick) -> None:
    """Put down that there are no points; that pets then do nothing to them either is our ruling."""
    for play in trick.plays:
        if play.card.type == "pet":
            ledger.add(play.player, play.card.id, ZERO, "no-number", play, certainty="ruling")
        else:
            ledger.add(play.player, "dragon", ZERO, "no-number", play)


def _step_2_value(ledger: Ledger, trick: Trick, highest: Play) -> TrickValue:
    """Return what the trick is worth: the best dragon's value, else the highest number, times the banker's factor."""
    base = (trick.dragon or highest).card
    if trick.banker is None:
        return TrickValue(base, 1)
    factor = ledger.number("banker-factor")
    ledger.add(
        trick.banker.player, "banker", ZERO, "banker", trick.banker,
        card=next(card for card in trick.banker.cards if "banker" in card.marks),
        certainty=trick.banker.certainty,
        details=(("factor", str(factor)),),
    )  # fmt: skip
    return TrickValue(base, factor)


def _step_3_taker(ledger: Ledger, highest: Play, value: TrickValue) -> None:
    """Let the player of the highest number add the trick's value, or deduct it with the envoy."""
    points, why = (-value.points, "envoy") if highest.is_envoy else (value.points, "taker")
    ledger.add(highest.player, "taker", points, why, highest, value=value)


def _step_4_same_number(ledger: Ledger, trick: Trick, highest: Play, value: TrickValue) -> None:
    """Let others with the same number deduct their own value, or add the trick's where the envoy takes it."""
    taker: Details = (("taker", (highest.card.id,)),)
    for play in trick.of_type("number"):
        if play is highest:
            continue
        if play.card.value != highest.card.value:
            ledger.add(play.player, "other_number", ZERO, "other", play, details=taker)
        elif highest.is_envoy:
            ledger.add(play.player, "same_number", value.points, "same-envoy", play, value=value, details=taker)
        else:
            own = replace(value, base=play.card)
            ledger.add(play.player, "same_number", -own.points, "same", play, value=own, details=taker)


def _step_5_dragons(ledger: Ledger, trick: Trick) -> None:
    """Put down what a dragon is worth to its own player, and which of them gives the trick its value."""
    each = Fraction(ledger.number("dragon-points"))
    for play in trick.of_type("dragon"):
        best = (trick.dragon or play).card
        ledger.add(
            play.player, "dragon", each, "dragon" if play.card is best else "dragon-lesser", play, each=each,
            certainty=unsure(best.certainty), details=(("base", (best.id,)), ("value", str(best.value))),
        )  # fmt: skip
