"""Slips in rounds in words: the likely cause where a name stands among the cards, told once and at its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding, Location
from cardtools.names.folding import fold
from cardtools.names.tokens import Reading, TokenIndex
from cardtools.scoring.statements import Statement, starts_with

_MISSPELT: Final = 88
"""Least likeness, of 100, from which all that follows is one card misspelt rather than a name and a card."""
_ARROWS: Final = frozenset({">", "->", "=>", "→"})


def check_slips(
    said: Sequence[Statement], tokens: TokenIndex, players: Sequence[str] = (), words: Sequence[str] = ()
) -> None:
    """Refuse a round in which players are not parted as they have to be.

    Args:
        said: What is said of each player.
        tokens: The game's cards.
        players: Where they are known.
        words: What may be said beside cards, such as ``out``.

    Raises:
        CardtoolsError: ``score.words.semicolon`` where a player stands in the middle of what is said of another,
            ``score.words.name`` where a name of several words takes a colon, ``score.words.no-name`` where cards stand
            in place of a name; one for each such statement.
    """
    known = frozenset(fold(word) for phrase in words for word in (phrase, *phrase.split()))
    found = [slip for one in said if one.player and (slip := _Reader(one, tokens, players, known).slip())]
    if found:
        raise CardtoolsError(*found, exit_code=1)


class _Reader:
    """One statement, card by card."""

    def __init__(self, said: Statement, tokens: TokenIndex, players: Sequence[str], words: frozenset[str]) -> None:
        self._said = said
        self._tokens = tokens
        self._players = players
        self._words = words
        self._read = [one for one in tokens.read(said.words) if not set(one.words) <= set("/|+&")]

    def slip(self) -> Finding | None:
        """Return what is wrong with the statement, if anything is."""
        if not self._players and not self._said.is_parted and self._is_card(self._said.player):
            return _slip("score.words.no-name", self._said.column, said=f"{self._said.player} {self._said.words}"[:60])
        at = 0
        while at < len(self._read):
            end = at
            while end < len(self._read) and self._is_name(end):
                end += 1
            if end > at:
                name = " ".join(one.words for one in self._read[at:end])
                if at and (self._goes_on(end) or self._is_word(self._read[at - 1])):
                    return self._in_the_middle(self._read[at], name)
                if not at and not self._players and not self._said.is_parted and self._goes_on(end):
                    return self._of_several_words(name)
            at = max(end, at + 1)
        return None

    def _in_the_middle(self, first: Reading, name: str) -> Finding:
        name = name.partition(":")[0]
        return _slip("score.words.semicolon", self._said.at(first.at), name=name, before=self._said.player)

    def _of_several_words(self, name: str) -> Finding:
        return _slip("score.words.name", self._said.column, word=name, name=f"{self._said.player} {name}")

    def _is_card(self, name: str) -> bool:
        """Return whether a name is a token that nobody is called by: one with a number in it."""
        (first, *_) = (*self._tokens.read((name,)), None)
        return first is not None and bool(first.cards or first.colourless) and any(sign.isdigit() for sign in name)

    def _goes_on(self, at: int) -> bool:
        """Return whether something that is understood follows."""
        if at and ":" in self._read[at - 1].words:
            return True
        return at < len(self._read) and self._is_known(self._read[at])

    def _is_known(self, one: Reading) -> bool:
        return bool(one.cards or one.colourless) or self._is_word(one)

    def _is_word(self, one: Reading) -> bool:
        return fold(one.words) in self._words

    def _is_name(self, at: int) -> bool:
        """Return whether this may be a player's name: a known one, or one that looks so and like no card."""
        one = self._read[at]
        longer = (name for name in self._players if " " in name)
        if at and any(starts_with(self._said.words[one.at :], name) for name in longer):
            return True
        if self._is_known(one) or (at and self._read[at - 1].words in _ARROWS):
            return False
        if self._players:
            return self._is_of_name(at)
        word = one.words.partition(":")[0]
        if not word or not all(sign.isalpha() or sign in "-.'" for sign in word):
            return False
        before, rest = self._said.words[: one.at].rstrip(), self._said.words[one.at :]
        looks_so = word[0].isupper() or before.endswith(",") or ":" in one.words
        card = self._tokens.suggest(word) or self._tokens.suggest(rest.partition(",")[0], likeness=_MISSPELT)
        return looks_so and not card

    def _is_of_name(self, at: int) -> bool:
        """Return whether this word begins a known name, or goes on with one of several words that began before."""
        return any(
            starts_with(self._said.words[self._read[at - back].at :], name)
            for name in self._players
            for back in range(min(at, name.count(" ")) + 1)
        )


def _slip(code: str, column: int, **params: str | int) -> Finding:
    return Finding(code=code, params=params, location=Location(line=1, column=column))
