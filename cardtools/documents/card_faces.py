"""Card faces: cards of a game, and text proxies of a deck, become faces in one language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
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
PROXY: Final = "cards/proxy.html.j2"
"""Template of proxies; with a picture, they are nothing but that."""
_MAY_LACK: Final = ("cost", "damage", "life")
"""Facts that many games do not have."""
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
    """Yield the cards of a game, types that have a back of their own with it, numbers in their order.

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
    backs = {kind.id: replace(back, type=kind.back) for kind in info.types if kind.back}
    for card in by_number(cards):
        face = _front(card, info, language, front, palette, texts_known=texts_known, second=second)
        yield PrintedCard(face, backs.get(card.type or "", back), card.copies)


def by_number(cards: Iterable[Card]) -> list[Card]:
    """Return the cards in their order, but those with a number together and from low to high in each colour.

    >>> places = (("a", 7), ("b", 7), ("wild", None), ("a", 3))
    >>> cards = [Card(id=f"{at}-{n}", name={"en": "x"}, colours=(at,), value=n) for at, n in places]
    >>> [card.id for card in by_number(cards)]
    ['a-3', 'a-7', 'b-7', 'wild-None']
    """
    found = list(cards)
    first: dict[tuple[object, ...], int] = {}
    places: list[tuple[int, int, int]] = []
    for at, card in enumerate(found):
        if card.value is None or not card.colours:
            places.append((at, 0, at))
        else:
            places.append((first.setdefault((card.type, card.colours), at), card.value, at))
    return [found[at] for *_, at in sorted(places)]


def proxies(
    info: GameInfo,
    cards: Iterable[tuple[Card, int]],
    language: str,
    label: str,
    *,
    texts_known: bool = False,
    pictures: Mapping[str, str] = MappingProxyType({}),
    second: str | None = None,
    lacking: Collection[str] = (),
    drawn: Collection[str] = (),
    template: str = "",
) -> Iterator[PrintedCard]:
    """Yield proxies of cards and their copies, marked by ``label`` as not for sale, with one common back.

    Those that the game draws itself look as it draws them, the label over it; the others are in words.

    Args:
        info: The game.
        cards: Cards and their copies.
        language: Language of names and texts.
        label: What marks them.
        texts_known: Whether a card without a text has none; else it prints a space to write it in.
        pictures: Prepared pictures of whole cards by the card's id; the others print in words.
        second: Language that names and texts are said in once more.
        lacking: Facts that a card which does not say them has not: no place is left to write them in; see lacking().
        drawn: Ids of the cards that ``template`` draws.
        template: The game's own template of fronts.
    """
    palette = tuple(_colour(colour, language) for colour in info.colours)
    back = Face(
        template="cards/proxy_back.html.j2",
        side="back",
        lang=language,
        game=info.id,
        game_name=text_in(info.name, language),
        accent=info.accent,
        label=label,
        palette=palette,
    )
    for card, copies in cards:
        front = _front(card, info, language, PROXY, (), texts_known=texts_known, second=second)
        if picture := pictures.get(card.id):  # whatever is not known may stand on the picture
            front = replace(front, picture=picture, blanks=(), label=label)
        elif card.id in drawn:
            front = replace(front, template=template, palette=palette, stamp=label)
        else:
            front = replace(_without(front, lacking, card.unknown), label=label)
        yield PrintedCard(front, back, copies)


def lacking(own: Collection[Card], *others: Collection[Card]) -> frozenset[str]:
    """Return the facts that no card has and none is said to have unknown: the game has no such thing.

    Args:
        own: All the cards of the game.
        others: Further cards, such as those of a pool.
    """
    cards = [card for each in (own, *others) for card in each]
    had = {name for name in _MAY_LACK for card in cards if getattr(card, name) is not None or name in card.unknown}
    return frozenset(_MAY_LACK) - had


def _without(face: Face, lacking: Collection[str], unknown: Collection[str]) -> Face:
    """Return a proxy without a place for facts that its card has not; what a card has unknown keeps it."""
    none = set(lacking).difference(unknown)

    def told(fact: str | None, name: str) -> str | None:
        return "" if fact is None and name in none else fact

    return replace(
        face,
        cost=told(face.cost, "cost"),
        damage=told(face.damage, "damage"),
        life=told(face.life, "life"),
        blanks=tuple(name for name in face.blanks if name not in none),
    )


def outlined(cards: Iterable[PrintedCard]) -> Iterator[PrintedCard]:
    """Yield the cards to be drawn in outlines, which spares ink; pictures stay as they are, whole cards or parts."""
    for card in cards:
        yield replace(card, front=_outlined(card.front), back=_outlined(card.back))


def _outlined(face: Face) -> Face:
    if face.template in (NO_BACK, OUTLINED) or (face.picture and face.template == PROXY):
        return face
    return replace(face, template=OUTLINED, outlined=face.template)


def _front(
    card: Card,
    info: GameInfo,
    language: str,
    template: str,
    palette: tuple[ColourView, ...],
    *,
    texts_known: bool = True,
    second: str | None = None,
) -> Face:
    by_id = {colour.id: colour for colour in info.colours}
    kinds = {kind.id: kind for kind in info.types}
    kind = kinds.get(card.type or "")
    words = (text_in(kind.name, language) if kind else card.type or "", *card.subtypes)
    text, spoken = _text(card, (language, second, "en"), known=texts_known)

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
        cost=cost_in_words(card.cost),
        damage=_stat(card.damage, "damage", kind),
        life=_stat(card.life, "life", kind),
        accent=info.accent,
        palette=palette,
        marks=tuple((mark.id, text_in(mark.name, language)) for mark in info.marks if mark.id in card.marks),
        likely=card.certainty == "likely",
        text_lang=spoken if spoken != language else "",
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


def _text(card: Card, languages: Iterable[str | None], *, known: bool) -> tuple[str | None, str]:
    """Return a card's text and the language it is in, whichever there is, those of ``languages`` first.

    The text is empty where the card has none, None where it is not known; the language is then empty.
    """
    for language in (*languages, *card.text):
        if language and (text := card.text.get(language)):
            return text, language
    return ("" if known and "text" not in card.unknown else None), ""


def _stat(value: int | None, stat: str, kind: CardType | None) -> str | None:
    """Return a number as printed, empty where cards of this type have none, None where it is not known."""
    if value is None:
        return "" if kind and kind.stats is not None and stat not in kind.stats else None
    return str(value)


def cost_in_words(cost: str | None) -> str | None:
    """Return a cost with its icon tokens as words; magic points, the usual cost, go without: ``{vp}2`` reads ``2``."""
    if cost is None:
        return None
    return _TOKEN.sub(lambda match: "" if match.group(1) == "vp" else f"{match.group(1)} ", cost).strip()


def _colour(colour: Colour, language: str) -> ColourView:
    return ColourView(colour.id, text_in(colour.name, language), colour.hex, ink_on(colour.hex), colour.sign)
