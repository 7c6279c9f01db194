"""The query language over cards: which cards a query finds, in three values, since a fact may be unknown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.card import Card
from cardtools.model.game import GameInfo
from cardtools.names.folding import fold
from cardtools.names.game_words import GameWords
from cardtools.names.query import KEYS, Either, Every, Node, Not, Term, parse
from cardtools.names.ranking import NameRanking

Answer = bool | None
"""None where a fact is not known that would decide it."""
Test = Callable[[int], Answer]

_COMPARE: Final[Mapping[str, Callable[[int, int], bool]]] = {
    ":": int.__eq__, "=": int.__eq__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__,
}  # fmt: skip
_NUMBER: Final = re.compile(r"-?\d{1,9}")
_COST: Final = re.compile(r"(?:\{?[a-z]+\}? ?)?(\d{1,9})(?: ?[a-z]+)?")
"""A cost of one kind, such as ``{vp}2``, ``2 VP`` or ``2``."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a query found: cards, the likeliest first, and how many more might be meant, since a fact is unknown."""

    cards: tuple[Card, ...]
    undecided: int


def is_known(card: Card, fact: str, facts: frozenset[str], info: GameInfo) -> bool:
    """Return whether a field of a card, or a mark, is known, be it that the card has none."""
    if fact not in Card.model_fields:
        return fact in card.marks or (fact in facts and fact not in card.unknown)
    value = getattr(card, fact)
    if fact in ("type", "colours"):
        return value is not None
    if value not in (None, (), {}):
        return True
    if fact in ("damage", "life"):
        stats = next((kind.stats for kind in info.types if kind.id == card.type), None)
        if stats is not None and fact not in stats:
            return True
    return fact in facts and fact not in card.unknown


class Searcher:
    """Cards of one game, ready to be searched; ``facts`` are those their pool carries."""

    def __init__(self, info: GameInfo, cards: Iterable[Card], facts: frozenset[str]) -> None:
        self._info = info
        self._cards = tuple(cards)
        self._facts = facts
        self._words = GameWords(info)
        self._names = NameRanking(self._cards)

    def search(self, query: str) -> Found:
        """Return the cards that a query finds: exact names first, then prefixes, words, parts and look-alikes.

        Raises:
            CardtoolsError: For a query that cannot be understood, with the position and what there is.
        """
        tree = parse(query)
        test = self._test(tree, alike=True)
        answers = [test(index) for index in range(len(self._cards))]
        hits = self._names.order((index for index, answer in enumerate(answers) if answer), tree)
        return Found(tuple(self._cards[index] for index in hits), answers.count(None))

    def _test(self, node: Node, *, alike: bool) -> Test:
        if isinstance(node, Not):
            inner = self._test(node.item, alike=False)
            return lambda index: None if (answer := inner(index)) is None else not answer
        if isinstance(node, Every):
            return _every([self._test(item, alike=alike) for item in node.items])
        if isinstance(node, Either):
            return _either([self._test(item, alike=alike) for item in node.items])
        return self._term(node, alike=alike)

    def _term(self, term: Term, *, alike: bool) -> Test:
        if term.key == "word":
            return self._word(fold(term.value), alike=alike)
        if term.key == "id":
            return lambda index: fold(self._cards[index].id) == fold(term.value)
        if term.key == "name":
            value, whole = fold(term.value), term.operator == "="
            return lambda index: any(value == name if whole else value in name for name in self._names.spellings[index])
        if term.key == "text":
            return self._text(term)
        if ":" in KEYS[term.key][1] and "~" not in KEYS[term.key][1]:
            return self._number(term)
        return self._marks(term) if term.key == "marks" else self._choice(term)

    def _word(self, value: str, *, alike: bool) -> Test:
        near = self._names.alike(value) if alike else frozenset()
        return lambda index: index in near or any(value in name for name in self._names.spellings[index])

    def _text(self, term: Term) -> Test:
        value, whole = fold(term.value), term.operator == "="

        def holds(card: Card) -> bool:
            return any(value == fold(text) if whole else value in fold(text) for text in card.text.values())

        return self._known("text", holds)

    def _number(self, term: Term) -> Test:
        compare = _COMPARE[term.operator]
        written = fold(term.value)
        if _NUMBER.fullmatch(written):
            number = int(written)
        elif term.key == "cost" and term.operator in (":", "="):
            return self._known("cost", lambda card: card.cost is not None and fold(card.cost) == written)
        else:
            raise refuse("usage.search-number", key=term.key, value=term.value, position=term.position)

        def answer(card: Card) -> Answer:
            value = getattr(card, term.key)
            if isinstance(value, str):
                cost = _COST.fullmatch(fold(value))
                value = int(cost.group(1)) if cost else None
                if value is None:
                    return None
            return value is not None and compare(value, number)

        return self._known(term.key, answer)

    def _choice(self, term: Term) -> Test:
        key = term.key
        if key in ("type", "colours") and term.operator != "~":
            wanted = self._chosen(term)
            if key == "type":
                return self._known(key, lambda card: card.type in wanted)
            exact = term.operator == "="
            return self._known(
                key, lambda card: set(card.colours or ()) == wanted if exact else wanted <= _set(card, key)
            )
        known = self._words.words.get(key) or {fold(word): word for card in self._cards for word in _set(card, key)}
        among = _matching(term, known)
        if not among and known:
            raise self._no_such(term, known)
        return self._known(key, lambda card: not among.isdisjoint(_set(card, key)))

    def _chosen(self, term: Term) -> set[str]:
        """Return the ids of the type or the colours that a value names."""
        if term.key == "type":
            kind, subtypes = self._words.type(term.value)
            chosen = {kind} if kind and not subtypes else set()
        else:
            chosen = set(self._words.colours(term.value) or ())
        if not chosen:
            raise self._no_such(term, self._words.words[term.key])
        return {one for one in chosen if one}

    def _marks(self, term: Term) -> Test:
        known = {fold(mark): mark for card in self._cards for mark in card.marks} | dict(self._words.words["marks"])
        among = _matching(term, known)
        if not among:
            raise self._no_such(term, known)

        def answer(index: int) -> Answer:
            card = self._cards[index]
            if not among.isdisjoint(card.marks):
                return True
            return False if all(is_known(card, mark, self._facts, self._info) for mark in among) else None

        return answer

    def _known(self, fact: str, holds: Callable[[Card], Answer]) -> Test:
        """Return a test that answers nothing where the fact is not known."""

        def answer(index: int) -> Answer:
            card = self._cards[index]
            return holds(card) if is_known(card, fact, self._facts, self._info) else None

        return answer

    def _no_such(self, term: Term, known: Mapping[str, str]) -> CardtoolsError:
        from rapidfuzz import process

        near = tuple(name for name, _, _ in process.extract(fold(term.value), known.keys(), limit=3, score_cutoff=70))
        listed = ", ".join(sorted(set(known.values())))[:400]
        params: dict[str, Any] = {"key": KEYS[term.key][0][0], "value": term.value, "position": term.position}
        return refuse("usage.search-value", suggestions=near, known=listed, **params)


def _set(card: Card, key: str) -> set[str]:
    value = getattr(card, key)
    return {value} if isinstance(value, str) else set(value or ())


def _matching(term: Term, known: Mapping[str, str]) -> set[str]:
    """Return the ids whose word a value is, or is a part of where the operator is ``~``."""
    value = fold(term.value)
    return {one for word, one in known.items() if (value in word if term.operator == "~" else value == word)}


def _every(tests: list[Test]) -> Test:
    def answer(index: int) -> Answer:
        found: Answer = True
        for test in tests:
            one = test(index)
            if one is False:
                return False
            found = None if one is None else found
        return found

    return answer


def _either(tests: list[Test]) -> Test:
    def answer(index: int) -> Answer:
        found: Answer = False
        for test in tests:
            one = test(index)
            if one:
                return True
            found = None if one is None else found
        return found

    return answer
