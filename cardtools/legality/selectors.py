"""Selectors: which cards a rule is about, in three values, since a fact may be unknown."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.model.card import Card
from cardtools.model.formats import Selector


def needed_facts(selector: Selector) -> Iterator[str]:
    """Yield the facts a pool must carry for ``selector`` to be decided: fields of Card, and marks."""
    if selector.type:
        yield "type"
    if selector.colour:
        yield "colours"
    yield from selector.mark
    if selector.exclude is not None:
        yield from needed_facts(selector.exclude)


def selects(selector: Selector, card: Card) -> bool | None:
    """Return whether ``card`` meets every condition of ``selector``; None where a fact of it is unknown."""
    answers = list(_answers(selector, card))
    if selector.exclude is not None:
        excluded = selects(selector.exclude, card)
        answers.append(None if excluded is None else not excluded)
    if False in answers:
        return False
    return None if None in answers else True


def _answers(selector: Selector, card: Card) -> Iterator[bool | None]:
    if selector.type:
        yield None if card.type is None else card.type in selector.type
    if selector.colour:
        yield None if card.colours is None else any(colour in selector.colour for colour in card.colours)
    if selector.mark:
        if any(mark in card.marks for mark in selector.mark):
            yield True
        else:
            yield None if any(mark in card.unknown for mark in selector.mark) else False
    if selector.card:
        yield card.id in selector.card
