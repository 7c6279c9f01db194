from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings

from cardtools.errors import CardtoolsError
from cardtools.imposition.grid import GridSpec, lay_grid
from cardtools.words.catalog import Words
from tests.imposition.specs import A4, GRACE_MM, overlap, specs, with_bleed


@given(specs())
@settings(deadline=None, max_examples=50)
def test_everything_printed_lies_inside_the_printable_area(spec: GridSpec) -> None:
    for slot in lay_grid(spec).slots:
        box = with_bleed(slot, spec.bleed_mm)
        assert box.x_mm >= spec.margin_mm - GRACE_MM
        assert box.y_mm >= spec.margin_mm - GRACE_MM
        assert box.right_mm <= spec.paper_width_mm - spec.margin_mm + GRACE_MM
        assert box.top_mm <= spec.paper_height_mm - spec.margin_mm + GRACE_MM


@given(specs())
@settings(deadline=None, max_examples=50)
def test_neither_cards_nor_their_bleeds_overlap(spec: GridSpec) -> None:
    boxes = [with_bleed(slot, spec.bleed_mm) for slot in lay_grid(spec).slots]
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))


@given(specs())
@settings(deadline=None, max_examples=50)
def test_the_gap_lies_between_the_bleeds_of_neighbours(spec: GridSpec) -> None:
    grid = lay_grid(spec)
    for number, slot in enumerate(grid.slots):
        if number % grid.columns:
            left = grid.slots[number - 1]
            assert slot.x_mm - left.right_mm == pytest.approx(spec.gap_mm + 2 * spec.bleed_mm)
        if number >= grid.columns:
            above = grid.slots[number - grid.columns]
            assert above.y_mm - slot.top_mm == pytest.approx(spec.gap_mm + 2 * spec.bleed_mm)


@given(specs())
@settings(deadline=None, max_examples=50)
def test_the_grid_is_centred_on_the_paper(spec: GridSpec) -> None:
    slots = lay_grid(spec).slots
    left, right = min(slot.x_mm for slot in slots), max(slot.right_mm for slot in slots)
    bottom, top = min(slot.y_mm for slot in slots), max(slot.top_mm for slot in slots)
    assert left == pytest.approx(spec.paper_width_mm - right)
    assert bottom == pytest.approx(spec.paper_height_mm - top)


@given(specs())
@settings(deadline=None, max_examples=50)
def test_one_more_column_or_row_would_not_fit(spec: GridSpec) -> None:
    grid = lay_grid(spec)
    for paper, card, count in (
        (spec.paper_width_mm, spec.card_width_mm, grid.columns),
        (spec.paper_height_mm, spec.card_height_mm, grid.rows),
    ):
        needed = (count + 1) * (card + 2 * spec.bleed_mm) + count * spec.gap_mm
        assert needed > paper - 2 * spec.margin_mm


@given(specs())
@settings(deadline=None, max_examples=50)
def test_cards_keep_their_size_and_stand_in_reading_order(spec: GridSpec) -> None:
    grid = lay_grid(spec)
    assert len(grid.slots) == grid.columns * grid.rows
    assert {(slot.width_mm, slot.height_mm) for slot in grid.slots} == {(spec.card_width_mm, spec.card_height_mm)}
    assert list(grid.slots) == sorted(grid.slots, key=lambda slot: (-round(slot.y_mm, 3), slot.x_mm))


def test_three_by_three_trading_cards_on_a4_leave_10_5_by_16_5_mm() -> None:
    grid = lay_grid(A4)
    assert (grid.columns, grid.rows) == (3, 3)
    assert min(slot.x_mm for slot in grid.slots) == pytest.approx(10.5)
    assert min(slot.y_mm for slot in grid.slots) == pytest.approx(16.5)
    assert 210 - max(slot.right_mm for slot in grid.slots) == pytest.approx(10.5)
    assert 297 - max(slot.top_mm for slot in grid.slots) == pytest.approx(16.5)


def test_three_millimetres_of_bleed_leave_room_for_two_columns_on_a4() -> None:
    # Three columns would take 3 × 69 = 207 mm of the 200 mm between the margins; three rows take 282 of 287 mm.
    grid = lay_grid(replace(A4, bleed_mm=3))
    assert (grid.columns, grid.rows) == (2, 3)
    assert min(slot.x_mm for slot in grid.slots) == pytest.approx((210 - 2 * 69) / 2 + 3)
    assert min(slot.y_mm for slot in grid.slots) == pytest.approx((297 - 3 * 94) / 2 + 3)


def test_cards_that_fill_the_printable_area_to_the_last_tenth_fit() -> None:
    # 3 × 63.3 + 2 × 5.05 = 200, a sum that floating point does not reach exactly.
    grid = lay_grid(GridSpec(210, 297, 63.3, 88, margin_mm=5, gap_mm=5.05))
    assert grid.columns == 3


@pytest.mark.parametrize(
    ("spec", "numbers"),
    [
        (GridSpec(210, 297, 201, 88), ("201", "88", "210", "297", "5")),
        (GridSpec(210, 297, 63, 288), ("63", "288", "210", "297", "5")),
        (GridSpec(148, 210, 132, 88, bleed_mm=3.5), ("132", "88", "3.5", "148", "210", "5")),
        (GridSpec(148, 210, 63.5, 88.9, margin_mm=45.5), ("63.5", "88.9", "148", "210", "45.5")),
    ],
)
def test_a_card_that_does_not_fit_is_refused_with_the_arithmetic(spec: GridSpec, numbers: tuple[str, ...]) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        lay_grid(spec)
    (finding,) = refusal.value.findings
    assert finding.code == "print.does-not-fit"
    assert refusal.value.exit_code == 1
    for language in ("en", "hu"):
        message = Words(language).message(finding)
        words = message.replace("(", " ").replace(")", " ").split()
        assert set(numbers) <= set(words), message
