"""The desk a request is worked on: which data there is, and which language is spoken."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.errors import refuse
from cardtools.model.base import text_in
from cardtools.model.game import GameInfo
from cardtools.store.catalog import Catalog
from cardtools.store.workspace import data_folders
from cardtools.words.catalog import Words

if TYPE_CHECKING:
    from cardtools.store.library import Library

LANGUAGES = ("en", "hu", "pl", "cs", "sk")
"""Languages that documents may come in besides those a game brings."""


@dataclass(frozen=True)
class Desk:
    """Catalog and words for one request."""

    catalog: Catalog
    words: Words

    @classmethod
    def open(cls, language: str, data: Path | None = None) -> Desk:
        """Return a desk with the user's data folder before the shipped one."""
        return cls(Catalog(data_folders(data)), Words(language))

    @cached_property
    def library(self) -> Library:
        """The catalog with every file of a game; a deck check does without it."""
        from cardtools.store.library import Library

        return Library(self.catalog.folders)

    @cached_property
    def language(self) -> str:
        """The asked language."""
        return self.words.language

    def check_language(self, info: GameInfo | None = None) -> None:
        """Refuse a language nobody knows.

        Raises:
            CardtoolsError: ``usage.unknown-language``.
        """
        known = tuple(dict.fromkeys((*LANGUAGES, *(info.languages if info else ()))))
        if self.language not in known:
            raise refuse("usage.unknown-language", language=self.language, known=", ".join(known))

    def names_of(self, info: GameInfo) -> dict[str, str]:
        """Return the words for a game's ids in messages: zones, types, colours and facts by ``kind:id``."""
        named: dict[str, str] = {}
        named["zone:unplaced"] = self.words.text("label.unplaced")
        for zone in info.zones:
            for key in ("zone", "belongs"):
                named[f"{key}:{zone.id}"] = text_in(zone.name, self.language)
        for kind in info.types:
            named[f"type:{kind.id}"] = text_in(kind.name, self.language)
        for colour in info.colours:
            named[f"colour:{colour.id}"] = text_in(colour.name, self.language)
        for fact in ("max_copies", "colours", "type", "released"):
            named[f"fact:{fact}"] = self.words.text(f"fact.{fact}")
        for mark in info.marks:
            named[f"fact:{mark.id}"] = text_in(mark.name, self.language)
        return named
