"""What the program finds here: libraries, fonts, folders, settings, and whether a page can be printed.

Each check stands on its own: whatever one finds wrong, the others are made all the same.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Final, Literal

from cardtools import __version__
from cardtools.app.desk import Desk
from cardtools.errors import CardtoolsError
from cardtools.store.cache import CACHE_LIMIT, Cache, is_temporary
from cardtools.store.catalog import Catalog
from cardtools.store.files import check_writable
from cardtools.store.printers import known_printers, printers_file
from cardtools.store.project import NAME, Project, read_project, settings_of
from cardtools.store.workspace import data_folders, shipped
from cardtools.words.catalog import Words

Status = Literal["ok", "warning", "problem"]
Params = dict[str, str | int]

LETTERS: Final = "ő×–"
"""Letters that our texts are full of and that old encodings lack."""
LEAST_PYTHON: Final = (3, 11)
INSTALL: Final = "pip install --force-reinstall cardtools"
PANGO: Final = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
_OUTPUT: Final = Path("output/doctor.pdf")
_FONT_HEADS: Final = (b"\0\1\0\0", b"OTTO", b"true")


@dataclass(frozen=True, slots=True)
class Checkup:
    """One thing that was looked at; its words are those of ``doctor.<id>``, or of ``doctor.<id>.<wording>``.

    Attributes:
        id: What was looked at, such as ``fonts``.
        status: ``problem`` is what makes printing fail.
        params: What the words fill in.
    """

    id: str
    status: Status = "ok"
    wording: str = ""
    params: Mapping[str, str | int] = field(default_factory=dict)

    def message(self, words: Words) -> str:
        """Return what was found."""
        return words.text(f"doctor.{self.id}.{self.wording}" if self.wording else f"doctor.{self.id}", **self.params)

    def hint(self, words: Words) -> str | None:
        """Return what to do about it; None where all is well, or where another line says it."""
        if self.status == "ok" or self.wording == "not-tried":
            return None
        about = "packages" if self.wording == "package" else self.id
        return words.text(f"doctor.hint.{about}", **self.params)


def examine(words: Words, data: Path | None = None, encoding: str = "utf-8") -> tuple[Checkup, ...]:
    """Look at everything, and return what was found, in the order it is told.

    Args:
        words: The language in which errors are told.
        data: The data folder that a flag names, if one does.
        encoding: What the terminal is written in.
    """
    needed = (_python(), _packages(), _libraries(words), _fonts())
    able = all(one.status != "problem" for one in needed)
    project, told = _project(words)
    return (
        *needed,
        told,
        *_data(words, data, project),
        _cache(),
        _printers(words),
        *_language(words, encoding),
        _folder(words),
        _print(words) if able else Checkup("print", "problem", "not-tried"),
    )


def _why(error: Exception, words: Words) -> str:
    """Return an error in one line, with the file that it is about."""
    if not isinstance(error, CardtoolsError):
        return f"{type(error).__name__}: {error}".splitlines()[0][:200]
    one = error.findings[0]
    place = ":".join(str(part) for part in (one.location.path, one.location.line) if part)
    return ": ".join(filter(None, (place, words.message(one))))


def _python() -> Checkup:
    params: Params = {
        "version": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "least": ".".join(map(str, LEAST_PYTHON)),
    }
    old = sys.version_info < LEAST_PYTHON
    return Checkup("python", "problem" if old else "ok", "old" if old else "", params)


def _packages() -> Checkup:
    """Look for the packages that the program declares, by their names alone: pip keeps the versions right."""
    try:
        declared = [one for one in metadata.requires("cardtools") or () if "extra ==" not in one]
    except metadata.PackageNotFoundError:  # run from its folder, installed nowhere
        return Checkup("packages", "warning", "missing", {"names": "cardtools", "command": INSTALL})
    names = [match.group() for one in declared if (match := re.match(r"[\w.-]+", one))]
    missing = [name for name in names if not _is_installed(name)]
    params: Params = {"count": len(names), "names": ", ".join(missing), "command": INSTALL}
    return Checkup("packages", "problem" if missing else "ok", "missing" if missing else "", params)


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _libraries(words: Words) -> Checkup:
    try:
        from cardtools.render.libraries import libraries

        found = libraries()
    except CardtoolsError as error:
        return Checkup("libraries", "problem", "missing", {"why": _why(error, words), "command": PANGO})
    except Exception as error:  # noqa: BLE001 - whatever a library fails with when it is loaded, that is the finding
        return Checkup("libraries", "problem", "package", {"why": _why(error, words), "command": INSTALL})
    params: Params = {"weasyprint": found.weasyprint, "pango": found.pango, "command": PANGO}
    return Checkup("libraries", "ok" if found.subset else "warning", "" if found.subset else "subset", params)


def _fonts() -> Checkup:
    try:
        from cardtools.render.fonts import FONTS, font_folders
    except ImportError as error:
        return Checkup("fonts", "problem", "missing", {"names": error.name or str(error), "command": INSTALL})
    bad = [font.path.name for font in FONTS if not _is_font(font.path)]
    folders = ", ".join(str(folder) for folder in font_folders())
    params: Params = {"count": len(FONTS), "folders": folders, "names": ", ".join(bad), "command": INSTALL}
    return Checkup("fonts", "problem" if bad else "ok", "missing" if bad else "", params)


def _is_font(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(4) in _FONT_HEADS
    except OSError:
        return False


def _project(words: Words) -> tuple[Project, Checkup]:
    """Return the settings of the working folder, none where they are broken, and what is to be said of them."""
    try:
        project = read_project()
        there = Path(NAME).exists()
    except (CardtoolsError, OSError) as error:
        return Project(), Checkup("project", "problem", "broken", {"why": _why(error, words)})
    said = project.model_dump(mode="json", exclude_defaults=True)
    told = ", ".join(f"{key}: {', '.join(one) if isinstance(one, list) else one}" for key, one in said.items())
    wording = "" if said else "empty" if there else "none"
    return project, Checkup("project", wording=wording, params={"settings": told})


def _data(words: Words, flag: Path | None, project: Project) -> Iterator[Checkup]:
    """Yield a line for each data folder in force, and where it was named: flag, variable, settings, package."""
    set_here = settings_of(project).get("data")
    named = "flag" if flag else "environment" if os.environ.get("CARDTOOLS_DATA") else "project" if set_here else None
    try:
        folders = data_folders(flag or (Path(str(set_here)) if named == "project" else None))
        own = shipped("data")
        for folder in folders:
            games = len(Catalog((folder,)).game_ids())
            wording = "package" if folder == own or named is None else named
            empty = not games and not (folder / "print").is_dir()
            params: Params = {"path": str(folder), "count": games}
            yield Checkup("data", "warning" if empty else "ok", "empty" if empty else wording, params)
    except CardtoolsError as error:
        yield Checkup("data", "problem", "broken", {"why": _why(error, words)})


def _cache() -> Checkup:
    cache = Cache.of_user()
    if cache.folder is None:
        return Checkup("cache", "warning", "none")
    count, size = cache.size()
    params: Params = {
        "path": str(cache.folder),
        "count": count,
        "mb": f"{size / 1e6:.1f}",
        "most": CACHE_LIMIT // 1_000_000,
    }
    elsewhere = is_temporary(cache.folder)
    return Checkup("cache", "warning" if elsewhere else "ok", "temporary" if elsewhere else "", params)


def _printers(words: Words) -> Checkup:
    path = str(printers_file() or "–")
    try:
        kept = known_printers()
    except CardtoolsError as error:
        return Checkup("printers", "warning", "broken", {"why": _why(error, words), "path": path})
    names = ", ".join(one.name for one in kept)
    return Checkup("printers", wording="" if kept else "none", params={"names": names, "path": path})


def _language(words: Words, encoding: str) -> Iterator[Checkup]:
    """Yield what the terminal and names of files are written in."""
    params: Params = {"language": words.language, "encoding": encoding, "letters": "ő"}
    lacking = not _can_write(encoding)
    yield Checkup("language", "warning" if lacking else "ok", "encoding" if lacking else "", params)
    if not _can_write(files := sys.getfilesystemencoding()):
        yield Checkup("language", "warning", "files", {**params, "encoding": files})


def _can_write(encoding: str) -> bool:
    try:
        LETTERS.encode(encoding)
    except (UnicodeError, LookupError):
        return False
    return True


def _folder(words: Words) -> Checkup:
    params: Params = {"path": str(_OUTPUT.parent.absolute())}
    try:
        check_writable(_OUTPUT)
    except CardtoolsError as error:
        return Checkup("folder", "problem", "forbidden", {**params, "why": words.message(error.findings[0])})
    return Checkup("folder", params=params)


def _print(words: Words) -> Checkup:
    """Print the calibration pages with the shipped data into a temporary folder, and read them back from there."""
    try:
        from cardtools.app.print_calibration import print_calibration
        from cardtools.render.preflight import check_fonts, check_pages

        desk = Desk(Catalog((shipped("data"),)), Words("en"))
        with tempfile.TemporaryDirectory(prefix="cardtools-") as folder:
            printed = print_calibration(desk, Path(folder) / "doctor.pdf")
            pdf = printed.path.read_bytes()
        for finding in (*check_fonts(pdf), *check_pages(pdf, printed.pages)):
            raise CardtoolsError(finding)
    except Exception as error:  # noqa: BLE001 - that it fails, and how, is what is asked here
        return Checkup("print", "problem", "failed", {"why": _why(error, words)})
    return Checkup("print", params={"pages": printed.pages})
