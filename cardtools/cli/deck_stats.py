"""``cardtools deck stats``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cardtools.app.deck_lists import SVG, save
from cardtools.app.decks import Builder
from cardtools.cli.deck_options import (
    Told,
    chance_json,
    decimal,
    game_options,
    open_builder,
    percent,
)
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import csv_line, echo_json, read_stdin, say
from cardtools.decks.curve import curve_svg, text_bars
from cardtools.decks.statistics import NONE, Division, Statistics, read_cost, share
from cardtools.errors import refuse
from cardtools.legality.check import called


@click.command(
    "stats",
    cls=TranslatedCommand,
    help="Tell the numbers of a deck.\n\n"
    "Cards by zone, type, colour, rarity and cost, the cost curve, the share of creatures, and copies.",
)
@click.argument("listed", metavar="LIST")
@game_options
@click.option("--zone", "zones", multiple=True, metavar="ZONE", help="Zone to count; the main deck else.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the cost curve into this SVG file.")
@common_options
def stats(
    listed: str, game: str | None, pool: Path | None, zones: tuple[str, ...], svg: Path | None, settings: Settings
) -> int:
    """Tell the numbers of a deck."""
    builder = open_builder(game, pool, settings)
    deck = builder.read_cards(listed, read_stdin([listed]), settings.encoding)
    told, numbers = Told.of(builder, deck), builder.statistics(deck, zones)
    if svg is not None:
        bars = [(str(cost), count) for cost, count in numbers.curve.bars] if numbers.curve else []
        if not bars:
            raise refuse("deck.no-costs", path=listed, exit_code=1)
        title = builder.desk.words.text("stats.curve-of", deck=called(deck.listing))
        save(builder, curve_svg(bars, title).encode(), svg, SVG, [listed])
    if settings.report in ("json", "jsonl"):
        head = {"schema": "cardtools.deck-stats/1", "game": builder.info.id, "path": listed}
        drawn = {"svg": None if svg is None else str(svg)}
        echo_json({**head, **_stats_json(numbers), **drawn, "findings": told.json()})
        return told.code
    told.tell()
    for line in _stats_csv(numbers) if settings.report == "csv" else _stats_lines(numbers, builder):
        say(line)
    if svg is not None:  # a table on standard output stays one
        say(str(svg), to_stderr=settings.report == "csv")
    return told.code


def _stats_json(numbers: Statistics) -> dict[str, Any]:
    curve, creatures = numbers.curve, numbers.creatures
    return {
        "zones": dict(numbers.zones),
        "over": list(numbers.over),
        "cards": numbers.cards,
        "different": numbers.different,
        "unknown_names": numbers.unknown_names,
        "copies": {str(copies): count for copies, count in numbers.copies},
        "mixed": numbers.mixed,
        "by": {
            one.fact: {"carried": one.carried, "unknown": one.unknown, "counts": dict(one.counts)}
            for one in numbers.divisions
        },
        "creatures": None if creatures is None else {
            "count": creatures.count,
            "unknown": creatures.unknown,
            "share": chance_json(share(creatures.count, numbers.cards)),
        },
        "curve": None if curve is None else {
            "icon": curve.icon,
            "bars": [{"cost": cost, "count": count} for cost, count in curve.bars],
            "other": dict(curve.other),
            "unknown": curve.unknown,
            "mean": None if curve.mean is None else chance_json(curve.mean),
        },
    }  # fmt: skip


def _stats_csv(numbers: Statistics) -> Iterator[str]:
    yield "what,key,count"
    yield from (csv_line(["zone", zone, count]) for zone, count in numbers.zones)
    yield from (csv_line(["copies", copies, count]) for copies, count in numbers.copies)
    for one in numbers.divisions:
        yield from (csv_line([one.fact, key, count]) for key, count in one.counts)
        if one.unknown:
            yield csv_line([one.fact, "?", one.unknown])


def _stats_lines(numbers: Statistics, builder: Builder) -> Iterator[str]:
    words = builder.desk.words
    named = builder.desk.names_of(builder.info)
    yield ", ".join(f"{named.get(f'zone:{zone}', zone)} {count}" for zone, count in numbers.zones if count) or "0"
    yield words.text("stats.cards", cards=numbers.cards, different=numbers.different)
    yield words.text("stats.copies", copies=", ".join(f"{copies}× {count}" for copies, count in numbers.copies) or "–")
    for one in numbers.divisions:
        yield _division_line(one, numbers.cards, builder, named)
    if numbers.mixed:
        yield words.text("stats.mixed", count=numbers.mixed)
    if numbers.creatures is not None and numbers.cards:
        part = percent(share(numbers.creatures.count, numbers.cards), words)
        unknown = words.text("stats.unknown", count=numbers.creatures.unknown) if numbers.creatures.unknown else ""
        line = words.text("stats.creatures", count=numbers.creatures.count, share=part)
        yield f"{line}, {unknown}" if unknown else line
    if numbers.curve is not None and numbers.curve.bars:
        yield words.text("stats.curve") + ":"
        yield from (f"  {line}" for line in text_bars([(str(cost), count) for cost, count in numbers.curve.bars]))
        if numbers.curve.mean is not None:
            yield words.text("stats.mean", mean=decimal(numbers.curve.mean, words))


def _division_line(one: Division, cards: int, builder: Builder, named: dict[str, str]) -> str:
    """Return how cards divide by one fact; colours in per cent besides, since that is what they are balanced by."""
    words = builder.desk.words
    label = words.text(f"label.card.{one.fact}")
    if not one.carried:
        return words.text("stats.not-carried", fact=label)
    kind = {"colours": "colour", "type": "type"}.get(one.fact, one.fact)
    parts: list[str] = []
    for key, count in one.counts:
        name = words.text("pool.fact-none") if key == NONE else named.get(f"{kind}:{key}", _cost_words(key))
        balance = f" ({percent(share(count, cards), words)})" if one.fact == "colours" else ""
        parts.append(f"{name} {count}{balance}")
    if one.unknown:
        parts.append(words.text("stats.unknown", count=one.unknown))
    return f"{label}: {', '.join(parts) or '–'}"


def _cost_words(key: str) -> str:
    """Return a cost such as ``{vp}2`` as people say it, ``2 VP``; anything else as it is."""
    cost = read_cost(key)
    return f"{cost[1]} {cost[0].upper()}" if cost is not None and cost[0] else key
