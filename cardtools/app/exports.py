"""A kept evening for other programs: rows of a table, a play of Board Game Stats, a chart of the totals."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from cardtools.app.csv_rows import csv_row, number
from cardtools.app.desk import Desk
from cardtools.app.evening_files import Kept
from cardtools.documents.score_chart import ChartWords, score_chart
from cardtools.errors import refuse
from cardtools.model.base import text_in
from cardtools.model.scoring import Scoresheet
from cardtools.store.workspace import shipped

_TABLE_HEAD: Final = ("round", "player", "points", "total")

_ABOUT: Final = "This is a play file for the app Board Game Stats (BG Stats): open or share it with the app to read it."
_LONGEST: Final = timedelta(days=1)
"""An evening that took longer was interrupted: how long was played is not known."""


def score_rows(sheet: Scoresheet) -> Iterator[tuple[int, str, Fraction, Fraction]]:
    """Yield round, player, points and running total, one row a player and round; refused rounds do not count.

    Where players had points before, round 0 has them.
    """
    totals = dict(sheet.starting)
    if any(totals.values()):
        yield from ((0, player, Fraction(0), total) for player, total in totals.items())
    for one in sheet.rounds:
        if one.refused:
            continue
        scores = one.scores
        for player in sheet.players:
            points = scores.get(player, Fraction(0))
            totals[player] += points
            yield one.n, player, points, totals[player]


def table_csv(sheet: Scoresheet) -> str:
    """Return the rows of ``score_rows`` as CSV, with their head."""
    rows = [(n, player, number(points), number(total)) for n, player, points, total in score_rows(sheet)]
    return "".join(f"{csv_row(row)}\n" for row in (_TABLE_HEAD, *rows))


def bg_stats_play(kept: Kept, desk: Desk) -> dict[str, Any]:
    """Return the evening as a play file (``.bgsplay``) of Board Game Stats.

    Ids follow from the game, the players and the beginning of the evening: exported again after more rounds, it is
    the same play.

    Raises:
        CardtoolsError: ``session.empty``.
    """
    _check_played(kept)
    first, last = kept.log.events[0], kept.log.events[-1]
    began, ended = _moment(first.at), _moment(last.at)
    took = ended - began if timedelta(0) <= ended - began <= _LONGEST else timedelta(0)
    title = text_in(kept.game.info.name, desk.language)
    references = {player: number for number, player in enumerate(kept.sheet.players, start=1)}
    noted = [one.text if one.round is None else f"{one.round}: {one.text}" for one in kept.evening.notes]
    entered = f"{ended:%Y-%m-%d %H:%M:%S}"
    return {
        "about": _ABOUT,
        "games": [
            {
                "id": 1,
                "uuid": _uuid("game", kept.game.info.id),
                "name": title,
                "modificationDate": entered,
                "cooperative": False,
                "highestWins": kept.highest_wins,
                "noPoints": False,
                "usesTeams": False,
            }
        ],
        "players": [
            {
                "id": number,
                "uuid": _uuid("player", player),
                "name": player,
                "isAnonymous": False,
                "modificationDate": entered,
            }
            for player, number in references.items()
        ],
        "locations": [],
        "plays": [
            {
                "uuid": _uuid("play", kept.game.info.id, first.at, *kept.log.new.players),
                "gameRefId": 1,
                "playDate": f"{began:%Y-%m-%d %H:%M:%S}",
                "playDateYmd": int(f"{began:%Y%m%d}"),
                "entryDate": entered,
                "modificationDate": entered,
                "durationMin": int(took.total_seconds() // 60),
                "rounds": sum(1 for one in kept.sheet.rounds if not one.refused),
                "ignored": False,
                "manualWinner": True,
                "rating": 0,
                "scoringSetting": 0,
                "usesTeams": False,
                "comments": "\n".join(noted),
                "playerScores": _player_scores(kept.sheet, references),
            }
        ],
        "userInfo": {"meRefId": 0},
    }


def chart_svg(kept: Kept, desk: Desk) -> str:
    """Return the totals over rounds as an SVG drawing.

    Raises:
        CardtoolsError: ``session.empty``.
    """
    from cardtools.render.html import Templates

    _check_played(kept)
    words = desk.words
    title = words.text("chart.title", game=text_in(kept.game.info.name, desk.language))
    target = "" if kept.sheet.target is None else words.text("chart.target", target=kept.sheet.target)
    labels = ChartWords(title, words.text("chart.rounds"), words.text("chart.points"), target)
    chart = score_chart(kept.sheet, labels)
    return Templates(shipped("templates")).render("charts/totals.svg.j2", {"chart": chart, "lang": desk.language})


def _player_scores(sheet: Scoresheet, references: dict[str, int]) -> list[dict[str, Any]]:
    """Return the players in seat order; the first of them begins, and scores are text."""
    standings = {one.player: one for one in sheet.standings}
    return [
        {
            "playerRefId": number,
            "score": _decimal(standings[player].total),
            "winner": standings[player].winner,
            "newPlayer": False,
            "startPlayer": number == 1,
            "rank": standings[player].rank,
            "seatOrder": number,
        }
        for player, number in references.items()
    ]


def _decimal(value: Fraction) -> str:
    """Return an exact number as text: ``117``, ``-3.5``."""
    return f"{Decimal(value.numerator) / Decimal(value.denominator):f}"


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at)


def _uuid(kind: str, *parts: str) -> str:
    return str(uuid5(NAMESPACE_URL, "\0".join(("cardtools", kind, *parts)))).upper()


def _check_played(kept: Kept) -> None:
    if not kept.evening.rounds:
        raise refuse("session.empty", path=kept.path, exit_code=1)
