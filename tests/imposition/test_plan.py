from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.errors import CardtoolsError
from cardtools.imposition.duplex import mirrored, turned_for, turning_axis
from cardtools.imposition.grid import GridSpec, lay_grid
from cardtools.imposition.plan import Group, impose_groups
from cardtools.model.printing import Backs, Imposition
from tests.factories import impose
from tests.imposition.specs import A4, specs

turnings: st.SearchStrategy[Backs] = st.sampled_from(("long", "short"))


def cards(count: int) -> list[tuple[str, str]]:
    return [(f"front {n}", f"back {n}") for n in range(1, count + 1)]


def sides(plan: Imposition) -> list[tuple[int, str]]:
    return [(sheet.number, sheet.side) for sheet in plan.sheets]


@pytest.mark.parametrize(
    ("count", "sheets"), [(1, 1), (8, 1), (9, 1), (10, 2), (17, 2), (18, 2), (19, 3), (108, 12), (112, 13)]
)
def test_there_are_as_many_sheets_as_cards_need_and_no_blank_one_more(count: int, sheets: int) -> None:
    both = impose(cards(count), A4, "long", "crop")
    assert sides(both) == [(n, side) for n in range(1, sheets + 1) for side in ("front", "back")]
    fronts = impose(cards(count), A4, "none", "crop")
    assert sides(fronts) == [(n, "front") for n in range(1, sheets + 1)]
    assert all(sheet.placements for plan in (both, fronts) for sheet in plan.sheets)


@pytest.mark.parametrize("backs", ["none", "long", "short"])
def test_no_cards_are_an_error(backs: Backs) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        impose([], A4, backs, "crop")
    assert [finding.code for finding in refusal.value.findings] == ["print.no-cards"]
    assert refusal.value.exit_code == 1


def test_the_tenth_card_has_its_back_top_right_on_the_back_sheet() -> None:
    plan = impose(cards(10), A4, "long", "crop")
    front, back = (sheet for sheet in plan.sheets if sheet.number == 2)
    (tenth,) = front.placements
    assert tenth.face == "front 10"
    assert (tenth.slot.x_mm, tenth.slot.top_mm) == pytest.approx((10.5, 280.5))
    (behind,) = back.placements
    assert behind.face == "back 10"
    assert (behind.slot.right_mm, behind.slot.top_mm) == pytest.approx((199.5, 280.5))
    assert not behind.turned


def test_turned_over_the_short_edge_the_tenth_card_has_its_back_bottom_left_and_on_its_head() -> None:
    plan = impose(cards(10), A4, "short", "crop")
    (behind,) = plan.sheets[-1].placements
    assert (behind.slot.x_mm, behind.slot.y_mm) == pytest.approx((10.5, 16.5))
    assert behind.turned


@given(specs(), st.integers(1, 60), turnings)
@settings(deadline=None, max_examples=50)
def test_every_card_is_placed_once_with_its_own_back_behind_it(spec: GridSpec, count: int, backs: Backs) -> None:
    plan = impose(cards(count), spec, backs, "none")
    fronts = [(sheet.number, one) for sheet in plan.sheets if sheet.side == "front" for one in sheet.placements]
    behind = [(sheet.number, one) for sheet in plan.sheets if sheet.side == "back" for one in sheet.placements]
    assert Counter(one.face for _, one in fronts) == Counter(front for front, _ in cards(count))
    assert Counter(one.face for _, one in behind) == Counter(back for _, back in cards(count))
    where = {one.face: (number, one) for number, one in behind}
    paper = (plan.layouts[0].paper_width_mm, plan.layouts[0].paper_height_mm)
    for number, front in fronts:
        back_number, back = where[front.face.replace("front", "back")]
        assert back_number == number
        axis = turning_axis(backs, *paper)
        assert back.slot == mirrored(front.slot, *paper, axis)
        assert back.degrees == turned_for(axis)
        assert not front.turned


@given(specs(), st.integers(1, 60))
@settings(deadline=None, max_examples=50)
def test_cards_lie_in_the_slots_of_the_grid_in_order_and_only_the_last_sheet_is_partly_filled(
    spec: GridSpec, count: int
) -> None:
    plan = impose(cards(count), spec, "none", "none")
    slots = lay_grid(spec).slots
    assert plan.layouts[0].slots == slots
    laid = [one for sheet in plan.sheets for one in sheet.placements]
    assert [one.face for one in laid] == [front for front, _ in cards(count)]
    for sheet in plan.sheets:
        assert tuple(one.slot for one in sheet.placements) == slots[: len(sheet.placements)]
    assert all(len(sheet.placements) == len(slots) for sheet in plan.sheets[:-1])


def test_one_common_back_lies_behind_every_card() -> None:
    plan = impose([("ace", "common"), ("king", "common"), ("ace", "common")], A4, "long", "none")
    front, back = plan.sheets
    assert [one.face for one in front.placements] == ["ace", "king", "ace"]
    assert [one.face for one in back.placements] == ["common"] * 3


@pytest.mark.parametrize("count", [10, 11])
def test_cards_with_their_own_backs_keep_empty_slots_empty(count: int) -> None:
    plan = impose(cards(count), A4, "long", "crop")
    assert [len(sheet.placements) for sheet in plan.sheets] == [9, 9, count - 9, count - 9]
    behind = {one.face: one.slot.x_mm for one in plan.sheets[-1].placements}
    assert behind == {f"back {n}": pytest.approx(136.5 - 63 * (n - 10)) for n in range(10, count + 1)}


def test_cards_without_a_back_leave_the_slot_behind_them_empty() -> None:
    half = [(f"front {n}", f"back {n}" if n % 2 else None) for n in range(18)]
    plan = impose(half, A4, "long", "crop")
    assert sides(plan) == [(1, "front"), (1, "back"), (2, "front"), (2, "back")]
    for front, back in zip(plan.sheets[::2], plan.sheets[1::2], strict=True):
        behind = {one.face: one for one in back.placements}
        for one in front.placements:
            number = int(one.face.split()[1])
            assert (f"back {number}" in behind) == bool(number % 2)
            if number % 2:
                assert behind[f"back {number}"].slot.right_mm == pytest.approx(210 - one.slot.x_mm)


def test_where_no_card_has_a_back_there_are_no_back_sheets() -> None:
    plan = impose([(f"front {n}", None) for n in range(10)], A4, "long", "crop")
    assert sides(plan) == [(1, "front"), (2, "front")]
    assert plan.backs == "none"


def test_a_sheet_without_backs_among_others_still_has_its_back_side_so_that_all_that_follow_match() -> None:
    plan = impose([(f"front {n}", None) for n in range(9)] + [("ace", "back")], A4, "long", "crop")
    assert [(sheet.number, sheet.side, len(sheet.placements)) for sheet in plan.sheets] == [
        (1, "front", 9), (1, "back", 0), (2, "front", 1), (2, "back", 1),
    ]  # fmt: skip


POKER = GridSpec(210, 297, 63.5, 88.9)
TAROT = GridSpec(210, 297, 70, 120)


@pytest.mark.parametrize("backs", ["none", "long", "short", "fold"])
def test_each_card_size_has_sheets_of_its_own_and_backs_stay_behind_their_fronts(backs: Backs) -> None:
    groups = [Group(cards(10), A4), Group(cards(4), POKER), Group([], A4), Group(cards(1), TAROT)]
    plan = impose_groups(groups, backs, "crop")
    sheets_by_layout = [[sheet for sheet in plan.sheets if sheet.layout == n] for n in range(3)]
    assert [(one.card_width_mm, one.card_height_mm) for one in plan.layouts] == [(63, 88), (63.5, 88.9), (70, 120)]
    for sheets, count, layout in zip(sheets_by_layout, (10, 4, 1), plan.layouts, strict=True):
        fronts = [one for sheet in sheets if sheet.side == "front" for one in sheet.placements]
        assert [one.face for one in fronts if one.face.startswith("front")] == [front for front, _ in cards(count)]
        for one in (placement for sheet in sheets for placement in sheet.placements):
            assert (one.slot.width_mm, one.slot.height_mm) == (layout.card_width_mm, layout.card_height_mm)
    numbers = [sheet.number for sheet in plan.sheets if sheet.side == "front"]
    assert numbers == list(range(1, plan.total + 1))
    if backs in ("long", "short"):
        assert [sheet.side for sheet in plan.sheets] == ["front", "back"] * plan.total


def test_groups_without_any_card_are_an_error() -> None:
    with pytest.raises(CardtoolsError, match=r"print\.no-cards"):
        impose_groups([Group([], A4), Group([], POKER)], "long", "crop")


def test_the_first_sheet_can_be_held_to_the_slots_left_over_on_an_earlier_one() -> None:
    plan = impose(cards(11), A4, "long", "crop", first_slots=(7, 3))
    slots = lay_grid(A4).slots
    assert [one.slot for one in plan.sheets[0].placements] == [slots[2], slots[6]]
    assert [one.face for one in plan.sheets[1].placements] == ["back 1", "back 2"]
    assert [one.slot.right_mm for one in plan.sheets[1].placements] == pytest.approx([73.5, 199.5])
    assert [one.face for one in plan.sheets[2].placements] == [f"front {n}" for n in range(3, 12)]
    assert plan.total == 2


@pytest.mark.parametrize("wrong", [(10,), (0,), (3, 12)])
def test_a_slot_that_there_is_not_is_refused(wrong: tuple[int, ...]) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        impose(cards(2), A4, "long", "crop", first_slots=wrong)
    (finding,) = refusal.value.findings
    assert finding.code == "print.slots"
    assert finding.params["most"] == 9


def test_the_plan_says_where_bleed_costs_columns() -> None:
    plan = impose(cards(9), replace(A4, bleed_mm=3), "long", "crop")
    assert [finding.code for finding in plan.findings] == ["print.regrid"]
    assert impose(cards(9), A4, "long", "crop").findings == ()


@given(specs(), st.integers(1, 40), turnings)
@settings(deadline=None, max_examples=50)
def test_crop_marks_of_both_sides_stand_at_the_edges_of_the_cards_there(
    spec: GridSpec, count: int, backs: Backs
) -> None:
    plan = impose(cards(count), spec, backs, "lines")
    for sheet in plan.sheets:
        upright = {round(mark.x1_mm, 3) for mark in sheet.marks if mark.x1_mm == mark.x2_mm}
        level = {round(mark.y1_mm, 3) for mark in sheet.marks if mark.y1_mm == mark.y2_mm}
        for one in sheet.placements:
            for edge in (one.slot.x_mm, one.slot.right_mm):
                assert any(abs(edge - mark) < 0.002 for mark in upright)
            for edge in (one.slot.y_mm, one.slot.top_mm):
                assert any(abs(edge - mark) < 0.002 for mark in level)
