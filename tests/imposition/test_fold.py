"""Gutterfold: fronts and backs on one side of the paper, across a fold."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from cardtools.imposition.grid import GridSpec, lay_grid
from cardtools.model.printing import Imposition, Placement, Segment
from tests.factories import impose
from tests.imposition.specs import A4, GRACE_MM, enters, overlap, specs, with_bleed

Point = tuple[float, float]


def folded(point: Point, fold: Segment) -> Point:
    """Return where a point comes to lie when the paper is folded."""
    x, y = point
    if fold.x1_mm == fold.x2_mm:
        return 2 * fold.x1_mm - x, y
    return x, 2 * fold.y1_mm - y


def pairs(plan: Imposition) -> list[tuple[Placement, Placement, Segment]]:
    found = []
    for sheet in plan.sheets:
        behind = {one.face: one for one in sheet.placements if one.face.startswith("back")}
        (fold,) = sheet.folds
        found += [
            (one, behind[one.face.replace("front", "back")], fold)
            for one in sheet.placements
            if one.face.startswith("front")
        ]
    return found


def made(spec: GridSpec, count: int = 7) -> Imposition:
    return impose([(f"front {n}", f"back {n}") for n in range(count)], spec, "fold", "crop")


@given(specs("fold"))
@settings(deadline=None, max_examples=50)
def test_folding_lays_each_back_exactly_behind_its_front_and_upright(spec: GridSpec) -> None:
    plan = made(spec)
    assert len(pairs(plan)) == 7
    for front, back, fold in pairs(plan):
        left_foot, right_foot, right_head, left_head = front.corners_mm
        # Seen from the back, the card's left edge is the front's right one; head and foot stay what they are.
        behind = [folded(corner, fold) for corner in back.corners_mm]
        if back.turned:  # folded over a level line, the reader turns the card over that line first
            assert fold.y1_mm == fold.y2_mm
        expected = [right_foot, left_foot, left_head, right_head]
        for corner, other in zip(behind, expected, strict=True):
            assert corner == pytest.approx(other, abs=1e-6)


@given(specs("fold"))
@settings(deadline=None, max_examples=50)
def test_the_faces_next_to_the_fold_meet_there_with_their_bleeds(spec: GridSpec) -> None:
    plan = made(spec, 60)
    (fold,) = plan.sheets[0].folds
    upright = fold.x1_mm == fold.x2_mm
    fronts = [with_bleed(one.slot, spec.bleed_mm) for one, _, _ in pairs(plan)]
    backs = [with_bleed(one.slot, spec.bleed_mm) for _, one, _ in pairs(plan)]
    if upright:
        assert max(box.right_mm for box in fronts) == pytest.approx(fold.x1_mm)
        assert min(box.x_mm for box in backs) == pytest.approx(fold.x1_mm)
    else:
        assert min(box.y_mm for box in fronts) == pytest.approx(fold.y1_mm)
        assert max(box.top_mm for box in backs) == pytest.approx(fold.y1_mm)


@given(specs("fold"))
@settings(deadline=None, max_examples=50)
def test_everything_printed_lies_inside_the_printable_area_and_nothing_overlaps(spec: GridSpec) -> None:
    plan = made(spec, 60)
    (layout,) = plan.layouts
    boxes = [with_bleed(one.slot, spec.bleed_mm) for one in plan.sheets[0].placements]
    for box in boxes:
        assert min(box.x_mm, box.y_mm) >= spec.margin_mm - GRACE_MM
        assert box.right_mm <= layout.paper_width_mm - spec.margin_mm + GRACE_MM
        assert box.top_mm <= layout.paper_height_mm - spec.margin_mm + GRACE_MM
    assert not any(overlap(one, other) for at, one in enumerate(boxes) for other in boxes[:at])


@given(specs("fold"))
@settings(deadline=None, max_examples=50)
def test_the_fold_line_enters_no_card_and_has_no_crop_mark_on_it(spec: GridSpec) -> None:
    plan = made(spec)
    for sheet in plan.sheets:
        (fold,) = sheet.folds
        assert not any(enters(fold, one.slot) for one in sheet.placements)
        for mark in sheet.marks:
            assert (mark.x1_mm, mark.x2_mm) != pytest.approx((fold.x1_mm, fold.x2_mm), abs=1e-5)
            assert (mark.y1_mm, mark.y2_mm) != pytest.approx((fold.y1_mm, fold.y2_mm), abs=1e-5)


def test_a4_lies_on_its_side_and_holds_four_cards_in_a_row_that_all_meet_their_backs() -> None:
    grid = lay_grid(A4, "fold")
    assert (grid.columns, grid.rows, grid.fold) == (4, 1, "level")
    plan = made(A4, 4)
    assert [sheet.side for sheet in plan.sheets] == ["front"]
    assert {one.slot.y_mm for one in plan.sheets[0].placements[:4]} == {105}
    assert {one.slot.top_mm for one in plan.sheets[0].placements[4:]} == {105}
    assert all(one.turned for one in plan.sheets[0].placements[4:])


def test_upright_a4_is_folded_along_the_line_that_more_cards_lie_at() -> None:
    grid = lay_grid(replace(A4, orientation="portrait"), "fold")
    assert (grid.columns, grid.rows, grid.fold) == (3, 1, "level")


def test_a_wide_card_is_folded_over_an_upright_line_where_that_holds_more() -> None:
    grid = lay_grid(GridSpec(210, 297, 95, 60, orientation="portrait"), "fold")
    assert (grid.columns, grid.rows, grid.fold) == (1, 4, "upright")
    assert not any(one.turned for one in made(GridSpec(210, 297, 95, 60), 4).sheets[0].placements)


def test_a_card_without_a_back_leaves_its_place_across_the_fold_empty() -> None:
    plan = impose([("a", "x"), ("b", None), ("c", "x")], A4, "fold", "none")
    (sheet,) = plan.sheets
    assert [one.face for one in sheet.placements] == ["a", "b", "c", "x", "x"]
