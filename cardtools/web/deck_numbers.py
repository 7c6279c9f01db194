"""The numbers of a deck as its page draws them: bars of colours and types, and the cost curve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardtools.decks.statistics import NONE, Division, Statistics
from cardtools.words.catalog import Words

PLAIN_INK: Final = "#7a7a80"
"""The ink of what has no colour."""
_WIDEST_BAR: Final = 100
_TALLEST_BAR: Final = 60
_ALMOST_SURE: Final = 99.9


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a drawing: ``length`` is of 100 across or of 60 up."""

    label: str
    count: int
    share: str
    length: float
    hex: str

    def __iter__(self) -> Iterator[str | int | float]:
        return iter((self.label, self.count, self.share, self.length, self.hex))


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the main deck: bars of colours and types, and the cost curve."""

    cards: int
    different: int
    colours: tuple[Bar, ...]
    types: tuple[Bar, ...]
    curve: tuple[Bar, ...]
    mean: str
    notes: tuple[str, ...]


def numbers_view(words: Words, numbers: Statistics, named: Mapping[str, str], inks: Mapping[str, str]) -> Numbers:
    """Return the numbers of a deck as bars.

    Args:
        words: The language.
        numbers: What was counted.
        named: The words of the game's ids, by ``kind:id``.
        inks: The ink of each colour.
    """
    divisions = {one.fact: one for one in numbers.divisions}
    notes = [
        words.text("stats.not-carried", fact=words.text(f"label.card.{fact}"))
        for fact, one in divisions.items()
        if not one.carried and numbers.cards and fact in ("cost",)
    ]
    curve: tuple[Bar, ...] = ()
    mean = ""
    if (drawn := numbers.curve) is not None:
        tallest = max((count for _, count in drawn.bars), default=1)
        curve = tuple(
            Bar(str(cost), count, "", round(_TALLEST_BAR * count / tallest, 1), PLAIN_INK) for cost, count in drawn.bars
        )
        mean = words.text("stats.mean", mean=decimal(drawn.mean, words)) if drawn.mean is not None else ""
    return Numbers(
        numbers.cards,
        numbers.different,
        _bars(words, divisions["colours"], numbers.cards, "colour", named, inks),
        _bars(words, divisions["type"], numbers.cards, "type", named, {}),
        curve,
        mean,
        tuple(notes),
    )


def _bars(
    words: Words, division: Division, cards: int, kind: str, named: Mapping[str, str], inks: Mapping[str, str]
) -> tuple[Bar, ...]:
    longest = max((count for _, count in division.counts), default=1)
    bars: list[Bar] = []
    for value, count in division.counts:
        none = words.text("pool.fact-none")
        label = none if value == NONE else named.get(f"{kind}:{value}", value)
        ink = inks.get(value, PLAIN_INK)
        bars.append(Bar(label, count, percent(Fraction(count, cards), words), _WIDEST_BAR * count / longest, ink))
    return tuple(bars)


def percent(share: Fraction, words: Words) -> str:
    """Return a share as the language writes it, small ones finer; what is not sure is never told as sure."""
    value = float(share * 100)
    if share in (0, 1):
        text = f"{value:.0f}"
    elif value >= _ALMOST_SURE:
        text = f">{_ALMOST_SURE:.1f}"
    else:
        text = f"{value:.1f}" if value >= 1 else f"{value:.2g}"
    return f"{_in(words, text)}%"


def decimal(number: Fraction, words: Words) -> str:
    """Return a number with at most two decimals, as the language writes it."""
    return _in(words, f"{float(number):.2f}".rstrip("0").rstrip("."))


def _in(words: Words, number: str) -> str:
    return number.replace(".", words.text("deck-told.point"))
