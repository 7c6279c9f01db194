"""The file ``cardtools.yaml`` of a folder: what its commands need not be told each time.

It is looked for in the working folder alone. A file somewhere above would change what a command does without being
seen, and in shared folders such as ``/tmp`` it would be a stranger's.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from cardtools.errors import CardtoolsError
from cardtools.model.base import Id, Language, Model
from cardtools.model.game import GameId
from cardtools.model.printers import PrinterName
from cardtools.store.files import kind_of
from cardtools.store.yaml_files import load, read_yaml

NAME: Final = "cardtools.yaml"
_LANGUAGE: Final = re.compile(r"[a-z]{2}")
LIMIT: Final = 64_000
"""Largest such file that is read, in bytes."""

FilePath = Annotated[str, Field(min_length=1, max_length=1000, pattern=r"^[^\x00]+$")]
Formats = Annotated[
    tuple[Id, ...], BeforeValidator(lambda value: [value] if isinstance(value, str) else value), Field(max_length=20)
]


class Project(Model):
    """What ``cardtools.yaml`` says; each key is a setting that a flag may overrule.

    Attributes:
        game: Id of the game.
        format: Deck formats, one or a list.
        pool: Card pool; a path, from the folder of the file.
        owned: List of the cards one owns; a path.
        lang: Language of messages and documents.
        paper: Id of a paper.
        printer: Name of a printer that was kept, by which backs are moved to meet their fronts.
        data: Data folder of one's own; a path.
    """

    game: GameId | None = None
    format: Formats = ()
    pool: FilePath | None = None
    owned: FilePath | None = None
    lang: Language | None = None
    paper: Id | None = None
    printer: PrinterName | None = None
    data: FilePath | None = None


def read_project(folder: Path | None = None) -> Project:
    """Return what ``cardtools.yaml`` in ``folder``, else in the working folder, says; nothing where there is none.

    Paths are those of the file made absolute, so that they hold wherever they are used.

    Raises:
        CardtoolsError: ``data.unknown-key`` with suggestions, and whatever else is wrong with it, each with its place.
    """
    path = Path(NAME) if folder is None else folder / NAME
    if kind_of(path) != "file":
        return Project()
    project = load(Project, read_yaml(path, LIMIT))
    base = path.absolute().parent
    paths = {key: value for key in ("pool", "owned", "data") if (value := getattr(project, key)) is not None}
    return project.model_copy(update={key: str(base / Path(value)) for key, value in paths.items()})


def folder_language() -> str | None:
    """Return the language that ``cardtools.yaml`` of the working folder names, None where it names none.

    Whatever else is wrong with the file is not told here: help is shown beside a broken file, too.
    """
    path = Path(NAME)
    try:
        data = read_yaml(path, LIMIT).data if kind_of(path) == "file" else None
    except CardtoolsError:
        return None
    named = data.get("lang") if isinstance(data, dict) else None
    return named if isinstance(named, str) and _LANGUAGE.fullmatch(named) else None


def settings_of(project: Project) -> dict[str, object]:
    """Return the settings of a project by the name of the option they stand for; what it does not say is not there.

    ``CARDTOOLS_DATA`` goes before its data folder.
    """
    known: dict[str, object] = {
        "game": project.game,
        "formats": project.format or None,
        "format_id": next(iter(project.format), None),
        "pool": project.pool,
        "owned": project.owned,
        "lang": project.lang,
        "paper": project.paper,
        "printer": project.printer,
        "data": None if os.environ.get("CARDTOOLS_DATA") else project.data,
    }
    return {key: value for key, value in known.items() if value is not None}
