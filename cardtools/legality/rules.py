"""One pure function a rule kind: rule and tally in, findings out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cardtools.legality.counting import (
    check_copies,
    check_distinct,
    check_limit,
    check_require,
    check_share,
    check_size,
)
from cardtools.legality.findings import Findings
from cardtools.legality.packs import check_fixed, check_pick
from cardtools.legality.placing import check_exclusive, check_forbid, check_not_yet, check_only, check_subset
from cardtools.legality.selectors import needed_facts
from cardtools.legality.tally import Tally
from cardtools.model.rules import CopiesRule, DistinctRule, NotYetRule, RuleBase, Selector, SubsetRule

CHECKS: Final[dict[str, Callable[[Any, Tally], Findings]]] = {
    "size": check_size,
    "copies": check_copies,
    "distinct": check_distinct,
    "limit": check_limit,
    "share": check_share,
    "require": check_require,
    "forbid": check_forbid,
    "not-yet": check_not_yet,
    "only": check_only,
    "subset": check_subset,
    "exclusive": check_exclusive,
    "fixed": check_fixed,
    "pick": check_pick,
}


def rule_facts(rule: RuleBase) -> tuple[str, ...]:
    """Return the facts a pool must carry for this rule to be checked."""
    facts: list[str] = []
    if isinstance(selector := getattr(rule, "select", None), Selector):
        facts.extend(needed_facts(selector))
    if isinstance(rule, DistinctRule | SubsetRule):
        facts.append("colours")
    # Versions together are a second look at what the rule for single cards says, and names, of its exceptions.
    if isinstance(rule, CopiesRule) and rule.unless and not rule.versions:
        facts.append(rule.unless)
    if isinstance(rule, NotYetRule):
        facts.append("released")
    return tuple(dict.fromkeys(facts))
