"""Kept evenings written: one whole line at a time, by one writer at a time.

A line is written with its end, synced to the disk, and under a lock that is held over reading, checking and
appending, so that writers never mix and a crash loses at most the line being written. A torn last line is set aside
into a file of its own before anything is appended.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cardtools.errors import refuse
from cardtools.model.session import SCHEMA
from cardtools.store.files import check_writable, kind_of, read_bytes, reason
from cardtools.store.interrupts import interrupted
from cardtools.store.parts import part_file
from cardtools.store.sessions import FILE_LIMIT, SessionLog, Torn, encode_line, parse_log

_LOCK_WAIT_S: Final = 20.0
_LOCK_POLL_S: Final = 0.02
_MOST_ASIDE: Final = 9999


@dataclass(frozen=True, slots=True)
class Appended:
    """A file after an event was appended; ``aside`` is where a torn line ``torn`` was moved to."""

    log: SessionLog
    torn: Torn | None = None
    aside: Path | None = None


def create(path: Path, event: Mapping[str, Any]) -> SessionLog:
    """Begin an evening in a file that does not exist yet, with its first event whole or not at all.

    Raises:
        CardtoolsError: ``session.exists``, or ``file.unwritable``.
    """
    check_writable(path)
    line = encode_line({"schema": SCHEMA, "seq": 1, **event}, path)
    log = parse_log(line, path)
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
    except FileExistsError as error:
        raise refuse("session.exists", path=path, exit_code=2) from error
    except OSError as error:
        raise refuse("file.unwritable", path=path, why=reason(error)) from error
    return log


def append(path: Path, decide: Callable[[SessionLog], Mapping[str, Any]]) -> Appended:
    """Append the event that ``decide`` makes of the file as it stands; where it refuses, nothing is changed.

    Raises:
        CardtoolsError: What ``decide`` raises; ``session.full-file`` or ``session.long`` beyond the limits;
            ``session.busy`` where another program keeps the file locked; ``file.unwritable``, and then the file
            is as it was before.
    """
    if kind_of(path) != "file":
        read_bytes(path, FILE_LIMIT)  # says what is wrong
    check_writable(path)
    with _locked(path) as handle:
        content = _content(handle, path)
        log = parse_log(content, path)
        line = encode_line({"seq": len(log.events) + 1, **decide(log)}, path)
        end = log.torn.offset if log.torn else len(content)
        if end + len(line) > FILE_LIMIT:
            raise refuse("session.full-file", path=path, limit=FILE_LIMIT // 1_000_000, exit_code=1)
        after = parse_log(content[:end] + line, path)
        aside = _set_aside(handle, path, content[end:], end) if log.torn else None
        _append_line(handle, line, end, path)
    return Appended(after, log.torn, aside)


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Open the file for appending and hold its lock, for this program alone."""
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
                yield handle
                return
        finally:
            os.close(handle)  # lets the lock go, too


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


def _content(handle: int, path: Path) -> bytes:
    try:
        with os.fdopen(handle, "rb", closefd=False) as stream:
            content = stream.read(FILE_LIMIT + 1)
    except OSError as error:
        raise refuse("file.unreadable", path=path, why=reason(error)) from error
    if len(content) > FILE_LIMIT:
        raise refuse("file.too-large", path=path, limit=FILE_LIMIT // 1_000_000)
    return content


def _set_aside(handle: int, path: Path, torn: bytes, end: int) -> Path:
    """Move what stands behind the last whole line, which ends at byte ``end``, into a file of its own."""
    for n in range(1, _MOST_ASIDE + 1):
        aside = path.with_name(f"{path.name}.torn-{n}")
        try:
            other = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        except FileExistsError:
            continue
        except OSError as error:
            raise refuse("file.unwritable", path=aside, why=reason(error)) from error
        try:
            _write_all(other, torn)
            _sync_folder(path.parent)
            os.ftruncate(handle, end)
            os.fsync(handle)
        except OSError as error:
            aside.unlink(missing_ok=True)
            raise refuse("file.unwritable", path=aside, why=reason(error)) from error
        finally:
            os.close(other)
        return aside
    raise refuse("session.torn-many", path=path, most=_MOST_ASIDE)


def _append_line(handle: int, line: bytes, end: int, path: Path) -> None:
    """Write one line behind byte ``end``, the whole of it or nothing."""
    try:
        if interrupted.is_set():
            raise KeyboardInterrupt
        _write_all(handle, line)
    except BaseException as error:
        with suppress(OSError):
            os.ftruncate(handle, end)
            os.fsync(handle)
        if isinstance(error, OSError):
            raise refuse("file.unwritable", path=path, why=reason(error)) from error
        raise


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
