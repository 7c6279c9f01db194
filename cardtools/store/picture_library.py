"""Where pictures of users are looked for: by name in given folders, and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final

from cardtools.errors import refuse
from cardtools.model.finding import Finding, Location, Severity
from cardtools.names.folding import fold
from cardtools.store.files import kind_of, reason

ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif")
"""Kinds of pictures that are taken. SVG is none of them: it can run programs and name other files."""

_MOST_FILES: Final = 20_000
_SHOWN: Final = 80


@dataclass(frozen=True, slots=True)
class Hit:
    """The file that a card asks for, None where there is none; ``finding`` says what is wrong with it."""

    path: Path | None
    finding: Finding | None = None


class PictureFolder:
    """The pictures of a folder, by their name without case, accents, blanks, underscores, hyphens and ending."""

    def __init__(self, root: Path) -> None:
        """Take a folder.

        Raises:
            CardtoolsError: ``file.unreadable`` where it is none.
        """
        if kind_of(root) != "folder":
            raise refuse("file.unreadable", path=root, wording="file.unreadable.no-folder")
        self.root = root.resolve()

    @cached_property
    def _by_key(self) -> dict[str, list[str]]:
        try:
            names = sorted(entry.name for entry in islice(os.scandir(self.root), _MOST_FILES + 1))
        except OSError as error:
            raise refuse("file.unreadable", path=self.root, why=reason(error)) from error
        if len(names) > _MOST_FILES:
            raise refuse("print.picture-many", path=self.root, most=_MOST_FILES)
        by_key: dict[str, list[str]] = {}
        for name in names:
            if _ending(name) in ENDINGS:
                by_key.setdefault(key_of(name), []).append(name)
        return by_key

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all files that may be pictures.

        Raises:
            CardtoolsError: ``print.picture-many`` for over 20,000 entries.
        """
        return tuple(name for names in self._by_key.values() for name in names)

    def called(self, name: str) -> tuple[str, ...]:
        """Return the files of that name, several where more than one answers to it."""
        return tuple(self._by_key.get(key_of(name), ())) if key_of(name) else ()

    def within(self, written: str) -> Path | None:
        """Return the path of a file named relative to the folder, None where it would lie outside."""
        try:
            path = (self.root / written).resolve()
        except (OSError, ValueError, RuntimeError):
            return None
        return path if path.is_relative_to(self.root) else None


class PictureLibrary:
    """Where pictures are looked for.

    Args:
        images: The folder of pictures, where cards find theirs by id and by name too.
        beside: The folder of the table: cells of the column for pictures may name files there.
    """

    def __init__(self, images: Path | None, beside: Path | None = None) -> None:
        self._images = PictureFolder(images) if images is not None else None
        self._folders = [self._images] if self._images else []
        if beside is not None and (self._images is None or beside.resolve() != self._images.root):
            self._folders.append(PictureFolder(beside))

    def find(self, written: str, names: Sequence[str], location: Location) -> Hit:
        """Return the picture of a card: the one its cell names, else one called like its id or its name.

        Args:
            written: What the cell says: the name of a file, with its ending or without; empty for none.
            names: Id and name of the card, the first that finds a picture counts.
            location: The card's row.
        """
        if written:
            return self._named(written, location)
        for name in names if self._images else ():
            if self._images and (found := self._images.called(name)):
                return _single(self._images, found, name, location)
        return Hit(None)

    def knows(self, word: str) -> bool:
        """Return whether a word names a picture: by its ending, or by a file in the folder of pictures."""
        return names_picture(word) or bool(self._images and self._images.called(word))

    def unused(self, used: Collection[Path]) -> tuple[str, ...]:
        """Return the files of the folder of pictures that are not among those ``used``, sorted."""
        if self._images is None:
            return ()
        return tuple(sorted(name for name in self._images.names if self._images.within(name) not in used))

    def _named(self, written: str, location: Location) -> Hit:
        if _leads_out(written):
            return Hit(None, told("print.picture-outside", "error", written, location))
        ending = _ending(written)
        if ending and ending not in ENDINGS and not any(folder.called(written) for folder in self._folders):
            return Hit(None, told("print.picture-kind", "warning", written, location))
        near: tuple[str, ...] = ()
        for folder in self._folders:
            path = folder.within(written)
            if path is None:
                return Hit(None, told("print.picture-outside", "error", written, location))
            if ending in ENDINGS:
                if kind_of(path) != "missing":
                    return Hit(path)
                if (folder.root / written).is_symlink():
                    wording = "print.picture-missing.link"
                    return Hit(None, told("print.picture-missing", "warning", written, location, wording=wording))
                near = near or folder.called(written)
            elif found := folder.called(written):
                return _single(folder, found, written, location)
        return Hit(None, told("print.picture-missing", "warning", written, location, suggestions=near[:3]))


def names_picture(word: str) -> bool:
    """Return whether a word ends like the name of a picture, be it of a kind that is taken or SVG."""
    return _ending(word) in (*ENDINGS, ".svg")


def key_of(name: str) -> str:
    """Return what a picture is found by.

    >>> key_of("Tűz_Madár-2.PNG") == key_of("tuz madar 2")
    True
    """
    stem = name[: -len(ending)] if (ending := _ending(name)) in ENDINGS else name
    return "".join(char for char in fold(stem) if char not in " _-")


def told(
    code: str,
    severity: Severity,
    name: str,
    location: Location,
    *,
    wording: str | None = None,
    suggestions: tuple[str, ...] = (),
    **params: str | int,
) -> Finding:
    """Return a finding about the picture of a row."""
    return Finding(
        code=code,
        severity=severity,
        effect="none",
        wording=wording,
        params={"picture": name[:_SHOWN], **params},
        location=location,
        suggestions=suggestions,
    )


def _single(folder: PictureFolder, found: tuple[str, ...], name: str, location: Location) -> Hit:
    if len(found) > 1:
        return Hit(None, told("print.picture-ambiguous", "warning", name, location, suggestions=found[:3]))
    path = folder.within(found[0])  # a link may lead out of the folder
    if path is None:
        return Hit(None, told("print.picture-outside", "error", found[0], location))
    return Hit(path)


def _ending(written: str) -> str:
    suffix = PurePosixPath(written).suffix.lower()
    return suffix if suffix[1:].isalnum() else ""


def _leads_out(written: str) -> bool:
    """Return whether a name is an address, an absolute path of any system, or climbs out of its folder."""
    parts = PureWindowsPath(written)  # takes both slashes
    return bool(
        "://" in written
        or written.lower().startswith(("file:", "data:", "http:", "https:"))
        or parts.drive
        or parts.root
        or ".." in parts.parts
        or "\0" in written
        or written.startswith("~")
    )
