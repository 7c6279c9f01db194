from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

from PIL import Image
from xlsxwriter import Workbook

from cardtools.store.card_tables import parse_card_table
from tests.factories import codes, refused

STRUCTURES = "xl/richData/rdrichvaluestructure.xml"
DRAWING = "xl/drawings/drawing1.xml"


def table_with(fill: Callable[[Any, Any, dict[str, io.BytesIO]], object]) -> bytes:
    """Return a table of two cards, with what ``fill`` puts into its sheet or another one besides."""
    drawn = io.BytesIO()
    Image.new("RGB", (40, 40), "teal").save(drawn, "PNG")
    stream = io.BytesIO()
    book = Workbook(stream, {"in_memory": True})
    page, other = book.add_worksheet(), book.add_worksheet()
    page.write_row(0, 0, ["név", "kép", "szöveg"])
    page.write_column(1, 0, ["Sárkány", "Őz"])
    fill(page, other, {"image_data": drawn})
    book.close()
    return stream.getvalue()


def changed(content: bytes, part: str, old: bytes, new: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as read, zipfile.ZipFile(stream, "w") as written:
        for name in read.namelist():
            text = read.read(name)
            assert name != part or old in text
            written.writestr(name, text.replace(old, new) if name == part else text)
    return stream.getvalue()


def in_cell(page: Any, _: object, picture: dict[str, io.BytesIO]) -> None:
    page.embed_image(1, 1, "a.png", picture)
    page.write_formula(2, 1, "=1/0", None, "#DIV/0!")


def over_the_sheet(page: Any, _: object, picture: dict[str, io.BytesIO]) -> None:
    page.insert_image(1, 1, "a.png", picture)
    page.insert_image(2, 1, "a.png", picture)


def test_a_picture_in_a_cell_is_told_as_one_and_not_as_an_error_of_a_formula() -> None:
    read = parse_card_table(table_with(in_cell), "a.xlsx")
    assert [(one.key, one.params["cell"]) for one in read.findings] == [
        ("file.cell.picture", "B2"),
        ("file.cell", "B3"),
    ]
    assert read.rows == ()


def test_an_error_that_is_kept_the_way_pictures_are_is_an_error() -> None:
    content = changed(table_with(in_cell), STRUCTURES, b't="_localImage"', b't="_error"')
    assert [one.key for one in parse_card_table(content, "a.xlsx").findings] == ["file.cell", "file.cell"]


def test_pictures_over_the_sheet_are_told_once_and_the_cards_are_read() -> None:
    read = parse_card_table(table_with(over_the_sheet), "a.xlsx")
    told = read.findings[0]
    assert (told.code, told.severity, told.params["count"]) == ("table.pictures", "warning", 2)
    assert codes(read.findings).count("table.pictures") == 1
    assert [row.name for row in read.rows] == ["Sárkány", "Őz"]


def test_a_box_of_text_and_the_picture_of_another_sheet_are_no_pictures_over_the_table() -> None:
    def fill(page: Any, other: Any, picture: dict[str, io.BytesIO]) -> None:
        page.insert_textbox(4, 4, "note")
        other.insert_image(1, 1, "a.png", picture)

    assert "table.pictures" not in codes(parse_card_table(table_with(fill), "a.xlsx").findings)


def test_a_drawing_that_is_cut_short_is_refused() -> None:
    content = changed(table_with(over_the_sheet), DRAWING, b"</xdr:wsDr>", b"")
    assert codes(refused(lambda: parse_card_table(content, "a.xlsx"))) == ["file.unreadable"]
