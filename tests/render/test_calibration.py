"""The calibration pages: crosses that meet through the paper, true rulers, and words that say what to enter."""

from __future__ import annotations

import io
from functools import cache
from itertools import pairwise
from math import atan2, degrees
from pathlib import Path
from typing import Literal

import pikepdf
import pytest
from pdfminer.high_level import extract_pages
from pdfminer.layout import LTComponent, LTLine

from cardtools.app.desk import Desk
from cardtools.app.print_calibration import print_calibration
from cardtools.imposition.duplex import mirrored, turning_axis
from cardtools.imposition.grid import GridSpec
from cardtools.model.printing import Rect, Shift, apply
from cardtools.render.calibration import render_calibration
from cardtools.render.html import Templates
from cardtools.store.workspace import shipped
from cardtools.words.catalog import Words
from tests.factories import impose
from tests.render.making import logged
from tests.render.reading import (
    MM,
    Line,
    check_fonts_are_ours_and_embedded,
    forbidden_keys,
    letters,
    squeezed,
)

LIBRARY = Desk.open("en").library
TEMPLATES = Templates(shipped("templates"))
ARM = 12.0
Turning = Literal["long", "short"]


@cache
def made(
    paper: str = "a4", backs: Turning = "long", lang: str = "hu", *, landscape: bool = False, shift: Shift | None = None
) -> bytes:
    return render_calibration(LIBRARY.paper(paper), backs, TEMPLATES, Words(lang), landscape=landscape, shift=shift)


@cache
def lines(pdf: bytes) -> list[list[Line]]:
    """Return the straight lines of each page."""

    def within(part: LTComponent) -> list[Line]:
        if isinstance(part, LTLine):
            (x1, y1), (x2, y2) = part.pts
            return [Line(x1 * MM, y1 * MM, x2 * MM, y2 * MM)]
        return [line for inner in part for line in within(inner)] if hasattr(part, "__iter__") else []

    return [within(page) for page in extract_pages(io.BytesIO(pdf), laparams=None)]


def crosses(page: list[Line]) -> list[tuple[float, float]]:
    """Return the middles of the level lines of crosses, rounded, in order."""
    long = [one for one in page if abs(((one.x2 - one.x1) ** 2 + (one.y2 - one.y1) ** 2) ** 0.5 - 2 * ARM) < 0.01]
    level = [one for one in long if abs(one.x2 - one.x1) > abs(one.y2 - one.y1)]
    return sorted((round((one.x1 + one.x2) / 2, 2), round((one.y1 + one.y2) / 2, 2)) for one in level)


PAPERS = [(name, landscape) for name in ("a3", "a4", "a5", "letter", "legal") for landscape in (False, True)]


@pytest.mark.parametrize(("paper", "landscape"), PAPERS)
def test_there_are_three_pages_of_that_paper_printed_at_their_own_size(paper: str, landscape: bool) -> None:
    size = LIBRARY.paper(paper)
    expected = (size.height_mm, size.width_mm) if landscape else (size.width_mm, size.height_mm)
    with logged() as told:
        pdf = made(paper, landscape=landscape)
    assert told == []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert len(document.pages) == 3
        for page in document.pages:
            assert [float(number) * MM for number in page.mediabox] == pytest.approx([0, 0, *expected], abs=0.01)
        assert document.Root.ViewerPreferences.PrintScaling == "/None"
        assert document.Root.Lang == "hu"
    check_fonts_are_ours_and_embedded(pdf)
    assert forbidden_keys(pdf) == set()


@pytest.mark.parametrize(("paper", "landscape"), PAPERS)
@pytest.mark.parametrize("lang", ["hu", "en"])
def test_all_text_stands_on_the_paper_clear_of_crosses_and_of_other_text(
    paper: str, landscape: bool, lang: str
) -> None:
    pdf = made(paper, lang=lang, landscape=landscape, shift=Shift(-0.75, 1.25, 0.5))
    pages = lines(pdf)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        width, height = (float(number) * MM for number in document.pages[0].mediabox[2:])
    shown = [one for one in letters(pdf) if one.text.strip()]
    for one in shown:
        # Small numbers beside the frames tell how far those are from the edge.
        edge = 1.5 if one.page == 2 else 8
        assert one.box.x_mm > edge
        assert one.box.y_mm > edge
        assert one.box.right_mm < width - edge
        assert one.box.top_mm < height - edge
    for number in range(2):
        for x, y in crosses(pages[number]):
            cross = Rect(x - ARM, y - ARM, 2 * ARM, 2 * ARM)
            near = [one.text for one in shown if one.page == number and meets(one.box, cross)]
            assert set(near) <= set("+−510"), near


def meets(one: Rect, other: Rect) -> bool:
    return (
        one.x_mm < other.right_mm and one.right_mm > other.x_mm and one.y_mm < other.top_mm and one.top_mm > other.y_mm
    )


@pytest.mark.parametrize("backs", ["long", "short"])
@pytest.mark.parametrize("landscape", [False, True])
def test_the_crosses_of_both_sides_meet_through_the_paper(backs: Turning, landscape: bool) -> None:
    front, back, _ = lines(made("a4", backs, landscape=landscape))
    paper = (297.0, 210.0) if landscape else (210.0, 297.0)
    assert len(crosses(front)) == 5
    axis = turning_axis(backs, *paper)
    behind = [mirrored(Rect(x, y, 0, 0), *paper, axis) for x, y in crosses(front)]
    for slot, (x, y) in zip(sorted(behind, key=lambda one: (round(one.x_mm, 1), one.y_mm)), crosses(back), strict=True):
        assert (slot.x_mm, slot.y_mm) == pytest.approx((x, y), abs=0.02)


def test_a_saved_shift_moves_the_back_as_it_moves_back_sheets() -> None:
    shift = Shift(1.5, -2.25, 0.5)
    front, plain, _ = lines(made())
    still_front, back, _ = lines(made(shift=shift))
    assert crosses(front) == crosses(still_front)
    expected = sorted(apply(shift.matrix(210, 297), x, y) for x, y in crosses(plain))
    for planned, moved in zip(expected, crosses(back), strict=True):
        assert moved == pytest.approx(planned, abs=0.02)
    (plan_back,) = (one for one in impose([("f", "b")], GridSpec(210, 297, 63, 88), "long", "none", shift).sheets[1:])
    assert plan_back.placements[0].degrees == 0.5


def test_what_is_read_on_the_back_is_what_is_to_be_entered() -> None:
    # A printer that lays backs 1 mm too far left and 2 mm too high: to meet, they must go right and down.
    reading = Shift(1, -2)
    _, back, _ = lines(made(shift=reading))
    front, _, _ = lines(made())
    wrong = [(x - 1, y + 2) for x, y in crosses(back)]
    assert wrong == [
        pytest.approx((210 - x, y), abs=0.02) for x, y in sorted(crosses(front), key=lambda p: (210 - p[0], p[1]))
    ]
    numbers = [one for one in letters(made()) if one.page == 1 and one.text in "+−"]
    middle = [one for one in numbers if abs(one.box.x_mm - 105) < ARM and abs(one.box.y_mm - 148.5) < ARM]
    for one in middle:
        to_the_right, upwards = one.box.x_mm - 105, one.box.y_mm - 148.5
        assert (one.text == "+") == (max((to_the_right, upwards), key=abs) > 0)
    assert len(middle) == 8


def test_a_back_that_is_askew_is_told_in_degrees_a_millimetre() -> None:
    between = 210 - 2 * 26
    expected = degrees(atan2(1, between))
    for lang, mark in (("en", "."), ("hu", ",")):
        text = "".join(letter.text for letter in letters(made(lang=lang)) if letter.page == 1)
        assert f"{expected:.2f}".replace(".", mark) in text


def test_a_language_without_words_for_it_is_printed_in_english_with_a_warning(tmp_path: Path) -> None:
    printed = print_calibration(Desk.open("cs"), tmp_path / "c.pdf")
    assert printed.language == "en"
    assert [one.code for one in printed.findings if one.severity == "warning"] == ["language.gap"]


def test_both_rulers_are_100_mm_long_with_a_mark_every_millimetre() -> None:
    for paper, landscape in PAPERS:
        page = lines(made(paper, landscape=landscape))[2]
        level = [one for one in page if one.level and abs(abs(one.x2 - one.x1) - 100.2) < 0.01]
        upright = [one for one in page if one.upright and abs(abs(one.y2 - one.y1) - 100.2) < 0.01]
        assert (len(level), len(upright)) == (1, 1)
        short = [one for one in page if 2 < abs(one.x2 - one.x1) + abs(one.y2 - one.y1) < 6]
        along = sorted({round(one.x1, 2) for one in short if one.upright})
        down = sorted({round(one.y1, 2) for one in short if one.level})
        for marks in (along, down):
            assert marks[-1] - marks[0] == pytest.approx(100, abs=0.02)
            assert len(marks) == 101
            assert all(second - first == pytest.approx(1, abs=0.02) for first, second in pairwise(marks))


@pytest.mark.parametrize("lang", ["hu", "en"])
def test_it_says_in_words_how_to_read_the_shift_and_which_sign_to_enter(lang: str) -> None:
    text = squeezed("".join(letter.text for letter in letters(made(lang=lang))))
    words = Words(lang)
    for key in ("front", "back", "look", "read", "read.right", "read.up", "read.mean", "enter", "print.scale"):
        assert squeezed(words.text(f"calibration.{key}", edge="", turn="")) in text, key
    assert "--offsetX,Y" in text


def test_the_same_pages_are_the_same_bytes() -> None:
    assert made.__wrapped__() == made()
