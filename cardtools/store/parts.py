"""Files and folders in the making: locked by the run that makes them, so that what a killed run left is known for sure.

Each is named ``.cardtools-…part`` (or by a prefix of its own in the temporary folder). Whoever makes the next one in
the same place removes those that nobody holds a lock on. Where the system has no such locks, nothing is removed.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_PREFIX: Final = ".cardtools-"
_SUFFIX: Final = ".part"
_TRIES: Final = 20
_LOOKING: Final = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC"))


@contextmanager
def part_file(folder: Path) -> Iterator[tuple[int, Path]]:
    """Lend a new file in ``folder``, as a handle to write to and its path; what still stands there is removed.

    Its owner alone may read it. It is to be moved away while the handle is open.

    Raises:
        OSError: Where there can be none.
    """
    remove_abandoned(folder)
    for _ in range(_TRIES):
        handle, name = tempfile.mkstemp(dir=folder, prefix=_PREFIX, suffix=_SUFFIX)
        path = Path(name)
        try:
            if _hold(handle, path):
                yield handle, path
                return
        finally:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            os.close(handle)
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))


@contextmanager
def part_folder(folder: Path, prefix: str = _PREFIX, suffix: str = _SUFFIX) -> Iterator[Path]:
    """Lend a new folder in ``folder``, for its owner alone; what still stands there is removed.

    Raises:
        OSError: Where there can be none.
    """
    remove_abandoned(folder, prefix, suffix)
    for _ in range(_TRIES):
        path = Path(tempfile.mkdtemp(dir=folder, prefix=prefix, suffix=suffix))
        handle = _opened(path)
        try:
            if handle is None or _hold(handle, path):
                yield path
                return
        finally:
            shutil.rmtree(path, ignore_errors=True)
            if handle is not None:
                os.close(handle)
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))


def remove_abandoned(folder: Path, prefix: str = _PREFIX, suffix: str = _SUFFIX) -> None:
    """Remove what runs that were killed left in ``folder``; only this user's own, and no link is ever followed."""
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if entry.name.startswith(prefix) and entry.name.endswith(suffix):
                with suppress(OSError):
                    _remove_if_abandoned(Path(entry.path))


def _remove_if_abandoned(path: Path) -> None:
    facts = path.lstat()
    is_folder = stat.S_ISDIR(facts.st_mode)
    if not hasattr(os, "getuid") or facts.st_uid != os.getuid() or not (is_folder or stat.S_ISREG(facts.st_mode)):
        return
    if (handle := _opened(path)) is None:
        return
    try:
        if not _lock(handle):
            return
        if is_folder:
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    finally:
        os.close(handle)


def _opened(path: Path) -> int | None:
    """Return a handle of a file or a folder, None where the system gives none."""
    try:
        return os.open(path, _LOOKING)
    except OSError:
        return None


def _hold(handle: int, path: Path) -> bool:
    """Lock what we are making; tell whether nobody has taken it for abandoned in between."""
    try:
        return _lock(handle) is not False and os.path.samestat(os.fstat(handle), path.lstat())
    except OSError:
        return False


def _lock(handle: int) -> bool | None:
    """Lock a file or folder for as long as it is open; False where another has, None where there are no locks."""
    try:
        import fcntl
    except ImportError:  # not on this system
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
