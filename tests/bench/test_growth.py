"""The tables of how cost grows can be made; what stands in them is for a quiet machine to say."""

from __future__ import annotations

import re

import pytest

from tests.bench.growth import Job, cards, lists, pool, table


@pytest.mark.parametrize("job", [cards, pool, lists])
def test_a_table_has_a_row_for_each_size_with_seconds_and_memory(job: Job) -> None:
    head, rule, *rows = table("things", job, (2, 3), runs=1)
    assert head.count("|") == rule.count("|") == 6
    assert [row.split(" | ")[0] for row in rows] == ["| 1", "| 2", "| 3"]
    for row in rows:
        assert re.fullmatch(r"\| \d \| \d+\.\d\d \| (\d+\.\d{3})? \| (\d+\.\d\d)? \| \d+ \|", row), row
