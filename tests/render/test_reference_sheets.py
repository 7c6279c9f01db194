"""Reference sheets on every paper, in large print and without tints: each is printed once and read back."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardtools.app.desk import Desk
from cardtools.app.print_reference import print_reference
from cardtools.documents.labels import label
from cardtools.errors import CardtoolsError
from cardtools.store.workspace import shipped
from tests.render.reading import squeezed
from tests.render.reference_forms import (
    EveryForm,
    MadeForm,
    WholeTables,
    bookmarks,
    forms,
    in_running_foot,
    largest_gap,
    made,
    share_of_colour,
    titles,
)

PAGES = {"a4": (1, 2), "letter": (1, 3), "a5": (2, 4), "large": (4, 8), "economy": (1, 2)}
"""On how many pages each form has room at most: for a game, and for HKK, whose rules are the longest."""


@pytest.fixture(scope="module")
def form(request: pytest.FixtureRequest) -> MadeForm:
    return made(*request.param)


class _OnPages(EveryForm):
    def test_it_takes_few_pages(self, form: MadeForm) -> None:
        most, most_of_hkk = PAGES[form.name]
        assert form.pages <= (most_of_hkk if form.game.info.id == "hkk" else most)

    def test_each_block_has_a_bookmark(self, form: MadeForm) -> None:
        # A block across columns is drawn before those that stand left of it.
        title, *blocks = bookmarks(form)
        assert title == form.sheet.title
        assert sorted(blocks) == sorted(titles(form))

    def test_no_column_is_half_empty(self, form: MadeForm) -> None:
        assert largest_gap(form) < 0.2

    def test_all_type_above_the_foot_is_large_enough_to_read(self, form: MadeForm) -> None:
        last = [glyph for glyph in form.glyphs if glyph.side == form.pages - 1]
        label_of_foot = f"{label('edition', form.sheet.language)}:"
        at = "".join(glyph.text for glyph in last).index(label_of_foot)
        foot = (form.pages - 1, last[at].top)
        body = [
            glyph for glyph in form.glyphs if (glyph.side, glyph.bottom) < foot and not in_running_foot(glyph, form)
        ]
        assert len(body) > 1000
        assert min(glyph.size_pt for glyph in body) >= form.form.type.least_pt - 0.01

    def test_edition_sources_version_and_trademark_stand_on_it(self, form: MadeForm) -> None:
        # The foot is read line by line: its lines are not drawn in their order.
        foot = sorted(form.glyphs, key=lambda glyph: (glyph.side, round(glyph.baseline, 1), glyph.left))
        read = squeezed(form.text + "".join(glyph.text for glyph in foot)).replace("\u2010", "").replace("-", "")
        info, reference = form.game.info, form.game.references[form.sheet.language]
        sources = [source.title for key, source in info.sources.items() if key != "ruling"]
        language = form.sheet.language
        for words in (info.edition[language], info.publisher, reference.version, info.notice[language], *sources):
            assert squeezed(words).replace("-", "") in read


@pytest.mark.parametrize("form", forms("a4", "a5", "letter"), indirect=True)
class TestSheets(_OnPages, WholeTables):
    pass


@pytest.mark.parametrize("form", forms("large"), indirect=True)
class TestLargePrint(_OnPages, WholeTables):
    def test_most_of_its_text_has_14_points_or_more(self, form: MadeForm) -> None:
        sizes = sorted(glyph.size_pt for glyph in form.glyphs if glyph.text.isalpha())
        assert sizes[len(sizes) // 10] >= 14


@pytest.mark.parametrize("form", forms("economy"), indirect=True)
class TestEconomy(_OnPages, WholeTables):
    def test_nothing_is_tinted_and_only_type_and_small_signs_have_the_colour_of_the_game(self, form: MadeForm) -> None:
        assert share_of_colour(form, form.sheet.tint) < 0.001
        assert share_of_colour(form, form.sheet.ink) < 0.03


def test_a_letter_no_font_has_is_refused_by_its_code_point_and_nothing_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "games" / "uno"
    shutil.copytree(shipped("data") / "games" / "uno", folder)
    text = (folder / "reference.en.yaml").read_text(encoding="utf-8")
    (folder / "reference.en.yaml").write_text(text.replace("shuffles", "shuffles 漢", 1), encoding="utf-8")
    with pytest.raises(CardtoolsError) as refusal:
        print_reference(Desk.open("en", tmp_path / "data"), "uno", tmp_path / "sheet.pdf")
    (finding,) = refusal.value.findings
    assert finding.code == "print.letters"
    assert "U+6F22" in str(finding.params["letters"])
    assert not (tmp_path / "sheet.pdf").exists()


def test_a_printed_sheet_is_what_was_made(tmp_path: Path) -> None:
    printed = print_reference(Desk.open("hu"), "panda", tmp_path / "sheet.pdf")
    assert printed.findings == ()
    assert printed.pages == made("a4", "panda", "hu").pages
