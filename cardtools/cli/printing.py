"""``cardtools print``: documents as PDF."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import click

from cardtools.app.desk import Desk
from cardtools.app.printing import Printed, SheetOptions, print_cards, print_proxies, print_reference
from cardtools.cli.help import TranslatedCommand, TranslatedGroup, group_language
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import echo_json, finding_json, read_stdin, say, tell_warnings
from cardtools.model.printing import Backs, Marks


@click.group(cls=TranslatedGroup, help="Print reference sheets, cards and proxies as PDF.")
@group_language
def print_group() -> None:
    """Hold the print commands."""


_output = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File to write; in output/ if absent.",
)
_paper = click.option("--paper", default="a4", metavar="NAME", show_default=True, help="a4, letter, legal, a3 or a5.")
_strict = click.option("--strict", is_flag=True, help="Take warnings for errors.")


def _finite(ctx: click.Context, parameter: click.Parameter, value: float) -> float:
    """Refuse "nan", which is neither below nor above any bound."""
    if not math.isfinite(value):
        raise click.BadParameter(str(value), ctx, parameter)
    return value


def sheet_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of everything that lies on sheets of cards."""
    options = [
        _paper,
        click.option("--size", "card_size", metavar="NAME", help="Card size: tcg, poker, bridge, mini-euro, …"),
        click.option(
            "--backs", type=click.Choice(get_args(Backs)), default="long", show_default=True,
            help="Edge the paper is turned over; none: fronts only.",
        ),
        click.option(
            "--marks", type=click.Choice(get_args(Marks)), default="crop", show_default=True,
            help="What to cut along.",
        ),
        click.option(
            "--gap", "gap_mm", type=click.FloatRange(0, 50), default=0.0, callback=_finite, help="mm between cards."
        ),
        click.option(
            "--bleed", "bleed_mm", type=click.FloatRange(0, 10), default=0.0, callback=_finite,
            help="mm beyond each edge.",
        ),
        click.option(
            "--margin", "margin_mm", type=click.FloatRange(0, 50), default=5.0, show_default=True,
            callback=_finite, help="mm that the printer cannot print.",
        ),
    ]  # fmt: skip
    for option in reversed(options):
        function = option(function)
    return function


@print_group.command("reference", cls=TranslatedCommand, help="Print the rules-reference sheet of a game.")
@click.argument("game", metavar="GAME")
@_output
@_paper
@_strict
@common_options
def reference(game: str, output: Path | None, paper: str, strict: bool, settings: Settings) -> int:
    """Print a reference sheet."""
    desk = Desk.open(settings.language, settings.data)
    return _tell(print_reference(desk, game, output, paper, strict=strict), desk, settings)


@print_group.command("cards", cls=TranslatedCommand, help="Print the cards of a game, each as often as in its box.")
@click.argument("game", metavar="GAME")
@_output
@sheet_options
@_strict
@common_options
def cards(game: str, output: Path | None, strict: bool, settings: Settings, **options: Any) -> int:
    """Print the cards of a game."""
    desk = Desk.open(settings.language, settings.data)
    return _tell(print_cards(desk, game, output, SheetOptions(**options, strict=strict)), desk, settings)


@print_group.command(
    "proxies",
    cls=TranslatedCommand,
    help="Print text proxies of a deck.\n\nLIST is a deck list as validate reads it, or - for standard input.",
)
@click.argument("deck_list", metavar="LIST")
@click.option("-g", "--game", required=True, metavar="GAME", help="Game, see: cardtools games")
@click.option("--pool", type=click.Path(path_type=Path), metavar="FILE", help="Card pool, raw or imported.")
@_output
@sheet_options
@_strict
@common_options
def proxies(
    deck_list: str,
    game: str,
    pool: Path | None,
    output: Path | None,
    strict: bool,
    settings: Settings,
    **options: Any,
) -> int:
    """Print proxies of a deck list."""
    desk = Desk.open(settings.language, settings.data)
    stdin = read_stdin((deck_list,))
    printed = print_proxies(
        desk, game, deck_list, pool, output, SheetOptions(**options, strict=strict), stdin, settings.encoding
    )
    return _tell(printed, desk, settings)


def _tell(printed: Printed, desk: Desk, settings: Settings) -> int:
    """Tell what was printed: its path on stdout, the figures and warnings beside it."""
    if settings.report in ("json", "jsonl"):
        echo_json(
            {
                "schema": "cardtools.print/1",
                "path": str(printed.path),
                "pages": printed.pages,
                "cards": printed.cards,
                "faces": printed.faces,
                "sheets": printed.sheets,
                "smallest_pt": printed.smallest_pt or None,
                "findings": [finding_json(finding, desk.words) for finding in printed.findings],
            }
        )
    else:
        tell_warnings(printed.findings, desk.words)
        key = "print.done" if printed.cards else "print.done-pages"
        figures = desk.words.text(
            key, cards=printed.cards, faces=printed.faces, sheets=printed.sheets, pages=printed.pages
        )
        say(figures, to_stderr=True)
        say(str(printed.path))
    return 0
