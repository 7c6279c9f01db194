"""Where data and templates lie: in a checkout, in an installed wheel, and in the user's own folders."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from cardtools.errors import refuse
from cardtools.store.files import kind_of

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def shipped(name: str) -> Path:
    """Return the folder ``data`` or ``templates`` that came with the program.

    Raises:
        CardtoolsError: ``data.missing-folder`` where the installation is broken.
    """
    for root in (_PACKAGE / "_shipped", _PACKAGE.parent):
        folder = root / name
        if folder.is_dir():
            return folder
    raise refuse("data.missing-folder", name=name)


def data_folders(chosen: Path | None = None) -> tuple[Path, ...]:
    """Return the data folders, the user's before the shipped one: ``--data``, else ``CARDTOOLS_DATA``.

    Raises:
        CardtoolsError: ``file.unreadable`` where the user's folder does not exist.
    """
    named = chosen or (Path(os.environ["CARDTOOLS_DATA"]) if os.environ.get("CARDTOOLS_DATA") else None)
    if named is None:
        return (shipped("data"),)
    if kind_of(named) != "folder":
        raise refuse("file.unreadable", path=named, wording="file.unreadable.no-folder")
    return (named, shipped("data"))
