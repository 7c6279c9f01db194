"""Magyar népmesék: the worked cases of the rules, and what cannot lie on a table (rulebook; special cards)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardtools.app.desk import Desk
from cardtools.app.scores import Table, score_file, spoken
from cardtools.app.spoken_rounds import score_words
from cardtools.errors import CardtoolsError
from cardtools.games.nepmesek import RoundInput, ScoreFile, best_laying, join_rounds, read_loose, scorer
from cardtools.games.nepmesek.melds import Meld, recognise
from cardtools.games.nepmesek.rules import Rules
from cardtools.model.game_folder import Game
from cardtools.model.scoring import RoundScore, Scoresheet

IDS = {"1": "plus-1", "2": "plus-2", "3": "plus-3", "4": "plus-4"}


@cache
def game() -> Game:
    return Desk.open("en").library.game("nepmesek")


@cache
def rules() -> Rules:
    return Rules.of(game())


def seen(words: str) -> Meld | str:
    """Return the meld that tokens make, or the code of why they make none."""
    meld = recognise([IDS.get(one, one) for one in words.split()], rules())
    return meld if isinstance(meld, Meld) else meld.code


def end(players: dict[str, Any], before: dict[str, int] | None = None) -> RoundScore:
    """Score the end of a game as a file has it."""
    file = ScoreFile.model_validate({"players": players})
    totals = {player: Fraction((before or {}).get(player, 0)) for player in players}
    result = scorer(file, game()).score_round(1, RoundInput(players=file.players), totals)
    assert not (result.refused and result.lines)
    return result


def points(tableau: dict[str, Any]) -> Fraction:
    """Return what one player alone scores."""
    result = end({"Anna": tableau})
    assert result.findings == ()
    return result.scores.get("Anna", Fraction(0))


def codes(tableau: dict[str, Any], **others: Any) -> list[str]:
    return [one.code for one in end({"Anna": tableau, **others}).findings]


def said(text: str) -> Scoresheet:
    return score_words(Desk.open("en"), "nepmesek", text)[1]


def totals(sheet: Scoresheet) -> dict[str, Fraction]:
    return {one.player: one.total for one in sheet.standings}


# Melds


@pytest.mark.parametrize(
    ("cards", "kind", "total"),
    [
        ("1 1 1 1", "group", 4),
        ("4", "single", 4),
        ("4 4", "group", 8),
        ("2 3 4", "row", 9),
        ("1 2 3 4", "row", 10),
        ("3 4 palace", "row", 12),
        ("2 3 4 palace", "row", 14),
        ("1 2 3 4 palace", "row", 20),
        ("1 1 satchel", "group", 3),
        ("sheep 2", "group", 4),
        ("satchel sheep key", "row", 6),
        ("satchel sheep key 4 palace", "row", 20),
    ],
)
def test_a_meld_is_recognised(cards: str, kind: str, total: int) -> None:
    meld = seen(cards)
    assert isinstance(meld, Meld)
    assert (meld.kind, meld.total, meld.joker, meld.stands_for) == (kind, total, "", None)


@pytest.mark.parametrize(
    ("cards", "total", "stands_for"),
    [
        ("3 pinko", 6, 3),
        ("1 pinko", 2, 1),
        ("key pinko", 6, 3),
        ("2 3 pinko", 9, 4),
        ("1 2 pinko", 6, 3),
        ("1 3 pinko", 6, 2),
        ("3 4 pinko", 9, 2),
        ("2 3 4 pinko", 10, 1),
        ("1 2 3 pinko", 10, 4),
        ("pinko 4 palace", 12, 3),
        ("3 pinko palace", 12, 4),
        ("3 4 palace pinko", 14, 2),
        ("1 pinko 3 4 palace", 15, 2),
        ("2 3 4 palace pinko", 15, 1),
        ("3 mug", 3, 3),
        ("2 3 mug", 5, 4),
        ("mug 4 palace", 9, 3),
        ("1 mug 3 4 palace", 13, 2),
    ],
)
def test_a_joker_stands_for_the_card_worth_most(cards: str, total: int, stands_for: int) -> None:
    meld = seen(cards)
    assert isinstance(meld, Meld)
    assert (meld.total, meld.stands_for, meld.bonus) == (total, stands_for, 0)
    assert meld.joker in cards.split()


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("", "score.meld.empty"),
        ("pinko", "score.meld.joker-alone"),
        ("mug", "score.meld.joker-alone"),
        ("1 1 pinko pinko", "score.meld.jokers"),
        ("1 1 pinko mug", "score.meld.jokers"),
        ("pinko mug", "score.meld.jokers"),
        ("4 pinko", "score.meld.joker-group"),
        ("4 mug", "score.meld.joker-group"),
        ("4 4 4 pinko", "score.meld.joker-group"),
        ("1 2 3 4 pinko", "score.meld.joker-row"),
        ("1 2 3 4 palace pinko", "score.meld.joker-row"),
        ("3", "score.meld.alone"),
        ("satchel", "score.meld.two-faced-alone"),
        ("palace", "score.meld.palace"),
        ("palace pinko", "score.meld.palace"),
        ("4 palace", "score.meld.palace"),
        ("1 2", "score.meld.row-short"),
        ("1 2 2 3", "score.meld.mixed"),
        ("1 1 2", "score.meld.mixed"),
        ("1 satchel 2 3", "score.meld.mixed"),
        ("1 3 4", "score.meld.gap"),
        ("2 palace pinko", "score.meld.gap"),
        ("1 lazy", "score.meld.negative"),
        ("1 purple", "score.meld.negative"),
        ("1 1 hussar", "score.meld.hussar"),
        ("1 lantern", "score.meld.not-laid"),
        ("midnight", "score.meld.not-laid"),
        ("action", "score.meld.not-laid"),
    ],
)
def test_what_is_no_meld_is_refused_by_reason(cards: str, why: str) -> None:
    assert seen(cards) == why


@given(st.lists(st.sampled_from([*IDS.values(), "pinko", "mug", "satchel", "sheep", "key", "palace"]), max_size=7))
@settings(max_examples=50, deadline=None)
def test_the_order_of_cards_says_nothing(cards: list[str]) -> None:
    forwards, backwards = recognise(cards, rules()), recognise(cards[::-1], rules())
    if isinstance(forwards, Meld):
        assert isinstance(backwards, Meld)
        assert (forwards.total, forwards.stands_for) == (backwards.total, backwards.stands_for)
        assert sorted(forwards.cards) == sorted(cards)
    else:
        assert not isinstance(backwards, Meld)


# A whole table


def test_n1_the_example_of_the_rulebook() -> None:
    sheet = said("Anna: 1 1 1 1 / 3 pinko / 2 3 4 / -1 -3; Béla 4; Béla hand -2 satchel; Béla -2; Béla hussar -2")
    assert totals(sheet) == {"Anna": 15, "Béla": 3}
    assert [(line.category, int(line.points)) for line in sheet.rounds[0].lines if line.player == "Anna"] == [
        ("group", 4),
        ("group", 6),
        ("row", 9),
        ("negative", -1),
        ("negative", -3),
    ]
    assert sheet.finished
    assert sheet.decided_by == "points"


def test_a_complete_row_has_its_bonus_in_a_line_of_its_own() -> None:
    lines = end({"Anna": {"melds": [["1", "2", "3", "4", "palace"]]}}).lines
    assert [(line.category, int(line.points), line.why) for line in lines] == [
        ("row", 15, "score.why.row"),
        ("complete", 5, "score.why.complete"),
    ]


def test_a_line_says_which_joker_stands_for_what() -> None:
    pinko, mug = end({"Anna": {"melds": ["2 3 pinko", "3 mug"]}}).lines
    assert (pinko.why, pinko.card, dict(pinko.details)["value"]) == ("score.why.row.joker", "pinko", "+4")
    assert dict(pinko.details)["cards"] == ("2", "3", "pinko")
    assert (mug.why, mug.card, dict(mug.details)["value"], int(mug.points)) == ("score.why.group.mug", "mug", "+3", 3)


@pytest.mark.parametrize(
    ("meld", "certainty"),
    [
        ("1 1", "ruling"),  # that their pictures are the same is not told
        ("1 1 pinko", "ruling"),
        ("3 pinko", "printed"),
        ("1 satchel", "printed"),
        ("1 2 3", "printed"),
        ("mug 4 palace", "printed"),
        ("1 2 mug 4 palace", "ruling"),  # the sheet speaks of Pinkó only
    ],
)
def test_a_ruling_is_marked(meld: str, certainty: str) -> None:
    (line,) = end({"Anna": {"melds": [meld]}}).lines
    assert line.certainty == certainty


def test_n3_the_hussar_changes_a_total_by_twice_the_card() -> None:
    without = {"melds": [["4"]], "negatives": ["-1", "-2", "-3"]}
    assert points({**without, "hussar_on": "-2"}) - points(without) == 4
    assert points({**without, "hussar_on": "−1"}) - points(without) == 2


def test_the_hussar_goes_on_a_card_with_two_faces_that_lies_there_by_ruling() -> None:
    result = end({"Anna": {"negatives": "sheep", "hussar_on": "-2"}, "Béla": {"melds": "1 1"}})
    assert result.scores == {"Anna": 2, "Béla": 2}
    assert [line.certainty for line in result.lines if line.category == "hussar"] == ["ruling"]
    assert points({"negatives": "sheep satchel", "hussar_on": "satchel"}) == -1


@pytest.mark.parametrize(
    ("tableau", "why"),
    [
        ({"negatives": "-3", "hussar_on": "-3"}, "score.hussar-value"),
        ({"negatives": "lazy", "hussar_on": "lazy"}, "score.hussar-value"),
        ({"negatives": "lazy", "hussar_on": "-2"}, "score.hussar-not-there"),
        ({"melds": "2 2", "hussar_on": "2"}, "score.hussar-value"),
        ({"negatives": "-1", "hussar_on": "purple"}, "score.hussar-value"),
        ({"negatives": "-1", "hussar_on": "-2"}, "score.hussar-not-there"),
        ({"negatives": "-1", "hussar_on": "satchel"}, "score.hussar-not-there"),
        ({"hand": "-1", "hussar_on": "-1"}, "score.hussar-not-there"),
        ({"negatives": "-1 -1", "hussar_on": "-1 -1"}, "score.hussar-one"),
        ({"negatives": "-1 -1", "hussar_on": "2x -1"}, "score.hussar-one"),
        ({"negatives": "-1", "hussar_on": ""}, "score.hussar-one"),
        ({"negatives": "-1", "hussar_on": "huszar2"}, "score.unknown-card"),
        ({"negatives": "-1", "hussar_on": "-1", "hand": "hussar"}, "score.too-many"),
    ],
)
def test_the_hussar_goes_on_one_card_that_lies_in_front_of_the_player(tableau: dict[str, Any], why: str) -> None:
    assert codes(tableau) == [why]


def test_there_is_one_hussar_at_the_table() -> None:
    on = {"negatives": "-1", "hussar_on": "-1"}
    assert codes(on, Béla=on) == ["score.too-many"]


@pytest.mark.parametrize(
    ("tableau", "total"),
    [
        ({"hand": "satchel"}, -1),
        ({"hand": "sheep"}, -2),
        ({"hand": "key"}, -3),
        ({"negatives": "key"}, -3),
        ({"hand": "lazy"}, -2),
        ({"negatives": "Rest lány"}, -2),
        ({"hand": "2x -3, -1"}, -7),
        ({"hand": "lantern -1"}, -1),
        ({"hand": "palace 4 4 pinko mug mirror takeback hussar action"}, 0),
        ({"melds": []}, 0),
    ],
)
def test_of_a_hand_only_what_counts_against_the_player_counts(tableau: dict[str, Any], total: int) -> None:
    assert points(tableau) == total


def test_what_is_discarded_from_the_hand_has_lines_with_0() -> None:
    lines = end({"Anna": {"hand": "palace 4 4"}}).lines
    assert [(line.category, int(line.points), line.count, dict(line.details)["cards"]) for line in lines] == [
        ("discarded", 0, 1, ("palace",)),
        ("discarded", 0, 2, ("4",)),
    ]


@pytest.mark.parametrize("place", ["negatives", "hand"])
@pytest.mark.parametrize("card", ["purple", "Lila lap", "Purple negative card"])
def test_a_purple_card_without_its_number_is_refused(place: str, card: str) -> None:
    assert codes({place: [card]}) == ["score.unknown-value"]


@pytest.mark.parametrize("card", ["1", "palace", "pinko", "mug", "hussar", "lantern", "action"])
def test_a_card_that_never_counts_against_a_player_is_refused_among_the_negatives(card: str) -> None:
    assert codes({"negatives": card}) == ["score.not-negative"]


def test_an_owner_may_say_how_many_purple_cards_count_what() -> None:
    whole = game()
    assert whole.cards is not None
    (purple,) = (one for one in whole.cards.cards if one.id == "purple")
    split = [
        purple.model_copy(
            update={"id": f"purple-{n}", "value": -n, "copies": 10, "tokens": (f"-{n}",), "aliases": (f"Lila {n}",)}
        )
        for n in (1, 2, 3)
    ]
    others = (one for one in whole.cards.cards if one.id != "purple")
    own = whole.model_copy(update={"cards": whole.cards.model_copy(update={"cards": (*others, *split)})})
    file = ScoreFile.model_validate({"players": {"Anna": {"negatives": "-1 Lila 2 purple-3", "hussar_on": "-2"}}})
    (played,) = file.played
    assert scorer(file, own).score_round(1, played, {}).scores == {"Anna": -2}
    laying = best_laying(read_loose("-1 Lila 2 hussar 1 1", Rules.of(own))[0], Rules.of(own))
    assert (laying.total, laying.hussar_on and laying.hussar_on.words) == (3, "purple-2")


def test_a_number_that_the_data_does_not_say_is_asked_for_never_guessed() -> None:
    whole = game()
    assert whole.scoring is not None
    facts = {name: fact for name, fact in whole.scoring.facts.items() if name != "row-least"}
    own = whole.model_copy(update={"scoring": whole.scoring.model_copy(update={"facts": facts})})
    file = ScoreFile.model_validate({"players": {"Anna": {"melds": "1 2 3"}}})
    with pytest.raises(CardtoolsError) as caught:
        scorer(file, own).score_round(1, file.played[0], {})
    assert [(one.code, one.params) for one in caught.value.findings] == [("score.no-fact", {"name": "row-least"})]


def test_midnight_is_in_nobodys_hand() -> None:
    assert codes({"hand": "Éjfél"}) == ["score.never-held"]


def test_an_unknown_card_is_refused_with_what_it_may_be() -> None:
    (finding,) = end({"Anna": {"melds": ["pinkó pinkk"]}}).findings
    assert (finding.code, finding.suggestions) == ("score.unknown-card", ("Pinkó",))


@pytest.mark.parametrize(("card", "copies"), [("1", 20), ("2", 15), ("3", 9), ("4", 5), ("-1", 30), ("action", 34)])
def test_cards_of_all_players_are_counted_against_the_box(card: str, copies: int) -> None:
    half = copies // 2
    assert codes({"hand": f"{half}x {card}"}, Béla={"hand": f"{copies - half}x {card}"}) == []
    assert codes({"hand": f"{half}x {card}"}, Béla={"hand": f"{copies - half + 1}x {card}"}) == ["score.too-many"]


@pytest.mark.parametrize("card", ["mug", "satchel", "sheep", "key", "palace", "lantern", "mirror", "takeback", "lazy"])
def test_there_is_one_of_each_special_card(card: str) -> None:
    assert codes({"hand": card}, Béla={"hand": card}) == ["score.too-many"]


def test_purple_cards_of_every_number_are_counted_together() -> None:
    assert codes({"negatives": "10x -1 10x -2 10x -3"}) == []
    assert codes({"negatives": "10x -1 10x -2 11x -3"}) == ["score.too-many"]


@pytest.mark.parametrize("key", ["melds", "negatives", "hand"])
def test_numbers_out_of_all_proportion_are_counted_and_no_more(key: str) -> None:
    assert codes({key: ["999x -1 " * 400] * 4}) == ["score.too-many"]


def test_every_reason_is_told_at_once_at_its_line() -> None:
    text = "players:\n  Anna:\n    melds:\n    - [1, 2]\n    - [4]\n    - [pinko]\n    hand: foo\n"
    sheet = score_file(Desk.open("en"), "nepmesek", "-", text.encode())[1]
    assert [(one.code, one.location.line) for one in sheet.findings] == [
        ("score.meld.row-short", 4),
        ("score.meld.joker-alone", 6),
        ("score.unknown-card", 7),
    ]
    assert sheet.rounds[0].lines == ()
    assert not sheet.finished


# The end


def test_n6_equal_totals_are_parted_by_the_cards_laid_down() -> None:
    sheet = said("Anna: 1 1 1 1 1 1 / 2 2 / -1; Béla: 1 2 3 / 1 1 / 4 / -3")
    assert [(one.rank, one.player, int(one.total), one.winner) for one in sheet.standings] == [
        (1, "Anna", 9, True),
        (2, "Béla", 9, False),
    ]
    assert sheet.decided_by == "cards-laid"
    laid = {line.player: line.count for line in sheet.rounds[0].lines if line.category == "cards-laid"}
    assert laid == {"Anna": 9, "Béla": 7}


def test_purple_cards_laid_from_the_hand_are_cards_laid_down() -> None:
    sheet = said("Anna: 1 1 1; Anna hand -1 lantern; Béla 1 1")
    assert [one.player for one in sheet.standings if one.winner] == ["Anna"]
    assert sheet.decided_by == "cards-laid"


def test_the_hussar_is_no_card_laid_down() -> None:
    sheet = said("Anna: -1; Anna hussar -1; Anna hand -1; Béla 1 1; Béla hand -2")
    assert totals(sheet) == {"Anna": 0, "Béla": 0}
    assert {line.player: line.count for line in sheet.rounds[0].lines if line.category == "cards-laid"} == {
        "Anna": 2,
        "Béla": 3,
    }


def test_as_many_points_and_cards_share_the_win() -> None:
    sheet = said("Anna: 1 2 3; Béla: 2 2 pinko; Cili 4")
    assert [one.player for one in sheet.standings if one.winner] == ["Anna", "Béla"]
    assert sheet.decided_by == "tie-shared"


def test_totals_before_count() -> None:
    text = "totals: {Béla: 3.5}\nplayers: {Anna: {melds: [[4]]}, Béla: {melds: [[1, 1]]}}"
    sheet = score_file(Desk.open("en"), "nepmesek", "-", text.encode())[1]
    assert totals(sheet) == {"Béla": Fraction(11, 2), "Anna": 4}


def test_the_game_goes_on_until_every_player_has_told() -> None:
    untold = score_file(Desk.open("en"), "nepmesek", "-", b"players: {A: {melds: [[4]]}, B: {}}")[1]
    told = score_file(Desk.open("en"), "nepmesek", "-", b"players: {A: {melds: [[4]]}, B: {melds: []}}")[1]
    assert (untold.finished, told.finished) == (False, True)
    assert [one.player for one in told.standings if one.winner] == ["A"]


def test_a_target_is_told_to_be_of_no_use() -> None:
    sheet = score_file(Desk.open("en"), "nepmesek", "-", b"target: 50\nplayers: {A: {melds: [[4]]}}")[1]
    assert [(one.code, one.severity) for one in sheet.findings] == [("score.target-unused.none", "warning")]
    assert totals(sheet) == {"A": 4}


def test_there_is_no_variant() -> None:
    with pytest.raises(CardtoolsError) as caught:
        score_file(Desk.open("en"), "nepmesek", "-", b"variant: foo\nplayers: {A: {melds: [[4]]}}")
    assert [one.code for one in caught.value.findings] == ["score.unknown-variant"]


# Words


def test_a_part_of_nothing_but_cards_against_the_player_is_no_meld() -> None:
    sheet = said("Anna: 4 / lazy / -1 satchel | 1 1; Béla -2")
    assert totals(sheet) == {"Anna": 2, "Béla": -2}


def test_words_and_lists_say_the_same() -> None:
    words = said("Anna: 1 1 / 2 3 4 / -1; Anna hand -2")
    assert words.rounds[0].lines == end({"Anna": {"melds": ["1 1", "2 3 4"], "negatives": "-1", "hand": "-2"}}).lines


@pytest.mark.parametrize(
    "text", ["Anna kézben -2 -1; Anna: -1; Anna huszár -1", "Anna: hand -2 -1 / -1 / hussar on -1"]
)
def test_hand_and_hussar_are_known_in_both_languages(text: str) -> None:
    assert totals(said(text)) == {"Anna": -2}


def test_names_of_cards_may_have_several_words() -> None:
    assert totals(said("Anna: Csorba bögre, 4, Kacsalábon forgó palota; Béla hand Lyukas tarisznya")) == {
        "Anna": 9,
        "Béla": -1,
    }


def test_a_hand_is_told_once() -> None:
    with pytest.raises(CardtoolsError) as caught:
        said("Anna hand -1; Anna hand -2")
    finding, *_ = caught.value.findings
    assert (finding.code, finding.location.column) == ("score.words.twice", 15)


def test_what_cannot_be_in_words_has_its_column() -> None:
    sheet = said("Anna 4; Béla 1 2")
    assert [(one.code, one.location.column) for one in sheet.rounds[0].findings] == [("score.meld.row-short", 14)]


def test_what_is_told_later_replaces_the_same_thing_of_that_player() -> None:
    table = Table.of(Desk.open("en"), "nepmesek")
    before = [table.read(text).data for text in ("Anna: 1 1 / 4; Béla 4", "Anna hand -2")]
    sheet = table.score(spoken(table, table.read("Béla 1 1"), {}, before))
    assert totals(sheet) == {"Anna": 4, "Béla": 2}
    assert join_rounds([]) == {"players": {}}


# What always holds

TABLEAUS = st.fixed_dictionaries(
    {
        "melds": st.lists(st.sampled_from(["1 1", "2 2 2", "1 2 3", "2 3 4", "4", "3 pinko", "1 1 1"]), max_size=2),
        "negatives": st.lists(st.sampled_from(["-1", "-2", "-3"]), max_size=3),
        "hand": st.lists(st.sampled_from(["-1", "-2", "1", "2"]), max_size=2),
    }
)


@given(st.lists(TABLEAUS, min_size=1, max_size=2))
@settings(max_examples=50, deadline=None)
def test_a_total_is_the_sum_of_its_lines_and_of_its_cards(tableaus: Sequence[dict[str, Any]]) -> None:
    twos = [card for one in tableaus for part in (*one["melds"], *one["hand"]) for card in part.split() if card == "2"]
    assume(len(twos) <= 15)  # there are no more of them among the cards
    result = end({f"P{n}": one for n, one in enumerate(tableaus)})
    assert not result.refused
    for n, one in enumerate(tableaus):
        laid = [recognise([IDS.get(card, card) for card in meld.split()], rules()) for meld in one["melds"]]
        expected = sum(meld.total for meld in laid if isinstance(meld, Meld))
        expected += sum(int(card) for card in (*one["negatives"], *one["hand"]) if card.startswith("-"))
        assert result.scores.get(f"P{n}", 0) == expected


@given(st.lists(TABLEAUS, min_size=3, max_size=3), st.permutations(["Anna", "Béla", "Cili"]))
@settings(max_examples=50, deadline=None)
def test_the_order_of_players_says_nothing(tableaus: Sequence[dict[str, Any]], order: Sequence[str]) -> None:
    players = dict(zip(("Anna", "Béla", "Cili"), tableaus, strict=True))
    one, other = end(players), end({name: players[name] for name in order})
    assert one.scores == other.scores
    assert one.counts == other.counts
    assert sorted(map(str, one.findings)) == sorted(map(str, other.findings))
