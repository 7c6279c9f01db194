"""Folded reference sheets: each is printed once and read back."""

from __future__ import annotations

import pytest

from tests.render.reference_forms import (
    EveryForm,
    MadeForm,
    WholeTables,
    bookmarks,
    broken_tables,
    forms,
    largest_gap,
    made,
    titles,
)


@pytest.fixture(scope="module")
def form(request: pytest.FixtureRequest) -> MadeForm:
    return made(*request.param)


class _Folded(EveryForm):
    def test_no_column_is_half_empty(self, form: MadeForm) -> None:
        assert largest_gap(form) < 0.3


@pytest.mark.parametrize("form", forms("trifold"), indirect=True)
class TestTrifold(_Folded, WholeTables):
    def test_it_has_two_sides_that_are_turned_over_their_short_edge(self, form: MadeForm) -> None:
        assert form.pages == 2
        with form.opened() as document:
            assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
            assert document.Root.ViewerPreferences.PrintScaling == "/None"

    def test_every_block_for_the_pocket_is_on_it_and_what_is_not_is_named(self, form: MadeForm) -> None:
        found = set(bookmarks(form))
        assert set(titles(form, pocket=True)) <= found
        text = form.text.replace("-", "")
        for title in titles(form):
            assert title in found or "".join(title.split()).replace("-", "") in text


@pytest.mark.parametrize("form", forms("pocket"), indirect=True)
class TestPocket(_Folded):
    def test_no_table_is_broken_but_one_that_would_leave_a_third_of_a_page_free(self, form: MadeForm) -> None:
        assert broken_tables(form) == ((form.game.info.id, form.sheet.language) == ("uno", "pl"))

    def test_it_is_one_side_of_one_sheet(self, form: MadeForm) -> None:
        assert form.pages == 1

    def test_it_holds_the_blocks_that_are_marked_for_it(self, form: MadeForm) -> None:
        assert bookmarks(form)[1:] == titles(form, pocket=True)
