"""What the print commands share: options, and how flags, profile, printer and folder settings are put together."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from cardtools.app.desk import LANGUAGES, Desk
from cardtools.app.print_options import GEOMETRY, NO_SHIFT, SheetOptions, for_profile
from cardtools.cli.options import Settings, common_options
from cardtools.cli.project import typed
from cardtools.errors import refuse
from cardtools.imposition.offsets import MOST_DEGREES, parse_offset
from cardtools.model.printing import Backs, Marks, Orientation, Shift

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


def output_option(function: FunctionT) -> FunctionT:
    """Add the option that names the file to write."""
    option = click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="File to write; in output/ if absent.",
    )
    return option(function)


def paper_option(function: FunctionT) -> FunctionT:
    """Add the option that names the paper."""
    option = click.option(
        "--paper", default="a4", metavar="NAME", show_default=True, help="a4, letter, legal, a3 or a5."
    )
    return option(function)


def strict_option(function: FunctionT) -> FunctionT:
    """Add the option by which warnings are errors."""
    return click.option("--strict", is_flag=True, help="Take warnings for errors.")(function)


def preview_option(function: FunctionT) -> FunctionT:
    """Add the option that asks for pictures of the pages."""
    option = click.option(
        "--preview", is_flag=True, help="Write a PNG of each page, too, into a folder beside the file."
    )
    return option(function)


def economy_option(function: FunctionT) -> FunctionT:
    """Add the option that asks for outlines."""
    return click.option("--economy", is_flag=True, help="Outlines only, without grounds of ink.")(function)


def common_card_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the common options to a command that prints cards, which may say everything in two languages."""
    return common_options(function, "Language, or two such as hu,en for cards that say both.")


def two_languages(settings: Settings) -> tuple[Settings, str | None]:
    """Return settings with the first language alone, and the second where two were asked for.

    Raises:
        CardtoolsError: ``usage.unknown-language`` for anything else.
    """
    first, comma, second = (part.strip() for part in settings.language.partition(","))
    if comma and first and second and "," in second:
        raise refuse("usage.unknown-language", wording="usage.unknown-language.two", language=settings.language[:40])
    if comma and not (first and second):
        raise refuse("usage.unknown-language", language=settings.language[:40], known=", ".join(LANGUAGES))
    return replace(settings, language=first), second or None


def finite(ctx: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """Refuse "nan", which is neither below nor above any bound."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(str(value), ctx, parameter)
    return value


def sheet_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of everything that lies on sheets of cards; ``made_options`` puts them together."""
    options = [
        click.option(
            "--profile", metavar="NAME",
            help="Where the cards are printed: home-a4, mpc-poker, tts, …",
        ),
        paper_option,
        click.option("--size", "card_size", metavar="NAME", help="Card size: tcg, poker, bridge, mini-euro, …"),
        click.option(
            "--backs", type=click.Choice(get_args(Backs)), default="long", show_default=True,
            help="Edge the paper is turned over; fold: backs across a fold of one side; none: fronts only.",
        ),
        click.option(
            "--marks", type=click.Choice(get_args(Marks)), default="crop", show_default=True,
            help="What to cut along.",
        ),
        click.option(
            "--gap", "gap_mm", type=click.FloatRange(0, 50), default=0.0, callback=finite, help="mm between cards."
        ),
        click.option(
            "--bleed", "bleed_mm", type=click.FloatRange(0, 10), default=0.0, callback=finite,
            help="mm beyond each edge.",
        ),
        click.option(
            "--margin", "margin_mm", type=click.FloatRange(0, 50), default=5.0, show_default=True,
            callback=finite, help="mm that the printer cannot print.",
        ),
        click.option(
            "--orientation", type=click.Choice(get_args(Orientation)), default="auto", show_default=True,
            help="How the paper lies; auto: as more cards fit.",
        ),
        click.option(
            "--printer", metavar="NAME",
            help="Printer whose offsets were kept, see: cardtools print calibration",
        ),
        click.option(
            "--back-offset", metavar="X,Y",
            help="Move all backs: mm to the right and upwards, such as 0.4,-1.2.",
        ),
        click.option(
            "--back-rotate", metavar="DEGREES", type=click.FloatRange(-MOST_DEGREES, MOST_DEGREES), callback=finite,
            help="Turn all backs: degrees counter-clockwise about the middle of the paper.",
        ),
        click.option("--sheets", metavar="NUMBERS", help="Print some sheets only, such as 4-5 or 1,3,7-9."),
        click.option("--slots", metavar="NUMBERS", help="Use these slots only of the first sheet, such as 3,7."),
        click.option(
            "--only", metavar="NAME", multiple=True, help="Print only the card of this name or id; may be repeated."
        ),
        click.option(
            "--copies", type=click.IntRange(1, 999), metavar="N",
            help="Copies of each card, whatever the table or deck says.",
        ),
        click.option(
            "--images", type=click.Path(path_type=Path), metavar="DIR",
            help="Folder of pictures, found by column, id or name.",
        ),
        click.option(
            "--dpi", type=click.IntRange(72, 1200), default=300, metavar="N", show_default=True,
            help="Pixels an inch that pictures are reduced to.",
        ),
        preview_option,
        click.option("--draft", is_flag=True, help="Write it even with errors, DRAFT on each sheet."),
        click.option("--watch", is_flag=True, help="Print again at each save of what it is made of, until Ctrl-C."),
        strict_option,
    ]  # fmt: skip
    for option in reversed(options):
        function = option(function)
    return function


def made_options(desk: Desk, options: dict[str, Any]) -> SheetOptions:
    """Return the options of a run: flag before profile before ``cardtools.yaml`` before what is usual.

    Args:
        desk: Where profiles are found.
        options: What ``sheet_options`` gave, but for ``watch``.

    Raises:
        CardtoolsError: For an unknown profile or printer, numbers and offsets that are none, and see for_profile.
    """
    names = {"back_offset", "back_rotate", "printer", "profile", "sheets", "slots"}
    plain = {name: value for name, value in options.items() if name not in names}
    made = SheetOptions(
        **plain,
        shift=_shift(options),
        sheets=_numbers(options["sheets"]),
        slots=_numbers(options["slots"]),
    )
    if options["profile"] is None:
        return made
    from cardtools.store.print_profiles import profile

    asked = [name for name in GEOMETRY if typed(name)]
    made = for_profile(made, profile(desk.library.folders, options["profile"]), asked)
    if made.profile is not None and made.profile.output != "sheets":
        made = replace(made, shift=NO_SHIFT)
    return made


def printer_shift(name: str | None) -> Shift:
    """Return how backs are moved for a printer; not at all where none is named.

    Raises:
        CardtoolsError: ``usage.unknown-printer``.
    """
    if name is None:
        return NO_SHIFT
    from cardtools.store.printers import printer, shift_of

    return shift_of(printer(name))


def _shift(options: dict[str, Any]) -> Shift:
    two_sided = options["backs"] in ("long", "short")
    # A printer of the folder's settings says nothing of sheets that have no other side.
    named = options["printer"] if two_sided or typed("printer") else None
    shift = printer_shift(named)
    if options["back_offset"] is not None:
        x_mm, y_mm = parse_offset(options["back_offset"])
        shift = replace(shift, x_mm=x_mm, y_mm=y_mm)
    if options["back_rotate"] is not None:
        shift = replace(shift, degrees=options["back_rotate"])
    return shift


def _numbers(text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    from cardtools.imposition.selection import parse_numbers

    return parse_numbers(text)
