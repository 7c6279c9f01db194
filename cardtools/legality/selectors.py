"""Selectors: which cards a rule is about, in three values, since a fact may be unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cardtools.model.card import Card
from cardtools.model.rules import Selector

_VP: Final = re.compile(r"\{vp\}([0-9]{1,3})")


def needed_facts(selector: Selector) -> Iterator[str]:
    """Yield the facts a pool must carry for ``selector`` to be decided: fields of Card, and marks."""
    if selector.type:
        yield "type"
    if selector.colour:
        yield "colours"
    yield from selector.mark
    if selector.cost is not None:
        yield "cost"
    if selector.exclude is not None:
        yield from needed_facts(selector.exclude)


def selects(selector: Selector, card: Card) -> bool | None:
    """Return whether ``card`` meets every condition of ``selector``; None where a fact of it is unknown."""
    open_answer = False
    for answer in _answers(selector, card):
        if answer is None:
            open_answer = True
        elif not answer:
            return False
    if selector.exclude is not None:
        excluded = selects(selector.exclude, card)
        if excluded:
            return False
        open_answer = open_answer or excluded is None
    return None if open_answer else True


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
    if selector.cost is not None:
        points = _magic_points(card)
        least, most = selector.cost.min, selector.cost.max
        yield None if points is None else (least is None or points >= least) and (most is None or points <= most)


def _magic_points(card: Card) -> int | None:
    """Return the cost in VP; None where it is not known, or is printed in anything else."""
    found = _VP.fullmatch(card.cost or "")
    return int(found.group(1)) if found else None
