"""``cardtools print proxies``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings
from cardtools.cli.print_options import common_card_options, economy_option, output_option, sheet_options, two_languages
from cardtools.cli.project import own
from cardtools.cli.told import read_stdin
from cardtools.errors import refuse


@click.command(
    "proxies",
    cls=TranslatedCommand,
    help="Print proxies of a deck: in words, or with pictures of your own.\n\n"
    "LIST is a deck list as validate reads it, or - for standard input. "
    "--lang hu,en says everything in both languages.",
)
@click.argument("deck_list", metavar="LIST")
@click.option("-g", "--game", required=True, metavar="GAME", help="Game, see: cardtools games")
@click.option("--pool", type=click.Path(path_type=Path), metavar="FILE", help="Card pool, raw or imported.")
@click.option("--owned", type=click.Path(path_type=Path), metavar="FILE", help="List of the cards you own.")
@click.option("--missing-only", is_flag=True, help="Print only what the list of owned cards lacks.")
@click.option("--deck-card", is_flag=True, help="One card more, the last: name, counts and the list as a QR code.")
@click.option("-f", "--format", "format_id", metavar="FORMAT", help="Deck format that the deck card names.")
@output_option
@sheet_options
@economy_option
@common_card_options
def proxies(
    deck_list: str,
    game: str,
    pool: Path | None,
    owned: Path | None,
    missing_only: bool,
    format_id: str | None,
    output: Path | None,
    watch: bool,
    settings: Settings,
    **options: Any,
) -> int:
    """Print proxies of a deck list."""
    from cardtools.app.print_proxies import print_proxies
    from cardtools.cli.print_running import Running

    pool, have = own("pool", pool), own("owned", owned)
    if missing_only and have is None:
        raise refuse("usage.no-owned")
    have = have if missing_only else None
    format_id = own("format_id", format_id) if options["deck_card"] else None
    stdin = read_stdin((deck_list,))
    settings, second = two_languages(settings)
    running = Running(settings, {**options, "second": second}, watch=watch)
    return running.run(
        lambda desk, made, press: print_proxies(
            desk,
            game,
            deck_list,
            pool,
            output,
            made,
            stdin,
            settings.encoding,
            owned=have,
            format_id=format_id,
            press=press,
        ),
        watched=[Path(one) for one in (deck_list, pool, have) if one is not None],
        stdin=stdin is not None,
    )
