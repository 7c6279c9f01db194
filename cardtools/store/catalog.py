"""Games found by folder and file name: ``games/<id>/`` in the user's data folder, then in the shipped one.

A file of the user's folder stands for the shipped file of the same name, so a folder can add a language or
change one file of a packaged game.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding
from cardtools.model.formats import Format, Formats
from cardtools.model.game import CardsFile, Game, GameInfo
from cardtools.model.printing import CardSizes, Papers, Size
from cardtools.model.reference import Reference
from cardtools.model.scoring import Scoring
from cardtools.store.series import write_out
from cardtools.store.yaml_files import Document, load, read_yaml

PartT = TypeVar("PartT")

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_REFERENCE: Final = re.compile(r"reference\.([a-z]{2})\.yaml")


class Catalog:
    """The games in the data folders; each file is read when it is asked for."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self.folders = folders

    def game_ids(self) -> tuple[str, ...]:
        """Return the id of every game, sorted."""
        found = {
            path.parent.name
            for folder in self.folders
            for path in folder.glob("games/*/game.yaml")
            if _ID.fullmatch(path.parent.name)
        }
        return tuple(sorted(found))

    def path(self, game: str, name: str) -> Path | None:
        """Return the file ``name`` of a game, or None where no folder has it."""
        return next((path for folder in self.folders if (path := folder / "games" / game / name).is_file()), None)

    def info(self, game: str) -> GameInfo:
        """Return what ``game.yaml`` says.

        Raises:
            CardtoolsError: ``usage.unknown-game`` with suggestions; or what is wrong with the file.
        """
        path = self.path(game, "game.yaml") if _ID.fullmatch(game) else None
        if path is None:
            known = self.game_ids()
            close = tuple(difflib.get_close_matches(game.lower(), known, n=2, cutoff=0.5))
            raise refuse("usage.unknown-game", game=game, known=", ".join(known), suggestions=close)
        document = read_yaml(path)
        info = load(GameInfo, document)
        if info.id != game:
            place = document.location(("id",))
            raise refuse("data.game-id", path=path, line=place.line, column=place.column, id=info.id, folder=game)
        return info

    def cards(self, info: GameInfo) -> CardsFile | None:
        """Return the cards of a game with their series written out; None where it has no ``cards.yaml``."""
        path = self.path(info.id, "cards.yaml")
        if path is None:
            return None
        document = write_out(read_yaml(path), info.colours)
        cards = load(CardsFile, document)
        _unique(document, tuple(card.id for card in cards.cards), "cards")
        return cards

    def formats(self, game: str) -> tuple[Format, ...]:
        """Return the deck formats of a game."""
        path = self.path(game, "formats.yaml")
        if path is None:
            return ()
        document = read_yaml(path)
        formats = load(Formats, document).formats
        _unique(document, tuple(one.id for one in formats), "formats")
        return formats

    def scoring(self, game: str) -> Scoring | None:
        """Return what ``scoring.yaml`` says."""
        path = self.path(game, "scoring.yaml")
        return None if path is None else load(Scoring, read_yaml(path))

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
        path = self.path(game, f"reference.{language}.yaml")
        return None if path is None else load(Reference, read_yaml(path))

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
        references: dict[str, Reference] = {}
        for language in self.reference_languages(game):
            text = reading(partial(self.reference, game, language))
            if text is not None:
                references[language] = text
        if findings:
            raise CardtoolsError(*findings)
        # Its parts are validated already.
        return Game.model_construct(
            info=info, cards=cards, formats=formats or (), scoring=scoring, references=references
        )

    def paper(self, name: str) -> Size:
        """Return a paper by its id, such as ``a4``.

        Raises:
            CardtoolsError: ``usage.unknown-paper``.
        """
        return _size("paper", name, load(Papers, self._print_file("papers.yaml")).papers)

    def card_size(self, name: str) -> Size:
        """Return a card size by its id, such as ``tcg``.

        Raises:
            CardtoolsError: ``usage.unknown-card-size``.
        """
        return _size("card-size", name, load(CardSizes, self._print_file("card_sizes.yaml")).card_sizes)

    def _print_file(self, name: str) -> Document:
        for folder in self.folders:
            if (path := folder / "print" / name).is_file():
                return read_yaml(path)
        raise refuse("data.missing-folder", name=f"print/{name}")


def _size(kind: str, name: str, sizes: tuple[Size, ...]) -> Size:
    for size in sizes:
        if size.id == name.lower():
            return size
    raise refuse(f"usage.unknown-{kind}", name=name, known=", ".join(size.id for size in sizes))


def _unique(document: Document, ids: tuple[str, ...], key: str) -> None:
    seen: set[str] = set()
    findings: list[Finding] = []
    for index, one in enumerate(ids):
        if one in seen:
            place = document.location((key, index, "id"))
            findings.append(Finding(code="data.duplicate-id", params={"id": one}, location=place))
        seen.add(one)
    if findings:
        raise CardtoolsError(*findings)
