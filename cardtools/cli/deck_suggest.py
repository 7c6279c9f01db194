"""``cardtools deck suggest``: what still stands between a deck and a format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cardtools.app.deck_lists import endings_of, form_of, save, write_list
from cardtools.app.deck_suggest import Suggestion
from cardtools.app.deck_suggest import suggest as suggest_for
from cardtools.app.decks import Builder, content_of
from cardtools.app.validation import Validator
from cardtools.cli.deck_options import game_options, open_builder
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.project import own
from cardtools.cli.terms import terms_from
from cardtools.cli.told import csv_line, echo_json, finding_json, finding_line, read_stdin, say
from cardtools.cli.validate import verdict_json
from cardtools.decks.colours import ColourCut
from cardtools.decks.edits import Edit
from cardtools.errors import refuse


@click.command(
    "suggest",
    cls=TranslatedCommand,
    help="Tell what still stands between a deck and a format.\n\n"
    "The fewest cards to cut, to move and to put in, each with the rule that asks for it. Leaves with 0 where the deck "
    "is legal already.",
)
@click.argument("listed", metavar="LIST")
@game_options
@click.option("-f", "--format", "formats", multiple=True, metavar="FORMAT", help="Deck format; may stand twice.")
@click.option(
    "--players", type=click.IntRange(1, 99), metavar="N", help="How many play; chooses the format for so many."
)
@click.option("--on", "day", metavar="DATE", help="Day of play, such as 2025-04-05, for rules with dates; else today.")
@click.option("--choose", "choices", multiple=True, metavar="K=V", help="What the players agreed on; may stand twice.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the list after the edits here."
)
@common_options
def suggest(
    listed: str,
    game: str | None,
    pool: Path | None,
    formats: tuple[str, ...],
    players: int | None,
    day: str | None,
    choices: tuple[str, ...],
    output: Path | None,
    settings: Settings,
) -> int:
    """Tell what to change."""
    builder = open_builder(game, pool, settings)
    terms = terms_from(players, day, choices)
    chosen = own("formats", formats) or ()
    validator = Validator.prepare(builder.desk, builder.info.id, chosen, builder.pool.path, terms)
    content = content_of(listed, read_stdin([listed]))
    found = suggest_for(validator, validator.read(content, listed, settings.encoding))
    if output is not None:
        if len(found) > 1:
            raise refuse("usage.one-format")
        form = form_of(None, output)
        save(builder, write_list(builder, found[0].deck.listing, form), output, endings_of(form), [listed])
    if settings.report in ("json", "jsonl"):
        results = [_json(one, builder) for one in found]
        echo_json({"schema": "cardtools.deck-suggest/1", "game": builder.info.id, "path": listed, "results": results})
    elif settings.report == "csv":
        say("format,edit,count,name,zone,to,rules")
        for one in found:
            for edit in one.edits:
                cells = [edit.kind, edit.count, edit.name or "", edit.zone, edit.to or "", " ".join(edit.rules)]
                say(csv_line([one.before.format, *cells]))
    else:
        for one in found:
            for line in _lines(one, builder):
                say(line)
    return 0 if all(one.before.status in ("legal", "legal-with-warnings") for one in found) else 1


def _json(one: Suggestion, builder: Builder) -> dict[str, Any]:
    words, named = builder.desk.words, builder.desk.names_of(builder.info)
    return {
        "format": one.before.format,
        "status": one.before.status,
        "edits": [
            {
                "edit": edit.kind,
                "count": edit.count,
                "name": edit.name,
                "zone": edit.zone,
                "to": edit.to,
                "rules": list(edit.rules),
                "heading": edit.heading,
                "full": edit.full,
            }
            for edit in one.edits
        ],
        "reasons": {rule: finding_json(finding, words, named) for rule, finding in one.reasons.items()},
        "colours": [
            {
                "cut": list(cut.cut),
                "lost": cut.lost,
                "equally": [list(other) for other in cut.equally],
                "exact": cut.exact,
            }
            for cut in one.colours
        ],
        "ties": [{"rule": tie.rule, "zone": tie.zone, "count": tie.count} for tie in one.ties],
        "short": one.short,
        "after": verdict_json(one.after, words, named),
        "remaining": [finding_json(finding, words, named) for finding in one.remaining],
    }  # fmt: skip


def _lines(one: Suggestion, builder: Builder) -> Iterator[str]:
    words, named = builder.desk.words, builder.desk.names_of(builder.info)
    status = words.text(f"status.{one.before.status}")
    yield f"{one.before.path}: [{one.before.format}] {status}"
    for cut in one.colours:
        yield f"  {_colour_line(cut, builder, named)}"
    for edit in one.edits:
        yield f"  {_edit_line(edit, builder, named)}"
    for tie in one.ties:
        zone = named.get(f"zone:{tie.zone}", tie.zone)
        yield "  " + words.text("suggest.tie", count=tie.count, zone=zone, rules=tie.rule)
    for rule, finding in one.reasons.items():
        yield f"  ({rule}) {words.message(finding, named)}"
    for finding in one.remaining:
        yield f"  {words.text('suggest.remains')} {finding_line(finding, words, named)}"
    after = words.text(f"status.{one.after.status}")
    yield words.text("suggest.after", status=after, short=one.short)


def _edit_line(edit: Edit, builder: Builder, named: dict[str, str]) -> str:
    words = builder.desk.words
    zone = named.get(f"zone:{edit.zone}", edit.zone)
    because = ", ".join(edit.rules)
    if edit.heading is not None:
        to = named.get(f"zone:{edit.to}", edit.to or "")
        return words.text("suggest.move-heading", count=edit.count, heading=edit.heading, to=to, rules=because)
    if edit.kind == "move":
        to = named.get(f"zone:{edit.to}", edit.to or "")
        return words.text("suggest.move", count=edit.count, name=edit.name or "", zone=zone, to=to, rules=because)
    if edit.name is None:
        return words.text("suggest.add", count=edit.count, zone=zone, rules=because)
    key = "suggest.cut" if edit.kind == "cut" else "suggest.add-card"
    line = words.text(key, count=edit.count, name=edit.name, zone=zone, rules=because)
    if edit.full is None:
        return line
    return line + words.text("suggest.full", zone=named.get(f"zone:{edit.full}", edit.full))


def _colour_line(cut: ColourCut, builder: Builder, named: dict[str, str]) -> str:
    words = builder.desk.words

    def told(colours: tuple[str, ...]) -> str:
        return " + ".join(named.get(f"colour:{colour}", colour) for colour in colours)

    line = words.text("suggest.colours", colours=told(cut.cut), lost=cut.lost)
    if cut.equally:
        line += words.text("suggest.equally", others="; ".join(told(other) for other in cut.equally[:5]))
    return line if cut.exact else line + words.text("suggest.not-exact")
