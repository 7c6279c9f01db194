"""Files that were sent with an order, kept in its folder under names that every system takes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from cardtools.store.files import read_bytes, write_whole
from cardtools.web.forms import Upload
from cardtools.web.print_order import FileField

FILE_BYTES: Final = 20_000_000
"""The largest file that may be sent, a picture; tables and lists have limits of their own."""

_LONGEST_STEM: Final = 60
_LONGEST_ENDING: Final = 8


def keep_files(folder: Path, uploads: Sequence[Upload]) -> tuple[Path, ...]:
    """Write files that were sent into a folder of ours, under names of their own.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    taken: set[str] = set()
    paths: list[Path] = []
    for upload in uploads:
        name = file_name(upload.name, taken)
        taken.add(name.casefold())
        paths.append(folder / name)
        write_whole(paths[-1], upload.content)
    return tuple(paths)


def with_those_before(field: FileField, chosen: Sequence[Upload], before: Sequence[Path]) -> tuple[Upload, ...]:
    """Return the files of a field: those chosen now, and of several those sent before that none of them replaces.

    Raises:
        CardtoolsError: ``file.unreadable``, ``file.too-large`` for more than 20 MB.
    """
    if chosen and field.most == 1:
        return tuple(chosen)
    named = {file_name(one.name).casefold() for one in chosen}
    kept = (path for path in before if path.name.casefold() not in named)
    return (*(Upload(path.name, read_bytes(path, FILE_BYTES)) for path in kept), *chosen)


def file_name(sent: str, taken: Collection[str] = ()) -> str:
    """Return a name that every system takes for a file, like the one that was sent, and not yet ``taken``.

    >>> file_name("Sárkány 1.png"), file_name("../.x;rm.csv"), file_name("a.txt", {"a.txt"})
    ('Sárkány 1.png', 'x_rm.csv', 'a-2.txt')
    """
    plain = "".join(
        char if char.isalnum() or char in " -_.()" else "_" for char in sent.replace("\\", "/").split("/")[-1]
    )
    stem, dot, ending = plain.strip(". ").rpartition(".")
    stem, ending = (stem, f".{ending[:_LONGEST_ENDING]}") if dot else (ending, "")
    stem = stem.strip(". ")[:_LONGEST_STEM] or "file"
    name, number = f"{stem}{ending}", 2
    while name.casefold() in taken:
        name, number = f"{stem}-{number}{ending}", number + 1
    return name
