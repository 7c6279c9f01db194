"""``cardtools pool``: import card pools, and look cards up in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from cardtools.app.desk import Desk
from cardtools.app.pools import Imported, OpenPool, import_pool
from cardtools.cli.help import TranslatedCommand, TranslatedGroup, group_language
from cardtools.cli.options import Settings, common_options
from cardtools.cli.pool_told import CSV_HEAD, CardsTold, one_line
from cardtools.cli.told import csv_line, echo_json, finding_json, finding_line, tell_warnings
from cardtools.model.card import Card
from cardtools.model.finding import Finding

_MOST_TOLD = 50


@click.group(cls=TranslatedGroup, help="Import and look up card pools.")
@group_language
def pool() -> None:
    """Hold the pool commands."""


def _lookup_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of commands that look into a pool."""
    for option in (
        click.option(
            "--pool", type=click.Path(path_type=Path), metavar="FILE", help="Card pool; else the game's own cards."
        ),
        click.option("-g", "--game", required=True, metavar="GAME", help="Game, see: cardtools games"),
    ):
        function = option(function)
    return function


@pool.command(
    "import",
    cls=TranslatedCommand,
    help="Read cards from any source and write them as a pool that loads fast.\n\n"
    'SOURCE is a list with "id | name | colour type" a line, CSV or XLSX with a header row, HKKmeta JSON, or a '
    "Cockatrice card database.",
)
@click.argument("source", type=click.Path(path_type=Path), metavar="SOURCE")
@click.option("-g", "--game", required=True, metavar="GAME", help="Game, see: cardtools games")
@click.option(
    "--overlay",
    "overlays",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Your own facts by card id or name, CSV, XLSX, YAML or JSON; may stand twice. The name * is every other card.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File to write: output/GAME-pool.json",
)
@common_options
def import_command(source: Path, game: str, overlays: tuple[Path, ...], output: Path | None, settings: Settings) -> int:
    """Import a pool and tell what became of every line."""
    desk = Desk.open(settings.language, settings.data)
    target = output or Path("output") / f"{game}-pool.json"
    imported = import_pool(desk, game, source, target, settings.encoding, overlays)
    if settings.report in ("json", "jsonl"):
        echo_json(_import_json(imported, target, desk))
    else:
        tell_warnings(imported.findings, desk.words, _MOST_TOLD)
        if (more := len(imported.findings) - _MOST_TOLD) > 0:
            click.echo(desk.words.text("found.more", count=more), err=True)
        told = [
            desk.words.text(
                "pool.imported",
                cards=len(imported.pool.cards),
                rows=imported.rows + imported.refused,
                foils=imported.foils,
                doubles=imported.doubles,
                refused=imported.refused,
            ),
            *(desk.words.text("pool.overlaid", path=one_line(path), cards=n) for path, n in imported.overlays),
            desk.words.text("pool.facts", facts=", ".join(imported.pool.facts)),
        ]
        click.echo("; ".join(told), err=True)
        click.echo(str(target))
    return 1 if any(finding.severity == "error" for finding in imported.findings) else 0


def _import_json(imported: Imported, target: Path, desk: Desk) -> dict[str, Any]:
    return {
        "schema": "cardtools.import/1",
        "path": str(target),
        "cards": len(imported.pool.cards),
        "rows": imported.rows + imported.refused,
        "foils": imported.foils,
        "doubles": imported.doubles,
        "refused": imported.refused,
        "overlays": [{"path": path, "cards": cards} for path, cards in imported.overlays],
        "facts": list(imported.pool.facts),
        "findings": [finding_json(finding, desk.words) for finding in imported.findings],
    }


@pool.command(
    "search",
    cls=TranslatedCommand,
    help="Find cards.\n\nQUERY is made of names and of terms such as type:monster god:Leah cost<=3 text~draw "
    "-mark:divine; side by side all must hold, OR and brackets join others, - is not. Operators: : = ~ (holds) "
    "< <= > >=. Put the query in quotes, and -- before one that begins with a hyphen.",
)
@click.argument("query", nargs=-1, required=True, metavar="QUERY")
@_lookup_options
@click.option(
    "--most", type=click.IntRange(1, 100_000), default=50, show_default=True, metavar="N", help="Most cards shown."
)
@common_options
def search_command(query: tuple[str, ...], game: str, pool: Path | None, most: int, settings: Settings) -> int:
    """Find cards and tell how many there are."""
    desk = Desk.open(settings.language, settings.data)
    opened = _open(desk, game, pool, settings)
    words = " ".join(query)
    found = opened.search(words)
    shown = found.cards[:most]
    _tell_cards(
        "cardtools.pool-search/1",
        shown,
        CardsTold(desk, opened),
        settings.report,
        {
            "game": game,
            "pool": None if pool is None else str(pool),
            "query": words,
            "total": len(found.cards),
            "shown": len(shown),
            "undecided": found.undecided,
        },
    )
    if settings.report != "json":
        told = [desk.words.text("pool.found", total=len(found.cards), shown=len(shown))]
        if found.undecided:
            told.append(desk.words.text("pool.undecided", count=found.undecided))
        click.echo("; ".join(told), err=True)
    return 0


@pool.command("list", cls=TranslatedCommand, help="List the ids and names of all cards.")
@_lookup_options
@common_options
def list_command(game: str, pool: Path | None, settings: Settings) -> int:
    """List all cards."""
    desk = Desk.open(settings.language, settings.data)
    opened = _open(desk, game, pool, settings)
    told = CardsTold(desk, opened)
    schema = "cardtools.pool-list/1"
    if settings.report == "json":
        cards = [{"id": card.id, "name": dict(card.name)} for card in opened.cards]
        facts = sorted(opened.facts)
        where = None if pool is None else str(pool)
        echo_json({"schema": schema, "game": game, "pool": where, "facts": facts, "total": len(cards), "cards": cards})
        return 0
    if settings.report == "csv":
        click.echo("id,name")
    for card in opened.cards:
        if settings.report == "jsonl":
            echo_json({"schema": schema, "game": game, "id": card.id, "name": dict(card.name)})
        elif settings.report == "csv":
            click.echo(csv_line([one_line(card.id), one_line(told.name(card))]))
        else:
            click.echo(f"{one_line(card.id)}  {one_line(told.name(card))}")
    return 0


@pool.command(
    "show",
    cls=TranslatedCommand,
    help="Tell everything that is known of a card, and what is not.\n\nCARD is a name or an id; of several cards that "
    "may be meant all are listed and none is chosen.",
)
@click.argument("card", nargs=-1, required=True, metavar="CARD")
@_lookup_options
@common_options
def show_command(card: tuple[str, ...], game: str, pool: Path | None, settings: Settings) -> int:
    """Tell a card's facts."""
    desk = Desk.open(settings.language, settings.data)
    opened = _open(desk, game, pool, settings)
    told = CardsTold(desk, opened)
    words = " ".join(card)
    cards = opened.look_up(words)
    findings = _not_one(words, cards, opened, told)
    if settings.report == "text" and len(cards) == 1:
        click.echo(told.block(cards[0]))
    else:
        facts = {
            "game": game,
            "pool": None if pool is None else str(pool),
            "query": words,
            "findings": [finding_json(finding, desk.words) for finding in findings],
        }
        _tell_cards("cardtools.pool-show/1", cards, told, settings.report, facts)
    for finding in findings:
        if settings.report != "json":
            click.echo(finding_line(finding, desk.words), err=True)
    return 1 if findings else 0


def _not_one(words: str, cards: Sequence[Card], opened: OpenPool, told: CardsTold) -> list[Finding]:
    """Return why ``words`` name no card, or none in particular."""
    if len(cards) == 1:
        return []
    if cards:
        listed = tuple(f"{told.name(card)} [{card.id}]" for card in cards)
        params: dict[str, str | int] = {"name": words[:120], "suggestions": ", ".join(listed)[:400]}
        return [Finding(code="pool.ambiguous-card", params=params, suggestions=listed[:20])]
    near = opened.names.suggest(words[:120])
    return [Finding(code="pool.unknown-card", params={"name": words[:120]}, suggestions=near)]


def _open(desk: Desk, game: str, path: Path | None, settings: Settings) -> OpenPool:
    opened = OpenPool.of(desk, game, path, settings.encoding)
    tell_warnings(opened.findings, desk.words)
    return opened


def _tell_cards(schema: str, cards: Sequence[Card], told: CardsTold, report: str, facts: dict[str, Any]) -> None:
    """Print cards in the form asked for; JSON is one document with ``facts``."""
    if report == "json":
        echo_json({"schema": schema, **facts, "cards": [told.json(card) for card in cards]})
        return
    if report == "csv":
        click.echo(CSV_HEAD)
    for card in cards:
        if report == "jsonl":
            echo_json({"schema": schema, "game": facts["game"], **told.json(card)})
        else:
            click.echo(csv_line(told.cells(card)) if report == "csv" else told.line(card))
