"""Real cards as makers want them, from profile to file."""

from __future__ import annotations

import io

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from cardtools.app.desk import Desk
from cardtools.documents.card_faces import game_cards
from cardtools.render.html import Templates
from cardtools.render.profile_output import HandedIn, hand_in
from cardtools.store.print_profiles import profile
from cardtools.store.workspace import data_folders, shipped
from tests.render.reading import MM, check_fonts_are_ours_and_embedded

DESK = Desk.open("hu")
TEMPLATES = Templates(shipped("templates"))


def handed_in(name: str, count: int = 3, **changed: float) -> HandedIn:
    info = DESK.catalog.info("uno")
    file = DESK.catalog.cards(info)
    assert file is not None
    cards = list(game_cards(info, file.cards, "hu"))[40 : 40 + count]
    faces = list({face.key: face for card in cards for face in (card.front, card.back)}.values())
    chosen = profile(data_folders(), name).model_copy(update=changed)
    size = DESK.library.card_size(chosen.card_size or info.card_size)
    return hand_in(
        chosen, size, [(card.front.key, card.back.key) for card in cards], faces, TEMPLATES, "hu", "UNO – kártyák"
    )


def test_one_up_pages_alternate_and_every_letter_stands_4_mm_inside_the_trim() -> None:
    made = handed_in("mbprint-63x88")
    assert made.names == ("cards.pdf",)
    (pdf,) = made.contents
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert len(document.pages) == 6
        for page in document.pages:
            assert [float(number) * MM for number in page.trimbox] == pytest.approx([3, 3, 66, 91], abs=0.01)
            assert [float(number) * MM for number in page.mediabox] == pytest.approx([0, 0, 69, 94], abs=0.01)
    check_fonts_are_ours_and_embedded(pdf)
    assert made.findings == ()
    assert least_margin_mm(pdf) >= 3 + 4 - 0.1


def test_letters_outside_the_safe_zone_of_a_maker_are_told() -> None:
    made = handed_in("mbprint-63x88", safe_mm=9)
    assert {finding.wording for finding in made.findings} == {"print.outside.profile"}
    assert {finding.severity for finding in made.findings} == {"warning"}


def least_margin_mm(pdf: bytes) -> float:
    """Return how near the ink of a letter comes to the edge of a page."""
    least = 1000.0
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        text = page.get_textpage()
        for left, bottom, right, top in (text.get_charbox(index) for index in range(text.count_chars())):
            if right > left:
                least = min(least, left, bottom, page.get_width() - right, page.get_height() - top)
    document.close()
    return least * MM


def test_pictures_are_numbered_named_and_to_the_pixel_with_the_common_back_last() -> None:
    made = handed_in("mpc-63x88")
    assert [name[:3] for name in made.names] == ["001", "002", "003", "004"]
    assert all(name.endswith(".png") for name in made.names)
    contents = list(made.contents)
    assert len(contents) == 4
    for content in contents:
        with Image.open(io.BytesIO(content)) as picture:
            assert (picture.size, picture.mode) == ((816, 1110), "RGB")
            assert len(picture.resize((40, 40)).getcolors(1600) or ()) > 20
    assert not [finding for finding in made.findings if finding.severity == "error"]


def test_a_grid_for_a_virtual_table_is_one_picture() -> None:
    made = handed_in("tts")
    assert made.names == ("001-fronts.png",)
    (content,) = made.contents
    with Image.open(io.BytesIO(content)) as picture:
        assert picture.size == (4090, 3997)
