from __future__ import annotations

import pytest

from cardtools.documents.reference_format import Fold, reference_format
from cardtools.model.printing import Size

A4 = Size(id="a4", width_mm=210, height_mm=297, source="ISO 216")
PAPERS = [A4, Size(id="letter", width_mm=215.9, height_mm=279.4, source="ANSI/ASME Y14.1")]


@pytest.mark.parametrize(
    ("paper_mm", "large", "columns"), [(210, False, 3), (148, False, 2), (210, True, 1), (148, True, 1)]
)
def test_wider_paper_has_more_columns_and_large_print_fewer(paper_mm: float, large: bool, columns: int) -> None:
    paper = Size(id="p", width_mm=paper_mm, height_mm=300, source="made for tests")
    assert reference_format(paper, large=large).columns == columns


def test_a_sheet_has_as_many_panels_as_pages() -> None:
    assert [panel.side for panel in reference_format(A4).panels_of(3)] == [0, 1, 2]


@pytest.mark.parametrize("fold", ["trifold", "pocket"])
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.id)
def test_no_panel_lies_on_a_line_or_beyond_the_paper(paper: Size, fold: Fold) -> None:
    form = reference_format(paper, fold)
    for panel in form.panels_of(1):
        assert panel.x_mm >= 4
        assert panel.y_mm >= 4
        assert panel.x_mm + panel.width_mm <= form.paper_width_mm - 4
        assert panel.y_mm + panel.height_mm <= form.paper_height_mm - 4
        for rule in form.rules:
            if rule.side == panel.side and rule.upright:
                assert not panel.x_mm - 3 < rule.x_mm < panel.x_mm + panel.width_mm + 3
            elif rule.side == panel.side:
                assert not panel.y_mm - 3 < rule.y_mm < panel.y_mm + panel.height_mm + 3


def test_a_pocket_booklet_lies_in_the_order_that_one_cut_folds_into_pages() -> None:
    panels = reference_format(A4, "pocket").panels_of(1)
    numbered = dict(enumerate(panels, start=1))
    rows = {turned: [n for n, panel in numbered.items() if panel.turned is turned] for turned in (True, False)}
    assert sorted(rows[True], key=lambda n: numbered[n].x_mm) == [5, 4, 3, 2]
    assert sorted(rows[False], key=lambda n: numbered[n].x_mm) == [6, 7, 8, 1]
    assert all(numbered[n].y_mm < 105 for n in rows[True])
    cuts = [rule for rule in reference_format(A4, "pocket").rules if rule.cut]
    assert [(rule.x_mm, rule.y_mm, rule.length_mm) for rule in cuts] == [(74.25, 105, 148.5)]


def test_the_flap_of_a_trifold_is_narrower_and_lies_behind_the_panel_it_is_folded_in_with() -> None:
    form = reference_format(A4, "trifold")
    cover, two, three, four, flap, back = form.panels_of(2)
    assert [panel.side for panel in (cover, flap, back)] == [0, 0, 0]
    assert [panel.side for panel in (two, three, four)] == [1, 1, 1]
    assert flap.x_mm < back.x_mm < cover.x_mm
    assert two.x_mm < three.x_mm < four.x_mm
    # Turned over its short edge, left and right change places.
    assert flap.x_mm == pytest.approx(form.paper_width_mm - four.x_mm - four.width_mm)
    folds = [rule.x_mm for rule in form.rules if rule.side == 0]
    assert folds[0] < (form.paper_width_mm - folds[0]) / 2
