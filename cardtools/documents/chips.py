"""Card chips: small drawings of cards that stand for a kind of card, one for each of its colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardtools.documents.inks import ink_on
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.game import Colour, GameInfo

_CHIP_LETTERS: Final = 3


@dataclass(frozen=True, slots=True)
class Swatch:
    """A colour as printed: ``ink`` can be read on ``hex``, ``sign`` is the icon that says it in greyscale."""

    name: str
    hex: str
    ink: str
    sign: str | None


@dataclass(frozen=True, slots=True)
class Chip:
    """A small card.

    Attributes:
        swatch: Its colour, None for a card without one.
        palette: The colours a card without a colour can stand for.
        name: What the picture shows, in words.
        icon: Picture in the middle, an icon of the card type's name; empty where ``text`` stands there.
        text: Number or span of numbers, else a few letters for games without such an icon.
        corner: What the card prints in its corners; empty where ``text`` says it.
    """

    swatch: Swatch | None
    palette: tuple[Swatch, ...]
    name: str
    icon: str
    text: str
    corner: str = ""


def swatches(colours: tuple[Colour, ...], language: str) -> tuple[Swatch, ...]:
    """Return the colours as printed, in their order."""
    return tuple(
        Swatch(text_in(colour.name, language), colour.hex, ink_on(colour.hex), colour.sign) for colour in colours
    )


def chips_of(cards: tuple[Card, ...], info: GameInfo, language: str) -> tuple[Chip, ...]:
    """Return a chip for each colour among ``cards``, in the game's order, or one where they have none."""
    inks = swatches(info.colours, language)
    numbers = sorted({card.value for card in cards if card.value is not None})
    if not cards:
        return ()
    text = "–".join(dict.fromkeys((str(numbers[0]), str(numbers[-1])))) if numbers else _shorthand(cards[0], info)
    icon = "" if numbers else cards[0].type or ""
    name = next((text_in(kind.name, language) for kind in info.types if kind.id == icon), text)
    had = {colour for card in cards for colour in card.colours or ()}
    corners = {card.corner for card in cards}
    corner = (corners.pop() or "") if len(corners) == 1 else ""
    if corner and not icon:
        text, corner = corner, ""  # what is printed says more than the value
    coloured = tuple(
        Chip(swatch, (), name, icon, text, corner)
        for colour, swatch in zip(info.colours, inks, strict=True)
        if colour.id in had
    )
    return coloured or (Chip(None, inks, name, icon, text, corner),)


def _shorthand(card: Card, info: GameInfo) -> str:
    """Return the card's token without the letter of its colour, ``+2`` for ``r+2``, if it fits on a chip."""
    token = min(card.tokens, key=len, default="")
    for colour in info.colours:
        if colour.letter and colour.id in (card.colours or ()):
            token = token.removeprefix(colour.letter)
    return token if len(token) <= _CHIP_LETTERS else ""
