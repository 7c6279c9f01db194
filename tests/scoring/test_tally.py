"""Tally: count times points, for each player and card; what cannot have been is refused with every reason."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.model.card import Card
from cardtools.model.finding import Finding
from cardtools.model.game import CardsFile
from cardtools.model.game_folder import Game
from cardtools.model.scoring import ScoreLine, Scoresheet
from cardtools.scoring.engine import fold
from cardtools.scoring.statements import statements
from cardtools.scoring.tally import ScoreFile, read_round, scorer
from tests.conftest import Outcome
from tests.factories import SOURCE, codes, game_info

Command = Callable[..., Outcome]


def worth(card_id: str, points: int | None, copies: int = 4, kind: str = "monster", *tokens: str) -> Card:
    return Card(id=card_id, name={"en": card_id.title()}, points=points, copies=copies, type=kind, tokens=tokens)


CARDS = (
    worth("sun", 7, 3, "monster", "s"),
    worth("moon", 2, 5, "monster", "m"),
    worth("storm", -4, 2, "trap", "st"),
    worth("stone", 0, 2, "trap"),
    worth("mask", None, 1, "trap"),
    Card(id="left-twin", name={"en": "Left"}, points=1, aliases=("Twin",)),
    Card(id="right-twin", name={"en": "Right"}, points=1, aliases=("Twin",)),
)
PLAYERS = ("Anna", "Béla", "Cili")
Cards = str | list[str] | None


def game(
    target: int | None = None, winner: Literal["highest", "lowest"] = "highest", cards: tuple[Card, ...] = CARDS
) -> Game:
    scoring: dict[str, Any] = {
        "winner": winner,
        "categories": [{"id": "weather", "name": {"en": "Weather"}, "types": ["trap"]}],
    }
    if target is not None:
        scoring["target"] = {"value": target, "source": SOURCE}
    return Game.model_validate(
        {"info": game_info(), "cards": CardsFile(source=SOURCE, cards=cards), "scoring": scoring}
    )


def play(*rounds: Mapping[str, Cards], played: Game | None = None, **header: Any) -> Scoresheet:
    loaded = played or game()
    file = ScoreFile.model_validate({"players": PLAYERS, "rounds": [{"cards": one} for one in rounds], **header})
    starting = {player: Fraction(total) for player, total in file.totals.items()}
    return fold("toy", "", file.players, starting, file.rounds, scorer(file, loaded))


def totals(sheet: Scoresheet) -> dict[str, Fraction]:
    return {standing.player: standing.total for standing in sheet.standings}


def only(sheet: Scoresheet) -> Finding:
    (finding,) = sheet.findings
    assert sheet.rounds[0].lines == ()
    assert set(totals(sheet).values()) == {0}
    return finding


def test_a_round_is_worth_count_times_points_with_a_line_for_each_card() -> None:
    (scored,) = play({"Anna": "2x sun m", "Béla": "storm st", "Cili": "stone"}).rounds
    assert [(one.player, one.card, one.count, str(one.each), str(one.points)) for one in scored.lines] == [
        ("Anna", "sun", 2, "7", "14"),
        ("Anna", "moon", 1, "2", "2"),
        ("Béla", "storm", 2, "-4", "-8"),
        ("Cili", "stone", 1, "0", "0"),
    ]
    assert scored.scores == {"Anna": 16, "Béla": -8, "Cili": 0}


def test_rounds_add_up_to_what_stood_before() -> None:
    sheet = play({"Anna": "sun", "Béla": "m m"}, {"Anna": "storm"}, totals={"Anna": "1.5", "Cili": -3})
    assert totals(sheet) == {"Anna": Fraction(9, 2), "Béla": 4, "Cili": -3}
    assert [(one.rank, one.player) for one in sheet.standings] == [(1, "Anna"), (2, "Béla"), (3, "Cili")]
    assert (sheet.finished, sheet.decided_by, [one.winner for one in sheet.standings]) == (False, None, [False] * 3)


@pytest.mark.parametrize("written", ["sun, MOON; 2x m", ["Sun", "moon", "2 x M"], "s m m m", "Sun\nmoon\nm m"])
def test_cards_are_named_by_name_id_or_token_in_any_order_of_writing(written: Cards) -> None:
    assert totals(play({"Anna": written}))["Anna"] == 7 + 3 * 2


@pytest.mark.parametrize("written", [None, "", []])
def test_a_player_without_cards_scores_nothing(written: Cards) -> None:
    sheet = play({"Anna": written, "Béla": "sun"})
    assert totals(sheet) == {"Béla": 7, "Anna": 0, "Cili": 0}
    assert sheet.findings == ()


def test_a_line_counts_under_the_category_of_its_type_else_under_the_type() -> None:
    (scored,) = play({"Anna": "sun st left"}).rounds
    assert [(one.card, one.category) for one in scored.lines] == [
        ("sun", "monster"),
        ("storm", "weather"),
        ("left-twin", "card"),
    ]


@given(
    st.lists(st.dictionaries(st.sampled_from(PLAYERS), st.lists(st.sampled_from(CARDS[:4]), max_size=5)), max_size=6)
)
@settings(deadline=None, max_examples=40)
def test_a_total_is_the_points_of_every_card_laid_down_in_rounds_that_can_be(
    rounds: list[dict[str, list[Card]]],
) -> None:
    sheet = play({}, *({player: [card.id for card in cards] for player, cards in one.items()} for one in rounds))
    expected = dict.fromkeys(PLAYERS, Fraction(0))
    for one, scored in zip(rounds, sheet.rounds[1:], strict=True):
        laid = [card for cards in one.values() for card in cards]
        possible = all(laid.count(card) <= card.copies for card in laid)
        assert possible == (scored.findings == ())
        for player, cards in one.items():
            expected[player] += sum(card.points or 0 for card in cards) if possible else 0
    assert totals(sheet) == expected


@pytest.mark.parametrize(("reached", "over"), [("sun m", True), ("sun", False), ("2x sun", True)])
def test_the_game_ends_where_the_target_is_reached_and_the_highest_wins(reached: str, over: bool) -> None:
    sheet = play({"Anna": reached, "Béla": "m"}, played=game(9))
    assert (sheet.finished, sheet.decided_by) == (over, "points" if over else None)
    assert [one.player for one in sheet.standings if one.winner] == (["Anna"] if over else [])


def test_where_the_lowest_wins_it_is_the_least_total_when_somebody_reaches_the_target() -> None:
    sheet = play({"Anna": "sun", "Béla": "m", "Cili": "st"}, {"Anna": "sun", "Béla": "m"}, played=game(14, "lowest"))
    assert [(one.rank, one.player, int(one.total), one.winner) for one in sheet.standings] == [
        (1, "Cili", -4, True),
        (2, "Béla", 4, False),
        (3, "Anna", 14, False),
    ]
    assert sheet.decided_by == "fewest-points"


@pytest.mark.parametrize("winner", ["highest", "lowest"])
def test_equal_totals_share_the_win(winner: Literal["highest", "lowest"]) -> None:
    sheet = play({"Anna": "sun", "Béla": "sun", "Cili": "sun"}, played=game(7, winner))
    assert [(one.rank, one.winner) for one in sheet.standings] == [(1, True)] * 3
    assert sheet.decided_by == "tie-shared"


def test_the_target_of_the_file_goes_before_that_of_the_rules() -> None:
    assert play({"Anna": "sun"}, played=game(500), target=7).finished
    assert not play({"Anna": "sun"}, played=game(7), target=8).finished


def test_without_a_target_the_game_goes_on() -> None:
    assert not play({"Anna": "2x sun"}, totals={"Anna": 1_000_000}).finished


def test_a_round_after_the_end_is_refused() -> None:
    sheet = play({"Anna": "sun"}, {"Béla": "3x sun"}, played=game(7))
    assert codes(sheet.findings) == ["score.after-end"]
    assert totals(sheet) == {"Anna": 7, "Béla": 0, "Cili": 0}


@pytest.mark.parametrize(
    "cards", [{"Anna": "4x sun"}, {"Anna": "2x sun", "Béla": "s s"}, {"Anna": "sun, s, Sun", "Cili": ["sun"]}]
)
def test_more_of_a_card_than_the_box_holds_over_all_players_is_refused(cards: dict[str, Cards]) -> None:
    finding = only(play(cards))
    assert (finding.code, finding.params["card"], finding.actual, finding.params["most"]) == (
        "score.too-many", "sun", 4, 3,
    )  # fmt: skip


def test_the_cards_come_back_into_the_box_for_the_next_round() -> None:
    sheet = play({"Anna": "3x sun"}, {"Anna": "3x sun"})
    assert sheet.findings == ()
    assert totals(sheet)["Anna"] == 42


@pytest.mark.parametrize(
    ("written", "code", "params"),
    [
        ("sunn", "score.unknown-card", {"token": "sunn"}),
        ("0x sun", "score.unknown-card", {"token": "0x"}),
        ("-1x sun", "score.unknown-card", {"token": "-1x"}),
        ("twin", "score.ambiguous-card", {"token": "twin", "names": "left-twin, right-twin"}),
        ("mask", "score.no-points", {"card": "mask"}),
    ],
)
def test_what_no_card_or_several_are_called_or_is_worth_nobody_knows_what_is_refused(
    written: str, code: str, params: dict[str, str]
) -> None:
    finding = only(play({"Anna": "sun", "Béla": written}))
    assert (finding.code, finding.params) == (code, params)


def test_a_card_without_known_points_hurts_only_the_round_it_is_laid_down_in() -> None:
    sheet = play({"Anna": "sun"}, {"Anna": "mask sun"}, {"Anna": "m"})
    assert [codes(one.findings) for one in sheet.rounds] == [[], ["score.no-points"], []]
    assert totals(sheet)["Anna"] == 9


def test_somebody_who_is_no_player_is_refused() -> None:
    finding = only(play({"Anna": "sun", "Dani": "m"}))
    assert (finding.code, finding.params) == ("score.unknown-player", {"name": "Dani"})


def test_every_reason_is_told_at_once() -> None:
    sheet = play({"Anna": "sunn twin", "Dani": "4x sun", "Béla": "mask mask"})
    assert sorted(codes(sheet.findings)) == [
        "score.ambiguous-card",
        "score.no-points",
        "score.too-many",
        "score.too-many",
        "score.unknown-card",
        "score.unknown-player",
    ]


def test_a_refused_round_is_told_at_its_line_and_the_others_count(command: Command, tmp_path: Path) -> None:
    assert command("new", "sky", tmp_path).code == 0
    file = tmp_path / "evening.yaml"
    file.write_text(
        "players: [Anna, Béla]\nrounds:\n  - cards: {Anna: r4 star}\n  - cards: {Anna: star star}\n"
        "  - cards:\n      Béla: b1 b9\n  - cards: {Béla: b4}\n",
        "utf-8",
    )
    outcome = command("score", "sky", file, "--data", tmp_path, "--report", "json")
    score = json.loads(outcome.out)
    assert outcome.code == 1
    assert [(one["code"], one["location"]["line"]) for one in score["findings"]] == [
        ("score.too-many", 4),
        ("score.unknown-card", 6),
    ]
    assert "Star: 2 in all" in score["findings"][0]["message"]
    assert [one["n"] for one in score["rounds"]] == [1, 4]
    assert {one["player"]: one["total"] for one in score["standings"]} == {"Anna": 14, "Béla": 4}
    assert score["rounds"][0]["lines"][0] == {
        "player": "Anna", "category": "numbers", "count": 1, "points": 4, "why": "Red 4: 1 × 4",
        "certainty": "printed",
    }  # fmt: skip


def test_the_target_and_the_winner_of_the_rules_reach_the_report(command: Command, tmp_path: Path) -> None:
    command("new", "sky", tmp_path)
    file = tmp_path / "evening.yaml"
    file.write_text("players: [Anna, Béla]\ntotals: {Anna: 45, Béla: 20}\nrounds: [{cards: {Anna: r4 r1, Béla: b1}}]\n")
    arguments = ("score", "sky", file, "--data", tmp_path, "--report", "json")
    score = json.loads(command(*arguments).out)
    assert (score["finished"], score["decided_by"]) == (True, "points")
    assert [(one["player"], one["winner"]) for one in score["standings"]] == [("Anna", True), ("Béla", False)]
    rules = tmp_path / "games/sky/scoring.yaml"
    rules.write_text(rules.read_text("utf-8").replace("winner: highest", "winner: lowest"), "utf-8")
    score = json.loads(command(*arguments).out)
    assert [(one["player"], one["winner"]) for one in score["standings"]] == [("Béla", True), ("Anna", False)]


def test_a_round_in_words_is_the_cards_of_each_player() -> None:
    said = read_round(statements("Anna r1 r4; Béla b2", ()))
    assert said.data == {"cards": {"Anna": "r1 r4", "Béla": "b2"}}
    assert said.columns[("cards", "Béla")] == 13


def test_a_line_says_why_and_what_each_card_is_worth() -> None:
    (scored,) = play({"Anna": "2x sun"}).rounds
    assert scored.lines == (ScoreLine("Anna", "monster", 2, Fraction(14), "score.why.tally", "sun", Fraction(7)),)
    assert (scored.n, scored.faults) == (1, ())


def test_each_refused_card_is_told_at_its_place() -> None:
    (scored,) = play({"Dani": "sun mask", "Béla": "mask 3x sun"}).rounds
    assert scored.n == 1
    assert [(one.finding.code, one.where) for one in scored.faults] == [
        ("score.unknown-player", ("cards", "Dani")),
        ("score.too-many", ("cards", "Béla", 0)),
        ("score.too-many", ("cards", "Béla", 5)),
        ("score.no-points", ("cards", "Dani", 4)),
    ]
    assert [(one.finding.params["card"], one.finding.params["deck"]) for one in scored.faults[1:3]] == [
        ("mask", "box"),
        ("sun", "box"),
    ]


def test_the_target_is_reached_by_its_number_exactly() -> None:
    assert play({"Anna": "sun"}, played=game(7)).finished
    assert not play({"Anna": "sun"}, played=game(8)).finished
    assert play({}, played=game(7)).target == 7
    assert play({}).target is None


def test_a_game_without_cards_or_scoring_is_still_scored() -> None:
    bare = Game.model_validate({"info": game_info()})
    sheet = play({"Anna": "sun"}, played=bare)
    assert codes(sheet.findings) == ["score.unknown-card"]
    assert totals(play({"Anna": ""}, played=bare)) == {"Anna": 0, "Béla": 0, "Cili": 0}


def test_the_players_of_a_file_that_names_none_are_those_of_its_first_round() -> None:
    file = ScoreFile.model_validate({"rounds": [{"cards": {"Béla": "sun", "Anna": "m"}}]})
    assert file.seats == ("Béla", "Anna")
