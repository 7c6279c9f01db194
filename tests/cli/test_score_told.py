"""A score as text: columns that stand under one another, who has won, and what decided it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from cardtools.app.desk import Desk
from cardtools.cli.columns import cells, left, right, shortened, table
from cardtools.cli.score_told import ScoreShown
from cardtools.model.scoring import DecidedBy, RoundScore, ScoreLine, Scoresheet, Standing
from tests.conftest import Outcome

Command = Callable[..., Outcome]


def shown(
    totals: Mapping[str, int],
    *,
    winners: tuple[str, ...] = (),
    decided_by: DecidedBy | None = None,
    target: int | None = None,
) -> list[str]:
    """The lines of the standings."""
    standings = tuple(
        Standing(rank, player, Fraction(total), winner=player in winners)
        for rank, (player, total) in enumerate(totals.items(), start=1)
    )
    start = dict.fromkeys(totals, Fraction(0))
    sheet = Scoresheet(
        "uno", "", target, tuple(totals), start, (), standings, decided_by is not None, decided_by, findings=()
    )
    desk = Desk.open("en")
    return ScoreShown(sheet, desk.library.game("uno"), desk.words).standing_lines()


def test_names_and_numbers_stand_in_columns_whatever_their_letters() -> None:
    lines = shown({"Őzike": 1200, "熊猫": -5, "o\u030b": 7})
    assert [cells(line) for line in lines[1:]] == [16, 16, 16]
    assert lines[1:] == ["  1. Őzike  1200", "  2. 熊猫     -5", "  3. o\u030b         7"]


def test_one_winner_is_told_from_a_shared_win() -> None:
    assert shown({"A": 9, "B": 2}, winners=("A",), decided_by="points")[1:] == [
        "  1. A  9  winner", "  2. B  2", "The game is over.", "Decided by: most points",
    ]  # fmt: skip
    lines = shown({"A": 9, "B": 9}, winners=("A", "B"), decided_by="tie-shared")
    assert [line.endswith("shared win") for line in lines[1:3]] == [True, True]


@pytest.mark.parametrize("decided_by", ["nobody", "draw"])
def test_where_nobody_wins_it_is_said(decided_by: DecidedBy) -> None:
    lines = shown({"A": 9, "B": 9}, decided_by=decided_by)
    assert "winner" not in " ".join(lines)
    assert "nobody wins" in lines[-1]


def test_the_target_is_told_only_where_there_is_one_and_it_was_what_ended_the_game() -> None:
    assert shown({"A": 9, "B": 2}) == ["Standings", "  1. A  9", "  2. B  2"]
    assert shown({"A": 9, "B": 2}, target=50)[-1] == "The game goes on: 41 points are missing to 50."
    assert "The game is over: 50 points were reached." in shown({"A": 55, "B": 2}, decided_by="points", target=50)
    assert "The game is over." in shown({"A": 9, "B": 2}, decided_by="letters", target=50)


def test_points_of_a_round_stand_under_one_another() -> None:
    lines = (
        ScoreLine("Anna", "x", 1, Fraction(120), "score.why.out"),
        ScoreLine("Anna", "x", 1, Fraction(-7, 2), "score.why.out"),
        ScoreLine("Krisztofóró", "x", 1, Fraction(0), "score.why.out"),
    )
    players = ("Anna", "Krisztofóró")
    start = dict.fromkeys(players, Fraction(0))
    one = RoundScore(1, lines)
    sheet = Scoresheet("uno", "", None, players, start, (one,), (), finished=False, decided_by=None, findings=())
    desk = Desk.open("en")
    assert ScoreShown(sheet, desk.library.game("uno"), desk.words).round_lines(one) == [
        "Round 1",
        "  Anna         +116.5",
        "     120  went out",
        "    -3.5  went out",
        "  Krisztofóró      +0",
        "       0  went out",
    ]


def test_rounds_stand_side_by_side_where_there_are_several(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text(
        "players: [Anna, Bartholomäus Krisztofóró]\ntotals: {Anna: 40}\n"
        "rounds:\n- {out: Anna, hands: {Bartholomäus Krisztofóró: r7}}\n- {out: Anna, hands: {}}\n",
        encoding="utf-8",
    )
    out = command("score", "uno", path).out
    assert (
        "Rounds\n"
        "  Round   Anna  Bartholomäus …\n"
        "  Before    40               0\n"
        "  1         +7               –\n"
        "  2          ×               ×\n"
        "  Total     47               0\n"
    ) in out


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("Őzike", 5), ("熊猫", 4), ("e\u0301", 1), ("", 0)])
def test_the_width_of_a_text_is_what_a_terminal_shows(text: str, width: int) -> None:
    assert cells(text) == width
    assert cells(left(text, 8)) == cells(right(text, 8)) == 8


@pytest.mark.parametrize(
    ("text", "width", "short"), [("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("熊猫熊", 5, "熊猫…")]
)
def test_a_text_that_is_too_wide_is_shortened(text: str, width: int, short: str) -> None:
    assert shortened(text, width) == short
    assert cells(short) <= width


def test_a_table_has_words_to_the_left_and_numbers_to_the_right() -> None:
    assert table([["Round", "A", "Béla"], ["1", "+10", "–"]]) == ["Round    A  Béla", "1      +10     –"]
