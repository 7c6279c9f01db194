"""Drawings of templates as PDF operators, several times faster than the layout program draws them.

Known is the plain part of SVG that our templates are drawn with: groups, paths, rectangles, circles and lines, with
fills, strokes and transforms. For anything else the answer is None, and the layout program draws it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import cos, radians, sin, tan
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from cardtools.render.drawing_paths import UnknownPath, path_operators, shown

_SVG: Final = "{http://www.w3.org/2000/svg}"
_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TRANSFORM: Final = re.compile(r"\s*(\w+)\s*\(([^)]*)\)\s*,?")
_COLOUR: Final = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
_CAPS: Final = {"butt": 0, "round": 1, "square": 2}
_JOINS: Final = {"miter": 0, "round": 1, "bevel": 2}
_STYLE: Final = frozenset(
    ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "fill-rule")
)
_IDLE: Final = frozenset(("role", "focusable", "aria-hidden", "class", "transform"))
"""Attributes that change nothing here; a drawing with a style sheet, which a class would be for, is not known."""
_SHAPES: Final[Mapping[str, frozenset[str]]] = {
    "g": frozenset(),
    "path": frozenset(("d",)),
    "rect": frozenset(("x", "y", "width", "height", "rx")),
    "circle": frozenset(("cx", "cy", "r")),
    "line": frozenset(("x1", "y1", "x2", "y2")),
    "svg": frozenset(("x", "y", "width", "height", "viewBox")),
}
_ROUND: Final = 0.5522847498
"""How far the handles of a quarter of a circle reach, as a share of its radius."""

Matrix = tuple[float, float, float, float, float, float]


class _UnknownError(Exception):
    """Something that only the layout program knows how to draw."""


def drawn(svg: str, width: float, height: float) -> bytes | None:
    """Return the operators that paint a drawing over a box with its origin at the top left, y downwards.

    Args:
        svg: The drawing; its view box has the shape of the box.
        width: Width of the box.
        height: Height of the box.
    """
    try:
        root = fromstring(svg)
        box = _numbers(root.get("viewBox", ""))
        if root.tag != f"{_SVG}svg" or len(box) != 4 or min(box[2:]) <= 0:
            return None
        scale_x, scale_y = width / box[2], height / box[3]
        if abs(scale_x - scale_y) > 1e-4 * scale_x:
            return None
        lines = ["q", _placed((scale_x, 0, 0, scale_x, -box[0] * scale_x, -box[1] * scale_x)), "4 M"]
        pen = _Pen(_styled({}, root))
        for child in root:
            lines += _element(child, pen)
    except (ParseError, DefusedXmlException, UnknownPath, _UnknownError, ValueError, KeyError):
        return None
    return "\n".join([*lines, "Q"]).encode("ascii")


@dataclass(slots=True)
class _Pen:
    """The style in force, and what of it the operators so far have set."""

    style: Mapping[str, str]
    told: dict[str, str] = field(default_factory=dict)

    def tell(self, key: str, operator: str) -> Iterator[str]:
        """Yield an operator where another one, or none, is in force."""
        if self.told.get(key) != operator:
            self.told[key] = operator
            yield operator


def _element(element: Element, pen: _Pen) -> Iterator[str]:
    kind = str(element.tag).removeprefix(_SVG)
    if kind not in _SHAPES or not _SHAPES[kind] | _STYLE | _IDLE >= set(element.keys()):
        raise _UnknownError(kind)
    moved = [_placed(matrix) for matrix in _transforms(element.get("transform", ""))]
    if kind == "svg":
        moved += _window(element)
    # What is set between q and Q is forgotten there.
    own = _Pen(_styled(pen.style, element), dict(pen.told) if moved else pen.told)
    if moved:
        yield "q"
        yield from moved
    if kind in ("g", "svg"):
        for child in element:
            yield from _element(child, replace(own, style=own.style))
    elif outline := _outline(kind, element):
        yield from _painted(outline, own)
    if moved:
        yield "Q"


def _painted(outline: str, pen: _Pen) -> Iterator[str]:
    style = pen.style
    fill, stroke = _colour(style.get("fill", "#000000")), _colour(style.get("stroke", "none"))
    rule = style.get("fill-rule", "nonzero")
    if rule not in ("nonzero", "evenodd"):
        raise _UnknownError(rule)
    width = float(style.get("stroke-width", "1"))
    if width <= 0:
        stroke = ""
    if fill:
        yield from pen.tell("fill", f"{fill} rg")
    if stroke:
        dashes = style.get("stroke-dasharray", "none")
        pattern = "" if dashes == "none" else " ".join(shown(number) for number in _numbers(dashes))
        yield from pen.tell("stroke", f"{stroke} RG")
        yield from pen.tell("width", f"{shown(width)} w")
        yield from pen.tell("cap", f"{_CAPS[style.get('stroke-linecap', 'butt')]} J")
        yield from pen.tell("join", f"{_JOINS[style.get('stroke-linejoin', 'miter')]} j")
        yield from pen.tell("dash", f"[{pattern}] 0 d")
    star = "*" if rule == "evenodd" else ""
    operator = f"B{star}" if fill and stroke else f"f{star}" if fill else "S" if stroke else ""
    if operator:
        yield outline
        yield operator


def _outline(kind: str, element: Element) -> str:
    if kind == "path":
        return path_operators(element.get("d", ""))
    if kind == "line":
        x1, y1, x2, y2 = (_length(element, name) for name in ("x1", "y1", "x2", "y2"))
        return f"{shown(x1)} {shown(y1)} m\n{shown(x2)} {shown(y2)} l"
    if kind == "circle":
        x, y, radius = (_length(element, name) for name in ("cx", "cy", "r"))
        return _rounded(x - radius, y - radius, 2 * radius, 2 * radius, radius) if radius > 0 else ""
    x, y, width, height, radius = (_length(element, name) for name in ("x", "y", "width", "height", "rx"))
    if width <= 0 or height <= 0:
        return ""
    if radius <= 0:
        return f"{shown(x)} {shown(y)} {shown(width)} {shown(height)} re"
    if radius > min(width, height) / 2:
        raise _UnknownError("rx")
    return _rounded(x, y, width, height, radius)


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Return a rectangle with round corners, begun at the right end of its upper edge, clockwise."""
    right, bottom, handle = x + width, y + height, radius * (1 - _ROUND)
    steps = (
        (right - radius, y, "m"),
        (right - handle, y, right, y + handle, right, y + radius, "c"),
        (right, bottom - radius, "l"),
        (right, bottom - handle, right - handle, bottom, right - radius, bottom, "c"),
        (x + radius, bottom, "l"),
        (x + handle, bottom, x, bottom - handle, x, bottom - radius, "c"),
        (x, y + radius, "l"),
        (x, y + handle, x + handle, y, x + radius, y, "c"),
    )
    return "\n".join(" ".join(one if isinstance(one, str) else shown(one) for one in step) for step in steps) + "\nh"


def _window(element: Element) -> list[str]:
    """Return what places a drawing within a drawing, cut off at its edges."""
    x, y, width, height = (_length(element, name) for name in ("x", "y", "width", "height"))
    box = _numbers(element.get("viewBox", ""))
    if len(box) != 4 or min(width, height, *box[2:]) <= 0:
        raise _UnknownError("viewBox")
    scale = min(width / box[2], height / box[3])
    left, top = x + (width - box[2] * scale) / 2, y + (height - box[3] * scale) / 2
    edges = " ".join(shown(number) for number in (x, y, width, height))
    return [f"{edges} re W n", _placed((scale, 0, 0, scale, left - box[0] * scale, top - box[1] * scale))]


def _styled(style: Mapping[str, str], element: Element) -> Mapping[str, str]:
    own = {name: value for name, value in element.items() if name in _STYLE}
    return {**style, **own} if own else style


def _colour(value: str) -> str:
    """Return the channels of a colour, empty for none."""
    if value == "none":
        return ""
    if _COLOUR.fullmatch(value) is None:
        raise _UnknownError(value)
    digits = value[1:] if len(value) == 7 else "".join(2 * digit for digit in value[1:])
    return " ".join(shown(int(digits[start : start + 2], 16) / 255) for start in (0, 2, 4))


def _length(element: Element, name: str) -> float:
    return float(element.get(name, "0"))


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]


def _placed(matrix: Matrix) -> str:
    # Turns and scales need more digits than places do.
    return " ".join([*(shown(number, 6) for number in matrix[:4]), *(shown(number) for number in matrix[4:]), "cm"])


def _transforms(text: str) -> Iterator[Matrix]:
    end = 0
    for match in _TRANSFORM.finditer(text):
        if match.start() != end or match[1] not in _MATRICES:
            raise _UnknownError(text)
        end = match.end()
        yield from _MATRICES[match[1]](*_numbers(match[2]))
    if text[end:].strip():
        raise _UnknownError(text)


def _turned(degrees: float, x: float = 0.0, y: float = 0.0) -> Iterator[Matrix]:
    angle = radians(degrees)
    a, b = cos(angle), sin(angle)
    yield (a, b, -b, a, x - a * x + b * y, y - b * x - a * y)


_MATRICES: Final[Mapping[str, Callable[..., Iterator[Matrix]]]] = {
    "translate": lambda x, y=0.0: iter([(1.0, 0.0, 0.0, 1.0, x, y)]),
    "scale": lambda x, y=None: iter([(x, 0.0, 0.0, x if y is None else y, 0.0, 0.0)]),
    "rotate": _turned,
    "matrix": lambda a, b, c, d, e, f: iter([(a, b, c, d, e, f)]),
    "skewX": lambda degrees: iter([(1.0, 0.0, tan(radians(degrees)), 1.0, 0.0, 0.0)]),
}
