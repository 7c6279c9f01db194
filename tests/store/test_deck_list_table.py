from __future__ import annotations

import pytest

from cardtools.model.deck import DeckList
from cardtools.store.deck_lists import read_deck_list
from tests.factories import grammar_of, places

GRAMMAR = grammar_of(
    "Életerő", "Turul", "Krigis, a lélekkufár", "Zarknod", "Zarknod, drakolder nagyúr", "X8, az utazó", "7 törpe"
)


def read(text: str, path: str = "deck.csv") -> DeckList:
    return read_deck_list(text.encode(), path, GRAMMAR)


def rows(listing: DeckList) -> list[tuple[int, int, str]]:
    return [(entry.line, entry.count, entry.name) for entry in listing.entries]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_any_delimiter_line_end_and_byte_order_mark(delimiter: str, end: str, mark: str) -> None:
    lines = (("qty", "name"), ("3", "Életerő"), ("2", '"Krigis, a lélekkufár"'))
    listing = read(mark + end.join(delimiter.join(cells) for cells in lines) + end)
    assert rows(listing) == [(2, 3, "Életerő"), (3, 2, "Krigis, a lélekkufár")]
    assert listing.findings == ()


@pytest.mark.parametrize("path", ["deck.csv", "DECK.CSV", "deck.tsv"])
def test_the_ending_of_the_name_tells_a_table(path: str) -> None:
    assert rows(read("qty\tname\n3\tTurul\n", path)) == [(2, 3, "Turul")]


@pytest.mark.parametrize("count", ["qty", "Quantity", "COUNT", "copies", "db", "Darab", "Mennyiség", "MENNYISEG"])
@pytest.mark.parametrize("name", ["name", "Card", "Card Name", "Név", "NEV", "lap", "Kártya"])
def test_header_words_in_both_languages(count: str, name: str) -> None:
    assert rows(read(f"{name};{count}\nTurul;3\n")) == [(2, 3, "Turul")]
    assert rows(read(f"{count};{name}\n3;Turul\n")) == [(2, 3, "Turul")]


@pytest.mark.parametrize("header", ["zone", "Section", "zóna", "rész"])
def test_a_zone_column_puts_cards_into_zones(header: str) -> None:
    listing = read(f"qty,name,{header}\n3,Turul,Side\n1,Életerő,követő\n2,Turul,\n")
    assert [entry.zone for entry in listing.entries] == ["side", "follower", "main"]
    assert listing.findings == ()


def test_a_zone_nobody_knows_is_told_and_its_card_is_unplaced() -> None:
    listing = read("qty,name,zone\n3,Turul,kincstár\n")
    assert [(entry.count, entry.zone) for entry in listing.entries] == [(3, "unplaced")]
    assert places(listing.findings) == [("deck.section", 2, 1)]
    assert listing.findings[0].params["words"] == "kincstár"


@pytest.mark.parametrize("line", ["sep=;", "SEP=;", '"sep=;"', " sep=; "])
@pytest.mark.parametrize("path", ["deck.csv", "deck.txt"])
def test_the_line_that_excel_names_the_delimiter_with_is_understood(line: str, path: str) -> None:
    listing = read(f"\ufeff{line}\r\ncount;name\r\n3;Krigis, a lélekkufár\r\n0;Turul\r\n", path)
    assert rows(listing) == [(3, 3, "Krigis, a lélekkufár")]
    assert places(listing.findings) == [("deck.count", 4, 1)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_that_is_named_counts(delimiter: str) -> None:
    assert rows(read(f"sep={delimiter}\n3{delimiter}Turul\n")) == [(2, 3, "Turul")]


@pytest.mark.parametrize("path", ["deck.txt", "-", "deck"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_table_with_a_header_is_known_whatever_it_is_called(path: str, delimiter: str, encoding: str) -> None:
    text = f"# player: Anna\r\nName{delimiter}Darab\r\nÉleterő{delimiter}3\r\n"
    listing = read_deck_list(text.encode(encoding), path, GRAMMAR)
    assert rows(listing) == [(3, 3, "Életerő")]
    assert dict(listing.headers) == {"player": "Anna"}
    assert listing.findings == ()


@pytest.mark.parametrize("path", ["deck.csv", "deck.tsv"])
def test_a_plain_list_that_is_called_a_table_is_a_plain_list(path: str) -> None:
    text = "# player: Anna\n3 Krigis, a lélekkufár\nTurull x2\n\n[Sideboard]\n1 X8, az utazzó\n"
    listing = read(text, path)
    assert rows(listing) == [(2, 3, "Krigis, a lélekkufár"), (3, 2, "Turull"), (6, 1, "X8, az utazzó")]
    assert [entry.zone for entry in listing.entries] == ["main", "main", "side"]
    assert dict(listing.headers) == {"player": "Anna"}
    assert listing.findings == ()


@pytest.mark.parametrize("text", [";Turul\n", "Turul\n;Életerő\n", '"Krigis, a lélekkufár"\n'])
def test_a_row_of_a_table_is_not_taken_for_the_comment_of_a_plain_list(text: str) -> None:
    listing = read(text)
    assert len(listing.entries) + len(listing.findings) == len(text.splitlines())


@pytest.mark.parametrize("mark", ["#", "//"])
def test_comments_of_a_table_may_say_whose_list_it_is(mark: str) -> None:
    listing = read(f'{mark} player: Anna\n"{mark} event: Kupa, döntő"\n{mark} name: a, b\nqty,name\n3,Turul\n')
    assert dict(listing.headers) == {"player": "Anna", "event": "Kupa, döntő", "name": "a, b"}
    assert rows(listing) == [(5, 3, "Turul")]
    assert listing.findings == ()


def test_a_name_that_begins_like_a_comment_is_a_card_where_its_row_says_how_many() -> None:
    listing = read("name,qty\n#1,3\n# a comment\n//x,sok\n")
    assert rows(listing) == [(2, 3, "#1")]
    assert places(listing.findings) == [("deck.count", 4, 1)]


@pytest.mark.parametrize(
    ("cell", "name"),
    [("'=x", "=x"), ("'-1", "-1"), ("''=x", "'=x"), ("'x", "'x"), ("=x", "=x"), ("'＝x", "＝x"), ("’=x", "'=x")],
)
def test_the_quote_that_makes_a_formula_text_is_no_part_of_the_name(cell: str, name: str) -> None:
    assert rows(read(f"qty,name\n3,{cell}\n")) == [(2, 3, name)]


@pytest.mark.parametrize(
    "text",
    [
        "qty;name\n3;Turul;beyond\n",
        "qty\tname\n3\tTurul\t\tbeyond\n",
        "qty,,name\n3,beyond,Turul\n",
        ",qty,name\nbeyond,3,Turul\n",
        "3;Turul\n3;Turul;beyond\n",
    ],
)
def test_cells_under_no_header_are_told_and_their_row_is_not_counted(text: str) -> None:
    listing = read(text)
    last = [finding for finding in listing.findings if finding.location.line == 2]
    assert [(one.code, one.wording, one.params["text"]) for one in last] == [("deck.row", "deck.row.beyond", "beyond")]
    assert [entry.line for entry in listing.entries] == [1] * text.startswith("3")


def test_the_header_tells_the_delimiter_where_names_hold_more_of_another() -> None:
    assert rows(read("Name;Qty;Set, Number, Foil, Price\nTurul;3;x\n")) == [(2, 3, "Turul")]


@pytest.mark.parametrize(("text", "count"), [("7 törpe;3\n", 3), ("7 törpe,3\nTurul,1\n", 3)])
def test_a_name_that_begins_with_a_number_is_no_quantity(text: str, count: int) -> None:
    assert rows(read(text))[0] == (1, count, "7 törpe")


def test_other_columns_are_passed_over() -> None:
    listing = read("set,qty,price,name,note\nA,3,100,Turul,foil\n")
    assert rows(listing) == [(2, 3, "Turul")]
    assert listing.findings == ()


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("3;Turul\n2;Életerő\n", [(1, 3, "Turul"), (2, 2, "Életerő")]),
        ("Turul;3\nÉleterő;2\n", [(1, 3, "Turul"), (2, 2, "Életerő")]),
        ("Turul\nÉleterő\n", [(1, 1, "Turul"), (2, 1, "Életerő")]),
        ("3 Turul\nÉleterő x2\n", [(1, 3, "Turul"), (2, 2, "Életerő")]),
        ('2,"Krigis, a lélekkufár"\n', [(1, 2, "Krigis, a lélekkufár")]),
        ('"X8, az utazó",2\n', [(1, 2, "X8, az utazó")]),
    ],
)
def test_a_table_without_a_header_loses_no_row(text: str, read_as: list[tuple[int, int, str]]) -> None:
    listing = read(text)
    assert rows(listing) == read_as
    assert listing.findings == ()


def test_a_header_without_a_quantity_counts_what_the_names_say() -> None:
    assert rows(read("name\nTurul\n2 Életerő\n7 törpe\n")) == [(2, 1, "Turul"), (3, 2, "Életerő"), (4, 1, "7 törpe")]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("3;", "deck.row"),
        ("3", "deck.row"),
        (";;note", "deck.row"),
        (";Turul", "deck.count"),
        ("0;Turul", "deck.count"),
        ("-1;Turul", "deck.count"),
        ("2.5;Turul", "deck.count"),
        ("1000;Turul", "deck.count"),
        ("sok;Turul", "deck.count"),
        ("3x;Turul", "deck.count"),
    ],
)
def test_a_row_without_a_name_or_a_quantity_is_told_with_its_line(row: str, code: str) -> None:
    listing = read(f"qty;name\n3;Életerő\n{row}\n2;Turul\n")
    assert places(listing.findings) == [(code, 3, 1)]
    assert rows(listing) == [(2, 3, "Életerő"), (4, 2, "Turul")]


def test_the_first_row_of_a_table_without_a_header_may_be_the_wrong_one() -> None:
    listing = read("-2;Turul\n3;Életerő\n")
    assert places(listing.findings) == [("deck.count", 1, 1)]
    assert rows(listing) == [(2, 3, "Életerő")]


def test_empty_rows_are_passed_over_without_losing_count_of_lines() -> None:
    listing = read("qty;name\n\n;;\n3;Turul\n\n0;Turul\n")
    assert rows(listing) == [(4, 3, "Turul")]
    assert places(listing.findings) == [("deck.count", 6, 1)]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_line_end_in_a_cell_keeps_the_lines_that_follow_right(end: str) -> None:
    text = f'qty,name,note{end}3,"Krigis,{end}a lélekkufár","x{end}{end}y"{end}2,Turul,{end}0,Turul,{end}'
    listing = read(text)
    assert rows(listing) == [(2, 3, "Krigis, a lélekkufár"), (6, 2, "Turul")]
    assert places(listing.findings) == [("deck.count", 7, 1)]


@pytest.mark.parametrize(
    "text", ["# my deck\nqty,name\n3,Turul\n", "\n// my deck, by me; 2026\nqty,name\n# x\n3,Turul\n"]
)
def test_comments_before_the_header_and_between_rows_are_passed_over(text: str) -> None:
    listing = read(text)
    assert [(entry.count, entry.name) for entry in listing.entries] == [(3, "Turul")]
    assert listing.findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "qty,name\n3,Zarknod, drakolder nagyúr\n",
        "qty,name,\n3,Zarknod, drakolder nagyúr\n",
        "1,Turul\n3,Zarknod, drakolder nagyúr\n",
        "3,Zarknod, drakolder nagyúr\n",
    ],
)
def test_a_name_with_a_comma_and_without_quotes_is_not_cut_to_another_card(text: str) -> None:
    listing = read(text)
    assert rows(listing)[-1][1:] == (3, "Zarknod, drakolder nagyúr")
    assert listing.findings == ()


def test_a_single_column_of_names_may_hold_commas() -> None:
    assert [entry.name for entry in read("name\nTurul\nZarknod, drakolder nagyúr\n").entries] == [
        "Turul",
        "Zarknod, drakolder nagyúr",
    ]


@pytest.mark.parametrize(
    "text", ["qty,name,set\n3,Zarknod, drakolder nagyúr,A\n", "name,qty\nZarknod, drakolder nagyúr,3\n"]
)
def test_a_row_with_more_cells_than_the_header_is_told_where_nobody_can_join_them(text: str) -> None:
    listing = read(text)
    assert listing.entries == ()
    assert places(listing.findings) == [("deck.row", 2, 1)]


def test_empty_cells_beyond_the_header_do_no_harm() -> None:
    listing = read("qty,name\n3,Turul,,\n2,Életerő\n")
    assert rows(listing) == [(2, 3, "Turul"), (3, 2, "Életerő")]
    assert listing.findings == ()


def test_a_long_cell_is_a_row_like_others() -> None:
    listing = read(f'qty,name\n3,"{"x" * 200_000}"\n2,Turul\n')
    assert rows(listing) == [(2, 3, "x" * 200_000), (3, 2, "Turul")]
    assert listing.findings == ()


def test_a_cell_beyond_all_measure_is_told_and_what_stood_before_it_counts() -> None:
    listing = read('qty,name\n3,Turul\n2,"' + "x" * 4_000_001 + '"\n')
    assert rows(listing) == [(2, 3, "Turul")]
    assert places(listing.findings) == [("deck.row", 3, 1)]


def test_a_quote_that_is_never_closed_loses_no_card_in_silence() -> None:
    listing = read('qty,name\n3,"Turul\n2,Életerő\n')
    assert not any(GRAMMAR.knows(entry.name) for entry in listing.entries)
    assert [(entry.line, entry.count) for entry in listing.entries] == [(2, 3)]


@pytest.mark.parametrize("text", ["", "\n\n", "qty,name\n", "# x\n"])
def test_a_table_without_cards_has_no_entries_and_no_findings(text: str) -> None:
    listing = read(text)
    assert (listing.entries, listing.findings) == ((), ())


def test_names_in_cells_are_read_in_their_clean_form() -> None:
    assert rows(read("qty;name\n3; X8, \u200baz\u00a0utazó \n")) == [(2, 3, "X8, az utazó")]
