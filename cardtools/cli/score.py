"""``cardtools score``: rounds in, a breakdown that explains every point out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from cardtools.app.desk import Desk
from cardtools.app.scores import score_file
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import csv_line, echo_json, finding_json, finding_line, number, read_stdin, say
from cardtools.model.base import text_in
from cardtools.model.game_folder import Game
from cardtools.model.scoring import ScoreLine, Scoresheet
from cardtools.words.catalog import Words

SCHEMA = "cardtools.score/1"


@click.command(
    cls=TranslatedCommand,
    help="Score rounds with a breakdown of every point.\n\nFILE is a score file in YAML, or - for standard input.",
)
@click.argument("game", metavar="GAME")
@click.argument("file", metavar="FILE")
@click.option("--exit-zero", is_flag=True, help="Leave with 0 even where there are findings.")
@common_options
def score(game: str, file: str, exit_zero: bool, settings: Settings) -> int:
    """Print the score and return the exit code."""
    desk = Desk.open(settings.language, settings.data)
    loaded, sheet = score_file(desk, game, file, read_stdin((file,)), settings.encoding)
    shown = _Shown(sheet, loaded, desk.words)
    if settings.report == "json":
        echo_json(shown.json())
    elif settings.report == "jsonl":
        whole = shown.json()
        for one in whole["rounds"]:
            echo_json({"schema": SCHEMA, "game": game, "round": one})
        echo_json({**whole, "rounds": []})
    elif settings.report == "csv":
        say(shown.csv())
    else:
        say(shown.text())
    return 1 if sheet.findings and not exit_zero else 0


class _Shown:
    """A score in words and numbers."""

    def __init__(self, sheet: Scoresheet, game: Game, words: Words) -> None:
        self._sheet = sheet
        self._words = words
        language = words.language
        cards = game.cards.cards if game.cards else ()
        self._cards = {card.id: text_in(card.name, language) for card in cards}
        self._categories = {
            one.id: text_in(one.name, language) for one in (game.scoring.categories if game.scoring else ())
        }
        self._named: Mapping[str, str] = {f"card:{one}": name for one, name in self._cards.items()}

    def why(self, line: ScoreLine) -> str:
        """Return the sentence that explains a line."""
        each = "" if line.each is None else str(number(line.each))
        card = self._cards.get(line.card, line.card)
        return self._words.text(line.why, card=card, count=line.count, each=each, holder=line.holder)

    def json(self) -> dict[str, Any]:
        """Return the score as the JSON contract has it."""
        sheet = self._sheet
        return {
            "schema": SCHEMA,
            "game": sheet.game,
            "variant": sheet.variant,
            "rounds": [
                {
                    "n": one.n,
                    "scores": {player: number(points) for player, points in one.scores.items()},
                    "lines": [
                        {
                            "player": line.player,
                            "category": line.category,
                            "count": line.count,
                            "points": number(line.points),
                            "why": self.why(line),
                        }
                        for line in one.lines
                    ],
                }
                for one in sheet.rounds
                if not one.findings
            ],
            "standings": [
                {
                    "rank": one.rank,
                    "player": one.player,
                    "total": number(one.total),
                    "winner": one.winner,
                }
                for one in sheet.standings
            ],
            "finished": sheet.finished,
            "decided_by": sheet.decided_by,
            "findings": [finding_json(finding, self._words, self._named) for finding in sheet.findings],
        }

    def csv(self) -> str:
        """Return one row a line of the breakdown, a finding or a standing."""
        rows = [csv_line(["round", "player", "category", "count", "points", "why"])]
        for one in self._sheet.rounds:
            rows.extend(
                csv_line([one.n, line.player, line.category, line.count, number(line.points), self.why(line)])
                for line in one.lines
            )
            rows.extend(
                csv_line([one.n, "", finding.code, "", "", self._words.message(finding, self._named)])
                for finding in one.findings
            )
        rows.extend(
            csv_line(["", place.player, "total", place.rank, number(place.total), "winner" if place.winner else ""])
            for place in self._sheet.standings
        )
        return "\n".join(rows)

    def text(self) -> str:
        """Return the score as a table people can read."""
        words, sheet = self._words, self._sheet
        lines: list[str] = []
        for one in sheet.rounds:
            if one.findings:
                lines.append(words.text("score.refused", n=one.n))
                lines.extend(f"  {finding_line(finding, words, self._named)}" for finding in one.findings)
                continue
            lines.append(words.text("score.round", n=one.n))
            for player, points in one.scores.items():
                lines.append(f"  {player}  {number(points):+}")
                own = [line for line in one.lines if line.player == player]
                lines.extend(f"    {number(line.points):>5}  {self.why(line)}" for line in own)
        lines.append(words.text("score.standings"))
        width = max(len(one.player) for one in sheet.standings)
        shared = sum(1 for one in sheet.standings if one.winner) > 1
        for place in sheet.standings:
            mark = words.text("score.winners" if shared else "score.winner") if place.winner else ""
            lines.append(f"  {place.rank}. {place.player:<{width}}  {number(place.total):>5}  {mark}".rstrip())
        return "\n".join([*lines, *filter(None, [self._state()])])

    def _state(self) -> str:
        target = self._sheet.target
        if target is None:
            return ""
        if self._sheet.finished:
            return self._words.text("score.finished", target=target)
        most = max(one.total for one in self._sheet.standings)
        return self._words.text("score.running", target=target, missing=str(number(target - most)))
