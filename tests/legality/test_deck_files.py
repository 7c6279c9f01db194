"""Every deck below a folder of ``data/games/<id>/decks`` is judged by what it says of itself; its name says how.

``legal-RULE`` keeps the rule and every other, ``illegal-RULE`` breaks it and no other, ``incomplete-RULE-N`` is short
of it with N cards, and ``legal-tip-RULE`` is legal and told the tip.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtools.app.checks.examples import Example
from cardtools.app.desk import Desk
from cardtools.app.validation import Validator
from cardtools.model.deck import Verdict
from tests.data.discovery import files, name_of

FILES = [path for path in files("games/*/decks/*/*/*.txt") if path.is_file()]


def named(kind: str) -> list[object]:
    return [pytest.param(path, id=name_of(path)) for path in FILES if path.stem.startswith(f"{kind}-")]


def verdict_on(path: Path) -> Verdict:
    decks = next(folder for folder in path.parents if folder.name == "decks")
    example = Example.read(path, decks)
    assert len(example.formats) == 1, "a deck here names its format"
    validator = Validator.prepare(
        Desk.open("en"), decks.parent.name, example.formats, example.pool, example.terms
    )  # the day of play is the deck's own
    (verdict,) = validator.judge(example.content, str(path))
    return verdict


def rule_of(path: Path) -> str:
    """Return the rule that a deck's name names: one of its format."""
    rest = path.stem.partition("-")[2].removeprefix("tip-")
    return rest if not rest[-1].isdigit() else rest.rpartition("-")[0]


@pytest.mark.parametrize("path", named("legal"))
def test_a_legal_deck_is_told_of_nothing_but_the_tip_in_its_name(path: Path) -> None:
    verdict = verdict_on(path)
    assert verdict.status == "legal"
    wanted = {rule_of(path)} if path.stem.startswith("legal-tip-") else set()
    assert {(one.rule, one.severity) for one in verdict.findings} == {(rule, "info") for rule in wanted}


@pytest.mark.parametrize("path", named("illegal"))
def test_an_illegal_deck_breaks_the_rule_in_its_name_and_no_other(path: Path) -> None:
    verdict = verdict_on(path)
    assert verdict.status == "illegal"
    assert {finding.rule for finding in verdict.findings} == {rule_of(path)}


@pytest.mark.parametrize("path", named("incomplete"))
def test_an_incomplete_deck_is_short_by_the_rule_in_its_name(path: Path) -> None:
    verdict = verdict_on(path)
    assert verdict.status == "incomplete"
    (finding,) = verdict.findings
    assert (finding.rule, finding.actual) == (rule_of(path), int(path.stem.rpartition("-")[2]))


def test_every_rule_that_a_deck_breaks_is_kept_by_one_beside_it() -> None:
    kept = {(path.parent, rule_of(path)) for path in FILES if path.stem.startswith("legal-")}
    broken = {
        (path.parent, rule_of(path)) for path in FILES if path.stem.partition("-")[0] in ("illegal", "incomplete")
    }
    assert len(broken) > 20
    assert broken <= kept


def test_there_is_no_deck_whose_name_says_nothing() -> None:
    assert FILES
    assert [path for path in FILES if path.stem.partition("-")[0] not in {"legal", "illegal", "incomplete"}] == []
