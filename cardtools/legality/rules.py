"""One pure function a rule kind: rule and tally in, findings out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from cardtools.legality.selectors import needed_facts, selects
from cardtools.legality.tally import Tally
from cardtools.model.card import Card
from cardtools.model.deck import Slot
from cardtools.model.finding import Effect, Finding, FoundCard, Location, Number
from cardtools.model.formats import (
    CopiesRule,
    DistinctRule,
    ExclusiveRule,
    FixedRule,
    LimitRule,
    OnlyRule,
    RuleBase,
    Selector,
    SizeRule,
    SubsetRule,
)

Findings = Iterator[Finding]


def check_size(rule: SizeRule, tally: Tally) -> Findings:
    """Too few cards, or too many; with unknown names, whether they decide it."""
    known = sum(slot.entry.count for slot, _ in tally.known(rule.zones))
    unknown = tally.count_unknown(rule.zones)
    limit = _limit(rule.min, rule.max)
    zone = rule.zones[0] if rule.zones else tally.zones[0]
    if rule.max is not None and known > rule.max:
        cards = tally.found(tally.known(rule.zones)) if rule.max <= 1 else ()
        yield _finding(rule, tally, cards, known, limit, "deck.size.many", zone=zone, most=rule.max)
    elif rule.min is not None and known + unknown < rule.min:
        yield _finding(
            rule, tally, (), known + unknown, limit, "deck.size.few", "incomplete",
            zone=zone, least=rule.min, missing=rule.min - known - unknown,
        )  # fmt: skip
    elif (rule.min is not None and known < rule.min) or (rule.max is not None and known + unknown > rule.max):
        yield _undetermined(rule, tally, (), known, limit, zone=zone, with_unknown=known + unknown)
    elif unknown:
        either = _undetermined(rule, tally, (), known, limit, "either", zone=zone, with_unknown=known + unknown)
        yield either.model_copy(update={"severity": "info", "effect": "none"})


def check_copies(rule: CopiesRule, tally: Tally) -> Findings:
    """More copies of one card than allowed, over all its lines."""
    slots = tally.known(rule.zones)
    counts: Counter[str] = Counter()
    for slot, card in slots:
        counts[card.id] += slot.entry.count
    over = [(slot, card) for slot, card in slots if counts[card.id] > _most(rule, card)]
    cards = {card.id: card for _, card in over}
    for one, found in tally.by_card(over).items():
        most = _most(rule, cards[one])
        if rule.unless in cards[one].unknown:
            yield _undetermined(rule, tally, (found,), found.count, {"max": most}, wording="fact")
            continue
        wording = "deck.copies.exception" if rule.unless and cards[one].max_copies is None else None
        yield _finding(rule, tally, (found,), found.count, {"max": most}, wording, name=found.name, most=most)


def _most(rule: CopiesRule, card: Card) -> int:
    """Return how many copies of a card the rule allows, or the card's own text where it may say otherwise."""
    return (card.max_copies or rule.max) if rule.unless else rule.max


def check_distinct(rule: DistinctRule, tally: Tally) -> Findings:
    """More colours than allowed, each with its cards; a card of two colours needs both."""
    slots = tally.known(rule.zones)
    colours: Counter[str] = Counter()
    for slot, card in slots:
        for colour in card.colours or ():
            if colour not in rule.free:
                colours[colour] += slot.entry.count
    unclear = [(slot, card) for slot, card in slots if card.colours is None]
    limit = _limit(rule.min, rule.max)
    if len(colours) > rule.max:
        # The rarest colours are what is cheapest to take out: their cards are named.
        kept = {colour for colour, _ in colours.most_common(rule.max)}
        extra = [(s, c) for s, c in slots if set(c.colours or ()) - kept - set(rule.free)]
        finding = _finding(rule, tally, tally.found(extra), len(colours), limit, None, most=rule.max)
        yield finding.model_copy(update={"tally": dict(colours.most_common())})
    elif unclear:
        yield _undetermined(rule, tally, tally.found(unclear), len(colours), limit, wording="colours")
    elif rule.min is not None and len(colours) < rule.min and not tally.count_unknown(rule.zones):
        yield _finding(rule, tally, (), len(colours), limit, "deck.colours.few", "incomplete", least=rule.min)


def check_limit(rule: LimitRule, tally: Tally) -> Findings:
    """More, or fewer, selected cards than allowed."""
    slots, unclear = _split(rule.select, rule.zones, tally)
    count = sum(slot.entry.count for slot, _ in slots)
    open_count = sum(slot.entry.count for slot, _ in unclear)
    limit = _limit(rule.min, rule.max)
    few = rule.min is not None and count < rule.min
    if rule.max is not None and count > rule.max:
        yield _finding(rule, tally, tally.found(slots), count, limit, None, most=rule.max)
    elif (rule.max is not None and count + open_count > rule.max) or (few and unclear):
        zone = rule.zones[0] if rule.zones else tally.zones[0]
        yield _undetermined(rule, tally, tally.found(unclear), count, limit, zone=zone, with_unknown=count + open_count)
    elif few and not tally.count_unknown(rule.zones):
        yield _finding(rule, tally, (), count, limit, "deck.limit.few", "incomplete", least=rule.min or 0)


def check_only(rule: OnlyRule, tally: Tally) -> Findings:
    """Cards that do not belong into the zone they stand in."""
    for slot, card in tally.known(rule.zones):
        answer = selects(rule.select, card)
        if answer is None:
            yield _undetermined(rule, tally, tally.found([(slot, card)]), slot.entry.count, {}, wording="fact")
        elif not answer:
            found = tally.found([(slot, card)])
            yield _finding(
                rule, tally, found, slot.entry.count, None, None,
                name=found[0].name, zone=slot.entry.zone, type=card.type or "", at=slot.entry.line,
            )  # fmt: skip


def check_subset(rule: SubsetRule, tally: Tally) -> Findings:
    """Selected cards of a colour that no other card of the deck has."""
    slots, unclear = _split(rule.select, rule.zones, tally)
    selected = {id(slot) for slot, _ in (*slots, *unclear)}
    others = [(slot, card) for slot, card in tally.known(rule.zones) if id(slot) not in selected]
    used = {*rule.free, *(colour for _, card in others for colour in card.colours or ())}
    # What is unknown of other cards may be the very colour that is missing.
    perhaps = used | {colour for _, card in unclear for colour in card.colours or ()}
    hazy = tally.count_unknown(rule.zones) or any(card.colours is None for _, card in (*others, *unclear))
    foreign = [] if hazy else [(s, card) for s, card in slots if set(card.colours or ()) - perhaps]
    open_ones = [
        (slot, card)
        for slot, card in (*slots, *unclear)
        if (slot, card) not in foreign and (card.colours is None or set(card.colours) - used)
    ]
    if foreign:
        found = tally.found(foreign)
        names = ", ".join(one.name for one in found)
        yield _finding(rule, tally, found, sum(one.count for one in found), None, None, names=names)
    if open_ones:
        found = tally.found(open_ones)
        yield _undetermined(rule, tally, found, sum(one.count for one in found), {}, wording="fact")


def check_exclusive(rule: ExclusiveRule, tally: Tally) -> Findings:
    """A card that must stand alone has company."""
    slots, unclear = _split(rule.select, rule.zones, tally)
    everything = tally.known(rule.zones)
    total = sum(slot.entry.count for slot, _ in everything)
    if unclear and not slots and total > 1:
        yield _undetermined(rule, tally, tally.found(unclear), total, {"max": 1}, wording="fact")
    elif slots and total > 1:
        found = tally.found(everything)
        alone = tally.name(slots[0][1])
        zones = ", ".join(rule.zones or tally.zones)
        yield _finding(rule, tally, found, total, {"max": 1}, None, name=alone, zones=zones)


def check_fixed(rule: FixedRule, tally: Tally) -> Findings:
    """Cards missing from a fixed pack, cards too many, and cards that do not belong to it at all."""
    slots = tally.known(rule.zones)
    wanted = rule.contents(tally.box)
    found = tally.by_card(slots)
    names = {card.id: tally.name(card) for card in (*tally.box, *(card for _, card in slots))}
    unknown = tally.count_unknown(rule.zones)
    for one in (*wanted, *(other for other in found if other not in wanted)):
        have, need = (found[one].count if one in found else 0), wanted.get(one, 0)
        cards = (found[one],) if one in found else (FoundCard(name=names[one], count=0),)
        limit: dict[str, Number] = {"min": need, "max": need}
        difference: dict[str, str | int] = {"need": need, "missing": need - have, "surplus": have - need}
        difference["name"] = names[one]
        if have < need:
            effect: Effect = "undetermined" if unknown >= need - have else "illegal"
            plain = _finding(rule, tally, cards, have, limit, None, effect, **difference)
            yield plain.model_copy(update={"code": "deck.fixed-missing"})
        elif have > need:
            plain = _finding(rule, tally, cards, have, limit, None, "illegal", **difference)
            yield plain.model_copy(update={"code": "deck.fixed-surplus" if need else "deck.fixed-foreign"})


CHECKS: Final[dict[str, Callable[[Any, Tally], Findings]]] = {
    "size": check_size,
    "copies": check_copies,
    "distinct": check_distinct,
    "limit": check_limit,
    "only": check_only,
    "subset": check_subset,
    "exclusive": check_exclusive,
    "fixed": check_fixed,
}


def rule_facts(rule: RuleBase) -> tuple[str, ...]:
    """Return the facts a pool must carry for this rule to be checked."""
    facts: list[str] = []
    if isinstance(rule, LimitRule | OnlyRule | SubsetRule | ExclusiveRule):
        facts.extend(needed_facts(rule.select))
    if isinstance(rule, DistinctRule | SubsetRule):
        facts.append("colours")
    if isinstance(rule, CopiesRule) and rule.unless:
        facts.append(rule.unless)
    return tuple(dict.fromkeys(facts))


def _split(
    selector: Selector, zones: tuple[str, ...], tally: Tally
) -> tuple[list[tuple[Slot, Card]], list[tuple[Slot, Card]]]:
    yes: list[tuple[Slot, Card]] = []
    unclear: list[tuple[Slot, Card]] = []
    for slot, card in tally.known(zones):
        answer = selects(selector, card)
        if answer is None:
            unclear.append((slot, card))
        elif answer:
            yes.append((slot, card))
    return yes, unclear


def _code(rule: RuleBase) -> str:
    return rule.code or f"deck.{getattr(rule, 'kind', 'rule')}"


def _limit(least: int | None, most: int | None) -> dict[str, Number]:
    limit: dict[str, Number] = {}
    if least is not None:
        limit["min"] = least
    if most is not None:
        limit["max"] = most
    return limit


def _finding(
    rule: RuleBase,
    tally: Tally,
    cards: tuple[FoundCard, ...],
    actual: int,
    limit: dict[str, Number] | None,
    wording: str | None,
    effect: Effect = "illegal",
    **params: str | int,
) -> Finding:
    where = cards[-1].where[-1] if cards and cards[-1].where else None
    # The words of a code that the rule names itself fit its upper bound only.
    own = wording is not None and (wording.endswith(".few") or _code(rule) == f"deck.{getattr(rule, 'kind', '')}")
    return Finding(
        code=_code(rule),
        rule=rule.id,
        severity=rule.severity,
        effect=effect if rule.severity == "error" else "none",
        wording=wording if own else None,
        params={"actual": actual, **params},
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


def _undetermined(
    rule: RuleBase,
    tally: Tally,
    cards: tuple[FoundCard, ...],
    known: int,
    limit: dict[str, Number],
    wording: str = "number",
    **params: str | int,
) -> Finding:
    plain = _finding(rule, tally, cards, known, limit, None, "illegal", **params)
    names = ", ".join(card.name for card in cards)
    return plain.model_copy(
        update={
            "code": "deck.undetermined",
            "wording": f"deck.undetermined.{wording}",
            "effect": "undetermined",
            "params": {**plain.params, "rule": rule.id, "names": names, "least": limit.get("min", 0)},
        }
    )
