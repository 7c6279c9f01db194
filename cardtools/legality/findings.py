"""What a rule says of a deck: findings of a broken rule, and of one that cannot be decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtools.legality.selectors import selects
from cardtools.legality.tally import Tally
from cardtools.model.card import Card
from cardtools.model.deck import Slot
from cardtools.model.finding import Effect, Finding, FoundCard, Location, Number
from cardtools.model.rules import RuleBase, Selector

Findings = Iterator[Finding]
Slots = Sequence[tuple[Slot, Card]]


def split(selector: Selector, zones: tuple[str, ...], tally: Tally) -> tuple[Slots, Slots]:
    """Return the slots that are selected, and those of which nobody can say."""
    yes: list[tuple[Slot, Card]] = []
    unclear: list[tuple[Slot, Card]] = []
    for slot, card in tally.known(zones):
        answer = selects(selector, card)
        if answer is None:
            unclear.append((slot, card))
        elif answer:
            yes.append((slot, card))
    return yes, unclear


def count(slots: Slots) -> int:
    """Return the number of cards in ``slots``."""
    return sum(slot.entry.count for slot, _ in slots)


def bounds(least: int | None, most: int | None) -> dict[str, Number]:
    """Return the bounds of a rule as findings have them, absent ones left out."""
    limit: dict[str, Number] = {}
    if least is not None:
        limit["min"] = least
    if most is not None:
        limit["max"] = most
    return limit


def broken(
    rule: RuleBase,
    tally: Tally,
    cards: tuple[FoundCard, ...],
    actual: int,
    limit: dict[str, Number] | None,
    wording: str | None,
    effect: Effect = "illegal",
    **params: str | int,
) -> Finding:
    """Return the finding of a broken rule, at the last line of the last of ``cards``."""
    where = cards[-1].where[-1] if cards and cards[-1].where else None
    kind = f"deck.{getattr(rule, 'kind', 'rule')}"
    code = rule.code or kind
    names = ", ".join(card.name for card in cards)
    limits = {"least": int((limit or {}).get("min", 0)), "most": int((limit or {}).get("max", 0))}
    # The words of a code that the rule names itself fit its upper bound only.
    own = wording is not None and (wording.endswith(".few") or code == kind)
    return Finding(
        code=code,
        rule=rule.id,
        severity=rule.severity,
        effect=effect if rule.severity == "error" else "none",
        wording=wording if own else None,
        # The names and bounds are there whatever code the rule names, since its words may ask for them.
        params={"actual": actual, "name": names, "names": names, **limits, **params},
        location=Location(
            path=tally.deck.listing.path,
            line=where.line if where else None,
            column=1 if where else None,
            zone=where.zone if where else (rule.zones[0] if rule.zones else None),
        ),
        cards=cards,
        actual=actual,
        limit=limit,
        source=rule.source,
    )


def undetermined(
    rule: RuleBase,
    tally: Tally,
    cards: tuple[FoundCard, ...],
    known: int,
    limit: dict[str, Number],
    wording: str = "number",
    **params: str | int,
) -> Finding:
    """Return the finding of a rule that cannot be decided; it is as grave as the rule."""
    plain = broken(rule, tally, cards, known, limit, None, "undetermined", **params)
    return plain.model_copy(
        update={
            "code": "deck.undetermined",
            "wording": f"deck.undetermined.{wording}",
            "params": {**plain.params, "rule": rule.id},
        }
    )
