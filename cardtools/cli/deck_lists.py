"""``cardtools deck diff``, ``convert``, ``fmt`` and ``merge``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from cardtools.app.deck_lists import compare, endings_of, form_of, join, own_endings, save, write_list
from cardtools.app.deck_spelling import Spelled, spell
from cardtools.app.decks import Builder, content_of
from cardtools.cli.deck_options import Told, game_options, open_builder, output_option
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import csv_line, echo_file, echo_json, read_stdin, say
from cardtools.errors import refuse
from cardtools.model.deck import DeckList
from cardtools.store.deck_lists.writers import Form

_TO_HELP = "Form to write: text, csv, xlsx, yaml, json, cod; else by the ending of the file."


@click.command(
    "diff",
    cls=TranslatedCommand,
    help="Compare two lists.\n\nCards put in, taken out, and in another number, by zone; a card in another spelling is "
    "the same card.",
)
@click.argument("before", metavar="LIST")
@click.argument("after", metavar="LIST")
@game_options
@common_options
def diff(before: str, after: str, game: str | None, pool: Path | None, settings: Settings) -> int:
    """Compare two lists."""
    builder = open_builder(game, pool, settings)
    stdin = read_stdin([before, after])
    old, new = (builder.read(path, stdin, settings.encoding) for path in (before, after))
    told, found = Told.of_lists(builder, old, new), compare(builder, old, new)
    if settings.report in ("json", "jsonl"):
        changes = [
            {"change": one.change, "name": one.name, "zone": one.zone, "before": one.before, "after": one.after}
            for one in found
        ]
        head = {"schema": "cardtools.deck-diff/1", "game": builder.info.id, "before": before, "after": after}
        echo_json({**head, "same": not found, "changes": changes, "findings": told.json()})
        return told.code
    told.tell()
    if settings.report == "csv":
        say("change,zone,name,before,after")
        for one in found:
            say(csv_line([one.change, one.zone, one.name, one.before, one.after]))
        return told.code
    words, named = builder.desk.words, builder.desk.names_of(builder.info)
    if not found:
        say(words.text("diff.same"))
    zone = None
    for one in found:
        if one.zone != zone:
            zone = one.zone
            say(f"{named.get(f'zone:{zone}', zone)}:")
        sign = "+" if one.after > one.before else "−"
        numbers = f" ({one.before} → {one.after})" if one.before and one.after else ""
        say(f"  {sign}{abs(one.after - one.before)} {one.name}{numbers}")
    return told.code


@click.command(
    "convert",
    cls=TranslatedCommand,
    help="Write a list in another form.\n\nNames, counts, zones and headers stay; comments do not.",
)
@click.argument("listed", metavar="LIST")
@game_options
@click.option("--to", "form", metavar="FORM", help=_TO_HELP)
@output_option
@common_options
def convert(
    listed: str, game: str | None, pool: Path | None, form: str | None, output: Path | None, settings: Settings
) -> int:
    """Convert a list."""
    builder = open_builder(game, pool, settings)
    deck = builder.read(listed, read_stdin([listed]), settings.encoding)
    told = Told.of_lists(builder, deck, severity="warning")
    _write(builder, deck.listing, form_of(form, output), output, [listed], told, "convert", settings)
    return told.code


@click.command(
    "merge",
    cls=TranslatedCommand,
    help="Join lists into one.\n\nCopies of a card are added up by zone; headers stay where no two lists differ.",
)
@click.argument("lists", metavar="LIST...", nargs=-1, required=True)
@game_options
@click.option("--to", "form", metavar="FORM", help=_TO_HELP)
@output_option
@common_options
def merge(
    lists: tuple[str, ...],
    game: str | None,
    pool: Path | None,
    form: str | None,
    output: Path | None,
    settings: Settings,
) -> int:
    """Join lists."""
    builder = open_builder(game, pool, settings)
    stdin = read_stdin(lists)
    decks = [builder.read(path, stdin, settings.encoding) for path in lists]
    told = Told.of_lists(builder, *decks)
    _write(builder, join(builder, decks), form_of(form, output), output, lists, told, "merge", settings)
    return told.code


def _write(
    builder: Builder,
    listing: DeckList,
    form: Form,
    output: Path | None,
    sources: Sequence[str],
    told: Told,
    what: str,
    settings: Settings,
) -> None:
    """Write a list to a file, or to standard output; with JSON its text stands in the document."""
    content = write_list(builder, listing, form)
    if output is not None:
        save(builder, content, output, endings_of(form), sources)
    as_json = settings.report in ("json", "jsonl")
    if output is None and form == "xlsx":
        raise refuse("usage.needs-output", form=form)
    if as_json:
        head: dict[str, Any] = {"schema": f"cardtools.deck-{what}/1", "game": builder.info.id, "sources": list(sources)}
        cards = sum(entry.count for entry in listing.entries)
        body = {"form": form, "output": None if output is None else str(output), "cards": cards}
        text = content.decode() if output is None else None
        echo_json({**head, **body, "content": text, "findings": told.json()})
        return
    told.tell()
    echo_file(content.decode()) if output is None else say(str(output))


@click.command(
    "fmt",
    cls=TranslatedCommand,
    help="Write a list in canonical spelling.\n\nNames become those of the cards; counts never change, unknown names "
    "stay and are told, and plain lists keep their comments.",
)
@click.argument("listed", metavar="LIST")
@game_options
@click.option("--check", is_flag=True, help="Write nothing; leave with 1 where something would change.")
@click.option("--in-place", is_flag=True, help="Write into the list itself.")
@output_option
@common_options
def fmt(
    listed: str,
    game: str | None,
    pool: Path | None,
    check: bool,
    in_place: bool,
    output: Path | None,
    settings: Settings,
) -> int:
    """Spell a list canonically."""
    if check + in_place + (output is not None) > 1 or (in_place and listed == "-"):
        raise refuse("usage.fmt-target")
    builder = open_builder(game, pool, settings)
    done = spell(builder, content_of(listed, read_stdin([listed])), listed, settings.encoding)
    told = Told(builder, (*builder.findings, *done.findings))
    target = Path(listed) if in_place else output
    if target is None and not check and done.form == "xlsx":
        raise refuse("usage.needs-output", form=done.form)
    if target is not None and (done.changed or not in_place):
        save(builder, done.content, target, (*endings_of(done.form), *own_endings(listed)))
    code = max(told.code, 1 if check and done.changed else 0)
    if settings.report in ("json", "jsonl"):
        echo_json(_fmt_json(done, builder, listed, target, told, check=check))
        return code
    told.tell()
    words = builder.desk.words
    if target is None and not check:
        echo_file(done.content.decode())
        return code
    for old, new in done.renamed:
        say(f"{old} → {new}")
    key = "fmt.changed" if target is not None else "fmt.would-change"
    say(words.text(key if done.changed else "fmt.unchanged", path=str(target or listed)))
    return code


def _fmt_json(
    done: Spelled, builder: Builder, listed: str, target: Path | None, told: Told, *, check: bool
) -> dict[str, Any]:
    shown = target is None and not check
    return {
        "schema": "cardtools.deck-fmt/1",
        "game": builder.info.id,
        "path": listed,
        "form": done.form,
        "changed": done.changed,
        "renamed": [{"before": old, "after": new} for old, new in done.renamed],
        "output": None if target is None else str(target),
        "content": done.content.decode() if shown else None,
        "findings": told.json(),
    }
