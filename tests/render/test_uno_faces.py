"""Faces of UNO where room is short: the smallest card in two languages, and makers that keep letters farther inside."""

from __future__ import annotations

import pytest

from cardtools.render.faces import Trim
from cardtools.render.preflight import read_faces
from tests.render.face_variants import cards_of, laid

PAIRS = (("hu", "en"), ("en", "hu"), ("sk", "hu"), ("cs", "pl"))


@pytest.mark.parametrize(("language", "second"), PAIRS)
def test_all_that_is_said_twice_fits_the_smallest_card(language: str, second: str) -> None:
    cards = {card.front.type: card.front for card in cards_of("uno", language, second)}
    made = laid(tuple(cards.values()), language, Trim(44, 68, 0))
    assert [face.name for face in made.faces if made.pack.verdicts[face.key].outside] == []
    assert made.pack.smallest_pt >= 6


@pytest.mark.parametrize("language", ["hu", "en", "pl", "cs", "sk"])
def test_every_letter_keeps_4_mm_from_the_edge_as_some_makers_want(language: str) -> None:
    fronts = {(card.front.type, card.front.corner): card.front for card in cards_of("uno", language)}
    made = laid(tuple(fronts.values()), language, Trim(63, 88, 3))
    read = read_faces(made.pack.pdf, Trim(61, 86, 4))  # 3 mm inside a card that is 1 mm smaller all round
    assert [face.name for face in made.faces if read[made.pack.pages[face.key]].outside] == []
