"""Card faces: cards of a game, and text proxies of a deck, become faces in one language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from cardtools.documents.faces import ColourView, Face, Wording
from cardtools.documents.inks import ink_on
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.game import CardType, Colour, GameInfo

_TOKEN: Final = re.compile(r"\{([a-z]+)\}\s*")


NO_BACK: Final = "cards/no_back.html.j2"
"""Template of the back of a card that has none: nothing."""
OUTLINED: Final = "cards/economy.html.j2"
"""Template that draws any other in outlines, without grounds of ink."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """Both sides of a card, and how many of it are printed."""

    front: Face
    back: Face
    copies: int

    @property
    def back_key(self) -> str | None:
        """The key of its back, None for a card without one, whose place stays empty."""
        return None if self.back.template == NO_BACK else self.back.key


def game_cards(
    info: GameInfo,
    cards: Iterable[Card],
    language: str,
    template: str | None = None,
    *,
    second: str | None = None,
    own: Iterable[str] = (),
    texts_known: bool = True,
) -> Iterator[PrintedCard]:
    """Yield the cards of a game.

    Args:
        info: The game.
        cards: Its cards.
        language: Language of names and texts.
        template: What the templates that draw them are called before ``front.html.j2`` and ``back.html.j2``;
            the game's own, ``games/<id>/``, where it is absent.
        second: Language that names and texts are said in once more.
        own: Which of ``front.html.j2`` and ``back.html.j2`` are the user's, found by their bare names.
        texts_known: Whether a card without a text has none; else it prints a space to write it in.
    """
    stem = template if template is not None else f"games/{info.id}/"
    front, behind = (name if name in own else f"{stem}{name}" for name in ("front.html.j2", "back.html.j2"))
    palette = tuple(_colour(colour, language) for colour in info.colours)
    back = Face(
        template=behind,
        side="back",
        lang=language,
        game=info.id,
        game_name=text_in(info.name, language),
        accent=info.accent,
        palette=palette,
    )
    for card in cards:
        face = _front(card, info, language, front, palette, texts_known=texts_known, second=second)
        yield PrintedCard(face, back, card.copies)


def proxies(
    info: GameInfo,
    cards: Iterable[tuple[Card, int]],
    language: str,
    label: str,
    *,
    texts_known: bool = False,
    pictures: Mapping[str, str] = MappingProxyType({}),
    second: str | None = None,
) -> Iterator[PrintedCard]:
    """Yield proxies of cards and their copies, marked by ``label`` as not for sale, with one common back.

    Args:
        info: The game.
        cards: Cards and their copies.
        language: Language of names and texts.
        label: What marks them.
        texts_known: Whether a card without a text has none; else it prints a space to write it in.
        pictures: Prepared pictures of whole cards by the card's id; the others print in words.
        second: Language that names and texts are said in once more.
    """
    back = Face(
        template="cards/proxy_back.html.j2",
        side="back",
        lang=language,
        game=info.id,
        game_name=text_in(info.name, language),
        accent=info.accent,
        label=label,
        palette=tuple(_colour(colour, language) for colour in info.colours),
    )
    for card, copies in cards:
        front = _front(
            card, info, language, "cards/proxy.html.j2", (), label=label, texts_known=texts_known, second=second
        )
        if picture := pictures.get(card.id):
            front = replace(front, picture=picture, blanks=())  # whatever is not known may stand on the picture
        yield PrintedCard(front, back, copies)


def outlined(cards: Iterable[PrintedCard]) -> Iterator[PrintedCard]:
    """Yield the cards to be drawn in outlines, which spares ink; cards that are pictures stay as they are."""
    for card in cards:
        yield replace(card, front=_outlined(card.front), back=_outlined(card.back))


def _outlined(face: Face) -> Face:
    if face.picture or face.template in (NO_BACK, OUTLINED):
        return face
    return replace(face, template=OUTLINED, outlined=face.template)


def _front(
    card: Card,
    info: GameInfo,
    language: str,
    template: str,
    palette: tuple[ColourView, ...],
    *,
    label: str = "",
    texts_known: bool = True,
    second: str | None = None,
) -> Face:
    by_id = {colour.id: colour for colour in info.colours}
    kinds = {kind.id: kind for kind in info.types}
    kind = kinds.get(card.type or "")
    words = (text_in(kind.name, language) if kind else card.type or "", *card.subtypes)
    text = _text(card, language, known=texts_known)
    if not text and second:
        text = card.text.get(second, text)

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
        text=text,
        points="" if card.points is None else str(card.points),
        value=card.value,
        colours=tuple(_colour(by_id[one], language) for one in card.colours or () if one in by_id),
        cost=_cost(card.cost),
        damage=_stat(card.damage, "damage", kind),
        life=_stat(card.life, "life", kind),
        label=label,
        accent=info.accent,
        palette=palette,
        marks=tuple((mark.id, text_in(mark.name, language)) for mark in info.marks if mark.id in card.marks),
        likely=card.certainty == "likely",
    )
    if second:
        face = replace(face, second=_wording(card, kind, face, second))
    blanks = tuple(name for name in ("text", "cost", "damage", "life") if not_known(getattr(face, name), name))
    return replace(face, blanks=(*blanks, *(["value"] if "value" in card.unknown else [])))


def _wording(card: Card, kind: CardType | None, face: Face, language: str) -> Wording:
    """Return what a card says in a second language, without what says the same in its first."""
    type_line = " – ".join([kind.name[language], *card.subtypes]) if kind and language in kind.name else ""

    def other(text: str, first: str | None) -> str:
        return "" if text == first else text

    return Wording(
        language,
        other(card.name.get(language, ""), face.name),
        other(type_line, face.type_line),
        other(card.text.get(language, ""), face.text),
    )


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
