from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings

from cardtools.errors import CardtoolsError
from cardtools.imposition.grid import GridSpec, fewer_for_bleed, lay_grid
from cardtools.model.printing import Orientation
from cardtools.words.catalog import Words
from tests.imposition.specs import A4, GRACE_MM, overlap, specs, with_bleed


@given(specs())
@settings(deadline=None, max_examples=50)
def test_everything_printed_lies_inside_the_printable_area(spec: GridSpec) -> None:
    grid = lay_grid(spec)
    for slot in grid.slots:
        box = with_bleed(slot, spec.bleed_mm)
        assert box.x_mm >= spec.margin_mm - GRACE_MM
        assert box.y_mm >= spec.margin_mm - GRACE_MM
        assert box.right_mm <= grid.paper_width_mm - spec.margin_mm + GRACE_MM
        assert box.top_mm <= grid.paper_height_mm - spec.margin_mm + GRACE_MM


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
    grid = lay_grid(spec)
    left, right = min(slot.x_mm for slot in grid.slots), max(slot.right_mm for slot in grid.slots)
    bottom, top = min(slot.y_mm for slot in grid.slots), max(slot.top_mm for slot in grid.slots)
    assert left == pytest.approx(grid.paper_width_mm - right)
    assert bottom == pytest.approx(grid.paper_height_mm - top)


@given(specs())
@settings(deadline=None, max_examples=50)
def test_one_more_column_or_row_would_not_fit(spec: GridSpec) -> None:
    grid = lay_grid(spec)
    for paper, card, count in (
        (grid.paper_width_mm, spec.card_width_mm, grid.columns),
        (grid.paper_height_mm, spec.card_height_mm, grid.rows),
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


@given(specs())
@settings(deadline=None, max_examples=50)
def test_paper_is_turned_where_and_only_where_more_cards_fit(spec: GridSpec) -> None:
    given_so = replace(spec, orientation="portrait" if spec.paper_height_mm >= spec.paper_width_mm else "landscape")
    other: Orientation = "landscape" if given_so.orientation == "portrait" else "portrait"
    try:
        turned = len(lay_grid(replace(spec, orientation=other)).slots)
    except CardtoolsError:
        turned = 0
    kept = len(lay_grid(given_so).slots)
    grid = lay_grid(replace(spec, orientation="auto"))
    assert len(grid.slots) == max(kept, turned)
    lies = (grid.paper_width_mm, grid.paper_height_mm)
    given_paper = (spec.paper_width_mm, spec.paper_height_mm)
    assert lies == (given_paper[::-1] if turned > kept else given_paper)


def test_three_by_three_trading_cards_on_a4_leave_10_5_by_16_5_mm() -> None:
    grid = lay_grid(A4)
    assert (grid.columns, grid.rows) == (3, 3)
    assert min(slot.x_mm for slot in grid.slots) == pytest.approx(10.5)
    assert min(slot.y_mm for slot in grid.slots) == pytest.approx(16.5)
    assert 210 - max(slot.right_mm for slot in grid.slots) == pytest.approx(10.5)
    assert 297 - max(slot.top_mm for slot in grid.slots) == pytest.approx(16.5)


@pytest.mark.parametrize("bleed", [0, 3])
def test_orientation_can_be_asked_for(bleed: float) -> None:
    upright = lay_grid(replace(A4, bleed_mm=bleed, orientation="portrait"))
    assert (upright.paper_width_mm, upright.paper_height_mm) == (210, 297)
    assert (upright.columns, upright.rows) == ((2, 3) if bleed else (3, 3))
    lying = lay_grid(replace(A4, bleed_mm=bleed, orientation="landscape"))
    assert (lying.paper_width_mm, lying.paper_height_mm) == (297, 210)
    assert (lying.columns, lying.rows) == (4, 2)


def test_three_millimetres_of_bleed_turn_a4_on_its_side() -> None:
    # Upright: 3 × 69 = 207 mm of the 200 mm between the margins, so 2 × 3; on its side: 4 × 69 = 276 of 287 mm, 4 × 2.
    grid = lay_grid(replace(A4, bleed_mm=3))
    assert (grid.columns, grid.rows) == (4, 2)
    assert min(slot.x_mm for slot in grid.slots) == pytest.approx((297 - 4 * 69) / 2 + 3)
    assert min(slot.y_mm for slot in grid.slots) == pytest.approx((210 - 2 * 94) / 2 + 3)


@pytest.mark.parametrize(
    ("spec", "arithmetic", "used", "paper"),
    [
        (
            replace(A4, bleed_mm=3, orientation="portrait"),
            "3 × (63 + 2 × 3) = 207 mm > 210 − 2 × 5 = 200 mm",
            "2 × 3",
            "210 × 297",
        ),
        (replace(A4, bleed_mm=3), "3 × (63 + 2 × 3) = 207 mm > 210 − 2 × 5 = 200 mm", "4 × 2", "297 × 210"),
        (
            replace(A4, gap_mm=6, bleed_mm=1),
            "3 × (63 + 2 × 1) + 2 × 6 = 207 mm > 210 − 2 × 5 = 200 mm",
            "4 × 2",
            "297 × 210",
        ),
        (
            replace(A4, bleed_mm=5, orientation="portrait"),
            "3 × (63 + 2 × 5) = 219 mm > 210 − 2 × 5 = 200 mm, 3 × (88 + 2 × 5) = 294 mm > 297 − 2 × 5 = 287 mm",
            "2 × 2",
            "210 × 297",
        ),
    ],
)
def test_fewer_columns_or_rows_for_the_bleed_are_said_with_the_sum(
    spec: GridSpec, arithmetic: str, used: str, paper: str
) -> None:
    finding = fewer_for_bleed(spec)
    assert finding is not None
    assert (finding.code, finding.severity) == ("print.regrid", "info")
    assert finding.params == {"wanted": "3 × 3", "arithmetic": arithmetic, "used": used, "paper": paper}
    assert (finding.actual, finding.limit) == (len(lay_grid(spec).slots), {"max": 9})


@given(specs())
@settings(deadline=None, max_examples=50)
def test_nothing_is_said_where_bleed_gap_and_margin_cost_no_card(spec: GridSpec) -> None:
    bare = lay_grid(replace(spec, bleed_mm=0, gap_mm=0, margin_mm=min(spec.margin_mm, 5)))
    assert (fewer_for_bleed(spec) is None) == (len(bare.slots) == len(lay_grid(spec).slots))


def test_fewer_cards_for_a_wide_margin_are_said_with_the_sum() -> None:
    finding = fewer_for_bleed(GridSpec(210, 297, 63, 88, margin_mm=17))
    assert finding is not None
    assert finding.params == {
        "wanted": "3 × 3",
        "arithmetic": "3 × 63 = 189 mm > 210 − 2 × 17 = 176 mm, 3 × 88 = 264 mm > 297 − 2 × 17 = 263 mm",
        "used": "4 × 2",
        "paper": "297 × 210",
    }
    assert fewer_for_bleed(GridSpec(210, 297, 63, 88, margin_mm=10)) is None


def test_cards_that_fill_the_printable_area_to_the_last_tenth_fit() -> None:
    # 3 × 63.3 + 2 × 5.05 = 200, a sum that floating point does not reach exactly.
    grid = lay_grid(GridSpec(210, 297, 63.3, 88, margin_mm=5, gap_mm=5.05))
    assert grid.columns == 3


@pytest.mark.parametrize(
    ("spec", "numbers"),
    [
        (GridSpec(210, 297, 201, 88, orientation="portrait"), ("201", "210", "5", "200")),
        (GridSpec(210, 297, 63, 288), ("288", "210", "297", "5", "287", "200")),
        (GridSpec(210, 297, 63, 288, orientation="portrait"), ("288", "297", "5", "287")),
        (GridSpec(148, 210, 132, 88, bleed_mm=3.5, orientation="portrait"), ("132", "3.5", "139", "148", "5", "138")),
        (GridSpec(148, 210, 63.5, 88.9, margin_mm=45.5), ("63.5", "88.9", "148", "45.5", "57")),
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
        words = message.replace("(", " ").replace(")", " ").replace(",", " ").replace(";", " ").split()
        assert set(numbers) <= set(words), message


def test_a_sheet_too_small_for_a_card_and_its_back_is_refused_with_the_arithmetic_of_the_fold() -> None:
    with pytest.raises(CardtoolsError) as refusal:
        lay_grid(GridSpec(105, 148, 63, 88, orientation="portrait"), "fold")
    (finding,) = refusal.value.findings
    assert "2 × 88 = 176 mm > 148 − 2 × 5 = 138 mm" in str(finding.params["arithmetic"])
    assert "2 × 63 = 126 mm > 105 − 2 × 5 = 95 mm" in str(finding.params["arithmetic"])
