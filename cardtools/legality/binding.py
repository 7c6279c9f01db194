"""Formats bound to an evening: what the players chose, the day of play, and the names of the pool."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Final

from cardtools.errors import refuse
from cardtools.legality.packs import choosable
from cardtools.model.card import Card
from cardtools.model.formats import Format
from cardtools.model.rules import DropRule, ForbidRule, PickRule, Rule
from cardtools.names.folding import clean, fold

Find = Callable[[str], tuple[Card, ...]]
_NUMBER: Final = re.compile("[0-9]{1,4}")


def bind(rules: Format, choices: Mapping[str, str], on: date, find: Find, box: tuple[Card, ...] = ()) -> Format:
    """Return a resolved format with its choices made, bans out of date left out, and banned names looked up.

    Args:
        rules: A format that ``legality.formats.resolve`` returned.
        choices: What the players chose, by name of the choice; those of other formats are passed over.
        on: The day of play.
        find: Finds the cards of a clean name.
        box: The cards of the game, for choices that name them.

    Raises:
        CardtoolsError: ``usage.choice-value``.
    """
    bound: list[Rule] = []
    for rule in rules.rules:
        if isinstance(rule, DropRule):
            continue
        if isinstance(rule, ForbidRule):
            if (rule.since is None or rule.since <= on) and (rule.until is None or on <= rule.until):
                bound.append(_looked_up(rule, find))
            continue
        chosen: Rule = rule
        if isinstance(rule, PickRule) and rule.choice in choices:
            chosen = rule.model_copy(update={"agreed": _agreed(rule, choices[rule.choice], box)})
        elif rule.by_choice is not None:
            values = rule.by_choice.values
            value = choices.get(rule.by_choice.id, next(iter(values)))
            if value not in values:
                raise _no_such_value(rule.by_choice.id, value, ", ".join(values))
            chosen = rule.model_copy(update={"severity": values[value]})
        bound.append(chosen)
    return rules.model_copy(update={"rules": tuple(bound)})


def choices_of(formats: Iterable[Format]) -> tuple[str, ...]:
    """Return the name of every choice that some of the formats leave to the players."""
    names: list[str] = []
    for one in formats:
        for rule in one.rules:
            if isinstance(rule, PickRule):
                names.append(rule.choice)
            elif not isinstance(rule, DropRule) and rule.by_choice is not None:
                names.append(rule.by_choice.id)
    return tuple(dict.fromkeys(names))


def values_of(choice: str, formats: Iterable[Format]) -> tuple[str, ...]:
    """Return the values that a choice of formats has, none where anything may be written."""
    rules = (rule for one in formats for rule in one.rules if not isinstance(rule, DropRule | PickRule))
    asked = (rule.by_choice for rule in rules if rule.by_choice is not None)
    return next((tuple(one.values) for one in asked if one.id == choice), ())


def is_dated(rules: Format) -> bool:
    """Return whether verdicts of a format depend on the day of play."""
    return any(rule.kind == "not-yet" or (rule.kind == "forbid" and (rule.since or rule.until)) for rule in rules.rules)


def _looked_up(rule: ForbidRule, find: Find) -> ForbidRule:
    names = tuple(clean(name) for name in rule.names)
    ids = dict.fromkeys((*rule.cards, *(card.id for name in names for card in find(name))))
    return rule.model_copy(update={"cards": tuple(ids), "names": names})


def _agreed(rule: PickRule, value: str, box: tuple[Card, ...]) -> dict[str, int]:
    """Return the copies of each card that a choice means: a number of a single card, else which cards are in."""
    if len(rule.cards) == 1:
        if not _NUMBER.fullmatch(value) or not rule.min <= int(value) <= rule.max:
            raise _no_such_value(rule.choice, value, choosable(rule))
        return {rule.cards[0]: int(value)}
    pickable = [card for card in box if card.id in rule.cards]
    words = [fold(word) for word in value.split(",")]
    if words == ["none"]:
        picked = []
    elif words == ["all"]:
        picked = pickable
    else:
        named = {fold(word): card for card in pickable for word in (card.id, *card.tokens, *card.spellings)}
        if any(word not in named for word in words):
            raise _no_such_value(rule.choice, value, choosable(rule))
        picked = [named[word] for word in words]
    agreed = {card.id: card.copies for card in picked}
    if not rule.min <= sum(agreed.values()) <= rule.max:
        raise _no_such_value(rule.choice, value, choosable(rule))
    return agreed


def _no_such_value(key: str, value: str, known: str) -> Exception:
    return refuse("usage.choice-value", key=key, value=value[:80], known=known)
