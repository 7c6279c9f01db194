from __future__ import annotations

import pytest

from cardtools.errors import CardtoolsError
from cardtools.imposition.offsets import parse_offset


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("0.4,-1.2", (0.4, -1.2)),
        ("0,0", (0, 0)),
        ("+1, 2", (1, 2)),
        ("0,4;-1,2", (0.4, -1.2)),
        ("0.4;−1.2", (0.4, -1.2)),
        ("20,-20", (20, -20)),
    ],
)
def test_two_lengths_are_read_as_people_type_them(text: str, offset: tuple[float, float]) -> None:
    assert parse_offset(text) == offset


@pytest.mark.parametrize(
    "text",
    ["", "1", "1,", ",1", "a,b", "nan,0", "inf,0", "1e3,0", "0,4,1,2", "21,0", "0,-20.5", "1;2;3", "٣,1", "1,2" * 40],
)
def test_anything_else_and_more_than_20_mm_are_refused(text: str) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        parse_offset(text)
    (finding,) = refusal.value.findings
    assert finding.code == "usage.offset"
    assert len(str(finding.params["value"])) <= 40
