"""Panda!: the worked cases of the seventh trick, step by step, and tricks that cannot be (rulebook: Trick 7)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.app.desk import Desk
from cardtools.app.scores import score_file
from cardtools.app.spoken_rounds import score_words
from cardtools.errors import CardtoolsError
from cardtools.games.panda import RoundInput, ScoreFile, scorer
from cardtools.model.base import NumberFact
from cardtools.model.card import Card
from cardtools.model.game_folder import Game
from cardtools.model.scoring import RoundScore, Scoresheet

PLAYERS = ("Anna", "Béla", "Cili", "Dani", "Emma", "Fanni")


@cache
def panda() -> Game:
    return Desk.open("en").library.game("panda")


def cards() -> tuple[Card, ...]:
    file = panda().cards
    assert file is not None
    return file.cards


def with_card(card: str, **changes: Any) -> Game:
    """The game as a user's own data folder may change it."""
    file = panda().cards
    assert file is not None
    changed = tuple(one.model_copy(update=changes) if one.id == card else one for one in file.cards)
    return panda().model_copy(update={"cards": file.model_copy(update={"cards": changed})})


def trick(
    *plays: Any, target: str | None = None, before: dict[str, int] | None = None, game: Game | None = None
) -> RoundScore:
    """Score one trick of as many players as there are plays, on 100 points each unless told otherwise."""
    seats = PLAYERS[: len(plays)]
    one = RoundInput.model_validate({"plays": dict(zip(seats, plays, strict=True)), "monkey_target": target})
    file = ScoreFile.model_validate({"players": seats, "rounds": [one]})
    totals = {player: Fraction((before or {}).get(player, 100)) for player in seats}
    return scorer(file, game or panda()).score_round(1, one, totals)


def points(result: RoundScore) -> list[int]:
    assert not result.refused, result.findings
    return [int(result.scores[player]) for player in PLAYERS if player in result.scores]


def codes(result: RoundScore) -> list[str]:
    return [finding.code for finding in result.findings]


def whys(result: RoundScore, player: str) -> list[str]:
    return [line.why.removeprefix("score.why.panda.") for line in result.lines if line.player == player]


def score(text: str) -> Scoresheet:
    """Score a file as the command does."""
    return score_file(Desk.open("en"), "panda", "-", text.encode())[1]


def totals(sheet: Scoresheet) -> dict[str, Fraction]:
    return {standing.player: standing.total for standing in sheet.standings}


# Worked cases


@pytest.mark.parametrize(
    ("plays", "right"),
    [
        pytest.param(("red 8", "blue 8", "green 6"), [8, -8, 0], id="P1"),
        pytest.param(("red 8", "red dragon", "green 6"), [10, 0, 0], id="P2"),
        pytest.param(("green 11", "blue 10", "purple 4"), [22, 0, 0], id="P4"),
        pytest.param(("red 10", "blue 10", "green 3"), [-20, 20, 0], id="P5"),
        pytest.param(("red 10", "blue 10", "green 3", "blue dragon"), [-50, 50, 0, 0], id="P6"),
        pytest.param(("blue dragon", "tiger", "monkey"), [0, 0, 0], id="P8"),
    ],
)
def test_the_worked_cases_come_out(plays: tuple[str, ...], right: list[int]) -> None:
    assert points(trick(*plays)) == right


def test_p1_a_total_stops_at_zero_in_a_line_of_its_own() -> None:
    result = trick("red 8", "blue 8", "green 6", before={"Béla": 5})
    assert result.scores == {"Anna": 8, "Béla": -5, "Cili": 0}
    assert [(one.category, int(one.points)) for one in result.lines if one.player == "Béla"] == [
        ("same_number", -8),
        ("floor", 3),
    ]


def test_p3_the_tiger_takes_all_points_of_its_player_and_only_theirs() -> None:
    result = trick("red 11", "tiger", "green 6", before={"Béla": 73})
    assert points(result) == [11, -73, 0]
    assert [(one.category, int(one.points)) for one in result.lines if one.player == "Béla"] == [("tiger", -73)]


def test_p7_the_monkey_hands_on_the_trick_and_nothing_else_changes() -> None:
    assert points(trick("red 10", "blue 10", "green 3", "monkey", target="Cili")) == [-20, 20, 20, 0]


def test_p9_the_box_has_60_cards_and_six_players_leave_12() -> None:
    scoring = panda().scoring
    assert scoring is not None
    hand = scoring.facts["hand"].value
    assert hand is not None
    box = sum(card.copies for card in cards())
    assert (box, hand * len(PLAYERS), box - hand * len(PLAYERS)) == (60, 48, 12)


# Steps 1 to 5


def test_without_a_number_card_nothing_happens_to_points_and_all_are_told_so() -> None:
    result = trick("blue dragon", "tiger", "crocodile", "monkey")
    assert {line.points for line in result.lines} == {0}
    assert {line.why for line in result.lines} == {"score.why.panda.no-number"}
    assert [line.certainty for line in result.lines] == ["printed", "ruling", "ruling", "ruling"]


@pytest.mark.parametrize(
    ("plays", "taker"),
    [
        (("blue 4", "green 3", "purple 3"), "Anna"),
        (("purple 3", "green 3", "blue 3"), "Béla"),
        (("red 1", "green 13", "purple 13"), "Béla"),
        (("blue 13", "red 12", "green 12"), "Anna"),
    ],
)
def test_the_highest_number_takes_the_trick_then_the_better_colour(plays: tuple[str, ...], taker: str) -> None:
    (line,) = [line for line in trick(*plays).lines if line.category == "taker"]
    assert line.player == taker


def test_the_dragon_that_is_worth_most_counts_and_not_for_those_who_deduct() -> None:
    result = trick("red 8", "blue 8", "red dragon", "purple dragon")
    assert points(result) == [20, -8, 0, 0]
    assert whys(result, "Cili") == ["dragon-lesser"]
    assert whys(result, "Dani") == ["dragon"]


def test_the_banker_doubles_what_is_deducted_too() -> None:
    assert points(trick("green 11", "blue 11", "blue 10")) == [22, -22, 0]
    assert points(trick("purple 10", "blue 10", "red 3")) == [20, -20, 0]
    assert points(trick("green 11", "blue dragon", "blue 10")) == [50, 0, 0]


@pytest.mark.parametrize(("plays", "right"), [(("red 11", "red 10", "blue 3"), [11, 0, 0])])
def test_the_envoy_does_nothing_where_it_takes_no_trick(plays: tuple[str, ...], right: list[int]) -> None:
    assert points(trick(*plays)) == right


def test_with_the_envoy_every_other_10_adds_the_tricks_value() -> None:
    assert points(trick("red 10", "green 10", "purple 10", "red 9")) == [-10, 10, 10, 0]


def test_each_line_says_its_step_with_base_card_and_factor() -> None:
    result = trick("red 8", "blue 10", "red 11", "blue dragon")
    (line,) = [line for line in result.lines if line.category == "taker"]
    assert dict(line.details) == {"base": ("blue-dragon",), "value": "25", "factor": "2"}
    assert (line.card, int(line.points)) == ("red-11", 50)
    (own,) = [line for line in trick("red 8", "blue 8", "red dragon").lines if line.category == "same_number"]
    assert dict(own.details) == {"taker": ("red-8",), "base": ("blue-8",), "value": "8", "factor": "1"}


def test_what_rests_on_a_dragons_value_is_likely_until_the_players_know_better() -> None:
    plays = ("red 8", "blue 8", "green dragon")
    marks = {line.category: line.certainty for line in trick(*plays).lines}
    assert marks == {"taker": "likely", "same_number": "printed", "dragon": "likely"}
    ours = with_card("green-dragon", value=5, certainty="printed")
    result = trick(*plays, game=ours)
    assert points(result) == [5, -8, 0]
    assert {line.certainty for line in result.lines} == {"printed"}


# Step 6


def test_only_the_strongest_pet_acts() -> None:
    result = trick("red 9", "tiger", "panda", "crocodile")
    assert points(result) == [9, 0, -20, 0]
    assert whys(result, "Béla") == whys(result, "Dani") == ["pet-idle"]
    assert points(trick("red 9", "monkey", "tiger")) == [9, 0, -100]
    assert points(trick("red 9", "crocodile", "tiger")) == [9, 0, 9]


def test_the_monkey_may_choose_who_takes_the_trick_even_the_envoy() -> None:
    assert points(trick("red 9", "blue 3", "monkey", target="Anna")) == [18, 0, 0]
    assert points(trick("red 10", "blue 3", "monkey", target="Anna")) == [0, 0, 0]


def test_zero_is_held_at_each_step_and_not_only_at_the_end() -> None:
    result = trick("red 10", "blue 3", "monkey", target="Anna", before={"Anna": 4})
    assert [(line.category, int(line.points)) for line in result.lines if line.player == "Anna"] == [
        ("taker", -10),
        ("floor", 6),
        ("monkey", 10),
    ]


def test_a_dragons_value_for_the_monkey_is_a_ruling() -> None:
    ours = with_card("red-dragon", certainty="printed")
    result = trick("red 9", "monkey", "red dragon", target="Anna", game=ours)
    assert points(result) == [20, 0, 0]
    (given_on,) = [line for line in result.lines if line.why.endswith(".monkey")]
    assert (given_on.holder, given_on.certainty) == ("Béla", "ruling")


def test_the_crocodile_gives_everyone_else_the_value_once_in_place_of_steps_3_and_4() -> None:
    result = trick("red 9", "blue 9", "crocodile", "purple 2", "red dragon")
    assert points(result) == [10, 10, 0, 10, 10]
    assert {line.certainty for line in result.lines if line.points} == {"likely"}
    plain = trick("red 9", "blue 9", "crocodile")
    assert points(plain) == [9, 9, 0]
    assert {line.certainty for line in plain.lines if line.points} == {"ruling"}


def test_the_envoy_still_deducts_from_the_crocodile() -> None:
    assert points(trick("red 10", "blue 10", "crocodile", "green 3")) == [-20, 20, 0, 20]
    assert points(trick("red 10", "red 11", "crocodile")) == [11, 11, 0]


def test_the_panda_deducts_20_which_is_likely_and_changes_the_next_deal() -> None:
    result = trick("red 9", "panda", "blue 2")
    assert points(result) == [9, -20, 0]
    assert [line.certainty for line in result.lines if line.category == "panda"] == ["likely"]
    (finding,) = result.findings
    assert (finding.code, finding.severity) == ("score.panda-deal", "info")
    assert finding.params == {"name": "Béla", "count": 14, "hand": 8}


def test_the_pandas_deal_is_told_without_a_number_card_as_well() -> None:
    result = trick("panda", "tiger", "red dragon")
    assert points(result) == [0, 0, 0]
    assert codes(result) == ["score.panda-deal"]


def test_the_panda_is_printed_where_the_players_own_data_says_so() -> None:
    scoring = panda().scoring
    assert scoring is not None
    facts = {**scoring.facts, "panda-points": NumberFact(value=-5, source="rulebook: Pets")}
    ours = panda().model_copy(update={"scoring": scoring.model_copy(update={"facts": facts})})
    (line,) = [line for line in trick("red 9", "panda", "blue 2", game=ours).lines if line.category == "panda"]
    assert (int(line.points), line.certainty) == (-5, "printed")


# Pairs


@pytest.mark.parametrize(
    "written", ["red 7 + blue 7", "blue 7+red 7", ["red 7", "blue 7"], "red 7, blue 7", "red 7 blue 7"]
)
def test_a_pair_counts_once_in_its_better_colour_as_a_ruling(written: Any) -> None:
    result = trick(written, "green 7", "purple 2")
    assert points(result) == [7, -7, 0]
    assert [(one.code, one.severity, one.params["card"]) for one in result.findings] == [
        ("score.pair-once", "info", "red-7")
    ]
    assert [line.certainty for line in result.lines if line.player == "Anna"] == ["ruling"]


def test_a_banker_in_a_pair_has_been_played() -> None:
    result = trick("green 10 + blue 10", "purple 10", "red 2")
    assert points(result) == [20, -20, 0]
    (line,) = [line for line in result.lines if line.category == "banker"]
    assert (line.card, line.certainty) == ("blue-10", "ruling")


# Tricks that cannot be


@pytest.mark.parametrize(
    ("plays", "target", "code"),
    [
        (("red 10", "envoy", "green 3"), None, "score.too-many"),
        (("red 10", "piros 10", "green 3"), None, "score.too-many"),
        (("panda", "panda", "green 3"), None, "score.too-many"),
        (("blue 7 + blue 7", "red 1", "green 3"), None, "score.too-many"),
        (("red 10", "", "green 3"), None, "score.missing-play"),
        (("red 10", None, "green 3"), None, "score.missing-play"),
        (("red 10", [], "green 3"), None, "score.missing-play"),
        (("red 10", " , ", "green 3"), None, "score.missing-play"),
        (("red 10", "red 7 + blue 7 + green 7", "green 3"), None, "score.one-card"),
        (("red 10", "999x red 7", "green 3"), None, "score.one-card"),
        (("red 10", "red 7 + blue 8", "green 3"), None, "score.no-pair"),
        (("red 10", "red dragon + blue dragon", "green 3"), None, "score.no-pair"),
        (("red 10", "monkey + red 3", "green 3"), "Anna", "score.no-pair"),
        (("red 10", "red 14", "green 3"), None, "score.unknown-card"),
        (("red 10", "red 0", "green 3"), None, "score.unknown-card"),
        (("red 10", "grene 8", "green 3"), None, "score.unknown-card"),
        (("red 10", "monkey", "green 3"), None, "score.no-target"),
        (("red 10", "monkey", "green 3"), "Béla", "score.own-target"),
        (("red 10", "monkey", "green 3"), "Zoli", "score.unknown-player"),
        (("red 10", "red 9", "green 3"), "Zoli", "score.unknown-player"),
    ],
)
def test_a_trick_that_cannot_be_is_refused_by_its_code(plays: tuple[Any, ...], target: str | None, code: str) -> None:
    result = trick(*plays, target=target)
    assert code in codes(result)
    assert result.refused
    assert result.lines == ()


@pytest.mark.parametrize(
    ("plays", "target"),
    [
        (("red 9", "blue 3", "green 3"), "Béla"),
        (("red 9", "monkey", "panda"), "Anna"),
        (("tiger", "monkey", "panda"), "Béla"),
    ],
)
def test_a_target_where_no_monkey_acts_is_a_warning_and_changes_nothing(plays: tuple[str, ...], target: str) -> None:
    warned, plain = trick(*plays, target=target), trick(*plays)
    assert [one.severity for one in warned.findings if one.code == "score.target-unused"] == ["warning"]
    assert warned.lines == plain.lines


def test_no_target_is_asked_for_where_the_monkey_does_not_act() -> None:
    assert codes(trick("red 9", "monkey", "crocodile")) == []
    assert codes(trick("blue dragon", "monkey", "red dragon")) == []


def test_a_card_that_is_not_understood_is_told_with_what_it_may_have_been() -> None:
    (finding,) = trick("grene 8", "red 1", "red 2").findings
    assert (finding.params["token"], finding.suggestions) == ("grene 8", ("Green 8",))


def test_every_reason_is_told_at_once_and_at_its_place() -> None:
    text = "players: [A, B, C, D]\nrounds:\n- plays:\n    A: red 10\n    B: envoy\n    C: x\n    E: red 9\n"
    text += "  monkey_target: F\n"
    found = [(one.code, one.location.line) for one in score(text).findings]
    assert found == [
        ("score.unknown-player", 7),
        ("score.unknown-card", 6),
        ("score.too-many", 5),
        ("score.unknown-player", 8),
    ]


def test_a_dragon_whose_value_nobody_knows_cannot_be_scored_with_a_number_card() -> None:
    ours = with_card("red-dragon", value=None, unknown=("value",))
    assert codes(trick("red 9", "red dragon", "blue 2", game=ours)) == ["score.no-points"]
    assert points(trick("tiger", "red dragon", "crocodile", game=ours)) == [0, 0, 0]


def test_a_number_taken_away_from_the_rules_is_refused() -> None:
    scoring = panda().scoring
    assert scoring is not None
    facts = {**scoring.facts, "banker-factor": NumberFact(source="rulebook: Banker")}
    ours = panda().model_copy(update={"scoring": scoring.model_copy(update={"facts": facts})})
    with pytest.raises(CardtoolsError) as refusal:
        trick("red 9", "blue 2", "green 1", game=ours)
    assert [one.code for one in refusal.value.findings] == ["score.no-fact"]


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("players: [A, B]", "score.players"),
        ("players: [A, B, C, D, E, F, G]", "score.players"),
        ("players: [A, B, B]", "score.player-twice"),
        ("players: [A, B, C]\ntotals: {D: 5}", "score.total-player"),
        ("players: [A, B, C]\nvariant: best", "score.unknown-variant"),
    ],
)
def test_an_evening_that_cannot_be_is_refused_by_its_code(header: str, code: str) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        score(f"{header}\nrounds: []")
    assert [finding.code for finding in refusal.value.findings] == [code]


@pytest.mark.parametrize("header", ["totals: {A: -1}", "rounds_played: -1", "rounds_played: twelve"])
def test_a_header_that_is_no_number_or_below_zero_is_refused(header: str) -> None:
    with pytest.raises(CardtoolsError):
        score(f"players: [A, B, C]\n{header}\nrounds: []")


# The end of a game

ROUND = "{plays: {A: red 7, B: blue 5, C: green 6}}"


@pytest.mark.parametrize(("before", "finished"), [(214, False), (215, True), (216, True)])
def test_222_points_and_not_221_end_the_game(before: int, finished: bool) -> None:
    sheet = score(f"players: [A, B, C]\ntotals: {{A: {before}, B: 3}}\nrounds: [{ROUND}]")
    assert sheet.finished == finished
    assert sheet.decided_by == ("fewest-points" if finished else None)
    assert [one.player for one in sheet.standings if one.winner] == (["C"] if finished else [])


@pytest.mark.parametrize(("before", "finished"), [(10, False), (11, True)])
def test_the_twelfth_round_and_not_the_eleventh_ends_the_game(before: int, finished: bool) -> None:
    assert score(f"rounds_played: {before}\nrounds: [{ROUND}]").finished == finished


def test_a_round_after_the_twelfth_is_refused() -> None:
    sheet = score(f"rounds_played: 11\nrounds: [{ROUND}, {ROUND}]")
    assert [one.code for one in sheet.findings] == ["score.after-end"]
    assert totals(sheet) == {"A": 7, "B": 0, "C": 0}


def test_twelve_rounds_can_be_played_in_one_file() -> None:
    sheet = score(f"rounds: [{', '.join([ROUND] * 12)}]")
    assert sheet.finished
    assert sheet.findings == ()
    assert totals(sheet)["A"] == 84


def test_equal_fewest_points_share_the_win() -> None:
    sheet = score(f"totals: {{A: 215}}\nrounds: [{ROUND}]")
    assert sheet.decided_by == "tie-shared"
    assert [(one.rank, one.player, one.winner) for one in sheet.standings] == [
        (1, "B", True),
        (1, "C", True),
        (3, "A", False),
    ]


def test_the_players_may_agree_on_another_target() -> None:
    assert score(f"target: 7\nrounds: [{ROUND}]").finished
    assert not score(f"target: 8\nrounds: [{ROUND}]").finished


def test_players_are_those_of_the_first_round_and_of_the_totals() -> None:
    sheet = score("totals: {B: 5}\nrounds: [{plays: {A: red 7, B: blue 5, C: green 6}}]")
    assert sheet.players == ("B", "A", "C")


# Words at the table


@pytest.mark.parametrize("arrow", [">", "->", "→", " > ", " -> ", " → ", "=>"])
def test_a_round_in_words_names_the_monkeys_target_behind_an_arrow(arrow: str) -> None:
    _, sheet = score_words(Desk.open("en"), "panda", f"Anna red 10; Béla blue 10; Cili majom{arrow}béla")
    assert sheet.findings == ()
    assert totals(sheet) == {"Anna": 0, "Béla": 40, "Cili": 0}


def test_a_pair_can_be_said_in_words() -> None:
    _, sheet = score_words(Desk.open("hu"), "panda", "Anna piros 7 + kék 7; Béla: zöld sárkány; Cili lila 2")
    assert totals(sheet) == {"Anna": 15, "Béla": 0, "Cili": 0}


def test_a_player_said_twice_is_refused_with_the_column() -> None:
    with pytest.raises(CardtoolsError) as refusal:
        score_words(Desk.open("en"), "panda", "Anna red 10; Anna blue 9; Béla red 1")
    finding, *_ = refusal.value.findings
    assert (finding.code, finding.location.column) == ("score.words.twice", 14)


@pytest.mark.parametrize("language", ["hu", "en"])
def test_every_card_can_be_named_in_full(language: str) -> None:
    for card in cards():
        others = [one for one in ("red 1", "blue 1", "green 1") if one.replace(" ", "-") != card.id][:2]
        result = trick(card.name[language], *others, target="Béla" if card.id == "monkey" else None)
        assert not result.refused, card.name[language]
        assert card.id in {line.card for line in result.lines if line.player == "Anna"}


# Any tricks


@st.composite
def tricks(draw: st.DrawFn) -> tuple[dict[str, str], str | None, dict[str, int]]:
    """What each player played, whom the monkey chooses where it acts, and the totals before."""
    seats = PLAYERS[: draw(st.integers(3, 6))]
    hand = draw(
        st.lists(st.sampled_from([card.id for card in cards()]), min_size=len(seats), max_size=len(seats), unique=True)
    )
    plays = dict(zip(seats, hand, strict=True))
    before = {player: draw(st.integers(0, 300)) for player in seats}
    stronger = {"tiger", "crocodile", "panda"} & set(hand)
    numbers = any(card.id in hand for card in cards() if card.type == "number")
    target = None
    if "monkey" in hand and not stronger and numbers:
        target = draw(st.sampled_from([player for player in seats if plays[player] != "monkey"]))
    return plays, target, before


def played(plays: dict[str, str], target: str | None, before: dict[str, int]) -> RoundScore:
    one = RoundInput.model_validate({"plays": plays, "monkey_target": target})
    file = ScoreFile.model_validate({"players": list(plays), "rounds": [one]})
    return scorer(file, panda()).score_round(1, one, {player: Fraction(before[player]) for player in plays})


def right(plays: dict[str, str], target: str | None, before: dict[str, int]) -> dict[str, int]:
    """The six steps once more, written down as a table would reckon them."""
    known = {card.id: card for card in cards()}
    total = dict(before)

    def change(player: str, by: int) -> None:
        total[player] = max(0, total[player] + by)

    colours = ["blue", "purple", "green", "red"]
    numbers = {
        player: ((known[one].value or 0), colours.index((known[one].colours or ("",))[0]))
        for player, one in plays.items()
        if known[one].type == "number"
    }
    if not numbers:
        return total
    top = max(numbers, key=lambda player: numbers[player])
    dragons = [known[one].value or 0 for one in plays.values() if known[one].type == "dragon"]
    factor = 2 if "blue-10" in plays.values() else 1
    worth = (max(dragons) if dragons else numbers[top][0]) * factor
    envoy = plays[top] == "red-10"
    pets = [one for one in ("panda", "crocodile", "tiger", "monkey") if one in plays.values()]
    pet = pets[0] if pets else ""
    owner = next((player for player, one in plays.items() if one == pet), "")
    if pet == "crocodile":
        for player in plays:
            if player != owner:
                change(player, -worth if envoy and player == top else worth)
        return total
    change(top, -worth if envoy else worth)
    for player, (value, _) in numbers.items():
        if player != top and value == numbers[top][0]:
            change(player, worth if envoy else -value * factor)
    if pet == "monkey" and target:
        change(target, worth)
    elif pet == "tiger":
        total[owner] = 0
    elif pet == "panda":
        change(owner, -20)
    return total


@given(tricks())
@settings(deadline=None, max_examples=50)
def test_lines_add_up_to_what_the_six_steps_make(dealt: tuple[dict[str, str], str | None, dict[str, int]]) -> None:
    plays, _, before = dealt
    result = played(*dealt)
    assert not result.refused
    assert {player: before[player] + result.scores[player] for player in plays} == right(*dealt)


@given(tricks())
@settings(deadline=None, max_examples=50)
def test_no_total_is_ever_below_zero_and_every_player_has_a_line(
    dealt: tuple[dict[str, str], str | None, dict[str, int]],
) -> None:
    plays, _, before = dealt
    running: dict[str, Fraction] = {player: Fraction(total) for player, total in before.items()}
    lines = played(*dealt).lines
    for here, line in enumerate(lines):
        running[line.player] += line.points
        if here + 1 == len(lines) or lines[here + 1].category != "floor":
            assert running[line.player] >= 0
    assert {line.player for line in lines} == set(plays)


@given(tricks(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=50)
def test_the_order_of_players_changes_nobodys_points(
    dealt: tuple[dict[str, str], str | None, dict[str, int]], random: Any
) -> None:
    plays, target, before = dealt
    seats = list(plays)
    random.shuffle(seats)
    assert played({player: plays[player] for player in seats}, target, before).scores == played(*dealt).scores
