from __future__ import annotations

import pytest

from cardtools.errors import CardtoolsError
from cardtools.imposition.selection import parse_numbers, pick_sheets
from tests.factories import impose
from tests.imposition.specs import A4

PLAN = impose([(f"front {n}", f"back {n}") for n in range(30)], A4, "long", "crop")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("4-5", (4, 5)),
        ("1,3,7-9", (1, 3, 7, 8, 9)),
        (" 2 , 1 ", (1, 2)),
        ("3-3", (3,)),
        ("7–9", (7, 8, 9)),
        ("2,1-3,2", (1, 2, 3)),
    ],
)
def test_numbers_and_ranges_are_read(text: str, numbers: tuple[int, ...]) -> None:
    assert parse_numbers(text) == numbers


@pytest.mark.parametrize(
    "text",
    ["", ",", "1,", "0", "0-3", "5-4", "-3", "3-", "a", "1.5", "1;2", "1-2-3", "99999", "1-99999", "٣", "1," * 400],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        parse_numbers(text)
    (finding,) = refusal.value.findings
    assert finding.code == "usage.numbers"
    assert len(str(finding.params["value"])) <= 40


def test_chosen_sheets_keep_their_numbers_and_both_sides() -> None:
    picked = pick_sheets(PLAN, (2, 4))
    assert [(sheet.number, sheet.side) for sheet in picked.sheets] == [
        (2, "front"), (2, "back"), (4, "front"), (4, "back"),
    ]  # fmt: skip
    assert picked.total == 4
    assert all(sheet in PLAN.sheets for sheet in picked.sheets)


@pytest.mark.parametrize("wrong", [(5,), (1, 9), ()])
def test_a_sheet_that_there_is_not_is_refused(wrong: tuple[int, ...]) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        pick_sheets(PLAN, wrong)
    (finding,) = refusal.value.findings
    assert (finding.code, finding.params["most"]) == ("print.sheets", 4)
