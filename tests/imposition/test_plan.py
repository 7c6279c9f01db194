from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.errors import CardtoolsError
from cardtools.imposition.duplex import back_slot
from cardtools.imposition.grid import GridSpec, lay_grid
from cardtools.imposition.plan import impose
from cardtools.model.printing import Backs, Imposition
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
    for number, front in fronts:
        back_number, back = where[front.face.replace("front", "back")]
        assert back_number == number
        assert back.slot == back_slot(front.slot, spec.paper_width_mm, spec.paper_height_mm, backs)
        assert back.turned == (backs == "short")
        assert not front.turned


@given(specs(), st.integers(1, 60))
@settings(deadline=None, max_examples=50)
def test_cards_lie_in_the_slots_of_the_grid_in_order_and_only_the_last_sheet_is_partly_filled(
    spec: GridSpec, count: int
) -> None:
    plan = impose(cards(count), spec, "none", "none")
    slots = lay_grid(spec).slots
    assert plan.slots == slots
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
