"""The cards of Panda! laid out and read back, as letters and as pixels."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops

from cardtools.documents.inks import contrast
from cardtools.render.fitting import Setting, face_markup
from cardtools.render.html import Templates
from cardtools.store.workspace import shipped
from tests.render.game_faces import (
    TCG,
    Drawn,
    drawn,
    printed_cards,
    share_of,
)
from tests.render.making import logged
from tests.render.reading import squeezed

pytestmark = pytest.mark.xdist_group("panda-cards")

COLOURS = ("blue", "purple", "green", "red")
LANGUAGES = ("hu", "en")
DRAGONS = tuple(f"{colour}-dragon" for colour in COLOURS)
PETS = ("monkey", "tiger", "crocodile", "panda")
NUMBERS = tuple(f"{colour}-{number}" for colour in COLOURS for number in range(1, 14))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Drawn]:
    with logged() as told:
        faces = {language: drawn("panda", language, tmp_path_factory.mktemp(language)) for language in LANGUAGES}
    assert told == []
    return faces


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_60_cards_are_52_numbers_four_dragons_and_four_pets(made: dict[str, Drawn], language: str) -> None:
    assert {*NUMBERS, *DRAGONS, *PETS} == {face.card_id for face in made[language].faces if face.side == "front"}


@pytest.mark.parametrize("card_id", NUMBERS)
def test_a_number_stands_in_both_corners_and_large_in_the_middle(made: dict[str, Drawn], card_id: str) -> None:
    number = card_id.split("-")[1]
    assert made["hu"].corners(card_id) == (number, number)
    assert made["hu"].text(card_id).count(number) >= 3
    largest = max(letter.size_pt for letter in made["hu"].letters_of(card_id))
    assert largest > 50  # at arm's length


@pytest.mark.parametrize("card_id", [*DRAGONS])
def test_a_dragon_has_its_value_in_both_corners_and_a_mark_that_it_is_likely(
    made: dict[str, Drawn], card_id: str
) -> None:
    value = str(made["en"].face(card_id).value)
    assert made["en"].corners(card_id) == (value, value)
    assert made["en"].text(card_id).count("?") == 1


def test_only_what_is_likely_is_marked_so(made: dict[str, Drawn]) -> None:
    for language in LANGUAGES:
        marked = {face.card_id for face in made[language].faces if "?" in made[language].text(face.card_id)}
        assert marked == {*DRAGONS, "panda"}
        assert marked == {face.card_id for face in made[language].faces if face.likely}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_rules_can_be_read_in_the_language(made: dict[str, Drawn], language: str) -> None:
    told = [face for face in made[language].faces if face.text]
    assert {face.card_id for face in told} == {*DRAGONS, *PETS, "blue-10", "red-10"}
    for face in told:
        plain = made[language].text(face.card_id)
        assert squeezed(face.name) in plain
        assert squeezed(face.text or "") in plain
    assert "sárkány" in made["hu"].text("blue-dragon")
    assert "dragon" in made["en"].text("blue-dragon")


@pytest.mark.parametrize(("card_id", "other"), [("blue-10", "blue-9"), ("red-10", "red-9")])
def test_banker_and_envoy_wear_a_sign_more_in_both_corners(made: dict[str, Drawn], card_id: str, other: str) -> None:
    ink = made["hu"].face(card_id).colours[0].ink
    for with_sign, without in zip(
        made["hu"].corner_inks(card_id, ink), made["hu"].corner_inks(other, ink), strict=True
    ):
        low = (0, with_sign.height * 3 // 4, *with_sign.size)
        assert share_of(with_sign.crop(low)) > share_of(without.crop(low)) + 0.05
    assert made["hu"].face(card_id).marks[0][1] in made["hu"].face(card_id).name


@pytest.mark.parametrize("card_id", ["blue-4", "purple-8", "green-13", "red-1", *DRAGONS, *PETS])
def test_index_and_sign_look_alike_in_both_corners(made: dict[str, Drawn], card_id: str) -> None:
    upper, lower = made["hu"].corner_inks(card_id, made["hu"].face(card_id).colours[0].ink, across_mm=11, down_mm=19)
    assert share_of(upper) > 0.1
    assert share_of(ImageChops.difference(upper, lower)) < 0.03


def test_the_four_colours_are_told_apart_by_sign_ground_and_lightness(made: dict[str, Drawn]) -> None:
    colours = [made["hu"].face(f"{colour}-7").colours[0] for colour in COLOURS]
    assert len({colour.sign for colour in colours}) == 4
    assert all(contrast(colour.hex, colour.ink) >= 4.5 for colour in colours)
    greys = {colour: made["hu"].picture(f"{colour}-7").convert("L") for colour in COLOURS}
    for one, other in combinations(COLOURS, 2):
        inks = [made["hu"].corner_inks(f"{c}-7", made["hu"].face(f"{c}-7").colours[0].ink)[0] for c in (one, other)]
        signs = [mask.crop((0, mask.height // 2, *mask.size)) for mask in inks]
        assert share_of(ImageChops.difference(*signs)) > 0.03, (one, other)
        assert share_of(ImageChops.difference(greys[one], greys[other])) > 0.03, (one, other)


def test_all_plain_numbers_of_a_colour_share_one_drawing() -> None:
    setting = Setting(TCG, Templates(shipped("templates")), "hu", "Panda!")
    plain = [card.front for card in printed_cards("panda", "hu") if card.front.type == "number" and not card.front.text]
    assert len(plain) == 50
    assert len({face_markup(face, setting, {})[0] for face in plain}) == 4
