"""Exports of a kept evening: rows, a play of Board Game Stats, a chart."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from jsonschema import Draft202012Validator

from cardtools.app.desk import Desk
from cardtools.app.evening_files import Kept, look
from cardtools.app.exports import bg_stats_play, chart_svg, score_rows
from cardtools.app.sessions import add_round, begin, correct_round, note
from tests.factories import refused

PLAYERS = ("Anna", "Béla", "Cili")
FIRST = "Anna out; Béla r7 y+2 w; Cili swap g0"
SECOND = "Béla out; Anna r7 w4; Cili b1 g0"

_STAMP = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$"}
_UUID = {"type": "string", "pattern": r"^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$"}


def _objects(**keys: dict[str, Any]) -> dict[str, Any]:
    one = {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}
    return {"type": "array", "items": one}


SHAPE: dict[str, Any] = {
    "type": "object",
    "required": ["about", "players", "locations", "games", "plays", "userInfo"],
    "additionalProperties": False,
    "properties": {
        "about": {"type": "string", "pattern": "Board Game Stats"},
        "userInfo": {"type": "object", "required": ["meRefId"]},
        "locations": {"type": "array"},
        "games": _objects(
            id={"type": "integer"},
            uuid=_UUID,
            name={"type": "string"},
            modificationDate=_STAMP,
            cooperative={"type": "boolean"},
            highestWins={"type": "boolean"},
            noPoints={"type": "boolean"},
            usesTeams={"type": "boolean"},
        ),
        "players": _objects(
            id={"type": "integer"},
            uuid=_UUID,
            name={"type": "string"},
            isAnonymous={"type": "boolean"},
            modificationDate=_STAMP,
        ),
        "plays": _objects(
            uuid=_UUID,
            gameRefId={"type": "integer"},
            playDate=_STAMP,
            playDateYmd={"type": "integer", "minimum": 19700101},
            entryDate=_STAMP,
            modificationDate=_STAMP,
            durationMin={"type": "integer", "minimum": 0},
            rounds={"type": "integer", "minimum": 0},
            ignored={"type": "boolean"},
            manualWinner={"type": "boolean"},
            rating={"type": "integer"},
            scoringSetting={"type": "integer"},
            usesTeams={"type": "boolean"},
            comments={"type": "string"},
            playerScores=_objects(
                playerRefId={"type": "integer"},
                score={"type": "string", "pattern": r"^-?\d+(\.\d+)?$"},
                winner={"type": "boolean"},
                newPlayer={"type": "boolean"},
                startPlayer={"type": "boolean"},
                rank={"type": "integer", "minimum": 1},
                seatOrder={"type": "integer", "minimum": 1},
            ),
        ),
    },
}
"""A play file as the app exchanges them, as far as a kept evening fills it."""


@pytest.fixture
def desk() -> Desk:
    return Desk.open("en")


@pytest.fixture
def path(tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An evening of two rounds that began at half past seven and took forty minutes."""
    times = iter([f"2026-01-31T19:30:0{second}+01:00" for second in range(2)] + ["2026-01-31T20:10:30+01:00"] * 9)
    monkeypatch.setattr("cardtools.app.sessions._now", lambda: next(times))
    path = tmp_path / "evening.jsonl"
    begin(desk, path, "uno", PLAYERS, totals={"Cili": "2.5"})
    add_round(desk, path, FIRST)
    add_round(desk, path, SECOND)
    return path


@pytest.fixture
def kept(path: Path, desk: Desk) -> Kept:
    return look(desk, path)


def test_the_table_has_a_row_a_player_and_round_with_running_totals(kept: Kept) -> None:
    rows = [(n, player, float(points), float(total)) for n, player, points, total in score_rows(kept.sheet)]
    assert rows == [
        (0, "Anna", 0, 0), (0, "Béla", 0, 0), (0, "Cili", 0, 2.5),
        (1, "Anna", 117, 117), (1, "Béla", 0, 0), (1, "Cili", 0, 2.5),
        (2, "Anna", 0, 117), (2, "Béla", 58, 58), (2, "Cili", 0, 2.5),
    ]  # fmt: skip


def test_a_play_has_the_shape_of_a_play_file(kept: Kept, desk: Desk) -> None:
    play = json.loads(json.dumps(bg_stats_play(kept, desk)))
    Draft202012Validator(SHAPE).validate(play)
    ids = [one["id"] for one in play["players"]]
    (only,) = play["plays"]
    assert [one["playerRefId"] for one in only["playerScores"]] == ids
    assert [game["id"] for game in play["games"]] == [only["gameRefId"]]


def test_a_play_says_when_it_was_and_who_sat_where(kept: Kept, desk: Desk) -> None:
    (play,) = bg_stats_play(kept, desk)["plays"]
    assert (play["playDate"], play["playDateYmd"]) == ("2026-01-31 19:30:00", 20260131)
    assert (play["durationMin"], play["rounds"]) == (40, 2)
    scores = [(one["score"], one["rank"], one["seatOrder"], one["startPlayer"]) for one in play["playerScores"]]
    assert scores == [("117", 1, 1, True), ("58", 2, 2, False), ("2.5", 3, 3, False)]


def test_nobody_has_won_before_the_end(path: Path, desk: Desk) -> None:
    def winners() -> list[bool]:
        (play,) = bg_stats_play(look(desk, path), desk)["plays"]
        return [one["winner"] for one in play["playerScores"]]

    assert winners() == [False, False, False]
    for _ in range(4):
        add_round(desk, path, FIRST)
    assert winners() == [True, False, False]


def test_the_same_evening_stays_the_same_play_when_it_goes_on(path: Path, kept: Kept, desk: Desk) -> None:
    before = bg_stats_play(kept, desk)
    assert bg_stats_play(look(desk, path), desk) == before
    note(desk, path, "pizza")
    note(desk, path, "Cili was late", 1)
    correct_round(desk, path, 2, FIRST)
    after = bg_stats_play(look(desk, path), desk)
    assert after["plays"][0]["comments"] == "pizza\n1: Cili was late"
    assert after["plays"][0]["playerScores"] != before["plays"][0]["playerScores"]
    for kind in ("plays", "players", "games"):
        assert [one["uuid"] for one in after[kind]] == [one["uuid"] for one in before[kind]]


@pytest.mark.parametrize(
    ("game", "variant", "highest"),
    [("uno", "standard", True), ("uno", "lowest", False), ("nepmesek", None, True), ("panda", None, False)],
)
def test_a_play_says_whether_the_highest_score_wins(
    tmp_path: Path, desk: Desk, game: str, variant: str | None, highest: bool
) -> None:
    said = {
        "uno": "Anna out; Béla r7; Cili g0",
        "nepmesek": "Anna: 2 3 4",
        "panda": "Anna red 5; Béla blue 3; Cili red 2",
    }
    path = tmp_path / "evening.jsonl"
    begin(desk, path, game, PLAYERS, variant=variant)
    kept = add_round(desk, path, said[game])
    assert bg_stats_play(kept, desk)["games"][0]["highestWins"] is highest


@pytest.mark.parametrize("export", [bg_stats_play, chart_svg])
def test_an_evening_without_a_round_is_neither_a_play_nor_a_chart(tmp_path: Path, desk: Desk, export: Any) -> None:
    kept = begin(desk, tmp_path / "evening.jsonl", "uno", PLAYERS)
    (finding,) = refused(lambda: export(kept, desk))
    assert finding.code == "session.empty"


def test_the_chart_speaks_the_language_of_the_desk(kept: Kept) -> None:
    svg = chart_svg(kept, Desk.open("hu"))
    root = fromstring(svg)  # noqa: S314 - our own drawing
    assert root.attrib["lang"] == "hu"
    assert {"Anna", "Béla", "Cili"} <= {text for one in root.iter() for text in re.findall(r"\w+", one.text or "")}
