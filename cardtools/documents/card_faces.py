"""Card faces: cards of a game, and text proxies of a deck, become faces in one language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from cardtools.documents.faces import ColourView, Face
from cardtools.documents.inks import ink_on
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.game import CardType, Colour, GameInfo

_TOKEN: Final = re.compile(r"\{([a-z]+)\}\s*")


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """Both sides of a card, and how many of it are printed."""

    front: Face
    back: Face
    copies: int


def game_cards(
    info: GameInfo, cards: Iterable[Card], language: str, template: str | None = None
) -> Iterator[PrintedCard]:
    """Yield the cards of a game.

    Args:
        info: The game.
        cards: Its cards.
        language: Language of names and texts.
        template: What the templates that draw them are called before ``front.html.j2`` and ``back.html.j2``;
            the game's own, ``games/<id>/``, where it is absent.
    """
    stem = template if template is not None else f"games/{info.id}/"
    palette = tuple(_colour(colour, language) for colour in info.colours)
    back = Face(
        template=f"{stem}back.html.j2",
        side="back",
        lang=language,
        game=info.id,
        game_name=text_in(info.name, language),
        accent=info.accent,
        palette=palette,
    )
    for card in cards:
        yield PrintedCard(_front(card, info, language, f"{stem}front.html.j2", palette), back, card.copies)


def proxies(
    info: GameInfo, cards: Iterable[tuple[Card, int]], language: str, label: str, *, texts_known: bool = False
) -> Iterator[PrintedCard]:
    """Yield text proxies of cards and their copies, marked by ``label`` as not for sale, with one common back.

    ``texts_known`` tells that a card without a text has none; else it prints a space to write it in.
    """
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
        front = _front(card, info, language, "cards/proxy.html.j2", (), label=label, texts_known=texts_known)
        yield PrintedCard(front, back, copies)


def _front(
    card: Card,
    info: GameInfo,
    language: str,
    template: str,
    palette: tuple[ColourView, ...],
    *,
    label: str = "",
    texts_known: bool = True,
) -> Face:
    by_id = {colour.id: colour for colour in info.colours}
    kinds = {kind.id: kind for kind in info.types}
    kind = kinds.get(card.type or "")
    words = (text_in(kind.name, language) if kind else card.type or "", *card.subtypes)

    def not_known(printed: str | None, name: str) -> bool:
        # A proxy has a place for each of these; a game's own face only for what its cards have.
        return printed is None and (not texts_known or name in card.unknown)

    face = Face(
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
        text=_text(card, language, known=texts_known),
        points="" if card.points is None else str(card.points),
        value=card.value,
        colours=tuple(_colour(by_id[one], language) for one in card.colours or () if one in by_id),
        cost=_cost(card.cost),
        damage=_stat(card.damage, "damage", kind),
        life=_stat(card.life, "life", kind),
        label=label,
        accent=info.accent,
        palette=palette,
    )
    blanks = tuple(name for name in ("text", "cost", "damage", "life") if not_known(getattr(face, name), name))
    return replace(face, blanks=(*blanks, *(["value"] if "value" in card.unknown else [])))


def _corner(card: Card) -> str:
    """Return what the corners print; a value that is not known is a ruled space to write it in."""
    if card.corner or card.value is not None:
        return card.corner or str(card.value)
    return "__" if "value" in card.unknown else ""


def _text(card: Card, language: str, *, known: bool) -> str | None:
    """Return a card's text, empty where it has none, None where it is not known."""
    text = card.text.get(language) or card.text.get("en")
    if text is None and known and "text" not in card.unknown:
        return ""
    return text


def _stat(value: int | None, stat: str, kind: CardType | None) -> str | None:
    """Return a number as printed, empty where cards of this type have none, None where it is not known."""
    if value is None:
        return "" if kind and kind.stats is not None and stat not in kind.stats else None
    return str(value)


def _cost(cost: str | None) -> str | None:
    """Return a cost with its icon tokens as words; magic points, the usual cost, go without: ``{vp}2`` reads ``2``."""
    if cost is None:
        return None
    return _TOKEN.sub(lambda match: "" if match.group(1) == "vp" else f"{match.group(1)} ", cost).strip()


def _colour(colour: Colour, language: str) -> ColourView:
    return ColourView(colour.id, text_in(colour.name, language), colour.hex, ink_on(colour.hex), colour.sign)
