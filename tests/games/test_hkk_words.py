"""HKK in words: what is said tells the mode, and several entries make one game."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from cardtools.app.desk import Desk
from cardtools.app.scores import Table, spoken
from cardtools.app.spoken_rounds import score_words
from cardtools.errors import CardtoolsError
from cardtools.games.hkk import join_rounds
from cardtools.model.scoring import Scoresheet

KATI = ("Kati", "Balázs")


@cache
def table() -> Table:
    return Table.of(Desk.open("en"), "hkk")


def data(text: str, players: tuple[str, ...] = ()) -> dict[str, Any]:
    return table().read(text, players).data


def score(text: str) -> Scoresheet:
    return score_words(Desk.open("en"), "hkk", text)[1]


def evening(*entries: str, players: tuple[str, ...] = (), **header: Any) -> Scoresheet:
    """Score the last entry after those before it, as a kept evening does."""
    *before, last = [table().read(entry, players) for entry in entries]
    head = {"players": list(players), **header} if players else header
    return table().score(spoken(table(), last, head, [one.data for one in before]))


def totals(sheet: Scoresheet) -> dict[str, str]:
    return {one.player: str(one.total) for one in sheet.standings}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Kati 2; Balázs 0", {"life": {"Kati": "2", "Balázs": "0"}}),
        ("Kati: 2\nBalázs: −3", {"life": {"Kati": "2", "Balázs": "-3"}}),
        ("Kiss Anna 2 ÉP; Béla 3 life", {"life": {"Kiss Anna": "2", "Béla": "3"}}),
        ("Kati 2; Balázs 1; decks out", {"life": {"Kati": "2", "Balázs": "1"}, "decks_out": "true"}),
        ("Kati 2; Balázs 1; Elfogytak a paklik", {"life": {"Kati": "2", "Balázs": "1"}, "decks_out": "true"}),
        ("pairs; A & B: 12; C & D 0", {"mode": "pairs", "life": {"A & B": "12", "C & D": "0"}}),
        ("párok; A 12; B 0", {"mode": "pairs", "life": {"A": "12", "B": "0"}}),
        ("Kati; Balázs; draw", {"games": ["Kati", "Balázs", "draw"]}),
        ("Kati nyert; Kiss Anna; döntetlen; vége", {"games": ["Kati", "Kiss Anna", "döntetlen"], "over": "true"}),
        ("best of 3; Kati won", {"best_of": "3", "games": ["Kati"]}),
        ("legfeljebb 5 játszma; Kati", {"best_of": "5", "games": ["Kati"]}),
        ("seats A B C D; out D; out B + C", {"seats": ["A", "B", "C", "D"], "knocked_out": [["D"], ["B", "C"]]}),
        ("seats: Kiss Anna, B, C; B out", {"seats": ["Kiss Anna", "B", "C"], "knocked_out": [["B"]]}),
        ("ülés A B C; ki B, C; A kiesett", {"seats": ["A", "B", "C"], "knocked_out": [["B"], ["C"], ["A"]]}),
        ("A > B C; B > A; out B", {"enemies": {"A": ["B", "C"], "B": ["A"]}, "knocked_out": [["B"]]}),
        ("A->B; B → A, C; C>A", {"enemies": {"A": ["B"], "B": ["A", "C"], "C": ["A"]}}),
        ("Kiss Anna > Nagy Béla, C", {"enemies": {"Kiss Anna": ["Nagy Béla", "C"]}}),
        (
            "Kati reserve 0 spent 2 Balázs -3",
            {"turns": [{"player": "Kati", "reserve": "0", "spent": {"Kati": "2"}, "damage": {"Balázs": "3"}}]},
        ),
        (
            "Balázs tartalék 1 költ 2, Kati költ 2",
            {"turns": [{"player": "Balázs", "reserve": "1", "spent": {"Balázs": "2", "Kati": "2"}}]},
        ),
        (
            "Kati reserve 2 Balázs -3 Nagy Béla -2 Balázs -1 spent 1 +4",
            {
                "turns": [
                    {
                        "player": "Kati",
                        "reserve": "2",
                        "damage": {"Balázs": "4", "Nagy Béla": "2"},
                        "spent": {"Kati": "1"},
                        "healed": {"Kati": "4"},
                    }
                ]
            },
        ),
        (
            "start Kati 18, Nagy Béla 20; Kati reserve 0",
            {"life_start": {"Kati": "18", "Nagy Béla": "20"}, "turns": [{"player": "Kati", "reserve": "0"}]},
        ),
        ("final war; seats A B", {"mode": "final-war", "seats": ["A", "B"]}),
        ("istenek háborúja; out B", {"mode": "war-of-the-gods", "knocked_out": [["B"]]}),
    ],
)
def test_what_is_said_is_read_as_a_file_has_it(text: str, said: dict[str, Any]) -> None:
    assert data(text) == said


def test_players_that_are_known_may_have_names_of_several_words_and_of_keywords() -> None:
    assert data("kiss anna 2; OVER 3", ("Kiss Anna", "Over")) == {"life": {"Kiss Anna": "2", "Over": "3"}}
    assert data("Draw; draw", ("Draw", "Kati")) == {"games": ["Draw", "Draw"]}


@pytest.mark.parametrize(
    ("text", "variant", "decided"),
    [
        ("Kati 2; Balázs 0", "duel", "opponents-out"),
        ("pairs; A 12; B 0", "pairs", "opponents-out"),
        ("Kati; Balázs; draw", "match", None),
        ("seats A B; out B", "final-war", "points"),
        ("A > B; B > A; out B", "war-of-the-gods", "opponents-out"),
        ("Kati reserve 0 Balázs -20", "turns", "opponents-out"),
    ],
)
def test_what_is_said_tells_the_mode(text: str, variant: str, decided: str | None) -> None:
    sheet = score(text)
    assert (sheet.variant, sheet.decided_by, sheet.findings) == (variant, decided, ())


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("Kati 2; best of three", "score.words.number", 17),
        ("Kati 2; out", "score.words.hkk", 9),
        ("seats", "score.words.hkk", 1),
        ("start Kati", "score.words.hkk", 1),
        ("Kati reserve", "score.words.hkk", 1),
        ("Kati reserve x", "score.words.number", 14),
        ("Kati reserve 1 reserve 2", "score.words.hkk", 1),
        ("Kati reserve 1 Balázs reserve 2", "score.words.hkk", 1),
        ("Kati spent 1 Balázs reserve 2", "score.words.hkk", 1),
        ("Kati reserve 1; Balázs spent 1 nonsense", "score.words.hkk", 17),
        ("Kati 2; Kati 3", "score.words.twice", 9),
        ("A > B; A > C", "score.words.twice", 8),
        ("Kati 2; out B", "score.words.mixed", 9),
        ("match; Kati 2", "score.words.mixed", 8),
        ("Kati reserve 0; Balázs 3", "score.words.mixed", 17),
        ("A > B; seats A B", "score.words.mixed", 8),
    ],
)
def test_what_is_not_understood_is_refused_at_its_column(text: str, code: str, column: int) -> None:
    with pytest.raises(CardtoolsError) as caught:
        score(text)
    finding, *_ = caught.value.findings
    assert (finding.code, finding.location.column, caught.value.exit_code) == (code, column, 1)


def test_a_round_that_cannot_be_is_told_at_the_column_of_what_was_said() -> None:
    sheet = score("seats A B C; out B; out B + X")
    assert [(one.code, one.location.column) for one in sheet.rounds[0].findings] == [
        ("score.out-twice", 25),
        ("score.unknown-player", 29),
    ]


def test_entries_of_an_evening_follow_each_other() -> None:
    match = evening("Kati", "draw", "Kati", players=KATI, mode="match", best_of="3")
    assert (totals(match), match.finished) == ({"Kati": "2", "Balázs": "0"}, True)
    war = evening("seats A B C D; out D", "out B", "out C")
    assert totals(war) == {"A": "7/2", "B": "0", "C": "1", "D": "0"}
    gods = evening("A > B; B > C", "C > A", "out B")
    assert [one.player for one in gods.standings if one.winner] == ["A"]
    turns = evening("Kati reserve 0", "Balázs reserve 0", "Kati spent 2 Balázs -3", players=KATI)
    assert totals(turns) == {"Kati": "20", "Balázs": "17"}


def test_life_said_later_replaces_what_was_said_before() -> None:
    assert totals(evening("Kati 20; Balázs 17", "balazs 14", players=KATI)) == {"Kati": "20", "Balázs": "14"}


def test_names_in_words_are_found_by_any_case_and_without_accents() -> None:
    sheet = evening("seats Kati Balázs C; out BALAZS")
    assert (totals(sheet)["Kati"], sheet.findings) == ("1", ())


def test_one_knocked_out_in_an_earlier_entry_cannot_fall_again() -> None:
    sheet = evening("seats A B C; out B", "out B")
    assert [one.code for one in sheet.findings] == ["score.out-twice"]


def test_entries_as_files_have_them_are_joined_too() -> None:
    joined = join_rounds(
        [
            {"knocked_out": "D, B + C", "seats": "A B C D"},
            {"knocked_out": ["A"]},
            {"knocked_out": None, "life": {"A": 1}},
            {"life": {"B": 2}, "mode": "duel"},
        ]
    )
    assert joined == {
        "knocked_out": [("D",), ("B", "C"), ("A",)],
        "seats": "A B C D",
        "life": {"A": 1, "B": 2},
        "mode": "duel",
    }
    assert join_rounds([]) == {}
