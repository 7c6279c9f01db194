"""Formats with the rules they inherit: one flat tuple of rules, in the order of first mention."""

from __future__ import annotations

from cardtools.errors import refuse
from cardtools.model.formats import Format
from cardtools.model.rules import DropRule, Rule


def resolve(name: str, formats: tuple[Format, ...]) -> Format:
    """Return the format ``name`` with inherited rules, opening hand and starting life filled in.

    Raises:
        CardtoolsError: ``usage.unknown-format``; ``data.cyclic-format`` where formats extend each other in a ring.
    """
    by_id = {one.id: one for one in formats}
    if name not in by_id:
        raise refuse("usage.unknown-format", format=name, known=", ".join(by_id))
    chain: list[Format] = []
    current: str | None = name
    while current is not None:
        if current not in by_id:
            raise refuse("data.unknown-parent", format=chain[-1].id, parent=current)
        if any(one.id == current for one in chain):
            raise refuse("data.cyclic-format", format=name)
        chain.append(by_id[current])
        current = chain[-1].extends
    rules: dict[str, Rule] = {}
    for one in reversed(chain):
        for rule in one.rules:
            if isinstance(rule, DropRule):
                rules.pop(rule.id, None)
            else:
                rules[rule.id] = rule
    return by_id[name].model_copy(
        update={
            "extends": None,
            "rules": tuple(rules.values()),
            "opening_hand": next((one.opening_hand for one in chain if one.opening_hand), None),
            "starting_life": next((one.starting_life for one in chain if one.starting_life is not None), None),
            "life": next((one.life for one in chain if one.life), ()),
        }
    )
