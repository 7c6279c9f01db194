"""``cardtools score nepmesek --best``: the best laying as people and programs read it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.conftest import Outcome

Command = Callable[..., Outcome]


def test_the_best_laying_is_told_with_every_point(command: Command) -> None:
    told = command("score", "nepmesek", "--best", "1 1 2 3 3 4 pinko")
    assert told.code == 0
    head, *lines = told.out.splitlines()
    assert head.startswith("Best laying: 17 points")
    assert [line.split()[0] for line in lines] == ["9", "2", "6"]
    assert lines[0].endswith("row: 2 + Pinkó + 4; Pinkó stands for +3")


def test_the_document_has_the_melds_the_rest_and_the_total(command: Command) -> None:
    told = command("score", "nepmesek", "--best", "2 3 pinko palace -2 hussar lazy", "--report", "json")
    document = json.loads(told.out)
    assert {key: document[key] for key in ("schema", "game", "total", "hussar_on", "findings")} == {
        "schema": "cardtools.best/1",
        "game": "nepmesek",
        "total": 14,
        "hussar_on": -2,
        "findings": [],
    }
    assert document["melds"] == [
        {
            "kind": "row",
            "cards": ["2", "3", "pinko", "palace"],
            "points": 14,
            "joker_as": 4,
            "why": "row: 2 + 3 + Pinkó + Palace Revolving on Duck’s Legs; Pinkó stands for +4",
        }
    ]
    assert document["left"] == [{"card": "-2", "points": -2}, {"card": "lazy", "points": -2}]


def test_a_complete_row_says_why_it_counts_more(command: Command) -> None:
    (meld,) = json.loads(command("score", "nepmesek", "--best", "1 2 3 4 palace", "--report", "json").out)["melds"]
    assert (meld["points"], meld["joker_as"]) == (20, None)
    assert meld["why"].endswith("complete row without a joker: 20 instead of 15")


def test_it_is_told_in_hungarian(command: Command) -> None:
    told = command("score", "nepmesek", "--best", "3 pinko mug", "--lang", "hu")
    head, group, left = told.out.splitlines()
    assert head.startswith("A legjobb lerakás: 6 pont")
    assert group.endswith("csoport: 3 + Pinkó; Pinkó itt +3")
    assert left.endswith("Csorba bögre")
    assert "kimarad" in left


def test_a_sheet_has_a_row_a_line_and_the_total(command: Command) -> None:
    told = command("score", "nepmesek", "--best", "1 1 4", "--report", "csv")
    rows = [line.split(",")[:3] for line in told.out.splitlines()]
    assert rows == [["category", "count", "points"], ["group", "2", "2"], ["single", "1", "4"], ["total", "3", "6"]]


def test_impossible_cards_are_findings_never_a_number(command: Command) -> None:
    told = command("score", "nepmesek", "--best", "21x 1 foo")
    assert told.code == 1
    assert "character 7: score.unknown-card" in told.out
    assert "score.too-many +1 card: 21 in all" in told.out
    document = json.loads(command("score", "nepmesek", "--best", "21x 1 foo", "--report", "json").out)
    assert (document["total"], document["melds"], len(document["findings"])) == (None, [], 2)
    assert command("score", "nepmesek", "--best", "foo", "--exit-zero").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("uno", "--best", "r7"), 2, "usage.no-best"),
        (("nepmesek", "1 1", "--best", "1 1"), 2, "usage.best-or-file"),
        (("nepmesek",), 2, "usage.best-or-file"),
        (("nepmesek", "--best", " "), 1, "score.no-loose"),
        (("nepmesek", "--best", "1 " * 3000), 1, "score.words.long"),
    ],
)
def test_what_cannot_be_asked_is_one_line(arguments: tuple[str, ...], code: int, why: str, command: Command) -> None:
    told = command("score", *arguments)
    assert (told.code, told.out) == (code, "")
    assert why in told.err
    assert len(told.err.splitlines()) == 1
