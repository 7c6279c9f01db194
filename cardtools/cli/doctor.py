"""``cardtools doctor``: is everything here that the program needs?"""

from __future__ import annotations

import sys

import click

from cardtools.app.doctor import Checkup, examine
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import csv_line, echo_json, say
from cardtools.words.catalog import Words

SCHEMA = "cardtools.doctor/1"


@click.command(
    cls=TranslatedCommand,
    help="See whether everything works here.\n\nLooks at Python, libraries, fonts, data folders, settings, cache, "
    "printers and the terminal, and makes a trial print. Leaves with 1 where printing would fail.",
)
@common_options
def doctor(settings: Settings) -> int:
    """Tell what was found and return the exit code."""
    words = click.get_current_context().find_object(Words) or Words(settings.language)
    found = examine(words, settings.data, sys.stdout.encoding or "ascii")
    problems = sum(one.status == "problem" and one.hint(words) is not None for one in found)
    if settings.report == "json":
        echo_json({"schema": SCHEMA, "ok": not problems, "checks": [_json(one, words) for one in found]})
    elif settings.report == "jsonl":
        for one in found:
            echo_json({"schema": SCHEMA, **_json(one, words)})
    elif settings.report == "csv":
        say("id,status,message,hint")
        for one in found:
            say(csv_line([one.id, one.status, one.message(words), one.hint(words) or ""]))
    else:
        _tell(found, problems, words)
    return 1 if problems else 0


def _json(one: Checkup, words: Words) -> dict[str, str | None]:
    return {"id": one.id, "status": one.status, "message": one.message(words), "hint": one.hint(words)}


def _tell(found: tuple[Checkup, ...], problems: int, words: Words) -> None:
    said = {status: words.text(f"doctor.{status}") for status in ("ok", "warning", "problem")}
    width = max(map(len, said.values()))
    for one in found:
        hint = one.hint(words)
        say(f"{said[one.status]:<{width}}  {one.message(words)}{f' – {hint}' if hint else ''}")
    warnings = sum(one.status == "warning" for one in found)
    key = "not-fine" if problems else "fine-warned" if warnings else "fine"
    say(words.text(f"doctor.{key}", count=problems or warnings))
