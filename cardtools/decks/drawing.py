"""Hands drawn from a deck: the same list and seed give the same hand, on every machine and in every order of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

_WORD: Final = 1 << 64


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards drawn: the opening hand, and then turn by turn; a turn without a card draws none."""

    hand: tuple[str, ...]
    turns: tuple[tuple[str, ...], ...]


def shuffle(cards: Iterable[str], seed: int) -> tuple[str, ...]:
    """Return the cards in an order that ``seed`` alone decides.

    Made of SHA-256, not of Python's own generator, whose draws another version may change.

    >>> shuffle("abcd", 1) == shuffle("dcba", 1)
    True
    """
    pile = sorted(cards)
    numbers = _numbers(seed)
    for last in range(len(pile) - 1, 0, -1):
        chosen = _below(last + 1, numbers)
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return tuple(pile)


def draw(cards: Iterable[str], seed: int, hand: int, turns: int = 0, *, on_the_draw: bool = False) -> Drawn:
    """Return an opening hand of ``hand`` cards and the card of each of ``turns`` turns.

    Who starts draws none on the first turn, unless ``on_the_draw``.
    """
    pile = shuffle(cards, seed)
    drawn: list[tuple[str, ...]] = []
    seen = hand
    for turn in range(turns):
        taken = 1 if turn or on_the_draw else 0
        drawn.append(pile[seen : seen + taken])
        seen += taken
    return Drawn(pile[:hand], tuple(drawn))


def _numbers(seed: int) -> Iterator[int]:
    """Yield numbers from 0 below 2 to the power of 64, each as likely as the other."""
    counter = 0
    while True:
        yield int.from_bytes(sha256(f"{seed}:{counter}".encode()).digest()[:8], "big")
        counter += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 below ``limit``; those of an uneven rest are thrown away, so that none is likelier."""
    most = _WORD - _WORD % limit
    return next(number for number in numbers if number < most) % limit
