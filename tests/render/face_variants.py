"""Faces in two languages, in outlines and by other templates, laid out without a cache."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageStat

from cardtools.app.desk import Desk
from cardtools.documents.card_faces import PrintedCard, game_cards, outlined
from cardtools.documents.faces import Face
from cardtools.render.faces import Trim, render_pack
from cardtools.render.html import Templates
from cardtools.store.cache import Cache
from cardtools.store.workspace import shipped
from tests.render.game_faces import TCG, Drawn


def cards_of(
    game: str, language: str, second: str | None = None, *, generic: bool = False, economy: bool = False
) -> tuple[PrintedCard, ...]:
    """Return the cards of a box, drawn by the game's own templates or by those for any game."""
    desk = Desk.open(language)
    info = desk.catalog.info(game)
    file = desk.catalog.cards(info)
    assert file is not None
    cards = game_cards(info, file.cards, language, "cards/generic_" if generic else None, second=second)
    return tuple(outlined(cards)) if economy else tuple(cards)


def hardest(cards: Sequence[PrintedCard]) -> tuple[PrintedCard, ...]:
    """Return one card of each type and number of colours, and those with most to say."""
    kinds = {(card.front.type, len(card.front.colours), bool(card.front.text)): card for card in cards}
    wordy = sorted(cards, key=lambda card: len(card.front.text or ""))[-3:]
    long = sorted(cards, key=lambda card: len(card.front.name))[-4:]
    marked = [card for card in cards if card.front.marks][:3]
    return tuple({card.front.key: card for card in (*kinds.values(), *wordy, *long, *marked)}.values())


def laid(faces: Sequence[Face], language: str, trim: Trim = TCG, templates: Templates | None = None) -> Drawn:
    """Lay faces out, each once."""
    distinct = tuple({face.key: face for face in faces}.values())
    found = templates or Templates(shipped("templates"))
    pack = render_pack(distinct, trim, found, lang=language, title="x", cache=Cache(None), processes=1)
    return Drawn(distinct, pack, trim)


def bare(text: str) -> str:
    """Return a text without blanks and hyphens, as it is compared with what is read back."""
    return "".join(text.split()).translate({ord(one): None for one in "-\u2010\xad"})


def ink(picture: Image.Image) -> float:
    """Return how much of a picture is inked, from 0 to 1: black counts in full, a light tint little."""
    return 1 - float(ImageStat.Stat(picture.convert("L")).mean[0]) / 255
