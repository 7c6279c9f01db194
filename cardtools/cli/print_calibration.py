"""``cardtools print calibration``."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from cardtools.app.desk import Desk
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.print_options import finite, output_option, paper_option, preview_option, printer_shift
from cardtools.cli.print_told import tell_printed
from cardtools.cli.project import typed
from cardtools.cli.told import csv_line, echo_json, say
from cardtools.errors import refuse
from cardtools.imposition.offsets import MOST_DEGREES, parse_offset


@click.command(
    "calibration",
    cls=TranslatedCommand,
    help="Print the calibration pages of a printer, or keep what they tell.\n\n"
    "The pages show by how much backs miss their fronts. --save NAME --offset X,Y keeps it, --printer NAME of the "
    "other print commands uses it; here it prints the pages again to see whether it is right.",
)
@output_option
@paper_option
@click.option(
    "--backs",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="Edge the paper is turned over.",
)
@click.option("--landscape", is_flag=True, help="The paper lies on its side.")
@click.option("--printer", metavar="NAME", help="Printer whose offsets were kept, see: cardtools print calibration")
@click.option("--save", metavar="NAME", help="Keep the offset under this name instead of printing.")
@click.option(
    "--offset", metavar="X,Y", help="What was read off the page: mm to the right and upwards, such as 0.4,-1.2."
)
@click.option(
    "--rotate",
    metavar="DEGREES",
    type=click.FloatRange(-MOST_DEGREES, MOST_DEGREES),
    callback=finite,
    help="Degrees by which the backs are to be turned.",
)
@preview_option
@common_options
def calibration(
    output: Path | None,
    paper: str,
    backs: Literal["long", "short"],
    landscape: bool,
    printer: str | None,
    save: str | None,
    offset: str | None,
    rotate: float | None,
    preview: bool,
    settings: Settings,
) -> int:
    """Print the calibration pages, or keep a printer."""
    from cardtools.app.print_calibration import print_calibration

    desk = Desk.open(settings.language, settings.data)
    if save is not None:
        if offset is None:
            raise refuse("usage.offset-missing")
        return _keep(desk, save, offset, rotate or 0.0, settings)
    if offset is not None or rotate is not None:
        raise refuse("usage.save-missing")
    # The printer of the folder's settings is one to print cards by, not one to see whether it is right.
    named = printer if typed("printer") else None
    shift = printer_shift(named) if named else None
    printed = print_calibration(desk, output, paper, backs, landscape=landscape, shift=shift, preview=preview)
    return tell_printed(printed, desk.words, settings)


def _keep(desk: Desk, name: str, offset: str, degrees: float, settings: Settings) -> int:
    from cardtools.app.print_calibration import keep_printer

    kept = keep_printer(name, *parse_offset(offset), degrees)
    one = kept.printer
    if settings.report in ("json", "jsonl"):
        echo_json({"schema": "cardtools.printer/1", "path": str(kept.path), **one.model_dump(mode="json")})
    elif settings.report == "csv":
        say(csv_line(["path", "name", "x_mm", "y_mm", "degrees"]))
        say(csv_line([str(kept.path), one.name, one.x_mm, one.y_mm, one.degrees]))
    else:
        told = desk.words.text(
            "print.printer-kept", name=one.name, x=f"{one.x_mm:g}", y=f"{one.y_mm:g}", degrees=f"{one.degrees:g}"
        )
        say(told, to_stderr=True)
        say(str(kept.path))
    return 0
