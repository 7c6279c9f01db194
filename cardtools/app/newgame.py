"""A new game: a commented folder that passes the check, scores by tally and prints."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from cardtools.app.desk import Desk
from cardtools.errors import refuse
from cardtools.store.files import check_writable, read_bytes, reason, write_whole
from cardtools.store.parts import part_folder
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
    texts = {
        path.relative_to(root): read_bytes(path, _LIMIT).decode("utf-8")
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }
    check_writable(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with part_folder(target.parent) as draft:
            for name, text in texts.items():
                write_whole(draft / name, text.replace("GAME_ID", game).replace("GAME_NAME", title).encode())
            draft.chmod(0o755)
            draft.replace(target)
    except OSError as error:
        raise refuse("file.unwritable", path=target, why=reason(error)) from error
    return [target / name for name in texts]
