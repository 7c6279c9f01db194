"""A score as it is told: the JSON of the contract, CSV, and tables people can read."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from cardtools.app.csv_rows import number
from cardtools.app.desk import Desk
from cardtools.app.score_words import ScoreWords
from cardtools.cli.columns import cells, left, right, shortened, table
from cardtools.cli.options import Report
from cardtools.cli.told import csv_line, echo_json, finding_json, finding_line, say
from cardtools.errors import CardtoolsError
from cardtools.model.base import text_in
from cardtools.model.game_folder import Game
from cardtools.model.scoring import RoundScore, Scoresheet
from cardtools.words.catalog import Words

SCHEMA: Final = "cardtools.score/1"
CSV_HEAD: Final = ("round", "player", "category", "count", "points", "why")
_NAME_CELLS: Final = 14
"""Longest name at the head of a column of the table of rounds."""


def tell_refusal(
    desk: Desk, game: str, error: CardtoolsError, report: Report, standing: Mapping[str, Any] | None = None
) -> None:
    """Tell on stdout, in the form asked for, why a round or a whole game cannot be; JSON has the shape of a score.

    Args:
        desk: Data and words.
        game: Id of the game.
        error: Why it is refused.
        report: The form.
        standing: How the game stands without what is refused, as JSON; nothing where nobody has anything yet.
    """
    words = desk.words
    cards = desk.library.game(game).cards
    named = {f"card:{one.id}": text_in(one.name, words.language) for one in (cards.cards if cards else ())}
    if report in ("json", "jsonl"):
        nothing = {"schema": SCHEMA, "game": game, "variant": "", "standings": [], "finished": False}
        findings = [finding_json(one, words, named) for one in error.findings]
        echo_json({**nothing, "decided_by": None, **(standing or {}), "rounds": [], "findings": findings})
    elif report == "csv":
        say(csv_line(CSV_HEAD))
        for one in error.findings:
            say(csv_line(["", "", one.code, "", "", words.message(one, named)]))
    else:
        for one in error.findings:
            say(finding_line(one, words, named))


class ScoreShown:
    """A score in words and numbers."""

    def __init__(self, sheet: Scoresheet, game: Game, words: Words) -> None:
        self._sheet = sheet
        self._words = words
        self._told = ScoreWords(sheet, game, words, _told)
        self.named = self._told.named
        self.why = self._told.why

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
                            "certainty": line.certainty,
                        }
                        for line in one.lines
                    ],
                }
                for one in sheet.rounds
                if not one.refused
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
            "findings": [finding_json(finding, self._words, self.named) for finding in sheet.findings],
        }

    def csv(self) -> str:
        """Return one row a line of the breakdown, a finding or a standing."""
        rows = [csv_line(CSV_HEAD)]
        for one in self._sheet.rounds:
            rows.extend(
                csv_line([one.n, line.player, line.category, line.count, number(line.points), self.why(line)])
                for line in one.lines
            )
            rows.extend(
                csv_line([one.n, "", finding.code, "", "", self._words.message(finding, self.named)])
                for finding in one.findings
            )
        rows.extend(
            csv_line(["", place.player, "total", place.rank, number(place.total), "winner" if place.winner else ""])
            for place in self._sheet.standings
        )
        return "\n".join(rows)

    def text(self) -> str:
        """Return the whole score: each round broken down, the rounds side by side, and the standings."""
        sheet = self._sheet
        rounds = [line for one in sheet.rounds for line in self.round_lines(one)]
        told = {finding for one in sheet.rounds for finding in map(id, one.findings)}
        others = [one for one in sheet.findings if id(one) not in told]
        beside = [finding_line(finding, self._words, self.named) for finding in others]
        return "\n".join([*rounds, *beside, *self.table_lines(), *self.standing_lines()])

    def round_lines(self, one: RoundScore) -> list[str]:
        """Return one round broken down: each player's points, and under them what they are made of."""
        words = self._words
        lines = [words.text("score.refused" if one.refused else "score.round", n=one.n)]
        lines.extend(f"  {finding_line(finding, words, self.named)}" for finding in one.findings)
        names = max((cells(player) for player in one.scores), default=0)
        sums = {player: f"{number(points):+}" for player, points in one.scores.items()}
        width = max((len(points) for points in sums.values()), default=0)
        inner = max((len(_told(line.points)) for line in one.lines), default=0)
        for player, points in sums.items():
            lines.append(f"  {left(player, names)}  {right(points, width)}")
            own = [line for line in one.lines if line.player == player]
            lines.extend(f"    {right(_told(line.points), inner)}  {self.why(line)}" for line in own)
        return lines

    def table_lines(self) -> list[str]:
        """Return the rounds side by side, a column a player; nothing where there is but one round."""
        sheet, words = self._sheet, self._words
        if len(sheet.rounds) < 2:
            return []
        rows = [[words.text("score.column.round"), *(shortened(player, _NAME_CELLS) for player in sheet.players)]]
        if any(sheet.starting.values()):
            rows.append([words.text("score.column.before"), *(_told(sheet.starting[one]) for one in sheet.players)])
        for one in sheet.rounds:
            scores = one.scores
            points = [f"{number(scores[player]):+}" if player in scores else "–" for player in sheet.players]
            rows.append([str(one.n), *(["×"] * len(points) if one.refused else points)])
        totals = {one.player: one.total for one in sheet.standings}
        rows.append([words.text("score.total"), *(_told(totals[player]) for player in sheet.players)])
        return [words.text("score.rounds"), *(f"  {line}" for line in table(rows))]

    def standing_lines(self) -> list[str]:
        """Return the standings, who has won and by what, and what is still missing."""
        words, sheet = self._words, self._sheet
        names = max((cells(one.player) for one in sheet.standings), default=0)
        ranks = max((len(str(one.rank)) for one in sheet.standings), default=0)
        totals = max((len(_told(one.total)) for one in sheet.standings), default=0)
        shared = sum(1 for one in sheet.standings if one.winner) > 1
        lines = [words.text("score.standings")]
        for one in sheet.standings:
            mark = words.text("score.winners" if shared else "score.winner") if one.winner else ""
            place = f"  {right(str(one.rank), ranks)}. {left(one.player, names)}  {right(_told(one.total), totals)}"
            lines.append(f"{place}  {mark}".rstrip())
        return [*lines, *self._told.state()]


def _told(points: Fraction) -> str:
    return str(number(points))
