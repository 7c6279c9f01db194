"""A game folder under check: its models beside the documents they were read from, so that findings have a place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cardtools.model.card import Card
from cardtools.model.finding import Finding, Location, Severity
from cardtools.model.game_folder import Game
from cardtools.store.library import Library
from cardtools.store.yaml_files import DataPath, Document


@dataclass(frozen=True)
class Folder:
    """A loaded game and where its files are."""

    library: Library
    game: Game

    @cached_property
    def documents(self) -> dict[str, Document]:
        """Every file of the game by name, laid over as they were read."""
        info = self.game.info
        names = [
            "formats.yaml",
            "scoring.yaml",
            "setup.yaml",
            *(f"reference.{language}.yaml" for language in self.game.references),
        ]
        found: dict[str, Document | None] = {name: self.library.document(info.id, name) for name in names}
        found["game.yaml"] = self.library.info_document(info.id)
        found["cards.yaml"] = self.library.cards_document(info)
        return {name: document for name, document in found.items() if document is not None}

    @cached_property
    def cards(self) -> dict[str, Card]:
        """The cards by id."""
        return {card.id: card for card in (self.game.cards.cards if self.game.cards else ())}

    def is_laid_over(self, file: str, where: DataPath) -> bool:
        """Return whether a value of ``file`` comes from a file laid over the shipped one."""
        document = self.documents.get(file)
        return document is not None and document.location(where).path != str(document.path)

    def finding(
        self, file: str, where: DataPath, code: str, severity: Severity = "error", /, **params: str | int
    ) -> Finding:
        """Return a finding at a value of ``file``."""
        document = self.documents.get(file)
        location = document.location(where) if document else Location(path=file)
        return Finding(code=code, severity=severity, effect="none", params=params, location=location)
