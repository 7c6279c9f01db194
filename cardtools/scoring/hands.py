"""Cards as players write them into a score file: each one card of the game, or a fault at its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from cardtools.model.card import Card
from cardtools.model.scoring import Fault, Place, fault
from cardtools.names.tokens import Reading, TokenIndex

Written = Annotated[str, Field(max_length=4000)]
Hand = Written | Annotated[tuple[Written | None, ...], Field(max_length=400)] | None
"""Cards parted by blanks, commas or semicolons, or one by one in a list."""


@dataclass(frozen=True, slots=True)
class Laid:
    """So many of one card, the word it was written as, and where; see ``read_hand``."""

    card: Card
    count: int
    words: str
    where: Place = ()


def read_hand(
    tokens: TokenIndex, written: Hand, *where: str | int, offset: int | None = None
) -> tuple[tuple[Laid, ...], tuple[Fault, ...]]:
    """Read the cards written at ``where`` in a round's input.

    The place of each is more exact than that: with the index of its item, in a list, and with the sign of the text
    that it begins at, from 0; of those a file knows the items, and a round in words the signs.

    Args:
        tokens: The game's cards.
        written: A text, or a list.
        where: Keys and indexes from the top of the round's input.
        offset: Where one item, written as a list of its own, begins in the text it is from.

    Returns:
        The cards that are known, and a fault for each that is unknown or may be several.
    """
    laid: list[Laid] = []
    faults: list[Fault] = []
    for reading in tokens.read(pieces(written)):
        item = () if reading.item is None or offset is not None else (reading.item,)
        place: Place = (*where, *item, reading.at + (offset or 0))
        if len(reading.cards) == 1:
            laid.append(Laid(reading.cards[0], reading.count, reading.words, place))
        elif reading.cards:
            names = ", ".join(card.id for card in reading.cards)
            faults.append(fault("score.ambiguous-card", *place, token=reading.words, names=names))
        elif reading.colourless:
            faults.append(no_colour(reading, *place))
        else:
            suggestions = tokens.suggest(reading.words)
            faults.append(fault("score.unknown-card", *place, token=reading.words, suggestions=suggestions))
    return tuple(laid), tuple(faults)


def no_colour(reading: Reading, *where: str | int) -> Fault:
    """Return the fault of a card whose colour is not told, with the cards that it may be."""
    suggestions = tuple(min((*card.tokens, card.id), key=len) for card in reading.colourless)
    return fault("score.no-colour", *where, token=reading.words, suggestions=suggestions)


def pieces(written: Hand) -> str | tuple[str, ...]:
    """Return what was written, with an empty text for the nothing that YAML makes of empty values."""
    if written is None:
        return ""
    return written if isinstance(written, str) else tuple(piece or "" for piece in written)


def count_of(laid: Iterable[Laid]) -> Counter[str]:
    """Return how many there are of each card, by id."""
    counted: Counter[str] = Counter()
    for one in laid:
        counted[one.card.id] += one.count
    return counted


def more_than(pack: Mapping[str, int], deck: str, laid: Iterable[Laid]) -> Iterator[Fault]:
    """Yield a fault for each card of which more are ``laid`` than the ``pack`` called ``deck`` has.

    It stands where the first one too many is.
    """
    counted: Counter[str] = Counter()
    beyond: dict[str, Place] = {}
    for one in laid:
        counted[one.card.id] += one.count
        if counted[one.card.id] > pack.get(one.card.id, 0):
            beyond.setdefault(one.card.id, one.where)
    for card, where in beyond.items():
        count, most = counted[card], pack.get(card, 0)
        limit = {"max": most}
        yield fault("score.too-many", *where, actual=count, limit=limit, card=card, count=count, deck=deck, most=most)
