"""The cards of UNO with 3 mm of bleed and backs for the short edge: turned, shifted, and otherwise the same."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pikepdf
import pytest

from cardtools.app.printing import Printed, SheetOptions
from tests.imposition.specs import distinct, overlap
from tests.render.making import uno_cards
from tests.render.reading import Content, Placed, lines_within, read_page

pytestmark = pytest.mark.xdist_group("uno-turned")

NEAR = 0.05
BLEED = 3.0
# 3 × 69 = 207 mm do not fit between the margins, so there are two columns and three rows.
LEFT, BOTTOM = (210 - 2 * 69) / 2 + BLEED, (297 - 3 * 94) / 2 + BLEED
SLOTS = [(LEFT + 69 * (n % 2), BOTTOM + 94 * (2 - n // 2)) for n in range(6)]


@dataclass(frozen=True)
class Made:
    printed: Printed
    document: pikepdf.Pdf
    contents: list[Content]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    printed, pdf = uno_cards(tmp_path_factory.mktemp("short"), SheetOptions(backs="short", bleed_mm=BLEED))
    document = pikepdf.open(io.BytesIO(pdf))
    return Made(printed, document, [read_page(page) for page in document.pages])


def cards_on(content: Content) -> list[Placed]:
    return [one for one in content.placed if one.name not in ("Ruler", "Label")]


def test_there_are_19_sheets_of_six_cards_and_the_four_left_over(made: Made) -> None:
    assert (made.printed.sheets, made.printed.pages, made.printed.cards) == (19, 38, 112)
    assert [len(cards_on(content)) for content in made.contents] == [6] * 36 + [4] * 2


def test_a_face_with_bleed_is_69_by_94_mm(made: Made) -> None:
    for content in made.contents:
        for one in cards_on(content):
            assert (one.width, one.height) == pytest.approx((69, 94), abs=NEAR)


def test_fronts_stand_upright_with_their_trim_in_the_slot_and_the_bleed_3_mm_beyond(made: Made) -> None:
    for content in made.contents[::2]:
        for one, (x, y) in zip(cards_on(content), SLOTS, strict=False):
            assert one.matrix == pytest.approx((1, 0, 0, 1, x - BLEED, y - BLEED), abs=NEAR)


def test_backs_stand_on_their_heads_where_the_long_edge_sheet_turned_by_180_degrees_has_them(made: Made) -> None:
    for content in made.contents[1::2]:
        for one, (x, y) in zip(cards_on(content), SLOTS, strict=False):
            # Long edge: the trim lies at (210 - x - 63, y). Turned as a whole: at (x, 297 - y - 88), head down.
            assert one.matrix[:4] == pytest.approx((-1, 0, 0, -1))
            assert one.box.x_mm + BLEED == pytest.approx(x, abs=NEAR)
            assert one.box.y_mm + BLEED == pytest.approx(297 - y - 88, abs=NEAR)


def test_it_asks_to_be_turned_over_the_short_edge(made: Made) -> None:
    assert made.document.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
    assert made.document.Root.ViewerPreferences.PrintScaling == "/None"


def test_crop_marks_stand_at_the_trim_and_outside_the_bleed(made: Made) -> None:
    edges_x = [LEFT, LEFT + 63, LEFT + 69, LEFT + 132]
    edges_y = [BOTTOM + 94 * row + edge for row in range(3) for edge in (0, 88)]
    for content in made.contents:
        upright = [line for line in content.lines if line.upright]
        level = [line for line in content.lines if line.level]
        assert distinct([line.x1 for line in upright]) == pytest.approx(edges_x, abs=NEAR)
        assert distinct([line.y1 for line in level]) == pytest.approx(edges_y, abs=NEAR)
        foot, side = BOTTOM - BLEED, LEFT - BLEED
        assert all(max(line.y1, line.y2) < foot or min(line.y1, line.y2) > 297 - foot for line in upright)
        assert all(max(line.x1, line.x2) < side or min(line.x1, line.x2) > 210 - side for line in level)


def test_the_ruler_stands_in_the_widest_margin_and_touches_no_bleed(made: Made) -> None:
    for page, content in zip(made.document.pages, made.contents, strict=True):
        strips = [one for one in content.placed if one.name in ("Ruler", "Label")]
        assert len(strips) == 2
        for strip in strips:
            # At the sides there are 36 mm, at foot and head 7.5.
            assert strip.box.right_mm < LEFT - BLEED
            assert not any(overlap(strip.box, one.box) for one in cards_on(content))
        ticks = sorted(line.y1 for line in lines_within(page, strips[0]) if line.level)
        assert ticks[-1] - ticks[0] == pytest.approx(50, abs=0.005)
