"""All that a game folder holds, and the sizes that are printed on: what more than a deck check asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding
from cardtools.model.game_folder import Game
from cardtools.model.printing import CardSizes, Papers, Size
from cardtools.model.reference import Reference
from cardtools.model.scoring import Scoring
from cardtools.model.setup import Setup, Setups
from cardtools.store.catalog import Catalog
from cardtools.store.files import kind_of
from cardtools.store.yaml_files import Document, load, read_yaml

PartT = TypeVar("PartT")

_REFERENCE: Final = re.compile(r"reference\.([a-z]{2})\.yaml")


class Library(Catalog):
    """A catalog that reads every file of a game."""

    def scoring(self, game: str) -> Scoring | None:
        """Return what ``scoring.yaml`` says."""
        document = self.document(game, "scoring.yaml")
        return None if document is None else load(Scoring, document)

    def setups(self, game: str) -> tuple[Setup, ...]:
        """Return the ways a game is set up."""
        document = self.document(game, "setup.yaml", unique="setups")
        return () if document is None else load(Setups, document).setups

    def reference_languages(self, game: str) -> tuple[str, ...]:
        """Return the languages that a game has a reference text in, sorted."""
        found = {
            match.group(1)
            for folder in self.folders
            for path in (folder / "games" / game).glob("reference.*.yaml")
            if (match := _REFERENCE.fullmatch(path.name))
        }
        return tuple(sorted(found))

    def reference(self, game: str, language: str) -> Reference | None:
        """Return the reference text of a game in ``language``."""
        document = self.document(game, f"reference.{language}.yaml", unique="blocks")
        return None if document is None else load(Reference, document)

    def game(self, game: str) -> Game:
        """Return everything the folder of a game holds.

        Raises:
            CardtoolsError: With every finding of every file of it.
        """
        info = self.info(game)
        findings: list[Finding] = []

        def reading(read: Callable[[], PartT]) -> PartT | None:
            try:
                return read()
            except CardtoolsError as error:
                findings.extend(error.findings)
                return None

        cards = reading(lambda: self.cards(info))
        formats = reading(lambda: self.formats(game))
        scoring = reading(lambda: self.scoring(game))
        setups = reading(lambda: self.setups(game))
        references: dict[str, Reference] = {}
        for language in self.reference_languages(game):
            text = reading(partial(self.reference, game, language))
            if text is not None:
                references[language] = text
        if findings:
            raise CardtoolsError(*findings)
        # Its parts are validated already.
        return Game.model_construct(
            info=info,
            cards=cards,
            formats=formats or (),
            scoring=scoring,
            references=references,
            setups=setups or (),
        )

    def paper(self, name: str) -> Size:
        """Return a paper by its id, such as ``a4``.

        Raises:
            CardtoolsError: ``usage.unknown-paper``.
        """
        return _size("paper", name, self.papers())

    def papers(self) -> tuple[Size, ...]:
        """Return every paper."""
        return load(Papers, self._print_file("papers.yaml")).papers

    def card_size(self, name: str) -> Size:
        """Return a card size by its id, such as ``tcg``.

        Raises:
            CardtoolsError: ``usage.unknown-card-size``.
        """
        return _size("card-size", name, self.card_sizes())

    def card_sizes(self) -> tuple[Size, ...]:
        """Return every card size."""
        return load(CardSizes, self._print_file("card_sizes.yaml")).card_sizes

    def _print_file(self, name: str) -> Document:
        for folder in self.folders:
            if kind_of(path := folder / "print" / name) == "file":
                return read_yaml(path)
        raise refuse("data.missing-folder", name=f"print/{name}")


def _size(kind: str, name: str, sizes: tuple[Size, ...]) -> Size:
    for size in sizes:
        if size.id == name.lower():
            return size
    raise refuse(f"usage.unknown-{kind}", name=name, known=", ".join(size.id for size in sizes))
