"""Proxies of made-up cards: what strangers write is printed as it stands, or refused, never garbled."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest

from cardtools.app.printing import SheetOptions
from cardtools.documents.faces import ColourView, Face
from cardtools.errors import CardtoolsError
from cardtools.render.faces import Trim, render_pack
from cardtools.render.html import Templates
from cardtools.store.workspace import shipped
from tests.render.making import card, logged, proxies
from tests.render.reading import (
    check_fonts_are_ours_and_embedded,
    forbidden_keys,
    letters,
    shown_glyphs,
    squeezed,
    text_of,
    texts_of_forms,
)

HARD_NAMES = (
    "<b>Kard</b>",
    "{{ 7 * 7 }}",
    "{% raw %}",
    "{# semmi #}",
    "&amp; &lt;i&gt; &#337;",
    "%name% %s {0} {name}",
    "**Kard** és *bot*",
    "\"><script>alert('x')</script>",
    "<img src=file:///etc/passwd>",
    "</style></section>",
    "C:\\temp\\n $HOME `ls`",
)


@pytest.fixture(scope="module")
def hard_names(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[str]]:
    with logged() as told:
        cards = [card(number, name) for number, name in enumerate(HARD_NAMES)]
        _, pdf = proxies(tmp_path_factory.mktemp("hard"), cards)
    return pdf, told


@pytest.mark.parametrize("number", range(len(HARD_NAMES)), ids=HARD_NAMES)
def test_markup_in_a_name_is_printed_letter_by_letter(number: int, hard_names: tuple[bytes, list[str]]) -> None:
    pdf, _ = hard_names
    cards = [text for page in texts_of_forms(pdf, (0, 1)) for name, text in page if name.startswith("F")]
    assert squeezed(HARD_NAMES[number]) in squeezed(cards[number]).replace("\u2010", "")


def test_markup_in_names_does_nothing_else(hard_names: tuple[bytes, list[str]]) -> None:
    pdf, told = hard_names
    assert told == []
    assert forbidden_keys(pdf) == set()


def test_markup_in_the_text_and_type_of_a_card_is_printed_letter_by_letter(tmp_path: Path) -> None:
    text = "Ha <b>{{ sebez }}</b> & **nyer**,\n%húzz% 2 lapot."
    _, pdf = proxies(tmp_path, [card(1, "Gnóm", text={"hu": text}, subtypes=["<i>ork</i>"])])
    read = squeezed(text_of(pdf))
    assert squeezed(text) in read
    assert "<i>ork</i>" in read


def test_accents_of_our_five_languages_are_read_back_whole(tmp_path: Path) -> None:
    names = [
        "Őrült tükörfúró",
        "ŰRHAJÓ árvíztűrő",
        "Zażółć gęślą jaźń",
        "Příšerně žluťoučký kůň",
        "Kŕdeľ ďatľov, ĺ Ľ ŕ",
    ]
    _, pdf = proxies(tmp_path, [card(n, name) for n, name in enumerate(names)])
    read = squeezed(text_of(pdf))
    for name in names:
        assert squeezed(name) in read
    assert "\ufffd" not in read
    assert 0 not in shown_glyphs(pdf)
    check_fonts_are_ours_and_embedded(pdf)


def test_a_long_name_is_set_smaller_and_stays_whole(tmp_path: Path) -> None:
    name = "A legislegmegszentségteleníthetetlenebb őrangyal, aki mindig hazatalál"
    short, _ = proxies(tmp_path, [card(1, "Gnóm")])
    printed, pdf = proxies(tmp_path, [card(1, name)])
    assert squeezed(name) in squeezed(text_of(pdf)).replace("-", "").replace("\u2010", "")
    assert 6 <= printed.smallest_pt <= short.smallest_pt
    sizes = [letter.size_pt for letter in letters(pdf) if letter.form.startswith("F")]
    assert min(sizes) >= 6 - 0.05


@pytest.mark.parametrize(
    ("facts", "box"),
    [
        ({"name": {"hu": "M" * 150}}, "name"),
        ({"name": {"hu": "Hosszú"}, "text": {"hu": "Nagyon hosszú szöveg. " * 70}}, "text"),
        ({"name": {"hu": "Hosszú"}, "subtypes": ["M" * 80]}, "type"),
        ({"name": {"hu": "Hosszú"}, "cost": "123456789012345678901234567890"}, "cost"),
    ],
)
def test_what_does_not_fit_even_at_the_smallest_size_is_refused_and_nothing_is_written(
    facts: dict[str, object], box: str, tmp_path: Path
) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        proxies(tmp_path, [card(1, "Gnóm"), {**card(2, "?"), **facts}])
    (finding,) = refusal.value.findings
    assert finding.code == "print.overflow"
    assert refusal.value.exit_code == 1
    assert finding.params["box"] == box
    assert finding.params["name"] == facts["name"]["hu"]  # type: ignore[index] # loose test data
    assert float(finding.params["mm"]) > 0
    assert not (tmp_path / "proxies.pdf").exists()


@pytest.mark.parametrize("letter", ["漢", "🂡", "★", "\u05d0"])
@pytest.mark.parametrize("place", ["name", "text", "type"])
def test_a_letter_no_font_of_ours_has_is_refused_by_its_code_point_and_nothing_is_written(
    letter: str, place: str, tmp_path: Path
) -> None:
    facts: dict[str, dict[str, object]] = {
        "name": {"name": {"hu": f"Gnóm {letter}"}},
        "text": {"text": {"hu": f"Gnóm {letter}"}},
        "type": {"subtypes": [f"gnóm {letter}"]},
    }
    with pytest.raises(CardtoolsError) as refusal:
        proxies(tmp_path, [card(1, "Ork"), {**card(2, "Gnóm"), **facts[place]}])
    (finding,) = refusal.value.findings
    assert finding.code == "print.letters"
    assert refusal.value.exit_code == 1
    assert f"U+{ord(letter):04X}" in str(finding.params["letters"])
    assert "Gnóm" in str(finding.params["name"])
    assert not (tmp_path / "proxies.pdf").exists()


def test_a_refusal_leaves_the_file_of_before_as_it_was(tmp_path: Path) -> None:
    _, before = proxies(tmp_path, [card(1, "Gnóm")])
    with pytest.raises(CardtoolsError):
        proxies(tmp_path, [card(1, "漢")])
    assert (tmp_path / "proxies.pdf").read_bytes() == before


def test_every_card_concerned_is_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        proxies(tmp_path, [card(1, "漢"), card(2, "Gnóm"), card(3, "字")])
    assert [finding.params["name"] for finding in refusal.value.findings] == ["漢", "字"]


def test_what_is_not_known_of_a_card_is_not_printed_as_a_word(tmp_path: Path) -> None:
    unknown: dict[str, object] = {"id": "1", "name": {"hu": "Ismeretlen"}}
    known = card(2, "Gnóm", cost="{vp}2", damage=3, life=1, text={"hu": "Repül."}, max_copies=5)
    _, pdf = proxies(tmp_path, [unknown, known], SheetOptions())
    read = text_of(pdf)
    for word in ("None", "none", "null", "Undefined", "()", "[]"):
        assert word not in read
    assert "Ismeretlen" in read


def test_each_proxy_says_that_it_is_one_and_all_have_one_common_back(tmp_path: Path) -> None:
    _, pdf = proxies(tmp_path, [card(1, "Gnóm"), card(2, "Ork")], SheetOptions(), copies=2)
    front, back = texts_of_forms(pdf, (0, 1))
    cards = [text for name, text in front if name.startswith("F")]
    assert len(cards) == 4
    assert all("PROXY–nemeladó" in squeezed(text) for text in cards)
    assert len({name for name, _ in back if name.startswith("F")}) == 1


def test_what_a_card_says_is_printed_on_it_and_on_no_other(tmp_path: Path) -> None:
    cards = [
        card(1, "Gnóm", cost="{vp}2", damage=13, life=57, text={"hu": "Repül."}),
        card(2, "Ork", cost="{vp}4", damage=68, life=9, text={"hu": "Harap."}),
    ]
    _, pdf = proxies(tmp_path, cards)
    (page,) = texts_of_forms(pdf, (0,))
    gnome, ork = (squeezed(text) for name, text in page if name.startswith("F"))
    for words in ("Gnóm", "2", "13", "57", "Repül."):
        assert words in gnome
        assert words not in ork
    for words in ("Ork", "4", "68", "9", "Harap."):
        assert words in ork
        assert words not in gnome


def test_title_and_language_are_those_of_the_document(tmp_path: Path) -> None:
    _, pdf = proxies(tmp_path, [card(1, "Gnóm")], language="en")
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert str(document.Root.Lang) == "en"
        assert str(document.docinfo["/Title"]) == "Hatalom Kártyái Kártyajáték – proxies"


def test_the_smallest_type_told_is_the_smallest_there_is_on_a_card(tmp_path: Path) -> None:
    cards = [card(1, "Gnóm"), card(2, "A legislegmegszentségteleníthetetlenebb őrangyal", text={"hu": "Repül. " * 60})]
    printed, pdf = proxies(tmp_path, cards)
    sizes = [letter.size_pt for letter in letters(pdf) if letter.form.startswith("F")]
    assert printed.smallest_pt == pytest.approx(min(sizes), abs=0.01)


def test_a_type_line_of_the_widest_letters_is_set_smaller_and_stays_on_its_line(tmp_path: Path) -> None:
    kind = "M" * 26
    _, pdf = proxies(tmp_path, [{**card(1, "Gnóm", subtypes=[kind]), "type": None}])
    drawn = [letter for letter in letters(pdf) if letter.text == "M"]
    assert len(drawn) == len(kind)
    assert len({round(letter.box.y_mm, 1) for letter in drawn}) == 1
    assert min(letter.size_pt for letter in drawn) >= 6 - 0.05


@pytest.mark.parametrize("letter", ["漢", "🂡"])
def test_a_colour_is_called_by_letters_our_fonts_have_or_refused(letter: str) -> None:
    colour = ColourView("x", f"kék {letter}", "#265f97", "#ffffff", None)
    face = Face(
        template="cards/proxy.html.j2", side="front", lang="hu", game="x", game_name="x", name="Gnóm", colours=(colour,)
    )
    with pytest.raises(CardtoolsError) as refusal:
        render_pack([face], Trim(63, 88, 0), Templates(shipped("templates")), lang="hu", title="x")
    (finding,) = refusal.value.findings
    assert finding.code == "print.letters"
    assert f"U+{ord(letter):04X}" in str(finding.params["letters"])
