"""Cells that a library reads as blank or bare, and what each reader of tables makes of them."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime, time
from pathlib import Path

import pytest
from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from cardtools.model.finding import Finding
from cardtools.store.card_tables import parse_card_table
from cardtools.store.deck_lists import read_deck_list
from cardtools.store.pools import read_pool
from cardtools.store.pools.overlay import lay_over_pool
from cardtools.store.spreadsheet_cells import Cell, column_letters
from cardtools.store.spreadsheets import read_spreadsheet
from tests.factories import game_info, grammar_of, refused
from tests.store.test_spreadsheets import PLAIN, changed, made, rows_of

INFO = game_info()


def workbook(*rows: list[object], formats: dict[tuple[int, int], str] | None = None) -> bytes:
    """Return a workbook; a text with ``#`` or ``=`` before it is an error or a formula without a value."""
    stream = io.BytesIO()
    book = Workbook(stream, {"in_memory": True})
    page = book.add_worksheet()
    styles = {place: book.add_format({"num_format": code}) for place, code in (formats or {}).items()}
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if isinstance(cell, str) and cell.startswith("="):
                page.write_formula(row, column, cell, None, "")
            elif isinstance(cell, str) and cell.startswith("#"):
                page.write_formula(row, column, "=NA()", None, cell)
            elif isinstance(cell, str):
                page.write_string(row, column, cell)
            elif cell is not None:
                page.write(row, column, cell, styles.get((row, column)))
    book.close()
    # Empty results are texts to the library that writes; to save none at all is what other programs do.
    return changed(stream.getvalue(), sheet=lambda part: part.replace(b' t="str"', b"").replace(b"<v></v>", b""))


def kinds(content: bytes) -> list[list[tuple[str, str | None]]]:
    rows = read_spreadsheet(content, "a.xlsx")
    return [[(str(cell), cell.kind if isinstance(cell, Cell) else None) for cell in row] for row in rows]


def places(findings: tuple[Finding, ...] | list[Finding]) -> list[tuple[str, str, int | None, object]]:
    return [(one.key, one.severity, one.location.row, one.params.get("cell")) for one in findings]


@pytest.mark.parametrize("error", ["#N/A", "#DIV/0!", "#REF!", "#NAME?", "#VALUE!", "#NUM!", "#NULL!"])
def test_an_error_is_told_as_the_sheet_shows_it(error: str) -> None:
    assert kinds(workbook(["a", error, "b"])) == [[("a", None), (error, "error"), ("b", None)]]


@pytest.mark.parametrize(
    ("cell", "text", "kind"),
    [
        ('<c r="A1"><f>1+1</f></c>', "=1+1", "formula"),
        ('<c r="A1"><f>1+1</f><v/></c>', "=1+1", "formula"),
        ('<c r="A1"><f>1+1</f><v></v></c>', "=1+1", "formula"),
        ('<c r="A1" t="str"><f>B1&amp;""</f></c>', '=B1&""', "formula"),
        ('<c r="A1"><f t="shared" si="0"/></c>', "=", "formula"),
        ('<c r="A1" t="str"><f>B1&amp;""</f><v></v></c>', "", None),
        ('<c r="A1" t="str"><f>B1</f><v>x</v></c>', "x", None),
        ('<c r="A1"><f>1+1</f><v>2</v></c>', "2", None),
        ('<c r="A1" t="e"><v></v></c>', "#?", "error"),
        ('<c r="A1" t="e"><v>#N/A</v></c>', "#N/A", "error"),
    ],
)
def test_a_formula_whose_value_was_not_saved_is_not_blank(cell: str, text: str, kind: str | None) -> None:
    rows = kinds(changed(PLAIN, sheet=rows_of(f'<row r="1">{cell}<c r="B1"><v>1</v></c></row>')))
    assert rows == [[(text, kind), ("1", None)]]


def test_a_nought_that_a_library_wrote_beside_a_formula_is_no_value() -> None:
    def book(calculated: bool, value: object) -> bytes:
        stream = io.BytesIO()
        made = Workbook(stream, {"in_memory": True})
        made.add_worksheet().write_formula(0, 0, "=1+2", None, value)
        made.close()
        flag = b' fullCalcOnLoad="1"'
        return changed(stream.getvalue(), book=lambda part: part.replace(flag, b"") if calculated else part)

    assert kinds(book(calculated=False, value=0)) == [[("=1+2", "formula")]]
    assert kinds(book(calculated=False, value=3)) == [[("3", None)]]
    assert kinds(book(calculated=True, value=0)) == [[("0", None)]]


def test_only_the_first_sheet_of_the_workbook_is_meant_whatever_its_part_is_called() -> None:
    def error(sheet: Worksheet) -> None:
        sheet.write_formula(0, 0, "=NA()", None, "#N/A")

    def text(sheet: Worksheet) -> None:
        sheet.write_string(0, 0, "x")

    content = made(error, text)
    assert kinds(content) == [[("#N/A", "error")]]
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "xl/_rels/workbook.xml.rels":
                part = (
                    part.replace(b"sheet1.xml", b"#").replace(b"sheet2.xml", b"sheet1.xml").replace(b"#", b"sheet2.xml")
                )
            new.writestr(name, part)
    assert kinds(stream.getvalue()) == [[("x", None)]]


def test_days_and_hours_are_known_from_texts_that_look_like_them() -> None:
    day = datetime(2026, 11, 29, tzinfo=UTC).replace(tzinfo=None)
    formats = {(0, 0): "yyyy-mm-dd", (0, 1): "hh:mm"}
    rows = kinds(workbook([day, time(3, 1), "2026-11-29"], formats=formats))
    assert [kind for _, kind in rows[0]] == ["date", "date", None]
    assert rows[0][2][0] == "2026-11-29"


def test_a_cell_that_is_one_with_the_cell_above_it_is_not_blank() -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.write_row(0, 0, ["a", "b", "c"])
        sheet.merge_range(1, 0, 2, 0, "both")
        sheet.merge_range(1, 1, 1, 2, "across")
        sheet.write_string(2, 1, "x")

    assert kinds(made(fill))[1:] == [
        [("both", None), ("across", None), ("", None)],
        [("", "merged"), ("x", None), ("", None)],
    ]


def test_a_file_that_would_be_taken_for_another_kind_is_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", "<office/>")
    (finding,) = refused(lambda: read_spreadsheet(stream.getvalue(), "a.xlsx"))
    assert finding.wording == "file.unreadable.spreadsheet"


@pytest.mark.parametrize(
    ("index", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (199, "GR"), (701, "ZZ"), (702, "AAA")]
)
def test_columns_are_called_as_spreadsheets_call_them(index: int, letters: str) -> None:
    assert column_letters(index) == letters


HEAD: list[object] = ["name", "text", "qty", "cost", "note"]


def test_a_card_with_an_error_or_an_unsaved_formula_is_refused_with_row_and_column() -> None:
    content = workbook(HEAD, ["A", "#DIV/0!", 1, "#N/A"], ["B", "x", "=1+1"], ["C", "x", 2, 3], ["#N/A", "x", 1])
    read = parse_card_table(content, "a.xlsx")
    assert [(row.name, row.count) for row in read.rows] == [("C", 2)]
    assert (read.read, read.skipped) == (4, 0)
    lost = [one for one in read.findings if one.severity == "error"]
    assert places(lost) == [
        ("file.cell", "error", 2, "B2"),
        ("file.cell", "error", 2, "D2"),
        ("file.cell.formula", "error", 3, "C3"),
        ("file.cell", "error", 5, "A5"),
    ]
    assert [one.params["text"] for one in lost] == ["#DIV/0!", "#N/A", "=1+1", "#N/A"]
    assert [one.params["column"] for one in lost] == ["text", "cost", "qty", "name"]


def test_an_error_in_a_column_that_only_an_own_template_prints_is_a_warning() -> None:
    read = parse_card_table(workbook(HEAD, ["A", "x", 1, "", "#N/A"]), "a.xlsx")
    assert [(row.name, row.extra) for row in read.rows] == [("A", (("note", "#N/A"),))]
    assert places(read.findings)[1:] == [("file.cell", "warning", 2, "E2")]


def test_a_table_whose_columns_are_named_by_errors_is_refused() -> None:
    (finding,) = refused(lambda: parse_card_table(workbook(["name", "#REF!"], ["A", "x"]), "a.xlsx"))
    assert places([finding]) == [("file.cell", "error", 1, "B1")]


def test_cards_print_numbers_as_the_sheet_shows_them() -> None:
    formats = {(1, 3): "0%", (2, 3): "000", (3, 3): "# ?/?", (4, 3): "#,##0", (1, 2): "0.00"}
    rows: list[list[object]] = [["A", "", 2, 0.5], ["B", "", 1, 7], ["C", "", 1, 0.75], ["D", "", 1, 1500]]
    read = parse_card_table(workbook(HEAD, *rows, formats=formats), "a.xlsx")
    assert [(row.count, row.cost) for row in read.rows] == [(2, "50%"), (1, "007"), (1, "3/4"), (1, "1500")]
    assert places(read.findings)[1:] == [("file.number-format", "warning", 5, "D5")]


def test_a_cell_merged_over_two_cards_is_no_blank() -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.write_row(0, 0, ["name", "text", "qty"])
        sheet.write_column(1, 0, ["A", "B"])
        sheet.merge_range(1, 1, 2, 1, "both")
        sheet.write_column(1, 2, [1, 1])

    read = parse_card_table(made(fill), "a.xlsx")
    assert [row.name for row in read.rows] == ["A"]
    assert places(read.findings) == [("file.cell.merged", "error", 3, "B3")]


def deck(content: bytes) -> tuple[list[tuple[int, str]], list[tuple[str, str, int | None, object]]]:
    listing = read_deck_list(content, "deck.xlsx", grammar_of("Turul", "Életerő", "007"))
    return [(one.count, one.name) for one in listing.entries], places(listing.findings)


def test_a_row_of_a_deck_with_an_error_in_a_column_that_is_read_is_told() -> None:
    rows: list[list[object]] = [
        ["db", "név", "ár"],
        [3, "Turul", "#N/A"],
        ["#N/A", "Életerő"],
        [2, "#REF!"],
        ["=1", "Turul"],
    ]
    assert deck(workbook(*rows)) == (
        [(3, "Turul")],
        [("file.cell", "error", 3, "A3"), ("file.cell", "error", 4, "B4"), ("file.cell.formula", "error", 5, "A5")],
    )


def test_a_deck_without_column_names_tells_of_errors_too() -> None:
    assert deck(workbook([3, "Turul"], ["#N/A", "Életerő"])) == ([(3, "Turul")], [("file.cell", "error", 2, "A2")])


def test_a_deck_takes_names_as_shown_and_quantities_as_numbers() -> None:
    rows: list[list[object]] = [["db", "név"], [3, 7]]
    assert deck(workbook(*rows, formats={(1, 0): "0.00", (1, 1): "000"})) == ([(3, "007")], [])


def test_a_deck_whose_quantities_are_named_by_an_error_is_refused() -> None:
    assert places(refused(lambda: deck(workbook(["név", "#REF!"], ["Turul", 3])))) == [("file.cell", "error", 1, "B1")]


def test_a_card_of_a_pool_with_an_error_is_refused_and_the_others_are_read(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["id", "név", "típus", "SB", "ár"],
        [1, "Turul", "szörny", "#N/A"],
        [2, "Griff", "szörny", 3, "#N/A"],
    ]
    path = tmp_path / "pool.xlsx"
    path.write_bytes(workbook(*rows, formats={(2, 0): "000", (2, 3): "0.00"}))
    read = read_pool(path, INFO)
    assert [(card.id, card.name["hu"], card.damage) for card in read.pool.cards] == [("002", "Griff", 3)]
    assert places([one for one in read.findings if one.severity == "error"]) == [("file.cell", "error", 2, "D2")]
    assert read.refused == 1


def test_an_overlay_with_a_formula_without_its_value_tells_its_row(tmp_path: Path) -> None:
    cards, overlay = tmp_path / "pool.csv", tmp_path / "mine.xlsx"
    cards.write_text("név,típus\nTurul,szörny\n", "utf-8")
    overlay.write_bytes(workbook(["név", "ÉP"], ["Turul", "=2+2"]))
    laid = lay_over_pool(read_pool(cards, INFO).pool, overlay, INFO)
    assert places(list(laid.findings)) == [("file.cell.formula", "error", 2, "B2")]
    assert laid.cards == 0
