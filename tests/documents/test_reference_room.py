"""In which type size a reference sheet is measured first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtools.app.desk import Desk
from cardtools.documents.reference_format import Fold, reference_format
from cardtools.documents.reference_room import likely_pt
from cardtools.documents.reference_sheet import reference_sheet

LIBRARY = Desk.open("en").library
UNO = reference_sheet(LIBRARY.game("uno"), "en", completeness=100)
SIZES = [size / 10 for size in range(75, 111)]


def likely(paper: str, fold: Fold = "none", *, times: int = 1) -> float:
    return likely_pt(UNO, UNO.blocks * times, reference_format(LIBRARY.paper(paper), fold), SIZES)


def test_a_sheet_whose_size_is_known_is_measured_near_it() -> None:
    assert likely("a4") == pytest.approx(7.8, abs=0.3)
    assert likely("a5") == pytest.approx(7.9, abs=0.3)
    marked = tuple(block.flat() for block in UNO.blocks if block.pocket)
    pocket = reference_format(LIBRARY.paper("a4"), "pocket")
    assert likely_pt(UNO, marked, pocket, SIZES) == pytest.approx(8.2, abs=0.5)


def test_it_is_one_of_the_sizes_that_are_allowed() -> None:
    assert likely("a4") in SIZES
    assert likely("a4", "trifold", times=9) == SIZES[0]
    blocks = UNO.blocks[:1]
    assert likely_pt(UNO, blocks, reference_format(LIBRARY.paper("a4")), SIZES) == SIZES[-1]


def test_a_text_too_long_for_a_page_has_more_of_them_and_type_above_the_smallest() -> None:
    assert likely("a4", times=9) in SIZES
    assert likely("a5", times=2) > SIZES[0]


def test_shorter_texts_are_set_in_larger_type() -> None:
    fewer = tuple(replace(block, entries=block.entries[:1]) for block in UNO.blocks)
    assert likely_pt(UNO, fewer, reference_format(LIBRARY.paper("a4")), SIZES) > likely("a4")
