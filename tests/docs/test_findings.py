"""docs/findings.md is the table that ``.ci/findings`` writes."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

from cardtools.words.messages.cards import DECK
from tests.conftest import REPO

TABLE = REPO / "docs/findings.md"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(REPO / ".ci/findings"), run_name="findings")


def test_the_table_of_findings_is_up_to_date(script: dict[str, Any]) -> None:
    assert TABLE.read_text("utf-8") == script["table"](), "run: .ci/findings"


def test_every_code_of_decks_has_a_row_with_an_example(script: dict[str, Any]) -> None:
    rows = {row.split("`")[1]: row for row in script["rows"]()}
    told = {key for key in rows if key.startswith("deck.")}
    assert {".".join(key.split(".")[:2]) for key in DECK} == told
    for code in told:
        assert rows[code].endswith("` |")
        assert f"deck.txt:3: {code} " in rows[code]


def test_severities_are_those_of_the_code_and_of_the_rules_in_data(script: dict[str, Any]) -> None:
    severities = script["severities"]()
    assert severities["deck.copies"] == {"error", "warning"}
    assert severities["deck.creatures"] == {"info"}
    assert severities["deck.banned"] == {"error"}
    assert severities["file.encoding"] == {"error", "warning"}
