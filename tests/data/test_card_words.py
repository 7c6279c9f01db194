"""What our games' cards and decks say: in every language of the game, in the order of numbers, each thing once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardtools.app.desk import Desk
from cardtools.documents.card_faces import game_cards
from tests.conftest import REPO

DESK = Desk.open("en")
GAMES = ("hkk", "unikornis", "uno", "nepmesek", "panda")
DECKS = sorted((REPO / "data/games").glob("*/decks/*.txt"))


@pytest.mark.parametrize("game", GAMES)
def test_a_card_with_a_text_has_it_in_every_language_of_its_game(game: str) -> None:
    info, file = DESK.catalog.info(game), DESK.catalog.cards(DESK.catalog.info(game))
    assert file is not None
    lacking = [(card.id, one) for card in file.cards for one in info.languages if card.text and one not in card.text]
    assert lacking == []


@pytest.mark.parametrize(
    ("game", "colour", "numbers"),
    [("panda", "blue", [*range(1, 14)]), ("panda", "red", [*range(1, 14)]), ("uno", "green", [*range(10)])],
)
def test_the_numbers_of_a_colour_are_printed_together_and_in_order(game: str, colour: str, numbers: list[int]) -> None:
    info, file = DESK.catalog.info(game), DESK.catalog.cards(DESK.catalog.info(game))
    assert file is not None
    faces = [card.front for card in game_cards(info, file.cards, "en")]
    places = [at for at, face in enumerate(faces) if face.type == "number" and face.colours[0].id == colour]
    assert [faces[at].value for at in places] == numbers
    assert places == [*range(places[0], places[0] + len(numbers))]


@pytest.mark.parametrize("path", DECKS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_deck_is_called_by_a_name_in_both_languages_without_format_or_count(path: Path) -> None:
    first = path.read_text("utf-8").split("\n")[0]
    assert re.fullmatch(r"# name: [^/()]+ / [^/()]+", first)
    assert not re.search(r"\b\d{2,}\b", first)
