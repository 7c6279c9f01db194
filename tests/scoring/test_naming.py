from __future__ import annotations

from typing import Any

import pytest

from cardtools.model.finding import Finding
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


def test_up_to_three_names_are_suggested_the_likeliest_first() -> None:
    assert like("Anna", ("Hanna", "Anne", "Annie", "Joanna", "ANNA")) == ("ANNA", "Hanna", "Joanna")
    assert like("Anna", ("Hanna", "Anna"), 1) == ("Anna",)


@pytest.mark.parametrize(("name", "alike"), [("abc", True), ("abx", True), ("axy", False)])
def test_a_name_is_like_another_from_sixty_of_a_hundred_on(name: str, alike: bool) -> None:
    assert bool(like("abc", (name,))) is alike


def test_a_very_long_name_is_compared_by_its_beginning() -> None:
    assert like("a" * 200 + "b" * 5000, ("a" * 200,)) == ("a" * 200,)


def test_the_first_mention_tells_the_spelling_wherever_it_is() -> None:
    data = {
        "totals": {"ANNA": 1},
        "expect": {"totals": {"anna": 1}, "winners": ["Anna", "béla"]},
        "rounds": [{"out": "anna"}, {"out": "Béla", "hands": {"ANNA ": "r7"}}],
    }
    assert called(data, NAMES).data == {
        "totals": {"anna": 1},
        "expect": {"totals": {"anna": 1}, "winners": ["anna", "Béla"]},
        "rounds": [{"out": "anna"}, {"out": "Béla", "hands": {"anna": "r7"}}],
    }


def test_a_name_with_blanks_around_it_stays_where_it_is_first_written_to_be_refused() -> None:
    assert called({"players": [" Anna", "anna", "", " "]}, ()).data == {"players": [" Anna", "Anna", "", " "]}


def test_players_may_be_the_keys_of_a_mapping() -> None:
    read = called({"players": {"Anna": {"melds": []}}, "expect": {"winners": ["ANNA"]}}, (("players", EACH, "x"),))
    assert read.data == {"players": {"Anna": {"melds": []}}, "expect": {"winners": ["Anna"]}}
    assert (read.moved, read.twice) == ({}, ())


def test_names_in_a_list_within_a_mapping_are_called_too() -> None:
    data = {"players": ["Anna", "Béla"], "duels": {"first": ["anna", ["BÉLA", 3]], "second": 7}}
    assert called(data, (("duels", EACH),)).data["duels"] == {"first": ["Anna", ["Béla", 3]], "second": 7}


def test_what_is_not_as_it_should_be_is_left_for_the_reader_to_refuse() -> None:
    for data in (
        {"totals": ["anna"]},
        {"expect": "anna"},
        {"players": {"x": 1}, "rounds": {"a": {"out": {"b": "c"}}}},
        7,
    ):
        assert called(data, NAMES).data == data


def test_one_player_twice_is_told_in_full() -> None:
    read = called({"players": ["Anna"], "rounds": [{"hands": {"Anna": "r7", "ANNA": "r8", "anna": "w"}}]}, NAMES)
    assert read.twice == (
        (
            Finding(code="score.named-twice", params={"name": "Anna", "written": "ANNA", "key": "hands"}),
            ("rounds", 0, "hands", "ANNA"),
        ),
        (
            Finding(code="score.named-twice", params={"name": "Anna", "written": "anna", "key": "hands"}),
            ("rounds", 0, "hands", "anna"),
        ),
    )
    assert read.data["rounds"][0]["hands"] == {"Anna": "r7"}
    listed = called({"rounds": [{"A": "r7", "á": "r8"}]}, (("rounds", EACH, KEY),))
    assert [one.params["key"] for one, _ in listed.twice] == ["rounds"]
    players = called({"players": {"A": {}, "á": {}}}, ())
    assert [one.params for one, _ in players.twice] == [{"name": "A", "written": "á", "key": "players"}]


def test_only_keys_that_changed_are_told_as_moved() -> None:
    read = called({"players": ["Anna", "Béla"], "totals": {"Anna": 1, "BELA": 2}}, ())
    assert read.moved == {("totals", "BELA"): "Béla"}
    assert read.positions({("totals", "Anna"): (1, 2), ("totals", "BELA"): (3, 4)}) == {
        ("totals", "Anna"): (1, 2),
        ("totals", "Béla"): (3, 4),
    }
    still = called({"players": ["Anna"]}, ())
    assert still.positions({("players", 0): (1, 2)}) == {("players", 0): (1, 2)}
