"""Folders of output: many files at once, all or none, with a list of ours, so that no stale file stays among them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.store.files import kind_of, read_bytes, reason
from cardtools.store.interrupts import interrupted
from cardtools.store.parts import part_folder

MANIFEST: Final = "cardtools-manifest.json"
_SCHEMA: Final = "cardtools.manifest/1"
_LIMIT: Final = 4_000_000
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")
"""Names of files that are ours: nothing that could lead out of the folder."""


def write_folder(folder: Path, names: Sequence[str], contents: Iterable[bytes]) -> None:
    """Fill ``folder`` with files and a manifest that lists them.

    Nothing in it changes before every content is there. Then the files of the last run that are not written again
    are removed: those, and only those, that its manifest lists.

    Args:
        folder: Where to; it is made if there is none.
        names: Plain names of files, all different.
        contents: What they hold, in the same order; taken one by one.

    Raises:
        CardtoolsError: ``file.unwritable``, also where a file of that name is there that no manifest of ours lists.
        KeyboardInterrupt: Where the user has asked to stop; then nothing has changed.
    """
    if len(set(names)) != len(names) or not all(_NAME.fullmatch(name) and name != MANIFEST for name in names):
        raise ValueError("names of files must be plain and different")  # a mistake of ours, never the user's
    earlier = check_folder(folder, names)
    made = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with part_folder(folder) as part:
            for name, content in zip(names, contents, strict=True):
                (part / name).write_bytes(content)
                if interrupted.is_set():
                    raise KeyboardInterrupt
            _move_in(folder, part, names, earlier)
    except OSError as error:
        raise refuse("file.unwritable", path=folder, why=reason(error)) from error
    finally:
        if made:
            with suppress(OSError):  # it holds what was wanted, or was never made
                folder.rmdir()


def check_folder(folder: Path, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names that an earlier manifest in ``folder`` lists; refuse early what could not be written.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    kind = kind_of(folder)
    if kind == "missing":
        above = folder.absolute()
        while not above.exists() and above != above.parent:
            above = above.parent
        if not above.is_dir() or not os.access(above, os.W_OK):
            raise refuse("file.unwritable", path=folder, wording="file.unwritable.forbidden")
        return ()
    if kind != "folder":
        raise refuse("file.unwritable", path=folder, wording="file.unwritable.no-folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise refuse("file.unwritable", path=folder, wording="file.unwritable.forbidden")
    earlier = _earlier(folder)
    foreign = [name for name in names if name not in earlier and os.path.lexists(folder / name)]
    foreign += [name for name in names if (folder / name).is_dir() and name not in foreign]
    if foreign:
        raise refuse("file.unwritable", path=folder / foreign[0], wording="file.unwritable.foreign")
    return earlier


def _earlier(folder: Path) -> tuple[str, ...]:
    """Return the files that the manifest in ``folder`` lists.

    Raises:
        CardtoolsError: ``file.unwritable`` for a manifest that is not ours or has been tampered with: nothing is
            removed on the word of such a one.
    """
    path = folder / MANIFEST
    if not os.path.lexists(path):
        return ()
    try:
        manifest = json.loads(read_bytes(path, _LIMIT))
        names = [entry["name"] for entry in manifest["files"]] if manifest["schema"] == _SCHEMA else [""]
    except (CardtoolsError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise refuse("file.unwritable", path=path, wording="file.unwritable.manifest") from error
    if not all(isinstance(name, str) and _NAME.fullmatch(name) and name != MANIFEST for name in names):
        raise refuse("file.unwritable", path=path, wording="file.unwritable.manifest")
    return tuple(names)


def _move_in(folder: Path, part: Path, names: Sequence[str], earlier: Sequence[str]) -> None:
    # Until all is done the manifest lists old and new files, so that none is ever left that nobody knows.
    _replace_manifest(folder, part, tuple(dict.fromkeys((*earlier, *names))))
    for name in names:
        (part / name).replace(folder / name)
    for name in earlier:
        stale = folder / name
        if name not in names and (stale.is_symlink() or stale.is_file()):
            stale.unlink()
    _replace_manifest(folder, part, tuple(names))


def _replace_manifest(folder: Path, part: Path, names: Sequence[str]) -> None:
    content = {"schema": _SCHEMA, "files": [{"name": name} for name in names]}
    (part / MANIFEST).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    (part / MANIFEST).replace(folder / MANIFEST)
