"""``cardtools setup``: how a game is set up for so many players."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cardtools.app.desk import Desk
from cardtools.app.setup import Counted, SetupPlan, set_up
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import echo_json, say
from cardtools.model.base import text_in
from cardtools.model.game import GameInfo
from cardtools.words.catalog import Words


@click.command(
    cls=TranslatedCommand,
    help="Tell how a game is set up.\n\nWhat is taken out of the box, dealt and put aside for so many players.",
)
@click.argument("game", metavar="GAME")
@click.option("--players", type=click.IntRange(1, 99), metavar="N", help="Number of players.")
@click.option("--variant", metavar="ID", help="Way to set it up, where a game has several: classic, starter.")
@common_options
def setup(game: str, players: int | None, variant: str | None, settings: Settings) -> int:
    """Print the setup of a game."""
    desk = Desk.open(settings.language, settings.data)
    info, plan = set_up(desk, game, players, variant)
    if settings.report in ("json", "jsonl"):
        echo_json(_json(plan, info, settings.language))
    else:
        for line in _lines(plan, info, desk.words):
            say(line)
    return 0


def _json(plan: SetupPlan, info: GameInfo, language: str) -> dict[str, object]:
    def listed(cards: Sequence[Counted]) -> list[dict[str, object]]:
        return [{"name": one.name, "count": one.count} for one in cards]

    return {
        "schema": "cardtools.setup/1",
        "game": info.id,
        "setup": plan.setup.id,
        "players": plan.players,
        "pack": plan.pack,
        "taken_out": listed(plan.taken_out),
        "aside": listed(plan.aside),
        "given": listed(plan.given),
        "own": listed(plan.own),
        "dealt": plan.dealt,
        "in_hand": plan.in_hand,
        "opening": plan.setup.opening,
        "pile": plan.pile,
        "steps": list(_steps(plan, language)),
        "source": plan.setup.source,
        "certainty": plan.setup.certainty,
    }


def _lines(plan: SetupPlan, info: GameInfo, words: Words) -> list[str]:
    language = words.language
    name = text_in(info.name, language)
    title = f"{name} – {text_in(plan.setup.name, language)}"
    lines = [title if plan.players is None else words.text("setup.title", title=title, players=plan.players)]
    for key, cards in (
        ("setup.taken-out", plan.taken_out),
        ("setup.aside", plan.aside),
        ("setup.given", plan.given),
        ("setup.own", plan.own),
    ):
        if cards:
            listed = ", ".join(f"{one.count}× {one.name}" for one in cards)
            lines.append(words.text(key, count=sum(one.count for one in cards), cards=listed))
    if plan.pack is not None:
        lines.append(words.text("setup.pack", count=plan.pack))
    if plan.dealt is not None:
        lines.append(words.text("setup.dealt", count=plan.dealt, in_hand=plan.in_hand or plan.dealt))
    if plan.pile is not None:
        lines.append(words.text("setup.pile", count=plan.pile))
    lines.extend(f"{number}. {step}" for number, step in enumerate(_steps(plan, language), start=1))
    return lines


def _steps(plan: SetupPlan, language: str) -> tuple[str, ...]:
    steps = plan.setup.steps
    return steps.get(language) or steps.get("en") or next(iter(steps.values()))
