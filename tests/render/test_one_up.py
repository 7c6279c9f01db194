"""One face a page, with the boxes that card printers cut by."""

from __future__ import annotations

import io

import pikepdf
import pytest

from cardtools.errors import CardtoolsError
from cardtools.render.faces import Trim
from cardtools.render.one_up import one_up
from tests.render.packs import plain_pack
from tests.render.reading import MM

TRIM = Trim(63, 88, 3)
KEYS = ("a", "b", "x", "y")
PACK = plain_pack(KEYS, TRIM)


def shown(pdf: bytes) -> list[str | None]:
    """Return the face of each page, told by its stream."""
    with pikepdf.open(io.BytesIO(PACK.pdf)) as pack:
        faces = {page.Contents.read_bytes(): key for page, key in zip(pack.pages, KEYS, strict=True)}
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return [
            faces[page.Resources.XObject["/F"].read_bytes()] if "/XObject" in page.Resources else None
            for page in document.pages
        ]


def boxes(pdf: bytes) -> list[dict[str, list[float]]]:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return [
            {name: [float(number) * MM for number in page.obj[name]] for name in ("/MediaBox", "/TrimBox", "/BleedBox")}
            for page in document.pages
        ]


def test_pages_are_front_1_back_1_front_2_back_2() -> None:
    assert shown(one_up([("a", "x"), ("b", "y"), ("a", "x")], PACK, TRIM, "T", "hu")) == ["a", "x", "b", "y", "a", "x"]


def test_fronts_can_come_before_their_one_common_back() -> None:
    pdf = one_up([("a", "x"), ("b", "x"), ("a", "x")], PACK, TRIM, "T", "hu", "fronts-backs")
    assert shown(pdf) == ["a", "b", "a", "x"]


def test_a_card_without_a_back_has_a_blank_page_so_that_sides_alternate() -> None:
    assert shown(one_up([("a", None), ("b", "y")], PACK, TRIM, "T", "hu")) == ["a", None, "b", "y"]


def test_where_no_card_has_a_back_there_are_fronts_only() -> None:
    pdf = one_up([("a", None), ("b", None)], PACK, TRIM, "T", "hu")
    assert shown(pdf) == ["a", "b"]
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert document.Root.ViewerPreferences.Duplex == "/Simplex"


def test_every_page_is_69_by_94_mm_from_0_0_and_trimmed_3_mm_within() -> None:
    pdf = one_up([("a", "x"), ("b", None)], PACK, TRIM, "T", "hu")
    for page in boxes(pdf):
        assert page["/MediaBox"] == pytest.approx([0, 0, 69, 94], abs=1e-3)
        assert page["/BleedBox"] == pytest.approx([0, 0, 69, 94], abs=1e-3)
        assert page["/TrimBox"] == pytest.approx([3, 3, 66, 91], abs=1e-3)


def test_a_face_stands_in_the_file_once_however_often_it_is_printed() -> None:
    pdf = one_up([("a", "x")] * 50, PACK, TRIM, "T", "hu")
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert len(document.pages) == 100
        forms = [one for one in document.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
        assert len(forms) == 2
    assert pdf == one_up([("a", "x")] * 50, PACK, TRIM, "T", "hu")


def test_no_cards_are_an_error() -> None:
    with pytest.raises(CardtoolsError, match=r"print\.no-cards"):
        one_up([], PACK, TRIM, "T", "hu")
