"""Which names of players the words of a way to play can carry: each is said as the pads say it, and read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardtools.errors import CardtoolsError
from cardtools.games.hkk.file import FINAL_WAR, GODS, MATCH, TURNS
from cardtools.games.hkk.grammar import KEYWORDS, read_round
from cardtools.scoring.statements import statements

_ANOTHER: Final = "Zz"
"""Somebody whose name nothing can be wrong with."""


def unsayable(names: Sequence[str], way: str) -> tuple[str, ...]:
    """Return the names that an entry in words would not be understood with in a mode.

    >>> unsayable(("A > B", "Kiss Anna"), "duel"), unsayable(("A 20",), "match"), unsayable(("A 20",), "duel")
    (('A > B',), ('A 20',), ())
    """
    return tuple(name for name in names if not _is_carried(name, way))


def _is_carried(name: str, way: str) -> bool:
    """Return whether a name comes back from the words as it went in."""
    players = (name, _ANOTHER)
    for text, meant in _sayings(name, way).items():
        try:
            if read_round(statements(text, players, KEYWORDS)).data != meant:
                return False
        except CardtoolsError:
            return False
    return True


def _sayings(name: str, way: str) -> Mapping[str, dict[str, Any]]:
    """Return entries with a name, and what each means."""
    if way == MATCH:
        return {f"{name}: won": {"games": [name]}}
    if way == TURNS:
        turn = {"player": _ANOTHER, "reserve": "0", "spent": {name: "1"}, "damage": {name: "3"}}
        return {
            f"{_ANOTHER}: reserve 0 {name} spent 1 {name} -3": {"turns": [turn]},
            f"{name}: reserve 0": {"turns": [{"player": name, "reserve": "0"}]},
        }
    fell = {f"out {name} + {_ANOTHER}": {"knocked_out": [[name, _ANOTHER]]}}
    if way == FINAL_WAR:
        return fell
    if way == GODS:
        fights = {
            f"{name} > {_ANOTHER}": {"enemies": {name: [_ANOTHER]}},
            f"{_ANOTHER} > {name},": {"enemies": {_ANOTHER: [name]}},
        }
        return {**fell, **fights}
    return {f"{name}: 0; {_ANOTHER}: 20": {"life": {name: "0", _ANOTHER: "20"}}}
