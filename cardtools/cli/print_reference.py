"""``cardtools print reference``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.app.desk import Desk
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.print_options import output_option, paper_option, preview_option, strict_option
from cardtools.cli.print_told import tell_printed

if TYPE_CHECKING:
    from cardtools.documents.reference_format import Fold


@click.command("reference", cls=TranslatedCommand, help="Print the rules-reference sheet of a game.")
@click.argument("game", metavar="GAME")
@output_option
@paper_option
@click.option(
    "--fold",
    type=click.Choice(["none", "trifold", "pocket"]),
    default="none",
    show_default=True,
    help="Fold it in three, or into a booklet of eight small pages.",
)
@click.option("--economy", is_flag=True, help="Print without tints.")
@click.option("--large", is_flag=True, help="Print in large type, on more pages.")
@preview_option
@strict_option
@common_options
def reference(
    game: str,
    output: Path | None,
    paper: str,
    fold: Fold,
    economy: bool,
    large: bool,
    preview: bool,
    strict: bool,
    settings: Settings,
) -> int:
    """Print a reference sheet."""
    from cardtools.app.print_reference import print_reference

    desk = Desk.open(settings.language, settings.data)
    printed = print_reference(
        desk, game, output, paper, fold=fold, economy=economy, large=large, strict=strict, preview=preview
    )  # fmt: skip
    return tell_printed(printed, desk.words, settings)
