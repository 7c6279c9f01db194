"""PDFs read back: what is placed where, which lines are drawn, what can be read and with which fonts.

Lengths are millimetres from the lower left of the page; a matrix is a, b, c, d, e, f with e and f in millimetres.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import pikepdf
from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar, LTComponent, LTFigure, LTPage
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage

from cardtools.model.printing import Rect

MM: Final = 25.4 / 72

Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Line:
    """A straight line as it lies on the page."""

    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def upright(self) -> bool:
        return abs(self.x1 - self.x2) < 1e-3

    @property
    def level(self) -> bool:
        return abs(self.y1 - self.y2) < 1e-3


@dataclass(frozen=True)
class Placed:
    """A form XObject as it lies on the page; ``width`` and ``height`` are those of its box."""

    name: str
    matrix: Matrix
    width: float
    height: float

    @property
    def turned(self) -> bool:
        return self.matrix[0] < 0

    @property
    def box(self) -> Rect:
        """Where its box lies."""
        corners = [_apply(self.matrix, x, y) for x in (0.0, self.width) for y in (0.0, self.height)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@dataclass
class Content:
    """What stands on a page: forms in the order of painting, and lines drawn by the page and within each form."""

    placed: list[Placed] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    inner: dict[str, list[Line]] = field(default_factory=dict)


def read_page(page: pikepdf.Page) -> Content:
    """Return what stands on a page."""
    content = Content()
    for name, matrix, line in _drawn(page.obj, (MM, 0, 0, MM, 0, 0)):
        if line is not None:
            content.lines.append(line)
        elif name:
            form = page.obj.Resources.XObject[name]
            x1, y1, x2, y2 = (float(number) for number in form.BBox)
            assert (x1, y1) == (0, 0)
            a, b, c, d, e, f = matrix
            in_mm = (a / MM, b / MM, c / MM, d / MM, e, f)
            content.placed.append(Placed(name.lstrip("/"), in_mm, x2 * MM, y2 * MM))
    return content


def lines_within(page: pikepdf.Page, placed: Placed) -> list[Line]:
    """Return the lines that a form draws, as they lie on the page."""
    form = page.obj.Resources.XObject[f"/{placed.name}"]
    a, b, c, d, e, f = placed.matrix
    return [line for _, _, line in _drawn(form, (a * MM, b * MM, c * MM, d * MM, e, f)) if line is not None]


def _drawn(owner: pikepdf.Object, ctm: Matrix) -> Iterator[tuple[str, Matrix, Line | None]]:
    """Yield forms and lines of a content stream with the matrix they are drawn by."""
    saved: list[Matrix] = []
    point = (0.0, 0.0)
    for instruction in pikepdf.parse_content_stream(owner):
        operator = str(instruction.operator)
        operands = list(instruction.operands)
        match operator:
            case "q":
                saved.append(ctm)
            case "Q":
                ctm = saved.pop()
            case "cm":
                ctm = _times(_numbers(operands), ctm)
            case "m":
                point = _point(operands)
            case "l":
                end = _point(operands)
                yield "", ctm, Line(*_apply(ctm, *point), *_apply(ctm, *end))
                point = end
            case "Do":
                yield str(operands[0]), ctm, None
    assert not saved


def _numbers(operands: Sequence[object]) -> Matrix:
    a, b, c, d, e, f = (float(str(number)) for number in operands)
    return a, b, c, d, e, f


def _point(operands: Sequence[object]) -> tuple[float, float]:
    x, y = (float(str(number)) for number in operands)
    return x, y


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


@dataclass(frozen=True)
class Letter:
    """A letter as another program reads it: its size in points, and the page it stands on, from 0."""

    text: str
    size_pt: float
    page: int
    box: Rect
    form: str


class _LettersOnly(PDFPageAggregator):
    """Gathers the letters of a page; lines and areas, of which there are many more, are passed over."""

    def paint_path(self, *_path: object, **_how: object) -> None:
        """Do nothing."""


def _pages(stream: io.BytesIO) -> Iterator[LTPage]:
    manager = PDFResourceManager(caching=True)
    device = _LettersOnly(manager, laparams=None)
    interpreter = PDFPageInterpreter(manager, device)
    for page in PDFPage.get_pages(stream):
        interpreter.process_page(page)
        yield device.get_result()


@lru_cache(maxsize=4)
def letters(pdf: bytes) -> list[Letter]:
    """Return every letter of a file, in the order it is drawn, with the form it stands in (empty: the page)."""
    found: list[Letter] = []
    for number, page in enumerate(_pages(io.BytesIO(pdf))):
        for part in page:
            form = part.name if isinstance(part, LTFigure) else ""
            for char in _chars(part):
                box = Rect(char.x0 * MM, char.y0 * MM, char.width * MM, char.height * MM)
                found.append(Letter(char.get_text(), char.size, number, box, form))
    return found


def texts_of_forms(pdf: bytes, pages: Sequence[int]) -> list[list[tuple[str, str]]]:
    """Return for each of ``pages``, from 0, the name and the text of every form on it, in order.

    Each form is read once, from a page of its own, however often it is placed.
    """
    scratch = pikepdf.new()
    order: dict[tuple[int, int], int] = {}
    with pikepdf.open(io.BytesIO(pdf)) as document:
        placed: list[list[tuple[str, int]]] = []
        for number in pages:
            page = document.pages[number]
            found: list[tuple[str, int]] = []
            for one in read_page(page).placed:
                form = page.obj.Resources.XObject[f"/{one.name}"]
                if form.objgen not in order:
                    order[form.objgen] = len(order)
                    blank = scratch.add_blank_page(page_size=(one.width / MM, one.height / MM))
                    blank.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary({"/X": scratch.copy_foreign(form)}))
                    blank.Contents = scratch.make_stream(b"/X Do")
                found.append((one.name, order[form.objgen]))
            placed.append(found)
    stream = io.BytesIO()
    scratch.save(stream)
    read = ["".join(char.get_text() for char in _chars(page)) for page in _pages(stream)]
    return [[(name, read[form]) for name, form in found] for found in placed]


def text_of(pdf: bytes) -> str:
    """Return all text of a file; breaks of lines leave no trace."""
    return "".join(letter.text for letter in letters(pdf))


def squeezed(text: str) -> str:
    """Return a text without its blanks: where lines break, they are not in the file."""
    return "".join(text.split())


def _chars(component: LTComponent) -> Iterator[LTChar]:
    if isinstance(component, LTChar):
        yield component
    elif hasattr(component, "__iter__"):
        for inner in component:
            yield from _chars(inner)


def font_names(pdf: bytes) -> set[str]:
    """Return the name of every font of a file, without the tag of a subset; each must be embedded."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        found = [item for item in document.objects if isinstance(item, pikepdf.Dictionary)]
        fonts = [item for item in found if item.get("/Type") == "/Font" and item.get("/Subtype") != "/Type0"]
        assert fonts
        names: set[str] = set()
        for font in fonts:
            descriptor = font.get("/FontDescriptor")
            assert isinstance(descriptor, pikepdf.Dictionary), font.get("/BaseFont")
            name = str(descriptor.get("/FontName")).lstrip("/").rpartition("+")[2]
            assert any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")), name
            names.add(name)
        return names


def check_fonts_are_ours_and_embedded(pdf: bytes) -> None:
    """Assert that every font of a file is a cut of our two families and its program stands in the file."""
    for name in font_names(pdf):
        assert name.replace("-", "").startswith(("SourceSansPro", "SourceSerifPro")), name


def shown_glyphs(pdf: bytes) -> set[int]:
    """Return the number of every glyph that the file shows; 0 is the box that stands for a missing letter."""
    glyphs: set[int] = set()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        streams: list[pikepdf.Object] = [page.obj for page in document.pages]
        streams += [
            item for item in document.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"
        ]
        for stream in streams:
            for instruction in pikepdf.parse_content_stream(stream):
                if str(instruction.operator) not in ("Tj", "TJ"):
                    continue
                (shown,) = instruction.operands
                parts = list(shown) if isinstance(shown, pikepdf.Array) else [shown]
                for part in parts:
                    if isinstance(part, pikepdf.String):
                        codes = bytes(part)
                        assert len(codes) % 2 == 0
                        glyphs |= {codes[at] << 8 | codes[at + 1] for at in range(0, len(codes), 2)}
    return glyphs


def forbidden_keys(pdf: bytes) -> set[str]:
    """Return the keys of a file by which it could act on its own."""
    active = {"/JavaScript", "/JS", "/AA", "/OpenAction", "/Launch", "/EmbeddedFiles", "/RichMedia"}
    with pikepdf.open(io.BytesIO(pdf)) as document:
        dictionaries = [item for item in document.objects if isinstance(item, pikepdf.Dictionary | pikepdf.Stream)]
        keys = {key for item in dictionaries for key in item.keys()}  # noqa: SIM118 - not a Mapping
        values = {str(item.get("/S")) for item in dictionaries}
    return active & (keys | values)
