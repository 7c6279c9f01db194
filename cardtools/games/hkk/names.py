"""Names as people write them: in a list, or one after another in a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from cardtools.model.base import Model
from cardtools.names.folding import fold

_DRAW: Final = frozenset({"draw", "drawn", "dontetlen"})
_PLUS: Final = re.compile(r"\s*\+\s*")


def is_draw(said: str) -> bool:
    """Return whether this is what a drawn game is written as, and not a name.

    >>> is_draw("Döntetlen"), is_draw("Kati")
    (True, False)
    """
    return fold(said) in _DRAW


def listed(written: Any) -> Any:
    """Return names written as a text in a tuple: parted by commas, or by blanks where there is no comma.

    What else was written is returned as it is, without the nothing that YAML makes of empty values.

    >>> listed("Kiss Anna, Béla"), listed("Anna Béla")
    (('Kiss Anna', 'Béla'), ('Anna', 'Béla'))
    """
    if written is None:
        return ()
    if isinstance(written, str):
        parts = written.split(",") if "," in written else written.split()
        return tuple(name for part in parts if (name := " ".join(part.split())))
    return _present(written)


def caller(players: Sequence[str]) -> Callable[[str], str]:
    """Return what turns a name into that of the player it is but for case and accents, if it is one player's.

    >>> caller(("Balázs", "Kati"))("balazs"), caller(("Balázs", "Kati"))("Réka")
    ('Balázs', 'Réka')
    """
    folded: dict[str, list[str]] = {}
    for player in players:
        folded.setdefault(fold(player), []).append(player)

    def call(name: str) -> str:
        alike = folded.get(fold(name), [])
        return alike[0] if len(alike) == 1 else name

    return call


def renamed(value: Any, call: Callable[[str], str]) -> Any:
    """Return ``value`` with every name in it as ``call`` has it; keys that would be the same stay as they are."""
    if isinstance(value, str):
        return call(value)
    if isinstance(value, tuple):
        return tuple(renamed(one, call) for one in value)
    if isinstance(value, Mapping):
        names = [call(name) for name in value]
        keys = names if len(set(names)) == len(names) else list(value)
        return dict(zip(keys, (renamed(one, call) for one in value.values()), strict=True))
    if isinstance(value, Model):
        return value.model_copy(update={name: renamed(getattr(value, name), call) for name in value.model_fields_set})
    return value


def turns_listed(written: Any) -> Any:
    """Return who fell, turn by turn: turns are parted by commas or stand in a list, those of one turn by plus signs.

    >>> turns_listed("D, B + C"), turns_listed(["D", ["B", "C"]])
    ((('D',), ('B', 'C')), (('D',), ('B', 'C')))
    """
    if written is None:
        return ()
    turns = written.split(",") if isinstance(written, str) else _present(written)
    if not isinstance(turns, list | tuple):
        return turns
    return tuple(turn for one in turns if (turn := _of_one_turn(one)))


def _of_one_turn(written: Any) -> Any:
    if isinstance(written, str):
        return tuple(name for part in _PLUS.split(written) if (name := " ".join(part.split())))
    return _present(written)


def _present(written: Any) -> Any:
    return tuple(one for one in written if one is not None) if isinstance(written, list | tuple) else written
