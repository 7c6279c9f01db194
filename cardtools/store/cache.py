"""The cache: what was made once and can be made again, under ``$XDG_CACHE_HOME/cardtools``.

It may be deleted at any time and used by several runs at once. Whatever is wrong with it, work goes on without it:
nothing read from it is believed without its checksum, and nothing in it is ever run.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

CACHE_LIMIT: Final = 256_000_000
"""Bytes that the cache may hold; what was not used for longest goes first."""
ENTRY_LIMIT: Final = 64_000_000
"""Bytes of a single entry; larger ones are not kept."""

_NAME: Final = re.compile(r"[a-z]+-[0-9a-f]{16,64}")
_OPENING: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""No link is followed, and no pipe put in the place of an entry is waited for."""
_CHECKSUM_BYTES: Final = 32
_MARK: Final = b"cardtools cache 1\n"


class Cache:
    """Entries by name.

    Args:
        folder: Where they are; None keeps nothing.
        limit: Bytes of all of them.
        believed: Whether what is there is given out; else it is only written anew.
    """

    def __init__(self, folder: Path | None, limit: int = CACHE_LIMIT, *, believed: bool = True) -> None:
        self.folder = folder
        self._limit = limit
        self._believed = believed
        self._spare = -1
        """Bytes that may be written before it is looked again whether there is room."""

    @classmethod
    def of_user(cls, *, believed: bool = True) -> Cache:
        """Return the user's cache; where their folder cannot be written, one in a temporary place, else none."""
        for folder in _places():
            if _is_ours(folder):
                return cls(folder, believed=believed)
        return cls(None)

    def get(self, name: str) -> bytes | None:
        """Return the content of an entry, None where there is none or it is damaged; then it is removed."""
        path = self._path(name)
        if path is None or not self._believed:
            return None
        try:
            descriptor = os.open(path, _OPENING)
            with os.fdopen(descriptor, "rb") as stream:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    return None
                stored = stream.read(ENTRY_LIMIT + 1024)
        except OSError:
            return None
        head = len(_MARK) + _CHECKSUM_BYTES
        content = stored[head:]
        if stored[:head] != _MARK + _checksum(name, content):
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):
            os.utime(path)
        return content

    def put(self, name: str, content: bytes) -> None:
        """Keep an entry, the whole of it or nothing; where that cannot be, nothing happens."""
        path = self._path(name)
        if path is None or len(content) > min(ENTRY_LIMIT, self._limit):
            return
        part = ""
        try:
            descriptor, part = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(_MARK + _checksum(name, content) + content)
            Path(part).replace(path)
            self._spare -= len(content)
            if self._spare < 0:
                self._make_room()
        except OSError:
            with suppress(OSError):
                Path(part).unlink(missing_ok=True)

    def size(self) -> tuple[int, int]:
        """Return how many entries there are, and their bytes; nothing where the folder cannot be read."""
        with suppress(OSError):
            sizes = [size for _, size, _ in self._entries()]
            return len(sizes), sum(sizes)
        return 0, 0

    def _make_room(self) -> None:
        """Remove the entries that were used least lately until the rest fits, and what interrupted runs left."""
        entries = sorted(self._entries(), reverse=True)
        total = kept = 0
        newest = entries[0][0] if entries else 0.0
        for used, size, path in entries:
            total += size
            abandoned = path.suffix == ".part" and newest - used > _ABANDONED_S
            if total > self._limit or abandoned:
                with suppress(OSError):
                    path.unlink()
                    continue
            kept += size
        self._spare = (self._limit - kept) // 2  # other runs write, too

    def _entries(self) -> Iterator[tuple[float, int, Path]]:
        if self.folder is None:
            return
        with os.scandir(self.folder) as found:
            for entry in found:
                with suppress(OSError):
                    facts = entry.stat(follow_symlinks=False)
                    if stat.S_ISREG(facts.st_mode) and (_NAME.fullmatch(entry.name) or entry.name.endswith(".part")):
                        yield facts.st_mtime, facts.st_size, Path(entry.path)

    def _path(self, name: str) -> Path | None:
        if _NAME.fullmatch(name) is None:
            raise ValueError(name)
        return None if self.folder is None else self.folder / name


_ABANDONED_S: Final = 3600.0
"""Age in seconds from which a file half written is taken for one that nobody will finish."""


def _checksum(name: str, content: bytes) -> bytes:
    # The name goes in, so that an entry put under another's name is found out.
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


def _places() -> Iterator[Path]:
    base = os.environ.get("XDG_CACHE_HOME", "")
    if base and Path(base).is_absolute():
        yield Path(base) / "cardtools"
    else:
        with suppress(RuntimeError):
            yield Path.home() / ".cache" / "cardtools"
    user = os.getuid() if hasattr(os, "getuid") else "user"
    with suppress(OSError):
        yield Path(tempfile.gettempdir()) / f"cardtools-{user}"


def is_temporary(folder: Path) -> bool:
    """Return whether a cache lies in the temporary place that serves where the user's own folder cannot be used."""
    return folder != next(_places(), folder)


def _is_ours(folder: Path) -> bool:
    """Make ``folder`` where it is missing; tell whether it is a folder that this user alone can write."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        facts = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(facts.st_mode) or not os.access(folder, os.W_OK | os.X_OK):
        return False
    if hasattr(os, "getuid"):
        return facts.st_uid == os.getuid() and not facts.st_mode & 0o022
    return True
