"""Card faces: cards of a game, and text proxies of a deck, become faces in one language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from cardtools.documents.faces import ColourView, Face
from cardtools.documents.inks import ink_on
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.game import Colour, GameInfo

_TOKEN: Final = re.compile(r"\{([a-z]+)\}\s*")


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """Both sides of a card, and how many of it are printed."""

    front: Face
    back: Face
    copies: int


def game_cards(info: GameInfo, cards: Iterable[Card], language: str) -> Iterator[PrintedCard]:
    """Yield the cards of a game with the faces its own templates draw."""
    palette = tuple(_colour(colour, language) for colour in info.colours)
    back = Face(
        template=f"games/{info.id}/back.html.j2",
        side="back",
        lang=language,
        game=info.id,
        game_name=text_in(info.name, language),
        accent=info.accent,
        palette=palette,
    )
    for card in cards:
        yield PrintedCard(_front(card, info, language, f"games/{info.id}/front.html.j2", palette), back, card.copies)


def proxies(info: GameInfo, cards: Iterable[tuple[Card, int]], language: str, label: str) -> Iterator[PrintedCard]:
    """Yield text proxies of cards and their copies, marked by ``label`` as not for sale, with one common back."""
    back = Face(
        template="cards/proxy_back.html.j2",
        side="back",
        lang=language,
        game=info.id,
        game_name=text_in(info.name, language),
        accent=info.accent,
        label=label,
    )
    for card, copies in cards:
        front = _front(card, info, language, "cards/proxy.html.j2", (), label=label)
        yield PrintedCard(front, back, copies)


def _front(
    card: Card,
    info: GameInfo,
    language: str,
    template: str,
    palette: tuple[ColourView, ...],
    *,
    label: str = "",
) -> Face:
    by_id = {colour.id: colour for colour in info.colours}
    types = {kind.id: text_in(kind.name, language) for kind in info.types}
    words = (types.get(card.type or "", card.type or ""), *card.subtypes)
    return Face(
        template=template,
        side="front",
        lang=language,
        game=info.id,
        game_name=text_in(info.name, language),
        card_id=card.id,
        type=card.type or "",
        name=text_in(card.name, language),
        corner=_corner(card),
        type_line=" – ".join(word for word in words if word),
        text=card.text.get(language) or card.text.get("en"),
        points="" if card.points is None else str(card.points),
        value=card.value,
        colours=tuple(_colour(by_id[one], language) for one in card.colours or () if one in by_id),
        cost=_cost(card.cost),
        damage=None if card.damage is None else str(card.damage),
        life=None if card.life is None else str(card.life),
        label=label,
        accent=info.accent,
        palette=palette,
    )


def _corner(card: Card) -> str:
    return card.corner or ("" if card.value is None else str(card.value))


def _cost(cost: str | None) -> str | None:
    """Return a cost with its icon tokens as words: ``{vp}2`` reads ``VP 2``."""
    return None if cost is None else _TOKEN.sub(lambda match: f"{match.group(1).upper()} ", cost).strip()


def _colour(colour: Colour, language: str) -> ColourView:
    return ColourView(colour.id, text_in(colour.name, language), colour.hex, ink_on(colour.hex), colour.sign)
