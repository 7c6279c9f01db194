"""How a deck is put right: for one finding of a format, the copies to take out, or the zone to move a card to.

The findings say what is wrong and with which lines; nothing of a format is checked here a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from cardtools.decks.colours import ColourCut, cheapest_cut
from cardtools.decks.counting import name_of
from cardtools.model.card import Card
from cardtools.model.deck import UNPLACED, Deck
from cardtools.model.finding import Finding
from cardtools.model.rules import DistinctRule, ExclusiveRule, OnlyRule, Rule, Selector, ShareRule, SizeRule

Select = Callable[[Selector, Card], bool | None]
"""Whether a selector selects a card; None where a fact is unknown."""
Taken = dict[int, int]
"""Copies to take out, by the place of their slot in the deck, from 0."""
Places = Mapping[tuple[str, str, int], Sequence[int]]
"""Places of slots in a deck, from 0, by the name, the zone and the line that findings tell."""

_ALL: Final = frozenset({"forbid", "not-yet", "subset"})
"""Kinds of rules whose every found card has to go."""


def places_of(deck: Deck, language: str) -> Places:
    """Return where the slots of a deck are that findings name in ``language``."""
    places: dict[tuple[str, str, int], list[int]] = {}
    for index, slot in enumerate(deck.slots):
        places.setdefault((name_of(slot, language), slot.entry.zone, slot.entry.line), []).append(index)
    return places


def take_out(
    deck: Deck, finding: Finding, rule: Rule, select: Select, places: Places, spare: Mapping[str, int]
) -> Taken:
    """Return the fewest copies to take out so that ``rule`` is broken no longer; none where that helps nothing.

    Args:
        deck: The deck that ``finding`` is about.
        finding: What is wrong.
        rule: The rule it breaks.
        select: Tells which cards a selector selects.
        places: Where the slots are that findings name.
        spare: Cards that a zone has more than it needs: of equal lines those of the zone with most to spare go first,
            the last line before the others.
    """
    if rule.kind in _ALL:
        return {index: deck.slots[index].entry.count for index in _found(finding, places)}
    if isinstance(rule, ExclusiveRule):
        return _leave_alone(deck, _found(finding, places), rule, select)
    if isinstance(rule, SizeRule):
        return _shrink(deck, finding, rule, spare)
    if isinstance(rule, ShareRule):
        return _lessen_share(deck, finding, rule, select, spare)
    most = int((finding.limit or {}).get("max", -1))
    over = int(finding.actual or 0) - most
    if most < 0 or over <= 0 or rule.kind not in ("copies", "limit", "fixed", "pick"):
        return {}
    return _last(deck, _found(finding, places), over, spare)


def give_up_colours(deck: Deck, rule: DistinctRule, order: Sequence[str]) -> tuple[ColourCut, Taken]:
    """Return the cheapest colours to give up, and the copies that go with them."""
    needs: dict[int, frozenset[str]] = {}
    holding: dict[frozenset[str], int] = {}
    for index, slot in enumerate(deck.slots):
        if slot.card is None or not _stands_in(slot.entry.zone, rule.zones):
            continue
        if colours := frozenset(slot.card.colours or ()) - set(rule.free):
            needs[index] = colours
            holding[colours] = holding.get(colours, 0) + slot.entry.count
    cut = cheapest_cut(holding, rule.max, order)
    gone = frozenset(cut.cut)
    return cut, {index: deck.slots[index].entry.count for index, colours in needs.items() if colours & gone}


def home_of(card: Card, zones: Sequence[str], rules: Iterable[Rule], select: Select) -> str | None:
    """Return the zone that a card belongs to: first of those whose rules ask for such cards, then of the others."""
    kept = [rule for rule in rules if isinstance(rule, OnlyRule) and rule.severity == "error"]
    fitting = [
        zone for zone in zones if all(select(rule.select, card) for rule in kept if _stands_in(zone, rule.zones))
    ]
    asked = [zone for zone in fitting if any(zone in rule.zones for rule in kept)]
    return next(iter((*asked, *fitting)), None)


def room_in(deck: Deck, zone: str, rules: Iterable[Rule]) -> int | None:
    """Return how many more cards a zone takes; None where nothing limits it."""
    limits = [
        rule.max
        for rule in rules
        if isinstance(rule, SizeRule) and rule.max is not None and rule.zones == (zone,) and rule.severity == "error"
    ]
    return max(0, min(limits) - deck.count(zone)) if limits else None


def spare_cards(deck: Deck, zones: Sequence[str], rules: Iterable[Rule]) -> dict[str, int]:
    """Return how many cards each zone has above the least it needs; below 0 where cards are short."""
    least = dict.fromkeys(zones, 0)
    for rule in rules:
        if isinstance(rule, SizeRule) and rule.min is not None and len(rule.zones) == 1:
            least[rule.zones[0]] = rule.min
    return {zone: deck.count(zone) - least.get(zone, 0) for zone in zones}


def _found(finding: Finding, places: Places) -> list[int]:
    """Return the places of the slots that a finding names, in the order of the list."""
    named = {(card.name, place.zone, place.line) for card in finding.cards for place in card.where}
    return sorted(index for one in named for index in places.get(one, ()))


def _last(deck: Deck, indices: Iterable[int], count: int, spare: Mapping[str, int]) -> Taken:
    """Take so many copies from these slots: where most is to spare, and of those the last first."""
    taken: Taken = {}
    left = dict(spare)
    pending = sorted(indices, reverse=True)
    # First what zones have to spare, from the last line up; then, where none has, the last lines again.
    for only_spare in (True, False):
        for index in pending:
            entry = deck.slots[index].entry
            room = max(0, left.get(entry.zone, 0))
            copies = min(count, entry.count - taken.get(index, 0), room if only_spare else count)
            if copies > 0:
                taken[index] = taken.get(index, 0) + copies
                left[entry.zone] = left.get(entry.zone, 0) - copies
                count -= copies
    return taken


def _leave_alone(deck: Deck, indices: Sequence[int], rule: ExclusiveRule, select: Select) -> Taken:
    """Take out the company of a card that stands alone, or the card itself where that is fewer cards."""
    slots = [(index, deck.slots[index]) for index in indices]
    selected = {index for index, slot in slots if slot.card is not None and select(rule.select, slot.card)}
    count = sum(slot.entry.count for index, slot in slots if index in selected)
    total = sum(slot.entry.count for _, slot in slots)
    if not selected:
        return {}
    if count < total - 1:
        return {index: slot.entry.count for index, slot in slots if index in selected}
    keep = min(selected)
    taken = {index: slot.entry.count - (1 if index == keep else 0) for index, slot in slots}
    return {index: copies for index, copies in taken.items() if copies}


def _shrink(deck: Deck, finding: Finding, rule: SizeRule, spare: Mapping[str, int]) -> Taken:
    """Take out what is over the most, or a whole zone that may be empty where that is fewer cards than are short."""
    inside = [
        index
        for index, slot in enumerate(deck.slots)
        if slot.card is not None and _stands_in(slot.entry.zone, rule.zones)
    ]
    actual = int(finding.actual or 0)
    whole = sum(deck.slots[index].entry.count for index in inside)
    over = 0 if rule.max is None else actual - rule.max
    if rule.or_none and whole == actual and rule.min is not None and actual < rule.min and actual <= rule.min - actual:
        over = actual
    return _last(deck, inside, over, spare) if over > 0 else {}


def _lessen_share(deck: Deck, finding: Finding, rule: ShareRule, select: Select, spare: Mapping[str, int]) -> Taken:
    """Take out selected cards until their share of what is left is small enough."""
    selected, total = int(finding.actual or 0), int(finding.params.get("total", 0))
    over = 100 * selected - rule.max * total
    if over <= 0 or rule.max >= 100:
        return {}
    count = -(-over // (100 - rule.max))
    cards = [
        index
        for index, slot in enumerate(deck.slots)
        if slot.card is not None and _stands_in(slot.entry.zone, rule.zones) and select(rule.select, slot.card)
    ]
    return _last(deck, cards, count, spare)


def _stands_in(zone: str, zones: Sequence[str]) -> bool:
    """Return whether a zone is among those of a rule, which are all of the game's where it names none."""
    return zone in zones if zones else zone != UNPLACED
