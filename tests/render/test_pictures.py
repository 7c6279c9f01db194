"""Faces as pictures: right to the pixel."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardtools.errors import CardtoolsError
from cardtools.imposition.sequence import face_sequence, file_names
from cardtools.model.printing import PageOrder, Pixels, Profile
from cardtools.render.faces import Trim
from cardtools.render.pictures import draw_pictures
from cardtools.render.tabletop import draw_grids, grid_names
from cardtools.store.print_profiles import profile
from cardtools.store.workspace import data_folders
from tests.render.packs import FOOT, colour_of, plain_pack

MPC = profile(data_folders(), "mpc-63x88")
TTS = profile(data_folders(), "tts")
TRIM = Trim(63, 88, 3.05)
PACK = plain_pack(("a", "b", "x", "y"), TRIM)
Colour = tuple[int, int, int]


def opened(content: bytes) -> Image.Image:
    with Image.open(io.BytesIO(content)) as picture:
        picture.load()
        return picture


def at(picture: Image.Image, x: int, y: int) -> Colour:
    found = picture.getpixel((x, y))
    assert isinstance(found, tuple)
    return int(found[0]), int(found[1]), int(found[2])


def near(colour: Colour, other: Colour) -> bool:
    return all(abs(one - two) <= 2 for one, two in zip(colour, other, strict=True))


@pytest.mark.parametrize("name", ["mpc-63x88", "mpc-poker", "tgc-poker"])
def test_a_picture_has_exactly_the_makers_pixels_and_is_rgb_at_300_dpi(name: str) -> None:
    chosen = profile(data_folders(), name)
    assert chosen.pixels is not None
    size = {"tcg": (63, 88), "poker": (63.5, 88.9)}[str(chosen.card_size)]
    trim = Trim(*size, chosen.bleed_mm)
    (content,) = draw_pictures(["a"], plain_pack(["a"], trim), trim, chosen.pixels, 300)
    picture = opened(content)
    assert picture.size == (chosen.pixels.width, chosen.pixels.height)
    assert picture.mode == "RGB"
    assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    # The bleed reaches every edge.
    for x, y in ((0, 0), (picture.width - 1, 0), (0, picture.height - 1), (picture.width - 1, picture.height - 1)):
        assert near(at(picture, x, y), colour_of(0))


def test_the_card_lies_in_the_middle_at_its_own_size() -> None:
    assert MPC.pixels is not None
    (content,) = draw_pictures(["a"], PACK, TRIM, MPC.pixels, 300)
    picture = opened(content)
    per_mm = 300 / 25.4
    left, right = (816 - 63 * per_mm) / 2, (816 + 63 * per_mm) / 2
    head, foot = (1110 + 88 * per_mm) / 2 - 88 / 5 * per_mm, (1110 + 88 * per_mm) / 2
    row = [at(picture, x, round((head + foot) / 2)) == FOOT for x in range(816)]
    column = [at(picture, 408, y) == FOOT for y in range(1110)]
    assert row.index(True) == pytest.approx(left, abs=1.5)
    assert 816 - row[::-1].index(True) == pytest.approx(right, abs=1.5)
    assert column.index(True) == pytest.approx(head, abs=1.5)
    assert 1110 - column[::-1].index(True) == pytest.approx(foot, abs=1.5)


def test_copies_are_the_same_picture_and_every_run_gives_the_same_bytes() -> None:
    keys, pixels = ["a", "b", "a", "x"], Pixels(width=81, height=111)
    first, second = (list(draw_pictures(keys, PACK, TRIM, pixels, 30)) for _ in range(2))
    assert first == second
    assert first[0] == first[2]
    assert len(set(first)) == 3


def test_a_card_that_does_not_fill_the_picture_is_refused_with_the_sum() -> None:
    trim = Trim(63, 88, 2)
    with pytest.raises(CardtoolsError) as refusal:
        list(draw_pictures(["a"], plain_pack(["a"], trim), trim, Pixels(width=816, height=1110), 300))
    (finding,) = refusal.value.findings
    assert finding.code == "print.pixels"
    assert finding.params["needed"] == "69.09 × 93.98"
    assert finding.params["actual"] == "67 × 92"


def test_fronts_come_first_and_a_common_back_once() -> None:
    assert face_sequence([("a", "x"), ("b", "x")], MPC.page_order, blanks=False) == ("a", "b", "x")
    assert face_sequence([("a", "x"), ("b", "y")], MPC.page_order, blanks=False) == ("a", "b", "x", "y")
    assert face_sequence([("a", None), ("b", "y")], MPC.page_order, blanks=False) == ("a", "b", "y")
    assert face_sequence([("a", None), ("b", None)], MPC.page_order, blanks=False) == ("a", "b")


def test_names_of_files_are_numbered_and_never_the_same() -> None:
    shared = [("a", "x"), ("b", "x")]
    assert file_names(shared, MPC.page_order, "png") == ("001.png", "002.png", "003-back.png")
    names = {"a": "Kard & <Pajzs>", "b": "kard pajzs", "c": "../../etc/passwd", "d": "★"}
    assert file_names([(key, None) for key in "abcd"], MPC.page_order, "png", names) == (
        "001-kard-pajzs.png",
        "002-kard-pajzs.png",
        "003-etc-passwd.png",
        "004.png",
    )
    assert file_names([("a", None)] * 1000, MPC.page_order, "png")[::999] == ("0001.png", "1000.png")


def test_the_file_of_a_back_says_which_front_it_belongs_to() -> None:
    names = {"a": "Alma", "b": "Körte", "c": "Dió", "x": "Alma", "y": "Dió"}
    cards = [("a", "x"), ("a", "x"), ("b", None), ("c", "y")]
    assert file_names(cards, "fronts-backs", "png", names) == (
        "001-alma.png",
        "002-alma.png",
        "003-korte.png",
        "004-dio.png",
        "005-back-of-001-alma.png",
        "006-back-of-002-alma.png",
        "007-back-of-004-dio.png",
    )
    assert file_names(cards, "front-back", "png", names) == (
        "001-alma.png",
        "002-back-of-001-alma.png",
        "003-alma.png",
        "004-back-of-003-alma.png",
        "005-korte.png",
        "006-dio.png",
        "007-back-of-006-dio.png",
    )


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["x", "y", None])), min_size=1, max_size=12))
def test_there_is_a_name_for_each_face_and_no_two_are_the_same(cards: list[tuple[str, str | None]]) -> None:
    orders: tuple[PageOrder, ...] = ("fronts-backs", "front-back")
    for order in orders:
        found = file_names(cards, order, "png")
        assert len(set(found)) == len(face_sequence(cards, order, blanks=False)) == len(found)
        assert list(found) == sorted(found)


def cell(picture: Image.Image, place: int) -> Colour:
    """Return the colour in the upper part of a place of a grid of 10 × 7."""
    assert TTS.pixels is not None
    width, height = TTS.pixels.width, TTS.pixels.height
    return at(picture, place % 10 * width + width // 2, place // 10 * height + height // 3)


def grids(count: int, backs: tuple[str | None, ...]) -> tuple[tuple[str, ...], list[Image.Image]]:
    cards = [("ab"[n % 2], backs[n % len(backs)]) for n in range(count)]
    return grid_names(cards, TTS), [opened(content) for content in draw_grids(cards, PACK, TRIM, TTS)]


def test_a_grid_holds_69_cards_and_the_back_in_its_last_place() -> None:
    names, (picture,) = grids(69, ("x",))
    assert names == ("001-fronts.png",)
    assert picture.size == (4090, 3997)
    assert [cell(picture, place) for place in (0, 1, 68)] == [colour_of(0), colour_of(1), colour_of(0)]
    assert cell(picture, 69) == colour_of(2)


def test_the_seventieth_card_begins_another_grid() -> None:
    names, (first, second) = grids(70, ("x",))
    assert names == ("001-fronts.png", "002-fronts.png")
    assert cell(first, 69) == cell(second, 69) == colour_of(2)
    assert cell(second, 0) == colour_of(1)
    assert cell(second, 1) == (255, 255, 255)


def test_backs_of_their_own_have_a_grid_of_their_own() -> None:
    names, (fronts, backs) = grids(4, ("x", "y", None))
    assert names == ("001-fronts.png", "001-backs.png")
    assert cell(fronts, 2) == colour_of(0)
    assert [cell(backs, place) for place in range(4)] == [colour_of(2), colour_of(3), (255, 255, 255), colour_of(2)]


def test_a_grid_shows_cards_without_their_bleed() -> None:
    _, (picture,) = grids(1, ("x",))
    assert TTS.pixels is not None
    # The foot of the card is black up to its trimmed edges.
    y = TTS.pixels.height - TTS.pixels.height // 10
    assert at(picture, 1, y) == FOOT
    assert at(picture, TTS.pixels.width - 2, TTS.pixels.height - 2) == FOOT


def test_a_grid_of_other_cards_keeps_their_shape() -> None:
    trim = Trim(70, 70, 0)
    (content,) = draw_grids([("a", None)], plain_pack(["a"], trim), trim, TTS)
    assert opened(content).size == (4090, 7 * 409)


@pytest.mark.parametrize("chosen", [TTS])
def test_no_cards_make_no_grid(chosen: Profile) -> None:
    with pytest.raises(CardtoolsError, match=r"print\.no-cards"):
        grid_names([], chosen)
