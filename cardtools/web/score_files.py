"""Evenings of the score table, kept in the very files of ``cardtools session``.

A window says with every change at which step it saw the evening. A change from an earlier step is not made, since
another window has entered something meanwhile; one that has been made already, word for word, is not made twice.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from cardtools.app.desk import Desk
from cardtools.app.evening_files import Kept, kept_evening, look
from cardtools.app.scores import Table
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.session import CorrectEvent, NoteEvent, RoundEvent
from cardtools.scoring.evening import evening_of
from cardtools.store.files import write_whole
from cardtools.store.sessions import SessionLog, parse_log, read_log
from cardtools.web.deck_files import changed_at
from cardtools.web.settings import Settings, new_id

KIND: Final = "evenings"
ENDING: Final = ".jsonl"
_MOST_LISTED: Final = 60
_MOST_REMEMBERED: Final = 200


@dataclass(frozen=True, slots=True)
class Listed:
    """An evening in the list; ``log`` is None where its file is broken."""

    id: str
    log: SessionLog | None = None
    rounds: int = 0


class Late(Exception):  # noqa: N818 - it is no error, but what another window did first
    """A change from a step that is past.

    Attributes:
        kept: The evening as it stands.
        same: Whether what has happened since is the very same change.
    """

    def __init__(self, kept: Kept, *, same: bool) -> None:
        super().__init__()
        self.kept = kept
        self.same = same


def path_of(settings: Settings, evening: str) -> Path:
    """Return the file of an evening.

    Raises:
        CardtoolsError: ``web.no-such-page`` where there is none, or ``evening`` is no id.
    """
    path = settings.kept(KIND, evening, ENDING)
    if not path.is_file():
        raise refuse("web.no-such-page", exit_code=1)
    return path


def fresh_path(settings: Settings) -> tuple[str, Path]:
    """Return the id and the file of an evening that is about to begin."""
    evening = new_id("evening")
    return evening, settings.kept(KIND, evening, ENDING)


def listed(settings: Settings) -> tuple[Listed, ...]:
    """Return the evenings, the one changed last first."""
    folder = settings.folder / KIND
    paths = sorted(folder.glob(f"*{ENDING}"), key=changed_at, reverse=True) if folder.is_dir() else []
    return tuple(_listed(path) for path in paths[:_MOST_LISTED])


def listed_one(settings: Settings, evening: str) -> Listed:
    """Return an evening as the list has it; see path_of."""
    return _listed(path_of(settings, evening))


def _listed(path: Path) -> Listed:
    try:
        told = path.stat()
    except OSError:
        return Listed(path.stem)
    return _read(path, told.st_mtime_ns, told.st_size)


@lru_cache(maxsize=_MOST_REMEMBERED)
def _read(path: Path, _changed: int, _size: int) -> Listed:
    """Read an evening for the list, once as long as its file stays the same."""
    try:
        log = read_log(path)
        return Listed(path.stem, log, len(evening_of(log.events).rounds))
    except CardtoolsError:
        return Listed(path.stem)


def bring(settings: Settings, desk: Desk, content: bytes) -> str:
    """Keep an evening that was sent as a file, and return its id.

    Raises:
        CardtoolsError: Where it is no evening, or not one of a game that is scored here.
    """
    evening, path = fresh_path(settings)
    log = parse_log(content, path)
    kept_evening(Table.of(desk, log.new.game), log)
    write_whole(path, content)
    return evening


def step_of(log: SessionLog) -> int:
    """Return the number of the last event that changed anything but the notes."""
    return max(one.seq for one in log.events if not isinstance(one, NoteEvent))


def change(desk: Desk, path: Path, seen: int, said: tuple[int, str] | None, make: Callable[[], Kept]) -> Kept:
    """Make a change of an evening that was seen at step ``seen``.

    Args:
        desk: Data and words.
        path: The evening's file.
        seen: What ``step_of`` was when the window was filled.
        said: Number and words of the round that is added or told anew; None for other changes.
        make: Makes the change, under the lock of the file.

    Raises:
        Late: Where the evening is at another step.
        CardtoolsError: As ``make`` does.
    """
    with _in_turn(path.parent):
        log = read_log(path)
        if step_of(log) != seen:
            raise Late(look(desk, path), same=said is not None and _last_said(log, seen) == said)
        return make()


def _last_said(log: SessionLog, seen: int) -> tuple[int, str] | None:
    """Return number and words of the round that was told next after step ``seen``, if that is all that happened."""
    since = [one for one in log.events if one.seq > seen and not isinstance(one, NoteEvent)]
    if len(since) != 1:
        return None
    last = since[0]
    if isinstance(last, CorrectEvent):
        return last.n, last.said
    return (len(evening_of(log.events).rounds), last.said) if isinstance(last, RoundEvent) else None


@contextmanager
def _in_turn(folder: Path) -> Iterator[None]:
    """Let one window after another look and change, also those of another server on the same folder."""
    import fcntl

    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
