"""The reference sheet of every game in every language it has one, printed once each and read back."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from cardtools.app.desk import Desk
from cardtools.app.printing import Printed, print_reference
from cardtools.documents.labels import label
from cardtools.errors import CardtoolsError
from cardtools.model.game_folder import Game
from cardtools.store.workspace import shipped
from tests.render.making import logged
from tests.render.reading import (
    MM,
    Letter,
    check_fonts_are_ours_and_embedded,
    forbidden_keys,
    letters,
    shown_glyphs,
    squeezed,
)

LEAST_PT = 7.5


def documents() -> Iterator[Any]:
    catalog = Desk.open("en").library
    for game in catalog.game_ids():
        for language in catalog.reference_languages(game):
            mark = pytest.mark.xdist_group(f"reference-{game}-{language}")
            yield pytest.param((game, language), marks=mark, id=f"{game}-{language}")


@dataclass(frozen=True)
class Made:
    game: Game
    language: str
    printed: Printed
    pdf: bytes
    letters: list[Letter]
    logged: list[str]

    @property
    def text(self) -> str:
        return "".join(letter.text for letter in self.letters)

    @property
    def foot_mm(self) -> float:
        """The upper edge of the foot of the last page, by where its imprint begins."""
        last = [letter for letter in self.letters if letter.page == self.printed.pages - 1]
        words = f"{label('edition', self.language)}:"
        at = "".join(letter.text for letter in last).index(words)
        return last[at].box.top_mm


@pytest.fixture(scope="module", params=documents())
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    game, language = request.param
    desk = Desk.open(language)
    with logged() as told:
        printed = print_reference(desk, game, tmp_path_factory.mktemp("reference") / "sheet.pdf")
    pdf = printed.path.read_bytes()
    return Made(desk.library.game(game), language, printed, pdf, letters(pdf), told)


@pytest.fixture
def document(made: Made) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(io.BytesIO(made.pdf)) as opened:
        yield opened


def test_it_is_printed_without_a_warning(made: Made) -> None:
    assert made.printed.findings == ()
    assert made.logged == []


def test_every_font_is_ours_and_embedded(made: Made) -> None:
    check_fonts_are_ours_and_embedded(made.pdf)


def test_it_has_the_pages_that_are_told_all_a4(made: Made, document: pikepdf.Pdf) -> None:
    assert len(document.pages) == made.printed.pages
    for page in document.pages:
        assert [float(number) * MM for number in page.mediabox] == pytest.approx([0, 0, 210, 297], abs=0.05)


def test_it_has_four_pages_at_most_and_that_of_uno_two(made: Made) -> None:
    assert made.printed.pages <= (2 if made.game.info.id == "uno" else 4)


def test_it_is_a_tagged_pdf_ua_file(document: pikepdf.Pdf) -> None:
    assert bool(document.Root.MarkInfo.Marked)
    assert "/StructTreeRoot" in document.Root
    with document.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"


def test_language_and_title_are_set(made: Made, document: pikepdf.Pdf) -> None:
    assert str(document.Root.Lang) == made.language
    title = str(document.docinfo["/Title"])
    assert made.game.info.name[made.language] in title
    assert bool(document.Root.ViewerPreferences.DisplayDocTitle)


def test_each_block_has_a_bookmark(made: Made, document: pikepdf.Pdf) -> None:
    def titles(items: list[pikepdf.OutlineItem]) -> Iterator[str]:
        for item in items:
            yield squeezed(str(item.title))
            yield from titles(item.children)

    with document.open_outline() as outline:
        found = list(titles(outline.root))
    reference = made.game.references[made.language]
    for title in (reference.title, *(block.title for block in reference.blocks)):
        # Behind a heading stands the number of its source, where a game has several.
        assert any(one.startswith(squeezed(title).replace("*", "")) for one in found), title


def test_all_type_above_the_foot_is_large_enough_to_read(made: Made) -> None:
    last = made.printed.pages - 1
    margin_mm, foot_mm = 9.0, made.foot_mm
    body = [
        letter
        for letter in made.letters
        if letter.text.isalpha() and letter.box.y_mm > (foot_mm if letter.page == last else margin_mm)
    ]
    assert len(body) > 500
    assert min(letter.size_pt for letter in body) >= LEAST_PT - 0.01


def test_no_letter_is_replaced_or_missing(made: Made) -> None:
    assert "\ufffd" not in made.text
    assert "(cid:" not in made.text
    assert 0 not in shown_glyphs(made.pdf)


def test_markup_of_the_texts_is_not_printed(made: Made) -> None:
    for sign in ("**", "{card:", "{icon:", "&amp;", "<b>"):
        assert sign not in made.text


def test_edition_sources_version_and_trademark_stand_on_it(made: Made) -> None:
    # The foot is read line by line: its lines are not drawn in their order.
    foot = sorted(made.letters, key=lambda letter: (letter.page, -round(letter.box.y_mm), letter.box.x_mm))
    read = squeezed(made.text + "".join(letter.text for letter in foot)).replace("\u2010", "").replace("-", "")
    info, reference = made.game.info, made.game.references[made.language]
    sources = [source.title for key, source in info.sources.items() if key != "ruling"]
    for words in (info.edition[made.language], info.publisher, reference.version, info.notice[made.language], *sources):
        assert squeezed(words).replace("-", "") in read


def test_it_does_nothing_on_its_own(made: Made) -> None:
    assert forbidden_keys(made.pdf) == set()


@pytest.mark.xdist_group("reference-uno-en")
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
