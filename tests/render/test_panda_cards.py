"""The cards of Panda! laid out and read back, as letters and as pixels."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations, cycle
from pathlib import Path

import pikepdf
import pytest
from PIL import ImageChops

from cardtools.documents.inks import contrast
from cardtools.render.faces import Trim
from cardtools.render.fitting import Setting, face_markup
from cardtools.render.html import Templates
from cardtools.store.workspace import shipped
from tests.render.game_faces import (
    SIZES,
    TCG,
    Drawn,
    drawn,
    edge_colours,
    lightness,
    printed_cards,
    share_of,
    turned_difference,
)
from tests.render.making import logged
from tests.render.reading import check_fonts_are_ours_and_embedded, squeezed

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
def test_the_60_cards_are_60_faces_and_one_back(made: dict[str, Drawn], language: str) -> None:
    assert sum(card.copies for card in printed_cards("panda", language)) == 60
    assert len({face.key for face in made[language].faces}) == 61
    assert set(made[language].pack.pages) == {face.key for face in made[language].faces}
    assert {*NUMBERS, *DRAGONS, *PETS} == {face.card_id for face in made[language].faces if face.side == "front"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_font_is_ours_and_embedded(made: dict[str, Drawn], language: str) -> None:
    check_fonts_are_ours_and_embedded(made[language].pack.pdf)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_keeps_3_mm_from_the_edge_and_is_8_pt_or_more(made: dict[str, Drawn], language: str) -> None:
    for face in made[language].faces:
        verdict = made[language].pack.verdicts[face.key]
        assert not verdict.outside, face.card_id
        assert face.side == "back" or verdict.smallest_pt >= 8, face.card_id


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
    upper, lower = made["hu"].corner_inks(card_id, made["hu"].face(card_id).colours[0].ink, across_mm=12, down_mm=19)
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


@pytest.mark.parametrize(("language", "second"), [("hu", "en"), ("en", "hu")])
def test_a_second_language_stands_under_the_first_and_all_fits(tmp_path: Path, language: str, second: str) -> None:
    made = drawn("panda", language, tmp_path, second=second)
    for face in made.faces:
        verdict = made.pack.verdicts[face.key]
        assert not verdict.outside, face.card_id
        assert face.side == "back" or verdict.smallest_pt >= 6, face.card_id
        if face.text and face.second:
            plain = made.text(face.card_id)
            assert squeezed(face.text) in plain
            assert squeezed(face.second.text) in plain
            assert squeezed(face.second.name) in plain


@pytest.mark.parametrize(
    ("width_mm", "height_mm", "language", "second"),
    [(*size, *pair) for size, pair in zip(SIZES, cycle((("hu", "en"), ("en", "hu"))))],
)
def test_two_languages_fit_every_size(
    tmp_path: Path, width_mm: float, height_mm: float, language: str, second: str
) -> None:
    made = drawn("panda", language, tmp_path, Trim(width_mm, height_mm, 0), second=second)
    assert not any(verdict.outside for verdict in made.pack.verdicts.values())


def test_in_outlines_hardly_any_ink_is_spent_and_signs_stay(tmp_path: Path, made: dict[str, Drawn]) -> None:
    economy = drawn("panda", "hu", tmp_path, economy=True)
    for face in economy.faces:
        assert lightness(economy.picture(face.card_id)) > 0.82, face.card_id
        assert economy.text(face.card_id) == made["hu"].text(face.card_id)
        if face.side == "front":
            upper, lower = economy.corner_inks(face.card_id, "#1c1c1e", across_mm=11, down_mm=20)
            assert share_of(upper) > 0.04, face.card_id
            assert share_of(ImageChops.difference(upper, lower)) < 0.05, face.card_id
    assert turned_difference(economy.picture("")) < 0.5


@pytest.mark.parametrize("bleed_mm", [0, 3])
def test_the_back_is_the_same_when_it_is_turned(tmp_path: Path, bleed_mm: float) -> None:
    back = drawn("panda", "hu", tmp_path, Trim(63, 88, bleed_mm)).picture("")
    assert len(back.getcolors(100_000) or ()) > 50
    assert turned_difference(back) < 0.5


def test_the_ground_runs_out_into_the_bleed(tmp_path: Path) -> None:
    made = drawn("panda", "en", tmp_path, Trim(63, 88, 3))
    for card_id in ("blue-1", "purple-10", "green-dragon", "panda", "red-10", ""):
        assert (255, 255, 255) not in edge_colours(made.picture(card_id)), card_id
    assert not any(verdict.outside for verdict in made.pack.verdicts.values())


@pytest.mark.parametrize(
    ("width_mm", "height_mm", "language"), [(*size, one) for size, one in zip(SIZES, cycle(("en", "hu")))]
)
def test_every_card_fits_every_size(tmp_path: Path, width_mm: float, height_mm: float, language: str) -> None:
    made = drawn("panda", language, tmp_path, Trim(width_mm, height_mm, 0))
    for face in made.faces:
        verdict = made.pack.verdicts[face.key]
        assert not verdict.outside, face.card_id
        assert face.side == "back" or verdict.smallest_pt >= 6, face.card_id


def test_all_plain_numbers_of_a_colour_share_one_drawing() -> None:
    setting = Setting(TCG, Templates(shipped("templates")), "hu", "Panda!")
    plain = [card.front for card in printed_cards("panda", "hu") if card.front.type == "number" and not card.front.text]
    assert len(plain) == 50
    assert len({face_markup(face, setting, {})[0] for face in plain}) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_box_prints_as_seven_sheets_with_backs(tmp_path: Path, language: str) -> None:
    path = tmp_path / "cards.pdf"
    command = [sys.executable, "-m", "cardtools", "print", "cards", "panda", "--lang", language, "-o", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    with pikepdf.open(path) as document:
        assert len(document.pages) == 14
        assert str(document.Root.Lang) == language
    check_fonts_are_ours_and_embedded(path.read_bytes())
