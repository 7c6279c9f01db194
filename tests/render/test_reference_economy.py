"""Reference sheets of games and languages by turns without tints, read back."""

from __future__ import annotations

import pytest

from tests.render.reference_forms import (
    SHEETS,
    MadeForm,
    bookmarks,
    check_places,
    check_type,
    check_whole,
    made,
    share_of_colour,
)


@pytest.fixture(params=SHEETS[1::3], scope="module")
def form(request: pytest.FixtureRequest) -> MadeForm:
    game, language = request.param
    return made(game, language, "a4", economy=True)


def test_it_is_a_whole_tagged_file_with_title_and_language(form: MadeForm) -> None:
    check_whole(form)


def test_its_type_is_large_enough(form: MadeForm) -> None:
    check_type(form)


def test_every_letter_has_a_place_of_its_own(form: MadeForm) -> None:
    check_places(form)


def test_each_block_has_a_bookmark(form: MadeForm) -> None:
    titles = ["".join(run.text for run in block.title) for block in form.sheet.blocks]
    assert set(titles) <= set(bookmarks(form))


def test_nothing_is_tinted_and_only_type_and_small_signs_have_the_colour_of_the_game(form: MadeForm) -> None:
    assert share_of_colour(form, form.sheet.tint) < 0.001
    assert share_of_colour(form, form.sheet.ink) < 0.03
