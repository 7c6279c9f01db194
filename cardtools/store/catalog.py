"""Games found by folder and file name: ``games/<id>/`` in the shipped data folder, and the user's laid over it."""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding
from cardtools.model.formats import Format, Formats
from cardtools.model.game import CardsFile, GameInfo
from cardtools.store.files import kind_of, reason
from cardtools.store.overlay import lay_over
from cardtools.store.series import write_out
from cardtools.store.yaml_files import Document, load, read_yaml

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Catalog:
    """The games in the data folders, those of the user first; each file is read when it is asked for.

    A user's file adds to the shipped file of the same name, or changes it; see ``store.overlay``.
    """

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self.folders = folders

    def game_ids(self) -> tuple[str, ...]:
        """Return the id of every game, sorted; what is wrong with one is told when it is read."""
        found: set[str] = set()
        for folder in self.folders:
            games = folder / "games"
            if kind_of(games) != "folder":
                continue
            try:
                names = [path.name for path in games.iterdir() if _ID.fullmatch(path.name)]
            except OSError as error:
                raise refuse("file.unreadable", path=games, why=reason(error)) from error
            found.update(name for name in names if _may_be_game(games / name))
        return tuple(sorted(found))

    def path(self, game: str, name: str) -> Path | None:
        """Return the first file ``name`` of a game, or None where no folder has it."""
        return next(iter(self._paths(game, name)), None)

    def info_document(self, game: str) -> Document:
        """Return ``game.yaml`` of a game, laid over.

        Raises:
            CardtoolsError: ``usage.unknown-game`` with suggestions; or what is wrong with a file.
        """
        document = self.document(game, "game.yaml") if _ID.fullmatch(game) else None
        if document is None:
            known = self.game_ids()
            close = tuple(difflib.get_close_matches(game.lower(), known, n=2, cutoff=0.5))
            raise refuse("usage.unknown-game", game=game, known=", ".join(known), suggestions=close)
        return document

    def info(self, game: str) -> GameInfo:
        """Return what ``game.yaml`` says.

        Raises:
            CardtoolsError: ``usage.unknown-game`` with suggestions; or what is wrong with the file.
        """
        document = self.info_document(game)
        info = load(GameInfo, document)
        if info.id != game:
            place = document.location(("id",))
            raise refuse("data.game-id", path=place.path, line=place.line, column=place.column, id=info.id, folder=game)
        return info

    def cards(self, info: GameInfo) -> CardsFile | None:
        """Return the cards of a game with their series written out; None where it has no ``cards.yaml``."""
        document = self.cards_document(info)
        return None if document is None else load(CardsFile, document)

    def cards_document(self, info: GameInfo) -> Document | None:
        """Return ``cards.yaml`` of a game, series written out, laid over; see cards."""
        parts = [write_out(read_yaml(path), info.colours) for path in self._paths(info.id, "cards.yaml")]
        for part in parts:
            _unique(part, "cards")
        return _laid_over(parts)

    def formats(self, game: str) -> tuple[Format, ...]:
        """Return the deck formats of a game."""
        document = self.document(game, "formats.yaml", unique="formats")
        return () if document is None else load(Formats, document).formats

    def document(self, game: str, name: str, unique: str | None = None) -> Document | None:
        """Return the file ``name`` of a game, the user's laid over the shipped one; None where there is neither.

        ``unique`` names a list whose items must have ids that differ.

        Raises:
            CardtoolsError: For broken files, and ``data.duplicate-id``.
        """
        parts = [read_yaml(path) for path in self._paths(game, name)]
        if unique is not None:
            for part in parts:
                _unique(part, unique)
        return _laid_over(parts)

    def _paths(self, game: str, name: str) -> list[Path]:
        return [path for folder in self.folders if kind_of(path := folder / "games" / game / name) == "file"]


def _may_be_game(folder: Path) -> bool:
    try:
        return kind_of(folder / "game.yaml") == "file"
    except CardtoolsError:
        return True


def _laid_over(parts: list[Document]) -> Document | None:
    """Return documents laid over one another, the first on top."""
    if not parts:
        return None
    result = parts[-1]
    for over in reversed(parts[:-1]):
        result = lay_over(result, over)
    return result


def _unique(document: Document, key: str) -> None:
    """Refuse items under ``key`` that have the same id."""
    items = document.data.get(key) if isinstance(document.data, dict) else None
    seen: set[str] = set()
    findings: list[Finding] = []
    for index, item in enumerate(items if isinstance(items, list) else ()):
        one = str(item.get("id")) if isinstance(item, dict) else ""
        if one in seen and isinstance(item, dict) and item.get("id"):
            place = document.location((key, index, "id"))
            findings.append(Finding(code="data.duplicate-id", params={"id": one}, location=place))
        seen.add(one)
    if findings:
        raise CardtoolsError(*findings)
