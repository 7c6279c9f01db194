"""Rules of what may stand where, and beside what."""

from __future__ import annotations

from datetime import date

from cardtools.legality.findings import Findings, broken, count, split, undetermined
from cardtools.legality.selectors import selects
from cardtools.legality.tally import Tally
from cardtools.model.finding import FoundCard, Place
from cardtools.model.rules import ExclusiveRule, ForbidRule, NotYetRule, OnlyRule, SubsetRule


def check_only(rule: OnlyRule, tally: Tally) -> Findings:
    """Cards that do not belong into the zone they stand in."""
    for slot, card in tally.known(rule.zones):
        answer = selects(rule.select, card)
        if answer is None:
            yield undetermined(rule, tally, tally.found([(slot, card)]), slot.entry.count, {}, wording="fact")
        elif not answer:
            found, entry = tally.found([(slot, card)]), slot.entry
            yield broken(rule, tally, found, entry.count, None, None, zone=entry.zone, type=card.type or "")


def check_subset(rule: SubsetRule, tally: Tally) -> Findings:
    """Selected cards of a colour that no other card of the deck has."""
    slots, unclear = split(rule.select, rule.zones, tally)
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
        yield broken(rule, tally, tally.found(foreign), count(foreign), None, None)
    if open_ones:
        yield undetermined(rule, tally, tally.found(open_ones), count(open_ones), {}, wording="fact")


def check_exclusive(rule: ExclusiveRule, tally: Tally) -> Findings:
    """A card that must stand alone has company."""
    slots, unclear = split(rule.select, rule.zones, tally)
    everything = tally.known(rule.zones)
    total = count(everything)
    if unclear and not slots and total > 1:
        yield undetermined(rule, tally, tally.found(unclear), total, {"max": 1}, wording="fact")
    elif slots and total > 1:
        found = tally.found(everything)
        alone = tally.name(slots[0][1])
        zones = ", ".join(rule.zones or tally.zones)
        yield broken(rule, tally, found, total, {"max": 1}, None, name=alone, zones=zones)


def check_forbid(rule: ForbidRule, tally: Tally) -> Findings:
    """Each forbidden card; one of its exact name is forbidden even where the pool does not have it.

    The days of the rule are seen to, and its names made ids of the pool's, by ``legality.binding``.
    """
    forbidden = set(rule.cards)
    slots = [(slot, card) for slot, card in tally.known(rule.zones) if card.id in forbidden]
    for found in tally.found(slots):
        yield broken(rule, tally, (found,), found.count, {"max": 0}, None)
    names = set(rule.names)
    for slot in tally.deck.slots:
        entry = slot.entry
        if slot.card is None and entry.name in names and entry.zone in (rule.zones or tally.zones):
            here = Place(zone=entry.zone, line=entry.line, count=entry.count)
            found = FoundCard(name=entry.name, count=entry.count, where=(here,))
            yield broken(rule, tally, (found,), entry.count, {"max": 0}, None)


def check_not_yet(rule: NotYetRule, tally: Tally) -> Findings:
    """Each card that was released in the month of play, or later."""
    if tally.on is None:
        return
    slots = tally.known(rule.zones)
    days = {card.id: card.released for _, card in slots}
    for one, found in tally.by_card(slots).items():
        released = days[one]
        if released is None:
            yield undetermined(rule, tally, (found,), found.count, {}, wording="fact")
        elif tally.on < (first := _counts_from(released)):
            yield broken(
                rule, tally, (found,), found.count, {"max": 0}, None,
                released=released.isoformat(), first=first.isoformat(), on=tally.on.isoformat(),
            )  # fmt: skip


def _counts_from(released: date) -> date:
    """Return the first day of the month after a release.

    >>> _counts_from(date(2025, 12, 31)).isoformat()
    '2026-01-01'
    """
    if released.year == date.max.year and released.month == date.max.month:
        return date.max
    return date(released.year + released.month // 12, released.month % 12 + 1, 1)
