"""``cardtools games`` and ``cardtools check``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardtools.app.checks import Checked, check_game
from cardtools.app.desk import Desk
from cardtools.app.games import GameSummary, summarize
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import echo_json, finding_json, finding_line, say
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.base import text_in
from cardtools.model.finding import Finding, worst
from cardtools.store.catalog import Catalog
from cardtools.store.files import kind_of


@click.command(cls=TranslatedCommand, help="List the games there are.")
@common_options
def games(settings: Settings) -> int:
    """List the games."""
    desk = Desk.open(settings.language, settings.data)
    desk.check_language()
    found, wrong = _summaries(desk)
    if settings.report in ("json", "jsonl"):
        told = [finding_json(finding, desk.words) for finding in wrong]
        listed = [_json(one, settings.language) for one in found]
        echo_json({"schema": "cardtools.games/1", "games": listed, "findings": told})
        return 2 if wrong else 0
    width = max((len(one.info.id) for one in found), default=0)
    for one in found:
        name = text_in(one.info.name, settings.language)
        languages = " ".join(one.references or one.info.languages)
        cards = f"{one.cards} {desk.words.text('label.cards')}"
        say(f"{one.info.id:<{width}}  {name} ({one.info.publisher}); {cards}; {languages}")
    if wrong:
        raise CardtoolsError(*wrong)
    return 0


def _summaries(desk: Desk) -> tuple[list[GameSummary], list[Finding]]:
    """Return the games that can be read, and what is wrong with the others."""
    found: list[GameSummary] = []
    wrong: list[Finding] = []
    for game in desk.catalog.game_ids():
        try:
            found.append(summarize(desk, game))
        except CardtoolsError as error:
            wrong += error.findings
    return found, wrong


@click.command(
    cls=TranslatedCommand,
    help="Check the data of games.\n\n"
    "Sums, sources and references between files, of all games, of one, or of those in a folder.",
)
@click.argument("what", metavar="[GAME|FOLDER]", required=False)
@click.option("--strict", is_flag=True, help="Take warnings for errors.")
@common_options
def check(what: str | None, strict: bool, settings: Settings) -> int:
    """Check game data and return the exit code."""
    desk, chosen = _chosen(what, settings)
    outcomes = [check_game(desk, one) for one in chosen]
    findings = [finding for one in outcomes for finding in one.findings]
    if settings.report in ("json", "jsonl"):
        echo_json(
            {
                "schema": "cardtools.check/1",
                "games": [{"id": one.id, "languages": dict(one.languages)} for one in outcomes],
                "findings": [finding_json(finding, desk.words) for finding in findings],
            }
        )
    else:
        for outcome in outcomes:
            _tell(outcome, desk)
    if any(one.game is None for one in outcomes):
        return 2
    gravest = worst(findings)
    return 1 if gravest == "error" or (strict and gravest == "warning") else 0


def _chosen(what: str | None, settings: Settings) -> tuple[Desk, tuple[str, ...]]:
    """Return the games to check: all, one by its id, or those of a folder (a data folder, or that of one game).

    Raises:
        CardtoolsError: ``usage.unknown-game``, or ``usage.no-games`` for a folder without any.
    """
    if what is None or not {"/", ".", "\\"} & set(what):
        desk = Desk.open(settings.language, settings.data)
        desk.check_language()
        if what is not None:
            desk.catalog.info(what)
        return desk, (what,) if what else desk.catalog.game_ids()
    folder = Path(what)
    alone = kind_of(folder / "game.yaml") == "file"
    root = folder.resolve().parent.parent if alone else folder
    ids = (folder.resolve().name,) if alone else Catalog((folder,)).game_ids()
    desk = Desk.open(settings.language, root)
    desk.check_language()
    if not ids:
        raise refuse("usage.no-games", path=folder)
    return desk, ids


def _tell(outcome: Checked, desk: Desk) -> None:
    for finding in outcome.findings:
        say(finding_line(finding, desk.words))
    game = outcome.game
    if game is not None and worst(outcome.findings) != "error":
        say(
            desk.words.text(
                "check.fine",
                game=outcome.id,
                cards=sum(card.copies for card in game.cards.cards) if game.cards else 0,
                formats=len(game.formats),
                languages=", ".join(f"{language} {share} %" for language, share in outcome.languages.items()),
            )
        )


def _json(one: GameSummary, language: str) -> dict[str, Any]:
    return {
        "id": one.info.id,
        "name": text_in(one.info.name, language),
        "publisher": one.info.publisher,
        "edition": text_in(one.info.edition, language),
        "cards": one.cards,
        "formats": list(one.formats),
        "languages": list(one.info.languages),
        "references": list(one.references),
        "scored": one.scored,
    }
