"""Entries in words: what is said tells the mode.

- a duel, or ``pairs``: ``Kati 2; Balázs 0`` (``decks out`` where both decks are out);
- a match: ``Kati; Balázs; draw``, with ``best of 3`` or, at its end, ``over``;
- the Final War: ``seats A B C D; out D; out B + C`` (plus: in one turn);
- War of the Gods: ``A > B C; B > A; out B``;
- half-turns: ``Kati reserve 0 spent 2 Balázs -3``.

A name of several words takes a colon after it, or commas in a row of names: ``seats Kiss Anna, Béla``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from cardtools.errors import refuse
from cardtools.games.hkk.file import DUEL, FINAL_WAR, GODS, KEYS, MATCH, PAIRS, TURNS
from cardtools.games.hkk.names import is_draw, listed, turns_listed
from cardtools.games.hkk.spoken_turn import is_turn, no_number, not_understood, read_turn, tells_number
from cardtools.names.folding import fold
from cardtools.scoring.statements import Said, Statement, rest_of, starts_with

_MODES: Final[Mapping[str, tuple[str, ...]]] = {
    DUEL: ("duel", "párbaj"),
    MATCH: ("match", "mérkőzés"),
    PAIRS: ("pairs", "párok", "páros", "páros játék"),
    FINAL_WAR: ("final war", "végső háború"),
    GODS: ("war of the gods", "istenek háborúja"),
    TURNS: ("turns", "körönként"),
}
_DECKS_OUT: Final = ("decks out", "elfogytak a paklik", "elfogyott mindkét pakli", "mindkét pakli elfogyott")
_OVER: Final = ("over", "vége")
_DRAW: Final = ("draw", "drawn", "döntetlen")
_BEST_OF: Final = ("best of", "legfeljebb")
_SEATS: Final = ("seats", "ülések", "ülés", "ülésrend")
_OUT: Final = ("out", "kiesett", "kiesik", "ki")
_START: Final = ("start", "starts", "kezdés", "induló")
_WON: Final = frozenset({"won", "wins", "nyert", "gyozott", "win"})

KEYWORDS: Final = (
    *(word for words in _MODES.values() for word in words),
    *_DECKS_OUT, *_OVER, *_DRAW, *_BEST_OF, *_SEATS, *_OUT, *_START,
)  # fmt: skip
"""Words that a statement about nobody in particular begins with."""
WORDS: Final = None
"""No cards are told here, so that none can stand where a name should."""

_LIFE: Final = re.compile(r"[+-]?\d{1,6}")
_UNITS: Final = frozenset({"ep", "eletpont", "life", "lp", "hp"})
_GLUED: Final = re.compile(r"([+-]?\d{1,6})(ép|ep|életpont|life|lp|hp)", re.IGNORECASE)
_STARTING: Final = re.compile(r"\s*(?P<name>\S.*?)\s+(?P<life>\S+)\s*")
_ARROW: Final = re.compile(r"\s*(?:->|=>|>|→)\s*")


def read_round(statements: Sequence[Statement]) -> Said:
    """Read an entry in words.

    Raises:
        CardtoolsError: ``score.words.hkk`` where something is not understood, ``score.words.mixed`` where it belongs
            to no mode that the rest belongs to, ``score.words.twice``; with the column.
    """
    said = Said()
    modes = set(KEYS)
    tells_life = any(one.player and _tells_life(one) for one in statements)
    for one in statements:
        before = set(said.data)
        if one.player:
            _of_player(one, said, tells_life=tells_life)
        else:
            _of_all(one, said)
        for key in set(said.data) - before:
            fitting = {said.data["mode"]} if key == "mode" else {mode for mode, keys in KEYS.items() if key in keys}
            if not modes & fitting:
                words = f"{one.player} {one.words}".strip()[:60]
                raise refuse(
                    "score.words.mixed",
                    line=1,
                    column=one.column,
                    words=words,
                    mode=", ".join(mode for mode in KEYS if mode in modes),
                    exit_code=1,
                )
            modes &= fitting
    return said


def join_rounds(rounds: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the entries of an evening make together.

    Games, half-turns and those knocked out follow each other; ÉP and opponents of a player, and everything else,
    replace what an earlier entry said.
    """
    readers: Mapping[str, Callable[[Any], Any]] = {"games": listed, "knocked_out": turns_listed, "turns": listed}
    joined: dict[str, Any] = {}
    for one in rounds:
        for key, value in one.items():
            if (reader := readers.get(key)) is not None:
                more = reader(value)
                joined[key] = [*joined.get(key, ()), *more] if isinstance(more, tuple) else value
            elif isinstance(value, Mapping) and isinstance(joined.get(key), Mapping):
                joined[key] = {**joined[key], **value}
            else:
                joined[key] = value
    return joined


def _tells_life(one: Statement) -> bool:
    """Return whether what is said of a player ends in ÉP, and is no half-turn."""
    return not is_turn(one.words) and _ARROW.search(one.words) is None and bool(_life_of(one.words))


def _life_of(words: str) -> tuple[str, str] | None:
    """Return the rest of a name and the ÉP after it, None where the last word is no whole number.

    >>> _life_of("Anna 2 ÉP"), _life_of("3"), _life_of("2.5")
    (('Anna', '2'), ('', '3'), None)
    """
    parts = words.split()
    if len(parts) > 1 and fold(parts[-1]) in _UNITS:
        parts.pop()
    if parts and (glued := _GLUED.fullmatch(parts[-1])):
        parts[-1] = glued[1]
    if not parts or not _LIFE.fullmatch(parts[-1]):
        return None
    return " ".join(parts[:-1]), parts[-1]


def _check_name(one: Statement, name: str) -> None:
    """Refuse a name that a number stands in: what follows it belongs to another player, or it is no number."""
    parts = name.split()
    for at, word in enumerate(parts):
        number = word.rstrip(",")
        if not tells_number(number):
            continue
        after = parts[at + 1] if at + 1 < len(parts) else ""
        if _LIFE.fullmatch(number) and after and not tells_number(after):
            column = one.at_word(after)
            raise refuse("score.words.semicolon", line=1, column=column, name=after, before=one.player, exit_code=1)
        raise no_number(one, number)


def _of_player(one: Statement, said: Said, *, tells_life: bool) -> None:
    """Read what is said of one player. Where the players are not known, a name may go on in the words."""
    words, folded = one.words, fold(one.words)
    if (arrow := _ARROW.search(f"{one.player} {words}")) is not None:
        whole = f"{one.player} {words}"
        names, player = list(listed(whole[arrow.end() :])), whole[: arrow.start()]
        said.put(one, names, "enemies", player)
        said.columns |= {("enemies", player, index): column for index, column in enumerate(one.at_words(names))}
    elif is_turn(words):
        _append(said, one, "turns", read_turn(one))
    elif folded in {fold(word) for word in _OUT}:
        _append(said, one, "knocked_out", [one.player])
    elif (life := _life_of(words)) is not None:
        _check_name(one, life[0])
        said.put(one, life[1], "life", f"{one.player} {life[0]}".rstrip())
    elif folded in _WON or not words:
        _check_name(one, "" if one.is_parted else one.player)
        _append(said, one, "games", one.player)
    elif tells_life:
        _check_name(one, words)
        raise no_number(one, words.split()[-1])
    else:
        _check_name(one, words)
        _append(said, one, "games", f"{one.player} {words}")


def _of_all(one: Statement, said: Said) -> None:
    """Read a statement that begins with one of KEYWORDS."""
    whole = fold(one.words)
    if (mode := next((mode for mode, words in _MODES.items() if whole in map(fold, words)), None)) is not None:
        said.put(one, mode, "mode")
    elif is_draw(one.words):
        _append(said, one, "games", one.words)
    elif whole in map(fold, _DECKS_OUT):
        said.put(one, "true", "decks_out")
    elif whole in map(fold, _OVER):
        said.put(one, "true", "over")
    else:
        _of_all_with(one, said)


def _of_all_with(one: Statement, said: Said) -> None:
    """Read a keyword and what follows it."""
    for words, read in ((_SEATS, _seats), (_OUT, _fell), (_BEST_OF, _games), (_START, _started)):
        for word in sorted(words, key=len, reverse=True):
            rest = rest_of(one.words, word)
            if starts_with(one.words, word) and rest:
                read(one, rest, said)
                return
    raise not_understood(one)


def _seats(one: Statement, rest: str, said: Said) -> None:
    names = list(listed(rest))
    said.put(one, names, "seats")
    said.columns |= {("seats", index): column for index, column in enumerate(one.at_words(names))}


def _fell(one: Statement, rest: str, said: Said) -> None:
    turns = turns_listed(rest)
    columns = iter(one.at_words([name for turn in turns for name in turn]))
    for turn in turns:
        _append(said, one, "knocked_out", list(turn))
        place = ("knocked_out", len(said.data["knocked_out"]) - 1)
        said.columns |= {(*place, index): next(columns) for index, _ in enumerate(turn)}


def _games(one: Statement, rest: str, said: Said) -> None:
    number = rest.split()[0]
    if not re.fullmatch(r"\d{1,3}", number):
        raise no_number(one, number, _BEST_OF[0])
    said.put(one, number, "best_of")


def _started(one: Statement, rest: str, said: Said) -> None:
    for part in rest.split(","):
        if (match := _STARTING.fullmatch(part)) is None:
            raise not_understood(one)
        if not re.fullmatch(r"\d{1,6}", match["life"]):
            raise no_number(one, match["life"], match["name"])
        said.put(one, match["life"], "life_start", match["name"])


def _append(said: Said, one: Statement, key: str, value: Any) -> None:
    """Add to what is said under ``key`` so far."""
    there = said.data.setdefault(key, [])
    said.columns.setdefault((key,), one.column)
    said.columns[key, len(there)] = one.column
    there.append(value)
