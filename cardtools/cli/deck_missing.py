"""``cardtools deck missing``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from cardtools.app.deck_lists import Missing, find_missing, once
from cardtools.app.decks import Builder
from cardtools.cli.deck_options import Told, game_options, open_builder
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.project import own
from cardtools.cli.told import csv_line, echo_json, read_stdin, say
from cardtools.decks.ownership import Wanted
from cardtools.errors import CardtoolsError, refuse
from cardtools.legality.check import called
from cardtools.model.deck import Deck


@click.command(
    "missing",
    cls=TranslatedCommand,
    help="Tell which cards are missing for decks.\n\nWhat lacks against a list of what you own, for all decks together "
    "and where decks share their cards, and which decks want the same copies.",
)
@click.argument("lists", metavar="LIST...", nargs=-1, required=True)
@game_options
@click.option("--owned", type=click.Path(path_type=Path), metavar="FILE", help="List of the cards you own.")
@click.option("--all", "everything", is_flag=True, help="Tell of cards that are not missing, too.")
@common_options
def missing(
    lists: tuple[str, ...],
    game: str | None,
    pool: Path | None,
    owned: Path | None,
    everything: bool,
    settings: Settings,
) -> int:
    """Tell what is missing."""
    builder = open_builder(game, pool, settings)
    own_list: Path | None = own("owned", owned)
    if own_list is None:
        raise refuse("usage.no-owned")
    lists, twice = once(lists)
    stdin = read_stdin(lists)
    have = builder.read(str(own_list), None, settings.encoding)
    decks: list[Deck] = []
    problems: list[CardtoolsError] = []
    for path in lists:  # all unreadable lists are told at once
        try:
            decks.append(builder.read(path, stdin, settings.encoding))
        except CardtoolsError as error:
            problems.append(error)
    if problems:
        raise CardtoolsError(*(finding for error in problems for finding in error.findings))
    told = Told(builder, (*twice, *Told.of_lists(builder, have, *decks).findings))
    found = find_missing(builder, decks, have)
    shown = [one for one in found.cards if everything or one.missing]
    if settings.report in ("json", "jsonl"):
        echo_json(_missing_json(found, shown, builder, decks, str(own_list), told))
        return told.code
    told.tell()
    if settings.report == "csv":
        say(csv_line(["name", "owned", "wanted", "missing", "missing_shared", *_called(decks)]))
        for one in shown:
            counts = [one.by_deck.get(number, 0) for number in range(len(lists))]
            say(csv_line([one.name, one.owned, one.together, one.missing, one.missing_shared, *counts]))
        return told.code
    _tell_missing(found, shown, builder, _called(decks))
    return told.code


def _missing_json(
    found: Missing, shown: Sequence[Wanted], builder: Builder, decks: Sequence[Deck], owned: str, told: Told
) -> dict[str, Any]:
    lists = [deck.listing.path for deck in decks]
    names = _called(decks)
    return {
        "schema": "cardtools.deck-missing/1",
        "game": builder.info.id,
        "decks": lists,
        "names": names,
        "owned": owned,
        "missing": found.copies,
        "missing_shared": found.copies_shared,
        "cards": [
            {
                "name": one.name,
                "owned": one.owned,
                "wanted": one.together,
                "missing": one.missing,
                "missing_shared": one.missing_shared,
                "fought_over": one.fought_over,
                "decks": [
                    {"path": lists[number], "name": names[number], "count": count}
                    for number, count in one.by_deck.items()
                ],
            }
            for one in shown
        ],
        "findings": told.json(),
    }


def _tell_missing(found: Missing, shown: Sequence[Wanted], builder: Builder, names: Sequence[str]) -> None:
    words = builder.desk.words
    for one in shown:
        say(words.text("missing.card", missing=one.missing, name=one.name, wanted=one.together, owned=one.owned))
        if one.fought_over:
            wanted = ", ".join(f"{names[number]} {count}" for number, count in one.by_deck.items())
            say("  " + words.text("missing.fight", decks=wanted, missing=one.missing_shared))
    say(words.text("missing.total", missing=found.copies, shared=found.copies_shared))


def _called(decks: Sequence[Deck]) -> list[str]:
    """Return what the decks are called, by their header or file; decks of one name by their files besides."""
    names = [called(deck.listing) for deck in decks]
    return [
        f"{name} ({deck.listing.path})" if names.count(name) > 1 else name
        for name, deck in zip(names, decks, strict=True)
    ]
