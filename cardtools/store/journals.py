"""Files that only grow: one whole line at a time, by one writer at a time. Kept evenings and decks are such files.

A line is written with its end, synced to the disk, and under a lock that is held over reading, checking and
appending, so that writers never mix and a crash loses at most the line being written. What such a crash left torn can
be set aside into a file of its own before anything is appended.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cardtools.errors import refuse
from cardtools.store.files import check_writable, reason, too_large
from cardtools.store.interrupts import interrupted
from cardtools.store.parts import part_file

_LOCK_WAIT_S: Final = 20.0
_LOCK_POLL_S: Final = 0.02
_MOST_ASIDE: Final = 9999


def begin_journal(path: Path, line: bytes) -> None:
    """Begin a file that does not exist yet, with its first line whole or not at all.

    Raises:
        FileExistsError: Where something stands at ``path``.
        CardtoolsError: ``file.unwritable``.
    """
    check_writable(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part_file(path.parent) as (handle, part):
            mask = os.umask(0)
            os.umask(mask)
            os.fchmod(handle, 0o666 & ~mask)
            _write_all(handle, line)
            if interrupted.is_set():
                raise KeyboardInterrupt
            _publish(part, path, line)
        _sync_folder(path.parent)
    except FileExistsError:
        raise
    except OSError as error:
        raise refuse("file.unwritable", path=path, why=reason(error)) from error


@contextmanager
def locked_journal(path: Path) -> Iterator[Journal]:
    """Open a file for appending and hold its lock, for this program alone.

    Raises:
        CardtoolsError: ``session.busy`` where another program keeps it locked; ``file.unwritable``.
    """
    until = time.monotonic() + _LOCK_WAIT_S
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError as error:
            raise refuse("file.unwritable", path=path, why=reason(error)) from error
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise refuse("file.unwritable", path=path, wording="file.unreadable.special")
            _lock(handle, until, path)
            if _same_file(handle, path):
                yield Journal(path, handle)
                return
        finally:
            os.close(handle)  # lets the lock go, too


@dataclass(frozen=True, slots=True)
class Journal:
    """A file that is locked, as ``locked_journal`` lends it."""

    path: Path
    handle: int

    def content(self, limit: int) -> bytes:
        """Return all that stands in it.

        Raises:
            CardtoolsError: ``file.unreadable``, or ``file.too-large`` above ``limit`` bytes.
        """
        try:
            with os.fdopen(self.handle, "rb", closefd=False) as stream:
                stream.seek(0)
                content = stream.read(limit + 1)
        except OSError as error:
            raise refuse("file.unreadable", path=self.path, why=reason(error)) from error
        if len(content) > limit:
            raise too_large(self.path, limit)
        return content

    def append(self, line: bytes, end: int) -> None:
        """Write one line behind byte ``end``, the whole of it or nothing; what stood behind it is gone.

        Raises:
            CardtoolsError: ``file.unwritable``, and then the file ends at ``end``.
            KeyboardInterrupt: Where the user has asked to stop.
        """
        try:
            if interrupted.is_set():
                raise KeyboardInterrupt
            if os.fstat(self.handle).st_size > end:
                os.ftruncate(self.handle, end)
            _write_all(self.handle, line)
        except BaseException as error:
            with suppress(OSError):
                os.ftruncate(self.handle, end)
                os.fsync(self.handle)
            if isinstance(error, OSError):
                raise refuse("file.unwritable", path=self.path, why=reason(error)) from error
            raise

    def set_aside(self, torn: bytes, end: int) -> Path:
        """Move what stands behind the last whole line, which ends at byte ``end``, into a file of its own.

        Raises:
            CardtoolsError: ``session.torn-many`` where there are too many such files; ``file.unwritable``.
        """
        for n in range(1, _MOST_ASIDE + 1):
            aside = self.path.with_name(f"{self.path.name}.torn-{n}")
            try:
                other = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
            except FileExistsError:
                continue
            except OSError as error:
                raise refuse("file.unwritable", path=aside, why=reason(error)) from error
            try:
                _write_all(other, torn)
                _sync_folder(self.path.parent)
                os.ftruncate(self.handle, end)
                os.fsync(self.handle)
            except OSError as error:
                aside.unlink(missing_ok=True)
                raise refuse("file.unwritable", path=aside, why=reason(error)) from error
            finally:
                os.close(other)
            return aside
        raise refuse("session.torn-many", path=self.path, most=_MOST_ASIDE)


def _lock(handle: int, until: float, path: Path) -> None:
    import fcntl  # reading goes without it

    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() > until:
                raise refuse("session.busy", path=path, exit_code=1) from error
            time.sleep(_LOCK_POLL_S)
        except OSError as error:
            raise refuse("file.unwritable", path=path, why=reason(error)) from error
        else:
            return


def _same_file(handle: int, path: Path) -> bool:
    """Return whether the locked file still stands at ``path``; an editor may have put another in its place."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError as error:
        raise refuse("file.unreadable", path=path, why=reason(error)) from error


def _write_all(handle: int, content: bytes) -> None:
    """Write at once; only a full disk takes less, and then the second try says why."""
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]
    os.fsync(handle)


def _publish(draft: Path, path: Path, line: bytes) -> None:
    """Give a finished draft its name, unless something has it.

    Raises:
        FileExistsError: Where something stands at ``path``.
    """
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            _write_all(handle, line)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        finally:
            os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Sync a folder's names to the disk, where the system knows how."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
