from __future__ import annotations

from typing import get_args

import pytest

from cardtools.app.desk import Desk
from cardtools.imposition.grid import GridSpec, lay_grid
from cardtools.model.printing import Backs
from tests.data.discovery import GAMES

CATALOG = Desk.open("en").library


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("tcg", 63, 88),
        ("poker", 63.5, 88.9),
        ("bridge", 57.15, 88.9),
        ("mini-euro", 44, 68),
        ("square", 70, 70),
        ("tarot", 70, 120),
    ],
)
def test_card_sizes_are_those_of_the_trade(name: str, width: float, height: float) -> None:
    size = CATALOG.card_size(name)
    assert (size.width_mm, size.height_mm) == (width, height)
    assert size.source


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [("a3", 297, 420), ("a4", 210, 297), ("a5", 148, 210), ("letter", 215.9, 279.4), ("legal", 215.9, 355.6)],
)
def test_papers_are_those_of_their_standards(name: str, width: float, height: float) -> None:
    paper = CATALOG.paper(name)
    assert (paper.width_mm, paper.height_mm) == (width, height)
    assert CATALOG.paper(name.upper()) == paper


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_of_every_game_fit_on_every_paper(game: str) -> None:
    card = CATALOG.card_size(CATALOG.info(game).card_size)
    for name in ("a3", "a4", "a5", "letter", "legal"):
        paper = CATALOG.paper(name)
        spec = GridSpec(paper.width_mm, paper.height_mm, card.width_mm, card.height_mm)
        for backs in get_args(Backs):
            assert lay_grid(spec, backs).slots


@pytest.mark.parametrize(
    ("paper", "card", "cards", "folded"),
    [
        ("a4", "tcg", 9, 4),
        ("a4", "poker", 9, 4),
        ("a4", "bridge", 10, 5),
        ("a4", "mini-euro", 16, 8),
        ("a4", "square", 8, 4),
        ("a4", "tarot", 4, 2),
        ("a3", "tcg", 18, 9),
        ("a5", "tcg", 4, 2),
        ("letter", "tcg", 9, 4),
        ("letter", "poker", 9, 4),
        ("legal", "tcg", 10, 5),
    ],
)
def test_as_many_cards_lie_on_a_sheet_as_its_measures_allow(paper: str, card: str, cards: int, folded: int) -> None:
    size, trimmed = CATALOG.paper(paper), CATALOG.card_size(card)
    spec = GridSpec(size.width_mm, size.height_mm, trimmed.width_mm, trimmed.height_mm)
    assert len(lay_grid(spec).slots) == cards
    assert len(lay_grid(spec, "fold").slots) == folded
