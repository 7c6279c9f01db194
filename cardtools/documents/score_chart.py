"""A chart of totals over rounds as millimetres: lines told apart by dash and marker as well as by colour.

Pure geometry for a template that only loops; it may stand on its own or inside a page.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardtools.documents.inks import PAPER, darkened
from cardtools.model.scoring import Scoresheet

_WIDTH_MM: Final = 180.0
_LEAST_HEIGHT_MM: Final = 96.0
_LEFT_MM: Final = 17.0
_TOP_MM: Final = 15.0
_BOTTOM_MM: Final = 15.0
_LABELS_MM: Final = 46.0
"""Room for names and totals at the right end of the lines."""
_LABEL_GAP_MM: Final = 4.6
"""Least distance of two labels, from line to line of type."""
_LABEL_SIGNS: Final = 18
_MOST_X_TICKS: Final = 16
_TARGET_SHARE: Final = 0.3
"""The target line is drawn where somebody has come this far; before, it would press the lines to the ground."""

_COLOURS: Final = ("#0072b2", "#d55e00", "#007a5a", "#a8407a", "#6b4c9a", "#8a6d00", "#1c1c1e", "#3f7fa6")
"""Colours that stay apart for colour-blind readers, after Okabe and Ito; darkened to be read as type."""
_DASHES: Final = ("", "3.2 1.4", "0.9 1.1", "5 1.2 0.9 1.2", "1.8 1", "7 1.6")
_MARKERS: Final = ("circle", "square", "triangle", "diamond", "ring", "frame", "tip", "cross")


@dataclass(frozen=True, slots=True)
class ChartWords:
    """What a chart says; ``target`` is empty where the game has no target in points."""

    title: str
    rounds: str
    points: str
    target: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its place along it, in mm from the drawing's edge, and its words."""

    at_mm: float
    text: str


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One player: points in mm, signs of how to draw them, and a label beside the last one.

    Attributes:
        name: As long as there is room for; ``title`` is the whole name.
        points: Each round's total, from the left; the first is what stood before.
        marked: Those of them that have a marker: all, or some where there are many, and always the last.
        label_y_mm: Where the label stands; moved away from ``points[-1]`` where labels would collide.
    """

    title: str
    name: str
    total: str
    colour: str
    dash: str
    marker: str
    points: tuple[tuple[float, float], ...]
    marked: tuple[tuple[float, float], ...]
    label_y_mm: float

    @property
    def path(self) -> str:
        """The line as an SVG path."""
        return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """A chart; y runs downwards.

    Attributes:
        target_y_mm: Where the target line is drawn, None where it is not.
        zero_y_mm: Where zero is.
    """

    width_mm: float
    height_mm: float
    left_mm: float
    right_mm: float
    top_mm: float
    bottom_mm: float
    words: ChartWords
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    zero_y_mm: float
    target_y_mm: float | None
    lines: tuple[ChartLine, ...]


def score_chart(sheet: Scoresheet, words: ChartWords, width_mm: float = _WIDTH_MM) -> ScoreChart:
    """Return the chart of a score; refused rounds are left out, and totals may be negative."""
    runs = _running(sheet)
    rounds = max(len(run) for run in runs.values()) - 1
    height = max(_LEAST_HEIGHT_MM, _TOP_MM + _BOTTOM_MM + _LABEL_GAP_MM * len(runs))
    left, right, top, bottom = _LEFT_MM, width_mm - _LABELS_MM, _TOP_MM, height - _BOTTOM_MM
    highest = max(max(run) for run in runs.values())
    target = sheet.target if words.target and highest >= (sheet.target or 0) * _TARGET_SHARE else None
    lowest = min(min(run) for run in runs.values())
    steps = _nice_steps(min(0.0, float(lowest)), max(float(highest), float(target or 0)))

    def y_of(value: float | Fraction) -> float:
        return bottom - (bottom - top) * (float(value) - steps[0]) / (steps[-1] - steps[0])

    def x_of(number: int) -> float:
        return left + (right - left) * number / max(rounds, 1)

    ends = [y_of(run[-1]) for run in runs.values()]
    labels = spread(ends, _LABEL_GAP_MM, top, bottom)
    stride = _stride(rounds)
    lines = tuple(
        _line(index, player, run[-1], [(x_of(number), y_of(total)) for number, total in enumerate(run)], labels, stride)
        for index, (player, run) in enumerate(runs.items())
    )
    return ScoreChart(
        width_mm=width_mm,
        height_mm=height,
        left_mm=left,
        right_mm=right,
        top_mm=top,
        bottom_mm=bottom,
        words=words,
        x_ticks=tuple(Tick(x_of(number), str(number)) for number in range(0, rounds + 1, stride)),
        y_ticks=tuple(Tick(y_of(step), _told(Fraction(step).limit_denominator(1000))) for step in steps),
        zero_y_mm=y_of(0),
        target_y_mm=None if target is None else y_of(target),
        lines=lines,
    )


def _line(
    index: int, player: str, total: Fraction, points: list[tuple[float, float]], labels: Sequence[float], stride: int
) -> ChartLine:
    """Return the line of the player at ``index``; no two of the first 64 share all of colour, dash and marker."""
    turn = index // len(_COLOURS)
    return ChartLine(
        title=player,
        name=player if len(player) <= _LABEL_SIGNS else player[: _LABEL_SIGNS - 1].rstrip() + "…",
        total=_told(total),
        colour=darkened(_COLOURS[index % len(_COLOURS)], PAPER),
        dash=_DASHES[index % len(_DASHES)],
        marker=_MARKERS[(index + turn) % len(_MARKERS)],
        points=tuple(points),
        marked=tuple(dict.fromkeys((*points[::stride], points[-1]))),
        label_y_mm=labels[index],
    )


def spread(wanted: Sequence[float], gap: float, least: float, most: float) -> tuple[float, ...]:
    """Return places as near to the wanted ones as may be, none nearer to another than ``gap``, in the same order.

    They stay between ``least`` and ``most`` where there is room for all of them.

    >>> spread([10, 10, 30], 4, 0, 40)
    (8.0, 12.0, 30.0)
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    groups: list[tuple[float, list[int]]] = []  # the middle of each, and who stands in it
    for index in order:
        middle, members = float(wanted[index]), [index]
        middle = _inside(middle, 1, gap, least, most)
        while groups and middle - (len(members) - 1) * gap / 2 < groups[-1][0] + (len(groups[-1][1]) + 1) * gap / 2:
            _, before = groups.pop()
            members = before + members
            middle = sum(wanted[one] for one in members) / len(members)
            middle = _inside(middle, len(members), gap, least, most)
        groups.append((middle, members))
    places = [0.0] * len(wanted)
    for middle, members in groups:
        for offset, index in enumerate(members):
            places[index] = middle + (offset - (len(members) - 1) / 2) * gap
    return tuple(places)


def _inside(middle: float, count: int, gap: float, least: float, most: float) -> float:
    half = (count - 1) * gap / 2
    return min(max(middle, least + half), max(most - half, least + half))


def _running(sheet: Scoresheet) -> dict[str, list[Fraction]]:
    runs = {player: [sheet.starting[player]] for player in sheet.players}
    for one in sheet.rounds:
        if one.refused:
            continue
        scores = one.scores
        for player, run in runs.items():
            run.append(run[-1] + scores.get(player, Fraction(0)))
    return runs


def _nice_steps(low: float, high: float) -> list[float]:
    """Return round numbers from below ``low`` to above ``high``, about six of them."""
    span = high - low or 1.0
    magnitude = 10.0 ** math.floor(math.log10(span / 5))
    step = next(size * magnitude for size in (1, 2, 2.5, 5, 10) if span / (size * magnitude) <= 6)
    step = max(step, 1.0) if span >= 1 else step
    first, last = math.floor(low / step), math.ceil(high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _stride(rounds: int) -> int:
    """Return how many rounds lie between two numbers under the chart."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100) if rounds / step <= _MOST_X_TICKS)


def _told(value: Fraction) -> str:
    """Return a number for people, with the sign for minus that print has."""
    text = str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
    return text.replace("-", "−")
