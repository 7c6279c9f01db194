"""What may be written to: never a file that the run is made of, and only a name that says what is in it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from cardtools.errors import refuse
from cardtools.store.files import check_writable, same_file
from cardtools.store.output_folder import check_folder
from cardtools.store.printers import printers_file
from cardtools.store.project import NAME
from cardtools.store.workspace import shipped

PDF: Final = (".pdf",)
_STDIN: Final = "-"
_OF_DATA: Final = ("games", "print")
"""What of a data folder is data."""


def check_target(
    path: Path,
    endings: Sequence[str],
    sources: Iterable[Path | str | None] = (),
    data: Iterable[Path] = (),
) -> None:
    """Refuse, before any work, to write to ``path``.

    Args:
        path: The file to be written; a link is followed.
        endings: What its name may end in, and that of the file it leads to.
        sources: Files that are read; None and ``-`` stand for none.
        data: Data folders that are read.

    Raises:
        CardtoolsError: ``file.unwritable`` where it cannot be written, is one of ``sources``, a file of settings, of
            data or of our own, or has another ending.
    """
    check_writable(path)
    if any(source not in (None, _STDIN) and same_file(str(source), path) for source in sources):
        raise refuse("file.unwritable", path=path, wording="file.unwritable.source")
    check_needed(path, data)
    for named in (path, Path(os.path.realpath(path))):
        if named.suffix.lower() not in endings:
            raise refuse("file.unwritable", path=path, wording="file.unwritable.ending", endings=", ".join(endings))


def check_needed(path: Path, data: Iterable[Path] = ()) -> None:
    """Refuse a file that every run needs: settings, data, what came with the program.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    if not os.path.lexists(path):
        return
    settings = (Path(NAME), printers_file())
    if any(one is not None and same_file(one, path) for one in settings) or _lies_in_data(path, data):
        raise refuse("file.unwritable", path=path, wording="file.unwritable.needed")


def check_target_folder(
    folder: Path, names: Sequence[str] = (), sources: Iterable[Path | str | None] = (), pictures: Path | None = None
) -> None:
    """Refuse, before any work, to fill ``folder``; see check_folder.

    Args:
        folder: The folder to be filled.
        names: What will be written there, as far as that is known.
        sources: Files that are read; those that an earlier run of ours has written there would be lost.
        pictures: The user's folder of pictures.

    Raises:
        CardtoolsError: ``file.unwritable``, also where it is ``pictures`` itself.
    """
    earlier = check_folder(folder, names)
    if pictures is not None and same_file(pictures, folder):
        raise refuse("file.unwritable", path=folder, wording="file.unwritable.pictures")
    lost = {os.path.realpath(folder / name) for name in earlier}
    for source in sources:
        if source not in (None, _STDIN) and os.path.realpath(str(source)) in lost:
            raise refuse("file.unwritable", path=str(source), wording="file.unwritable.source")


def _lies_in_data(path: Path, data: Iterable[Path]) -> bool:
    """Return whether a file is data: of the user, unless it is a document put beside it, or ours."""
    real = Path(os.path.realpath(path))
    ours = (shipped("data"), shipped("templates"))
    theirs = [folder / part for folder in data for part in _OF_DATA] if real.suffix.lower() not in PDF else []
    return any(real.is_relative_to(os.path.realpath(folder)) for folder in (*ours, *theirs))
