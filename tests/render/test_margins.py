"""What stands in the margins of sheets: the ruler in the widest one, on every paper."""

from __future__ import annotations

import io
from math import hypot
from pathlib import Path

import pikepdf
import pytest

from cardtools.app.printing import SheetOptions
from cardtools.imposition.marks import draw_marks
from cardtools.model.printing import Rect, Segment, Shift
from tests.imposition.specs import enters, overlap
from tests.render.making import card, proxies
from tests.render.reading import MM, letters, lines_within, read_page


@pytest.mark.parametrize(
    ("options", "size_mm"),
    [
        (SheetOptions(), (210, 297)),
        (SheetOptions(paper="letter"), (215.9, 279.4)),  # 7.7 mm below, 13.45 mm beside
        (SheetOptions(paper="legal", card_size="bridge"), (355.6, 215.9)),  # 6 × 2 on its side, 3 × 3 upright
        (SheetOptions(paper="a5", card_size="tarot"), (210, 148)),
        (SheetOptions(paper="a5", card_size="tarot", margin_mm=30), (148, 210)),  # narrower than ruler and label
        (SheetOptions(paper="a3", card_size="mini-euro", gap_mm=4), (420, 297)),
        (SheetOptions(card_size="poker", bleed_mm=2), (297, 210)),  # 4 × 2 on its side, 2 × 3 upright
        (SheetOptions(card_size="square", marks="lines"), (210, 297)),
        (SheetOptions(backs="short", marks="corners"), (210, 297)),
    ],
    ids=lambda value: f"{value.paper}-{value.card_size}" if isinstance(value, SheetOptions) else None,
)
def test_every_sheet_has_a_ruler_of_50_mm_clear_of_cards_and_edges(
    options: SheetOptions, size_mm: tuple[float, float], tmp_path: Path
) -> None:
    printed, pdf = proxies(tmp_path, [card(1, "Gnóm")], options)
    assert "print.no-ruler" not in [finding.code for finding in printed.findings]
    read = letters(pdf)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for number, page in enumerate(document.pages):
            assert [float(length) * MM for length in page.mediabox] == pytest.approx([0, 0, *size_mm], abs=0.01)
            content = read_page(page)
            (ruler,) = [one for one in content.placed if one.name == "Ruler"]
            (label,) = [one for one in content.placed if one.name == "Label"]
            ticks = lines_within(page, ruler)
            along = sorted(line.x1 for line in ticks if line.upright)
            upwards = sorted(line.y1 for line in ticks if line.level)
            longest = max((along, upwards), key=len)
            assert longest[-1] - longest[0] == pytest.approx(50, abs=0.005)
            assert len(longest) == 51
            others = [one.box for one in content.placed if one.name not in ("Ruler", "Label")]
            for strip in (ruler.box, label.box):
                assert not any(overlap(strip, box) for box in others)
                assert min(strip.x_mm, strip.y_mm) >= 3
                assert strip.right_mm <= size_mm[0] - 3
                assert strip.top_mm <= size_mm[1] - 3
            assert not overlap(ruler.box, label.box)
            small_print = [one.box for one in read if one.page == number and one.form in ("Ruler", "Label")]
            assert small_print
            marks = [Segment(line.x1, line.y1, line.x2, line.y2) for line in content.lines]
            assert not any(enters(mark, box) for mark in marks for box in (ruler.box, *small_print))


def test_a_ruler_without_room_is_left_out_and_that_is_said(tmp_path: Path) -> None:
    # 3 × 69 of 210 mm and 3 × 94 of 297 mm leave 1.5 and 7.5 mm.
    printed, pdf = proxies(tmp_path, [card(1, "Gnóm")], SheetOptions(bleed_mm=3, margin_mm=0))
    (told,) = [finding for finding in printed.findings if finding.code == "print.no-ruler"]
    assert told.severity == "info"
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            assert {one.name for one in read_page(page).placed}.isdisjoint({"Ruler", "Label"})


def test_fronts_alone_ask_to_be_printed_on_one_side(tmp_path: Path) -> None:
    printed, pdf = proxies(tmp_path, [card(1, "Gnóm")], SheetOptions(backs="none", marks="none"), copies=10)
    assert (printed.pages, printed.sheets, printed.cards) == (2, 2, 10)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert document.Root.ViewerPreferences.Duplex == "/Simplex"
        assert all(not read_page(page).lines for page in document.pages)


@pytest.mark.parametrize(("copies", "pages"), [(9, 2), (18, 4)])
def test_full_sheets_are_not_followed_by_a_blank_page(copies: int, pages: int, tmp_path: Path) -> None:
    printed, pdf = proxies(tmp_path, [card(1, "Gnóm")], SheetOptions(), copies=copies)
    assert printed.pages == pages
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert len(document.pages) == pages


@pytest.mark.parametrize(("margin", "whole"), [(5, True), (6, True), (10, True), (17, True), (30, False)])
def test_the_ruler_and_the_crop_marks_keep_out_of_what_the_printer_cannot_print(
    margin: int, whole: bool, tmp_path: Path
) -> None:
    options = SheetOptions(margin_mm=margin, backs="none", paper="a5" if margin == 30 else "a4", card_size="tarot")
    _, pdf = proxies(tmp_path, [card(1, "Gnóm")], options)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        (page,) = document.pages
        width, height = (float(length) * MM for length in page.mediabox[2:])
        content = read_page(page)
    (ruler,) = [one.box for one in content.placed if one.name == "Ruler"]
    (label,) = [one.box for one in content.placed if one.name == "Label"]
    for box in (ruler, label) if whole else (ruler,):
        assert min(box.x_mm, box.y_mm, width - box.right_mm, height - box.top_mm) >= margin - 0.01
    assert content.lines
    for line in content.lines:
        for x, y in ((line.x1, line.y1), (line.x2, line.y2)):
            assert min(x, y, width - x, height - y) >= margin - 0.01


def test_a_mark_of_which_hardly_anything_would_be_left_stays_whole() -> None:
    marks = draw_marks([Rect(6, 6, 63, 88)], "crop", 75, 100, 0, (), 5)
    assert len(marks) == 8
    assert {round(hypot(one.x2_mm - one.x1_mm, one.y2_mm - one.y1_mm), 6) for one in marks} == {4.5}


@pytest.mark.parametrize(("shift", "kept"), [(Shift(0.4, -1.2), True), (Shift(0, -4, 1.0), False)])
def test_small_print_that_backs_moved_would_carry_off_the_paper_is_left_out_and_that_is_said(
    shift: Shift, kept: bool, tmp_path: Path
) -> None:
    printed, pdf = proxies(tmp_path, [card(1, "Gnóm")], SheetOptions(shift=shift))
    told = [finding.wording for finding in printed.findings if finding.code == "print.no-ruler"]
    assert told == ([] if kept else ["print.no-ruler.back"])
    assert printed.ruler is True
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fronts, backs = ({one.name for one in read_page(page).placed} for page in document.pages)
    assert {"Ruler", "Label"} <= fronts
    assert ({"Ruler", "Label"} <= backs) is kept
