"""What the tests of imposition share: any sheet a card fits on, and boxes that must not meet."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from cardtools.imposition.grid import GridSpec
from cardtools.model.printing import Backs, Orientation, Rect, Segment

GRACE_MM: Final = 0.01
"""What rounding may cost: a hundredth of a millimetre, which no printer and no cutter can tell."""

A4: Final = GridSpec(210, 297, 63, 88)


def _lengths(least: float, most: float) -> st.SearchStrategy[float]:
    """Lengths as people give them, to a hundredth of a millimetre, and as computers do."""
    hundredths = st.integers(round(least * 100), round(most * 100)).map(lambda n: n / 100)
    return st.one_of(hundredths, st.floats(least, most, allow_subnormal=False))


@st.composite
def specs(draw: st.DrawFn, backs: Backs = "none") -> GridSpec:
    """Any paper, card, gap, bleed, margin and orientation by which at least one card fits (and its back, folded)."""
    margin = draw(_lengths(0, 30))
    bleed = draw(_lengths(0, 10))
    card_width, card_height = draw(_lengths(35, 120)), draw(_lengths(35, 120))
    spare = st.one_of(st.just(0.0), _lengths(0, 260))
    halves = 2 if backs == "fold" else 1
    width = card_width + 2 * bleed + 2 * margin + draw(spare)
    height = halves * (card_height + 2 * bleed) + 2 * margin + draw(spare)
    given: Orientation = "portrait" if height >= width else "landscape"
    return GridSpec(
        paper_width_mm=width,
        paper_height_mm=height,
        card_width_mm=card_width,
        card_height_mm=card_height,
        margin_mm=margin,
        gap_mm=draw(_lengths(0, 50)),
        bleed_mm=bleed,
        orientation=draw(st.sampled_from(("auto", given))),
    )


def with_bleed(slot: Rect, bleed_mm: float) -> Rect:
    """Return everything that is printed of a card."""
    return Rect(slot.x_mm - bleed_mm, slot.y_mm - bleed_mm, slot.width_mm + 2 * bleed_mm, slot.height_mm + 2 * bleed_mm)


def overlap(one: Rect, other: Rect) -> bool:
    """Return whether two boxes share more than an edge."""
    return (
        min(one.right_mm, other.right_mm) - max(one.x_mm, other.x_mm) > 1e-6
        and min(one.top_mm, other.top_mm) - max(one.y_mm, other.y_mm) > 1e-6
    )


def enters(line: Segment, box: Rect) -> bool:
    """Return whether an upright or level line runs inside ``box``; along its edge is not inside."""
    left, right = sorted((line.x1_mm, line.x2_mm))
    bottom, top = sorted((line.y1_mm, line.y2_mm))
    return (
        right > box.x_mm + 1e-5
        and left < box.right_mm - 1e-5
        and top > box.y_mm + 1e-5
        and bottom < box.top_mm - 1e-5
    )  # fmt: skip


def distinct(lengths: list[float]) -> list[float]:
    """Return lengths sorted, those that differ by rounding only being one."""
    found: list[float] = []
    for length in sorted(lengths):
        if not found or length - found[-1] > 1e-4:
            found.append(length)
    return found
