"""Files watched: a run is done again whenever one of those it is made of has changed."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NoReturn

from cardtools.store.picture_library import ENDINGS

Seen = dict[str, tuple[int, int, int]]
"""When each file was last changed, its size and its number in the file system, by path."""

PAUSE_S: Final = 0.05
"""Seconds between two looks: a save is answered at once, and a look costs some stat calls."""
SETTLE_S: Final = 0.02
"""Seconds in which nothing may change: a file that is still being written is waited for."""
_MADE_OF: Final = (*ENDINGS, ".svg", ".j2", ".html", ".css", ".yaml", ".yml")
"""What files of a folder are called that cards are made of: pictures, templates and data."""
_GONE: Final = 20
"""Looks for which a file may be gone: editors that save under a new name leave such a moment."""
_MOST: Final = 5_000
"""Files of a folder that are watched."""


def watch(
    paths: Iterable[Path], again: Callable[[], Iterable[Path]], pause: Callable[[float], None] | None = None
) -> NoReturn:
    """Call ``again`` now and after each change of one of ``paths``, folders with all that lies in them.

    What ``again`` has written is no change, wherever it lies, until somebody else changes it. Neither is anything in a
    folder that no card is made of, such as PDFs: another run may write there.

    Args:
        paths: Files and folders; they need not be there.
        again: What is done, and which files it has written; a change of others that falls into it is answered by one
            more call.
        pause: Waits for so many seconds; the clock's own where it is absent.

    Raises:
        KeyboardInterrupt: That is how it ends.
    """
    wait = pause or time.sleep
    watched = tuple(paths)
    own: Seen = {}
    known = look(watched)
    own |= _seen(again())
    while True:
        wait(PAUSE_S)
        if _changed(known, look(watched), own):
            known = _settled(watched, wait)
            own |= _seen(again())


def look(paths: Iterable[Path]) -> Seen:
    """Return what tells the present state of files, and of all files in folders, from any other."""
    return _seen(file for path in paths for file in _files(path))


def _seen(files: Iterable[Path]) -> Seen:
    seen: Seen = {}
    for file in files:
        try:
            facts = file.stat()
        except (OSError, ValueError):
            continue
        # A folder's own time tells that something was written in it, which may have been us.
        state = (0, 0) if stat.S_ISDIR(facts.st_mode) else (facts.st_mtime_ns, facts.st_size)
        seen[os.path.realpath(file)] = (*state, facts.st_ino)
    return seen


def _changed(before: Seen, after: Seen, own: Seen) -> bool:
    """Return whether anything is new, gone or other than before, but for our ``own`` files as we left them."""
    for path in before.keys() | after.keys():
        if before.get(path) != after.get(path) and (path not in own or after.get(path) != own[path]):
            return True
    return False


def _settled(watched: tuple[Path, ...], pause: Callable[[float], None]) -> Seen:
    """Wait until nothing changes any more, and return what is there then."""
    seen = look(watched)
    for attempt in range(10 * _GONE):
        pause(SETTLE_S)
        later = look(watched)
        there = attempt >= _GONE or all(os.path.realpath(path) in later for path in watched)
        if later == seen and there:
            break
        seen = later
    return seen


def _files(path: Path) -> Iterator[Path]:
    yield path
    if not path.is_dir():
        return
    count = 0
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.startswith(".") or not name.lower().endswith(_MADE_OF):
                continue
            count += 1
            if count > _MOST:
                return
            yield Path(folder, name)
