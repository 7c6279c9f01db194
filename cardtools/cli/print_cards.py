"""``cardtools print cards``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings
from cardtools.cli.print_options import common_card_options, economy_option, output_option, sheet_options, two_languages
from cardtools.errors import refuse

if TYPE_CHECKING:
    from cardtools.cli.print_running import Running

_FILE: Final = re.compile(r"-|.*[./\\].*", re.DOTALL)


@click.command(
    "cards",
    cls=TranslatedCommand,
    help="Print the cards of a game, or of a table.\n\nGAME prints every card of its box, as often as it is in it. "
    "A file (CSV, XLSX, YAML; - for standard input) prints a prototype: columns such as name, type, cost, text, qty, "
    "image, colour, back. --lang hu,en says everything on the cards of a game in both languages.",
)
@click.argument("game", metavar="GAME|FILE")
@output_option
@sheet_options
@click.option(
    "--template", type=click.Path(path_type=Path), metavar="FILE", help="Own template for fronts (Jinja)."
)  # fmt: skip
@economy_option
@common_card_options
def cards(
    game: str, output: Path | None, template: Path | None, watch: bool, settings: Settings, **options: Any
) -> int:  # fmt: skip
    """Print the cards of a game or of a table."""
    from cardtools.cli.print_running import Running

    if _FILE.fullmatch(game):
        running = Running(settings, options, watch=watch)
        return _table(game, output, template, running)
    if template is not None or options["images"] is not None:
        raise refuse("usage.table-only", flags="--template" if template is not None else "--images")
    settings, second = two_languages(settings)
    running = Running(settings, {**options, "second": second}, watch=watch)
    from cardtools.app.print_cards import print_cards

    return running.run(
        lambda desk, made, press: print_cards(desk, game, output, made, press),
        watched=[folder / "games" / game for folder in running.folders],
    )


def _table(path: str, output: Path | None, template: Path | None, running: Running) -> int:
    from cardtools.app.print_prototypes import print_prototypes
    from cardtools.cli.told import read_stdin

    stdin = read_stdin((path,))
    return running.run(
        lambda desk, made, press: print_prototypes(
            desk, path, output, made, press, template=template, encoding=running.settings.encoding, stdin=stdin
        ),
        watched=(Path(path), *([template.parent] if template else [])),
        stdin=stdin is not None,
    )
