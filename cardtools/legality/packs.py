"""Fixed packs: exactly the cards of the box, with what the players agree on."""

from __future__ import annotations

from collections.abc import Mapping

from cardtools.legality.findings import Findings, broken
from cardtools.legality.tally import Tally
from cardtools.model.finding import Effect, FoundCard, Number
from cardtools.model.rules import FixedRule, PickRule, RuleBase


def check_fixed(rule: FixedRule, tally: Tally) -> Findings:
    """Cards missing from a fixed pack, cards too many, and cards that do not belong to it at all."""
    contents = rule.contents(tally.box)
    wanted = {one: count for one, count in contents.items() if one not in tally.picked}
    yield from _compare(rule, tally, wanted, only_wanted=False)


def check_pick(rule: PickRule, tally: Tally) -> Findings:
    """More or fewer of the cards to pick from than the players agreed on."""
    wanted = {one: rule.agreed.get(one, 0) for one in rule.cards}
    values = choosable(rule)
    for finding in _compare(rule, tally, wanted, only_wanted=True):
        params = {**finding.params, "choice": rule.choice, "values": values}
        yield finding.model_copy(update={"wording": f"{finding.code}.agreed", "params": params})


def choosable(rule: PickRule) -> str:
    """Return what may be chosen, as people write it: ``0–3``, or the ids of the cards."""
    if len(rule.cards) == 1:
        return f"{rule.min}–{rule.max}"
    return ", ".join((*rule.cards, "all", "none"))


def _compare(rule: RuleBase, tally: Tally, wanted: Mapping[str, int], *, only_wanted: bool) -> Findings:
    """Yield each card whose number in the deck is not the one wanted; cards not wanted at all are foreign."""
    slots = [
        (slot, card)
        for slot, card in tally.known(rule.zones)
        if (card.id in wanted if only_wanted else card.id not in tally.picked)
    ]
    found = tally.by_card(slots)
    names = {card.id: tally.name(card) for card in (*tally.box, *(card for _, card in slots))}
    unknown = tally.count_unknown(rule.zones)
    for one in (*wanted, *(other for other in found if other not in wanted)):
        have, need = (found[one].count if one in found else 0), wanted.get(one, 0)
        code: str
        effect: Effect = "illegal"
        if have < need:
            code = "deck.fixed-missing"
            effect = "undetermined" if need <= have + unknown else "illegal"
        elif have > need:
            code = "deck.fixed-surplus" if need else "deck.fixed-foreign"
        else:
            continue
        cards = (found[one],) if one in found else (FoundCard(name=names.get(one, one), count=0),)
        limit: dict[str, Number] = {"min": need, "max": need}
        plain = broken(
            rule, tally, cards, have, limit, None, effect,
            need=need, missing=need - have, surplus=have - need,
        )  # fmt: skip
        yield plain.model_copy(update={"code": code})
