"""Players as they are called: names that differ only in case, accents and blanks are one player.

The first mention tells the spelling: ``players`` where a file has it. Words and files are read by the same rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cardtools.model.finding import Finding
from cardtools.model.scoring import Place
from cardtools.names.folding import fold

EACH: Final = "*"
"""In a path: every item of a list, or every value of a mapping."""
KEY: Final = "@"
"""At the end of a path: the keys of a mapping are names; elsewhere the values at the end are, or those of a list."""

Path = tuple[str, ...]
EVERYWHERE: Final[tuple[Path, ...]] = (("players",), ("totals", KEY), ("expect", "totals", KEY), ("expect", "winners"))
"""Where any score file names players."""

_ALIKE: Final = 60
"""Least likeness, of 100, of a name that is suggested: names are short, and there are but a few of them."""


def like(name: str, players: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Return up to ``most`` of the ``players`` whose names are spelled like ``name``, the likeliest first.

    >>> like("Anan", ("Béla", "Anna"))
    ('Anna',)
    """
    from rapidfuzz import fuzz, process

    known = {fold(one): one for one in players}
    hits = process.extract(fold(name[:200]), known.keys(), scorer=fuzz.ratio, limit=most, score_cutoff=_ALIKE)
    return tuple(known[key] for key, _, _ in hits)


@dataclass(slots=True)
class _Reader:
    """What is known of the names so far; ``moved`` tells new keys by the places they were written at."""

    called: dict[str, str] = field(default_factory=dict)
    moved: dict[Place, str] = field(default_factory=dict)
    twice: list[tuple[str, Place, dict[str, str | int]]] = field(default_factory=list)

    def call(self, name: str) -> str:
        """Return the name of the first mention; one with blanks around it stays as it is there, to be refused."""
        key = fold(name)
        if not key or key not in self.called:
            self.called[key] = name.strip()
            return name
        return self.called[key]

    def read(self, data: Any, path: Path, where: Place = ()) -> Any:
        """Return ``data`` with the names along ``path`` as the players are called."""
        if not path:
            return self._leaf(data, where)
        step, *rest = path
        if step == KEY:
            return self._keys(data, where) if isinstance(data, dict) else data
        if step == EACH and isinstance(data, list):
            return [self.read(one, tuple(rest), (*where, n)) for n, one in enumerate(data)]
        if isinstance(data, dict):
            keys = list(data) if step == EACH else [step] if step in data else []
            return {**data, **{key: self.read(data[key], tuple(rest), (*where, key)) for key in keys}}
        return data

    def _leaf(self, data: Any, where: Place) -> Any:
        if isinstance(data, str):
            return self.call(data)
        if isinstance(data, list):
            return [self._leaf(one, (*where, n)) for n, one in enumerate(data)]
        return self._keys(data, where) if isinstance(data, dict) and where == ("players",) else data

    def _keys(self, data: dict[str, Any], where: Place) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for written, value in data.items():
            name = self.call(written)
            if name in found:
                code = "score.player-twice" if where == ("players",) else "score.named-twice"
                key = [one for one in where if isinstance(one, str)][-1]
                self.twice.append((code, (*where, written), {"name": name, "written": written, "key": key}))
            else:
                found[name] = value
                if name != written:
                    self.moved[*where, written] = name
        return found


@dataclass(frozen=True, slots=True)
class Called:
    """A score file with every player called by one name.

    Attributes:
        moved: New keys by the places they were written at.
        twice: Players who stand twice where they can only stand once, each with the place.
    """

    data: Any
    moved: Mapping[Place, str]
    twice: tuple[tuple[Finding, Place], ...]

    def positions(self, written: Mapping[Place, tuple[int, int]]) -> dict[Place, tuple[int, int]]:
        """Return the positions of values by the places that they have now."""
        if not self.moved:
            return dict(written)
        return {self._now(place): position for place, position in written.items()}

    def _now(self, place: Place) -> Place:
        return tuple(self.moved.get(place[: end + 1], part) for end, part in enumerate(place))


def called(data: Any, paths: Sequence[Path]) -> Called:
    """Return a score file in which each player has one name, that of the first mention.

    Args:
        data: As it was written.
        paths: Where names stand beside those ``EVERYWHERE``; see ``EACH`` and ``KEY``.
    """
    reader = _Reader()
    first, *others = EVERYWHERE
    for path in (first, *paths, *others):
        data = reader.read(data, path)
    twice = tuple((Finding(code=code, params=params), where) for code, where, params in reader.twice)
    return Called(data, reader.moved, twice)
