"""UNO: the worked cases of the rules, and rounds that cannot be (rules sheet W2085: Contents, Scoring, Going out)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardtools.app.desk import Desk
from cardtools.app.scores import score_file
from cardtools.errors import CardtoolsError
from cardtools.games.uno import RoundInput, ScoreFile, scorer
from cardtools.legality.formats import resolve
from cardtools.model.card import Card
from cardtools.model.game_folder import Game
from cardtools.model.rules import FixedRule
from cardtools.model.scoring import RoundScore, Scoresheet

WORTH = {
    "draw-two": 20,
    "reverse": 20,
    "skip": 20,
    "wild": 50,
    "wild-draw-four": 50,
    "swap-hands": 40,
    "customizable": 40,
}
PLAYERS = ("Anna", "Béla", "Cili")


@cache
def uno() -> Game:
    return Desk.open("en").library.game("uno")


def cards() -> tuple[Card, ...]:
    file = uno().cards
    assert file is not None
    return file.cards


def deck(name: str) -> dict[str, int]:
    (rule,) = [rule for rule in resolve(name, uno().formats).rules if isinstance(rule, FixedRule)]
    return rule.contents(cards())


def score(text: str) -> Scoresheet:
    """Score a file as the command does."""
    return score_file(Desk.open("en"), "uno", "-", text.encode())[1]


def one_round(hands: dict[str, Any], out: str | None = "Anna", last: str | None = None, **header: Any) -> RoundScore:
    played = RoundInput.model_validate({"out": out, "hands": hands, "last": last})
    file = ScoreFile.model_validate({"players": PLAYERS, "rounds": [played], **header})
    return scorer(file, uno()).score_round(1, played, dict.fromkeys(PLAYERS, Fraction(0)))


def codes(hands: dict[str, Any], **more: Any) -> list[str]:
    result = one_round(hands, **more)
    assert result.lines == () or result.findings == ()
    return [finding.code for finding in result.findings]


def totals(sheet: Scoresheet) -> dict[str, Fraction]:
    return {standing.player: standing.total for standing in sheet.standings}


# The box (O1, O2)


@pytest.mark.parametrize(("name", "count", "worth"), [("box", 112, 1400), ("classic", 108, 1240)])
def test_a_deck_has_its_cards_and_they_are_worth_what_the_sheet_says(name: str, count: int, worth: int) -> None:
    copies = deck(name)
    assert sum(copies.values()) == count
    points = {card.id: card.points for card in cards()}
    assert sum((points[one] or 0) * number for one, number in copies.items()) == worth


def test_the_classic_deck_is_the_box_without_swap_hands_and_customizable_wilds() -> None:
    box, classic = deck("box"), deck("classic")
    assert Counter(box) - Counter(classic) == Counter({"swap-hands": 1, "customizable": 3})


def test_each_colour_has_one_0_two_of_each_other_number_and_two_of_each_action() -> None:
    for colour in ("red", "yellow", "green", "blue"):
        own = {card.id: card.copies for card in cards() if card.colours == (colour,)}
        assert own == {
            f"{colour}-0": 1,
            **{f"{colour}-{n}": 2 for n in range(1, 10)},
            **{f"{colour}-{action}": 2 for action in ("draw-two", "reverse", "skip")},
        }
    others = {card.id: card.copies for card in cards() if not card.colours}
    assert others == {"wild": 4, "wild-draw-four": 4, "swap-hands": 1, "customizable": 3}


def test_a_number_is_worth_its_face_and_every_other_card_what_the_sheet_says() -> None:
    for card in cards():
        assert card.points == (card.value if card.type == "number" else WORTH[str(card.type)])


# Worked cases (O3, O4, O5)


def test_o3_the_one_who_goes_out_scores_what_the_others_hold() -> None:
    sheet = score('players: [Anna, Béla, Cili]\nrounds: [{out: Anna, hands: {Béla: "r7 y+2 w", Cili: [swap, g0]}}]')
    assert totals(sheet) == {"Anna": 117, "Béla": 0, "Cili": 0}
    lines = {(line.holder, line.card): line.points for line in sheet.rounds[0].lines}
    assert lines == {
        ("Béla", "red-7"): 7,
        ("Béla", "yellow-draw-two"): 20,
        ("Béla", "wild"): 50,
        ("Cili", "swap-hands"): 40,
        ("Cili", "green-0"): 0,
    }
    assert not sheet.finished


def test_o4_548_points_end_the_game() -> None:
    sheet = score(
        "players: [Anna, Béla, Cili]\ntotals: {Anna: 480, Béla: 310, Cili: 200}\n"
        'rounds: [{out: Anna, hands: {Béla: "b9 b9", Cili: "w4"}}]'
    )
    assert totals(sheet) == {"Anna": 548, "Béla": 310, "Cili": 200}
    assert (sheet.finished, sheet.decided_by) == (True, "points")
    assert [standing.player for standing in sheet.standings if standing.winner] == ["Anna"]


def test_o5_where_the_lowest_total_wins_everyone_notes_their_own_hand() -> None:
    sheet = score(
        "variant: lowest\nplayers: [Anna, Béla, Cili]\ntotals: {Anna: 260, Béla: 330, Cili: 400}\n"
        'rounds: [{out: Anna, hands: {Béla: "r7 y+2 w", Cili: "w4 w4 b+2"}}]'
    )
    assert totals(sheet) == {"Anna": 260, "Béla": 407, "Cili": 520}
    assert (sheet.finished, sheet.decided_by) == (True, "fewest-points")
    assert [(s.rank, s.player, s.winner) for s in sheet.standings] == [
        (1, "Anna", True),
        (2, "Béla", False),
        (3, "Cili", False),
    ]


def test_equal_lowest_totals_share_the_win() -> None:
    sheet = score(
        "variant: lowest\nplayers: [Anna, Béla, Cili]\ntotals: {Anna: 100, Béla: 80, Cili: 480}\n"
        'rounds: [{out: Anna, hands: {Béla: "y+2", Cili: "w"}}]'
    )
    assert totals(sheet) == {"Anna": 100, "Béla": 100, "Cili": 530}
    assert sheet.decided_by == "tie-shared"
    assert {standing.player for standing in sheet.standings if standing.winner} == {"Anna", "Béla"}


@pytest.mark.parametrize(("before", "finished"), [(449, False), (450, True), (451, True)])
def test_500_points_and_not_499_end_the_game(before: int, finished: bool) -> None:
    sheet = score(f"players: [A, B]\ntotals: {{A: {before}}}\nrounds: [{{out: A, hands: {{B: w}}}}]")
    assert sheet.finished == finished


def test_the_players_may_agree_on_another_target() -> None:
    text = "target: 50\nplayers: [A, B]\nrounds: [{out: A, hands: {B: w}}, {out: B, hands: {A: r1}}]"
    sheet = score(text)
    assert sheet.finished
    assert [finding.code for finding in sheet.findings] == ["score.after-end"]
    assert totals(sheet) == {"A": 50, "B": 0}


def test_cards_drawn_for_the_last_card_count() -> None:
    assert one_round({"Béla": "b3", "Cili": "b9 r4"}, last="g+2").scores == {"Anna": 16}
    assert one_round({"Béla": "b3", "Cili": "b9 r4 y1 y2"}, last="w4").scores == {"Anna": 19}


def test_half_points_of_an_earlier_evening_stay_exact() -> None:
    sheet = score("players: [A, B]\ntotals: {A: 0.1, B: 20.5}\nrounds: [{out: A, hands: {B: r1}}]")
    assert totals(sheet) == {"A": Fraction(11, 10), "B": Fraction(41, 2)}


# Rounds that cannot be


@pytest.mark.parametrize(
    ("hands", "more", "code"),
    [
        ({"Béla": "g0", "Cili": "g0"}, {}, "score.too-many"),
        ({"Béla": "r7 r7", "Cili": "r7"}, {}, "score.too-many"),
        ({"Béla": "w w w", "Cili": "w w"}, {}, "score.too-many"),
        ({"Béla": "swap swap", "Cili": "r1"}, {}, "score.too-many"),
        ({"Béla": "999x r1", "Cili": "r1"}, {}, "score.too-many"),
        ({"Béla": "r1", "Cili": "swap"}, {"deck": "classic"}, "score.too-many"),
        ({"Béla": "r1", "Cili": "custom"}, {"deck": "classic"}, "score.too-many"),
        ({"Béla": "g+2 g+2", "Cili": "r1"}, {"last": "g+2"}, "score.too-many"),
        ({"Béla": "r1", "Cili": "r2", "Dóri": "r3"}, {}, "score.unknown-player"),
        ({"Béla": "r1", "Cili": "r2"}, {"out": "Dóri"}, "score.unknown-player"),
        ({"Béla": "r1", "Cili": "r2", "Anna": "r3"}, {"out": None}, "score.no-out"),
        ({"Anna": "r3", "Béla": "r1", "Cili": "r2"}, {}, "score.out-holds"),
        ({"Béla": "r1"}, {}, "score.missing-hand"),
        ({"Béla": "r1", "Cili": ""}, {}, "score.empty-hand"),
        ({"Béla": "r1", "Cili": []}, {}, "score.empty-hand"),
        ({"Béla": "r1", "Cili": None}, {}, "score.empty-hand"),
        ({"Béla": "r1", "Cili": "  "}, {}, "score.empty-hand"),
        ({"Béla": "r1", "Cili": [" ", ""]}, {}, "score.empty-hand"),
        ({"Béla": "r1", "Cili": " , ;"}, {}, "score.empty-hand"),
        ({"Béla": "r1", "Cili": "x9"}, {}, "score.unknown-card"),
        ({"Béla": "r1", "Cili": "r10"}, {}, "score.unknown-card"),
        ({"Béla": "r1", "Cili": "-r1"}, {}, "score.unknown-card"),
        ({"Béla": "r1", "Cili": "0x r2"}, {}, "score.unknown-card"),
        ({"Béla": "r1 r2", "Cili": "r3"}, {"last": "r5"}, "score.last-card"),
        ({"Béla": "r1 r2", "Cili": "r3"}, {"last": "w"}, "score.last-card"),
        ({"Béla": "r1 r2", "Cili": "r3"}, {"last": "nonsense"}, "score.last-card"),
        ({"Béla": "r1 r2", "Cili": "r3"}, {"last": "g+2 g+2"}, "score.last-card"),
        ({"Béla": "r1", "Cili": "r3"}, {"last": "g+2"}, "score.too-few-drawn"),
        ({"Béla": "r1 r2 r3", "Cili": "r3"}, {"last": "w4"}, "score.too-few-drawn"),
    ],
)
def test_a_round_that_cannot_be_is_refused_by_its_code(hands: dict[str, Any], more: dict[str, Any], code: str) -> None:
    result = one_round(hands, **more)
    assert code in [finding.code for finding in result.findings]
    assert result.lines == ()
    assert result.scores == {}


def test_two_green_zeros_are_refused_with_the_numbers() -> None:
    (finding,) = one_round({"Béla": "g0", "Cili": "g0 r1"}).findings
    assert (finding.code, finding.params["card"], finding.actual, finding.limit) == (
        "score.too-many",
        "green-0",
        2,
        {"max": 1},
    )


def test_a_round_is_refused_for_that_reason_alone() -> None:
    assert codes({"Béla": "r1", "Cili": "swap"}, deck="classic") == ["score.too-many"]
    assert codes({"Béla": "r1"}) == ["score.missing-hand"]
    assert codes({"Béla": "r1", "Cili": "x9"}) == ["score.unknown-card"]
    assert codes({"Béla": "r1", "Cili": " "}) == ["score.empty-hand"]


def test_every_reason_is_told_at_once() -> None:
    assert set(codes({"Béla": "x9", "Dóri": "r1"}, out=None, last="r5")) == {
        "score.unknown-player",
        "score.no-out",
        "score.missing-hand",
        "score.unknown-card",
        "score.last-card",
    }


@pytest.mark.parametrize("hand", [None, "", [], " "])
def test_the_one_who_went_out_may_be_named_with_an_empty_hand(hand: object) -> None:
    assert one_round({"Anna": hand, "Béla": "r1", "Cili": "r2"}).scores == {"Anna": 3}


def test_all_copies_of_a_card_may_be_held_and_not_one_more() -> None:
    assert codes({"Béla": "r7", "Cili": "r7"}) == []
    assert codes({"Béla": "4x w", "Cili": "4x w4 swap 3x custom"}) == []
    assert codes({"Béla": "4x w", "Cili": "4x w4 swap 4x custom"}) == ["score.too-many"]


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("players: [A]", "score.players"),
        (f"players: [{', '.join('ABCDEFGHIJK')}]", "score.players"),
        ("players: [A, A]", "score.player-twice"),
        ("players: [A, B]\ntotals: {C: 5}", "score.total-player"),
        ("players: [A, B]\nvariant: highest", "score.unknown-variant"),
        ("players: [A, B]\ndeck: tarot", "score.unknown-deck"),
    ],
)
def test_an_evening_that_cannot_be_is_refused_by_its_code(header: str, code: str) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        score(f"{header}\nrounds: [{{out: A, hands: {{B: r1}}}}]")
    assert [finding.code for finding in refusal.value.findings] == [code]


@pytest.mark.parametrize("players", [2, 10])
def test_two_to_ten_can_play(players: int) -> None:
    names = "ABCDEFGHIJ"[:players]
    hands = ", ".join(f"{name}: r1" if n < 2 else f"{name}: y{n}" for n, name in enumerate(names[1:]))
    assert score(f"players: [{', '.join(names)}]\nrounds: [{{out: A, hands: {{{hands}}}}}]").findings == ()


# Words at the table


@pytest.mark.parametrize("language", ["hu", "en", "pl", "cs", "sk"])
def test_every_card_can_be_named_in_full(language: str) -> None:
    for card in cards():
        result = one_round({"Béla": [card.name[language]], "Cili": "y1" if card.id != "yellow-1" else "y2"})
        assert result.findings == (), card.name[language]
        assert [(line.card, line.count) for line in result.lines if line.holder == "Béla"] == [(card.id, 1)]


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("Húzz kettőt piros", None),
        ("piros húzz kettőt", "red-draw-two"),
        ("PIROS HÚZZ KETTŐT", "red-draw-two"),
        ("piros huzz kettot", "red-draw-two"),
        ("Piros visszafordító", "red-reverse"),
        ("Wymiana rąk", "swap-hands"),
        ("Cseréljetek kártyákat", "swap-hands"),
        ("červená Ber dvě", "red-draw-two"),
        ("Zmena smeru (modrá)", "blue-reverse"),
        ("színválasztó „húzz négyet!”", "wild-draw-four"),
        ("Üres joker", "customizable"),
        ("r7", "red-7"),
        ("y0", "yellow-0"),
        ("g+2", "green-draw-two"),
        ("bs", "blue-skip"),
        ("br", "blue-reverse"),
        ("w", "wild"),
        ("w4", "wild-draw-four"),
        ("swap", "swap-hands"),
        ("custom", "customizable"),
    ],
)
def test_shorthand_and_other_spellings_are_understood_and_nothing_is_guessed(written: str, card: str | None) -> None:
    result = one_round({"Béla": [written], "Cili": "y1"})
    held = [line.card for line in result.lines if line.holder == "Béla"]
    assert held == ([card] if card else [])
    assert bool(result.findings) == (card is None)


def test_names_and_shorthand_may_be_mixed_and_counted() -> None:
    result = one_round({"Béla": "r7 Piros Húzz kettőt, 2x b9; Színválasztó", "Cili": ["2 x y4", "w4"]})
    assert {(line.holder, line.card): line.count for line in result.lines} == {
        ("Béla", "red-7"): 1,
        ("Béla", "red-draw-two"): 1,
        ("Béla", "blue-9"): 2,
        ("Béla", "wild"): 1,
        ("Cili", "yellow-4"): 2,
        ("Cili", "wild-draw-four"): 1,
    }


# Any rounds


@st.composite
def deals(draw: st.DrawFn) -> tuple[list[str], dict[str, list[str]]]:
    """Players in any order, the first of these being out, and hands that one deck can give."""
    players = draw(st.lists(st.sampled_from("ABCDEFGHIJ"), min_size=2, max_size=10, unique=True))
    pack = [card.id for card in cards() for _ in range(card.copies)]
    draw(st.randoms(use_true_random=False)).shuffle(pack)
    hands: dict[str, list[str]] = {}
    for player in players[1:]:
        size = draw(st.integers(1, 9))
        hands[player], pack = pack[:size], pack[size:]
    return players, hands


def played(players: list[str], out: str, hands: dict[str, list[str]], variant: str) -> RoundScore:
    one = RoundInput.model_validate({"out": out, "hands": hands})
    file = ScoreFile.model_validate({"players": players, "rounds": [one], "variant": variant})
    return scorer(file, uno()).score_round(1, one, dict.fromkeys(players, Fraction(0)))


@given(deals(), st.sampled_from(["standard", "lowest"]))
@settings(deadline=None, max_examples=50)
def test_what_is_held_is_what_is_scored(deal: tuple[list[str], dict[str, list[str]]], variant: str) -> None:
    players, hands = deal
    worth = {card.id: card.points or 0 for card in cards()}
    result = played(players, players[0], hands, variant)
    assert result.findings == ()
    own = {player: sum(worth[one] for one in hand) for player, hand in hands.items()}
    if variant == "lowest":
        assert result.scores == {players[0]: 0, **own}
    else:
        assert result.scores == {players[0]: sum(own.values())}
    assert sum(line.count for line in result.lines) == sum(len(hand) for hand in hands.values())
    assert all(line.points == line.count * (line.each or 0) for line in result.lines)


@given(deals(), st.randoms(use_true_random=False), st.sampled_from(["standard", "lowest"]))
@settings(deadline=None, max_examples=50)
def test_the_order_of_players_hands_and_cards_changes_nobodys_points(
    deal: tuple[list[str], dict[str, list[str]]], random: Any, variant: str
) -> None:
    players, hands = deal
    seats, turned = list(players), list(hands)
    random.shuffle(seats)
    random.shuffle(turned)
    mixed = {player: random.sample(hands[player], len(hands[player])) for player in turned}
    one, other = played(players, players[0], hands, variant), played(seats, players[0], mixed, variant)
    assert one.scores == other.scores
    assert Counter(one.lines) == Counter(other.lines)


@given(deals(), st.data())
@settings(deadline=None, max_examples=50)
def test_a_hand_with_more_of_a_card_than_the_deck_has_is_refused(
    deal: tuple[list[str], dict[str, list[str]]], data: st.DataObject
) -> None:
    players, hands = deal
    card = data.draw(st.sampled_from(cards()))
    held = sum(hand.count(card.id) for hand in hands.values())
    assume(held <= card.copies)
    hands = {**hands, players[1]: [*hands[players[1]], *[card.id] * (card.copies + 1 - held)]}
    assert [finding.code for finding in played(players, players[0], hands, "standard").findings] == ["score.too-many"]
