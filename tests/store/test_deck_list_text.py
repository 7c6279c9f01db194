from __future__ import annotations

import unicodedata

import pytest

from cardtools.model.deck import DeckList
from cardtools.model.game import Zone
from cardtools.store.deck_lists import read_deck_list
from tests.factories import ZONES, grammar_of, places

NAMES = (
    "Életerő",
    "Turul",
    "A halál angyala",
    "X8, az utazó",
    "X 1, a xenomorf",
    "Tűzmadár",
    "Tűzmadár (2020)",
    "Krigis, a lélekkufár",
    "Zu'lit kísérlete",
    "7 törpe",
    "Sárkány 2",
    "Sárkány",
    "Állj!",
)
GRAMMAR = grammar_of(*NAMES)


def read(text: str) -> DeckList:
    return read_deck_list(text.encode(), "deck.txt", GRAMMAR)


def only(text: str) -> tuple[int, str]:
    listing = read(text)
    assert listing.findings == ()
    (entry,) = listing.entries
    return entry.count, entry.name


def zones(text: str) -> list[tuple[str, str]]:
    return [(entry.name, entry.zone) for entry in read(text).entries]


@pytest.mark.parametrize("name", ["Életerő", "A halál angyala", "Krigis, a lélekkufár", "Tűzmadár (2020)"])
@pytest.mark.parametrize(
    "spelling",
    [
        "3 {}",
        "3x {}",
        "3X {}",
        "x3 {}",
        "3 x {}",
        "x 3 {}",
        "3× {}",
        "3 × {}",
        "×3 {}",
        "3x{}",
        "3×{}",
        "3 db {}",
        "3db {}",
        "3 db. {}",
        "3 DB {}",
        "{} x3",
        "{} x 3",
        "{} ×3",
        "{} 3x",
        "{} 3 db",
        "{} (3)",
        "{} (x3)",
        "{} (3x)",
        "{};3",
        "{} ; 3",
        "3\t{}",
        "3\u00a0{}",
        "3x\t{}",
        "3\u00a0db\u00a0{}",
        "{}\tx3",
        "{}\u00a0(3)",
        "{}\t3",
        "  3   {}  ",
        "03 {}",
        "+3 {}",
    ],
)
def test_every_spelling_of_three_copies(spelling: str, name: str) -> None:
    assert only(spelling.format(name)) == (3, name)


@pytest.mark.parametrize("name", NAMES)
def test_a_bare_name_is_one_copy(name: str) -> None:
    assert only(name) == (1, name)


@pytest.mark.parametrize("name", ["X8, az utazó", "X 1, a xenomorf", "7 törpe", "Sárkány 2", "Tűzmadár (2020)"])
@pytest.mark.parametrize("spelling", ["2 {}", "2x {}", "x2 {}", "2 x {}", "{} x2", "{} (2)", "{};2", "{}\t2"])
def test_names_that_look_like_quantities_are_names(spelling: str, name: str) -> None:
    assert only(spelling.format(name)) == (2, name)


@pytest.mark.parametrize("name", ["X8, az utazzó", "X 1, a xenomorff", "Krigis, a lélekufár", "Tűzmadár [2020]"])
def test_a_typo_in_a_name_that_looks_like_a_quantity_stays_a_name(name: str) -> None:
    assert only(name) == (1, name)
    assert only(f"2 {name}")[0] == 2


@pytest.mark.parametrize("line", ["Turul (2020)", "Turul (1000)", "Turul (002020)"])
def test_a_number_in_brackets_that_no_deck_holds_is_part_of_the_name(line: str) -> None:
    assert only(line) == (1, line)
    assert only(f"3 {line}") == (3, line)


@pytest.mark.parametrize("line", ["3 x törpe", "3x x törpe"])
def test_a_name_that_begins_with_the_word_for_times_is_a_name(line: str) -> None:
    (entry,) = read_deck_list(line.encode(), "deck.txt", grammar_of("X törpe")).entries
    assert (entry.count, entry.name) == (3, "x törpe")


@pytest.mark.parametrize("count", [1, 2, 50, 999])
def test_quantities_up_to_nine_hundred_and_ninety_nine(count: int) -> None:
    assert only(f"{count} Turul") == (count, "Turul")
    assert only(f"Turul x{count}") == (count, "Turul")


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("0 Turul", "0"),
        ("-2 Turul", "-2"),
        ("−2 Turul", "-2"),
        ("2.5 Turul", "2.5"),
        ("2,5 Turul", "2,5"),
        ("1000 Turul", "1000"),
        ("1000000000 Turul", "1000000000"),
        ("1.000 Turul", "1.000"),
        ("0x Turul", "0"),
        ("x0 Turul", "0"),
        ("Turul x0", "0"),
        ("Turul (0)", "0"),
        ("Turul (x1000)", "1000"),
        ("Turul (1000 db)", "1000"),
        ("Turul (-1)", "-1"),
        ("Turul;-1", "-1"),
        ("Turul\t0", "0"),
        ("SB: 0 Turul", "0"),
        ("0 Turull", "0"),
    ],
)
def test_a_quantity_that_no_deck_holds_is_told_and_not_counted(line: str, written: str) -> None:
    listing = read(f"3 Életerő\n{line}\n2 A halál angyala\n")
    assert places(listing.findings) == [("deck.count", 2, 1)]
    assert listing.findings[0].params["written"] == written
    assert [entry.line for entry in listing.entries] == [1, 3]


def test_a_quantity_of_a_thousand_digits_is_told_in_short() -> None:
    (finding,) = read("9" * 1000 + " Turul").findings
    assert finding.code == "deck.count"
    assert len(str(finding.params["written"])) <= 20


@pytest.mark.parametrize(
    ("heading", "zone"),
    [
        ("Pakli", "main"),
        ("fő pakli", "main"),
        ("MAIN DECK", "main"),
        ("main", "main"),
        ("Kiegészítő", "side"),
        ("kiegeszito pakli", "side"),
        ("Sideboard", "side"),
        ("side", "side"),
        ("Szabálylap", "rule"),
        ("Rule card", "rule"),
        ("Követő", "follower"),
        ("Követők", "follower"),
        ("FOLLOWERS", "follower"),
    ],
)
@pytest.mark.parametrize("form", ["{}", "{}:", "{} :", "[{}]", "[ {} ]", "  {}\t"])
def test_headings_in_both_languages_bare_with_a_colon_or_in_brackets(form: str, heading: str, zone: str) -> None:
    other = "side" if zone == "main" else "main"
    listing = read(f"1 Életerő\n[{other}]\n{form.format(heading)}\n2 Turul\nA halál angyala\n")
    assert [(entry.line, entry.zone) for entry in listing.entries] == [(1, "main"), (4, zone), (5, zone)]
    assert listing.findings == ()


@pytest.mark.parametrize("line", ["SB:", "sb :", "[SB]", "[sb:]", "KP:", "[side deck:]", "[ Side deck : ]", "[Side]:"])
def test_a_prefix_alone_and_a_colon_in_brackets_are_headings(line: str) -> None:
    listing = read(f"1 Életerő\n{line}\n2 Turul\nA halál angyala\n")
    assert [(entry.line, entry.zone) for entry in listing.entries] == [(1, "main"), (3, "side"), (4, "side")]
    assert listing.findings == ()


@pytest.mark.parametrize("zone", ZONES, ids=lambda zone: zone.id)
def test_a_zone_is_named_by_its_name_in_any_language_of_the_game(zone: Zone) -> None:
    for name in zone.name.values():
        listing = read(f"[Kincstár]\n{name}:\n2 Turul\n")
        assert [entry.zone for entry in listing.entries] == [zone.id]


def test_the_id_of_a_zone_is_never_the_heading_of_another() -> None:
    zones = (Zone(id="main", name={"en": "A"}), Zone(id="extra", name={"en": "B"}, headings=("main",)))
    listing = read_deck_list(b"[main]\n1 Turul\n", "deck.txt", grammar_of("Turul", zones=zones))
    assert [entry.zone for entry in listing.entries] == ["main"]


def test_a_game_without_zones_knows_the_main_deck() -> None:
    listing = read_deck_list(b"Main:\n3 Turul\n", "deck.txt", grammar_of("Turul", zones=()))
    assert [(entry.zone, entry.count) for entry in listing.entries] == [("main", 3)]
    assert listing.findings == ()


@pytest.mark.parametrize("heading", ["[Kincstár]", "Kincstár:", "[ ]", "[3 Turul]"])
def test_a_heading_that_names_no_zone_is_told_and_its_cards_are_unplaced(heading: str) -> None:
    listing = read(f"1 Életerő\n{heading}\n2 Turul\nPakli\n1 A halál angyala\n")
    assert places(listing.findings) == [("deck.section", 2, 1)]
    assert [entry.zone for entry in listing.entries] == ["main", "unplaced", "main"]


def test_a_card_that_is_called_like_a_heading_is_a_card() -> None:
    grammar = grammar_of("Követő", "Turul")
    listing = read_deck_list("Követő\n[követő]\n1 Turul\n2 Követő\n".encode(), "deck.txt", grammar)
    assert [(e.count, e.name, e.zone) for e in listing.entries] == [
        (1, "Követő", "main"),
        (1, "Turul", "follower"),
        (2, "Követő", "follower"),
    ]


@pytest.mark.parametrize("prefix", ["SB:", "SB: ", "sb: ", "SB :", "KP:", "kp:\t"])
@pytest.mark.parametrize("rest", ["2 Turul", "Turul x2", "2x Turul"])
def test_a_prefix_puts_one_line_into_its_zone(prefix: str, rest: str) -> None:
    listing = read(f"1 Életerő\n{prefix}{rest}\n1 A halál angyala\n")
    assert [(e.count, e.name, e.zone) for e in listing.entries] == [
        (1, "Életerő", "main"),
        (2, "Turul", "side"),
        (1, "A halál angyala", "main"),
    ]
    assert listing.findings == ()


def test_a_prefix_counts_under_any_heading() -> None:
    assert zones("Követő\nTurul\nSB: Életerő\nÁllj!\n") == [
        ("Turul", "follower"),
        ("Életerő", "side"),
        ("Állj!", "follower"),
    ]


def test_a_name_with_a_colon_is_no_prefix_and_no_heading() -> None:
    grammar = grammar_of("SB: Sárkány", "Vége:")
    listing = read_deck_list("SB: Sárkány\nVége:\n2 Vége:\n".encode(), "deck.txt", grammar)
    assert [(e.count, e.name, e.zone) for e in listing.entries] == [
        (1, "SB: Sárkány", "main"),
        (1, "Vége:", "main"),
        (2, "Vége:", "main"),
    ]


@pytest.mark.parametrize("comment", ["# a", "#3 Turul", "// 3 Turul", "; 3 Turul", "  # a", "#", "//"])
def test_comments_are_neither_cards_nor_findings(comment: str) -> None:
    listing = read(f"{comment}\n2 Turul\n")
    assert [(e.line, e.count) for e in listing.entries] == [(2, 2)]
    assert listing.findings == ()


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("# player: Nagy Anna", "player", "Nagy Anna"),
        ("# játékos: Anna", "player", "Anna"),
        ("// event: Kupa: döntő", "event", "Kupa: döntő"),
        ("# verseny : Kupa", "event", "Kupa"),
        ("; date: 2026-11-29", "date", "2026-11-29"),
        ("#dátum: ma", "date", "ma"),
        ("## Name: Paklim", "name", "Paklim"),
        ("# NÉV: Paklim", "name", "Paklim"),
        ("# pakli: Paklim", "name", "Paklim"),
    ],
)
def test_comments_may_say_whose_list_it_is(line: str, key: str, value: str) -> None:
    assert dict(read(f"3 Turul\n{line}\n").headers) == {key: value}


def test_the_first_header_of_a_kind_counts() -> None:
    assert dict(read("# player: Anna\n# player: Béla\n# other: x\n# event:\n").headers) == {"player": "Anna"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\u0085"])
def test_lines_are_numbered_alike_at_any_line_end(end: str) -> None:
    listing = read(end.join(["3 Turul", "", "# x", "0 Turul", "2 Életerő"]))
    assert [(e.line, e.count) for e in listing.entries] == [(1, 3), (5, 2)]
    assert places(listing.findings) == [("deck.count", 4, 1)]


def test_mixed_line_ends_are_each_one_line() -> None:
    assert [e.line for e in read("1 Turul\r\n1 Turul\r1 Turul\n\r\n1 Turul").entries] == [1, 2, 3, 5]


def test_the_column_is_where_the_line_begins() -> None:
    listing = read("1 Turul\n   2 Turul\n\t0 Turul\n\u00a0 1 Életerő\n")
    assert [(e.line, e.column) for e in listing.entries] == [(1, 1), (2, 4), (4, 3)]
    assert places(listing.findings) == [("deck.count", 3, 2)]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("3 " + unicodedata.normalize("NFD", "Életerő"), "Életerő"),
        ("3 Zu’lit kísérlete", "Zu'lit kísérlete"),
        ("3 Zu`lit kísérlete", "Zu'lit kísérlete"),
        ("\u200b3 Tu\u200brul\u200b", "Turul"),
        ("\ufeff3 Turul", "Turul"),
        ("3 Tu\u00adrul", "Turul"),
        ("3\u2009Turul", "Turul"),
        ("3 A  halál\u00a0 angyala", "A halál angyala"),
    ],
)
def test_names_are_read_in_their_clean_form(line: str, name: str) -> None:
    assert only(line) == (3, name)


@pytest.mark.parametrize("line", ["3 ELETERO", "3x eletero", "x3 ÉleterŐ", "eletero x3", "ELETERO (3)"])
def test_spellings_are_peeled_off_names_without_accents_too(line: str) -> None:
    count, name = only(line)
    assert (count, GRAMMAR.knows(name)) == (3, True)


@pytest.mark.parametrize("line", ["3 Ismeretlen", "Ismeretlen x3", "x3 Ismeretlen", "Ismeretlen (3)", "Ismeretlen;3"])
def test_the_quantity_of_an_unknown_name_counts(line: str) -> None:
    assert only(line) == (3, "Ismeretlen")


@pytest.mark.parametrize("text", ["", "\n\n", "  \n\t\n", "\u200b\n\u00a0\n", "# x\n// y\n; z\n"])
def test_a_list_without_cards_has_no_entries_and_no_findings(text: str) -> None:
    listing = read(text)
    assert (listing.entries, listing.findings) == ((), ())


def test_a_card_on_several_lines_keeps_every_line() -> None:
    assert [(e.line, e.count) for e in read("2 Turul\n1 Életerő\n2 Turul\n").entries] == [(1, 2), (2, 1), (3, 2)]
