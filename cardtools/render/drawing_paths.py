"""Path data of SVG as PDF operators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import atan2, ceil, cos, pi, radians, sin, sqrt, tan
from typing import Final

_TOKEN: Final = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|[\s,]+")
_COUNTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}

Point = tuple[float, float]


class UnknownPath(ValueError):  # noqa: N818 - said of the path
    """Path data that cannot be read."""


def path_operators(data: str) -> str:
    """Return path data as operators, one a line.

    Raises:
        UnknownPath: For data that is not path data, or arcs with flags run together.
    """
    return "\n".join(_Path().operators(data))


def shown(number: float, digits: int = 3) -> str:
    """Return a number as short as ``digits`` decimals allow.

    >>> shown(0.25), shown(-3.0), shown(-0.00001), shown(1 / 3)
    ('.25', '-3', '0', '.333')
    """
    text = f"{number:.{digits}f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


class _Path:
    """A pen that follows path data."""

    def __init__(self) -> None:
        self._at: Point = (0.0, 0.0)
        self._start: Point = (0.0, 0.0)
        self._handle: Point = (0.0, 0.0)
        self._last = ""

    def operators(self, data: str) -> Iterator[str]:
        for command, numbers in _steps(data):
            kind = command.upper()
            relative = command != kind
            yield from self._step(kind, self._absolute(kind, numbers) if relative else numbers)
            self._last = kind

    def _absolute(self, kind: str, numbers: list[float]) -> list[float]:
        x, y = self._at
        if kind == "H":
            return [numbers[0] + x]
        if kind == "V":
            return [numbers[0] + y]
        if kind == "A":
            return [*numbers[:5], numbers[5] + x, numbers[6] + y]
        return [number + (y if index % 2 else x) for index, number in enumerate(numbers)]

    def _step(self, kind: str, numbers: list[float]) -> Iterator[str]:
        if kind == "Z":
            self._at = self._start
            yield "h"
        elif kind == "M":
            self._at = self._start = (numbers[0], numbers[1])
            yield _line(self._at, "m")
        elif kind in "LHV":
            x, y = self._at
            self._at = (numbers[0], y) if kind == "H" else (x, numbers[0]) if kind == "V" else (numbers[0], numbers[1])
            yield _line(self._at, "l")
        elif kind == "A":
            yield from self._arc(*numbers)
        else:
            yield self._curve(kind, numbers)

    def _curve(self, kind: str, numbers: list[float]) -> str:
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        x, y = self._at
        if kind in "ST":  # the handle is that of the curve before, mirrored
            follows = self._last in ("CS" if kind == "S" else "QT") and self._last != ""
            mirrored = (2 * x - self._handle[0], 2 * y - self._handle[1]) if follows else (x, y)
            points.insert(0, mirrored)
        self._handle = points[-2]
        if len(points) == 2:  # a quadratic curve as a cubic one
            (hx, hy), (ex, ey) = points
            points = [(x + 2 / 3 * (hx - x), y + 2 / 3 * (hy - y)), (ex + 2 / 3 * (hx - ex), ey + 2 / 3 * (hy - ey))]
            points.append((ex, ey))
        self._at = points[-1]
        return " ".join(f"{shown(px)} {shown(py)}" for px, py in points) + " c"

    def _arc(self, rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float) -> Iterator[str]:
        """Yield an arc of an ellipse as curves; see appendix B.2.4 of SVG 2."""
        (x0, y0), self._at = self._at, (x, y)
        rx, ry = abs(rx), abs(ry)
        if (x0, y0) == (x, y):
            return
        if not rx or not ry:
            yield _line((x, y), "l")
            return
        c, s = cos(radians(turn)), sin(radians(turn))
        dx, dy = (x0 - x) / 2, (y0 - y) / 2
        px, py = c * dx + s * dy, c * dy - s * dx
        grow = max(1.0, sqrt((px / rx) ** 2 + (py / ry) ** 2))
        rx, ry = rx * grow, ry * grow
        rest = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1
        root = sqrt(max(0.0, rest)) * (-1 if bool(large) == bool(sweep) else 1)
        qx, qy = root * rx * py / ry, -root * ry * px / rx
        mx, my = c * qx - s * qy + (x0 + x) / 2, s * qx + c * qy + (y0 + y) / 2
        first = atan2((py - qy) / ry, (px - qx) / rx)
        span = atan2((-py - qy) / ry, (-px - qx) / rx) - first
        span += 2 * pi if sweep and span < 0 else -2 * pi if not sweep and span > 0 else 0
        count = ceil(abs(span) / (pi / 2) - 1e-9)
        step = span / count
        reach = 4 / 3 * tan(step / 4)
        for number in range(count):
            one, two = first + number * step, first + (number + 1) * step
            around = (
                (cos(one) - reach * sin(one), sin(one) + reach * cos(one)),
                (cos(two) + reach * sin(two), sin(two) - reach * cos(two)),
                (cos(two), sin(two)),
            )
            points = [(mx + c * rx * u - s * ry * v, my + s * rx * u + c * ry * v) for u, v in around]
            yield " ".join(f"{shown(px)} {shown(py)}" for px, py in points) + " c"


def _line(point: Point, operator: str) -> str:
    return f"{shown(point[0])} {shown(point[1])} {operator}"


def _steps(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of path data with the numbers of each, repeated ones written out."""
    command, numbers, end = "", list[float](), 0
    for match in _TOKEN.finditer(data):
        if match.start() != end:
            raise UnknownPath(data)
        end = match.end()
        if match[1]:
            if numbers:
                raise UnknownPath(data)
            command = match[1]
            if command in "Zz":
                yield command, []
                command = "z"
        elif match[2]:
            numbers.append(float(match[2]))
            if command.upper() not in _COUNTS:
                raise UnknownPath(data)
            if len(numbers) == _COUNTS[command.upper()]:
                if command in "Aa" and not {numbers[3], numbers[4]} <= {0.0, 1.0}:
                    raise UnknownPath(data)
                yield command, numbers
                numbers = []
                command = {"M": "L", "m": "l"}.get(command, command)
    if end != len(data) or numbers:
        raise UnknownPath(data)
