"""How a game with a deck starts: cards drawn and life, None where a fact that decides it is not known."""

from __future__ import annotations

from cardtools.legality.selectors import needed_facts, selects
from cardtools.legality.tally import Tally
from cardtools.model.card import Card
from cardtools.model.formats import Format
from cardtools.model.rules import Selector

Facts = frozenset[str]


def opening_hand(rules: Format, tally: Tally, facts: Facts) -> int | None:
    """Return the cards drawn at the start; see ``OpeningHand``.

    ``facts`` are those of the pool: where it marks no card at all, every card is taken for a common one.
    """
    opening = rules.opening_hand
    if opening is None:
        return None
    hand, replaced = opening.cards, None
    for slot in tally.deck.slots:
        if slot.entry.zone not in opening.less_zones:
            continue
        card, copies = slot.card, slot.entry.count
        keeps = _is(opening.keep, card, facts)
        printed = _is(opening.printed, card, facts)
        if keeps is None or printed is None:
            return None
        if card is not None and "opening_hand" in card.unknown:
            return None
        number = card.opening_hand if card is not None else None
        if printed:
            if number is None or replaced not in (None, number):
                return None
            replaced = number
        else:
            hand += copies * (number or 0)
        hand -= 0 if keeps else copies
    return max(0, hand if replaced is None else replaced)


def starting_life(rules: Format, tally: Tally, facts: Facts) -> int | None:
    """Return the life at the start: of the format, unless a card of the deck has another; two others are none."""
    lives: set[int] = set()
    zones = {zone for one in rules.life for zone in one.zones}
    zones.update(rules.opening_hand.less_zones if rules.opening_hand else ())
    for slot in tally.deck.slots:
        if slot.entry.zone not in zones:
            continue
        card = slot.card
        if card is not None and "starting_life" in card.unknown:
            return None
        if card is not None and card.starting_life is not None:
            lives.add(card.starting_life)
            continue
        for one in rules.life:
            if slot.entry.zone not in one.zones:
                continue
            answer = _is(one.select, card, facts)
            if answer is None:
                return None
            if answer:
                lives.add(one.value)
    if len(lives) > 1:
        return None
    return lives.pop() if lives else rules.starting_life


def _is(selector: Selector | None, card: Card | None, facts: Facts) -> bool | None:
    """Return whether a card is selected, as far as the pool tells; None where it should tell and does not."""
    if selector is None:
        return False
    if card is not None and (answer := selects(selector, card)) is not None:
        return answer
    return None if any(fact in facts for fact in needed_facts(selector)) else False
