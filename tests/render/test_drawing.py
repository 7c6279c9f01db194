"""Drawings painted without the layout program look as it draws them; what is not known is left to it."""

from __future__ import annotations

import io
from urllib.parse import quote

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from cardtools.render.drawing import drawn
from cardtools.render.drawing_paths import UnknownPath, path_operators
from cardtools.render.engine import lay_out, write
from tests.render.test_packs import picture

MARKUP = {
    "rectangles": "<rect x='3' y='4' width='30' height='20' fill='#c03020'/>"
    "<rect width='9' height='5' x='40' y='9' rx='2'/>",
    "a frame": "<rect x='5' y='5' width='50' height='70' rx='6' fill='none' stroke='#224488' stroke-width='3'/>",
    "circles": "<circle cx='20' cy='30' r='15' fill='#fc0'/>"
    "<circle cx='40' cy='60' r='9' stroke='#000' fill='#ffffff'/>",
    "lines": "<g stroke='#123456' stroke-width='2'><line x1='2' y1='3' x2='50' y2='70'/><path d='M5 80H50V60'/></g>",
    "caps": "<path fill='none' stroke='#a00000' stroke-width='4' stroke-linecap='square' d='M9 75H50'/>",
    "joins": "<path fill='none' stroke='#000000' stroke-width='6' stroke-linejoin='round' d='M10 20L30 60 50 20'/>",
    "dashes": "<path fill='none' stroke='#000' stroke-width='3' stroke-dasharray='9 6' d='M5 9h50'/>",
    "dots": "<g stroke-linecap='round' stroke-dasharray='0 6'>"
    "<path fill='none' stroke='#000' stroke-width='3' d='M5 9h50'/></g>",
    "curves": "<path fill='#0a7' d='M5 40C5 10 55 10 55 40S30 70 30 80Q10 80 5 60T5 40Z'/>",
    "relative curves": "<path fill='#0a7' d='m5 40c0-30 50-30 50 0s-25 30-25 40q-20 0-25-20t0-20z'/>",
    "arcs": "<path fill='#70b' d='M10 40A20 12 30 1 1 50 50 A9 9 0 0 0 30 60L10 40'/>",
    "holes": "<path fill-rule='evenodd' fill='#333333' d='M5 5H55V80H5ZM20 20H40V60H20Z'/>",
    "turns": "<g transform='translate(30 40) rotate(30) scale(.5 .8)'>"
    "<rect x='-20' y='-30' width='40' height='60'/></g>",
    "a turn about a place": "<rect x='20' y='30' width='20' height='30' transform='rotate(45 30 45)' fill='#080'/>",
    "style handed down": "<g fill='#e00' stroke='#00e'><g fill='#0e0'><circle cx='20' cy='20' r='9'/></g>"
    "<circle cx='40' cy='60' r='9'/></g>",
    "style after a turn": "<circle cx='9' cy='9' r='5' fill='#e00'/>"
    "<g transform='scale(1.5)'><circle cx='20' cy='20' r='9' fill='#00e'/></g>"
    "<circle cx='40' cy='70' r='9' fill='#e00'/>",
    "a drawing within": "<svg x='10' y='20' width='40' height='40' viewBox='0 0 10 20'>"
    "<rect x='-9' width='30' height='20' fill='#06c'/></svg>",
    "a dot": "<path fill='none' d='M30 40h.01' stroke='#000000' stroke-width='20' stroke-linecap='round'/>",
}
WIDTH, HEIGHT = 63 / 25.4 * 96, 88 / 25.4 * 96


def svg(markup: str) -> str:
    return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63 88' width='63mm' height='88mm'>{markup}</svg>"


def painted(operators: bytes) -> Image.Image:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(WIDTH * 0.75, HEIGHT * 0.75))
    page.Contents = pdf.make_stream(f"0.75 0 0 -0.75 0 {HEIGHT * 0.75} cm\n".encode() + operators)
    output = io.BytesIO()
    pdf.save(output)
    return picture(pypdfium2.PdfDocument(output.getvalue()), 0)


def laid_out(markup: str) -> Image.Image:
    html = (
        "<style>@page{size:63mm 88mm;margin:0}img{position:absolute;left:0;top:0;width:63mm;height:88mm}</style>"
        f'<img alt="" src="data:image/svg+xml,{quote(svg(markup))}">'
    )
    return picture(pypdfium2.PdfDocument(write(lay_out(html))), 0)


@pytest.mark.parametrize("name", MARKUP)
def test_a_drawing_looks_as_the_layout_program_draws_it(name: str) -> None:
    operators = drawn(svg(MARKUP[name]), WIDTH, HEIGHT)
    assert operators is not None
    ours, theirs = painted(operators), laid_out(MARKUP[name])
    assert ours.size == theirs.size
    assert sum(theirs.histogram()[:200]) > 50  # there is something to see
    # The layout program's circles and corners are a little less round.
    assert sum(ImageChops.difference(ours, theirs).histogram()[60:]) < 0.003 * ours.width * ours.height


@pytest.mark.parametrize(
    "markup",
    [
        "<text x='5' y='20'>Kard</text>",
        "<image href='file:///etc/passwd' width='9' height='9'/>",
        "<use href='#x'/>",
        "<rect width='9' height='9' fill='url(#x)'/>",
        "<rect width='9' height='9' fill='red'/>",
        "<rect width='9' height='9' opacity='.5'/>",
        "<rect width='9' height='9' style='fill:red'/>",
        "<rect width='50%' height='9'/>",
        "<g transform='tilt(3)'/>",
        "<style>.ink{fill:#e00}</style><rect width='9' height='9' class='ink'/>",
        "<path d='M0 0 X'/>",
        "<path d='10 10'/>",
        "<path d='M0 0A9 9 0 0110 10'/>",
        "<circle r='9' stroke='#000' stroke-linecap='odd'/>",
        "<a",
    ],
)
def test_what_is_not_known_is_left_to_the_layout_program(markup: str) -> None:
    assert drawn(svg(markup), WIDTH, HEIGHT) is None


def test_a_drawing_of_another_shape_than_its_box_is_left_to_the_layout_program() -> None:
    assert drawn(svg("<rect width='9' height='9'/>"), WIDTH, WIDTH) is None


def test_entities_that_swell_are_not_even_read() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    assert drawn(bomb + svg("<g>&b;</g>"), WIDTH, HEIGHT) is None


@pytest.mark.parametrize(
    ("data", "operators"),
    [
        ("M1 2L3 4", "1 2 m\n3 4 l"),
        ("M1 2 3 4-5.5.5", "1 2 m\n3 4 l\n-5.5 .5 l"),
        ("m1 2 1 1z l1 0", "1 2 m\n2 3 l\nh\n2 2 l"),
        ("M0 0h5v-5H1V2", "0 0 m\n5 0 l\n5 -5 l\n1 -5 l\n1 2 l"),
        ("M0 0C1 2 3 4 5 6s1 1 2 2", "0 0 m\n1 2 3 4 5 6 c\n7 8 6 7 7 8 c"),
        ("M0 0A5 5 0 0 1 0 0", "0 0 m\n"[:-1]),
        ("M0 0A0 5 0 0 1 3 4", "0 0 m\n3 4 l"),
    ],
)
def test_path_data_becomes_operators(data: str, operators: str) -> None:
    assert path_operators(data) == operators


@pytest.mark.parametrize("data", ["M1", "L1 2 3", "1 2", "M1 2 K", "M 1e 2", "M0 0 C1 2 3 4 5"])
def test_what_is_no_path_data_is_refused(data: str) -> None:
    with pytest.raises(UnknownPath):
        path_operators(data)
