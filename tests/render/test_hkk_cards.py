"""Cards and proxies of HKK, read back and looked at: nine gods told apart by colour and by sign."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from cardtools.app.desk import Desk
from cardtools.documents.card_faces import game_cards, outlined, proxies
from cardtools.documents.faces import Face
from cardtools.model.card import Card
from cardtools.render.faces import Trim
from tests.render.face_variants import bare, cards_of, hardest, ink, laid
from tests.render.game_faces import DPI, SIZES, Drawn, edge_colours, turned_difference
from tests.render.making import logged

GODS = ("chara-din", "dornodon", "elenios", "fairlight", "leah", "raia", "rhatt", "sheran", "tharr")
NUMBERS: dict[str, object] = {"cost": "{vp}4", "damage": 13, "life": 57}


def one_of(god: str, **facts: object) -> Card:
    return Card.model_validate({"id": god, "name": {"hu": f"Lap {god}"}, "type": "monster", "colours": [god], **facts})


def drawn_proxies(*cards: Card, second: str | None = None, trim: Trim | None = None) -> Drawn:
    info = Desk.open("hu").catalog.info("hkk")
    made = list(proxies(info, [(card, 1) for card in cards], "hu", "PROXY – nem eladó", second=second))
    faces = [*(card.front for card in made), made[0].back]
    return laid(faces, "hu", trim) if trim else laid(faces, "hu")


@pytest.fixture(scope="module")
def pool() -> Drawn:
    cards = cards_of("hkk", "hu")
    with logged() as told:
        found = laid([*(card.front for card in cards), cards[0].back], "hu")
    assert told == []
    return found


@pytest.fixture(scope="module")
def gods() -> Drawn:
    return drawn_proxies(*(one_of(god, **NUMBERS) for god in GODS))


def fronts(made: Drawn) -> list[Face]:
    return [face for face in made.faces if face.side == "front"]


def sign(made: Drawn, card_id: str) -> Image.Image:
    """Return the badge under the cost as black on white, whatever its colours."""
    box = tuple(round(mm * DPI / 25.4) for mm in (6.6, 19, 12.2, 24.6))
    grey = made.picture(card_id).convert("L").crop(box)  # type: ignore[arg-type] # four of them
    corner = grey.tobytes()[grey.width * (grey.height // 2)]
    return grey.point(lambda value: 255 if abs(value - corner) > 50 else 0)


def test_every_card_of_the_pool_says_its_name_its_god_and_its_type(pool: Drawn) -> None:
    for face in fronts(pool):
        read = bare(pool.text(face.card_id))
        assert bare(face.name) in read
        assert bare(face.type_line) in read
        for colour in face.colours:
            assert bare(colour.name) in read


def test_cost_and_numbers_stand_where_they_are_known_and_boxes_where_not(gods: Drawn, pool: Drawn) -> None:
    for god in GODS:
        assert all(number in gods.text(god) for number in ("4", "13", "57"))
    unknown = next(face for face in fronts(pool) if face.damage is None and face.type == "monster")
    assert not any(letter.isdigit() for letter in pool.text(unknown.card_id))


@pytest.mark.parametrize(("one", "other"), tuple(combinations(GODS, 2)))
def test_two_gods_are_told_apart_by_the_shape_of_their_signs(gods: Drawn, one: str, other: str) -> None:
    difference = ImageChops.difference(sign(gods, one), sign(gods, other))
    assert sum(1 for value in difference.tobytes() if value) > 0.08 * difference.width * difference.height


def test_a_card_of_two_gods_is_split_between_their_colours() -> None:
    made = drawn_proxies(one_of("dornodon", id="two", colours=["dornodon", "leah"]))
    picture = made.picture("two")
    left, right = picture.getpixel((4, picture.height // 2)), picture.getpixel((picture.width - 5, picture.height // 2))
    hexes = {colour.id: colour.hex for colour in made.face("two").colours}
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    assert "#{:02x}{:02x}{:02x}".format(*left).upper() == hexes["dornodon"].upper()
    assert "#{:02x}{:02x}{:02x}".format(*right).upper() == hexes["leah"].upper()
    assert all(name in made.text("two") for name in ("Dornodon", "Leah"))


@pytest.mark.parametrize("colours", [["raia"], ["raia", "tharr"], ["raia", "tharr", "rhatt"], []])
def test_a_text_of_any_length_is_printed_whole(colours: list[str]) -> None:
    texts = [("Húzz két lapot! " * 40)[:length].strip() for length in (20, 150, 300, 500, 640)]
    cards = [
        one_of("raia", id=str(n), text={"hu": text}, colours=colours, **NUMBERS)
        for n, text in enumerate(texts, start=1)
    ]
    made = drawn_proxies(*cards)
    for card in cards:
        assert bare(card.text["hu"]) in bare(made.text(card.id))
    assert made.pack.smallest_pt >= 6
    assert not any(verdict.outside for verdict in made.pack.verdicts.values())


def test_only_a_proxy_says_that_it_is_one(pool: Drawn, gods: Drawn) -> None:
    assert not any("PROXY" in pool.text(face.card_id) for face in fronts(pool))
    assert all("PROXY–nemeladó" in gods.text(god) for god in GODS)


def test_the_back_of_proxies_hides_which_way_is_up(gods: Drawn) -> None:
    picture = gods.picture("")
    assert turned_difference(picture) < 3
    assert max(ImageChops.difference(picture, picture.rotate(180)).convert("L").tobytes()) < 110


def test_every_letter_stays_3_mm_inside_the_card_and_is_6_pt_or_more(pool: Drawn) -> None:
    assert [face.name for face in pool.faces if pool.pack.verdicts[face.key].outside] == []
    assert pool.pack.smallest_pt >= 6


@pytest.mark.parametrize("size", SIZES)
def test_every_card_of_the_pool_fits_every_size_we_know(size: tuple[float, float]) -> None:
    cards = cards_of("hkk", "hu")
    found = laid([*(card.front for card in hardest(cards)), cards[0].back], "hu", Trim(*size, 0))
    assert [face.name for face in found.faces if found.pack.verdicts[face.key].outside] == []
    assert found.pack.smallest_pt >= 6


def test_the_frame_runs_into_the_bleed_on_all_sides() -> None:
    made = drawn_proxies(one_of("sheran"), trim=Trim(63, 88, 3))
    colours = edge_colours(made.picture("sheran"))
    assert len(colours) == 1
    assert max(next(iter(colours))) < 120


def test_proxies_spare_ink_beside_full_cards_and_more_so_in_outlines() -> None:
    info = Desk.open("hu").catalog.info("hkk")
    card = one_of("leah", **NUMBERS)
    full = list(proxies(info, [(card, 1)], "hu", "PROXY"))
    spared = list(outlined(full))
    there, here = (laid([one.front for one in cards], "hu").picture("leah") for cards in (full, spared))
    assert ink(here) < 0.12
    assert ink(here) < ink(there) / 2


def test_a_pool_card_without_a_known_text_has_lines_to_write_it_on() -> None:
    info = Desk.open("hu").catalog.info("hkk")
    known, unknown = one_of("raia", id="a", text={"hu": "Repül."}), one_of("raia", id="b")
    made = laid([one.front for one in game_cards(info, [known, unknown], "hu")], "hu")
    box = tuple(round(mm * DPI / 25.4) for mm in (40, 52, 41, 72))
    greys = [made.picture(one).convert("L").crop(box) for one in ("a", "b")]  # type: ignore[arg-type] # four of them
    assert [min(grey.tobytes()) < 200 for grey in greys] == [False, True]
