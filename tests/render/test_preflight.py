"""Preflight reads files back and finds what is wrong with them."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pikepdf
import pytest

from cardtools.documents.faces import Face
from cardtools.render.engine import lay_out, write
from cardtools.render.fonts import COMMON, covered, font_face_css
from cardtools.render.pack import Pack, Trim
from cardtools.render.preflight import preflight, read_faces

TRIM = Trim(63, 88, 3)
FACES = {"a": Face("x.html.j2", "front", "en", "x", "X", name="Kard")}


def page_with(style: str, text: str = "Kard") -> bytes:
    rules = "@page{size:69mm 94mm;margin:0} div{position:absolute;font-family:'Source Sans Pro'}"
    return write(lay_out(f"<html lang='hu'><style>{font_face_css()}{rules}</style><div style='{style}'>{text}</div>"))


def pack_of(pdf: bytes) -> Pack:
    return Pack(pdf, {"a": 0}, {"a": read_faces(pdf, TRIM)[0]})


def codes(pdf: bytes, expected: int = 1, packs: Sequence[Pack] = ()) -> list[str]:
    return [finding.code for finding in preflight(pdf, packs, FACES, expected).findings]


def changed(pdf: bytes, **boxes: list[int]) -> bytes:
    output = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for name, box in boxes.items():
            setattr(document.pages[0], name, pikepdf.Array(box))
        document.save(output)
    return output.getvalue()


def test_a_sound_file_has_no_findings_and_tells_its_figures() -> None:
    pdf = page_with("left:10mm;top:10mm;font-size:9pt")
    read = preflight(pdf, [pack_of(pdf)], FACES, 1)
    assert read.findings == ()
    assert read.pages == 1
    assert read.fonts == ("Source-Sans-Pro",)
    assert read.smallest_pt == 9
    assert (read.rendered, read.reused) == (0, 1)
    assert read.lowest_ppi == 0


@pytest.mark.parametrize(
    ("style", "outside"),
    [
        ("left:6.1mm;top:20mm", False),
        ("left:5.5mm;top:20mm", True),
        ("right:5.5mm;top:20mm", True),
        ("right:6.1mm;top:20mm", False),
        ("left:20mm;top:2mm", True),
        ("left:20mm;bottom:2mm", True),
        ("left:20mm;top:6mm", False),
    ],
)
def test_a_letter_within_3_mm_of_the_trim_is_outside(style: str, outside: bool) -> None:
    pdf = page_with(f"font-size:9pt;{style}", "M")
    assert read_faces(pdf, TRIM)[0].outside is outside
    assert codes(pdf, packs=[pack_of(pdf)]) == ["print.outside"] * outside


@pytest.mark.parametrize("expected", [0, 2])
def test_pages_that_were_not_planned_are_told(expected: int) -> None:
    assert codes(page_with("left:10mm;top:10mm"), expected) == ["print.pages"]


@pytest.mark.parametrize(
    "boxes", [{"mediabox": [5, 0, 100, 100]}, {"trimbox": [-5, 0, 50, 50]}, {"trimbox": [0, 0, 900, 50]}]
)
def test_boxes_that_are_shifted_or_too_large_are_told(boxes: dict[str, list[int]]) -> None:
    assert "print.boxes" in codes(changed(page_with("left:10mm;top:10mm"), **boxes))


def test_a_font_that_is_not_ours_is_told() -> None:
    pdf = io.BytesIO()
    with pikepdf.open(io.BytesIO(page_with("left:10mm;top:10mm"))) as document:
        for item in document.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
                item.FontName = pikepdf.Name("/ABCDEF+DejaVu-Sans")
        document.save(pdf)
    assert codes(pdf.getvalue()) == ["print.fonts"]


def test_a_font_that_is_not_embedded_is_told() -> None:
    pdf = io.BytesIO()
    with pikepdf.open(io.BytesIO(page_with("left:10mm;top:10mm"))) as document:
        for item in document.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
                del item["/FontFile2"]
        document.save(pdf)
    assert codes(pdf.getvalue()) == ["print.fonts"]


def test_every_common_letter_is_in_every_font() -> None:
    assert {letter for letter in COMMON if ord(letter) not in covered() and not letter.isspace()} == set()
