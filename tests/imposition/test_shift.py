"""Back sheets moved so that they meet their fronts on a real printer."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.errors import CardtoolsError
from cardtools.model.printing import Backs, Imposition, Placement, Rect, Shift, apply
from tests.factories import impose
from tests.imposition.specs import A4

CARDS = [(f"front {n}", f"back {n}") for n in range(10)]
small = st.floats(-2, 2, allow_subnormal=False)
shifts = st.builds(Shift, small, small, st.floats(-1, 1, allow_subnormal=False))
turnings: st.SearchStrategy[Backs] = st.sampled_from(("long", "short"))


def made(shift: Shift, backs: Backs = "long") -> Imposition:
    return impose(CARDS, A4, backs, "crop", shift)


def backs_of(plan: Imposition) -> list[Placement]:
    return [one for sheet in plan.sheets if sheet.side == "back" for one in sheet.placements]


@given(st.floats(-5, 5), st.floats(-10, 10), turnings)
@settings(deadline=None, max_examples=50)
def test_an_offset_moves_backs_and_their_marks_and_no_front(x: float, y: float, backs: Backs) -> None:
    plain, moved = made(Shift(), backs), made(Shift(x, y), backs)
    for before, after in zip(plain.sheets, moved.sheets, strict=True):
        if before.side == "front":
            assert after == before
            continue
        for one, other in zip(before.placements, after.placements, strict=True):
            assert other.slot.x_mm - one.slot.x_mm == pytest.approx(x, abs=1e-9)
            assert other.slot.y_mm - one.slot.y_mm == pytest.approx(y, abs=1e-9)
            assert other.degrees == one.degrees
        for mark, other_mark in zip(before.marks, after.marks, strict=True):
            assert other_mark.x1_mm - mark.x1_mm == pytest.approx(x, abs=1e-9)
            assert other_mark.y2_mm - mark.y2_mm == pytest.approx(y, abs=1e-9)


@given(shifts, turnings)
@settings(deadline=None, max_examples=50)
def test_every_corner_is_turned_about_the_middle_of_the_paper_and_then_moved(shift: Shift, backs: Backs) -> None:
    right, up = cos(radians(shift.degrees)), sin(radians(shift.degrees))
    for one, other in zip(backs_of(made(Shift(), backs)), backs_of(made(shift, backs)), strict=True):
        for (x, y), corner in zip(one.corners_mm, other.corners_mm, strict=True):
            from_x, from_y = x - 105, y - 148.5
            expected = (
                105 + right * from_x - up * from_y + shift.x_mm,
                148.5 + up * from_x + right * from_y + shift.y_mm,
            )
            assert corner == pytest.approx(expected, abs=1e-9)


@given(shifts)
@settings(deadline=None, max_examples=50)
def test_cards_keep_their_size_and_marks_stay_at_their_edges(shift: Shift) -> None:
    plan = made(shift)
    back = plan.sheets[1]
    for one in back.placements:
        first, second, third, _ = one.corners_mm
        assert hypot(second[0] - first[0], second[1] - first[1]) == pytest.approx(63)
        assert hypot(third[0] - second[0], third[1] - second[1]) == pytest.approx(88)
        for end, other in ((first, second), (second, third)):
            on_the_line = [
                mark
                for mark in back.marks
                if abs(across(mark.x1_mm, mark.y1_mm, end, other)) < 1e-6
                and abs(across(mark.x2_mm, mark.y2_mm, end, other)) < 1e-6
            ]
            assert len(on_the_line) == 2


def across(x: float, y: float, end: tuple[float, float], other: tuple[float, float]) -> float:
    """Return how far a point is from the line through two others."""
    run, rise = other[0] - end[0], other[1] - end[1]
    return ((x - end[0]) * rise - (y - end[1]) * run) / hypot(run, rise)


@given(st.floats(-180, 180), st.floats(0, 5))
@settings(deadline=None, max_examples=50)
def test_the_matrix_of_a_placement_puts_the_trim_where_its_corners_are(degrees: float, bleed: float) -> None:
    one = Placement("face", Rect(20, 30, 63, 88), degrees)
    matrix = one.matrix(bleed)
    for (x, y), corner in zip(((0, 0), (63, 0), (63, 88), (0, 88)), one.corners_mm, strict=True):
        assert apply(matrix, x + bleed, y + bleed) == pytest.approx(corner, abs=1e-9)


@pytest.mark.parametrize(
    ("shift", "over"),
    [(Shift(12, 0), "1.5"), (Shift(-12, 0), "1.5"), (Shift(0, 17), "0.5"), (Shift(0, -20), "3.5")],
)
def test_a_shift_that_pushes_a_card_over_the_edge_is_refused_with_how_far(shift: Shift, over: str) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        made(shift)
    (finding,) = refusal.value.findings
    assert finding.code == "print.back-offset"
    assert finding.params["over"] == over
    assert (finding.params["free_x"], finding.params["free_y"]) == ("10.5", "16.5")


def test_a_rotation_that_pushes_a_card_over_the_edge_is_refused() -> None:
    made(Shift(degrees=2))
    with pytest.raises(CardtoolsError, match=r"print\.back-offset"):
        made(Shift(x_mm=8, degrees=2))


@pytest.mark.parametrize("backs", ["none", "fold"])
def test_without_back_sheets_a_shift_moves_nothing_and_that_is_said(backs: Backs) -> None:
    plan = made(Shift(1, 1), backs)
    assert [finding.code for finding in plan.findings] == ["print.back-offset-unused"]
    assert plan.sheets == made(Shift(), backs).sheets
    assert not plan.shift
