"""``cardtools schema`` and ``cardtools new``: for those who write data of their own."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.app.desk import Desk
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import echo_json, say


@click.command(
    cls=TranslatedCommand,
    help="Write JSON Schemas of the data files.\n\nEditors complete and check data files by them.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("output/schema"),
    metavar="DIR",
    help="Folder to write into.",
    show_default=True,
)
@common_options
def schema(output: Path, settings: Settings) -> int:
    """Write the schemas and print their paths."""
    from cardtools.app.schemas import write_schemas

    desk = Desk.open(settings.language, settings.data)
    desk.check_language()
    return _tell(write_schemas(output, desk.catalog.folders), settings)


@click.command(
    cls=TranslatedCommand,
    help="Begin a game of your own.\n\n"
    "Writes a commented folder DIR/games/GAME that passes the check, scores and prints; use it with --data DIR.",
)
@click.argument("game", metavar="GAME")
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), default=Path())
@common_options
def new(game: str, folder: Path, settings: Settings) -> int:
    """Write the folder of a new game and print its files."""
    from cardtools.app.newgame import new_game

    return _tell(new_game(Desk.open(settings.language, settings.data), game, folder), settings)


def _tell(paths: list[Path], settings: Settings) -> int:
    if settings.report in ("json", "jsonl"):
        echo_json({"schema": "cardtools.files/1", "paths": [str(path) for path in paths]})
    else:
        for path in paths:
            say(str(path))
    return 0
