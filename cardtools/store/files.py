"""Reading with a limit before any work, and writing whole files or none."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

from cardtools.errors import CardtoolsError, refuse

LIST_LIMIT: Final = 2_000_000
DATA_LIMIT: Final = 4_000_000
POOL_LIMIT: Final = 64_000_000
"""Largest files read, in bytes: far above anything real, far below what hurts."""


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the content of the file at ``path``.

    Raises:
        CardtoolsError: ``file.unreadable`` where it is missing, a folder, a device or forbidden;
            ``file.too-large`` where it is larger than ``limit`` bytes.
    """
    try:
        if path.is_dir():
            raise refuse("file.unreadable", path=path, wording="file.unreadable.folder")
        if path.exists() and not path.is_file():
            raise refuse("file.unreadable", path=path, wording="file.unreadable.special")
        with path.open("rb") as stream:
            content = stream.read(limit + 1)
    except FileNotFoundError as error:
        raise refuse("file.unreadable", path=path, wording="file.unreadable.missing") from error
    except (OSError, ValueError) as error:
        raise refuse("file.unreadable", path=path, why=reason(error)) from error
    if len(content) > limit:
        raise refuse("file.too-large", path=path, limit=limit // 1_000_000)
    return content


def write_whole(path: Path, content: bytes) -> None:
    """Put ``content`` at ``path``, the whole of it or nothing, even if the machine stops half-way.

    Raises:
        CardtoolsError: ``file.unwritable``; then the old file, if any, stands as it was.
    """
    name = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise refuse("file.unwritable", path=path, wording="file.unwritable.folder")
        if path.exists() and not path.is_file():
            raise refuse("file.unwritable", path=path, wording="file.unreadable.special")
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.", suffix=".part")
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)
        Path(name).replace(path)
    except OSError as error:
        raise refuse("file.unwritable", path=path, why=reason(error)) from error
    finally:
        if name:
            Path(name).unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """Refuse early, before minutes of work, where ``path`` cannot be written.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    folder = path.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if path.is_dir():
        raise refuse("file.unwritable", path=path, wording="file.unwritable.folder")
    if path.exists() and not path.is_file():
        raise refuse("file.unwritable", path=path, wording="file.unreadable.special")
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise refuse("file.unwritable", path=path, wording="file.unwritable.forbidden")


def reason(error: Exception) -> str:
    """Return the operating system's words for ``error``, without path or number."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


__all__ = [
    "DATA_LIMIT",
    "LIST_LIMIT",
    "POOL_LIMIT",
    "CardtoolsError",
    "check_writable",
    "read_bytes",
    "reason",
    "write_whole",
]
