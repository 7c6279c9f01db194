"""Pictures of users made ready for print.

A prepared picture is upright, RGB or grey in eight bits (with its transparency), no larger than its print needs, and
named after its content: one picture on many cards is one file. Prepared pictures lie in a private folder, the only one
that a renderer may read, which is gone when the run ends.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cardtools.errors import refuse
from cardtools.model.finding import Finding, Location
from cardtools.store.files import reason
from cardtools.store.parts import part_folder
from cardtools.store.picture_library import told

_BYTES: Final = 200_000_000
_LOW: Final = 2 / 3
"""Share of the asked resolution below which a picture is told to be coarse."""
_MUCH: Final = 0.6
"""Share of a picture that must be printed, or it is told that much is cut off."""
_MM_PER_INCH: Final = 25.4
_OPENING: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class Box:
    """Where a picture is printed, in millimetres; ``fills`` cuts it to the box's shape, about its middle."""

    width_mm: float
    height_mm: float
    fills: bool = True


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture ready for print.

    Attributes:
        path: The prepared file, in the private folder.
        ppi: Its real resolution on the card, in pixels an inch.
        kept: The share of its area that is printed; the rest is cut off at its edges.
    """

    path: Path
    ppi: float
    kept: float = 1.0


class PictureError(Exception):
    """There is no picture in a file.

    Attributes:
        why: broken, missing, folder, special, large (the file) or pixels (the picture in it).
        params: What is said of it: of too many pixels how many there are, and how many may be.
    """

    def __init__(self, why: str, **params: str | int) -> None:
        super().__init__(why)
        self.why = why
        self.params = params


class PictureDesk:
    """Makes pictures ready for print, each once; ``folder`` holds the prepared ones."""

    def __init__(self, folder: Path, dpi: int = 300) -> None:
        self.folder = folder
        self._dpi = dpi
        self._ready: dict[tuple[Path, Box], Picture | Finding] = {}

    def prepare(self, path: Path, box: Box, location: Location) -> Picture | Finding:
        """Return the picture at ``path`` for ``box``, or the finding that says why there is none."""
        key = (path, box)
        if key not in self._ready:
            self._ready[key] = self._prepared(path, box, location)
        return self._ready[key]

    def remarks(self, picture: Picture, name: str, location: Location) -> tuple[Finding, ...]:
        """Return a warning for a picture that prints coarse, and a word about one of which much is cut off."""
        findings: list[Finding] = []
        if picture.ppi < self._dpi * _LOW:
            ppi = round(picture.ppi)
            findings.append(told("print.picture-low", "warning", name, location, ppi=ppi, dpi=self._dpi))
        if picture.kept < _MUCH:
            percent = round(100 * (1 - picture.kept))
            findings.append(told("print.picture-cut", "info", name, location, percent=percent))
        return tuple(findings)

    def _prepared(self, path: Path, box: Box, location: Location) -> Picture | Finding:
        from cardtools.store.picture_files import prepare

        inches = (box.width_mm / _MM_PER_INCH, box.height_mm / _MM_PER_INCH)
        width, height = (max(1, round(inch * self._dpi)) for inch in inches)
        try:
            ready = prepare(read_picture(path), (width, height), fills=box.fills)
        except PictureError as error:
            wording = f"print.picture-broken.{error.why}"
            finding = told("print.picture-broken", "warning", path.name, location, wording=wording)
            return finding.model_copy(update={"params": {**finding.params, **error.params}})
        target = self.folder / f"{hashlib.sha256(ready.content).hexdigest()[:32]}{ready.ending}"
        if not target.exists():
            try:
                target.write_bytes(ready.content)
            except OSError as error:
                raise refuse("file.unwritable", path=self.folder, why=reason(error)) from error
        ppi = min(ready.source_px[0] / inches[0], ready.source_px[1] / inches[1])
        return Picture(target, max(1.0, ppi), ready.kept)


@contextmanager
def picture_desk(dpi: int = 300) -> Iterator[PictureDesk]:
    """Lend a desk whose folder is private to this user and removed afterwards."""
    with part_folder(Path(tempfile.gettempdir()), "cardtools-pictures-", "") as folder:
        yield PictureDesk(folder.resolve(), dpi)


def read_picture(path: Path) -> bytes:
    """Return the content of an ordinary file; a link that was put in its place since it was found is not followed.

    Raises:
        PictureError: For what is missing, forbidden, a folder, a device or larger than 200 MB.
    """
    try:
        handle = os.open(path, _OPENING)
    except OSError as error:
        raise PictureError("missing") from error
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        raise PictureError("folder" if stat.S_ISDIR(mode) else "special")
    with os.fdopen(handle, "rb") as stream:
        content = stream.read(_BYTES + 1)
    if len(content) > _BYTES:
        raise PictureError("large")
    return content
