"""The file ``cardtools.yaml`` of a folder: what its commands need not be told each time.

It is looked for in the working folder alone. A file somewhere above would change what a command does without being
seen, and in shared folders such as ``/tmp`` it would be a stranger's.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from cardtools.errors import CardtoolsError
from cardtools.model.base import Id, Language, Model
from cardtools.model.finding import Finding
from cardtools.model.game import GameId
from cardtools.model.printers import PrinterName
from cardtools.store.files import kind_of
from cardtools.store.workspace import data_folders
from cardtools.store.yaml_files import Document, load, read_yaml

NAME: Final = "cardtools.yaml"
_LANGUAGE: Final = re.compile(r"[a-z]{2}")
_WORD: Final = re.compile(r"[A-Za-z0-9._-]+")
_LANGUAGES: Final = ("hu", "en", "pl", "cs", "sk")
LIMIT: Final = 64_000
"""Largest such file that is read, in bytes."""
_UNKNOWN: Final = {f"usage.unknown-{key}": key for key in ("game", "format", "paper", "printer")}
"""What is found where a setting names something that there is not, and its key."""

FilePath = Annotated[str, Field(min_length=1, max_length=1000, pattern=r"^[^\x00]+$")]


def _lower(value: object) -> object:
    """Return a word in small letters, as flags take it; whatever else is refused as it was written."""
    return value.lower() if isinstance(value, str) and _WORD.fullmatch(value) else value


_Small: Final = BeforeValidator(_lower)
Formats = Annotated[
    tuple[Annotated[Id, _Small], ...],
    BeforeValidator(lambda value: [value] if isinstance(value, str) else value),
    Field(max_length=20),
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

    game: Annotated[GameId, _Small] | None = None
    format: Formats = ()
    pool: FilePath | None = None
    owned: FilePath | None = None
    lang: Annotated[Language, _Small] | None = None
    paper: Annotated[Id, _Small] | None = None
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
    document = read_yaml(path, LIMIT)
    try:
        project = load(Project, document)
    except CardtoolsError as error:
        told = (_in_words(finding, document) for finding in error.findings)
        raise CardtoolsError(*told, exit_code=error.exit_code) from error
    base = path.absolute().parent
    paths = {key: value for key in ("pool", "owned", "data") if (value := getattr(project, key)) is not None}
    return project.model_copy(update={key: str(base / Path(value)) for key, value in paths.items()})


def _in_words(finding: Finding, document: Document) -> Finding:
    """Return what is wrong with a value, with what may stand there in place of the pattern that it does not match."""
    if finding.wording not in ("data.value.pattern", "data.value.long"):
        return finding
    key = str(finding.params["key"]).split()[0]
    allowed = _allowed(key, document)
    if allowed:
        params = {**finding.params, "expected": ", ".join(allowed)}
        return finding.model_copy(update={"wording": "data.value.choice", "params": params})
    if finding.wording == "data.value.long":
        return finding
    wording = "data.value.word" if key in ("game", "format") else "data.value.name.signs"
    return finding.model_copy(update={"wording": wording})


def _allowed(key: str, document: Document) -> tuple[str, ...]:
    """Return what may stand under a key; nothing where that is not a choice, or cannot be found out."""
    if key == "lang":
        return _LANGUAGES
    said = document.data if isinstance(document.data, dict) else {}
    own, game = said.get("data"), said.get("game")
    try:
        named = document.path.absolute().parent / own if isinstance(own, str) else None
        folders = data_folders(None if os.environ.get("CARDTOOLS_DATA") else named)
        if key == "paper":
            from cardtools.store.library import Library

            return tuple(paper.id for paper in Library(folders).papers())
        from cardtools.store.catalog import Catalog

        if key == "game":
            return Catalog(folders).game_ids()
        if key == "format" and isinstance(game, str):
            return tuple(one.id for one in Catalog(folders).formats(game.lower()))
    except CardtoolsError:  # what is wrong there is told where it is used
        return ()
    return ()


def with_place(error: CardtoolsError, typed: Sequence[str]) -> CardtoolsError:
    """Return ``error``, with the place in ``cardtools.yaml`` of what is unknown, unless it was typed."""
    if not any(finding.code in _UNKNOWN for finding in error.findings) or kind_of(path := Path(NAME)) != "file":
        return error
    try:
        document = read_yaml(path, LIMIT)
    except CardtoolsError:  # broken since it was read
        return error
    return CardtoolsError(*(_placed(one, document, typed) for one in error.findings), exit_code=error.exit_code)


def _placed(finding: Finding, document: Document, typed: Sequence[str]) -> Finding:
    """Return a finding with the place of the setting that it is about, where it is about one."""
    key = _UNKNOWN.get(finding.code, "")
    name = str(finding.params.get(key, finding.params.get("name", ""))).lower()
    said = document.data.get(key) if isinstance(document.data, dict) else None
    named = [one.lower() if isinstance(one, str) else "" for one in (said if isinstance(said, list) else [said])]
    if finding.location.path or name not in named or any(word.lower().endswith(name) for word in typed):
        return finding
    where = (key, named.index(name)) if isinstance(said, list) else (key,)
    return finding.model_copy(update={"location": document.location(where)})


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
    return named.lower() if isinstance(named, str) and _LANGUAGE.fullmatch(named.lower()) else None


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
