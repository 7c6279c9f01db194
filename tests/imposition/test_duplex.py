from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.imposition.duplex import back_slot
from cardtools.imposition.grid import GridSpec, lay_grid
from cardtools.model.printing import Backs, Rect
from tests.imposition.specs import specs

turnings: st.SearchStrategy[Backs] = st.sampled_from(("long", "short"))


def turned_by_180(slot: Rect, width_mm: float, height_mm: float) -> Rect:
    return Rect(width_mm - slot.right_mm, height_mm - slot.top_mm, slot.width_mm, slot.height_mm)


def place(slot: Rect) -> tuple[float, float, float, float]:
    return slot.x_mm, slot.y_mm, slot.width_mm, slot.height_mm


@given(specs(), turnings)
@settings(deadline=None, max_examples=50)
def test_mirrored_twice_is_where_it_was(spec: GridSpec, backs: Backs) -> None:
    paper = (spec.paper_width_mm, spec.paper_height_mm)
    for slot in lay_grid(spec).slots:
        twice = back_slot(back_slot(slot, *paper, backs), *paper, backs)
        assert place(twice) == pytest.approx(place(slot))


@given(specs())
@settings(deadline=None, max_examples=50)
def test_the_short_edge_sheet_is_the_long_edge_sheet_turned_by_180_degrees(spec: GridSpec) -> None:
    paper = (spec.paper_width_mm, spec.paper_height_mm)
    for slot in lay_grid(spec).slots:
        turned = turned_by_180(back_slot(slot, *paper, "long"), *paper)
        assert place(back_slot(slot, *paper, "short")) == pytest.approx(place(turned))


@given(specs())
@settings(deadline=None, max_examples=50)
def test_a_back_meets_its_front_when_the_paper_is_turned(spec: GridSpec) -> None:
    for slot in lay_grid(spec).slots:
        # Turned over the upright edge, what lies x from the left lies x from the right; heights stay.
        long = back_slot(slot, spec.paper_width_mm, spec.paper_height_mm, "long")
        assert spec.paper_width_mm - long.right_mm == pytest.approx(slot.x_mm)
        assert long.y_mm == slot.y_mm
        # Turned over the level edge, what lies y from the foot lies y from the head; sides stay.
        short = back_slot(slot, spec.paper_width_mm, spec.paper_height_mm, "short")
        assert spec.paper_height_mm - short.top_mm == pytest.approx(slot.y_mm)
        assert short.x_mm == slot.x_mm


@given(specs(), turnings)
@settings(deadline=None, max_examples=50)
def test_the_backs_of_a_full_sheet_lie_in_the_slots_of_its_fronts(spec: GridSpec, backs: Backs) -> None:
    # The grid is centred, so crop marks of the front serve the back.
    slots = lay_grid(spec).slots
    behind = [back_slot(slot, spec.paper_width_mm, spec.paper_height_mm, backs) for slot in slots]
    ordered = sorted(behind, key=lambda slot: (-round(slot.y_mm, 3), round(slot.x_mm, 3)))
    for back, slot in zip(ordered, slots, strict=True):
        assert place(back) == pytest.approx(place(slot))
