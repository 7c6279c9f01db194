"""HKK: duels, matches, the variants for many, and VP turn by turn (rulebook: Game Objective; Multiplayer Rules)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.app.desk import Desk
from cardtools.app.scores import Table, score_file
from cardtools.errors import CardtoolsError
from cardtools.games.hkk import RoundInput, ScoreFile, scorer
from cardtools.games.hkk.regeneration import vp_by_turn
from cardtools.model.base import NumberFact
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Scoresheet
from cardtools.scoring.engine import fold
from cardtools.scoring.facts import Facts

quick = settings(max_examples=50, deadline=None)


@cache
def hkk() -> Game:
    return Table.of(Desk.open("en"), "hkk").game


def score(text: str) -> Scoresheet:
    """Score a file as the command does."""
    return score_file(Desk.open("en"), "hkk", "-", text.encode())[1]


def scored(**data: Any) -> Scoresheet:
    """Score what a file of these values says, without a file."""
    file = ScoreFile.model_validate(data)
    starting = {player: Fraction(total) for player, total in file.totals.items()}
    return fold("hkk", file.way, file.seats, starting, file.played, scorer(file, hkk()))


def refusal(text: str) -> CardtoolsError:
    with pytest.raises(CardtoolsError) as caught:
        score(text)
    return caught.value


def totals(sheet: Scoresheet) -> dict[str, Fraction]:
    return {standing.player: standing.total for standing in sheet.standings}


def winners(sheet: Scoresheet) -> list[str]:
    return [standing.player for standing in sheet.standings if standing.winner]


def ranks(sheet: Scoresheet) -> dict[str, int]:
    return {standing.player: standing.rank for standing in sheet.standings}


def codes(sheet: Scoresheet) -> list[str]:
    return [finding.code for finding in sheet.findings]


def whys(sheet: Scoresheet, player: str) -> list[str]:
    own = [line for one in sheet.rounds for line in one.lines if line.player == player]
    return [line.why.removeprefix("score.why.hkk.") for line in own]


# Duel


def test_one_without_life_at_the_end_of_a_turn_has_lost() -> None:
    sheet = score("mode: duel\nlife: {Kati: 2, Balázs: 0}")
    assert (sheet.finished, sheet.decided_by, winners(sheet)) == (True, "opponents-out", ["Kati"])
    assert totals(sheet) == {"Kati": 2, "Balázs": 0}
    assert ranks(sheet) == {"Kati": 1, "Balázs": 2}
    assert whys(sheet, "Balázs") == ["life-out"]


@pytest.mark.parametrize(
    ("kati", "balazs", "finished", "decided", "won"),
    [
        (1, 0, True, "opponents-out", ["Kati"]),
        (-7, 1, True, "opponents-out", ["Balázs"]),
        (0, 0, True, "draw", []),
        (0, -9, True, "draw", []),
        (1, 1, False, None, []),
        (20, 1, False, None, []),
    ],
)
def test_a_duel_ends_when_somebody_has_no_life_left_and_both_make_a_draw(
    kati: int, balazs: int, finished: bool, decided: str | None, won: list[str]
) -> None:
    sheet = scored(mode="duel", life={"Kati": kati, "Balázs": balazs})
    assert (sheet.finished, sheet.decided_by, winners(sheet)) == (finished, decided, won)


def test_a_draw_leaves_both_at_rank_one_whatever_life_they_have() -> None:
    assert set(ranks(scored(life={"Kati": 0, "Balázs": -9})).values()) == {1}
    assert set(ranks(scored(life={"Kati": 12, "Balázs": 3}, decks_out="true")).values()) == {1}


def test_both_decks_out_make_a_draw_only_while_both_have_life() -> None:
    drawn = score("life: {Kati: 12, Balázs: 3}\ndecks_out: true")
    assert (drawn.finished, drawn.decided_by, winners(drawn)) == (True, "draw", [])
    assert whys(drawn, "Kati") == ["life", "decks-out"]
    lost = score("life: {Kati: 12, Balázs: 0}\ndecks_out: true")
    assert (lost.decided_by, winners(lost), whys(lost, "Kati")) == ("opponents-out", ["Kati"], ["life"])
    assert not score("life: {Kati: 12, Balázs: 3}\ndecks_out: false").finished


@pytest.mark.parametrize(
    ("mode", "life", "warned"),
    [("duel", 20, False), ("duel", 21, True), ("pairs", 21, False), ("pairs", 40, False), ("pairs", 41, True)],
)
def test_more_life_than_the_maximum_is_a_warning_since_a_card_may_allow_it(mode: str, life: int, warned: bool) -> None:
    sheet = scored(mode=mode, life={"Kati": life, "Balázs": 5})
    assert [(one.code, one.severity) for one in sheet.findings] == (
        [("score.life-maximum", "warning")] if warned else []
    )
    assert totals(sheet)["Kati"] == life


def test_totals_before_are_taken_up_into_the_life_now() -> None:
    sheet = score("totals: {Kati: 20, Balázs: 14}\nlife: {Kati: 17, Balázs: 14}")
    assert totals(sheet) == {"Kati": 17, "Balázs": 14}
    assert [line.points for line in sheet.rounds[0].lines] == [-3, 0]
    assert whys(sheet, "Kati") == ["life-from"]


def test_a_pair_shares_its_life() -> None:
    sheet = score("mode: pairs\nlife: {A & B: 0, C & D: 12}")
    assert (winners(sheet), sheet.decided_by) == (["C & D"], "opponents-out")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("players: [Kati, Balázs]\nlife: {Kati: 2}", "score.missing-life", 2),
        ("players: [Kati, Balázs]\nlife: {Kati: 2, Balázs: 3,\n Réka: 4}", "score.unknown-player", 3),
    ],
)
def test_life_that_does_not_fit_the_players_is_refused_where_it_stands(text: str, code: str, line: int) -> None:
    sheet = score(text)
    assert [(one.code, one.location.line) for one in sheet.findings] == [(code, line)]
    assert sheet.rounds[0].lines == ()
    assert not sheet.finished


def test_players_may_be_written_in_other_case_and_without_accents() -> None:
    assert totals(score("players: [Kati, Balázs]\nlife: {kati: 2, BALAZS: 3}")) == {"Kati": 2, "Balázs": 3}
    with pytest.raises(CardtoolsError) as caught:
        score("players: [Kati, Balázs]\nlife:\n  Kati: 2\n  kati: 3")
    assert [(one.code, one.location.line) for one in caught.value.findings] == [("score.named-twice", 4)]


@pytest.mark.parametrize(
    "text",
    [
        "mode: duel\nlife: {A: 1, B: 2, C: 3}",
        "mode: pairs\nlife: {A: 1, B: 2, C: 3}",
        "mode: match\ngames: [A, B, C]",
        "mode: turns\nplayers: [A, B, C]\nturns: [{player: A}]",
        "mode: war-of-the-gods\nplayers: [A, B, C, D, E, F, G, H, I, J]\nenemies: {A: [B]}",
        "mode: duel\nlife: {A: 1}",
        "mode: match",
    ],
)
def test_too_few_or_too_many_players_for_the_mode_are_refused(text: str) -> None:
    error = refusal(text)
    assert ([one.code for one in error.findings], error.exit_code) == (["score.players"], 1)


def test_an_unknown_mode_is_refused_with_those_there_are() -> None:
    (finding,) = refusal("mode: feud\nlife: {A: 1, B: 2}").findings
    assert (finding.code, finding.location.line) == ("score.unknown-variant", 1)
    assert "war-of-the-gods" in str(finding.params["known"])


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("mode: duel\nlife: {A: 1, B: 2}\ngames: [A]", "games"),
        ("mode: match\ngames: [A, B]\nseats: [A, B]", "seats"),
        ("mode: final-war\nseats: [A, B]\nenemies: {A: [B]}", "enemies"),
        ("mode: war-of-the-gods\nenemies: {A: [B]}\nseats: [A, B]", "seats"),
        ("mode: turns\nturns: [{player: A}]\ntarget: 3", "target"),
        ("mode: pairs\nlife: {A: 1, B: 2}\nlive: {A: 1}", "live"),
        ("players: [A, B]\nlife: {A: 1, B: 2}\ntarget: 3", "target"),
    ],
)
def test_a_key_of_another_mode_is_refused_where_it_stands(text: str, key: str) -> None:
    (finding,) = refusal(text).findings
    assert (finding.code, finding.params["key"], finding.location.line) == ("data.unknown-key", key, 3)


def test_nothing_said_is_no_round_yet() -> None:
    for mode in ("duel", "pairs", "match", "final-war", "war-of-the-gods", "turns"):
        sheet = scored(mode=mode, players=["A", "B"])
        assert totals(sheet) == {"A": 0, "B": 0}
        assert not sheet.rounds
        assert not sheet.finished


# Match


def test_games_won_are_points_and_drawn_ones_count_nothing() -> None:
    sheet = score("mode: match\ngames: [Kati, Balázs, draw, döntetlen, Kati]")
    assert totals(sheet) == {"Kati": 2, "Balázs": 1}
    assert [len(one.lines) for one in sheet.rounds] == [1, 1, 2, 2, 1]
    assert (sheet.finished, codes(sheet)) == (False, [])


@pytest.mark.parametrize(
    ("games", "finished", "decided", "won"),
    [
        ("Kati", False, None, []),
        ("Kati, Kati", True, "points", ["Kati"]),
        ("Kati, draw", False, None, []),
        ("Kati, draw, draw", True, "points", ["Kati"]),
        ("Kati, draw, Balázs", True, "draw", []),
        ("Kati, Balázs", False, None, []),
        ("Kati, Balázs, Balázs", True, "points", ["Balázs"]),
    ],
)
def test_a_match_of_three_ends_when_one_cannot_be_caught_up(
    games: str, finished: bool, decided: str | None, won: list[str]
) -> None:
    sheet = score(f"players: [Kati, Balázs]\nbest_of: 3\ngames: [{games}]")
    assert (sheet.finished, sheet.decided_by, winners(sheet)) == (finished, decided, won)


def test_a_game_after_a_match_is_decided_is_refused_where_it_stands() -> None:
    sheet = score("players: [Kati, Balázs]\nbest_of: 3\ngames:\n - Kati\n - Kati\n - Balázs")
    assert [(one.code, one.location.line) for one in sheet.findings] == [("score.after-end", 6)]
    assert totals(sheet) == {"Kati": 2, "Balázs": 0}


def test_a_match_without_a_length_is_over_when_the_file_says_so() -> None:
    games = "players: [Kati, Balázs]\ngames: [Kati, draw]\n"
    assert not score(games).finished
    over = score(f"{games}over: true")
    assert (over.finished, over.decided_by, winners(over)) == (True, "points", ["Kati"])
    assert score("games: [Kati, Balázs]\nover: true").decided_by == "draw"


def test_a_match_may_go_to_a_number_of_games_won() -> None:
    sheet = score("mode: match\ntarget: 2\ngames: [Kati, Balázs, draw, Balázs]")
    assert (sheet.finished, sheet.target, winners(sheet)) == (True, 2, ["Balázs"])


def test_games_of_an_earlier_evening_count_as_played() -> None:
    sheet = score("mode: match\nbest_of: 3\ntotals: {Kati: 1, Balázs: 0}\ngames: [Kati]")
    assert totals(sheet) == {"Kati": 2, "Balázs": 0}
    assert sheet.finished


def test_a_game_won_by_nobody_at_the_table_is_refused_and_the_others_count() -> None:
    sheet = score("mode: match\nplayers: [Kati, Balázs]\ngames: [Kati, Réka, Balázs]\nover: true")
    assert codes(sheet) == ["score.unknown-player"]
    assert totals(sheet) == {"Kati": 1, "Balázs": 1}
    assert not sheet.finished


# Final War


def test_h8_left_neighbours_out_and_the_last_one_in() -> None:
    sheet = score("mode: final-war\nseats: [A, B, C, D]\nknocked_out: [D, B, C]")
    assert totals(sheet) == {"A": Fraction(7, 2), "B": 0, "C": 1, "D": 0}
    assert (winners(sheet), sheet.decided_by) == (["A"], "points")
    assert [(line.player, line.holder, line.points) for line in sheet.rounds[0].lines] == [
        ("C", "D", 1),
        ("A", "B", 1),
        ("A", "C", 1),
        ("A", "", Fraction(3, 2)),
    ]


@pytest.mark.parametrize(
    ("fallen", "points"),
    [
        ("[]", {}),
        ("[D]", {"C": 1}),
        ("[[D, B], C]", {"C": 1, "A": Fraction(7, 2)}),
        # B and C in one turn: C only then became A's left neighbour.
        ("[[B, C]]", {"A": 1}),
        # C first: then it was still B's neighbour, and B was A's from the start.
        ("[[C, B]]", {"B": 1, "A": 1}),
        ("[[B, C], D]", {"A": Fraction(7, 2)}),
        ("[[C, B, D]]", {"B": 1, "A": Fraction(5, 2)}),
        ("[[B, C, D]]", {"A": Fraction(5, 2)}),
        ("[B, C]", {"A": 2}),
    ],
)
def test_a_new_left_neighbour_in_the_same_turn_gives_no_point(fallen: str, points: Mapping[str, Fraction]) -> None:
    sheet = score(f"mode: final-war\nseats: [A, B, C, D]\nknocked_out: {fallen}")
    assert {player: total for player, total in totals(sheet).items() if total} == points


def test_what_gives_no_point_has_a_line_that_says_why() -> None:
    sheet = score("mode: final-war\nseats: [A, B, C, D]\nknocked_out: [[B, C]]")
    lines = [(line.player, line.why.rsplit(".", 1)[1], line.certainty) for line in sheet.rounds[0].lines]
    assert lines == [
        ("A", "neighbour", "printed"),
        ("B", "neighbour-late", "ruling"),
        ("A", "neighbour-new", "printed"),
    ]


def test_no_point_for_the_last_fall_of_a_new_neighbour_is_marked_as_a_ruling() -> None:
    sheet = score("mode: final-war\nseats: [A, B, C]\nknocked_out: [[B, C]]")
    assert totals(sheet)["A"] == Fraction(5, 2)
    (line,) = [line for line in sheet.rounds[0].lines if line.why == "score.why.hkk.neighbour-new"]
    assert line.certainty == "ruling"


def test_equal_points_share_the_war() -> None:
    sheet = score("totals: {A: 0, B: 2.5}\nmode: final-war\nseats: [A, B]\nknocked_out: [B]")
    assert (winners(sheet), sheet.decided_by) == (["A", "B"], "tie-shared")


def test_seats_matter() -> None:
    one = score("seats: [A, B, C, D]\nknocked_out: [D]")
    other = score("seats: [A, C, B, D]\nknocked_out: [D]")
    assert totals(one)["C"] == totals(other)["B"] == 1
    listed = score("players: [A, C, B, D]\nseats: [A, B, C, D]\nknocked_out: [D]")
    assert totals(listed) == totals(one)


@pytest.mark.parametrize(
    ("more", "code", "line"),
    [
        ("knocked_out:\n - B\n - X", "score.unknown-player", 4),
        ("knocked_out:\n - B\n - B", "score.out-twice", 4),
        ("knocked_out:\n - B\n - [C,\n    B]", "score.out-twice", 5),
        ("knocked_out: [B, C,\n A]", "score.all-out", 3),
        ("knocked_out: [B]\nplayers: [A, B, C, D]", "score.seat-missing", 1),
        ("knocked_out: [B]\nplayers: [A, B]", "score.unknown-player", 1),
    ],
)
def test_a_war_that_cannot_be_is_refused_where_it_goes_wrong(more: str, code: str, line: int) -> None:
    sheet = score(f"seats: [A, B, C]\n{more}")
    assert [(one.code, one.location.line) for one in sheet.findings] == [(code, line)]
    assert sheet.rounds[0].lines == ()
    assert not sheet.finished


def test_a_seat_taken_twice_is_refused() -> None:
    assert [one.code for one in refusal("seats: [A, B, A]\nknocked_out: [B]").findings] == ["score.player-twice"]


def test_every_reason_is_told_at_once() -> None:
    assert codes(score("seats: [A, B, C]\nknocked_out: [X, B, B]")) == ["score.unknown-player", "score.out-twice"]


@st.composite
def wars(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    seats = [chr(ord("A") + seat) for seat in range(draw(st.integers(2, 9)))]
    return seats, draw(st.permutations(seats))[1:]


@quick
@given(wars())
def test_a_whole_war_one_fall_a_turn_gives_all_but_one_and_the_survivors_bonus(
    war: tuple[list[str], list[str]],
) -> None:
    seats, fallen = war
    sheet = scored(mode="final-war", seats=seats, knocked_out=fallen)
    assert sum(totals(sheet).values()) == len(seats) - 1 + Fraction(3, 2)
    assert sheet.finished
    (last,) = set(seats) - set(fallen)
    assert totals(sheet)[last] >= Fraction(5, 2)


@quick
@given(wars(), st.data())
def test_falls_in_one_turn_never_give_more_than_in_separate_turns(
    war: tuple[list[str], list[str]], data: st.DataObject
) -> None:
    seats, fallen = war
    cuts = sorted(data.draw(st.sets(st.integers(0, len(fallen)))) | {0, len(fallen)})
    turns = [fallen[start:end] for start, end in pairwise(cuts)]
    together = totals(scored(mode="final-war", seats=seats, knocked_out=turns))
    apart = totals(scored(mode="final-war", seats=seats, knocked_out=fallen))
    assert all(together[seat] <= apart[seat] for seat in seats)


@quick
@given(wars(), st.integers(0, 8))
def test_a_war_is_the_same_wherever_the_circle_of_seats_begins(war: tuple[list[str], list[str]], turn: int) -> None:
    seats, fallen = war
    turn %= len(seats)
    turned = scored(mode="final-war", seats=[*seats[turn:], *seats[:turn]], knocked_out=fallen)
    assert totals(turned) == totals(scored(mode="final-war", seats=seats, knocked_out=fallen))


# War of the Gods

FIVE = "enemies: {A: [B, D], B: [A, C], C: [B, E], D: [A, E], E: [C]}\n"


@pytest.mark.parametrize(
    ("fallen", "won", "decided"),
    [
        ("[]", [], None),
        ("[B]", [], None),
        ("[B, D]", ["A"], "opponents-out"),
        ("[C]", ["E"], "opponents-out"),
        # In one turn: at once.
        ("[[B, D, C]]", ["A", "E"], "tie-shared"),
        ("[B, [D, E]]", ["A", "C"], "tie-shared"),
        # One who falls in that turn cannot win by it.
        ("[B, [D, E, A]]", ["C"], "opponents-out"),
        ("[[A, B, C, D, E]]", [], "nobody"),
    ],
)
def test_whose_opponents_are_first_to_be_all_out_wins(fallen: str, won: list[str], decided: str | None) -> None:
    sheet = score(f"{FIVE}knocked_out: {fallen}")
    assert (winners(sheet), sheet.decided_by, sheet.finished) == (won, decided, decided is not None)


def test_one_who_is_out_has_lost_even_when_the_last_opponent_falls_later() -> None:
    sheet = score(f"{FIVE}knocked_out: [A, B, D]")
    assert (sheet.finished, winners(sheet)) == (False, [])
    assert whys(sheet, "A") == ["opponents", "fallen"]


def test_one_without_opponents_cannot_win() -> None:
    running = score("enemies: {A: [B], C: []}")
    assert (running.finished, set(running.players)) == (False, {"A", "B", "C"})
    assert whys(running, "C") == ["no-opponents"]
    ended = score("enemies: {A: [B], C: []}\nknocked_out: [A]")
    assert (ended.finished, ended.decided_by, winners(ended)) == (True, "nobody", [])


def test_a_shared_win_is_marked_as_a_ruling() -> None:
    sheet = score("enemies: {A: [B], B: [A], C: [B]}\nknocked_out: [B]")
    assert (winners(sheet), sheet.decided_by) == (["A", "C"], "tie-shared")
    lines = {line.player: line.certainty for line in sheet.rounds[0].lines if line.player in "AC"}
    assert lines == {"A": "ruling", "C": "ruling"}


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("enemies: {A: [B], B: [A]}\nknocked_out: [X]", "score.unknown-player", 2),
        ("enemies: {A: [B], C: [A]}\nknocked_out: [C,\n C]", "score.out-twice", 3),
        ("enemies: {A: [B], B: [A]}\nknocked_out: [B,\n A]", "score.after-win", 3),
        ("enemies: {A: [B], C: []}\nknocked_out: [A,\n B]", "score.after-win", 3),
        ("enemies:\n A: [B]\n B: [A,\n  B]", "score.own-enemy", 4),
        ("players: [A, B]\nenemies:\n A: [B]\n B: [X]", "score.unknown-player", 4),
        ("players: [A, B]\nenemies:\n A: [B]\n X: [B]", "score.unknown-player", 4),
        ("mode: war-of-the-gods\nplayers: [A, B]\nknocked_out: [B]", "score.no-enemies", 1),
    ],
)
def test_a_war_of_gods_that_cannot_be_is_refused_where_it_goes_wrong(text: str, code: str, line: int) -> None:
    sheet = score(text)
    assert [(one.code, one.location.line) for one in sheet.findings] == [(code, line)]
    assert (sheet.finished, winners(sheet)) == (False, [])
    assert set(ranks(sheet).values()) == {1}


@quick
@given(st.data())
def test_the_order_of_the_players_does_not_matter_to_gods(data: st.DataObject) -> None:
    names = "ABCDE"
    enemies = {one: sorted(data.draw(st.sets(st.sampled_from(names.replace(one, ""))))) for one in names}
    fallen = data.draw(st.permutations(names))[: data.draw(st.integers(0, 5))]
    order = data.draw(st.permutations(names))
    one = scored(mode="war-of-the-gods", enemies=enemies, knocked_out=list(fallen))
    other = scored(mode="war-of-the-gods", enemies={name: enemies[name] for name in order}, knocked_out=list(fallen))
    assert (ranks(one), one.decided_by, codes(one)) == (ranks(other), other.decided_by, codes(other))
    assert set(winners(one)).isdisjoint(fallen)
    assert all(enemies[name] for name in winners(one))


# VP and ÉP turn by turn

H7: list[dict[str, Any]] = [
    {"player": "Kati"},
    {"player": "Balázs"},
    {"player": "Kati", "spent": 2, "damage": {"Balázs": 3}},
    {"player": "Balázs", "spent": 1},
    {"player": "Kati", "damage": {"Balázs": 3}},
    {"player": "Balázs", "reserve": 1, "spent": {"Balázs": 2, "Kati": 2}},
]


def states(sheet: Scoresheet) -> list[str]:
    """What the breakdown says each player has after each half-turn, as VP/ÉP."""
    return [
        " ".join(f"{line.count}/{dict(line.details)['life']}" for line in one.lines if line.category == "state")
        for one in sheet.rounds
    ]


def turns(*played: Mapping[str, Any], **more: Any) -> Scoresheet:
    return scored(mode="turns", players=["Kati", "Balázs"], turns=played, **more)


def test_h7_vp_and_life_after_the_six_half_turns() -> None:
    sheet = turns(*H7)
    assert states(sheet) == ["1/20 0/20", "1/20 1/20", "1/20 1/17", "1/20 2/17", "4/20 2/14", "2/20 3/14"]
    assert totals(sheet) == {"Kati": 20, "Balázs": 14}
    assert (sheet.finished, sheet.findings) == (False, ())


@pytest.mark.parametrize("count", range(1, 8))
def test_a_turn_gains_as_many_vp_as_its_number_and_five_from_the_fifth_on(count: int) -> None:
    both = [{"player": player} for _ in range(count) for player in ("Kati", "Balázs")]
    gained = [line for line in turns(*both).rounds[-1].lines if line.why == "score.why.hkk.vp-turn"]
    assert [line.count for line in gained] == [min(count, 5)]


@pytest.mark.parametrize(("reserve", "extra"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (9, 4)])
def test_every_second_creature_in_reserve_gives_one_more(reserve: int, extra: int) -> None:
    sheet = turns({"player": "Kati", "reserve": reserve})
    assert states(sheet) == [f"{1 + extra}/20 0/20"]
    assert ("vp-reserve" in whys(sheet, "Kati")) == (extra > 0)


def test_three_creatures_in_the_fourth_turn_gain_five() -> None:
    played = [{"player": player, "reserve": 3 if player == "Kati" and n == 3 else 0}
              for n in range(4) for player in ("Kati", "Balázs")]  # fmt: skip
    before, after = states(turns(*played))[5:7]
    assert (before.split("/")[0], after.split("/")[0]) == ("6", "11")


def test_vp_above_the_maximum_are_lost_and_said_to_be() -> None:
    exact = turns({"player": "Kati", "reserve": 38})
    assert (states(exact), "vp-lost" in whys(exact, "Kati")) == (["20/20 0/20"], False)
    sheet = turns({"player": "Kati", "reserve": 44})
    assert states(sheet) == ["20/20 0/20"]
    (lost,) = [line for line in sheet.rounds[0].lines if line.why == "score.why.hkk.vp-lost"]
    assert lost.count == -3
    assert lost.points == 0


def test_all_vp_may_be_spent_but_not_one_more() -> None:
    assert states(turns({"player": "Kati", "spent": 1})) == ["0/20 0/20"]
    sheet = score(
        "mode: turns\nplayers: [Kati, Balázs]\nturns:\n - {player: Kati}\n - {player: Balázs, spent: 2}\n"
        " - {player: Kati}\n - {player: Balázs, spent: {\n    Kati: 4}}"
    )
    assert [(one.code, one.location.line, one.actual, one.limit) for one in sheet.findings] == [
        ("score.vp-overspent", 5, 2, {"max": 1}),
        ("score.vp-overspent", 8, 4, {"max": 3}),
    ]
    assert [one.refused for one in sheet.rounds] == [False, True, False, True]


def test_a_half_turn_that_is_refused_counts_for_nothing() -> None:
    sheet = turns({"player": "Kati", "spent": 5, "damage": {"Balázs": 9}}, {"player": "Balázs"}, {"player": "Kati"})
    assert codes(sheet) == ["score.vp-overspent"]
    assert states(sheet)[1:] == ["0/20 1/20", "1/20 1/20"]
    assert totals(sheet) == {"Kati": 20, "Balázs": 20}


@pytest.mark.parametrize(
    ("more", "life"),
    [
        ({}, 20),
        ({"life_start": {"Kati": 18}}, 18),
        ({"totals": {"Kati": "18"}}, 18),
        ({"totals": {"Kati": "20"}, "life_start": {"Kati": 18}}, 18),
    ],
)
def test_life_starts_at_20_or_as_said(more: dict[str, Any], life: int) -> None:
    sheet = turns({"player": "Kati"}, {"player": "Balázs", "damage": {"Kati": 1}}, **more)
    assert states(sheet) == [f"1/{life} 0/20", f"1/{life - 1} 1/20"]
    assert totals(sheet) == {"Kati": life - 1, "Balázs": 20}


def test_life_at_zero_ends_the_duel_and_later_turns_are_refused() -> None:
    sheet = turns({"player": "Kati", "damage": {"Balázs": 20}}, {"player": "Balázs"})
    assert (sheet.finished, winners(sheet), sheet.decided_by) == (True, ["Kati"], "opponents-out")
    assert codes(sheet) == ["score.after-end"]
    assert whys(sheet, "Balázs")[-1] == "state-out"
    both = turns({"player": "Kati", "damage": {"Balázs": 25, "Kati": 20}})
    assert (both.decided_by, winners(both)) == ("draw", [])
    assert not turns({"player": "Kati", "damage": {"Balázs": 19}}).finished


def test_healing_above_the_maximum_is_a_warning() -> None:
    assert codes(turns({"player": "Kati", "damage": {"Kati": 2}, "healed": {"Kati": 2}})) == []
    sheet = turns({"player": "Kati", "healed": {"Kati": 1}})
    assert [(one.code, one.severity) for one in sheet.findings] == [("score.life-maximum", "warning")]
    assert totals(sheet)["Kati"] == 21


def test_two_turns_in_a_row_are_a_warning() -> None:
    sheet = turns({"player": "Kati"}, {"player": "Kati"})
    assert [(one.code, one.severity) for one in sheet.findings] == [("score.turn-again", "warning")]
    assert states(sheet)[-1] == "3/20 0/20"


@pytest.mark.parametrize("key", ["damage", "healed", "spent"])
def test_a_stranger_in_a_half_turn_is_refused(key: str) -> None:
    assert codes(turns({"player": "Kati", key: {"Réka": 1}})) == ["score.unknown-player"]
    assert codes(turns({"player": "Réka", key: 1} if key == "spent" else {"player": "Réka"})) == [
        "score.unknown-player"
    ]


@pytest.mark.parametrize(
    "turn", ["{player: A, spent: -1}", "{player: A, reserve: x}", "{spent: 1}", "{player: A, by: 1}"]
)
def test_a_half_turn_of_another_shape_is_refused_where_it_stands(turn: str) -> None:
    error = refusal(f"players: [A, B]\nturns:\n - {turn}")
    assert {one.location.line for one in error.findings} == {3}
    assert error.exit_code == 2


half_turns = st.lists(
    st.fixed_dictionaries(
        {
            "player": st.sampled_from(["Kati", "Balázs"]),
            "reserve": st.integers(0, 50),
            "spent": st.integers(0, 6),
            "damage": st.dictionaries(st.sampled_from(["Kati", "Balázs"]), st.integers(0, 4)),
            "healed": st.dictionaries(st.sampled_from(["Kati", "Balázs"]), st.integers(0, 4)),
        }
    ),
    max_size=12,
)


@quick
@given(half_turns)
def test_totals_are_the_sum_of_lines_and_vp_stay_within_bounds(played: Sequence[Mapping[str, Any]]) -> None:
    sheet = turns(*played)
    for player, total in totals(sheet).items():
        lines = [line for one in sheet.rounds for line in one.lines if line.player == player]
        assert total == sum(line.points for line in lines)
        stated = [line for line in lines if line.category == "state"]
        assert all(0 <= line.count <= 20 for line in stated)
        if stated:
            assert dict(stated[-1].details)["life"] == str(total)
            assert stated[-1].count == sum(line.count for line in lines if line.category == "vp")


@quick
@given(half_turns)
def test_it_does_not_matter_in_which_order_the_players_of_a_duel_are_listed(
    played: Sequence[Mapping[str, Any]],
) -> None:
    other = scored(mode="turns", players=["Balázs", "Kati"], turns=played)
    assert totals(other) == totals(turns(*played))


# Data


def test_a_number_missing_from_the_data_is_refused_by_name() -> None:
    scoring = hkk().scoring
    assert scoring is not None
    facts = {name: fact for name, fact in scoring.facts.items() if name != "life-lost"}
    facts["vp-turn-1"] = NumberFact(source="rulebook: none")
    game = hkk().model_copy(update={"scoring": scoring.model_copy(update={"facts": facts})})
    with pytest.raises(CardtoolsError) as caught:
        scorer(ScoreFile.model_validate({"life": {"A": 1, "B": 2}}), game)
    assert [(one.code, one.params["name"]) for one in caught.value.findings] == [("score.no-fact", "life-lost")]
    with pytest.raises(CardtoolsError):
        vp_by_turn(Facts(game))


def test_every_category_of_a_line_stands_in_the_data() -> None:
    scoring = hkk().scoring
    assert scoring is not None
    known = {one.id for one in scoring.categories}
    texts = (
        "life: {A: 1, B: 2}\ndecks_out: true",
        "games: [A, B, draw]",
        "seats: [A, B, C]\nknocked_out: [[B, C]]",
        "enemies: {A: [B], C: []}\nknocked_out: [B]",
        "players: [A, B]\nturns: [{player: A, reserve: 50, spent: 1, damage: {B: 1}}]",
    )
    used = {line.category for text in texts for one in score(text).rounds for line in one.lines}
    assert used == known


def test_an_entry_names_the_players_it_is_about() -> None:
    assert RoundInput.model_validate({"games": "Kati, draw, Balázs, Kati"}).named == ("Kati", "Balázs")
    assert RoundInput.model_validate({"enemies": {"A": "B, C"}}).named == ("A", "B", "C")
    assert RoundInput.model_validate({"seats": "A B"}).named == ("A", "B")
