"""The pad that a round is tapped on: which keys a game's cards make, and the word that each key writes.

A pad only writes words, those of the text box beside it; the game's own module reads them. Where most cards come in
several colours with the same faces, a colour is chosen first and the faces are keys: a pad for one thumb.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cardtools.app.scores import Table
from cardtools.documents.inks import ink_on
from cardtools.games.nepmesek.rules import HUSSAR, LAZY
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.scoring import RoundsFile
from cardtools.names.folding import fold
from cardtools.scoring.facts import Facts
from cardtools.words.catalog import Words

_KINDS: Final = {"uno": "hands", "panda": "trick", "nepmesek": "melds", "unikornis": "stables"}
_HKK_KINDS: Final = {
    "duel": "life", "pairs": "life", "match": "games", "final-war": "fallen", "war-of-the-gods": "gods",
    "turns": "turns",
}  # fmt: skip
_TALLY: Final = "cards"
CARD_KINDS: Final = frozenset({*_KINDS.values(), _TALLY})
"""Pads on which cards are keys."""
_AIMING: Final = frozenset({"monkey"})
"""Ids of cards whose player chooses somebody whom they give points to."""
SAID: Final = (
    "out", "last", "front", "hand", "hussar", "pile_out", "first", "decks_out", "won", "draw", "best_of", "over",
    "fell", "reserve", "spent",
)  # fmt: skip
"""Words that pads write beside names and cards: ends of the keys ``web.say.*``."""
_LEAST_FACES: Final = 3
_FEW_KEYS: Final = 30
"""So many keys are seen at a glance; more are searched."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key: ``word`` is what it writes, ``label`` what it shows, ``name`` what it is called in full.

    Attributes:
        front: Whether the card lies in front of its player, in no meld, as soon as it is drawn.
        aims: Whether its player chooses somebody whom it gives points to.
    """

    word: str
    label: str
    name: str
    icon: str = ""
    front: bool = False
    aims: bool = False


@dataclass(frozen=True, slots=True)
class Suit:
    """A colour that is chosen first, with the ink that is read on it."""

    id: str
    name: str
    hex: str
    ink: str
    sign: str


@dataclass(frozen=True, slots=True)
class Face:
    """A key of every suit: what it writes and is called, by suit."""

    label: str
    icon: str
    words: dict[str, str]
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class Group:
    """Keys of one type of card."""

    name: str
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad; ``kind`` is "" where there is only the text box."""

    kind: str
    suits: tuple[Suit, ...] = ()
    faces: tuple[Face, ...] = ()
    groups: tuple[Group, ...] = ()

    @property
    def searched(self) -> bool:
        """Whether there are so many keys that they want a field to search them by."""
        return sum(len(one.keys) for one in self.groups) > _FEW_KEYS


def pad_of(table: Table, variant: str, language: str) -> Pad:
    """Return the pad of a game in its ``variant``, with the names of a language."""
    scoring = table.game.scoring
    scorer = scoring.scorer if scoring else None
    if scorer == "hkk":
        return Pad(_HKK_KINDS.get(variant, ""))
    kind = _TALLY if scorer is None else _KINDS.get(scorer, "")
    if not kind:
        return Pad("")
    cards = [card for card in (table.game.cards.cards if table.game.cards else ()) if _has_key(card, kind, table)]
    suits, faces, others = _faces(cards, table, language)
    return Pad(kind, suits, faces, _groups(others, table, language))


def word_of(card: Card, language: str) -> str:
    """Return the word that a key writes for a card: a token, one of the language if there is one, else its name."""
    name = fold(text_in(card.name, language))
    own = [token for token in card.tokens if name.startswith(fold(token)) and len(token) > 1]
    if own and not own[0][0].isdigit():
        return max(own, key=len)
    return card.tokens[0] if card.tokens else text_in(card.name, language)


def lies_in_front(card: Card) -> bool:
    """Return whether a card of Népmesék lies in front of its player, in no meld (rulebook: Final scoring)."""
    return card.type == "negative" or card.id == LAZY


def said_words(words: Words) -> dict[str, str]:
    """Return the words that a pad writes beside names and cards, in the language: each a word that the games read."""
    return {one: words.text(f"web.say.{one}") for one in SAID}


def hussar_of(table: Table, language: str) -> dict[str, int | str | None]:
    """Return the word of the Hussar and the lowest value of a card that it is put on (Népmesék)."""
    cards = table.game.cards.cards if table.game.cards else ()
    word = next((word_of(card, language) for card in cards if card.id == HUSSAR), None)
    return {"word": word, "least": Facts(table.game).get("hussar-lowest")}


def entries_are_rounds(table: Table) -> bool:
    """Return whether every entry of an evening is a round of its own; where not, all of them make one game."""
    return issubclass(table.module.ScoreFile, RoundsFile)


def _has_key(card: Card, kind: str, table: Table) -> bool:
    """Return whether a card can be said of a player: it counts, or it changes what others count."""
    if kind == "melds":
        return bool(card.tokens)
    if kind == "stables":
        counted = {
            one for category in (table.game.scoring.categories if table.game.scoring else ()) for one in category.types
        }
        return card.type in counted or bool(card.marks)
    return kind != _TALLY or card.points is not None


def _faces(cards: Sequence[Card], table: Table, language: str) -> tuple[tuple[Suit, ...], tuple[Face, ...], list[Card]]:
    """Part cards into suits with their common faces, and all others; no suits where that is of no use."""
    colours = {one.id: one for one in table.game.info.colours}
    single = [card for card in cards if card.colours and len(card.colours) == 1 and card.colours[0] in colours]
    per_type = Counter((card.type, card.colours) for card in single)
    faces: dict[tuple[str | None, int | None], dict[str, Card]] = {}
    for card in single:
        many = per_type[card.type, card.colours] > 1
        colour = (card.colours or ("",))[0]
        told = fold(text_in(colours[colour].name, language)) in fold(text_in(card.name, language))
        if told:  # a card that is not called by its colour has a face of its own
            faces.setdefault((card.type, card.value if many else None), {}).setdefault(colour, card)
    suits = [one for one in colours if any(one in by_suit for by_suit in faces.values())]
    common = {key: by_suit for key, by_suit in faces.items() if len(by_suit) == len(suits)}
    if len(suits) < 2 or len(common) < _LEAST_FACES:
        return (), (), list(cards)
    made = tuple(_face(key[1], by_suit, table, language) for key, by_suit in sorted(common.items(), key=_face_order))
    placed = {card.id for by_suit in common.values() for card in by_suit.values()}
    shown = tuple(
        Suit(
            one,
            text_in(colours[one].name, language),
            colours[one].hex,
            ink_on(colours[one].hex),
            colours[one].sign or "",
        )
        for one in suits
    )
    return shown, made, [card for card in cards if card.id not in placed]


def _face_order(item: tuple[tuple[str | None, int | None], dict[str, Card]]) -> tuple[bool, int]:
    value = item[0][1]
    return value is None, value or 0


def _face(value: int | None, by_suit: dict[str, Card], table: Table, language: str) -> Face:
    cards = list(by_suit.values())
    label = str(value) if value is not None else cards[0].corner or _type_name(cards[0].type, table, language)
    return Face(
        label,
        "" if value is not None else cards[0].type or "",
        {suit: word_of(card, language) for suit, card in by_suit.items()},
        {suit: text_in(card.name, language) for suit, card in by_suit.items()},
    )


def _groups(cards: Sequence[Card], table: Table, language: str) -> tuple[Group, ...]:
    by_type: dict[str | None, list[Key]] = {}
    for card in cards:
        by_type.setdefault(card.type, []).extend(_keys(card, language))
    return tuple(Group(_type_name(kind, table, language), tuple(keys)) for kind, keys in by_type.items())


def _keys(card: Card, language: str) -> list[Key]:
    """Return the key of a card; one whose tokens say what it counts has a key for each."""
    name = text_in(card.name, language)
    numbers = [token for token in card.tokens if token.lstrip("+-").isdigit()]
    if len(numbers) > 1:
        shown = [(token, token.replace("-", "−")) for token in numbers]
        return [Key(token, label, f"{name} {label}", front=lies_in_front(card)) for token, label in shown]
    label = numbers[0] if numbers else name
    return [Key(word_of(card, language), label, name, card.type or "", lies_in_front(card), card.id in _AIMING)]


def _type_name(kind: str | None, table: Table, language: str) -> str:
    return next((text_in(one.name, language) for one in table.game.info.types if one.id == kind), kind or "")
