"""Odds and drawn hands of one list."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardtools.app.decks import Builder, likely
from cardtools.app.pools import OpenPool
from cardtools.decks.counting import name_of
from cardtools.decks.drawing import Drawn, draw
from cardtools.decks.odds import Pair, at_least, both_at_least, cards_seen, distribution
from cardtools.decks.statistics import creature_types
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import Deck
from cardtools.model.finding import Finding
from cardtools.names.folding import fold
from cardtools.names.game_words import GameWords
from cardtools.words.catalog import Words

MOST_CARDS: Final = 100_000
"""Cards of one deck that a hand is drawn from, far above anything real."""
MOST_TOLD: Final = 40
"""Highest number of wished-for cards whose chance is told by itself."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Cards wished for: any of these names, or of these types."""

    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether anything is wished for."""
        return bool(self.names or self.types)


@dataclass(frozen=True, slots=True)
class GroupOdds:
    """The odds of one group of cards.

    Attributes:
        label: Names and types of the group.
        hits: Cards of the deck that belong to it.
        perhaps: Cards of which nobody can say, since their type is not known; counted as not belonging.
        chance: Of at least as many as asked for.
        chance_with: The same where all of ``perhaps`` belonged to it, too.
        exactly: Chance of exactly 0, 1, 2 …, to MOST_TOLD at most.
        more: Chance of more than ``exactly`` tells; with it, it sums to 1.
    """

    label: tuple[str, ...]
    hits: int
    perhaps: int
    chance: Fraction
    chance_with: Fraction
    exactly: tuple[Fraction, ...]
    more: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Odds:
    """An answer: how many cards are seen of how many, and what the chances are.

    Attributes:
        both: Chance of enough of both groups; None where only one is asked for.
    """

    deck: int
    hand: int
    turn: int
    on_the_draw: bool
    seen: int
    least: int
    groups: tuple[GroupOdds, ...]
    both: Fraction | None


@dataclass(frozen=True, slots=True)
class Start:
    """How a game begins: cards of the opening hand, the turn that is played to (0 is the hand alone), who draws."""

    hand: int
    turn: int = 0
    on_the_draw: bool = False


def odds(builder: Builder, deck: Deck, start: Start, wishes: Sequence[Wish], least: int = 1) -> Odds:
    """Return the chance of at least ``least`` cards of a wish among those seen; of two wishes also of both.

    Args:
        builder: The game and its cards.
        deck: The deck; only its main zone is drawn from.
        start: How the game begins.
        wishes: One or two groups of cards, which may share cards.
        least: How many of each group.

    Raises:
        CardtoolsError: ``usage.no-wish``; ``pool.unknown-card``, ``pool.ambiguous-card`` or ``usage.unknown-type``;
            ``usage.too-many-cards`` for a deck of more than MOST_CARDS cards.
    """
    if not wishes or not all(wishes):
        raise refuse("usage.no-wish")
    slots = [(slot.card, slot.entry.count) for slot in deck.slots if slot.entry.zone == builder.zones[0]]
    size = sum(count for _, count in slots)
    _check_size(deck, size)
    seen = min(size, cards_seen(start.hand, start.turn, on_the_draw=start.on_the_draw))
    tests = [_test(builder, wish) for wish in wishes]
    groups = [_group(wish, test, slots, seen, least) for wish, test in zip(wishes, tests, strict=True)]
    both = None
    if len(tests) == 2:
        first, second = tests

        def counted(one: bool, two: bool) -> int:
            return sum(n for card, n in slots if (first(card) is True) is one and (second(card) is True) is two)

        pair = Pair(counted(True, False), counted(False, True), counted(True, True))
        both = both_at_least(size, pair, seen, least, least)
    return Odds(size, start.hand, start.turn, start.on_the_draw, seen, least, tuple(groups), both)


Test = Callable[[Card | None], bool | None]


def _test(builder: Builder, wish: Wish) -> Test:
    """Return what tells whether a card is wished for; None where its type is not known."""
    types = {kind for word in wish.types for kind in _types(builder, word)}
    ids = {_card(builder.pool, name).id for name in wish.names}

    def answer(card: Card | None) -> bool | None:
        if card is None:
            return None if types else False
        if card.id in ids or (card.type is not None and card.type in types):
            return True
        return None if types and card.type is None else False

    return answer


def _types(builder: Builder, word: str) -> frozenset[str]:
    """Return the types that a word names: one by its name in any language, or all creatures.

    Raises:
        CardtoolsError: ``usage.unknown-type``, with the types by their names in the language that is spoken.
    """
    info, words = builder.info, builder.desk.words
    kind, _ = GameWords(info).type(word)
    if kind is not None:
        return frozenset({kind})
    creatures = creature_types(info)
    groups = {
        name for language in ("en", words.language) for name in Words(language).text("type.creatures").split(", ")
    }
    if creatures and fold(word) in {fold(one) for one in groups}:
        return creatures
    known = [text_in(one.name, words.language) for one in info.types]
    if creatures:
        known.append(words.text("type.creatures").split(", ")[0])
    spellings = dict.fromkeys((*known, *(name for one in info.types for name in (*one.name.values(), *one.aliases))))
    suggestions = likely(word, tuple(spellings))
    raise refuse("usage.unknown-type", suggestions=suggestions, type=word[:80], known=", ".join(known))


def _check_size(deck: Deck, size: int) -> None:
    if size > MOST_CARDS:
        raise refuse("usage.too-many-cards", path=deck.listing.path, count=size, most=MOST_CARDS)


def _card(pool: OpenPool, name: str) -> Card:
    cards = pool.look_up(name)
    if len(cards) == 1:
        return cards[0]
    if cards:
        ids = tuple(card.id for card in cards)
        params: dict[str, str | int] = {"name": name[:80], "suggestions": ", ".join(ids)}
        raise CardtoolsError(Finding(code="pool.ambiguous-card", params=params, suggestions=ids))
    raise refuse("pool.unknown-card", name=name[:80], suggestions=pool.names.suggest(name))


def _group(wish: Wish, test: Test, slots: Iterable[tuple[Card | None, int]], seen: int, least: int) -> GroupOdds:
    answers = [(test(card), count) for card, count in slots]
    size = sum(count for _, count in answers)
    hits = sum(count for answer, count in answers if answer)
    perhaps = sum(count for answer, count in answers if answer is None)
    exactly = distribution(size, hits, seen, MOST_TOLD)
    return GroupOdds(
        (*wish.names, *wish.types),
        hits,
        perhaps,
        at_least(size, hits, seen, least),
        at_least(size, hits + perhaps, seen, least),
        exactly,
        1 - sum(exactly, Fraction(0)),
    )


@dataclass(frozen=True, slots=True)
class Hand:
    """A drawn hand, and the seed that draws it again."""

    seed: int
    deck: int
    start: Start
    drawn: Drawn


def draw_hand(builder: Builder, deck: Deck, start: Start, seed: int | None = None) -> Hand:
    """Draw an opening hand from the main deck; a new seed is chosen where none is given.

    Raises:
        CardtoolsError: ``usage.too-many-cards`` for a deck of more than MOST_CARDS cards.
    """
    main = [slot for slot in deck.slots if slot.entry.zone == builder.zones[0]]
    size = sum(slot.entry.count for slot in main)
    _check_size(deck, size)
    cards = [name_of(slot, builder.language) for slot in main for _ in range(slot.entry.count)]
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    return Hand(chosen, size, start, draw(cards, chosen, start.hand, start.turn, on_the_draw=start.on_the_draw))
