"""A new game: a commented folder that passes the check, scores by tally and prints."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from cardtools.app.desk import Desk
from cardtools.errors import refuse
from cardtools.store.files import read_bytes, write_whole
from cardtools.store.workspace import shipped

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LIMIT: Final = 100_000


def new_game(desk: Desk, game: str, folder: Path) -> list[Path]:
    """Write the skeleton of a game into ``folder/games/<game>`` and return its files.

    Raises:
        CardtoolsError: ``usage.game-id`` for a name that is none, ``usage.game-exists`` where there is such a game,
            ``file.unwritable``.
    """
    desk.check_language()
    if not _ID.fullmatch(game) or len(game) > 40:
        raise refuse("usage.game-id", game=game)
    target = folder / "games" / game
    if target.exists() or game in desk.catalog.game_ids():
        raise refuse("usage.game-exists", game=game)
    language = desk.language if (shipped("data") / "skeleton" / desk.language).is_dir() else "en"
    root = shipped("data") / "skeleton" / language
    title = game.replace("-", " ").capitalize()
    written: list[Path] = []
    for path in sorted(root.rglob("*")):
        if path.is_file():
            text = read_bytes(path, _LIMIT).decode("utf-8").replace("GAME_ID", game).replace("GAME_NAME", title)
            write_whole(target / path.relative_to(root), text.encode())
            written.append(target / path.relative_to(root))
    return written
