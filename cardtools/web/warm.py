"""What stays warm between requests: words by language, and games with their pools, read once and kept while used.

A pool is told by an id: ``own`` is the game's own cards, ``named-1`` the first one of the command line, others were
uploaded. It is read again where its file has changed.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Final

from markupsafe import Markup

from cardtools.app.decks import Builder
from cardtools.app.desk import Desk
from cardtools.app.pools import OpenPool, import_pool
from cardtools.app.validation import Terms, Validator
from cardtools.errors import CardtoolsError, refuse
from cardtools.legality.binding import choices_of
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import Deck
from cardtools.model.finding import Finding
from cardtools.model.game import GameInfo
from cardtools.store.files import read_bytes, write_whole
from cardtools.web.deck_files import DeckFiles
from cardtools.web.live_search import LiveSearch
from cardtools.web.settings import Settings, is_id, new_id

OWN: Final = "own"
_NAMED: Final = "named"
_MOST_WARM: Final = 6
"""Pools kept in memory; one of 9,458 cards takes some 30 MB."""
_MOST_READ: Final = 20
LIST_PATH: Final = "deck.txt"
"""What findings call the list of a deck."""
_ABOUT_LIMIT: Final = 20_000


@dataclass(frozen=True, slots=True)
class PoolChoice:
    """A pool that decks may be built from; ``cards`` are how many an uploaded one has, 0 where nobody has counted."""

    id: str
    name: str
    cards: int = 0


@dataclass(frozen=True)
class Bench:
    """A game with a pool and all its formats, ready for a deck."""

    validator: Validator
    builder: Builder
    pool_id: str

    @cached_property
    def search(self) -> LiveSearch:
        """The cards, ready to be searched."""
        return LiveSearch(self.validator.info, self.validator.cards, self.validator.facts)

    @cached_property
    def cards(self) -> dict[str, Card]:
        """The cards by id."""
        return {card.id: card for card in self.validator.cards}

    @cached_property
    def _decks(self) -> OrderedDict[str, Deck]:
        return OrderedDict()

    def read(self, text: str) -> Deck:
        """Return the deck of a plain list; those read lately are remembered."""
        deck = self._decks.get(text)
        if deck is None:
            deck = self._decks[text] = self.builder.understand(text.encode("utf-8", "replace"), LIST_PATH)
            while len(self._decks) > _MOST_READ:
                self._decks.popitem(last=False)
        return deck

    def judging(self, format_id: str) -> Validator:
        """Return the validator of one format, for today.

        Raises:
            CardtoolsError: ``usage.unknown-format``.
        """
        chosen = tuple(one for one in self.validator.formats if one.id == format_id)
        if not chosen:
            known = ", ".join(one.id for one in self.validator.formats)
            raise refuse("usage.unknown-format", format=format_id[:40], known=known, exit_code=1)
        return replace(self.validator, formats=chosen, on=date.today())  # noqa: DTZ011 - the day at the table


class Warm:
    """The warm things of one table; all of it may be called from several threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.decks = DeckFiles(settings)
        self._lock = threading.RLock()
        self.made: dict[tuple[object, ...], Markup] = {}
        self.statuses: dict[tuple[object, ...], str] = {}
        self._desks: dict[str, Desk] = {}
        self._whole: dict[str, bool] = {}
        self._names: dict[tuple[str, str], dict[str, str]] = {}
        self._benches: OrderedDict[tuple[object, ...], Bench] = OrderedDict()

    def desk(self, language: str) -> Desk:
        """Return the desk of a language."""
        with self._lock:
            if language not in self._desks:
                self._desks[language] = Desk.open(language, self._settings.data)
            return self._desks[language]

    def names(self, language: str, info: GameInfo) -> dict[str, str]:
        """Return the words for a game's ids, as Desk.names_of makes them."""
        key = (language, info.id)
        if key not in self._names:
            self._names[key] = self.desk(language).names_of(info)
        return self._names[key]

    def pools(self, game: str) -> tuple[PoolChoice, ...]:
        """Return the pools that decks of a game may be built from, the game's own without a name."""
        desk = self.desk("en")
        info = desk.catalog.info(game)
        own = [PoolChoice(OWN, "")] if desk.catalog.path(info.id, "cards.yaml") is not None else []
        named = [
            PoolChoice(f"{_NAMED}-{number}", path.name) for number, path in enumerate(self._settings.pools, start=1)
        ]
        return (*own, *named, *self._uploaded(game))

    def usual_pool(self, game: str) -> str:
        """Return the pool to begin with: that of the deck changed last, of the command line, the game's own, any."""
        choices = self.pools(game)
        known = {one.id for one in choices}
        last = next((one.state.pool for one in self.decks.listed() if one.state.game == game), "")
        if last in known:
            return last
        if self._settings.pools and self._has_all_cards(game):  # a pool of the command line is of some other game
            return OWN
        order = sorted(choices, key=lambda one: (not one.id.startswith(_NAMED), one.id != OWN))
        return order[0].id if order else OWN

    def _has_all_cards(self, game: str) -> bool:
        """Return whether a game comes with all its cards; read once, since it takes a while."""
        if game not in self._whole:
            catalog = self.desk("en").catalog
            own = catalog.cards(catalog.info(game))
            self._whole[game] = own is not None and own.complete
        return self._whole[game]

    def keep_pool(self, game: str, name: str, content: bytes) -> tuple[str, tuple[Finding, ...]]:
        """Keep a pool that was uploaded and return its id and what is to be said of it.

        Raises:
            CardtoolsError: Where it is no pool.
        """
        pool_id = new_id("pool")
        ending = "".join(char for char in Path(name).suffix.lower() if char.isalnum() or char == ".")[:8]
        raw = self._settings.kept("pools", pool_id, f".upload{ending}")
        write_whole(raw, content)
        try:
            imported = import_pool(self.desk("en"), game, raw, self._settings.kept("pools", pool_id, ".json"))
        except CardtoolsError as error:
            shown = tuple(_named(finding, raw, name) for finding in error.findings)
            raise CardtoolsError(*shown, exit_code=1) from error
        finally:
            raw.unlink(missing_ok=True)
        about = {"game": game, "name": name, "cards": len(imported.pool.cards)}
        write_whole(self._settings.kept("pools", pool_id, ".about"), json.dumps(about).encode())
        return pool_id, tuple(_named(finding, raw, name) for finding in imported.findings)

    def bench(self, game: str, pool_id: str, choices: Mapping[str, str] | None = None) -> Bench:
        """Return a game with a pool, read at its first use.

        Raises:
            CardtoolsError: ``web.no-such-pool``, ``usage.unknown-game``, or what is wrong with the pool.
        """
        made = dict(choices or {})
        key, path = self.key(game, pool_id, made)
        with self._lock:
            if key in self._benches:
                self._benches.move_to_end(key)
                return self._benches[key]
            bench = self._read(game, pool_id, path, made)
            self._benches[key] = bench
            while len(self._benches) > _MOST_WARM:
                self._benches.popitem(last=False)
            return bench

    def has(self, game: str, pool_id: str, choices: Mapping[str, str]) -> bool:
        """Return whether a bench stands ready, so that a deck on it takes but a moment."""
        try:
            return self.key(game, pool_id, choices)[0] in self._benches
        except CardtoolsError:
            return False

    def key(self, game: str, pool_id: str, choices: Mapping[str, str]) -> tuple[tuple[object, ...], Path | None]:
        """Return what a bench is remembered by, another one when its pool has changed, and the file of the pool.

        Raises:
            CardtoolsError: ``web.no-such-pool``.
        """
        path = self._path(pool_id)
        stamp = None if path is None else _stamp(path)
        return (game, pool_id, stamp, tuple(sorted(choices.items()))), path

    def _read(self, game: str, pool_id: str, path: Path | None, choices: dict[str, str]) -> Bench:
        desk = self.desk("en")
        formats = desk.catalog.formats(game)
        ids = [one.id for one in formats]
        known = choices_of(formats)
        terms = Terms(choices={key: value for key, value in choices.items() if key in known})
        validator = Validator.prepare(desk, game, ids, path, terms)
        opened = OpenPool(validator.info, path, validator.cards, validator.facts, validator.pool_findings)
        return Bench(validator, Builder(desk, opened, partial=False), pool_id)

    def pool_path(self, pool_id: str) -> Path | None:
        """Return the file of a pool, None for the game's own cards; see bench."""
        return self._path(pool_id)

    def _path(self, pool_id: str) -> Path | None:
        if pool_id == OWN:
            return None
        kind, _, number = pool_id.partition("-")
        if kind == _NAMED and number.isascii() and number.isdigit() and 0 < int(number) <= len(self._settings.pools):
            return self._settings.pools[int(number) - 1]
        path = self._settings.kept("pools", pool_id, ".json") if is_id(pool_id) else None
        if path is None or not path.is_file():
            raise refuse("web.no-such-pool", exit_code=1)
        return path

    def _uploaded(self, game: str) -> list[PoolChoice]:
        folder = self._settings.folder / "pools"
        found: list[PoolChoice] = []
        for path in sorted(folder.glob("*.about")) if folder.is_dir() else ():
            try:
                about = json.loads(read_bytes(path, _ABOUT_LIMIT))
                if about["game"] == game:
                    found.append(PoolChoice(path.stem, str(about["name"]), int(about.get("cards", 0))))
            except (CardtoolsError, ValueError, KeyError, TypeError):
                continue
        return found


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        told = path.stat()
    except OSError:
        return None
    return told.st_mtime_ns, told.st_size


def _named(finding: Finding, raw: Path, name: str) -> Finding:
    """Return a finding about an upload with the name it was sent under, not where we put it."""
    if finding.location.path != str(raw):
        return finding
    return finding.model_copy(update={"location": finding.location.model_copy(update={"path": name})})


def game_name(desk: Desk, game: str) -> str:
    """Return what a game is called in the language of a desk."""
    return text_in(desk.catalog.info(game).name, desk.language)
