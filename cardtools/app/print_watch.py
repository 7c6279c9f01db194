"""Files watched: a run is done again whenever one of those it is made of has changed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NoReturn

Seen = dict[str, tuple[int, int, int]]
"""When each file was last changed, its size and its number in the file system, by path."""

PAUSE_S: Final = 0.05
"""Seconds between two looks: a save is answered at once, and a look costs some stat calls."""
SETTLE_S: Final = 0.02
"""Seconds in which nothing may change: a file that is still being written is waited for."""
_GONE: Final = 20
"""Looks for which a file may be gone: editors that save under a new name leave such a moment."""
_MOST: Final = 5_000
"""Files of a folder that are watched."""


def watch(paths: Iterable[Path], again: Callable[[], None], pause: Callable[[float], None] | None = None) -> NoReturn:
    """Call ``again`` now and after each change of one of ``paths``, folders with all that lies in them.

    Args:
        paths: Files and folders; they need not be there.
        again: What is done; a change that falls into it is answered by one more call.
        pause: Waits for so many seconds; the clock's own where it is absent.

    Raises:
        KeyboardInterrupt: That is how it ends.
    """
    wait = pause or time.sleep
    watched = tuple(paths)
    known = look(watched)
    again()
    while True:
        wait(PAUSE_S)
        if look(watched) != known:
            known = _settled(watched, wait)
            again()


def look(paths: Iterable[Path]) -> Seen:
    """Return what tells the present state of files, and of all files in folders, from any other."""
    seen: Seen = {}
    for path in paths:
        for file in _files(path):
            try:
                facts = file.stat()
            except (OSError, ValueError):
                continue
            seen[str(file)] = (facts.st_mtime_ns, facts.st_size, facts.st_ino)
    return seen


def _settled(watched: tuple[Path, ...], pause: Callable[[float], None]) -> Seen:
    """Wait until nothing changes any more, and return what is there then."""
    seen = look(watched)
    for attempt in range(10 * _GONE):
        pause(SETTLE_S)
        later = look(watched)
        there = attempt >= _GONE or all(str(path) in later for path in watched)
        if later == seen and there:
            break
        seen = later
    return seen


def _files(path: Path) -> Iterator[Path]:
    yield path
    if not path.is_dir():
        return
    count = 0
    for folder, _, names in os.walk(path):
        for name in names:
            count += 1
            if count > _MOST:
                return
            yield Path(folder, name)
