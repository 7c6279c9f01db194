from __future__ import annotations

import pytest

from cardtools.legality.formats import resolve
from cardtools.model.formats import Format, OpeningHand
from cardtools.model.rules import DropRule, Rule, SizeRule
from tests.factories import SOURCE, format_of, refused


def size(rule: str, least: int) -> Rule:
    return SizeRule(id=rule, kind="size", min=least, source=SOURCE)


def drop(rule: str) -> Rule:
    return DropRule(id=rule, kind="drop")


def rules_of(name: str, *formats: Format) -> list[tuple[str, int | None]]:
    return [(one.id, one.min) for one in resolve(name, formats).rules if isinstance(one, SizeRule)]


BASE = format_of(size("a", 1), size("b", 2), size("c", 3), id="base")


def test_a_format_that_extends_none_is_itself() -> None:
    assert resolve("base", (BASE,)) == BASE


def test_inherited_rules_come_first_in_the_order_of_first_mention() -> None:
    child = format_of(size("d", 4), size("a", 9), id="child", extends="base")
    assert rules_of("child", BASE, child) == [("a", 9), ("b", 2), ("c", 3), ("d", 4)]


def test_a_rule_of_the_same_id_replaces_the_inherited_one_through_generations() -> None:
    child = format_of(size("b", 20), id="child", extends="base")
    grandchild = format_of(size("c", 30), id="grandchild", extends="child")
    assert rules_of("grandchild", grandchild, child, BASE) == [("a", 1), ("b", 20), ("c", 30)]
    assert rules_of("child", grandchild, child, BASE) == [("a", 1), ("b", 20), ("c", 3)]


def test_a_dropped_rule_is_gone_also_for_those_who_extend_further() -> None:
    child = format_of(drop("b"), id="child", extends="base")
    grandchild = format_of(id="grandchild", extends="child")
    assert rules_of("child", BASE, child) == [("a", 1), ("c", 3)]
    assert rules_of("grandchild", BASE, child, grandchild) == [("a", 1), ("c", 3)]
    assert all(not isinstance(one, DropRule) for one in resolve("grandchild", (BASE, child, grandchild)).rules)


def test_a_rule_that_nobody_has_may_be_dropped() -> None:
    child = format_of(drop("z"), size("d", 4), id="child", extends="base")
    assert rules_of("child", BASE, child) == [("a", 1), ("b", 2), ("c", 3), ("d", 4)]


def test_a_dropped_rule_may_come_back() -> None:
    child = format_of(drop("a"), id="child", extends="base")
    grandchild = format_of(size("a", 7), id="grandchild", extends="child")
    assert ("a", 7) in rules_of("grandchild", BASE, child, grandchild)


def test_opening_hand_and_starting_life_are_inherited_from_the_nearest() -> None:
    hand = OpeningHand(cards=5, source=SOURCE)
    base = format_of(id="base", opening_hand=hand, starting_life=20)
    child = format_of(id="child", extends="base", starting_life=0)
    resolved = resolve("child", (base, child))
    assert (resolved.id, resolved.extends) == ("child", None)
    assert (resolved.opening_hand, resolved.starting_life) == (hand, 0)


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    (finding,) = refused(lambda: resolve("homme", (BASE, format_of(id="home"))))
    assert (finding.code, finding.params) == ("usage.unknown-format", {"format": "homme", "known": "base, home"})


def test_an_unknown_parent_is_refused_with_both_names() -> None:
    child = format_of(id="child", extends="bass")
    (finding,) = refused(lambda: resolve("child", (BASE, child)))
    assert (finding.code, finding.params) == ("data.unknown-parent", {"format": "child", "parent": "bass"})


@pytest.mark.parametrize("ring", [("a",), ("a", "b"), ("a", "b", "c")])
def test_formats_that_extend_each_other_in_a_ring_are_refused(ring: tuple[str, ...]) -> None:
    formats = tuple(format_of(id=one, extends=ring[(n + 1) % len(ring)]) for n, one in enumerate(ring))
    for one in ring:
        (finding,) = refused(lambda one=one: resolve(one, formats))  # type: ignore[misc] # a lambda in a loop
        assert (finding.code, finding.params) == ("data.cyclic-format", {"format": one})


def test_a_format_that_leads_into_a_ring_is_refused() -> None:
    formats = (format_of(id="x", extends="a"), format_of(id="a", extends="b"), format_of(id="b", extends="a"))
    assert [one.code for one in refused(lambda: resolve("x", formats))] == ["data.cyclic-format"]
