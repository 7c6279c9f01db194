"""A round in words, as said at the table: ``Anna out; Béla r7 y+2 w``. Each game reads what is said of a player."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.scoring import Place
from cardtools.names.folding import clean, fold
from cardtools.scoring.naming import like

_LONGEST_ROUND: Final = 8000


@dataclass(frozen=True, slots=True)
class Statement:
    """What is said of one player, or of the round as a whole.

    Attributes:
        player: As the players are called; empty where it is said of nobody.
        words: What follows the name, clean; see ``names.folding``.
        column: Where the statement begins, from 1.
        columns: Where each sign of the words stands, from 1.
        is_parted: Whether a colon parts the name from the words.
    """

    player: str
    words: str
    column: int
    columns: tuple[int, ...] = field(default=(), compare=False, repr=False)
    is_parted: bool = field(default=False, compare=False, repr=False)

    def at(self, sign: int) -> int:
        """Return the column of a sign of the words, counted from 0; that of the statement where it is none."""
        return self.columns[sign] if 0 <= sign < len(self.columns) else self.column

    def at_word(self, word: str) -> int:
        """Return the column of the first such word among the words; that of the statement where it is none."""
        return self.at_words((word,))[0]

    def at_words(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the columns of words that follow one another, each the first behind the one before."""
        columns: list[int] = []
        begin = 0
        for word in words:
            pattern = re.compile(rf"(?<![^\s,;+/|>]){re.escape(word)}(?![^\s,;+/|:])")
            match = pattern.search(self.words, begin)
            columns.append(self.at(match.start() if match else -1))
            begin = match.end() if match else begin
        return tuple(columns)


@dataclass(slots=True)
class Said:
    """A round read from words: its input as a file has it, and the column of each of its values.

    Within a text the place of each sign, from 0, has its column, too.
    """

    data: dict[str, Any] = field(default_factory=dict)
    columns: dict[Place, int] = field(default_factory=dict)

    def put(self, said: Statement, value: Any, *where: str) -> None:
        """Put a value at ``where``, keys from the top.

        Raises:
            CardtoolsError: ``score.words.twice`` where something stands there.
        """
        inner = self.data
        for key in where[:-1]:
            inner = inner.setdefault(key, {})
        if where[-1] in inner:
            raise refuse(
                "score.words.twice", line=1, column=said.column, words=said.words, name=said.player, exit_code=1
            )
        inner[where[-1]] = value
        for end in range(1, len(where) + 1):
            self.columns.setdefault(where[:end], said.column)
        if isinstance(value, str) and value:
            self.spell(said, value, where)

    def spell(self, said: Statement, text: str, where: Place, first: int = 0) -> None:
        """Remember the column of each sign of a ``text`` among the words, which has ``first`` signs before it."""
        begins = said.words.find(text)
        if begins >= 0:
            self.columns |= {(*where, first + n): said.at(begins + n) for n in range(len(text))}


def statements(text: str, players: Sequence[str], keywords: Sequence[str] = ()) -> tuple[Statement, ...]:
    """Part a round in words into what is said of each player.

    Statements are parted by semicolons or line ends. Each begins with a player: one of ``players``, or, where none are
    given, everything before a colon, or the first word. One that begins with one of ``keywords`` is said of the round.

    Raises:
        CardtoolsError: ``score.words.empty``, ``score.words.player``, ``score.words.no-name`` or ``score.words.long``.
    """
    if len(text) > _LONGEST_ROUND:
        raise refuse("score.words.long", line=1, column=_LONGEST_ROUND, most=_LONGEST_ROUND, exit_code=1)
    found: list[Statement] = []
    called: dict[str, str] = {}
    for match in re.finditer(r"[^;\n]+", text):
        said, columns = _spelled(match.group(), match.start() + 1)
        if not said:
            continue
        one = _statement(said, columns, players, keywords)
        found.append(replace(one, player=called.setdefault(fold(one.player), one.player)))
    if not found:
        raise refuse("score.words.empty", line=1, column=1, exit_code=1)
    return tuple(found)


def _spelled(text: str, column: int) -> tuple[str, tuple[int, ...]]:
    """Return a text clean, and the column of each of its signs; the text itself begins at ``column``."""
    words: list[str] = []
    columns: list[int] = []
    for match in re.finditer(r"\S+", text):
        if word := clean(match.group()):
            begins, last = column + match.start(), len(match.group()) - 1
            columns.extend(([begins - 1] if words else []) + [begins + min(n, last) for n in range(len(word))])
            words.append(word)
    return " ".join(words), tuple(columns)


def starts_with(said: str, name: str) -> bool:
    """Return whether ``said`` begins with ``name`` as whole words, whatever its case and accents."""
    return f"{fold(said)} ".startswith((f"{fold(name)} ", f"{fold(name)}:"))


def rest_of(said: str, name: str) -> str:
    """Return what ``said`` has after the words of ``name``, of which the last may have a colon at its end."""
    last = said.split(maxsplit=name.count(" "))[-1]
    return re.sub(r"^[^ :]*[ :]*", "", last)


def _statement(said: str, columns: tuple[int, ...], players: Sequence[str], keywords: Sequence[str]) -> Statement:
    column = columns[0]
    for name in sorted(players, key=len, reverse=True):
        if starts_with(said, name):
            return _of(name, rest_of(said, clean(name)), columns)
    if any(starts_with(said, word) for word in keywords):
        return Statement("", said, column, columns)
    if players:
        raise _stranger(said, column, players)
    name, colon, rest = (part.strip() for part in said.partition(":"))
    if not colon:
        name, _, rest = said.partition(" ")
    if not name:
        raise refuse("score.words.no-name", line=1, column=column, said=said[:60], exit_code=1)
    return _of(name, rest, columns, is_parted=bool(colon))


def _of(name: str, rest: str, columns: tuple[int, ...], *, is_parted: bool = False) -> Statement:
    """Return what is said of a player; the ``rest`` of what was said has the columns of its end."""
    return Statement(name, rest, columns[0], columns[len(columns) - len(rest) :], is_parted)


def _stranger(said: str, column: int, players: Sequence[str]) -> CardtoolsError:
    """Return the refusal of what begins with nobody's name, with the names it is like."""
    name, colon, _ = said.partition(":")
    words = said.split()
    written = [name] if colon else [" ".join(words[:count]) for count in (1, 2)]
    suggestions = dict.fromkeys(one for part in written for one in like(part, players))
    return refuse(
        "score.words.player",
        line=1,
        column=column,
        suggestions=tuple(suggestions),
        said=said[:60],
        known=", ".join(players),
        exit_code=1,
    )
