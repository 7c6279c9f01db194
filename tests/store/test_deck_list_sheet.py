from __future__ import annotations

import pytest

from cardtools.model.deck import DeckList
from cardtools.store.deck_lists import read_deck_list
from cardtools.store.spreadsheets import write_spreadsheet
from tests.factories import grammar_of, refused
from tests.store.test_spreadsheets import made

GRAMMAR = grammar_of("Életerő", "Turul", "Krigis, a lélekkufár", "7 törpe", "#1")

Rows = list[tuple[str | int, ...]]


def read(rows: Rows, path: str = "deck.xlsx") -> DeckList:
    return read_deck_list(write_spreadsheet(rows), path, GRAMMAR)


@pytest.mark.parametrize("path", ["deck.xlsx", "DECK.XLSX", "deck.txt", "deck.csv", "deck.json", "deck.cod", "-"])
def test_a_spreadsheet_is_known_by_its_content(path: str) -> None:
    listing = read(
        [("# játékos: Anna",), (), ("Darab", "Név", "Zóna", "Ár"), (3, "Turul", "", 100), ("2", "Életerő", "Side")],
        path,
    )
    assert [(e.line, e.count, e.name, e.zone) for e in listing.entries] == [
        (4, 3, "Turul", "main"),
        (5, 2, "Életerő", "side"),
    ]
    assert dict(listing.headers) == {"player": "Anna"}
    assert listing.findings == ()


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ((0, "Turul"), "deck.count"),
        (("2.5", "Turul"), "deck.count"),
        (("sok", "Turul"), "deck.count"),
        ((1000, "Turul"), "deck.count"),
        (("", "Turul"), "deck.count"),
        ((3, ""), "deck.row"),
        ((3, "Turul", "", "beyond"), "deck.row"),
    ],
)
def test_findings_name_the_row_of_the_sheet(row: tuple[str | int, ...], code: str) -> None:
    listing = read([("count", "name", "zone"), (), (3, "Életerő"), row, (2, "Turul")])
    (finding,) = listing.findings
    assert (finding.code, finding.location.row, finding.location.line, finding.location.column) == (code, 4, 4, 1)
    assert [(entry.line, entry.count) for entry in listing.entries] == [(3, 3), (5, 2)]


def test_a_zone_nobody_knows_is_told_with_its_row() -> None:
    listing = read([("name", "zone"), ("3 Turul", "kincstár")])
    assert [(entry.count, entry.zone) for entry in listing.entries] == [(3, "unplaced")]
    assert [(one.code, one.location.row) for one in listing.findings] == [("deck.section", 2)]


@pytest.mark.parametrize(
    "rows",
    [[(3, "Turul"), (2, "7 törpe")], [("Turul", 3), ("7 törpe", 2)], [("3 Turul",), ("7 törpe x2",)]],
)
def test_a_sheet_without_a_header_loses_no_row(rows: Rows) -> None:
    listing = read(rows)
    assert [(e.line, e.count, e.name) for e in listing.entries] == [(1, 3, "Turul"), (2, 2, "7 törpe")]
    assert listing.findings == ()


def test_a_name_that_begins_like_a_comment_is_a_card_where_its_row_says_how_many() -> None:
    listing = read([("name", "count"), ("#1", 3), ("# a comment",), ("#1", 0)])
    assert [(entry.line, entry.count, entry.name) for entry in listing.entries] == [(2, 3, "#1")]
    assert [(one.code, one.location.row) for one in listing.findings] == [("deck.count", 4)]


def test_a_comma_in_a_cell_is_part_of_the_name_and_a_quote_before_a_sign_too() -> None:
    listing = read([("name",), ("3 Krigis, a lélekkufár",), ("'=x",)])
    assert [(entry.count, entry.name) for entry in listing.entries] == [(3, "Krigis, a lélekkufár"), (1, "'=x")]


def test_other_sheets_with_something_in_them_are_told() -> None:
    content = made(lambda sheet: sheet.write_row(0, 0, [3, "Turul"]), lambda sheet: sheet.write_row(0, 0, [3, "Turul"]))
    listing = read_deck_list(content, "deck.xlsx", GRAMMAR)
    assert [entry.count for entry in listing.entries] == [3]
    (finding,) = listing.findings
    assert (finding.code, finding.severity, finding.params["sheets"]) == ("file.sheets", "warning", "Sheet2")


@pytest.mark.parametrize("content", [b"PK\x03\x04rest", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"])
def test_another_archive_is_refused_as_what_its_name_says(content: bytes) -> None:
    for path, wording in (("d.xlsx", "file.unreadable.spreadsheet"), ("d.txt", "file.unreadable.binary")):
        (finding,) = refused(lambda path=path: read_deck_list(content, path, GRAMMAR))  # type: ignore[misc] # a lambda in a loop
        assert (finding.code, finding.wording) == ("file.unreadable", wording)


def test_a_plain_list_that_is_called_a_spreadsheet_is_a_plain_list() -> None:
    listing = read_deck_list(b"3 Turul\n", "deck.xlsx", GRAMMAR)
    assert [(entry.count, entry.name) for entry in listing.entries] == [(3, "Turul")]
