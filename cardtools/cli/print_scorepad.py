"""``cardtools print scorepad``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cardtools.app.desk import Desk
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.print_options import output_option, paper_option, preview_option, strict_option
from cardtools.cli.print_told import tell_printed

if TYPE_CHECKING:
    from cardtools.documents.pad_room import NumberUp

_NUMBERS_UP: Final[dict[str, NumberUp]] = {"1": 1, "2": 2, "4": 4}


@click.command(
    "scorepad", cls=TranslatedCommand, help="Print score pads of a game, empty or filled from a kept evening."
)
@click.argument("game", metavar="GAME")
@output_option
@paper_option
@click.option("--players", type=int, metavar="N", help="How many players the pad has columns for.")
@click.option(
    "--rounds",
    type=int,
    metavar="N",
    help="Rounds, or games where the pad counts those; as many as fit if absent.",
)
@click.option(
    "--n-up",
    type=click.Choice(list(_NUMBERS_UP)),
    default="1",
    show_default=True,
    help="Pads on a sheet, to be cut apart.",
)
@click.option(
    "--session",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Fill the pad from a kept evening or a score file.",
)
@click.option("--variant", metavar="ID", help="Way to score, where the game has several.")
@click.option("--economy", is_flag=True, help="Print without tints.")
@preview_option
@strict_option
@common_options
def scorepad(
    game: str,
    output: Path | None,
    paper: str,
    players: int | None,
    rounds: int | None,
    n_up: str,
    session: Path | None,
    variant: str | None,
    economy: bool,
    preview: bool,
    strict: bool,
    settings: Settings,
) -> int:
    """Print a score pad."""
    from cardtools.app.score_pads import PadOptions, print_score_pad

    desk = Desk.open(settings.language, settings.data)
    options = PadOptions(
        players=players,
        rounds=rounds,
        n_up=_NUMBERS_UP[n_up],
        paper=paper,
        economy=economy,
        session=session,
        variant=variant,
        strict=strict,
        preview=preview,
    )
    return tell_printed(print_score_pad(desk, game, output, options), desk.words, settings)
