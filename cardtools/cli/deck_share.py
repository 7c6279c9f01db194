"""``cardtools deck code`` and ``open``: a list as one short line, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardtools.app.deck_lists import SVG, endings_of, form_of, save, write_list
from cardtools.app.deck_share import read_code, share, understand
from cardtools.cli.deck_options import Told, game_options, open_builder, output_option
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import csv_line, echo_file, echo_json, read_stdin, say
from cardtools.decks.qr import qr_modules, qr_svg
from cardtools.errors import refuse
from cardtools.model.deck import Deck


@click.command(
    "code",
    cls=TranslatedCommand,
    help="Make the share code of a list.\n\nOne line with the game, the names, counts and zones; cardtools deck open "
    "reads it.",
)
@click.argument("listed", metavar="LIST")
@game_options
@click.option("--qr", type=click.Path(path_type=Path), metavar="FILE", help="Draw the code as a QR code into this SVG.")
@common_options
def code(listed: str, game: str | None, pool: Path | None, qr: Path | None, settings: Settings) -> int:
    """Make a share code."""
    builder = open_builder(game, pool, settings)
    deck = builder.read_cards(listed, read_stdin([listed]), settings.encoding)
    told = Told.of_lists(builder, deck, severity="warning")
    made = share(builder, deck)
    if qr is not None:
        save(builder, qr_svg(made).encode() + b"\n", qr, SVG, [listed])
    if settings.report in ("json", "jsonl"):
        head: dict[str, Any] = {"schema": "cardtools.deck-code/1", "game": builder.info.id, "path": listed}
        modules = None if qr is None else qr_modules(made)
        body = {"code": made, "signs": len(made), "qr": None if qr is None else str(qr), "qr_modules": modules}
        echo_json({**head, **body, "findings": told.json()})
        return told.code
    told.tell()
    say("code" if settings.report == "csv" else made)
    if settings.report == "csv":
        say(csv_line([made]))
    return told.code


@click.command(
    "open",
    cls=TranslatedCommand,
    help="Open a share code.\n\nCODE is the code itself, a file with it, or - for standard input.",
)
@click.argument("written", metavar="CODE|FILE")
@game_options
@click.option(
    "--to",
    "form",
    metavar="FORM",
    help="Form to write: text, csv, xlsx, yaml, json, cod; else by the ending of the file.",
)
@output_option
@common_options
def open_command(
    written: str, game: str | None, pool: Path | None, form: str | None, output: Path | None, settings: Settings
) -> int:
    """Open a share code."""
    shared = read_code(written, read_stdin([written]))
    context = click.get_current_context()
    source = context.get_parameter_source("game")
    if game is not None and game != shared.game and source is click.core.ParameterSource.COMMANDLINE:
        raise refuse("share.other-game", path=shared.listing.path, game=shared.game, wanted=game)
    context.params["game"] = shared.game
    builder = open_builder(shared.game, pool, settings)
    deck = understand(builder, shared)
    told = Told.of(builder, deck)
    chosen = form_of(form, output)
    if output is None and chosen == "xlsx":
        raise refuse("usage.needs-output", form=chosen)
    content = write_list(builder, deck.listing, chosen)
    if output is not None:
        save(builder, content, output, endings_of(chosen), [shared.listing.path])
    if settings.report in ("json", "jsonl"):
        echo_json(_open_json(deck, shared.game, chosen, output, told))
    elif settings.report == "csv":
        told.tell()
        say("zone,count,name")
        for entry in deck.listing.entries:
            say(csv_line([entry.zone, entry.count, entry.name]))
    else:
        told.tell()
        echo_file(content.decode()) if output is None else say(str(output))
    return told.code


def _open_json(deck: Deck, game: str, form: str, output: Path | None, told: Told) -> dict[str, Any]:
    cards = [{"zone": one.zone, "count": one.count, "name": one.name} for one in deck.listing.entries]
    head = {"schema": "cardtools.deck-open/1", "game": game, "name": deck.listing.headers.get("name")}
    body = {"form": form, "output": None if output is None else str(output), "cards": cards}
    return {**head, **body, "findings": told.json()}
