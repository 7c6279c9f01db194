from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.imposition.grid import GridSpec, lay_grid
from cardtools.imposition.marks import draw_marks
from cardtools.model.printing import Marks, Segment
from tests.imposition.specs import A4, distinct, enters, specs, with_bleed

kinds = st.sampled_from(get_args(Marks))


def marks_of(spec: GridSpec, kind: Marks) -> tuple[Segment, ...]:
    grid = lay_grid(spec)
    return draw_marks(grid.slots, kind, grid.paper_width_mm, grid.paper_height_mm, spec.bleed_mm)


def upright_at(marks: tuple[Segment, ...]) -> list[float]:
    return distinct([mark.x1_mm for mark in marks if mark.x1_mm == mark.x2_mm])


def level_at(marks: tuple[Segment, ...]) -> list[float]:
    return distinct([mark.y1_mm for mark in marks if mark.y1_mm == mark.y2_mm])


@given(specs(), kinds.filter(lambda kind: kind != "none"))
@settings(deadline=None, max_examples=50)
def test_marks_stand_at_card_edges_and_nowhere_else(spec: GridSpec, kind: Marks) -> None:
    slots = lay_grid(spec).slots
    edges_x = distinct([edge for slot in slots for edge in (slot.x_mm, slot.right_mm)])
    edges_y = distinct([edge for slot in slots for edge in (slot.y_mm, slot.top_mm)])
    marks = marks_of(spec, kind)
    assert all((mark.x1_mm == mark.x2_mm) != (mark.y1_mm == mark.y2_mm) for mark in marks)
    has_room_below = min(edges_y) - spec.bleed_mm > 2
    has_room_beside = min(edges_x) - spec.bleed_mm > 2
    if kind != "crop" or has_room_below:
        assert upright_at(marks) == pytest.approx(edges_x, abs=1e-5)
    else:
        assert all(min(abs(x - edge) for edge in edges_x) < 1e-5 for x in upright_at(marks))
    if kind != "crop" or has_room_beside:
        assert level_at(marks) == pytest.approx(edges_y, abs=1e-5)
    else:
        assert all(min(abs(y - edge) for edge in edges_y) < 1e-5 for y in level_at(marks))


@given(specs())
@settings(deadline=None, max_examples=50)
def test_crop_marks_cross_no_card_and_no_bleed(spec: GridSpec) -> None:
    boxes = [with_bleed(slot, spec.bleed_mm) for slot in lay_grid(spec).slots]
    assert not any(enters(mark, box) for mark in marks_of(spec, "crop") for box in boxes)


@given(specs(), kinds)
@settings(deadline=None, max_examples=50)
def test_no_mark_of_any_kind_runs_across_a_trimmed_card(spec: GridSpec, kind: Marks) -> None:
    slots = lay_grid(spec).slots
    assert not any(enters(mark, slot) for mark in marks_of(spec, kind) for slot in slots)


@given(specs(), kinds)
@settings(deadline=None, max_examples=50)
def test_every_mark_lies_on_the_paper(spec: GridSpec, kind: Marks) -> None:
    grid = lay_grid(spec)
    for mark in marks_of(spec, kind):
        assert 0 <= min(mark.x1_mm, mark.x2_mm) <= max(mark.x1_mm, mark.x2_mm) <= grid.paper_width_mm
        assert 0 <= min(mark.y1_mm, mark.y2_mm) <= max(mark.y1_mm, mark.y2_mm) <= grid.paper_height_mm


@given(specs())
@settings(deadline=None, max_examples=50)
def test_cutting_lines_run_past_the_outermost_cards(spec: GridSpec) -> None:
    slots = lay_grid(spec).slots
    left, right = min(slot.x_mm for slot in slots), max(slot.right_mm for slot in slots)
    bottom, top = min(slot.y_mm for slot in slots), max(slot.top_mm for slot in slots)
    for mark in marks_of(spec, "lines"):
        if mark.x1_mm == mark.x2_mm:
            assert min(mark.y1_mm, mark.y2_mm) <= bottom + 1e-6
            assert max(mark.y1_mm, mark.y2_mm) >= top - 1e-6
        else:
            assert min(mark.x1_mm, mark.x2_mm) <= left + 1e-6
            assert max(mark.x1_mm, mark.x2_mm) >= right - 1e-6


def test_every_edge_of_nine_cards_on_a4_has_a_crop_mark_on_both_sides_of_the_sheet() -> None:
    marks = marks_of(A4, "crop")
    for x in (10.5, 73.5, 136.5, 199.5):
        ends = [sorted((mark.y1_mm, mark.y2_mm)) for mark in marks if mark.x1_mm == mark.x2_mm == pytest.approx(x)]
        assert len(ends) == 2
        below, above = sorted(ends)
        assert below[1] < 16.5
        assert above[0] > 280.5
    for y in (16.5, 104.5, 192.5, 280.5):
        ends = [sorted((mark.x1_mm, mark.x2_mm)) for mark in marks if mark.y1_mm == mark.y2_mm == pytest.approx(y)]
        assert len(ends) == 2
        before, behind = sorted(ends)
        assert before[1] < 10.5
        assert behind[0] > 199.5
    assert len(marks) == 16


def test_a_cross_stands_at_each_corner_of_each_card() -> None:
    spec = GridSpec(210, 297, 63, 88, gap_mm=2)
    marks = marks_of(spec, "corners")
    for slot in lay_grid(spec).slots:
        for x in (slot.x_mm, slot.right_mm):
            for y in (slot.y_mm, slot.top_mm):
                through = [
                    mark
                    for mark in marks
                    if min(mark.x1_mm, mark.x2_mm) - 1e-5 <= x <= max(mark.x1_mm, mark.x2_mm) + 1e-5
                    and min(mark.y1_mm, mark.y2_mm) - 1e-5 <= y <= max(mark.y1_mm, mark.y2_mm) + 1e-5
                ]
                assert {mark.x1_mm == mark.x2_mm for mark in through} == {True, False}


def test_no_marks_are_drawn_where_none_are_asked_for() -> None:
    assert marks_of(A4, "none") == ()
