"""The deck card: one more card behind the proxies of a deck that says what it is and holds its list as a QR code."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardtools.decks.qr import qr_drawing
from cardtools.documents.card_faces import PrintedCard
from cardtools.documents.faces import Face, QrView, Wording
from cardtools.errors import refuse
from cardtools.model.base import text_in
from cardtools.model.deck import UNPLACED, Deck
from cardtools.model.game import GameInfo
from cardtools.model.printing import Size
from cardtools.words.catalog import Words

MODULE_MM: Final = 0.35
"""A module of a QR code below this is not read surely by a telephone from paper."""
_EASY_MM: Final = 0.45
"""A module of this size is read at once; rather than have smaller ones, words are set tightly."""
TEMPLATE: Final = "cards/deck_card.html.j2"

_BESIDE_MM: Final = 8.0
"""What is left free of the card's width."""
_ABOVE_MM: Final = (38.0, 29.0)
"""What words and frame take of its height: set roomily, and as tightly as they can be."""
_LONGEST_NAME: Final = 80


def deck_card(
    info: GameInfo,
    deck: Deck,
    code: str,
    size: Size,
    language: str,
    back: Face,
    *,
    name: str,
    format_name: str = "",
    second: str | None = None,
) -> PrintedCard:
    """Return the deck card of a deck, once.

    Args:
        info: The game.
        deck: The deck.
        code: Its share code.
        size: The trimmed card.
        language: Language of its words.
        back: The back that it has in common with the proxies.
        name: What the deck is called where its list does not say.
        format_name: The format in words, if one is named.
        second: Language that its words are said in once more.

    Raises:
        CardtoolsError: ``share.qr-too-long``; ``print.deck-card`` where a module would be below ``MODULE_MM``.
    """
    called = deck.listing.headers.get("name") or name
    face = Face(
        template=TEMPLATE,
        side="front",
        lang=language,
        game=info.id,
        game_name=text_in(info.name, language),
        name=called if len(called) <= _LONGEST_NAME else f"{called[: _LONGEST_NAME - 1].rstrip()}…",
        subtitle=" · ".join(part for part in (text_in(info.name, language), format_name) if part),
        text=_counts(info, deck, language),
        points=deck.listing.headers.get("date", ""),
        label=Words(language).text("label.deck-card"),
        accent=info.accent,
        qr=_qr(code, size),
    )
    if second:
        face = replace(face, second=Wording(second, text=_other(_counts(info, deck, second), face.text)))
    return PrintedCard(face, back, 1)


def _counts(info: GameInfo, deck: Deck, language: str) -> str:
    """Return how many cards each zone has, in the game's order; a line ends between zones only, behind the dot."""
    zones = {zone.id: text_in(zone.name, language) for zone in info.zones}
    zones[UNPLACED] = Words(language).text("label.unplaced")
    for slot in deck.slots:
        zones.setdefault(slot.entry.zone, slot.entry.zone)
    counted = (f"{name}: {count}" for zone, name in zones.items() if (count := deck.count(zone)))
    return "\u00a0· ".join(one.replace(" ", "\u00a0") for one in counted)


def _other(text: str, first: str | None) -> str:
    return "" if text == first else text


def _qr(code: str, size: Size) -> QrView:
    """Return the QR code as large as the card has room for, the words set tightly where it needs that."""
    modules, path = qr_drawing(code)
    needed, easy = modules * MODULE_MM, modules * _EASY_MM
    roomy, tight = (min(size.width_mm - _BESIDE_MM, size.height_mm - above) for above in _ABOVE_MM)
    if needed > tight:
        raise refuse(
            "print.deck-card",
            modules=modules,
            least=f"{MODULE_MM:g}",
            needed=f"{needed:.1f}",
            width=f"{size.width_mm:g}",
            height=f"{size.height_mm:g}",
            room=f"{max(tight, 0):.1f}",
            exit_code=1,
        )
    return QrView(path, modules, round(roomy if easy <= roomy else tight, 2))
