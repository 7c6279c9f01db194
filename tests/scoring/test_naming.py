from __future__ import annotations

from typing import Any

import pytest

from cardtools.scoring.naming import EACH, KEY, called, like

NAMES = (("rounds", EACH, "out"), ("rounds", EACH, "hands", KEY))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (
            {"players": ["Anna", "Béla"], "rounds": [{"out": "BELA", "hands": {"anna": "r7"}}]},
            {"players": ["Anna", "Béla"], "rounds": [{"out": "Béla", "hands": {"Anna": "r7"}}]},
        ),
        (
            {"rounds": [{"out": "béla", "hands": {"Béla ": "r7"}}], "totals": {"Bela": "3"}},
            {"rounds": [{"out": "béla", "hands": {"béla": "r7"}}], "totals": {"béla": "3"}},
        ),
        ({"rounds": "none", "players": None}, {"rounds": "none", "players": None}),
        ("text", "text"),
    ],
)
def test_names_that_fold_to_the_same_are_one_player_by_the_first_mention(written: Any, read: Any) -> None:
    assert called(written, NAMES).data == read


def test_positions_follow_the_names() -> None:
    read = called({"players": ["Anna"], "rounds": [{"hands": {"anna": ["r7"]}}]}, NAMES)
    places = {("rounds", 0, "hands", "anna"): (4, 5), ("rounds", 0, "hands", "anna", 0): (4, 11)}
    assert read.positions(places) == {
        ("rounds", 0, "hands", "Anna"): (4, 5),
        ("rounds", 0, "hands", "Anna", 0): (4, 11),
    }


def test_one_player_twice_among_the_keys_is_told_at_the_second() -> None:
    read = called({"rounds": [{"hands": {"Anna": "r7", "ANNA": "r8"}}], "totals": {}}, NAMES)
    assert [(one.code, place) for one, place in read.twice] == [("score.named-twice", ("rounds", 0, "hands", "ANNA"))]
    players = called({"players": {"A": {}, "á": {}}}, ())
    assert [(one.code, place) for one, place in players.twice] == [("score.player-twice", ("players", "á"))]


def test_likely_names_are_suggested() -> None:
    assert like("Bella", ("Anna", "Béla", "Cili")) == ("Béla",)
    assert like("x", ("Anna", "Béla")) == ()
