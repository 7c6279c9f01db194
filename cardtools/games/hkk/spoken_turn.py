"""A half-turn in words: ``Kati reserve 0 spent 2 Balázs -3``."""

from __future__ import annotations

import re
from typing import Any, Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.names.folding import fold
from cardtools.scoring.statements import Statement

_RESERVE: Final = frozenset({"reserve", "tartalek", "tartalekban"})
_SPENT: Final = frozenset({"spent", "spends", "spend", "kolt", "koltott", "elkolt", "elkoltott"})
_SIGNED: Final = re.compile(r"[+-]\d{1,6}")
_NUMBER_WORDS: Final = frozenset(
    {
        "nan", "inf", "infinity", "half", "fel",
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "nulla", "egy", "ket", "ketto", "harom", "negy", "ot", "hat", "het", "nyolc", "kilenc", "tiz",
    }
)  # fmt: skip
_NUMBER: Final = re.compile(r"\d{1,6}")


def is_turn(words: str) -> bool:
    """Return whether the words tell of a half-turn: creatures in reserve or VP spent."""
    return any(word in _RESERVE | _SPENT for word in fold(words).split())


def read_turn(said: Statement) -> dict[str, Any]:
    """Read what a player did in a half-turn, as a score file has it.

    A name says whom the next word is about, otherwise it is about the player: ``Balázs spent 2 Kati spent 2 Kati -3``.

    Raises:
        CardtoolsError: ``score.words.hkk``, or ``score.words.number`` with the column of the word.
    """
    turn: dict[str, Any] = {"player": said.player}
    words = said.words.replace(",", " ").split()
    name: list[str] = []
    while words:
        word, folded = words[0], fold(words[0])
        whom = " ".join(name) or said.player
        if folded in _RESERVE | _SPENT:
            if len(words) < 2:
                raise not_understood(said)
            if not _NUMBER.fullmatch(words[1]):
                raise no_number(said, words[1])
            if folded in _SPENT:
                _add(turn, "spent", whom, int(words[1]))
            elif name or "reserve" in turn:
                raise not_understood(said)
            else:
                turn["reserve"] = words[1]
            words, name = words[2:], []
        elif _SIGNED.fullmatch(word):
            _add(turn, "damage" if word.startswith("-") else "healed", whom, int(word[1:]))
            words, name = words[1:], []
        elif tells_number(word):
            raise no_number(said, word)
        else:
            name.append(word)
            words = words[1:]
    if name:
        raise not_understood(said)
    return turn


def tells_number(word: str) -> bool:
    """Return whether a word is meant as a number, or half of it is: no name has a digit in it unless a colon ends it.

    >>> [tells_number(word) for word in ("2", "2.5", "1e9", "nan", "két", "Kati")]
    [True, True, True, True, True, False]
    """
    return any(sign.isdigit() for sign in word) or fold(word).strip("+-") in _NUMBER_WORDS


def no_number(said: Statement, word: str, name: str = "") -> CardtoolsError:
    """Return the refusal of a word where a whole number has to stand."""
    return refuse(
        "score.words.number",
        line=1,
        column=said.at_word(word),
        word=word[:60],
        name=name or said.player or "–",
        exit_code=1,
    )


def not_understood(said: Statement) -> CardtoolsError:
    """Return the refusal of a statement that is not understood."""
    return refuse(
        "score.words.hkk", line=1, column=said.column, words=f"{said.player} {said.words}".strip()[:60], exit_code=1
    )


def _add(turn: dict[str, Any], key: str, whom: str, count: int) -> None:
    by_player = turn.setdefault(key, {})
    by_player[whom] = str(int(by_player.get(whom, 0)) + count)
