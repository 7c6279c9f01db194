from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xlsxwriter import Workbook

from cardtools.model.finding import Finding
from cardtools.model.prototype import BackRow, CardRow, CardTable
from cardtools.store.card_tables import MOST_ROWS, parse_card_table, read_card_table
from cardtools.store.card_tables.columns import column
from cardtools.store.card_tables.rows import LONGEST, LONGEST_TEXT
from tests.factories import refused


def table(text: str, path: str = "lapok.csv") -> CardTable:
    return parse_card_table(text.encode(), path)


def only(read: CardTable) -> CardRow:
    (row,) = read.rows
    return row


def told(read: CardTable) -> list[tuple[str, str, int | None]]:
    """Return key, severity and line of every finding but the one about quantities nobody wrote."""
    return [
        (finding.key, finding.severity, finding.location.line)
        for finding in read.findings
        if finding.code != "table.blank-count"
    ]


def finding(read: CardTable, code: str) -> Finding:
    (one,) = (found for found in read.findings if found.code == code)
    return one


def sheet(*rows: list[object]) -> bytes:
    stream = io.BytesIO()
    book = Workbook(stream, {"in_memory": True, "default_date_format": "yyyy-mm-dd"})
    page = book.add_worksheet()
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            if isinstance(cell, str):
                page.write_string(number, place, cell)
            else:
                page.write(number, place, cell)
    book.close()
    return stream.getvalue()


HUNGARIAN = "azonosító;Név;ALCÍM;típus;költség;szöveg;db;kép;szín;sarok;érték;méret;hátlap"
ENGLISH = "id;name;subtitle;type;cost;text;qty;image;colour;corner;value;size;back"
CELLS = "A1;Sárkány;A bölcs;lény;3 VP;Repül.;2;s.png;piros;7;4;tarot;kék"
WHOLE = CardRow(
    location=finding(table("name;x\na;b"), "table.unknown-column").location.model_copy(update={"line": 2}),
    name="Sárkány",
    count=2,
    id="A1",
    subtitle="A bölcs",
    type="lény",
    cost="3 VP",
    text="Repül.",
    corner="7",
    value="4",
    image="s.png",
    colour="piros",
    size="tarot",
    back=BackRow("kék"),
)


@pytest.mark.parametrize("header", [HUNGARIAN, ENGLISH])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_columns_are_known_in_both_languages_behind_any_delimiter_mark_and_line_end(
    header: str, delimiter: str, mark: str, end: str
) -> None:
    read = table(mark + end.join((header, CELLS, "")).replace(";", delimiter))
    assert only(read) == WHOLE
    assert read.findings == ()
    assert (read.read, read.copies, read.skipped) == (1, 2, 0)


@pytest.mark.parametrize(
    ("header", "known"),
    [
        ("qty", "count"), ("count", "count"), ("DB", "count"), ("darab", "count"), ("Mennyiség", "count"),
        ("color", "colour"), ("szin", "colour"), ("KÉP", "image"), ("card_name", "name"), ("hátlap", "back"),
        ("Back-Colour", "back_colour"), ("hátlap képe", "back_image"), ("méret", "size"), ("alcim", "subtitle"),
        ("erő", None), ("", None),
    ],
)  # fmt: skip
def test_a_header_is_known_without_case_accents_and_signs_between(header: str, known: str | None) -> None:
    assert column(header) == known


def test_excels_line_that_names_the_delimiter_is_no_row() -> None:
    read = table("sep=;\nname;text\nKard, pajzs;Üt, véd")
    assert (only(read).name, only(read).text) == ("Kard, pajzs", "Üt, véd")


def test_cp1250_is_read_with_a_warning_and_the_named_encoding_without() -> None:
    content = "név;db\nŐrült tűzfúró;1\n".encode("cp1250")
    read = parse_card_table(content, "lapok.csv")
    assert only(read).name == "Őrült tűzfúró"
    assert told(read) == [("file.encoding", "warning", 1)]
    assert told(parse_card_table(content, "lapok.csv", "cp1250")) == []


def test_a_blank_quantity_is_one_and_said_aloud_with_the_number_of_rows() -> None:
    read = table("name,qty\nA,\nB,2\nC, ")
    assert [row.count for row in read.rows] == [1, 2, 1]
    one = finding(read, "table.blank-count")
    assert (one.severity, one.params["count"], one.location.line) == ("info", 2, 2)


def test_a_table_without_quantities_prints_each_card_once_and_says_so() -> None:
    read = table("name\nA\nB")
    assert [row.count for row in read.rows] == [1, 1]
    assert finding(read, "table.blank-count").key == "table.blank-count.no-column"


@pytest.mark.parametrize("written", ["0", "00"])
def test_a_quantity_of_zero_is_left_out_and_reported_with_its_row(written: str) -> None:
    read = table(f"name,qty\nA,1\nB,{written}\nC,3")
    assert [row.name for row in read.rows] == ["A", "C"]
    assert (read.read, read.skipped, read.copies) == (3, 1, 4)
    assert told(read) == [("table.skipped", "info", 3)]


@pytest.mark.parametrize("written", ["-1", "2.5", "1e3", "3x", "három", "1000", "9" * 40, "²"])
def test_any_other_quantity_is_an_error_with_its_row(written: str) -> None:
    read = table(f"name,qty\nA,1\nB,{written}")
    assert [row.name for row in read.rows] == ["A"]
    assert told(read) == [("table.count", "error", 3)]


@pytest.mark.parametrize("written", ["007", "1e5", "3/4", "TRUE", "No", "10:30", "1.50", "+3", "=1+1", "-", "null"])
def test_what_looks_like_a_number_or_a_date_stays_the_text_that_was_written(written: str) -> None:
    assert only(table(f"name,cost,qty\n{written},{written},1")).cost == written
    assert only(table(f"name,cost,qty\n{written},{written},1")).name == written
    item = f"- {{name: '{written}', cost: '{written}'}}\n"
    assert only(table(item, "lapok.yaml")).cost == written
    assert only(parse_card_table(sheet(["name", "cost"], [written, written]), "lapok.xlsx")).cost == written


@pytest.mark.parametrize("written", ["007", "1e5", "TRUE", "No", "0x1F"])
def test_yaml_makes_no_numbers_of_plain_words(written: str) -> None:
    assert only(table(f"cards:\n  - name: {written}\n", "lapok.yaml")).name == written


@pytest.mark.parametrize(
    "name", ['Kard & <Pajzs> "éles" <b>', "{{ x }}", "%nev%", "{% raw %}", "„Idézet” – vég", "‘a’", "N’Gra"]
)
def test_names_are_kept_letter_by_letter(name: str) -> None:
    assert only(table(f"name;text\n{name};{name}")).name == name
    assert only(table(f"name;text\n{name};{name}")).text == name


def test_cells_may_hold_delimiters_quotes_and_line_ends_in_quotes() -> None:
    read = table('name,text\n"Kard, ""éles""","Egy\r\nkettő"\nB,x')
    assert (read.rows[0].name, read.rows[0].text) == ('Kard, "éles"', "Egy\nkettő")
    assert read.rows[1].location.line == 4


@pytest.mark.parametrize("broken", ['name,text\nA,"nincs vége\nB,x\nC,y', 'name,text\n"Éles" kard,x'])
def test_quotes_that_do_not_pair_are_an_error_with_their_line(broken: str) -> None:
    (one,) = refused(lambda: table(broken))
    assert (one.code, one.location.line) == ("table.quotes", 2)


@pytest.mark.parametrize(
    ("header", "names"),
    [("name,text,Név", ("Név", "name")), ("name,szín,color", ("color", "szín")), ("name,erő,ERO", ("ERO", "erő"))],
)
def test_two_columns_of_one_meaning_are_an_error_with_their_line(header: str, names: tuple[str, str]) -> None:
    (one,) = refused(lambda: table(f"# lapok\n{header}\na,b,c"))
    assert (one.code, one.location.line) == ("table.column-twice", 2)
    assert (one.params["name"], one.params["other"]) == names


@pytest.mark.parametrize(
    ("row", "key"),
    [("A,1", "table.ragged.few"), ("A,1,x,y", "table.ragged"), ("A", "table.ragged.few")],
)
def test_a_ragged_row_is_an_error_with_its_line(row: str, key: str) -> None:
    read = table(f"name,qty,text\nB,1,x\n{row}\nC,1,x")
    assert [one.name for one in read.rows] == ["B", "C"]
    assert told(read) == [(key, "error", 3)]


def test_empty_cells_beyond_the_columns_are_nothing() -> None:
    assert only(table("name,text,,\nA,x,,,,")).text == "x"


def test_a_cell_under_no_header_is_an_error() -> None:
    assert told(table("name,,text\nA,elveszne,x\nB,,x")) == [("table.ragged", "error", 2)]


def test_an_unknown_column_is_a_warning_that_names_the_nearest_known_one() -> None:
    read = table("name,szövg,erő\nA,x,3")
    warnings = [one for one in read.findings if one.code == "table.unknown-column"]
    assert [(one.severity, one.params["name"]) for one in warnings] == [("warning", "szövg"), ("warning", "erő")]
    assert warnings[0].suggestions == ("szöveg",)
    assert only(read).extra == (("szövg", "x"), ("erő", "3"))
    assert read.extra == ("szövg", "erő")


def test_a_row_without_a_name_is_an_error_and_an_empty_row_is_nothing() -> None:
    read = table("name,text\n,x\n\n , \nA,y")
    assert told(read) == [("table.no-name", "error", 2)]
    assert [row.name for row in read.rows] == ["A"]
    assert read.read == 2


def test_a_table_without_a_column_for_names_says_which_there_are() -> None:
    (one,) = refused(lambda: table("cím szerint;szöveg\na;b"))
    assert (one.code, one.params["columns"]) == ("table.no-name-column", "cím szerint, szöveg")


@pytest.mark.parametrize("content", ["", "\n\n", "name,text\n", "# csak megjegyzés\n"])
def test_a_table_without_cards_is_refused(content: str) -> None:
    assert [one.code for one in refused(lambda: table(content))] == ["table.empty"]


def test_an_id_that_stands_twice_is_a_warning_with_both_lines() -> None:
    read = table("name,id\nA,1\nB,2\nC,1")
    assert told(read) == [("table.same-id", "warning", 4)]
    assert finding(read, "table.same-id").params["line"] == 2
    assert len(read.rows) == 3


def test_two_names_that_are_equal_after_cleaning_are_two_cards() -> None:
    read = table("name,text\nÁrnyék,a\narnyek ,b\nÁrnyék,a")
    assert len(set(read.rows)) == 3


@pytest.mark.parametrize(
    ("cells", "back"),
    [
        (";;", None), ("-;;", None), ("Esemény;;", BackRow("Esemény")), (";piros;", BackRow("", "piros")),
        ("x;kék;k.png", BackRow("x", "kék", "k.png")),
    ],
)  # fmt: skip
def test_a_back_of_its_own_is_what_its_cells_say_and_none_where_they_are_empty(
    cells: str, back: BackRow | None
) -> None:
    read = table(f"name;back;back colour;back image\nA;{cells}")
    assert only(read).back == back
    assert read.has_backs


def test_without_a_column_for_backs_all_share_one() -> None:
    assert not table("name\nA").has_backs


def test_a_cell_longer_than_the_reader_of_csv_takes_is_told_as_too_long() -> None:
    read = table(f'name,text\nA,{"x" * 200_000}\nB,"{"y" * 200_000}"\nC,x\n')
    assert told(read) == [("table.too-long", "error", 2), ("table.too-long", "error", 3)]
    assert finding(table(f"name,text\nA,{'x' * 200_000}\n"), "table.too-long").params["actual"] == 200_000
    assert only(read).name == "C"


def test_signs_that_word_processors_leave_behind_are_no_letters() -> None:
    row = only(table("name,text\nK\u201110,\u2066a\u2069 \u202ab\u202c \u200dc\u200e\n"))
    assert (row.name, row.text) == ("K-10", "a b c")


@pytest.mark.parametrize(
    ("column_", "most"), [("text", LONGEST_TEXT), ("name", LONGEST), ("type", LONGEST), ("erő", LONGEST_TEXT)]
)
def test_a_cell_that_is_far_too_long_is_an_error(column_: str, most: int) -> None:
    header = "name" if column_ == "name" else f"name,{column_}"
    cells = "x" * (most + 1) if column_ == "name" else f"A,{'x' * (most + 1)}"
    assert ("table.too-long", "error", 2) in told(table(f"{header}\n{cells}"))
    cells = "x" * most if column_ == "name" else f"A,{'x' * most}"
    assert len(table(f"{header}\n{cells}").rows) == 1


def test_signs_that_steer_are_an_error_and_signs_that_show_nothing_are_left_out() -> None:
    assert told(table("name\nA\x07B")) == [("table.letter", "error", 2)]
    assert only(table("name\nA\u200bB\ufeff")).name == "AB"


def test_accents_that_were_typed_apart_are_joined() -> None:
    assert only(table("name\nA\u0301rny")).name == "Árny"


def test_too_many_rows_are_refused_with_the_line() -> None:
    (one,) = refused(lambda: table("name\n" + "A\n" * (MOST_ROWS + 1)))
    assert (one.code, one.location.line) == ("table.too-many", MOST_ROWS + 2)


@pytest.mark.parametrize("name", ["lapok.pdf", "lapok.ods", "lapok.docx", "lapok.html"])
def test_another_kind_of_file_is_refused_by_its_ending(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("name\nA")
    (one,) = refused(lambda: read_card_table(tmp_path / name))
    assert one.code == "table.format"


@pytest.mark.parametrize("content", [b"PK\x03\x04 none", b"\xd0\xcf\x11\xe0 old"])
def test_an_archive_that_is_no_spreadsheet_is_refused(content: bytes) -> None:
    assert [one.code for one in refused(lambda: parse_card_table(content, "lapok.csv"))] == ["file.unreadable"]


@pytest.mark.parametrize("name", ["nincs.csv", "mappa.csv"])
def test_a_file_that_is_missing_or_a_folder_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "mappa.csv").mkdir()
    assert [one.code for one in refused(lambda: read_card_table(tmp_path / name))] == ["file.unreadable"]


def test_a_spreadsheet_is_read_by_its_rows() -> None:
    read = parse_card_table(sheet(["Név", "db", "Szöveg"], [], ["Sárkány", 2, "Repül,\nharap"], [7, "", "x"]), "a.xlsx")
    assert [(row.name, row.count, row.text) for row in read.rows] == [("Sárkány", 2, "Repül,\nharap"), ("7", 1, "x")]
    assert [(row.location.line, row.location.row) for row in read.rows] == [(3, 3), (4, 4)]


def test_a_day_that_a_spreadsheet_made_of_a_text_is_a_warning() -> None:
    day = datetime(2026, 3, 4, tzinfo=UTC).replace(tzinfo=None)
    read = parse_card_table(sheet(["name", "cost"], ["A", day], ["B", "3/4"]), "a.xlsx")
    assert told(read) == [("table.date", "warning", 2)]


YAML = """\
cards:
  - name: Sárkány
    db: 2
    colour: [red, blue]
    text: |
      Repül.
      Harap.
  - {név: 007, hátlap: "-"}
"""


def test_yaml_has_the_same_keys_as_a_table_has_columns() -> None:
    read = table(YAML, "lapok.yaml")
    first, second = read.rows
    assert (first.name, first.count, first.colour, first.text) == ("Sárkány", 2, "red; blue", "Repül.\nHarap.")
    assert (second.name, second.count, second.back) == ("007", 1, None)
    assert (first.location.line, second.location.line) == (2, 8)
    assert read.has_backs


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("cards:\n- name: A\n  név: B\n", "table.key-twice", 2),
        ("- A\n- name: B\n", "table.card", 1),
        ("- name: [A]\n", "table.card.value", 1),
        ("- name: A\n  text: {a: b}\n", "table.card.value", 1),
        ("- text: x\n", "table.no-name", 1),
    ],
)
def test_what_is_no_card_in_yaml_is_an_error_with_its_line(text: str, key: str, line: int) -> None:
    assert (key, "error", line) in told(table(text, "lapok.yaml"))


@pytest.mark.parametrize(
    ("text", "code"), [("name: A\n", "table.cards"), ("cards: A\n", "table.cards"), ("[]", "table.empty")]
)
def test_yaml_without_a_list_of_cards_is_refused(text: str, code: str) -> None:
    assert [one.code for one in refused(lambda: table(text, "lapok.yaml"))] == [code]


def test_other_keys_of_yaml_are_a_warning() -> None:
    read = table("title: x\ncards:\n- name: A\n  erő: 3\n", "lapok.yml")
    assert told(read) == [("table.unknown-key", "warning", 1), ("table.unknown-column", "warning", 4)]


cells = st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


@given(st.lists(st.tuples(cells, st.sampled_from(["", "0", "1", "7", "x", "-2"])), min_size=1, max_size=8))
@settings(deadline=None, max_examples=50)
def test_every_row_is_a_card_left_out_or_an_error(rows: list[tuple[str, str]]) -> None:
    import csv

    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";")
    writer.writerow(["name", "text", "qty"])
    for name, count in rows:
        writer.writerow([name, "x", count])
    read = table(stream.getvalue())
    errors = [one for one in read.findings if one.severity == "error"]
    assert read.read == len(rows) == len(read.rows) + read.skipped + len(errors)
    assert read.copies == sum(row.count for row in read.rows)
