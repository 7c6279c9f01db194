"""``cardtools print registration``, ``setup``, ``checklist`` and ``verdicts``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from cardtools.app.desk import Desk
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.print_options import output_option, paper_option, preview_option, strict_option
from cardtools.cli.print_told import tell_form
from cardtools.cli.project import own, typed
from cardtools.cli.terms import terms_from
from cardtools.cli.told import read_stdin

if TYPE_CHECKING:
    from cardtools.app.form_parts import FormOptions, PrintedForm
    from cardtools.app.validation import Terms

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])
_FINE: Final = ("legal", "legal-with-warnings")
_SLIPS: Final = ("1", "2", "4")


def _game_option(function: FunctionT) -> FunctionT:
    return click.option("-g", "--game", required=True, metavar="GAME", help="Game, see: cardtools games")(function)


def _form_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add what every form has; it comes as ``paper``, ``preview`` and ``strict``."""
    for option in (common_options, strict_option, preview_option, paper_option, output_option):
        function = option(function)
    return function


def _judged_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add what lists are judged by, as ``validate`` has it."""
    options = (
        click.option("-f", "--format", "format_id", metavar="FORMAT", help="Deck format."),
        click.option("--pool", type=click.Path(path_type=Path), metavar="FILE", help="Card pool, raw or imported."),
        click.option(
            "--players", type=click.IntRange(1, 99), metavar="N", help="How many play; chooses the format for so many."
        ),
        click.option(
            "--on", "day", metavar="DATE", help="Day of play, such as 2025-04-05, for rules with dates; else today."
        ),
        click.option(
            "--choose", "choices", multiple=True, metavar="K=V", help="What the players agreed on; may stand twice."
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


@click.command(
    "registration",
    cls=TranslatedCommand,
    help="Print the registration sheet of a deck.\n\n"
    "LIST is a deck list as validate reads it, or - for standard input.",
)
@click.argument("deck_list", metavar="LIST")
@_game_option
@_judged_options
@click.option("--player", metavar="NAME", help="Player; goes before the list's own.")
@click.option("--event", metavar="NAME", help="Event; goes before the list's own.")
@click.option("--date", metavar="DATE", help="Date; goes before the list's own.")
@click.option("--draft", is_flag=True, help="Print a list with unknown cards all the same, as a draft.")
@_form_options
def registration(
    deck_list: str,
    game: str,
    player: str | None,
    event: str | None,
    date: str | None,
    output: Path | None,
    settings: Settings,
    **options: Any,
) -> int:
    """Print a registration sheet."""
    from cardtools.app.print_forms import print_registration
    from cardtools.documents.registration import Entrant

    desk = Desk.open(settings.language, settings.data)
    printed = print_registration(
        desk,
        game,
        deck_list,
        output,
        _options(options),
        format_id=own("format_id", options["format_id"]),
        pool=own("pool", options["pool"]),
        entrant=Entrant(player, event, date),
        terms=_terms(options),
        stdin=read_stdin((deck_list,)),
        encoding=settings.encoding,
    )
    return _told(printed, desk, settings)


@click.command(
    "setup",
    cls=TranslatedCommand,
    help="Print setup slips of a game.\n\nWhat to take out of the box, and how many cards to deal.",
)
@click.argument("game", metavar="GAME")
@click.option(
    "--players", type=click.IntRange(1, 99), multiple=True, metavar="N", help="Number of players; may stand twice."
)
@click.option("--variant", metavar="ID", help="Way to set it up, where a game has several: classic, starter.")
@click.option("--slips", type=click.Choice(_SLIPS), default="1", show_default=True, help="Slips on a sheet.")
@_form_options
def setup(
    game: str,
    players: tuple[int, ...],
    variant: str | None,
    slips: str,
    output: Path | None,
    settings: Settings,
    **options: Any,
) -> int:
    """Print setup slips."""
    from cardtools.app.print_forms import print_setup

    desk = Desk.open(settings.language, settings.data)
    asked: Sequence[int | None] = list(dict.fromkeys(players)) or [None]
    printed = print_setup(desk, game, asked, output, _options(options), variant=variant, slips=int(slips))
    return _told(printed, desk, settings)


@click.command(
    "checklist",
    cls=TranslatedCommand,
    help="Print the checklist of a box.\n\nEvery card with a box to tick for each copy.",
)
@click.argument("game", metavar="GAME")
@click.option("-f", "--format", "format_id", metavar="FORMAT", help="Only the fixed pack of this format.")
@_form_options
def checklist(
    game: str, format_id: str | None, output: Path | None, settings: Settings, **options: Any
) -> int:  # fmt: skip
    """Print a checklist."""
    from cardtools.app.print_forms import print_checklist

    desk = Desk.open(settings.language, settings.data)
    asked = format_id if typed("format_id") else None  # the folder's format is one to build decks by
    printed = print_checklist(desk, game, output, _options(options), format_id=asked)
    return _told(printed, desk, settings)


@click.command(
    "verdicts",
    cls=TranslatedCommand,
    help="Print what a format says about many lists.\n\nA folder stands for the lists in it.",
)
@click.argument("lists", metavar="LIST...", nargs=-1, required=True)
@_game_option
@_judged_options
@_form_options
def verdicts(lists: tuple[str, ...], game: str, output: Path | None, settings: Settings, **options: Any) -> int:
    """Print the verdicts on lists."""
    from cardtools.app.print_forms import print_verdicts

    desk = Desk.open(settings.language, settings.data)
    printed = print_verdicts(
        desk,
        game,
        lists,
        output,
        _options(options),
        format_id=own("format_id", options["format_id"]),
        pool=own("pool", options["pool"]),
        terms=_terms(options),
        stdin=read_stdin(lists),
        encoding=settings.encoding,
    )
    return _told(printed, desk, settings)


def _options(options: dict[str, Any]) -> FormOptions:
    from cardtools.app.form_parts import FormOptions

    return FormOptions(options["paper"], options["strict"], options.get("draft", False), options["preview"])


def _terms(options: dict[str, Any]) -> Terms:
    return terms_from(options["players"], options["day"], options["choices"])


def _told(printed: PrintedForm, desk: Desk, settings: Settings) -> int:
    """Tell what was printed; the exit code is that of ``validate`` for the lists on it."""
    tell_form(printed, desk.words, settings.report, desk.names_of(desk.catalog.info(str(printed.game))))
    if "unreadable" in printed.statuses:
        return 2
    return 1 if set(printed.statuses) - set(_FINE) or not printed.complete else 0
