from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.imposition.duplex import mirrored, turned_for, turning_axis
from cardtools.imposition.grid import GridSpec, lay_grid
from cardtools.model.printing import Axis, Backs, Rect
from tests.factories import impose
from tests.imposition.specs import specs

turnings: st.SearchStrategy[Backs] = st.sampled_from(("long", "short"))
axes: st.SearchStrategy[Axis] = st.sampled_from(("upright", "level"))


def turned_by_180(slot: Rect, width_mm: float, height_mm: float) -> Rect:
    return Rect(width_mm - slot.right_mm, height_mm - slot.top_mm, slot.width_mm, slot.height_mm)


def place(slot: Rect) -> tuple[float, float, float, float]:
    return slot.x_mm, slot.y_mm, slot.width_mm, slot.height_mm


@given(specs(), axes)
@settings(deadline=None, max_examples=50)
def test_mirrored_twice_is_where_it_was(spec: GridSpec, axis: Axis) -> None:
    grid = lay_grid(spec)
    paper = (grid.paper_width_mm, grid.paper_height_mm)
    for slot in grid.slots:
        assert place(mirrored(mirrored(slot, *paper, axis), *paper, axis)) == pytest.approx(place(slot))


@given(specs())
@settings(deadline=None, max_examples=50)
def test_the_short_edge_sheet_is_the_long_edge_sheet_turned_by_180_degrees(spec: GridSpec) -> None:
    cards = [(f"front {n}", f"back {n}") for n in range(5)]
    long, short = (impose(cards, spec, backs, "none") for backs in ("long", "short"))
    (layout,) = long.layouts
    for one, other in zip(long.sheets, short.sheets, strict=True):
        for by_long, by_short in zip(one.placements, other.placements, strict=True):
            assert by_long.face == by_short.face
            if one.side == "front":
                assert by_long == by_short
            else:
                turned = turned_by_180(by_long.slot, layout.paper_width_mm, layout.paper_height_mm)
                assert place(by_short.slot) == pytest.approx(place(turned))
                assert by_short.turned != by_long.turned


@given(specs(), turnings)
@settings(deadline=None, max_examples=50)
def test_a_back_meets_its_front_when_the_paper_is_turned_over_that_edge(spec: GridSpec, backs: Backs) -> None:
    (layout,) = impose([("front", "back")], spec, backs, "none").layouts
    width, height = layout.paper_width_mm, layout.paper_height_mm
    over_an_upright_edge = (height >= width) == (backs == "long")
    for front, back in zip(layout.slots, layout.back_slots, strict=True):
        if over_an_upright_edge:  # what lies x from the left then lies x from the right; heights stay
            assert width - back.right_mm == pytest.approx(front.x_mm)
            assert back.y_mm == front.y_mm
        else:  # what lies y from the foot then lies y from the head; sides stay
            assert height - back.top_mm == pytest.approx(front.y_mm)
            assert back.x_mm == front.x_mm


@pytest.mark.parametrize(
    ("backs", "paper", "axis", "degrees"),
    [
        ("long", (210, 297), "upright", 0),
        ("short", (210, 297), "level", 180),
        ("long", (297, 210), "level", 180),
        ("short", (297, 210), "upright", 0),
    ],
)
def test_edges_are_those_of_the_paper_and_cut_cards_turn_like_pages(
    backs: Backs, paper: tuple[float, float], axis: Axis, degrees: float
) -> None:
    assert turning_axis(backs, *paper) == axis
    assert turned_for(axis) == degrees


@given(specs(), turnings)
@settings(deadline=None, max_examples=50)
def test_the_backs_of_a_full_sheet_lie_in_the_slots_of_its_fronts(spec: GridSpec, backs: Backs) -> None:
    # The grid is centred, so crop marks of the front serve the back.
    (layout,) = impose([("front", "back")], spec, backs, "none").layouts
    ordered = sorted(layout.back_slots, key=lambda slot: (-round(slot.y_mm, 3), round(slot.x_mm, 3)))
    for back, slot in zip(ordered, layout.slots, strict=True):
        assert place(back) == pytest.approx(place(slot))
