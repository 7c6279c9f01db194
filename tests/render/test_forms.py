"""Registration sheets, setup slips, checklists and verdict lists, printed and read back."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import Mock, patch

import pikepdf
import pytest

from cardtools.app.desk import Desk
from cardtools.app.form_parts import FormOptions, PrintedForm
from cardtools.app.print_forms import print_checklist, print_registration, print_setup, print_verdicts
from cardtools.documents.form_words import form_word
from cardtools.documents.inks import contrast
from cardtools.documents.registration import Entrant
from cardtools.errors import CardtoolsError
from cardtools.render import engine, form_sheets
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

LEAST_PT: Final = 8.0
PAPERS: Final = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
LANGUAGES: Final = ("hu", "en", "pl", "cs", "sk")
DECKS: Final = shipped("data") / "games"
LONG: Final = "Hosszúnevű-Szentpéteriné Kovácsovics Anna-Mária Krisztina"


def tournament() -> str:
    return str(DECKS / "hkk/decks/demo-tournament.txt")


Print = Callable[[Desk, Path, FormOptions], PrintedForm]


def registration(game: str, name: str) -> Print:
    def made(desk: Desk, path: Path, options: FormOptions) -> PrintedForm:
        entrant = Entrant(LONG, "Országos nyílt verseny, Székesfehérvár", "2026. november 30.")
        return print_registration(desk, game, str(DECKS / game / "decks" / name), path, options, entrant=entrant)

    return made


def setup(game: str, players: Sequence[int | None], slips: int) -> Print:
    return lambda desk, path, options: print_setup(desk, game, players, path, options, slips=slips)


def checked(game: str, format_id: str | None = None) -> Print:
    return lambda desk, path, options: print_checklist(desk, game, path, options, format_id=format_id)


def verdicts(game: str) -> Print:
    return lambda desk, path, options: print_verdicts(desk, game, [str(DECKS / game / "decks")], path, options)


HU_A4: Final = ("registration", registration("hkk", "demo-tournament.txt"), "hu", "a4")
HU_A5: Final = ("registration", registration("unikornis", "box.txt"), "hu", "a5")
EN_A5: Final = ("registration", registration("unikornis", "box.txt"), "en", "a5")
CASES: Final[tuple[tuple[str, Print, str, str], ...]] = (
    HU_A4,
    HU_A5,
    EN_A5,
    ("registration", registration("hkk", "demo-tournament.txt"), "en", "letter"),
    *(("checklist", checked("uno"), lang, paper) for lang, paper in zip(LANGUAGES, (*PAPERS, "a4", "a5"), strict=True)),
    ("checklist", checked("nepmesek"), "hu", "letter"),
    ("checklist", checked("unikornis"), "hu", "a4"),
    ("checklist", checked("unikornis"), "en", "a5"),
    ("checklist", checked("panda"), "hu", "letter"),
    ("checklist", checked("hkk"), "en", "a4"),
    *(("setup", setup("uno", [4], slips), lang, "a4") for slips, lang in zip((1, 2, 4, 2, 4), LANGUAGES, strict=True)),
    ("setup", setup("unikornis", [2], 1), "hu", "a4"),
    ("setup", setup("unikornis", [4], 1), "en", "a5"),
    ("setup", setup("nepmesek", [3], 4), "hu", "a4"),
    ("setup", setup("panda", [3, 4], 2), "en", "letter"),
    ("setup", setup("hkk", [None], 2), "hu", "a4"),
    ("verdicts", verdicts("hkk"), "hu", "a4"),
    ("verdicts", verdicts("hkk"), "en", "a5"),
    ("verdicts", verdicts("nepmesek"), "hu", "letter"),
)


def cases() -> Iterator[Any]:
    for number, case in enumerate(CASES):
        name = f"{case[0]}-{number}-{case[2]}-{case[3]}"
        yield pytest.param(case, id=name, marks=pytest.mark.xdist_group(f"form-{number}"))


@dataclass(frozen=True)
class Made:
    document: str
    language: str
    paper: str
    printed: PrintedForm
    pdf: bytes
    letters: list[Letter]
    logged: list[str]
    layouts: int

    @property
    def text(self) -> str:
        return "".join(letter.text for letter in self.letters)

    def page(self, number: int) -> list[Letter]:
        return [letter for letter in self.letters if letter.page == number]


@cache
def made_of(case: tuple[str, Print, str, str]) -> Made:
    document, form, language, paper = case
    lay_out = Mock(wraps=engine.lay_out)
    with TemporaryDirectory() as folder, logged() as told, patch.object(form_sheets, "lay_out", lay_out):
        printed = form(Desk.open(language), Path(folder, "form.pdf"), FormOptions(paper))
        pdf = printed.path.read_bytes()
    return Made(document, language, paper, printed, pdf, letters(pdf), told, lay_out.call_count)


@pytest.fixture(scope="module", params=tuple(cases()))
def made(request: pytest.FixtureRequest) -> Made:
    case: tuple[str, Print, str, str] = request.param
    return made_of(case)


class TestEveryForm:
    def test_it_is_printed_without_a_warning_of_the_layout_program(self, made: Made) -> None:
        assert made.logged == []

    def test_fonts_are_ours_and_no_letter_is_missing(self, made: Made) -> None:
        check_fonts_are_ours_and_embedded(made.pdf)
        assert 0 not in shown_glyphs(made.pdf)
        assert "\ufffd" not in made.text

    def test_its_pages_are_those_told_and_of_the_paper_asked_for(self, made: Made) -> None:
        width, height = PAPERS[made.paper]
        with pikepdf.open(io.BytesIO(made.pdf)) as document:
            assert len(document.pages) == made.printed.pages
            for page in document.pages:
                assert [float(one) * MM for one in page.mediabox] == pytest.approx([0, 0, width, height], abs=0.05)

    def test_it_is_tagged_and_says_title_and_language(self, made: Made) -> None:
        with pikepdf.open(io.BytesIO(made.pdf)) as document:
            assert bool(document.Root.MarkInfo.Marked)
            assert str(document.Root.Lang) == made.language
            assert form_word(made.document, made.language) in str(document.docinfo["/Title"])
            with document.open_metadata() as metadata:
                assert metadata["pdfuaid:part"] == "1"

    def test_no_type_is_too_small_to_read(self, made: Made) -> None:
        assert min(letter.size_pt for letter in made.letters if letter.text.strip()) >= LEAST_PT - 0.01

    def test_every_letter_stands_within_the_paper(self, made: Made) -> None:
        width, height = PAPERS[made.paper]
        for letter in made.letters:
            box = letter.box
            assert box.x_mm >= 4
            assert box.x_mm + box.width_mm <= width - 4 + 0.2
            assert 3 <= box.y_mm <= height - 4

    def test_it_does_nothing_on_its_own(self, made: Made) -> None:
        assert forbidden_keys(made.pdf) == set()

    def test_no_page_is_nearly_empty(self, made: Made) -> None:
        for number in range(made.printed.pages):
            rows = {round(letter.box.y_mm) for letter in made.page(number) if letter.text.strip()}
            assert len(rows) >= 6


class TestHowRoomily:
    def test_most_forms_are_laid_out_once_and_none_more_than_twice(self) -> None:
        layouts = [made_of(case).layouts for case in CASES if case[0] not in ("setup", "checklist")]
        assert max(layouts) <= 2
        assert layouts.count(1) > len(layouts) * 0.7

    def test_a_checklist_is_laid_out_once_more_at_most_to_head_its_columns(self) -> None:
        assert max(made_of(case).layouts for case in CASES if case[0] == "checklist") <= 2

    @pytest.mark.parametrize("number", [3, 5, 25])
    def test_the_tightest_setting_would_need_as_many_pages(self, number: int) -> None:
        document, form, language, paper = CASES[number]
        key = (document, "small" if paper == "a5" else "wide")
        tightest = {key: form_sheets._LOOKS[key][-1:]}
        with TemporaryDirectory() as folder, patch.object(form_sheets, "_LOOKS", tightest):
            printed = form(Desk.open(language), Path(folder, "form.pdf"), FormOptions(paper))
        assert printed.pages == made_of(CASES[number]).printed.pages

    @pytest.mark.parametrize("estimate", [0.4, 7.5])
    def test_where_the_estimate_is_wrong_the_form_says_how_many_pages_it_has(self, estimate: float) -> None:
        wrong = patch.object(form_sheets, "pages_of", lambda *_: estimate)
        with TemporaryDirectory() as folder, wrong:
            printed = verdicts("hkk")(Desk.open("en"), Path(folder, "form.pdf"), FormOptions("a5"))
            found = "".join(one.text for one in letters(printed.path.read_bytes()))
        assert printed.pages == 2
        assert squeezed("page 2 of 2") in squeezed(found)


class TestRegistration:
    @pytest.mark.parametrize(("case", "page"), [(HU_A5, "{}. oldal, összesen {}"), (EN_A5, "page {} of {}")])
    def test_pages_are_numbered_and_the_player_stands_on_each(
        self, case: tuple[str, Print, str, str], page: str
    ) -> None:
        made = made_of(case)
        assert made.printed.pages >= 2
        for number in range(made.printed.pages):
            told = squeezed("".join(letter.text for letter in made.page(number)))
            assert squeezed(page.format(number + 1, made.printed.pages)) in told
            assert squeezed(LONG)[:12] in told

    def test_heads_of_the_table_are_repeated(self) -> None:
        made = made_of(EN_A5)
        for number in range(made.printed.pages):
            assert "Judge" in "".join(letter.text for letter in made.page(number))

    def test_the_sheet_holds_every_card_of_the_deck(self) -> None:
        made = made_of(HU_A4)
        told = squeezed(made.text).replace("-", "")
        for line in Path(tournament()).read_text("utf-8").splitlines():
            if line[:1].isdigit():
                for word in line.split()[1:]:  # a name that wraps is drawn line by line
                    assert word.replace("-", "") in told

    def test_the_last_page_never_holds_the_signatures_alone(self, tmp_path: Path) -> None:
        names = [f"1 {card.name['hu']}" for card in _hkk_cards()]
        for cards in (24, 30):
            (tmp_path / "list.txt").write_text("\n".join(names[:cards]), encoding="utf-8")
            printed = print_registration(
                Desk.open("hu"), "hkk", str(tmp_path / "list.txt"), tmp_path / "s.pdf", FormOptions("a5")
            )
            found = letters(printed.path.read_bytes())
            last = "".join(one.text for one in found if one.page == printed.pages - 1)
            assert sum(squeezed(name[2:]) in squeezed(last) for name in names[:cards]) >= 2, cards

    def test_an_illegal_deck_is_printed_with_its_verdict_and_tells_it(self, tmp_path: Path) -> None:
        deck = str(DECKS / "hkk/decks/illegal-colours.txt")
        printed = print_registration(Desk.open("en"), "hkk", deck, tmp_path / "sheet.pdf")
        assert printed.statuses == ("illegal",)
        assert "deck.colours" in {finding.code for finding in printed.findings}
        assert "illegal" in "".join(letter.text for letter in letters(printed.path.read_bytes()))

    def test_an_unknown_card_is_refused_unless_a_draft_is_asked_for(self, tmp_path: Path) -> None:
        (tmp_path / "list.txt").write_text("3 Nosuchcard\n", encoding="utf-8")
        target = tmp_path / "sheet.pdf"
        with pytest.raises(CardtoolsError) as refusal:
            print_registration(Desk.open("en"), "hkk", str(tmp_path / "list.txt"), target)
        assert {finding.code for finding in refusal.value.findings} == {"deck.unknown-card"}
        assert not target.exists()
        printed = print_registration(
            Desk.open("en"), "hkk", str(tmp_path / "list.txt"), target, FormOptions(draft=True)
        )
        assert printed.draft
        assert "DRAFT" in "".join(letter.text for letter in letters(target.read_bytes()))

    def test_an_empty_list_and_its_own_list_as_target_are_refused(self, tmp_path: Path) -> None:
        empty = tmp_path / "list.txt"
        empty.write_text("# nothing\n", encoding="utf-8")
        with pytest.raises(CardtoolsError) as refusal:
            print_registration(Desk.open("en"), "hkk", str(empty), tmp_path / "sheet.pdf")
        assert refusal.value.findings[0].code in {"print.no-cards", "deck.empty"}
        with pytest.raises(CardtoolsError) as other:
            print_registration(Desk.open("en"), "hkk", tournament(), Path(tournament()))
        assert other.value.findings[0].code == "file.unwritable"

    def test_markup_in_a_name_is_printed_literally(self, tmp_path: Path) -> None:
        text = '# player: <b>Kati</b> & {{ 7 * 7 }} "; } **x**\n1 Gnóm\n'
        (tmp_path / "list.txt").write_text(text, encoding="utf-8")
        printed = print_registration(Desk.open("hu"), "hkk", str(tmp_path / "list.txt"), tmp_path / "sheet.pdf")
        told = squeezed("".join(letter.text for letter in letters(printed.path.read_bytes())))
        assert squeezed('<b>Kati</b> & {{ 7 * 7 }} "; } **x**') in told

    def test_very_long_words_wrap_within_the_page(self, tmp_path: Path) -> None:
        entrant = Entrant("W" * 150, "M" * 90, "9" * 60)
        printed = print_registration(
            Desk.open("en"), "hkk", tournament(), tmp_path / "sheet.pdf", FormOptions("a5"), entrant=entrant
        )
        found = letters(printed.path.read_bytes())
        assert Counter(one.text for one in found if one.page == 0)["W"] >= 150
        assert max(one.box.x_mm + one.box.width_mm for one in found) <= 144.2

    def test_a_deck_of_many_cards_has_no_code_rather_than_one_that_cannot_be_read(self, tmp_path: Path) -> None:
        names = [f"1 {card.name['hu']}" for card in _hkk_cards()]
        (tmp_path / "list.txt").write_text("\n".join(names), encoding="utf-8")
        printed = print_registration(Desk.open("hu"), "hkk", str(tmp_path / "list.txt"), tmp_path / "sheet.pdf")
        coded = form_word("code", "hu") in "".join(one.text for one in letters(printed.path.read_bytes()))
        assert coded != ("share.qr-too-long" in {finding.code for finding in printed.findings})


def _hkk_cards() -> Sequence[Any]:
    catalog = Desk.open("hu").catalog
    file = catalog.cards(catalog.info("hkk"))
    assert file is not None
    return [card for card in file.cards if card.type not in ("follower", "rule-card")]


class TestSetup:
    @pytest.mark.parametrize("slips", [1, 2, 4])
    def test_a_sheet_holds_as_many_slips_as_asked_each_within_its_own_part(self, slips: int, tmp_path: Path) -> None:
        printed = print_setup(Desk.open("en"), "uno", [4], tmp_path / "slips.pdf", slips=slips)
        found = letters(printed.path.read_bytes())
        assert printed.pages == 1
        assert squeezed("".join(one.text for one in found)).count("cardsinplay") == slips
        across, down = (1 if slips < 4 else 2), (1 if slips == 1 else 2)
        for one in found:
            if not one.text.strip():
                continue
            left = one.box.x_mm % (210 / across)
            low = one.box.y_mm % (297 / down)
            assert left >= 4
            assert left + one.box.width_mm <= 210 / across - 4
            assert low >= 4

    def test_one_slip_on_a_sheet_has_big_type(self, tmp_path: Path) -> None:
        printed = print_setup(Desk.open("en"), "uno", [4], tmp_path / "slip.pdf")
        sizes = Counter(round(one.size_pt, 1) for one in letters(printed.path.read_bytes()))
        assert sizes.most_common(1)[0][0] >= 14

    def test_several_numbers_of_players_have_a_slip_each(self, tmp_path: Path) -> None:
        printed = print_setup(Desk.open("en"), "uno", [2, 3, 4, 5, 6], tmp_path / "slips.pdf", slips=4)
        found = letters(printed.path.read_bytes())
        assert printed.pages == 2
        for players in (2, 3, 4, 5, 6):
            pile = str(112 - 7 * players - 1)
            assert pile in "".join(one.text for one in found)

    def test_pages_of_single_slips_follow_one_another(self, tmp_path: Path) -> None:
        assert print_setup(Desk.open("en"), "uno", [3, 4], tmp_path / "slips.pdf").pages == 2

    def test_a_slip_without_room_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(CardtoolsError) as refusal:
            print_setup(Desk.open("hu"), "unikornis", [2], tmp_path / "s.pdf", FormOptions("a5"), slips=4)
        assert refusal.value.findings[0].code == "print.sheet"
        assert not (tmp_path / "s.pdf").exists()


class TestChecklist:
    def test_unknown_splits_warn_and_strict_refuses(self, tmp_path: Path) -> None:
        printed = print_checklist(Desk.open("hu"), "nepmesek", tmp_path / "list.pdf")
        (finding,) = printed.findings
        assert (finding.code, finding.params["count"]) == ("print.unknown-fact", 64)
        with pytest.raises(CardtoolsError):
            print_checklist(Desk.open("hu"), "nepmesek", tmp_path / "no.pdf", FormOptions(strict=True))
        assert not (tmp_path / "no.pdf").exists()

    def test_a_pack_leaves_out_what_is_taken_out(self, tmp_path: Path) -> None:
        printed = print_checklist(Desk.open("en"), "uno", tmp_path / "list.pdf", format_id="classic")
        assert printed.cards == 108
        assert "Swap Hands" not in "".join(one.text for one in letters(printed.path.read_bytes()))

    def test_a_format_without_a_pack_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(CardtoolsError) as refusal:
            print_checklist(Desk.open("en"), "hkk", tmp_path / "list.pdf", format_id="tournament")
        assert refusal.value.findings[0].key == "usage.no-formats.pack"

    @pytest.mark.parametrize(("game", "boxes"), [("uno", 112), ("panda", 60), ("unikornis", 135)])
    def test_a_box_is_drawn_for_every_copy(self, game: str, boxes: int) -> None:
        html = _html(game)
        assert html.count('class="tick"') == boxes


def _html(game: str) -> str:
    from cardtools.documents.checklist import checklist
    from cardtools.documents.form_room import Look
    from cardtools.render.form_sheets import _page
    from cardtools.render.html import Templates

    desk = Desk.open("en")
    info = desk.catalog.info(game)
    file = desk.catalog.cards(info)
    assert file is not None
    values = {
        "sheet": checklist(info, file.cards, "en"),
        "qr": None,
        "pages": 1,
        **_page(desk.library.paper("a4"), Look(9, 1, 2)),
    }
    return Templates(shipped("templates")).render("documents/checklist.html.j2", values)


class TestOtherLanguages:
    def test_a_registration_in_polish_is_polish_and_warns_that_messages_are_not(self, tmp_path: Path) -> None:
        deck = str(DECKS / "uno/decks/illegal-classic.txt")
        printed = print_registration(Desk.open("pl"), "uno", deck, tmp_path / "s.pdf", format_id="classic")
        told = squeezed("".join(one.text for one in letters(printed.path.read_bytes())))
        assert printed.language == "pl"
        for words in ("Zgłoszenie talii", "niezgodna z zasadami", "podpis gracza", "Czerwona 1: 1 missing"):
            assert squeezed(words) in told
        assert "language.gap.messages" in {one.key for one in printed.findings}

    def test_a_game_without_polish_is_printed_in_english_with_a_warning(self, tmp_path: Path) -> None:
        printed = print_registration(Desk.open("pl"), "hkk", tournament(), tmp_path / "s.pdf")
        assert printed.language == "en"
        assert "language.gap" in {one.key for one in printed.findings}


@pytest.mark.parametrize(("game", "paper"), [("uno", "a4"), ("uno", "a5"), ("unikornis", "a4"), ("panda", "a5")])
def test_no_column_of_a_checklist_repeats_a_head_with_the_count_of_the_whole(
    game: str, paper: str, tmp_path: Path
) -> None:
    printed = print_checklist(Desk.open("hu"), game, tmp_path / "c.pdf", FormOptions(paper))
    told = squeezed("".join(one.text for one in letters(printed.path.read_bytes())))
    head = {"uno": "76 Számos lap", "unikornis": "30 Mágikus Unikornis", "panda": "52 Számkártya"}[game]
    assert told.count(squeezed(head)) == 1
    assert squeezed("– folytatás") in told


class TestVerdicts:
    def test_every_list_of_a_folder_has_a_row_with_its_status_in_words(self, tmp_path: Path) -> None:
        folder = DECKS / "hkk/decks"
        printed = print_verdicts(Desk.open("en"), "hkk", [str(folder)], tmp_path / "verdicts.pdf")
        told = squeezed("".join(one.text for one in letters(printed.path.read_bytes()))).replace("-", "")
        lists = sorted(folder.glob("*.txt"))
        assert len(printed.statuses) == len(lists)
        for path in lists:
            assert squeezed(path.name).replace("-", "") in told
        assert told.count("illegal") >= printed.statuses.count("illegal")

    def test_what_is_no_list_is_named_and_an_unreadable_one_has_a_row(self, tmp_path: Path) -> None:
        folder = tmp_path / "decks"
        folder.mkdir()
        (folder / "notes.pdf").write_bytes(b"%PDF")
        (folder / "broken.xlsx").write_bytes(b"PK\x03\x04")
        (folder / "good.txt").write_text("1 Gnóm\n", encoding="utf-8")
        printed = print_verdicts(Desk.open("en"), "hkk", [str(folder)], tmp_path / "verdicts.pdf")
        told = "".join(one.text for one in letters(printed.path.read_bytes()))
        assert printed.statuses == ("unreadable", "incomplete")
        assert "notes.pdf" in told

    def test_no_lists_at_all_are_refused(self, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        with pytest.raises(CardtoolsError) as refusal:
            print_verdicts(Desk.open("en"), "hkk", [str(tmp_path / "empty")], tmp_path / "verdicts.pdf")
        assert refusal.value.findings[0].code == "print.no-cards"

    @pytest.mark.parametrize("lists", [15, 19, 22])
    def test_the_last_page_has_three_rows_and_each_page_has_the_heads(self, lists: int, tmp_path: Path) -> None:
        for number in range(lists):
            (tmp_path / f"list{number:02}.txt").write_text("# player: Anna\n1 Gnóm\n", encoding="utf-8")
        paths = [str(path) for path in sorted(tmp_path.glob("*.txt"))]
        printed = print_verdicts(Desk.open("en"), "hkk", paths, tmp_path / "v.pdf", FormOptions("a5"))
        found = letters(printed.path.read_bytes())
        pages = ["".join(one.text for one in found if one.page == number) for number in range(printed.pages)]
        assert all("What was found" in page for page in pages)
        assert pages[-1].count("Anna") >= 3

    def test_a_list_of_verdicts_in_polish_warns_that_messages_are_not(self, tmp_path: Path) -> None:
        printed = print_verdicts(Desk.open("pl"), "uno", [str(DECKS / "uno/decks")], tmp_path / "verdicts.pdf")
        assert printed.language == "pl"
        assert "language.gap" in {finding.code for finding in printed.findings}


def test_inks_of_the_style_sheet_can_be_read_on_paper_and_tint() -> None:
    css = (shipped("templates") / "css/forms.css").read_text("utf-8")
    inks = {"#1c1c1e", "#595959", "#4a4a4a", "#a3271d"}
    assert all(ink in css for ink in inks)
    for game in Desk.open("en").catalog.game_ids():
        from cardtools.documents.form_page import form_head

        head = form_head(Desk.open("en").catalog.info(game), "en", "Title", "")
        for ink in (*inks, head.ink):
            assert contrast(ink, "#ffffff") >= 4.5
            assert contrast(ink, head.tint) >= 4.5
