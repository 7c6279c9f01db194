"""Judge the decks of a table together, by the god-war table that the players bring."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from cardtools.app.validation import Validator
from cardtools.errors import refuse
from cardtools.legality.table import GOD, Seat, TableVerdict, judge_table, seat_of
from cardtools.model.base import Model
from cardtools.model.deck import Deck, Verdict
from cardtools.model.formats import Format
from cardtools.model.game import GameInfo
from cardtools.names.folding import fold
from cardtools.store.files import LIST_LIMIT
from cardtools.store.yaml_files import load, read_yaml

Name = Annotated[str, Field(min_length=1, max_length=200)]


class TableFile(Model):
    """The file that holds who is at war with whom: gods, decks or players by name; war may be one-sided."""

    enemies: Mapping[Name, tuple[Name, ...]]


class TableOf:
    """The decks of a table, gathered one by one, for the one format of a validator that is played by a table."""

    def __init__(self, validator: Validator, enemies: Path | None = None) -> None:
        """Read the god-war table first, so that a broken one is told before any verdict.

        Raises:
            CardtoolsError: ``usage.no-table`` where no format is played by a table and ``enemies`` is given; or what is
                wrong with that file.
        """
        tables = [one for one in validator.formats if one.table is not None]
        if not tables and enemies is not None:
            raise refuse("usage.no-table", formats=", ".join(one.id for one in validator.formats))
        self.format: Format | None = tables[0] if tables else None
        self._source = None if enemies is None else str(enemies)
        self._enemies = None if enemies is None else _read(enemies, validator.info)
        self._seats: list[Seat] = []

    def seat(self, deck: Deck | None, verdict: Verdict) -> None:
        """Seat a deck; one that nobody can read has a seat and no god."""
        if self.format is None or self.format.table is None:
            return
        nobody = Seat(verdict.path, verdict.deck)
        self._seats.append(nobody if deck is None else seat_of(deck, verdict.deck, self.format.table))

    def verdict(self) -> TableVerdict | None:
        """Return what is to be said of all decks together; None for a single deck, or where no table is played."""
        if self.format is None or self.format.table is None:
            return None
        if len(self._seats) < 2 and self._enemies is None:
            return None
        return judge_table(self.format.table, self._seats, self._enemies, self._source)


def _read(path: Path, info: GameInfo) -> dict[str, list[str]]:
    """Return the enemies in the file at ``path``, gods written ``god:id``; two spellings of one are joined."""
    gods = {
        fold(word): GOD + colour.id
        for colour in info.colours
        for word in (colour.id, *colour.name.values(), *colour.aliases)
    }
    enemies: dict[str, list[str]] = {}
    for who, others in load(TableFile, read_yaml(path, LIST_LIMIT)).enemies.items():
        known = enemies.setdefault(gods.get(fold(who), who), [])
        known.extend(gods.get(fold(other), other) for other in others)
    return enemies
