"""Files that were sent with an order, kept in its folder under names that every system takes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from cardtools.store.files import write_whole
from cardtools.web.forms import Upload

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
