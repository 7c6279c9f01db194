"""Texts and origins under check: what reference texts name exists, sources are known, languages are counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from cardtools.app.checks.folder import Folder
from cardtools.model.finding import Finding
from cardtools.store.workspace import shipped
from cardtools.store.yaml_files import Data, DataPath

_TOKEN: Final = re.compile(r"\{(card|icon):([^\s{}]+)\}")
_LANGUAGE: Final = re.compile(r"[a-z]{2}")
_TEXTS: Final = frozenset({"name", "notice", "edition", "text", "steps"})
"""Keys of texts that come in several languages; ids elsewhere may have two letters, too."""


def check_references(folder: Folder) -> Iterator[Finding]:
    """Yield what reference texts name that does not exist, and texts in languages the game does not have."""
    icons = _icons()
    for language in folder.game.references:
        name = f"reference.{language}.yaml"
        if language not in folder.game.info.languages:
            yield folder.finding(name, (), "data.unknown-language", language=language)
        for where, text in _values(folder.documents[name].data, ()):
            for kind, found in _TOKEN.findall(text):
                if found not in (folder.cards if kind == "card" else icons):
                    yield folder.finding(name, where, "data.reference", name=found)
            if where[-1] == "icon" and text not in icons:
                yield folder.finding(name, where, "data.reference", name=text)
            # blocks / 2 / cards / 0 / cards / 1: the ids of the cards that a note is about
            if where[2:3] == ("cards",) and where[4:5] == ("cards",) and text not in folder.cards:
                yield folder.finding(name, where, "data.reference", name=text)
    for index, colour in enumerate(folder.game.info.colours):
        if colour.sign is not None and colour.sign not in icons:
            yield folder.finding("game.yaml", ("colours", index, "sign"), "data.reference", name=colour.sign)


def check_sources(folder: Folder) -> Iterator[Finding]:
    """Yield every source that begins with no key of ``sources``."""
    known = folder.game.info.sources
    for name, document in folder.documents.items():
        for where, text in _values(document.data, ()):
            if where[-1:] == ("source",) and text.split(":")[0] not in known:
                yield folder.finding(name, where, "data.source", source=text)


def completeness(folder: Folder) -> dict[str, int]:
    """Return how much of the game's texts there is in each of its languages, in whole per cent, rounded down.

    Counted are the texts of game, cards, formats, scoring and setup, and each block of the reference text.
    """
    there: Counter[str] = Counter()
    total = 0
    for name, document in folder.documents.items():
        if not name.startswith("reference."):
            for languages in _texts(document.data):
                total += 1
                there.update(languages)
    blocks = max((len(reference.blocks) for reference in folder.game.references.values()), default=0)
    for language, reference in folder.game.references.items():
        there[language] += min(blocks, len(reference.blocks))
    total += blocks
    return {language: 100 * there[language] // total if total else 100 for language in folder.game.info.languages}


def _values(data: Data, where: DataPath) -> Iterator[tuple[DataPath, str]]:
    """Yield every text in ``data`` with its place."""
    if isinstance(data, str):
        yield where, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _values(value, (*where, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _values(value, (*where, index))


def _texts(data: Data) -> Iterator[list[str]]:
    """Yield the languages of every text that comes in several."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key in _TEXTS and isinstance(value, Mapping) and all(_LANGUAGE.fullmatch(one) for one in value):
                yield list(value)
            else:
                yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)


def _icons() -> frozenset[str]:
    folder: Path = shipped("templates") / "icons"
    return frozenset(path.stem for path in folder.glob("*.svg"))
