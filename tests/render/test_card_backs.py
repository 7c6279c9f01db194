"""Backs of all games: none tells which way is up, and cards of one pile share one."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from cardtools.documents.card_faces import PrintedCard, outlined
from cardtools.render.faces import Trim
from tests.render.face_variants import cards_of, laid
from tests.render.game_faces import Drawn, share_of, turned_difference

BACKS = {"hkk": 1, "unikornis": 3, "uno": 1, "nepmesek": 1, "panda": 1}


def pictures(cards: tuple[PrintedCard, ...], bleed_mm: float = 0) -> list[Image.Image]:
    """Return the distinct backs as pixels."""
    faces = list({card.back.key: card.back for card in cards}.values())
    return [laid([face], "hu", Trim(63, 88, bleed_mm)).picture("") for face in faces]


@pytest.mark.parametrize("bleed_mm", [0, 3])
@pytest.mark.parametrize(("game", "count"), BACKS.items())
def test_a_back_is_the_same_when_it_is_turned(game: str, count: int, bleed_mm: float) -> None:
    backs = pictures(cards_of(game, "hu"), bleed_mm)
    assert len(backs) == count
    for back in backs:
        assert len(back.getcolors(100_000) or ()) > 50
        assert turned_difference(back) < 0.5
        assert max(ImageChops.difference(back, back.rotate(180)).convert("L").tobytes()) < 90


@pytest.mark.parametrize("game", BACKS)
def test_a_back_in_outlines_is_the_same_when_it_is_turned(game: str) -> None:
    for back in pictures(tuple(outlined(cards_of(game, "hu")))):
        assert turned_difference(back) < 0.5


def test_what_is_never_in_the_pile_of_the_unicorns_has_another_back() -> None:
    behind = {card.front.card_id: card.back.key for card in cards_of("unikornis", "hu")}
    kinds = {card.front.card_id: card.front.type for card in cards_of("unikornis", "hu")}
    piles = {"baby": set[str](), "reference": set[str](), "": set[str]()}
    for card_id, key in behind.items():
        piles.get(kinds[card_id], piles[""]).add(key)
    assert all(len(keys) == 1 for keys in piles.values())
    assert len(set.union(*piles.values())) == 3


def test_the_backs_of_two_piles_are_told_apart_without_colour() -> None:
    greys = [picture.convert("L") for picture in pictures(cards_of("unikornis", "hu"))]
    for one, other in combinations(greys, 2):
        assert share_of(ImageChops.difference(one, other)) > 0.15


def test_backs_say_nothing() -> None:
    for game in BACKS:
        made: Drawn = laid([card.back for card in cards_of(game, "hu")], "hu")
        assert made.text("") == ""
