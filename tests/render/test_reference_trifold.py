"""Reference sheets of games and languages by turns as trifolds, read back."""

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


@pytest.fixture(params=SHEETS[1::2], scope="module")
def form(request: pytest.FixtureRequest) -> MadeForm:
    game, language = request.param
    return made(game, language, "a4", "trifold")


def test_it_is_a_whole_tagged_file_with_title_and_language(form: MadeForm) -> None:
    check_whole(form)


def test_its_type_is_large_enough(form: MadeForm) -> None:
    check_type(form)


def test_every_letter_has_a_place_of_its_own(form: MadeForm) -> None:
    check_places(form)


def test_no_column_is_half_empty(form: MadeForm) -> None:
    assert largest_gap(form) < 0.3


def test_it_has_two_sides_that_are_turned_over_their_short_edge(form: MadeForm) -> None:
    assert form.pages == 2
    with form.opened() as document:
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert document.Root.ViewerPreferences.PrintScaling == "/None"


def test_every_block_for_the_pocket_is_on_it_and_what_is_not_is_named(form: MadeForm) -> None:
    found = set(bookmarks(form))
    text = "".join(glyph.text for glyph in form.glyphs)
    for block in form.sheet.blocks:
        title = "".join(run.text for run in block.title)
        if title not in found:
            assert not block.pocket
            assert "".join(title.split()).replace("-", "") in text.replace("-", "")
