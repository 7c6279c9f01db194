"""The cards of UNO with 3 mm of bleed on paper that lies on its side, turned over its long, upper edge."""

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
# 3 × 69 = 207 mm do not fit between the margins of upright A4; on its side it holds four columns and two rows.
LEFT, BOTTOM = (297 - 4 * 69) / 2 + BLEED, (210 - 2 * 94) / 2 + BLEED
SLOTS = [(LEFT + 69 * (n % 4), BOTTOM + 94 * (1 - n // 4)) for n in range(8)]


@dataclass(frozen=True)
class Made:
    printed: Printed
    document: pikepdf.Pdf
    contents: list[Content]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    printed, pdf = uno_cards(tmp_path_factory.mktemp("long"), SheetOptions(backs="long", bleed_mm=BLEED))
    document = pikepdf.open(io.BytesIO(pdf))
    return Made(printed, document, [read_page(page) for page in document.pages])


def cards_on(content: Content) -> list[Placed]:
    return [one for one in content.placed if one.name not in ("Ruler", "Label")]


def test_there_are_14_sheets_of_eight_cards_on_paper_on_its_side(made: Made) -> None:
    assert (made.printed.sheets, made.printed.pages, made.printed.cards) == (14, 28, 112)
    assert [len(cards_on(content)) for content in made.contents] == [8] * 28
    for page in made.document.pages:
        assert [float(number) * 25.4 / 72 for number in page.mediabox] == pytest.approx([0, 0, 297, 210], abs=NEAR)


def test_that_there_are_not_three_by_three_is_said_with_the_sum(made: Made) -> None:
    (told,) = [finding for finding in made.printed.findings if finding.code == "print.regrid"]
    assert told.severity == "info"
    assert "3 × (63 + 2 × 3) = 207 mm > 210 − 2 × 5 = 200 mm" in str(told.params["arithmetic"])


def test_a_face_with_bleed_is_69_by_94_mm(made: Made) -> None:
    for content in made.contents:
        for one in cards_on(content):
            assert (one.width, one.height) == pytest.approx((69, 94), abs=NEAR)


def test_fronts_stand_upright_with_their_trim_in_the_slot_and_the_bleed_3_mm_beyond(made: Made) -> None:
    for content in made.contents[::2]:
        for one, (x, y) in zip(cards_on(content), SLOTS, strict=False):
            assert one.matrix == pytest.approx((1, 0, 0, 1, x - BLEED, y - BLEED), abs=NEAR)


def test_backs_lie_with_rows_mirrored_and_stand_on_their_heads(made: Made) -> None:
    for content in made.contents[1::2]:
        for one, (x, y) in zip(cards_on(content), SLOTS, strict=False):
            # Turned over its upper edge, what lies y from the foot of the front lies y from the head of the back.
            assert one.matrix[:4] == pytest.approx((-1, 0, 0, -1))
            assert one.box.x_mm + BLEED == pytest.approx(x, abs=NEAR)
            assert one.box.y_mm + BLEED == pytest.approx(210 - y - 88, abs=NEAR)


def test_it_asks_to_be_turned_over_the_long_edge_of_the_paper(made: Made) -> None:
    assert made.document.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
    assert made.document.Root.ViewerPreferences.PrintScaling == "/None"


def test_crop_marks_stand_at_the_trim_and_outside_the_bleed(made: Made) -> None:
    edges_x = [LEFT + 69 * column + edge for column in range(4) for edge in (0, 63)]
    edges_y = [BOTTOM + 94 * row + edge for row in range(2) for edge in (0, 88)]
    for content in made.contents:
        upright = [line for line in content.lines if line.upright]
        level = [line for line in content.lines if line.level]
        assert distinct([line.x1 for line in upright]) == pytest.approx(edges_x, abs=NEAR)
        assert distinct([line.y1 for line in level]) == pytest.approx(edges_y, abs=NEAR)
        foot, side = BOTTOM - BLEED, LEFT - BLEED
        assert all(max(line.y1, line.y2) < foot or min(line.y1, line.y2) > 210 - foot for line in upright)
        assert all(max(line.x1, line.x2) < side or min(line.x1, line.x2) > 297 - side for line in level)


def test_the_ruler_stands_in_the_widest_margin_and_touches_no_bleed(made: Made) -> None:
    for page, content in zip(made.document.pages, made.contents, strict=True):
        strips = [one for one in content.placed if one.name in ("Ruler", "Label")]
        assert len(strips) == 2
        for strip in strips:
            # At foot and head there are 11 mm, at the sides 10.5.
            assert strip.box.top_mm < BOTTOM - BLEED
            assert not any(overlap(strip.box, one.box) for one in cards_on(content))
        ticks = sorted(line.x1 for line in lines_within(page, strips[0]) if line.upright)
        assert ticks[-1] - ticks[0] == pytest.approx(50, abs=0.005)
