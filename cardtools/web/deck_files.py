"""Decks that are being built: each one an append-only file of its states, so that nothing is ever lost.

A line is a state, or a step back or forth between states. Whoever changes a deck says which version it was made from; a
change of an older version is a conflict, and is not written. A line that a killed server left torn is passed over.
"""

from __future__ import annotations

import fcntl
import json
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal

from cardtools.errors import refuse
from cardtools.store.files import reason, write_whole
from cardtools.web.settings import Settings, is_id, new_id

LONGEST_TEXT: Final = 200_000
"""Letters of a deck list, far above anything real."""
_ENDING: Final = ".deck.jsonl"
_LOG_LIMIT: Final = 6_000_000
"""Bytes of a file after which only its last states are kept."""
_LAST_STATES: Final = 100
_MOST_LISTED: Final = 500

Step = Literal["undo", "redo"]


@dataclass(frozen=True, slots=True)
class DeckState:
    """A deck as it stands: ``text`` is the list itself, a plain one."""

    game: str
    format: str
    pool: str
    name: str = ""
    text: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeptDeck:
    """A kept deck.

    Attributes:
        version: How many lines its file has; it grows with every change, steps back among them.
        states: Every state that steps lead to, with the time it was made.
        place: Which of them is the present one.
    """

    id: str
    version: int
    states: tuple[tuple[str, DeckState], ...]
    place: int

    @property
    def state(self) -> DeckState:
        """The deck as it stands."""
        return self.states[self.place][1]

    @property
    def name(self) -> str:
        """What it is called, "" where nobody has said."""
        return self.state.name

    @property
    def can_undo(self) -> bool:
        """Whether there is a state before."""
        return self.place > 0

    @property
    def can_redo(self) -> bool:
        """Whether a step back may be taken back."""
        return self.place < len(self.states) - 1


class Conflict(Exception):  # noqa: N818 - nobody's error: two windows at once
    """The deck was changed since the version that a change was made from; it is not written."""

    def __init__(self, deck: KeptDeck) -> None:
        super().__init__(deck.id)
        self.deck = deck


@dataclass(slots=True)
class _Read:
    """A file as far as it was read, so that only what is new has to be."""

    inode: int
    end: int
    deck: KeptDeck


class DeckFiles:
    """The decks of a table."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.RLock()
        self._read: dict[str, _Read] = {}

    def listed(self) -> tuple[KeptDeck, ...]:
        """Return the decks there are, the one changed last first."""
        folder = self._settings.folder / "decks"
        paths = list(folder.glob(f"*{_ENDING}")) if folder.is_dir() else []
        paths.sort(key=lambda path: -path.stat().st_mtime_ns)
        ids = (path.name.removesuffix(_ENDING) for path in paths[:_MOST_LISTED])
        found = (self._find(deck_id) for deck_id in ids if is_id(deck_id))
        return tuple(deck for deck in found if deck is not None)

    def begin(self, state: DeckState) -> KeptDeck:
        """Keep a new deck.

        Raises:
            CardtoolsError: ``file.unwritable``.
        """
        deck_id = new_id("deck")
        write_whole(self._path(deck_id), _line({"do": "state", "state": asdict(state)}))
        return self.get(deck_id)

    def get(self, deck_id: str) -> KeptDeck:
        """Return a deck.

        Raises:
            CardtoolsError: ``web.no-such-deck``.
        """
        deck = self._find(deck_id)
        if deck is None:
            raise refuse("web.no-such-deck", exit_code=1)
        return deck

    def change(self, deck_id: str, version: int, state: DeckState) -> KeptDeck:
        """Keep another state of a deck; nothing is written where it is the present one.

        Raises:
            Conflict: Where the deck has changed since ``version``.
            CardtoolsError: ``web.no-such-deck``, ``web.too-long``, ``file.unwritable``.
        """
        if len(state.text) > LONGEST_TEXT:
            raise refuse("web.too-long", most=LONGEST_TEXT, exit_code=1)
        return self._append(deck_id, version, {"do": "state", "state": asdict(state)}, state)

    def step(self, deck_id: str, version: int, step: Step) -> KeptDeck:
        """Take a step back or forth; nothing is written where there is none. See change."""
        return self._append(deck_id, version, {"do": step}, None)

    def _append(self, deck_id: str, version: int, event: dict[str, Any], state: DeckState | None) -> KeptDeck:
        path = self._path(deck_id)
        with self._lock, _locked(path) as handle:
            deck = self.get(deck_id)
            if deck.version != version:
                raise Conflict(deck)
            idle = {"undo": not deck.can_undo, "redo": not deck.can_redo, "state": state == deck.state}
            if idle[event["do"]]:
                return deck
            end = self._read[deck_id].end
            try:
                os.ftruncate(handle, end)  # a torn line, if any
                os.pwrite(handle, _line(event), end)
            except OSError as error:
                raise refuse("file.unwritable", path=path.name, why=reason(error)) from error
            deck = self.get(deck_id)
            if self._read[deck_id].end > _LOG_LIMIT:
                self._shorten(deck)
                return self.get(deck_id)
            return deck

    def _shorten(self, deck: KeptDeck) -> None:
        """Write a file anew with its last states and the same version."""
        first = max(0, deck.place - _LAST_STATES)
        kept = deck.states[first : deck.place + 1]
        lines = [
            _line({"do": "state", "state": asdict(state), "at": at, "version": deck.version - len(kept) + number})
            for number, (at, state) in enumerate(kept, start=1)
        ]
        write_whole(self._path(deck.id), b"".join(lines))

    def _find(self, deck_id: str) -> KeptDeck | None:
        path = self._path(deck_id)
        try:
            with self._lock, path.open("rb") as stream:
                told = os.fstat(stream.fileno())
                read = self._read.get(deck_id)
                if read is None or read.inode != told.st_ino or read.end > told.st_size:
                    read = _Read(told.st_ino, 0, KeptDeck(deck_id, 0, (), -1))
                stream.seek(read.end)
                fresh = stream.read(_LOG_LIMIT * 4)
                whole = fresh[: fresh.rfind(b"\n") + 1]
                read.deck = _folded(read.deck, whole)
                read.end += len(whole)
                self._read[deck_id] = read
        except OSError:
            return None
        return read.deck if read.deck.states else None

    def _path(self, deck_id: str) -> Path:
        return self._settings.kept("decks", deck_id, _ENDING)


def _folded(deck: KeptDeck, lines: bytes) -> KeptDeck:
    """Return a deck after further lines of its file; what is no line of ours is passed over, but counted."""
    states, place, version = list(deck.states), deck.place, deck.version
    for line in lines.splitlines():
        try:
            event = json.loads(line)
            done = event["do"]
            version = int(event.get("version", version + 1))
            if done == "state":
                state = DeckState(**event["state"])
                states[place + 1 :] = [(str(event["at"]), state)]
                place += 1
            elif done == "undo":
                place = max(0, place - 1)
            elif done == "redo":
                place = min(len(states) - 1, place + 1)
        except (ValueError, KeyError, TypeError, AttributeError):
            version += 1
    return replace(deck, states=tuple(states), place=place, version=version)


def _line(event: dict[str, Any]) -> bytes:
    at = {"at": datetime.now(UTC).isoformat(timespec="seconds")}
    return json.dumps({**at, **event}, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Open a file and hold its lock, for this program alone.

    Raises:
        CardtoolsError: ``web.no-such-deck``.
    """
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise refuse("web.no-such-deck", exit_code=1) from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            if path.exists() and os.path.samestat(os.fstat(handle), path.stat()):
                yield handle
                return
        finally:
            os.close(handle)
