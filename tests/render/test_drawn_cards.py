"""What holds for the cards of every game drawn with an index and signs in two corners: UNO's kin, fronts and backs.

They are laid out and read back, as letters and as pixels; what only one game's cards have is tested beside it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pikepdf
import pytest
from PIL import ImageChops

from cardtools.render.faces import Trim
from tests.render.game_faces import (
    SIZES,
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

LANGUAGES = ("hu", "en")
BOXES = {"panda": (60, 60, 7), "nepmesek": (130, 18, 15)}
"""Cards, distinct fronts and sheets of a box."""
BOTH_WAYS = (("hu", "en"), ("en", "hu"))
Make = Callable[[str, str], Drawn]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """Lay each game out once in each language it is asked for."""
    kept: dict[tuple[str, str], Drawn] = {}

    def make(game: str, language: str) -> Drawn:
        if (game, language) not in kept:
            with logged() as told:
                kept[game, language] = drawn(game, language, tmp_path_factory.mktemp(f"{game}-{language}"))
            assert told == []
        return kept[game, language]

    return make


def check_all_fits(found: Drawn, least_pt: float) -> None:
    for face in found.faces:
        verdict = found.pack.verdicts[face.key]
        assert not verdict.outside, face.card_id
        assert face.side == "back" or verdict.smallest_pt >= least_pt, face.card_id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "counts"), BOXES.items())
def test_the_box_is_its_distinct_faces_and_one_back(
    made: Make, game: str, counts: tuple[int, int, int], language: str
) -> None:
    cards, fronts, _ = counts
    found = made(game, language)
    assert sum(card.copies for card in printed_cards(game, language)) == cards
    assert len({face.key for face in found.faces}) == fronts + 1
    assert set(found.pack.pages) == {face.key for face in found.faces}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BOXES)
def test_every_font_is_ours_and_embedded(made: Make, game: str, language: str) -> None:
    check_fonts_are_ours_and_embedded(made(game, language).pack.pdf)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BOXES)
def test_every_letter_keeps_3_mm_from_the_edge_and_is_8_pt_or_more(made: Make, game: str, language: str) -> None:
    check_all_fits(made(game, language), 8)


@pytest.mark.parametrize("game", BOXES)
def test_the_index_shows_in_a_fanned_hand_and_keeps_4_mm_from_the_edge(made: Make, game: str) -> None:
    found = made(game, "hu")
    shown = [face for face in found.faces if found.corners(face.card_id)[0]]
    assert len(shown) > 10
    for face in shown:
        index = [
            letter.box
            for letter in found.letters_of(face.card_id)
            if letter.box.x_mm < 8 and letter.box.y_mm > found.trim.height_mm - 18
        ]
        assert min(box.x_mm for box in index) >= 3.95, face.card_id
        assert max(box.right_mm for box in index) < 10, face.card_id


@pytest.mark.parametrize(("language", "second"), BOTH_WAYS)
@pytest.mark.parametrize("game", BOXES)
def test_a_second_language_stands_under_the_first_and_all_fits(
    tmp_path: Path, game: str, language: str, second: str
) -> None:
    found = drawn(game, language, tmp_path, second=second)
    check_all_fits(found, 6)
    for face in found.faces:
        if face.text and face.second:
            plain = found.text(face.card_id)
            assert squeezed(face.text) in plain
            assert squeezed(face.second.text) in plain
            assert squeezed(face.second.name) in plain


@pytest.mark.parametrize(("size", "pair"), list(zip(SIZES, cycle(BOTH_WAYS))))
@pytest.mark.parametrize("game", BOXES)
def test_two_languages_fit_every_size(
    tmp_path: Path, game: str, size: tuple[float, float], pair: tuple[str, str]
) -> None:
    found = drawn(game, pair[0], tmp_path, Trim(*size, 0), second=pair[1])
    assert not any(verdict.outside for verdict in found.pack.verdicts.values())


@pytest.mark.parametrize(("size", "language"), list(zip(SIZES, cycle(("en", "hu")))))
@pytest.mark.parametrize("game", BOXES)
def test_every_card_fits_every_size(tmp_path: Path, game: str, size: tuple[float, float], language: str) -> None:
    check_all_fits(drawn(game, language, tmp_path, Trim(*size, 0)), 6)


@pytest.mark.parametrize("game", BOXES)
def test_in_outlines_hardly_any_ink_is_spent_and_signs_stay(tmp_path: Path, made: Make, game: str) -> None:
    economy = drawn(game, "hu", tmp_path, economy=True)
    for face in economy.faces:
        assert lightness(economy.picture(face.card_id)) > 0.82, face.card_id
        assert economy.text(face.card_id) == made(game, "hu").text(face.card_id)
        if face.side == "front":
            upper, lower = economy.corner_inks(face.card_id, "#1c1c1e", across_mm=11, down_mm=20)
            assert share_of(upper) > 0.04, face.card_id
            assert share_of(ImageChops.difference(upper, lower)) < 0.05, face.card_id
    assert turned_difference(economy.picture("")) < 0.5


@pytest.mark.parametrize("game", BOXES)
def test_the_ground_runs_out_into_the_bleed(tmp_path: Path, game: str) -> None:
    found = drawn(game, "en", tmp_path, Trim(63, 88, 3))
    for face in found.faces:
        assert (255, 255, 255) not in edge_colours(found.picture(face.card_id)), face.card_id
    assert not any(verdict.outside for verdict in found.pack.verdicts.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "counts"), BOXES.items())
def test_the_box_prints_as_sheets_with_backs(
    tmp_path: Path, game: str, counts: tuple[int, int, int], language: str
) -> None:
    path = tmp_path / "cards.pdf"
    command = [sys.executable, "-m", "cardtools", "print", "cards", game, "--lang", language, "-o", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    with pikepdf.open(path) as document:
        assert len(document.pages) == 2 * counts[2]
        assert str(document.Root.Lang) == language
    check_fonts_are_ours_and_embedded(path.read_bytes())
