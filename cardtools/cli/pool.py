"""``cardtools pool``: card pools."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.app.desk import Desk
from cardtools.app.pools import import_pool
from cardtools.cli.help import TranslatedCommand, TranslatedGroup, group_language
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import echo_json, finding_json, tell_warnings


@click.group(cls=TranslatedGroup, help="Import and look up card pools.")
@group_language
def pool() -> None:
    """Hold the pool commands."""


@pool.command(
    "import",
    cls=TranslatedCommand,
    help="Read a card list and write it as a pool that loads fast.\n\n"
    'SOURCE has a card a line: "id | name | colour type".',
)
@click.argument("source", type=click.Path(path_type=Path), metavar="SOURCE")
@click.option("-g", "--game", required=True, metavar="GAME", help="Game, see: cardtools games")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File to write: output/GAME-pool.json",
)
@common_options
def import_command(source: Path, game: str, output: Path | None, settings: Settings) -> int:
    """Import a pool and tell what became of every line."""
    desk = Desk.open(settings.language, settings.data)
    target = output or Path("output") / f"{game}-pool.json"
    reading = import_pool(desk, game, source, target, settings.encoding)
    refused = sum(1 for finding in reading.findings if finding.severity == "error")
    if settings.report in ("json", "jsonl"):
        echo_json(
            {
                "schema": "cardtools.import/1",
                "path": str(target),
                "cards": len(reading.pool.cards),
                "rows": reading.rows + refused,
                "foils": reading.foils,
                "doubles": reading.doubles,
                "refused": refused,
                "facts": list(reading.pool.facts),
                "findings": [finding_json(finding, desk.words) for finding in reading.findings],
            }
        )
    else:
        tell_warnings(reading.findings[:50], desk.words)
        counted = desk.words.text(
            "pool.imported",
            cards=len(reading.pool.cards),
            rows=reading.rows + refused,
            foils=reading.foils,
            doubles=reading.doubles,
            refused=refused,
        )
        click.echo(f"{counted}; {desk.words.text('pool.facts', facts=', '.join(reading.pool.facts))}", err=True)
        click.echo(str(target))
    return 1 if refused else 0
