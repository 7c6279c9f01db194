"""Decks that are being built: each one an append-only file of its states, so that nothing is ever lost.

A line is a state, or a step back or forth between states, and is written as ``store.journals`` writes. Whoever changes
a deck says which version it was made from; a change of an older version is a conflict, and is not written. A line that
a killed server left torn was never shown as done, and the next one takes its place.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal

from cardtools.errors import CardtoolsError, refuse
from cardtools.store.files import write_whole
from cardtools.store.journals import begin_journal, locked_journal
from cardtools.web.settings import Settings, is_id, new_id

LONGEST_TEXT: Final = 200_000
"""Letters of a deck list, far above anything real."""
ENDING: Final = ".deck.jsonl"
_LOG_LIMIT: Final = 6_000_000
"""Bytes of a file after which only its last states are kept."""
_LAST_STATES: Final = 100
_AT_ONCE: Final = 24_000_000
"""Bytes read at once, far above the longest line."""
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
        paths = list(folder.glob(f"*{ENDING}")) if folder.is_dir() else []
        paths.sort(key=changed_at, reverse=True)
        ids = (path.name.removesuffix(ENDING) for path in paths[:_MOST_LISTED])
        found = (self._find(deck_id) for deck_id in ids if is_id(deck_id))
        return tuple(deck for deck in found if deck is not None)

    def begin(self, state: DeckState) -> KeptDeck:
        """Keep a new deck.

        Raises:
            CardtoolsError: ``file.unwritable``.
        """
        deck_id = new_id("deck")
        begin_journal(self._path(deck_id), _line({"do": "state", "state": asdict(state)}))
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
        self.get(deck_id)
        with self._lock, locked_journal(self._path(deck_id)) as journal:
            deck = self.get(deck_id)
            if deck.version != version:
                raise Conflict(deck)
            idle = {"undo": not deck.can_undo, "redo": not deck.can_redo, "state": state == deck.state}
            if idle[event["do"]]:
                return deck
            journal.append(_line(event), self._read[deck_id].end)
            deck = self.get(deck_id)
            if self._read[deck_id].end > _LOG_LIMIT:
                with suppress(CardtoolsError):  # the change is kept; the file is only longer than it need be
                    self._shorten(deck)
            return self.get(deck_id)

    def _shorten(self, deck: KeptDeck) -> None:
        """Write a file anew with its last states, half as large at most, and the same version."""
        kept: list[bytes] = []
        room = _LOG_LIMIT // 2
        for back, (at, state) in enumerate(reversed(deck.states[: deck.place + 1])):
            line = _line({"do": "state", "state": asdict(state), "at": at, "version": deck.version - back})
            room -= len(line)
            if kept and (room < 0 or back == _LAST_STATES):
                break
            kept.append(line)
        write_whole(self._path(deck.id), b"".join(reversed(kept)))

    def _find(self, deck_id: str) -> KeptDeck | None:
        path = self._path(deck_id)
        try:
            with self._lock, path.open("rb") as stream:
                told = os.fstat(stream.fileno())
                read = self._read.get(deck_id)
                if read is None or read.inode != told.st_ino or read.end > told.st_size:
                    read = _Read(told.st_ino, 0, KeptDeck(deck_id, 0, (), -1))
                stream.seek(read.end)
                while whole := _whole_lines(stream.read(_AT_ONCE)):
                    read.deck = _folded(read.deck, whole)
                    read.end += len(whole)
                    stream.seek(read.end)
                self._read[deck_id] = read
        except OSError:
            return None
        return read.deck if read.deck.states else None

    def _path(self, deck_id: str) -> Path:
        return self._settings.kept("decks", deck_id, ENDING)


def _whole_lines(content: bytes) -> bytes:
    return content[: content.rfind(b"\n") + 1]


def _folded(deck: KeptDeck, lines: bytes) -> KeptDeck:
    """Return a deck after further lines of its file; what is no line of ours is passed over, but counted."""
    states, place, version = list(deck.states), deck.place, deck.version
    for line in lines.split(b"\n")[:-1]:
        try:
            event = json.loads(line)
            done = event["do"]
            told = int(event.get("version", version + 1))
            if done == "state":
                state = _state(event["state"])
                states[place + 1 :] = [(str(event["at"]), state)]
                place += 1
            elif done == "undo" and place > 0:
                place -= 1
            elif done == "redo" and place < len(states) - 1:
                place += 1
            version = told
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
            version += 1
    return replace(deck, states=tuple(states), place=place, version=version)


def _state(data: Any) -> DeckState:
    """Return a state that was kept.

    Raises:
        ValueError: Where it is none; also what else comes of data of another shape.
    """
    state = DeckState(**data)
    words = (state.game, state.format, state.pool, state.name, state.text, *state.choices, *state.choices.values())
    if not all(isinstance(word, str) for word in words):
        raise ValueError(data)
    return state


def _line(event: dict[str, Any]) -> bytes:
    at = {"at": datetime.now(UTC).isoformat(timespec="seconds")}
    return json.dumps({**at, **event}, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def changed_at(path: Path) -> int:
    """Return when a file was changed, in nanoseconds; 0 where it has just been taken away."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
