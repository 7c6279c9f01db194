"""Which orders of the print room are kept, how large they are, and what was sent with them."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from cardtools.store.files import write_whole
from cardtools.web.print_worker import PDF, REPORT, ZIP

ABOUT: Final = "about.json"
SENT: Final = "sent"
GONE: Final = "gone"
"""Stands beside what was ordered where nothing else of an order is kept."""
MOST_KEPT: Final = 60
MOST_BYTES: Final = 200_000_000
_FRESH: Final = 6
"""The last orders, which stay even where nothing came of them: their files may be wanted again at once."""
_MOST_NAMED: Final = 300
"""The most orders that are gone and still known by name."""


def kept_orders(prints: Path) -> list[Path]:
    """Return the folders of the orders that are kept, the last one first."""
    return [folder for folder in _orders(prints) if not (folder / GONE).is_file()]


def make_room(prints: Path, going: Collection[str]) -> None:
    """Let orders go that are too many, or too large together, with one more: those first of which nothing came.

    Of an order that goes it stays known what it was, so that it can be made again.

    Args:
        prints: The folder of all orders.
        going: Names of those that are not finished; they stay.
    """
    folders = kept_orders(prints)
    late = {folder.name for folder in folders[:_FRESH]} | set(going)
    taken = 0
    for number, folder in enumerate(sorted(folders, key=lambda one: one.name not in late and not _is_made(one)), 2):
        taken += size_of(folder)
        if (number > MOST_KEPT or taken > MOST_BYTES) and folder.name not in going:
            _let_go(folder)
    gone = [folder for folder in _orders(prints) if (folder / GONE).is_file()]
    for folder in gone[_MOST_NAMED:]:
        shutil.rmtree(folder, ignore_errors=True)


def size_of(folder: Path) -> int:
    """Return how many bytes the files in a folder have, 0 where there is none."""
    sizes = 0
    for path in folder.rglob("*"):
        with suppress(OSError):  # gone meanwhile, as a picture that another process is making
            sizes += path.stat().st_size if path.is_file() else 0
    return sizes


def sent_files(folder: Path) -> Mapping[str, tuple[Path, ...]]:
    """Return the files that were sent with an order, by the name of their field, in the order they came."""
    fields = sorted((folder / SENT).iterdir()) if (folder / SENT).is_dir() else []
    return {field.name: tuple(sorted(field.iterdir(), key=_came)) for field in fields}


def _came(path: Path) -> tuple[int, str]:
    return path.stat().st_mtime_ns, path.name


def _orders(prints: Path) -> list[Path]:
    found = [path for path in prints.iterdir() if (path / ABOUT).is_file()] if prints.is_dir() else []
    return sorted(found, key=lambda one: -one.stat().st_mtime_ns)


def _is_made(folder: Path) -> bool:
    return (folder / REPORT).is_file() and any((folder / name).is_file() for name in (PDF, ZIP))


def _let_go(folder: Path) -> None:
    write_whole(folder / GONE, b"")
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name not in (ABOUT, GONE):
            with suppress(OSError):
                path.unlink()
