"""Reading with a limit before any work, and writing whole files or none."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final, Literal

from cardtools.errors import CardtoolsError, refuse
from cardtools.store.interrupts import interrupted
from cardtools.store.parts import part_file

LIST_LIMIT: Final = 2_000_000
DATA_LIMIT: Final = 4_000_000
POOL_LIMIT: Final = 64_000_000
"""Largest files read, in bytes: far above anything real, far below what hurts."""

_DEVICES: Final = ("/dev/", "/proc/", "/sys/")


def kind_of(path: Path) -> Literal["file", "folder", "other", "missing"]:
    """Return what stands at ``path``, links followed.

    Raises:
        CardtoolsError: ``file.unreadable`` where the system does not tell: forbidden, too long, a ring of links.
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return "missing"
    except (OSError, ValueError) as error:
        raise refuse("file.unreadable", path=path, why=reason(error)) from error
    return "folder" if stat.S_ISDIR(mode) else "file" if stat.S_ISREG(mode) else "other"


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the content of the file at ``path``.

    Raises:
        CardtoolsError: ``file.unreadable`` where it is missing, a folder, a device or forbidden;
            ``file.too-large`` where it is larger than ``limit`` bytes.
    """
    kind = kind_of(path)
    if kind != "file":
        wording = {
            "folder": "file.unreadable.folder",
            "other": "file.unreadable.special",
            "missing": "file.unreadable.missing",
        }[kind]
        raise refuse("file.unreadable", path=path, wording=wording)
    try:
        with path.open("rb") as stream:
            content = stream.read(limit + 1)
    except OSError as error:
        raise refuse("file.unreadable", path=path, why=reason(error)) from error
    if len(content) > limit:
        raise too_large(path, limit)
    return content


def too_large(path: Path | str, limit: int, exit_code: int = 2) -> CardtoolsError:
    """Return what is told of a file that is larger than ``limit`` bytes."""
    return refuse("file.too-large", path=path, limit=f"{limit / 1_000_000:g}", exit_code=exit_code)


def write_whole(path: Path, content: bytes) -> None:
    """Put ``content`` at ``path``, the whole of it or nothing, even if the machine stops half-way.

    A link is followed: the file it names is written, and the link stays.

    Raises:
        CardtoolsError: ``file.unwritable``; then the old file, if any, stands as it was.
        KeyboardInterrupt: Where the user has asked to stop.
    """
    check_writable(path)
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        with part_file(target.parent) as (handle, part):
            with os.fdopen(handle, "wb", closefd=False) as stream:
                stream.write(content)
                stream.flush()
                os.fsync(handle)
            mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
            part.chmod(mode)
            if interrupted.is_set():
                raise KeyboardInterrupt
            part.replace(target)
    except OSError as error:
        raise refuse("file.unwritable", path=path, why=reason(error)) from error


def check_writable(path: Path) -> None:
    """Refuse early, before minutes of work, where ``path`` cannot be written.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    if str(path) == "-" or str(path.absolute()).startswith(_DEVICES):
        raise refuse("file.unwritable", path=path, wording="file.unreadable.special")
    try:
        kind = kind_of(path)
        folder = path.resolve().parent
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
    except CardtoolsError as error:
        raise refuse("file.unwritable", path=path, why=str(error.findings[0].params["why"])) from error
    except (OSError, ValueError, RuntimeError) as error:
        raise refuse("file.unwritable", path=path, why=reason(error)) from error
    if path.is_symlink() and not os.path.exists(os.path.dirname(os.path.realpath(path))):  # noqa: PTH110, PTH120 - pathlib has no realpath that never fails
        folder_name = os.path.dirname(os.path.realpath(path))[:200]  # noqa: PTH120 - a path too long is none, too
        raise refuse("file.unwritable", path=path, wording="file.unwritable.missing-folder", folder=folder_name)
    if kind == "folder":
        raise refuse("file.unwritable", path=path, wording="file.unwritable.folder")
    if kind == "other":
        raise refuse("file.unwritable", path=path, wording="file.unreadable.special")
    forbidden = kind == "file" and not os.access(path, os.W_OK)
    if forbidden or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise refuse("file.unwritable", path=path, wording="file.unwritable.forbidden")


def same_file(one: Path | str, other: Path | str) -> bool:
    """Return whether two paths lead to one place, links followed; a ring of links leads nowhere and raises nothing.

    Two names of one file are one place, too, such as those that differ in case only where the system takes no care.

    >>> same_file("a/../b", "b")
    True
    """
    if os.path.realpath(one) == os.path.realpath(other):
        return True
    try:
        return Path(one).samefile(other)
    except (OSError, ValueError):
        return False


def reason(error: Exception) -> str:
    """Return the operating system's words for ``error``, without path or number."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
