"""Reference sheets of games and languages by turns in large print, read back."""

from __future__ import annotations

import pytest

from tests.render.reference_forms import (
    SHEETS,
    MadeForm,
    bookmarks,
    check_places,
    check_type,
    check_whole,
    largest_gap,
    made,
)


@pytest.fixture(params=SHEETS[2::3], scope="module")
def form(request: pytest.FixtureRequest) -> MadeForm:
    game, language = request.param
    return made(game, language, "a4", large=True)


def test_it_is_a_whole_tagged_file_with_title_and_language(form: MadeForm) -> None:
    check_whole(form)


def test_its_type_is_large_enough(form: MadeForm) -> None:
    check_type(form)


def test_every_letter_has_a_place_of_its_own(form: MadeForm) -> None:
    check_places(form)


def test_each_block_has_a_bookmark(form: MadeForm) -> None:
    titles = ["".join(run.text for run in block.title) for block in form.sheet.blocks]
    assert set(titles) <= set(bookmarks(form))


def test_no_column_is_half_empty(form: MadeForm) -> None:
    assert largest_gap(form) < 0.2


def test_its_text_has_at_least_14_points(form: MadeForm) -> None:
    assert form.form.type.least_pt >= 14
    text = [glyph.size_pt for glyph in form.glyphs if glyph.text.isalpha()]
    assert sorted(text)[len(text) // 2] >= 14
