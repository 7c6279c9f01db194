"""The cards of Unstable Unicorns, read back and looked at: names, types, corners, and room for what is unknown."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from cardtools.app.desk import Desk
from cardtools.app.printing import SheetOptions, print_cards
from cardtools.documents.faces import Face
from cardtools.model.base import text_in
from cardtools.render.faces import Trim
from tests.render.face_variants import bare, cards_of, hardest, laid
from tests.render.game_faces import DPI, SIZES, Drawn, edge_colours
from tests.render.making import logged
from tests.render.reading import check_fonts_are_ours_and_embedded, shown_glyphs

GAME = "unikornis"
TYPES = ("baby", "basic", "magical", "magic", "upgrade", "downgrade", "instant", "reference")
LANGUAGES = ("hu", "en")


@pytest.fixture(scope="module", params=LANGUAGES)
def made(request: pytest.FixtureRequest) -> Drawn:
    cards = cards_of(GAME, request.param)
    with logged() as told:
        found = laid([*(card.front for card in cards), cards[0].back], request.param)
    assert told == []
    return found


@pytest.fixture(scope="module")
def hungarian() -> Drawn:
    cards = cards_of(GAME, "hu")
    return laid([*(card.front for card in cards), cards[0].back], "hu")


def fronts(made: Drawn) -> list[Face]:
    return [face for face in made.faces if face.side == "front"]


def first_of(made: Drawn, kind: str) -> Face:
    return next(face for face in fronts(made) if face.type == kind)


def corner(made: Drawn, face: Face, turned: bool = False) -> Image.Image:
    """Return the corner of a card in grey, both corners cut alike."""
    picture = made.picture(face.card_id).convert("L")
    picture = picture.rotate(180) if turned else picture
    side = round(17 * DPI / 25.4)
    return picture.crop((0, 0, side, round(15 * DPI / 25.4)))


def badge(made: Drawn, face: Face) -> Image.Image:
    """Return the outline of a corner's badge: what is paper, whatever the colour around it."""
    return corner(made, face).point(lambda value: 255 if value > 244 else 0)


def test_name_and_type_of_every_card_can_be_read(made: Drawn) -> None:
    for face in fronts(made):
        read = bare(made.text(face.card_id))
        assert bare(face.name) in read
        assert bare(face.type_line) in read


def test_a_known_text_is_printed_and_an_unknown_one_leaves_lines_only(made: Drawn) -> None:
    known = [face for face in fronts(made) if face.text]
    unknown = [face for face in fronts(made) if face.text is None]
    assert known
    assert unknown
    for face in known:
        assert bare(face.text or "") in bare(made.text(face.card_id))
    for face in unknown:
        words = (face.name, face.type_line, face.game_name, *(f"{name}." for _, name in face.marks))
        assert len(bare(made.text(face.card_id))) == sum(len(bare(word)) for word in words), face.name


def test_an_unknown_text_leaves_four_ruled_lines(hungarian: Drawn) -> None:
    picture = hungarian.picture("back-kick").convert("L")
    column = picture.crop(
        (round(12 * DPI / 25.4), round(55 * DPI / 25.4), round(13 * DPI / 25.4), round(79 * DPI / 25.4))
    )
    dark = [min(column.crop((0, y, column.width, y + 1)).tobytes()) < 215 for y in range(column.height)]
    assert sum(1 for before, now in zip([False, *dark], dark, strict=False) if now and not before) == 4


def test_what_is_known_of_an_unknown_text_stands_above_the_lines(made: Drawn) -> None:
    face = made.face("ginormous-unicorn")
    ((_, name),) = face.marks
    assert bare(f"{name[0].upper()}{name[1:]}.") in bare(made.text(face.card_id))


@pytest.mark.parametrize(("one", "other"), tuple(combinations(TYPES, 2)))
def test_two_types_have_corners_of_different_outline(hungarian: Drawn, one: str, other: str) -> None:
    difference = ImageChops.difference(
        badge(hungarian, first_of(hungarian, one)), badge(hungarian, first_of(hungarian, other))
    )
    assert sum(1 for value in difference.tobytes() if value) > 250


@pytest.mark.parametrize("kind", TYPES)
def test_the_lower_corner_shows_the_sign_of_the_type_upright(hungarian: Drawn, kind: str) -> None:
    face = first_of(hungarian, kind)
    picture = hungarian.picture(face.card_id).convert("L").point(lambda value: 255 if value > 244 else 0)
    radius = 4.4 * DPI / 25.4
    middles = [(x * DPI / 25.4, y * DPI / 25.4) for x, y in ((7, 7.6), (63 - 7, 88 - 7.6))]
    upper, lower = (
        picture.crop((round(x - radius), round(y - radius), round(x + radius), round(y + radius))) for x, y in middles
    )
    upright, turned = (
        sum(1 for value in ImageChops.difference(upper, one).tobytes() if value) for one in (lower, lower.rotate(180))
    )
    assert upright < 0.04 * upper.width * upper.height
    if kind in ("upgrade", "downgrade", "instant"):
        assert turned > 2 * upright


def test_an_upgrade_held_upside_down_is_not_a_downgrade(hungarian: Drawn) -> None:
    up, down = first_of(hungarian, "upgrade"), first_of(hungarian, "downgrade")
    turned = badge(hungarian, up).rotate(180)
    difference = ImageChops.difference(turned, badge(hungarian, down))
    assert sum(1 for value in difference.tobytes() if value) > 600


def test_every_colour_has_its_unicorn(hungarian: Drawn) -> None:
    shown = {
        hungarian.picture(f"basic-unicorn-{one}").tobytes() for one in ("red", "orange", "green", "blue", "indigo")
    }
    assert len(shown) == 5


def test_every_letter_stays_3_mm_inside_the_card_and_is_6_pt_or_more(made: Drawn) -> None:
    assert [face.name for face in made.faces if made.pack.verdicts[face.key].outside] == []
    assert made.pack.smallest_pt >= 6


def test_fonts_are_ours_and_no_letter_is_missing(made: Drawn) -> None:
    check_fonts_are_ours_and_embedded(made.pack.pdf)
    assert 0 not in shown_glyphs(made.pack.pdf)


@pytest.mark.parametrize("size", SIZES)
def test_every_card_fits_every_size_we_know(size: tuple[float, float]) -> None:
    cards = cards_of(GAME, "hu")
    found = laid([*(card.front for card in hardest(cards)), cards[0].back], "hu", Trim(*size, 0))
    assert [face.name for face in found.faces if found.pack.verdicts[face.key].outside] == []
    assert found.pack.smallest_pt >= 6


@pytest.mark.parametrize("card_id", ["baby-unicorn-red", "neigh", "yay"])
def test_the_ground_runs_into_the_bleed_on_all_sides(card_id: str) -> None:
    fronts_ = [card.front for card in cards_of(GAME, "hu") if card.front.card_id == card_id]
    found = laid(fronts_, "hu", Trim(63, 88, 3))
    colours = edge_colours(found.picture(card_id))
    assert all(min(colour) < 245 for colour in colours)


def test_the_whole_box_is_printed_and_what_is_unknown_is_counted(tmp_path: Path) -> None:
    printed = print_cards(Desk.open("hu"), GAME, tmp_path / "cards.pdf", SheetOptions())
    info = Desk.open("hu").catalog.info(GAME)
    cards = cards_of(GAME, "hu")
    assert (printed.cards, printed.sheets) == (135, 15)
    assert printed.faces == len(cards) + 3  # the pile, the Nursery and the player aids have a back each
    (finding,) = printed.findings
    assert finding.code == "print.unknown-fact"
    assert finding.params["count"] == sum(card.copies for card in cards if card.front.text is None)
    assert text_in(info.name, "hu") in cards[0].front.game_name
