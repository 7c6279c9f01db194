"""The cards of UNO in Hungarian on A4, printed once and read back with other programs."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

from cardtools.app.desk import Desk
from cardtools.app.printing import Printed, SheetOptions
from cardtools.documents.card_faces import by_number
from cardtools.model.card import Card
from tests.imposition.specs import distinct
from tests.render.making import logged, uno_cards
from tests.render.reading import (
    MM,
    Content,
    check_fonts_are_ours_and_embedded,
    forbidden_keys,
    lines_within,
    read_page,
    shown_glyphs,
    squeezed,
    texts_of_forms,
)

pytestmark = pytest.mark.xdist_group("uno-cards")

LEFT, BOTTOM, WIDTH, HEIGHT = 10.5, 16.5, 63.0, 88.0
NEAR = 0.05
SLOTS = [(LEFT + WIDTH * (n % 3), BOTTOM + HEIGHT * (2 - n // 3)) for n in range(9)]
FRONTS, BACKS = range(0, 26, 2), range(1, 26, 2)


@dataclass(frozen=True)
class Made:
    printed: Printed
    pdf: bytes
    logged: list[str]
    contents: list[Content]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    with logged() as told:
        printed, pdf = uno_cards(tmp_path_factory.mktemp("one"), SheetOptions())
    with pikepdf.open(io.BytesIO(pdf)) as document:
        contents = [read_page(page) for page in document.pages]
    return Made(printed, pdf, told, contents)


@pytest.fixture(scope="module")
def document(made: Made) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(io.BytesIO(made.pdf)) as opened:
        yield opened


@pytest.fixture(scope="module")
def texts(made: Made) -> list[list[tuple[str, str]]]:
    """For each page the name and the text of every form, as another program reads it."""
    return texts_of_forms(made.pdf, range(26))


@pytest.fixture(scope="module")
def fronts(texts: list[list[tuple[str, str]]]) -> list[tuple[Card, str]]:
    """Every card of the box, copies written out, and what can be read where it must lie."""
    desk = Desk.open("hu")
    file = desk.catalog.cards(desk.catalog.info("uno"))
    assert file is not None
    cards = [card for card in by_number(file.cards) for _ in range(card.copies)]
    read = [text for n in FRONTS for name, text in texts[n] if name not in ("Ruler", "Label")]
    return list(zip(cards, read, strict=True))


def cards_on(content: Content) -> list[tuple[str, float, float]]:
    return [(one.name, one.box.x_mm, one.box.y_mm) for one in content.placed if one.name not in ("Ruler", "Label")]


def test_it_is_told_as_it_is(made: Made) -> None:
    printed = made.printed
    assert (printed.pages, printed.sheets, printed.cards) == (26, 13, 112)
    # 4 × 10 numbers, 3 × 4 actions, 4 wilds, one common back
    assert printed.faces == 4 * 10 + 3 * 4 + 4 + 1
    assert printed.smallest_pt >= 6
    assert printed.findings == ()


def test_the_layout_program_has_nothing_to_say(made: Made) -> None:
    assert made.logged == []


def test_printed_by_another_process_it_is_the_same_file(made: Made, tmp_path: Path) -> None:
    again = tmp_path / "again.pdf"
    command = [sys.executable, "-m", "cardtools", "print", "cards", "uno", "--lang", "hu", "-o", str(again)]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": "7"})
    assert again.read_bytes() == made.pdf


def test_it_has_26_upright_a4_pages(document: pikepdf.Pdf) -> None:
    assert len(document.pages) == 26
    for page in document.pages:
        x1, y1, x2, y2 = (float(number) * MM for number in page.mediabox)
        assert (x1, y1) == (0, 0)
        assert x2 == pytest.approx(210, abs=NEAR)
        assert y2 == pytest.approx(297, abs=NEAR)
        assert "/Rotate" not in page.obj
        assert "/UserUnit" not in page.obj


def test_112_fronts_lie_on_13_sheets_and_112_backs_behind_them(made: Made) -> None:
    full_and_rest = [9] * 12 + [4]
    assert [len(cards_on(made.contents[n])) for n in FRONTS] == full_and_rest
    assert [len(cards_on(made.contents[n])) for n in BACKS] == full_and_rest


def test_every_card_is_63_by_88_mm_and_nothing_is_scaled(made: Made) -> None:
    for content in made.contents:
        for one in content.placed:
            assert one.matrix[:4] == pytest.approx((1, 0, 0, 1))
            if one.name not in ("Ruler", "Label"):
                assert one.box.width_mm == pytest.approx(WIDTH, abs=NEAR)
                assert one.box.height_mm == pytest.approx(HEIGHT, abs=NEAR)


def test_fronts_lie_in_the_grid_in_reading_order(made: Made) -> None:
    for n in FRONTS:
        for (_, x, y), slot in zip(cards_on(made.contents[n]), SLOTS, strict=False):
            assert (x, y) == pytest.approx(slot, abs=NEAR)


def test_each_back_lies_mirrored_behind_its_front(made: Made) -> None:
    for front, back in zip(FRONTS, BACKS, strict=True):
        mirrored = [(210 - x - WIDTH, y) for _, x, y in cards_on(made.contents[front])]
        behind = [(x, y) for _, x, y in cards_on(made.contents[back])]
        for place, expected in zip(behind, mirrored, strict=True):
            assert place == pytest.approx(expected, abs=NEAR)


def test_each_card_is_printed_as_often_as_it_is_in_the_box_with_one_common_back(
    made: Made, fronts: list[tuple[Card, str]]
) -> None:
    names = [name for n in FRONTS for name, _, _ in cards_on(made.contents[n])]
    by_form: dict[str, set[str]] = {}
    for name, (card, _) in zip(names, fronts, strict=True):
        by_form.setdefault(name, set()).add(card.id)
    assert all(len(ids) == 1 for ids in by_form.values())
    copies = Counter(name for name in names)
    assert {next(iter(by_form[name])): count for name, count in copies.items()} == {
        card.id: card.copies for card, _ in fronts
    }
    backs = {name for n in BACKS for name, _, _ in cards_on(made.contents[n])}
    assert len(backs) == 1
    assert not backs & set(names)


def test_crop_marks_stand_at_card_edges_and_outside_all_cards(made: Made) -> None:
    edges_x = [LEFT + WIDTH * n for n in range(4)]
    edges_y = [BOTTOM + HEIGHT * n for n in range(4)]
    for content in made.contents:
        upright = [line for line in content.lines if line.upright]
        level = [line for line in content.lines if line.level]
        assert len(upright) + len(level) == len(content.lines)
        assert distinct([line.x1 for line in upright]) == pytest.approx(edges_x, abs=NEAR)
        assert distinct([line.y1 for line in level]) == pytest.approx(edges_y, abs=NEAR)
        assert all(max(line.y1, line.y2) < BOTTOM or min(line.y1, line.y2) > 297 - BOTTOM for line in upright)
        assert all(max(line.x1, line.x2) < LEFT or min(line.x1, line.x2) > 210 - LEFT for line in level)


def test_the_ruler_is_50_mm_long_on_every_page(made: Made, document: pikepdf.Pdf) -> None:
    for page, content in zip(document.pages, made.contents, strict=True):
        (ruler,) = [one for one in content.placed if one.name == "Ruler"]
        ticks = sorted(line.x1 for line in lines_within(page, ruler) if line.upright)
        assert ticks[-1] - ticks[0] == pytest.approx(50, abs=0.005)
        assert len(ticks) == 51
        assert all(right - left == pytest.approx(1, abs=0.005) for left, right in pairwise(ticks))


def test_ruler_and_label_lie_in_the_lower_margin_outside_the_marks(made: Made) -> None:
    for content in made.contents:
        marks_from = min(line.y1 for line in content.lines if line.upright)
        strips = [one.box for one in content.placed if one.name in ("Ruler", "Label")]
        assert len(strips) == 2
        for box in strips:
            assert box.y_mm > 0
            assert box.top_mm < marks_from
            assert LEFT - NEAR <= box.x_mm < box.right_mm <= 210 - LEFT + NEAR


def test_every_label_says_sheet_and_side_in_hungarian(texts: list[list[tuple[str, str]]]) -> None:
    labels = [dict(page)["Label"] for page in texts]
    for number, text in enumerate(labels):
        assert f"{number // 2 + 1}/13" in text
        assert ("előlap" if number % 2 == 0 else "hátlap") in text


def test_names_and_rules_of_all_cards_can_be_read_back(fronts: list[tuple[Card, str]]) -> None:
    types = {kind.id: kind.name["hu"] for kind in Desk.open("hu").catalog.info("uno").types}
    seen = ""
    for card, text in fronts:
        plain = squeezed(text).replace("-", "").replace("\u2010", "")
        seen += text
        if card.type == "number":
            assert plain == str(card.value) * 3
        else:
            # The colour of a name is said by the card's colour and sign.
            printed = types[str(card.type)]
            assert card.name["hu"].casefold().endswith(printed.casefold())
            assert squeezed(printed) in plain
            assert squeezed(card.text["hu"]).replace("-", "") in plain
            assert str(card.points) in plain
    assert "ő" in seen
    assert "ű" not in "".join(card.name["hu"] + card.text.get("hu", "") for card, _ in fronts) or "ű" in seen


def test_no_letter_is_replaced_or_missing(made: Made, texts: list[list[tuple[str, str]]]) -> None:
    text = "".join(text for page in texts for _, text in page)
    assert text
    assert "\ufffd" not in text
    assert "(cid:" not in text
    assert "\x00" not in text
    assert 0 not in shown_glyphs(made.pdf)


def test_every_font_is_ours_and_embedded(made: Made) -> None:
    check_fonts_are_ours_and_embedded(made.pdf)


def test_it_asks_to_be_printed_unscaled_and_turned_over_the_long_edge(document: pikepdf.Pdf) -> None:
    preferences = document.Root.ViewerPreferences
    assert preferences.PrintScaling == "/None"
    assert preferences.Duplex == "/DuplexFlipLongEdge"


def test_title_and_language_are_set(document: pikepdf.Pdf) -> None:
    assert str(document.docinfo["/Title"]) == "UNO – kártyák"
    assert str(document.Root.Lang) == "hu"
    assert bool(document.Root.ViewerPreferences.DisplayDocTitle)


def test_it_does_nothing_on_its_own(made: Made) -> None:
    assert forbidden_keys(made.pdf) == set()
