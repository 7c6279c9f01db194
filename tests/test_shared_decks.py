"""The deck lists that break other tools, with the right outcome of each: ``../shared/cases/decks``.

A case joins in as soon as the game has its format.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardtools.app.desk import Desk
from cardtools.app.validation import Validator
from cardtools.model.deck import Verdict

SHARED = Path(__file__).resolve().parents[2] / "shared"
CASES = SHARED / "cases/decks"
POOL = SHARED / "real/hkk/cards.txt"
HANDLED = {
    "format", "status", "status_not", "main", "codes", "codes_not", "lines", "actual", "suggest", "opening_hand",
    "names", "exit",
}  # fmt: skip
"""Everything that a case may say; the exit code is the command line's."""

Case = Mapping[str, Any]


def cases() -> dict[str, Case]:
    """Return the cases of formats that the game has, by file name; none where the folder is missing."""
    path = CASES / "expected.json"
    if not path.is_file():
        return {}
    formats = {one.id for one in Desk.open("en").catalog.formats("hkk")}
    told: dict[str, Case] = json.loads(path.read_text("utf-8"))
    return {name: case for name, case in told.items() if case["format"] in formats}


EXPECTED = cases()
pytestmark = pytest.mark.skipif(
    not EXPECTED or not POOL.is_file(), reason=f"the shared cases or the real card list are not in {SHARED}"
)


@cache
def validator(rules: str) -> Validator:
    return Validator.prepare(Desk.open("en"), "hkk", (rules,), POOL)


def verdict_on(name: str) -> Verdict:
    (verdict,) = validator(EXPECTED[name]["format"]).judge_files([str(CASES / name)])
    return verdict


def having(key: str) -> pytest.MarkDecorator:
    """Return the cases that say something about ``key``."""
    return pytest.mark.parametrize(
        ("name", "expected"), [(name, case[key]) for name, case in EXPECTED.items() if key in case]
    )


def test_both_formats_of_the_rulebook_are_tried_and_every_expectation_is_understood() -> None:
    assert {"home", "tournament"} <= {case["format"] for case in EXPECTED.values()}
    assert {key for case in EXPECTED.values() for key in case} <= HANDLED


@having("status")
def test_status(name: str, expected: str | list[str]) -> None:
    assert verdict_on(name).status in ([expected] if isinstance(expected, str) else expected)


@having("status_not")
def test_status_is_not(name: str, expected: str) -> None:
    assert verdict_on(name).status != expected


@having("main")
def test_cards_in_the_main_deck(name: str, expected: int) -> None:
    assert verdict_on(name).counts["main"] == expected


@having("codes")
def test_codes_are_told(name: str, expected: list[str]) -> None:
    assert set(expected) <= {finding.code for finding in verdict_on(name).findings}


@having("codes_not")
def test_codes_are_not_told(name: str, expected: list[str]) -> None:
    assert not set(expected) & {finding.code for finding in verdict_on(name).findings}


@having("lines")
def test_lines_are_named_by_the_finding(name: str, expected: list[int]) -> None:
    codes = EXPECTED[name]["codes"]
    findings = [finding for finding in verdict_on(name).findings if finding.code in codes]
    named = {place.line for finding in findings for card in finding.cards for place in card.where}
    assert sorted(named | {finding.location.line for finding in findings if finding.location.line}) == expected


@having("actual")
def test_the_number_counted(name: str, expected: int) -> None:
    codes = EXPECTED[name]["codes"]
    assert [finding.actual for finding in verdict_on(name).findings if finding.code in codes] == [expected]


@having("suggest")
def test_the_likeliest_suggestion(name: str, expected: str) -> None:
    suggestions = [finding.suggestions for finding in verdict_on(name).findings if finding.suggestions]
    assert [one[0] for one in suggestions] == [expected]


@having("opening_hand")
def test_the_opening_hand(name: str, expected: int) -> None:
    assert verdict_on(name).opening_hand == expected


@having("names")
def test_the_names_of_the_cards(name: str, expected: list[str]) -> None:
    deck = validator(EXPECTED[name]["format"]).read((CASES / name).read_bytes(), name)
    assert [slot.card.name["hu"] for slot in deck.slots if slot.card is not None] == expected


@pytest.mark.parametrize("name", [name for name, case in EXPECTED.items() if case.get("status") == "legal"])
def test_a_legal_deck_is_told_of_nothing(name: str) -> None:
    assert verdict_on(name).findings == ()


@pytest.mark.parametrize("name", ["bom-crlf.txt", "nfd.txt", "upper-noaccent.txt", "spellings.txt", "csv-excel.csv"])
def test_one_deck_in_many_spellings_is_one_deck(name: str) -> None:
    judge = validator("tournament")

    def cards(file: str) -> list[tuple[str, int]]:
        deck = judge.read((CASES / file).read_bytes(), file)
        return [(slot.card.id, slot.entry.count) for slot in deck.slots if slot.card is not None]

    assert cards(name) == cards("legal-50.txt")
    assert len(cards(name)) == 17


def test_every_row_of_the_real_card_list_is_accounted_for() -> None:
    judge = validator("tournament")
    assert judge.pool_findings == ()
    assert len(judge.cards) == len({card.id for card in judge.cards})
    assert all(card.type and card.colours for card in judge.cards)
