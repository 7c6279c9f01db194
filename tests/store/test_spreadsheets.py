from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from cardtools.errors import CardtoolsError
from cardtools.store.spreadsheets import is_spreadsheet, read_sheets, read_spreadsheet, write_spreadsheet
from tests.factories import codes, refused

SHEET = "xl/worksheets/sheet1.xml"
TEXTS = "xl/sharedStrings.xml"


def made(*fills: Callable[[Worksheet], object]) -> bytes:
    """Return a workbook with a sheet for each of ``fills``."""
    stream = io.BytesIO()
    workbook = Workbook(stream, {"in_memory": True})
    for fill in fills:
        fill(workbook.add_worksheet())
    workbook.close()
    return stream.getvalue()


def changed(content: bytes, **parts: Callable[[bytes], bytes]) -> bytes:
    """Return a workbook with some parts changed: ``sheet``, ``texts`` and ``book``."""
    names = {SHEET: "sheet", TEXTS: "texts", "xl/workbook.xml": "book"}
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            change = parts.get(names.get(name, ""), bytes)
            new.writestr(name, change(old.read(name)))
    return stream.getvalue()


def rows_of(inside: str) -> Callable[[bytes], bytes]:
    """Return a change that puts other rows into a sheet."""
    text = f'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{inside}</sheetData></worksheet>'
    return lambda _: text.encode()


PLAIN = write_spreadsheet([("a", 1)])


def test_cells_are_the_text_they_show() -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.write_row(1, 1, ["Életerő", 3, 2.5, True, "007", " a "])
        sheet.write_string(1, 7, "=1")
        sheet.write_formula(2, 1, "=1+2", None, 3)
        sheet.write_formula(3, 1, '="x"', None, "x")
        sheet.write_datetime(4, 1, datetime(2026, 11, 29, tzinfo=UTC).replace(tzinfo=None))

    rows = read_spreadsheet(made(fill), "d.xlsx")
    assert rows[0] == ("",) * 8
    assert rows[1] == ("", "Életerő", "3", "2.5", "TRUE", "007", " a ", "=1")
    assert [row[1] for row in rows[2:4]] == ["3", "x"]


@given(
    rows=st.lists(
        st.tuples(
            st.integers(0, 10**12), st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cn"]), max_size=12)
        ),
        min_size=1,
        max_size=6,
    )
)
@settings(max_examples=40, deadline=None)
def test_rows_that_are_written_read_back(rows: list[tuple[int, str]]) -> None:
    back = read_spreadsheet(write_spreadsheet(rows), "d.xlsx")
    assert [(*row, "", "")[:2] for row in back] == [(str(number), text) for number, text in rows]


@pytest.mark.parametrize("text", ["=1", "_x0041_", "http://a.b", "{=1}", "a\x01b", "<&>\"'", "0012", "É" * 32_767])
def test_texts_that_spreadsheets_like_to_change_stay_as_they_are(text: str) -> None:
    assert read_spreadsheet(write_spreadsheet([(text,)]), "d.xlsx") == ((text,),)


@pytest.mark.parametrize("text", ["a" * 32_768, "\ud800", "\uffff", "_x005F_x0041_"])
def test_a_text_that_no_cell_holds_is_never_left_out_in_silence(text: str) -> None:
    with pytest.raises(ValueError, match=text[:5]):
        write_spreadsheet([(text,)])


def test_the_first_sheet_is_read_and_others_are_told_where_they_hold_something() -> None:
    content = made(
        lambda sheet: sheet.write_string(0, 0, "a"), lambda _: None, lambda sheet: sheet.write_string(5, 5, "c")
    )
    assert read_sheets(content, "d.xlsx") == ((("a",),), ("Sheet3",), 0)
    assert read_spreadsheet(content, "d.xlsx") == (("a",),)


def test_an_empty_sheet_has_no_rows() -> None:
    assert read_spreadsheet(made(lambda _: None), "d.xlsx") == ()


def test_a_cell_that_is_only_coloured_takes_no_room() -> None:
    content = changed(
        PLAIN, sheet=rows_of('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576" s="0"/></row>')
    )
    assert read_spreadsheet(content, "d.xlsx") == (("1",),)


FAR = '<row r="1"><c r="A1"><v>1</v></c></row>'


@pytest.mark.parametrize(
    "inside",
    [
        FAR + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        FAR + "<row r='1048576'><c r='xfd1048576'><f>1</f></c></row>",
        FAR + '<row r="2"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>',
        FAR + '<row r="2"><c r="&#88;FD2"><v>1</v></c></row>',
        FAR + '<row r="50001"><c><v>1</v></c></row>',
        FAR + '<row r="2">' + "<c/>" * 200 + "<c><v>1</v></c></row>",
        FAR + "<row/>" * 50_000 + "<row><c><v>1</v></c></row>",
        FAR + '<row r="40000"><c r="CV40000"><v>1</v></c></row>',
        FAR + '<x:row xmlns:x="y" r="60000"><x:c r="A60000"><x:v>1</x:v></x:c></x:row>',
    ],
)
def test_a_sheet_that_stretches_too_far_is_refused_before_it_is_laid_out(inside: str) -> None:
    (finding,) = refused(lambda: read_spreadsheet(changed(PLAIN, sheet=rows_of(inside)), "d.xlsx"))
    assert (finding.code, finding.wording) == ("file.too-large", "file.too-large.cells")


def test_all_sheets_together_stay_within_the_limit() -> None:
    far = [lambda sheet: sheet.write_string(3_000, 45, "a")] * 3
    assert codes(refused(lambda: read_spreadsheet(made(*far), "d.xlsx"))) == ["file.too-large"]
    assert len(read_spreadsheet(made(*far[:2]), "d.xlsx")) == 3_001


def test_one_long_text_in_many_cells_is_refused() -> None:
    content = changed(
        write_spreadsheet([("a",)]),
        texts=lambda part: part.replace(b"<t>a</t>", b"<t>" + b"a" * 1_000_000 + b"</t>"),
        sheet=rows_of("".join(f'<row r="{row}"><c r="A{row}" t="s"><v>0</v></c></row>' for row in range(1, 100))),
    )
    assert len(content) < 10_000
    assert codes(refused(lambda: read_spreadsheet(content, "d.xlsx"))) == ["file.too-large"]


def test_what_unpacks_to_too_much_is_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 60_000_001)
    assert codes(refused(lambda: read_spreadsheet(stream.getvalue(), "d.xlsx"))) == ["file.too-large"]


@pytest.mark.parametrize(
    "change",
    [
        lambda _: b"<worksheet><sheetData>",
        lambda part: part.replace(b'r="A1"', b'r="1A"'),
        lambda part: part.replace(b"<row r=", b"<row r=x"),
        lambda part: part.replace(b'<row r="1"', b'<row r="-1"'),
        lambda part: part.replace(b"<v>0</v>", b"<v>7</v>"),
        lambda part: part.replace(b"<v>0</v>", b"<v>x</v>"),
        lambda part: b'<!DOCTYPE a [<!ENTITY b "c">]>' + part,
        lambda part: part.decode().encode("utf-16"),
    ],
)
def test_a_broken_sheet_is_refused_in_words(change: Callable[[bytes], bytes]) -> None:
    (finding,) = refused(lambda: read_spreadsheet(changed(PLAIN, sheet=change), "d.xlsx"))
    assert (finding.code, finding.wording, finding.location.path) == (
        "file.unreadable",
        "file.unreadable.spreadsheet",
        "d.xlsx",
    )


def archive_of(**parts: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), text)
    return stream.getvalue()


@pytest.mark.parametrize(
    "content",
    [b"", b"PK\x03\x04rest", PLAIN[:-30], PLAIN[:200], archive_of(a="b"), archive_of(xl__workbook_dot_xml="<x/>")],
)
def test_what_is_no_spreadsheet_is_refused(content: bytes) -> None:
    (finding,) = refused(lambda: read_spreadsheet(content, "d.xlsx"))
    assert (finding.code, finding.wording) == ("file.unreadable", "file.unreadable.spreadsheet")


def test_a_checksum_that_does_not_fit_is_refused() -> None:
    at = PLAIN.index(SHEET.encode()) + 60
    broken = PLAIN[:at] + bytes([PLAIN[at] ^ 0xFF]) + PLAIN[at + 1 :]
    assert codes(refused(lambda: read_spreadsheet(broken, "d.xlsx"))) == ["file.unreadable"]


@given(at=st.integers(0, len(PLAIN) - 1), byte=st.integers(0, 255))
@settings(max_examples=150, deadline=None)
def test_a_damaged_file_is_read_or_refused_in_words(at: int, byte: int) -> None:
    told: list[str] = []
    rows: object = ()
    try:
        rows = read_spreadsheet(PLAIN[:at] + bytes([byte]) + PLAIN[at + 1 :], "d.xlsx")
    except CardtoolsError as error:
        told = codes(error.findings)
    assert told in ([], ["file.unreadable"], ["file.too-large"])
    assert isinstance(rows, tuple)


@pytest.mark.parametrize(
    ("content", "known"),
    [(PLAIN, True), (archive_of(a="b"), False), (b"PK\x03\x04", False), (b"", False), (b"3 Turul", False)],
)
def test_a_workbook_is_known_by_what_is_in_it(content: bytes, known: bool) -> None:
    assert is_spreadsheet(content) is known
