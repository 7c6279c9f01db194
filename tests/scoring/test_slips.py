"""Slips in words: one finding, at the place, that says what to write."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cardtools.app.desk import Desk
from cardtools.app.scores import Table
from cardtools.app.spoken_rounds import score_words
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding


def errors(game: str, text: str) -> list[Finding]:
    try:
        found = score_words(Desk.open("en"), game, text)[1].findings
    except CardtoolsError as error:
        found = error.findings
    return [one for one in found if one.severity == "error"]


@pytest.mark.parametrize(
    ("game", "text", "code", "column"),
    [
        ("uno", "Anna out, Béla r7", "score.words.semicolon", 11),
        ("uno", "anna OUT, bela R7, y+2 , W; cili Swap  G0", "score.words.semicolon", 11),
        ("uno", "Anna out Béla r7", "score.words.semicolon", 10),
        ("uno", "Anna r1 r2 Nagy Béla r7", "score.words.semicolon", 12),
        ("uno", "Anna ki; Kovács Béla r7", "score.words.name", 10),
        ("uno", "out; Béla r7", "score.words.no-out", 1),
        ("uno", "r7 w; Anna out", "score.words.no-name", 1),
        ("uno", ": r7; Anna out", "score.words.no-name", 1),
        ("uno", "Anna out; Béla 7", "score.no-colour", 16),
        ("uno", "Anna out; Béla w  weź dwie", "score.no-colour", 19),
        ("uno", "Anna out; Béla custom custom; Cili w custom  custom", "score.too-many", 46),
        ("uno", "", "score.words.empty", 1),
        ("panda", "Anna red 10, Béla blue 10; Cili monkey > Béla", "score.words.semicolon", 14),
        ("panda", "Anna 13; Béla b10; Cili r1", "score.no-colour", 6),
        ("unikornis", "Anna: Llamacorn, Béla Rhinocorn", "score.words.semicolon", 18),
        ("nepmesek", "Anna: 1 1 / 2 3 4, Béla: 4", "score.words.semicolon", 20),
        ("nepmesek", "Anna 1 1; Béla hussar", "score.hussar-one", 11),
        ("hkk", "Kati 2.5; Balázs 0", "score.words.number", 6),
        ("hkk", "Kati 1e9; Balázs 0", "score.words.number", 6),
        ("hkk", "Kati két; Balázs 0", "score.words.number", 6),
        ("hkk", "Kati NaN; Balázs 0", "score.words.number", 6),
        ("hkk", "Kati 2; Kiss Balázs 0.5", "score.words.number", 21),
        ("hkk", "Kati két; Balázs nulla", "score.words.number", 6),
        ("hkk", "Kati 2, Balázs 0", "score.words.semicolon", 9),
        ("hkk", "Kati 2 Balázs 0", "score.words.semicolon", 8),
        ("hkk", "Kati reserve 0 spent 2.5", "score.words.number", 22),
        ("hkk", "Kati reserve 0 Balázs -2.5", "score.words.number", 23),
        ("hkk", "start Kati 1e1; Kati reserve 0", "score.words.number", 12),
        ("hkk", "best of 2.5; Kati", "score.words.number", 9),
        ("hkk", "seats A A C D; out C", "score.player-twice", 9),
    ],
)
def test_one_slip_is_one_finding_at_its_place(game: str, text: str, code: str, column: int) -> None:
    assert [(one.code, one.location.column) for one in errors(game, text)] == [(code, column)]


def test_two_words_that_are_not_understood_have_a_column_each() -> None:
    found = errors("uno", "Anna out; Béla x9  r7 q8")
    assert [(one.params["token"], one.location.column) for one in found] == [("x9", 16), ("q8", 23)]


def test_a_card_without_its_colour_is_answered_with_what_it_may_be() -> None:
    assert errors("uno", "Anna out; Béla 7")[0].suggestions == ("r7", "y7", "g7", "b7")


@pytest.mark.parametrize(
    ("game", "text", "totals"),
    [
        ("uno", "Anna kijött; Béla b9 x2", {"Anna": 18, "Béla": 0}),
        ("uno", "out Anna; Béla r7; anna went out", None),
        ("uno", "out: Anna; Béla r7", {"Béla": 0, "Anna": 7}),
        ("uno", "Nagy Anna: out; Kovács Béla: r7", {"Nagy Anna": 7, "Kovács Béla": 0}),
        ("panda", "Anna r13; Béla 12 piros; Cili p3", {"Anna": 13, "Béla": 0, "Cili": 0}),
        ("nepmesek", "Anna: 1+1+1 / 2-3-4 / -1; Béla: 3+pinko", {"Anna": 11, "Béla": 6}),
        ("hkk", "Player 1: 20; B 3", {"Player 1": 20, "B": 3}),
    ],
)
def test_what_people_type_is_understood(game: str, text: str, totals: dict[str, int] | None) -> None:
    if totals is None:
        assert [one.code for one in errors(game, text)] == ["score.two-out"]
        return
    sheet = score_words(Desk.open("en"), game, text)[1]
    assert {one.player: one.total for one in sheet.standings} == {name: Fraction(n) for name, n in totals.items()}


def test_a_player_that_is_known_may_be_called_as_a_card_or_by_several_words() -> None:
    table = Table.of(Desk.open("en"), "uno")
    assert table.read("Swap out; Nagy Anna swap", ("Swap", "Nagy Anna")).data == {
        "out": "Swap",
        "hands": {"Nagy Anna": "swap"},
    }
    with pytest.raises(CardtoolsError) as caught:
        table.read("Nagy Anna out Swap Kis r7", ("Swap Kis", "Nagy Anna"))
    assert caught.value.findings[0].location.column == 15
    with pytest.raises(CardtoolsError) as caught:
        table.read("Nagy Ana out", ("Béla", "Nagy Anna"))
    assert caught.value.findings[0].suggestions == ("Nagy Anna",)
