"""A game: who publishes it, which languages, colours, types and zones it has, and where its facts are from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from cardtools.model.base import Certainty, Id, Language, Line, Model, NumberFact, Sourced, Texts
from cardtools.model.card import Card, Word

GameId = Annotated[str, Field(pattern=r"^[a-z0-9]+(?:-[a-z0-9]+)*$", max_length=40)]
"""The name of a game's folder."""
Hex = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]


class Source(Model):
    """A document that facts come from.

    Attributes:
        publisher: Who published it.
        edition: Which edition it is.
        year: The year it came out.
        language: Languages it is written in.
        note: What else is to be said, such as where a print is damaged.
    """

    title: Line
    publisher: Line | None = None
    edition: Line | None = None
    year: int | None = None
    language: tuple[Language, ...] = ()
    note: Line | None = None


class Colour(Model):
    """A colour, god, suit or family of cards.

    Attributes:
        hex: Ink of frames and marks.
        sign: Name of an icon that says the same without colour.
        aliases: Other words for it in card lists, such as a clan's name.
        letter: Letter that stands for it in shorthand.
    """

    id: Id
    name: Texts
    hex: Hex = "#555555"
    sign: Id | None = None
    letter: Word | None = None
    aliases: tuple[Line, ...] = ()
    source: Line | None = None
    certainty: Certainty = "printed"


class CardType(Model):
    """A type of card, with the words that lists and pools use for it.

    Attributes:
        stats: Which numbers its cards print; None where that is not known.
        back: Which back its cards have; None where it is the one all others share.
        aliases: Other words for it in card lists.
    """

    id: Id
    name: Texts
    aliases: tuple[Line, ...] = ()
    stats: tuple[Literal["damage", "life"], ...] | None = None
    back: Id | None = None
    source: Line | None = None


class CardMark(Model):
    """A mark that cards may bear and rules select by."""

    id: Id
    name: Texts


class Zone(Model):
    """A part of a deck list: the headings and line prefixes that name it.

    Attributes:
        headings: Lines of a list, beside its name, after which cards stand in it.
        prefixes: What a single line may begin with instead, such as ``SB:``.
    """

    id: Id
    name: Texts
    headings: tuple[Line, ...] = ()
    prefixes: tuple[Line, ...] = ()


class Players(Sourced):
    """How many can play, bounds inclusive; None where the source does not say."""

    min: int | None = None
    max: int | None = None


class GameInfo(Model):
    """The file ``game.yaml``.

    Attributes:
        sources: Documents by key; every ``source`` of the game begins with one of these keys.
        notice: Whose trademark the name is, in each language.
        languages: Languages its documents come in, the first being the one its cards are listed in.
        default_format: Format that decks are checked against when none is named.
        publisher: Who publishes it; named on every sheet.
        edition: Which edition the facts are of, in each language.
        accent: Ink of what has no colour of its own.
        card_size: Id of the size its cards are printed in.
        players: How many can play.
        age: The least age that the publisher names.
        colours: Its colours, gods, suits or families.
        types: Its types of cards.
        marks: Marks that its cards may bear.
        zones: The parts of a deck list, the main one first.
    """

    id: GameId
    name: Texts
    publisher: Line
    notice: Texts
    edition: Texts
    sources: Annotated[Mapping[Id, Source], Field(min_length=1)]
    languages: Annotated[tuple[Language, ...], Field(min_length=1)]
    players: Players
    age: NumberFact | None = None
    accent: Hex = "#333333"
    default_format: Id | None = None
    card_size: Word = "tcg"
    colours: tuple[Colour, ...] = ()
    types: tuple[CardType, ...] = ()
    marks: tuple[CardMark, ...] = ()
    zones: tuple[Zone, ...] = ()


class CardsFile(Model):
    """The file ``cards.yaml``, after its series are written out.

    ``complete`` is false where the game has more cards than stand here, so that people bring a list of their own.

    Attributes:
        facts: Facts that its cards carry; what is not named here is unknown of all.
        complete: Whether these are all cards there are.
        total: Checksum: cards in the box, copies counted.
        points_total: Checksum: what they are worth together.
    """

    source: Line
    facts: tuple[Word, ...] = ()
    complete: bool = True
    total: NumberFact | None = None
    points_total: NumberFact | None = None
    cards: tuple[Card, ...]
