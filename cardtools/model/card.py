"""Cards, and pools of cards with the facts they carry."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated

from pydantic import FailFast, Field

from cardtools.model.base import Certainty, Language, Line, Model, Texts

Word = Annotated[str, Field(min_length=1, max_length=80)]
Number = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Copies = Annotated[int, Field(ge=1, le=999)]


class Card(Model):
    """One card of a game or pool.

    A fact that is None, or named in ``unknown``, is not known; it is never guessed.

    Attributes:
        id: Unique in its game or pool.
        name: Canonical spelling in each language known.
        aliases: Other spellings, in any language.
        copies: How many stand in the box; 1 in pools, where it says nothing.
        type: Id of a card type of the game.
        colours: Ids of colours; ``("colourless",)`` is known to have none.
        value: The number printed on a number card.
        points: What it scores in a hand or when laid down.
        corner: What its corners print, where that is not its value.
        tokens: Shorthand at the table, such as ``r7``.
        cost: As printed, in the game's icon tokens.
        damage: SB of an HKK creature.
        life: ÉP of an HKK creature, structure points of a construction.
        marks: Flags that rules select by, such as ``divine`` or ``epic``; ``alone`` for a card that must be used alone.
        max_copies: What the card's own text allows, where it differs from the rules.
        opening_hand: Cards drawn at the start where the card prints a number of its own, as a horde commander does.
        starting_life: Life at the start where the card prints a number of its own.
        released: The day it came out.
        unknown: Facts that cards of this pool carry, but not this one; ``kind`` if it stands for kinds nobody counted.
        text: What it says, retold in our own words, in each language.
        subtypes: What else its type line prints.
        rarity: As printed.
    """

    id: Word
    name: Texts
    aliases: tuple[Line, ...] = ()
    copies: Copies = 1
    type: Word | None = None
    colours: tuple[Word, ...] | None = None
    value: Number | None = None
    points: Number | None = None
    corner: Annotated[str, Field(min_length=1, max_length=4)] | None = None
    tokens: tuple[Word, ...] = ()
    text: Mapping[Language, Annotated[str, Field(max_length=2000)]] = Field(default_factory=dict)
    cost: Word | None = None
    damage: Number | None = None
    life: Number | None = None
    subtypes: tuple[Word, ...] = ()
    rarity: Word | None = None
    marks: tuple[Word, ...] = ()
    max_copies: Annotated[int, Field(ge=1, le=999)] | None = None
    opening_hand: Annotated[int, Field(ge=0, le=99)] | None = None
    starting_life: Annotated[int, Field(ge=1, le=999)] | None = None
    released: date | None = None
    unknown: tuple[Word, ...] = ()
    source: Line | None = None
    certainty: Certainty = "printed"

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every spelling of the name, canonical ones first, each once."""
        return tuple(dict.fromkeys((*self.name.values(), *self.aliases)))


class Pool(Model):
    """The cards a deck may be built from.

    Attributes:
        facts: Names of the facts that the pool carries for its cards: fields of Card, or marks.
            What is not named here is unknown for the whole pool.
        language: Language of the canonical names.
        format: What kind of file it is.
        game: Id of the game.
        cards: The cards.
    """

    format: str = Field("cardtools.pool/1", alias="schema", pattern=r"^cardtools\.pool/1$")
    game: Word
    source: Line
    language: Language
    facts: tuple[Word, ...]
    cards: Annotated[tuple[Card, ...], FailFast()]
