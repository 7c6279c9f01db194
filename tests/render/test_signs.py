"""A sign stands on the line of its figure wherever a card prints both: parted from its sign, –3 would read 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from cardtools.documents.faces import Face
from cardtools.render.faces import Trim
from tests.render.face_variants import cards_of, laid
from tests.render.game_faces import SIZES, TCG, Drawn

SIGNS = "+–−±-"
TRIMS = (TCG, *(Trim(width, height, 0) for width, height in SIZES))


def parted(made: Drawn, face: Face) -> list[str]:
    """Return the signs of a face with the figure that follows them on another line."""
    read = [letter for letter in made.letters_of(face.card_id) if letter.text.strip()]
    return [
        sign.text + figure.text
        for sign, figure in pairwise(read)
        if sign.text in SIGNS and figure.text.isdigit() and abs(sign.box.y_mm - figure.box.y_mm) > 1
    ]


def signed(faces: Sequence[Face]) -> list[Face]:
    """Return the faces whose text has a sign with a figure."""
    return [
        face for face in faces if any(sign in SIGNS and figure.isdigit() for sign, figure in pairwise(face.text or ""))
    ]


@pytest.mark.parametrize("trim", TRIMS, ids=str)
@pytest.mark.parametrize(("language", "second"), [("hu", None), ("en", None), ("hu", "en")])
def test_no_card_of_ours_parts_a_sign_from_its_figure(language: str, second: str | None, trim: Trim) -> None:
    faces = signed([card.front for card in cards_of("nepmesek", language, second)])
    assert len(faces) >= 5
    made = laid(faces, language, trim)
    assert {face.name: found for face in made.faces if (found := parted(made, face))} == {}


@pytest.mark.parametrize("template", ["cards/proxy.html.j2", "cards/generic_front.html.j2", "cards/prototype.html.j2"])
def test_wherever_a_line_ends_a_sign_goes_with_its_figure(template: str) -> None:
    frame = Face(template, "front", "hu", "x", "X", name="Rest lány", cost="", damage="", life="")
    faces = [
        replace(frame, card_id=f"c{n}", text=f"{'i' * n} Máskor –1, –2 vagy −3, a végén +4 (±5).") for n in range(1, 48)
    ]
    made = laid(faces, "hu")
    assert all("–1,–2vagy−3,avégén+4(±5)." in made.text(face.card_id) for face in faces)
    assert {face.card_id: found for face in faces if (found := parted(made, face))} == {}


def test_what_is_held_stays_text_and_no_markup() -> None:
    text = "<b>–1</b> & {{ x }} –2"
    face = Face(
        "cards/proxy.html.j2", "front", "hu", "x", "X", card_id="c", name="N", text=text, cost="", damage="", life=""
    )
    assert "<b>–1</b>&{{x}}–2" in laid([face], "hu").text("c")
