"""Score pads of every game in every language it has, printed and read back."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from cardtools.app.desk import Desk
from cardtools.app.score_pads import PadOptions, print_score_pad
from cardtools.documents.pad_page import Grid, ScorePad
from cardtools.documents.pad_room import NumberUp
from cardtools.documents.score_pad import PadRequest, score_pad
from cardtools.errors import CardtoolsError
from cardtools.render.html import Templates
from cardtools.render.preflight import smallest_type_pt
from cardtools.render.score_pads import MadePad, render_score_pad
from cardtools.store.workspace import shipped
from tests.documents.test_score_pad import LONG, LONGEST, sheet
from tests.render.making import logged
from tests.render.reading import (
    MM,
    Letter,
    check_fonts_are_ours_and_embedded,
    forbidden_keys,
    letters,
    shown_glyphs,
    squeezed,
    text_of,
)

LIBRARY = Desk.open("en").library
TEMPLATES = Templates(shipped("templates"))
EVENINGS = {game: shipped("data") / "games" / game / "examples" / "evening.yaml" for game in LIBRARY.game_ids()}


PAPERS = ("a4", "letter", "a5")


def documents() -> Iterator[Any]:
    for number, game in enumerate(LIBRARY.game_ids()):
        for language, paper in product(LIBRARY.game(game).info.languages, PAPERS):
            yield pytest.param((game, language, paper, 1), id=f"{game}-{language}-{paper}")
        # Every game has both numbers of pads on a sheet; languages take turns.
        languages = ("en", "hu") if number % 2 else ("hu", "en")
        for language, paper, n_up in zip(languages * 2, ("a4", "a4", "letter"), (4, 2, 2), strict=False):
            yield pytest.param((game, language, paper, n_up), id=f"{game}-{language}-{paper}-{n_up}-up")


@dataclass(frozen=True)
class Made:
    game: str
    language: str
    paper: str
    pad: ScorePad
    made: MadePad
    letters: list[Letter]
    logged: list[str]


@cache
def made_of(game: str, language: str, paper: str = "a4", n_up: NumberUp = 1) -> Made:
    pad = score_pad(LIBRARY.game(game), language, LIBRARY.paper(paper), PadRequest(n_up=n_up))
    with logged() as told:
        made = render_score_pad(pad, TEMPLATES)
    return Made(game, language, paper, pad, made, letters(made.pdf), told)


@pytest.fixture(scope="module", params=documents())
def made(request: pytest.FixtureRequest) -> Made:
    return made_of(*request.param)


@pytest.fixture
def document(made: Made) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(io.BytesIO(made.made.pdf)) as opened:
        yield opened


def check_letters_are_inside(pad: ScorePad, found: list[Letter]) -> None:
    """Every letter stands in a panel, between its margins, and none below the foot."""
    size = pad.size
    for letter in found:
        if not letter.text.strip():
            continue
        x = letter.box.x_mm % size.panel_width_mm
        y = letter.box.y_mm % size.panel_height_mm
        assert size.margin_mm - 0.5 <= x, letter
        assert x + letter.box.width_mm <= size.panel_width_mm - size.margin_mm + 0.5, letter
        # The box of a letter is as high as its line, which is more than its drawing.
        assert size.margin_mm - 2.5 <= y, letter
        assert y + letter.box.height_mm <= size.panel_height_mm - size.margin_mm + 2.5, letter


def test_it_is_printed_as_planned_without_a_warning(made: Made) -> None:
    assert made.made.findings == ()
    assert made.logged == []
    assert made.made.pages == len(made.pad.pages)


def test_it_is_a_tagged_pdf_ua_file_with_title_and_language(made: Made, document: pikepdf.Pdf) -> None:
    assert bool(document.Root.MarkInfo.Marked)
    assert "/StructTreeRoot" in document.Root
    assert str(document.Root.Lang) == made.language
    assert str(document.docinfo["/Title"]) == made.pad.heading
    with document.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"


def test_its_tables_are_tagged_as_tables_with_heads(document: pikepdf.Pdf) -> None:
    tags = [str(item.get("/S")) for item in document.objects if isinstance(item, pikepdf.Dictionary)]
    assert "/Table" in tags
    assert tags.count("/TH") > 3
    assert tags.count("/TD") > 10


def test_every_page_is_of_its_paper_one_way_or_the_other(made: Made, document: pikepdf.Pdf) -> None:
    sides = {"a4": (210, 297), "letter": (215.9, 279.4), "a5": (148, 210)}[made.paper]
    for page in document.pages:
        assert sorted(float(number) * MM for number in page.mediabox) == pytest.approx([0, 0, *sides], abs=0.05)


def test_fonts_are_ours_and_every_letter_is_there(made: Made) -> None:
    check_fonts_are_ours_and_embedded(made.made.pdf)
    assert 0 not in shown_glyphs(made.made.pdf)
    assert forbidden_keys(made.made.pdf) == set()


def test_no_type_is_smaller_than_seven_points(made: Made) -> None:
    assert made.made.smallest_pt >= 6.99
    assert min(letter.size_pt for letter in made.letters) >= 6.99


def test_every_letter_stands_inside_its_pad(made: Made) -> None:
    check_letters_are_inside(made.pad, made.letters)


def test_its_words_stand_on_it(made: Made) -> None:
    read = squeezed("".join(letter.text for letter in made.letters)).replace("-", "")
    grids = [block for panel in made.pad.pages[0] for band in panel.bands for block in band.blocks]
    words = {cell.text for grid in grids if isinstance(grid, Grid) for row in grid.rows for cell in row.cells}
    for one in (made.pad.title, made.pad.kind, made.pad.goal, made.pad.notice, *words):
        assert squeezed(one).replace("-", "") in read, one


def test_rows_are_as_high_as_they_were_planned(made: Made) -> None:
    # Where the foot stands tells whether something above it grew: it ends where the head begins plus all heights.
    first = [letter for letter in made.letters if letter.page == 0 and letter.text.strip()]
    foot = first["".join(letter.text for letter in first).rindex(squeezed(made.pad.notice)[:16])]
    planned = made.pad.size.margin_mm + made.pad.size.foot_mm
    assert planned - 9 <= foot.box.y_mm <= planned


@pytest.mark.parametrize(("game", "n_up"), [*zip(LIBRARY.game_ids(), cycle((1, 4))), ("uno", 4)])
def test_ten_players_with_names_of_thirty_letters_are_printed_whole(game: str, n_up: Any) -> None:
    names = tuple(f"{LONG if n % 2 else LONGEST}{n}" for n in range(10))
    pad = score_pad(LIBRARY.game(game), "hu", LIBRARY.paper("a4"), PadRequest(n_up=n_up), sheet([[1] * 10], names))
    made = render_score_pad(pad, TEMPLATES)
    assert made.findings == ()
    assert made.smallest_pt >= 6.99
    found = letters(made.pdf)
    check_letters_are_inside(pad, found)
    read = squeezed("".join(letter.text for letter in found)).replace("-", "")
    for name in names:
        assert squeezed(name) in read
    assert "…" not in read.replace("…sárkánnyal", "").replace("…bankárral", "")


@pytest.mark.parametrize("game", LIBRARY.game_ids())
def test_a_kept_evening_fills_the_pad(game: str, tmp_path: Path) -> None:
    printed = print_score_pad(Desk.open("hu"), game, tmp_path / "pad.pdf", PadOptions(session=EVENINGS[game]))
    text = text_of(printed.path.read_bytes())
    assert ("Kati" if game == "hkk" else "Anna") in text
    assert printed.smallest_pt >= 6.99


def test_the_chart_of_totals_stands_on_a_filled_pad_unless_it_is_left_out(tmp_path: Path) -> None:
    desk = Desk.open("hu")
    title = squeezed(desk.words.text("chart.title", game="UNO"))
    for chart in (True, False):
        options = PadOptions(session=EVENINGS["uno"], chart=chart)
        printed = print_score_pad(desk, "uno", tmp_path / "pad.pdf", options)
        assert (title in squeezed(text_of(printed.path.read_bytes()))) is chart
        assert printed.pages == 1


def test_a_session_gives_players_rounds_and_date(tmp_path: Path) -> None:
    from cardtools.app.sessions import add_round, begin

    desk = Desk.open("hu")
    path = tmp_path / "est.jsonl"
    begin(desk, path, "uno", ["Ágnes", "Őrs"])
    add_round(desk, path, "Ágnes out; Őrs r7")
    printed = print_score_pad(desk, "uno", tmp_path / "pad.pdf", PadOptions(session=path))
    text = squeezed(text_of(printed.path.read_bytes()))
    assert "Ágnes" in text
    assert "20" in text
    assert squeezed("Dátum 2") in text


def test_economy_prints_no_tint() -> None:
    def fills(pdf: bytes) -> int:
        with pikepdf.open(io.BytesIO(pdf)) as document:
            drawn = pikepdf.parse_content_stream(document.pages[0])
        colours = [tuple(round(float(one), 2) for one in step.operands) for step in drawn if str(step.operator) == "rg"]
        return sum(1 for one in colours if min(one) > 0.9 and one != (1.0, 1.0, 1.0))

    tinted = made_of("uno", "en")
    assert fills(tinted.made.pdf) > 0
    assert fills(render_score_pad(tinted.pad, TEMPLATES, economy=True).pdf) == 0


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (PadOptions(players=11), "usage.pad-players"),
        (PadOptions(players=0), "usage.pad-players"),
        (PadOptions(rounds=0), "usage.pad-rounds"),
        (PadOptions(players=2, session=EVENINGS["uno"]), "usage.pad-players"),
        (PadOptions(session=EVENINGS["panda"]), None),
        (PadOptions(variant="nobody"), "score.unknown-variant"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    options: PadOptions, code: str | None, tmp_path: Path
) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        print_score_pad(Desk.open("en"), "uno", tmp_path / "pad.pdf", options)
    if code:
        assert [one.code for one in refusal.value.findings] == [code]
    assert not (tmp_path / "pad.pdf").exists()


def test_names_are_only_names() -> None:
    kept = sheet([[1, 2]], ("<b>Anna</b>", "{{ 7*7 }}"))
    made = render_score_pad(score_pad(LIBRARY.game("uno"), "en", LIBRARY.paper("a4"), None, kept), TEMPLATES)
    text = squeezed(text_of(made.pdf))
    assert "<b>Anna</b>" in text
    assert "{{7*7}}" in text
    assert smallest_type_pt(made.pdf) >= 6.99
