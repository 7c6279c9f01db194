from __future__ import annotations

import csv
import io
import json
import unicodedata
import zipfile
from collections.abc import Callable, Mapping, Sequence
from xml.etree import ElementTree as ET

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardtools.model.deck import DeckList, Entry
from cardtools.model.game import Zone
from cardtools.names.folding import clean
from cardtools.store.deck_lists import read_deck_list
from cardtools.store.deck_lists.grammar import Grammar
from cardtools.store.deck_lists.writers import ENDINGS, FORMS, Form, write_deck_list
from tests.factories import ZONES, codes, grammar_of, refused

ENDING = {form: ending for ending, form in reversed(ENDINGS.items())}
HARD = (
    "Krigis, a lélekkufár",
    "Zu'lit kísérlete",
    "Zu’lit kísérlete",
    'A "nagy" ló',
    '"',
    "'",
    "'=x",
    "7 törpe",
    "törpe",
    "3x törpe",
    "x törpe",
    "X8, az utazó",
    "X 1, a xenomorf",
    "db Turul",
    "× Turul",
    "Turul",
    "Turul x3",
    "Turul (3)",
    "Turul (2020)",
    "Turul;3",
    "Turul 3 db",
    "=1+1",
    "+1",
    "-1",
    "@a",
    "＝1",
    "#1",
    "// a",
    "; a",
    "# name: a",
    "[Követő]",
    "[side]",
    "Követő",
    "Követő:",
    "SB: Turul",
    "SB:",
    "sep=;",
    "count",
    "name",
    "null",
    "~",
    "yes",
    "10:30",
    "- a",
    "a: b",
    "{a: b}",
    '{"a": 1}',
    "&amp;",
    "<card>",
    "]]>",
    "%s {0}",
    "_x0041_",
    "\\u0041\\",
    "007",
    "2.5",
    "1e5",
    "🐉 sárkány",
    "É\u200bleterő",
    unicodedata.normalize("NFD", "Életerő őű"),
    "Ő" * 80,
    "\u00a0a\u00a0 b ",
    "a\u0085b",
    "a\x7fb",
)
PIECES = st.one_of(
    st.sampled_from(HARD), st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cn"]), max_size=6)
)
NAMES = st.one_of(
    st.sampled_from(HARD), st.lists(PIECES, min_size=1, max_size=3).map(lambda parts: " ".join(parts)[:80])
)
CARDS = st.tuples(st.integers(1, 999), NAMES.filter(clean), st.sampled_from([zone.id for zone in ZONES]))
HEADERS = st.dictionaries(st.sampled_from(["name", "player", "event", "date"]), NAMES.filter(clean))

Card = tuple[int, str, str]


def listing(cards: Sequence[Card], headers: Mapping[str, str] | None = None) -> DeckList:
    return DeckList("deck", tuple(Entry(1, 1, *card) for card in cards), headers or {})


def read(content: bytes, form: Form, grammar: Grammar) -> DeckList:
    return read_deck_list(content, f"deck{ENDING[form]}", grammar)


def in_order(cards: Sequence[Card]) -> list[Card]:
    """Return the cards zone after zone, with their names as a reader has them."""
    order = [zone.id for zone in ZONES]
    return [(count, clean(name), zone) for count, name, zone in sorted(cards, key=lambda card: order.index(card[2]))]


@pytest.mark.parametrize("form", FORMS)
@given(cards=st.lists(CARDS, max_size=8), headers=HEADERS, known=st.booleans())
@example(cards=[(3, name, "side") for name in HARD], headers={}, known=True)
@example(cards=[(7, name, "main") for name in HARD], headers={}, known=False)
@example(
    cards=[(1, "Turul", "main")], headers=dict(zip(("name", "player", "event", "date"), HARD, strict=False)), known=True
)
@settings(max_examples=40, deadline=None)
def test_what_is_written_reads_back_to_the_same_deck(
    form: Form, cards: list[Card], headers: dict[str, str], known: bool
) -> None:
    grammar = grammar_of(*dict.fromkeys(name for _, name, _ in cards)) if known else grammar_of()
    content = write_deck_list(listing(cards, headers), form, ZONES)
    back = read(content, form, grammar)
    assert [(entry.count, entry.name, entry.zone) for entry in back.entries] == in_order(cards)
    assert dict(back.headers) == {key: clean(value) for key, value in headers.items()}
    assert back.findings == ()
    # What was read is clean, and writing it once more changes nothing but the spelling of names as given.
    again = write_deck_list(back, form, ZONES)
    assert write_deck_list(read(again, form, grammar), form, ZONES) == again


@given(count=st.integers(1, 999), name=NAMES.filter(clean), pool=st.lists(NAMES.filter(clean), max_size=6))
@example(count=7, name="törpe", pool=["törpe", "7 törpe"])
@example(count=7, name="törpe", pool=["törpe", "7 törpe", "7x törpe"])
@example(count=7, name="törpe x2", pool=["7 törpe"])
@example(count=2, name="x Turul", pool=["Turul", "x Turul"])
@settings(max_examples=100, deadline=None)
def test_a_line_is_never_taken_for_another_card_of_the_pool(count: int, name: str, pool: list[str]) -> None:
    grammar = grammar_of(*dict.fromkeys(pool))
    content = write_deck_list(listing([(count, name, "main")]), "text", ZONES, knows=grammar.knows)
    (entry,) = read(content, "text", grammar).entries
    assert (entry.count, entry.name) == (count, clean(name))


def test_a_list_that_no_line_can_say_is_refused_with_the_name() -> None:
    pool = ["törpe", *(form.format("törpe") for form in ("7 {}", "7x {}", "7× {}", "7 db {}", "x7 {}"))]
    grammar = grammar_of(*pool)
    told = refused(lambda: write_deck_list(listing([(7, "törpe", "main")]), "text", ZONES, knows=grammar.knows))
    assert [(one.code, one.params["name"]) for one in told] == [("deck.unwritable", "törpe")]


DECK = listing(
    [(2, "Követő", "follower"), (3, "Turul", "main"), (1, "=SUM(A1)", "side"), (1, "#1", "main")],
    {"date": "2026-11-29", "name": "Paklim", "player": ""},
)


def test_text_has_headers_then_zones_in_the_order_of_the_game_under_its_own_words() -> None:
    assert write_deck_list(DECK, "text", ZONES).decode() == (
        "# name: Paklim\n# date: 2026-11-29\n\n3 Turul\n1 #1\n\n[Kiegészítő pakli]\n1 =SUM(A1)\n\n[Követő]\n2 Követő\n"
    )


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Side deck"), ("hu", "Kiegészítő pakli"), ("pl", "Kiegészítő pakli")]
)
def test_headings_stand_in_the_language_asked_for(language: str, word: str) -> None:
    content = write_deck_list(DECK, "text", ZONES, language=language).decode()
    assert f"[{word}]" in content


def test_a_word_that_would_be_read_as_another_zone_is_no_heading() -> None:
    zones = (Zone(id="main", name={"en": "Deck"}), Zone(id="extra", name={"en": "Main"}, headings=("extra deck",)))
    content = write_deck_list(listing([(1, "Turul", "extra")]), "text", zones)
    assert content == b"[extra deck]\n1 Turul\n"


def test_csv_is_comma_separated_with_formulas_made_text() -> None:
    text = write_deck_list(DECK, "csv", ZONES).decode()
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[:3] == [["# name: Paklim"], ["# date: 2026-11-29"], ["count", "name", "zone"]]
    assert rows[3:] == [
        ["3", "Turul", "Pakli"],
        ["1", "#1", "Pakli"],
        ["1", "'=SUM(A1)", "Kiegészítő pakli"],
        ["2", "Követő", "Követő"],
    ]


@pytest.mark.parametrize("name", ["=1", "+1", "-1", "@a", "＝1", "＋1", "－1", "＠a"])
def test_no_cell_of_a_csv_begins_with_the_sign_of_a_formula(name: str) -> None:
    text = write_deck_list(listing([(1, name, "main")], {"name": name}), "csv", ZONES).decode()
    assert {cell[:1] for row in csv.reader(io.StringIO(text)) for cell in row} & set("=+-@＝＋－＠") == set()


def test_xlsx_holds_texts_and_no_formula_or_link() -> None:
    content = write_deck_list(listing([(1, "=SUM(A1)", "main"), (1, "http://a.b/", "main")]), "xlsx", ZONES)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml")
        assert b"<f>" not in sheet
        assert b"hyperlink" not in sheet
        assert b"=SUM(A1)" in archive.read("xl/sharedStrings.xml")


@pytest.mark.parametrize("form", FORMS)
def test_the_same_list_gives_the_same_bytes(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    first = write_deck_list(DECK, form, ZONES)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    monkeypatch.setattr("time.time", lambda: 4_000_000_000.0)
    assert write_deck_list(DECK, form, ZONES) == first


def test_xlsx_says_no_date_of_today() -> None:
    with zipfile.ZipFile(io.BytesIO(write_deck_list(DECK, "xlsx", ZONES))) as archive:
        assert {item.date_time[0] for item in archive.infolist()} == {1980}
        assert archive.read("docProps/core.xml").count(b"2000-01-01T00:00:00Z") == 2


def test_yaml_is_yaml_for_others_too() -> None:
    assert yaml.safe_load(write_deck_list(DECK, "yaml", ZONES)) == {
        "name": "Paklim",
        "date": "2026-11-29",
        "main": [{"count": 3, "name": "Turul"}, {"count": 1, "name": "#1"}],
        "side": [{"count": 1, "name": "=SUM(A1)"}],
        "follower": [{"count": 2, "name": "Követő"}],
    }


def test_json_names_its_schema_and_holds_decks() -> None:
    assert json.loads(write_deck_list(DECK, "json", ZONES)) == {
        "schema": "cardtools.decks/1",
        "decks": [
            {
                "name": "Paklim",
                "date": "2026-11-29",
                "zones": {
                    "main": [{"count": 3, "name": "Turul"}, {"count": 1, "name": "#1"}],
                    "side": [{"count": 1, "name": "=SUM(A1)"}],
                    "follower": [{"count": 2, "name": "Követő"}],
                },
            }
        ],
    }


def test_cockatrice_has_its_own_elements() -> None:
    root = ET.fromstring(write_deck_list(DECK, "cod", ZONES))  # noqa: S314 - we wrote it
    assert (root.tag, root.get("version")) == ("cockatrice_deck", "1")
    assert root.findtext("deckname") == "Paklim"
    assert root.findtext("comments") == "date: 2026-11-29"
    assert [(zone.get("name"), [dict(card.attrib) for card in zone]) for zone in root.findall("zone")] == [
        ("main", [{"number": "3", "name": "Turul"}, {"number": "1", "name": "#1"}]),
        ("side", [{"number": "1", "name": "=SUM(A1)"}]),
        ("follower", [{"number": "2", "name": "Követő"}]),
    ]


@pytest.mark.parametrize("form", FORMS)
def test_cards_of_no_zone_stay_so_and_are_told_when_read(form: Form) -> None:
    content = write_deck_list(listing([(3, "Turul", "unplaced"), (1, "Turul", "main")]), form, ZONES)
    back = read(content, form, grammar_of("Turul"))
    assert [(entry.count, entry.zone) for entry in back.entries] == [(1, "main"), (3, "unplaced")]
    assert codes(back.findings) == ["deck.section"]


@pytest.mark.parametrize("form", FORMS)
def test_a_game_without_zones_has_one_pile(form: Form) -> None:
    content = write_deck_list(listing([(3, "Turul", "main")]), form, ())
    back = read(content, form, grammar_of("Turul", zones=()))
    assert [(entry.count, entry.name, entry.zone) for entry in back.entries] == [(3, "Turul", "main")]
    assert back.findings == ()


@pytest.mark.parametrize("form", FORMS)
def test_an_empty_list_is_written_and_read(form: Form) -> None:
    back = read(write_deck_list(listing([]), form, ZONES), form, grammar_of("Turul"))
    assert (back.entries, dict(back.headers), back.findings) == ((), {}, ())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["a\0b", "\ud800", "", "\u200b"])
def test_a_name_of_signs_that_are_no_letters_is_refused(form: Form, name: str) -> None:
    (finding,) = refused(lambda: write_deck_list(listing([(1, name, "main")]), form, ZONES))
    assert (finding.code, finding.params["form"]) == ("deck.unwritable", form)
    assert str(finding.params["name"]).encode()[:1] != b"\0"


@pytest.mark.parametrize(
    ("form", "name"), [("cod", "a\x01"), ("xlsx", "a\uffff"), ("xlsx", "a" * 32_768), ("csv", "a" * 32_768)]
)
def test_a_name_that_one_format_cannot_hold_is_refused_there_and_written_elsewhere(form: Form, name: str) -> None:
    deck = listing([(1, name, "main")])
    assert codes(refused(lambda: write_deck_list(deck, form, ZONES))) == ["deck.unwritable"]
    for other in ("text", "yaml", "json"):
        assert read(write_deck_list(deck, other, ZONES), other, grammar_of()).entries[0].name == name


READERS: tuple[Callable[[str], str], ...] = (lambda text: text, lambda text: "\ufeff" + text.replace("\n", "\r\n"))


@pytest.mark.parametrize("form", ["text", "csv", "yaml", "json", "cod"])
@pytest.mark.parametrize("changed", READERS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_editors_may_change_line_ends_and_letters(form: Form, changed: Callable[[str], str], encoding: str) -> None:
    text = changed(write_deck_list(DECK, form, ZONES).decode())
    if encoding == "utf-16":
        text = text.removeprefix("\ufeff")
    back = read(text.encode(encoding), form, grammar_of("Turul", "Követő"))
    assert [(entry.count, entry.name, entry.zone) for entry in back.entries] == [
        (3, "Turul", "main"),
        (1, "#1", "main"),
        (1, "=SUM(A1)", "side"),
        (2, "Követő", "follower"),
    ]
    assert back.findings == ()


@pytest.mark.parametrize("form", FORMS)
def test_a_heading_that_names_no_zone_keeps_its_words_and_reads_back_with_the_same_findings(form: Form) -> None:
    text = "1 Turul\n[Kincstár]\n2 Turul\n[cards]\n1 Turul\n[Kincstár]\n3 Turul\n[main]\n1 Turul\n"
    grammar = Grammar(ZONES, lambda _: False)
    first = read_deck_list(text.encode(), "deck.txt", grammar)
    again = read_deck_list(write_deck_list(first, form, ZONES), f"deck.{'txt' if form == 'text' else form}", grammar)
    told = [list(dict.fromkeys(one.params["words"] for one in deck.findings)) for deck in (first, again)]
    assert told[0] == told[1] == ["Kincstár", "cards"]
    unplaced = [[(e.count, e.name) for e in deck.entries if e.zone == "unplaced"] for deck in (first, again)]
    assert unplaced[0] == unplaced[1] == [(2, "Turul"), (1, "Turul"), (3, "Turul")]
