"""The cards of Magyar népmesék laid out and read back, as letters and as pixels."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from cardtools.documents.inks import contrast
from tests.render.game_faces import (
    DPI,
    TCG,
    Drawn,
    drawn,
    share_of,
)
from tests.render.making import logged
from tests.render.reading import squeezed

pytestmark = pytest.mark.xdist_group("nepmesek-cards")

LANGUAGES = ("hu", "en")
SPECIALS = ("mug", "satchel", "sheep", "key", "palace", "lantern", "mirror", "takeback", "hussar", "lazy")
INDICES = {
    **{f"plus-{n}": f"+{n}" for n in (1, 2, 3, 4)},
    "purple": "–",
    "mug": "0",
    "satchel": "±1",
    "sheep": "±2",
    "key": "±3",
    "palace": "+5",
    "lazy": "–2",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Drawn]:
    with logged() as told:
        faces = {language: drawn("nepmesek", language, tmp_path_factory.mktemp(language)) for language in LANGUAGES}
    assert told == []
    return faces


@pytest.mark.parametrize(("card_id", "index"), INDICES.items())
def test_the_index_stands_in_both_corners(made: dict[str, Drawn], card_id: str, index: str) -> None:
    for language in LANGUAGES:
        assert made[language].corners(card_id) == (index, index)


@pytest.mark.parametrize(
    "card_id", [*INDICES, "pinko", "midnight", "action", "lantern", "mirror", "takeback", "hussar"]
)
def test_index_and_sign_look_alike_in_both_corners(made: dict[str, Drawn], card_id: str) -> None:
    face = made["hu"].face(card_id)
    ink = face.colours[0].ink if face.colours else "#ffffff"
    upper, lower = made["hu"].corner_inks(card_id, ink, across_mm=13, down_mm=12)
    assert share_of(upper) > 0.02
    assert share_of(ImageChops.difference(upper, lower)) < 0.03


def test_cards_without_a_number_are_told_apart_by_what_their_corners_show(made: dict[str, Drawn]) -> None:
    ids = ("pinko", "midnight", "action", "lantern", "mirror", "takeback", "hussar")
    masks = {card_id: made["hu"].corner_inks(card_id, "#ffffff", 13, 12)[0] for card_id in ids}
    for one in ids:
        for other in ids[: ids.index(one)]:
            assert share_of(ImageChops.difference(masks[one], masks[other])) > 0.05, (one, other)


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_a_positive_card_says_its_worth_at_arms_length(made: dict[str, Drawn], value: int) -> None:
    assert made["hu"].text(f"plus-{value}") == f"+{value}" * 3
    assert max(letter.size_pt for letter in made["hu"].letters_of(f"plus-{value}")) > 30


def test_an_unknown_value_is_left_blank_and_a_known_one_is_printed(made: dict[str, Drawn], tmp_path: Path) -> None:
    blank = made["hu"].face("purple")
    assert "value" in blank.blanks
    assert not any(letter.text.isdigit() or letter.text == "_" for letter in made["hu"].letters_of("purple"))
    known = replace(blank, card_id="purple-2", value=-2, corner="-2", blanks=())
    filled = drawn("nepmesek", "hu", tmp_path, TCG, known)
    assert filled.corners("purple-2") == ("–2", "–2")
    assert filled.text("purple-2").count("–2") == 3
    # A white field with a ruled line to write on, which the known value does not have.
    assert ruled_lines(made["hu"].picture("purple"), blank.colours[0].hex, 39.4, (60, 64)) == 1
    assert ruled_lines(filled.picture("purple-2"), blank.colours[0].hex, 39.4, (60, 64)) == 0


def test_an_action_card_has_seven_ruled_lines_to_write_on(made: dict[str, Drawn]) -> None:
    assert made["hu"].face("action").text is None
    for language in LANGUAGES:
        assert made[language].text("action") == squeezed(made[language].face("action").name)
        assert ruled_lines(made[language].picture("action"), "#8c8074", 12, (40, 83)) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_rules_can_be_read_in_the_language(made: dict[str, Drawn], language: str) -> None:
    told = [face for face in made[language].faces if face.text]
    assert {face.card_id for face in told} == {*SPECIALS, "pinko", "midnight"}
    for face in told:
        plain = made[language].text(face.card_id)
        assert squeezed(face.name) in plain
        assert squeezed(face.text or "") in plain


def test_every_card_with_a_text_has_a_picture_of_its_own(made: dict[str, Drawn]) -> None:
    ids = [face.card_id for face in made["hu"].faces if face.text]
    pictures = {one: made["hu"].picture(one).crop((110, 40, 330, 290)) for one in ids}
    for number, one in enumerate(ids):
        for other in ids[:number]:
            assert share_of(ImageChops.difference(pictures[one], pictures[other]).convert("L")) > 0.05, (one, other)


def test_positive_and_purple_cards_are_told_apart_by_sign_and_lightness(made: dict[str, Drawn]) -> None:
    positive, purple = (made["hu"].face(one).colours[0] for one in ("plus-1", "purple"))
    assert positive.sign != purple.sign
    assert contrast(positive.hex, purple.hex) >= 3
    assert all(contrast(colour.hex, colour.ink) >= 4.5 for colour in (positive, purple))


def ruled_lines(picture: Image.Image, ink: str, x_mm: float, rows_mm: tuple[float, float]) -> int:
    """Return how many lines of ``ink`` cross the upright at ``x_mm`` between two heights, counted from the top."""
    wanted = tuple(int(ink[at : at + 2], 16) for at in (1, 3, 5))
    x = round(x_mm * DPI / 25.4)
    found, inside = 0, False
    for y in range(*(round(mm * DPI / 25.4) for mm in rows_mm)):
        pixel = picture.getpixel((x, y))
        assert isinstance(pixel, tuple)
        near = all(abs(one - other) < 60 for one, other in zip(pixel, wanted, strict=True))
        found += near and not inside
        inside = near
    return found
