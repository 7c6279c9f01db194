"""Unstable Unicorns: who has won, letters in names, and stables that cannot be (rulebook: End of the game)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.app.desk import Desk
from cardtools.app.scores import Table, score_file
from cardtools.app.spoken_rounds import score_words
from cardtools.errors import CardtoolsError
from cardtools.games.unikornis import RoundInput, ScoreFile, join_rounds, scorer
from cardtools.games.unikornis.letters import letters
from cardtools.model.base import NumberFact
from cardtools.model.card import Card
from cardtools.model.game_folder import Game
from cardtools.model.scoring import DecidedBy, Scoresheet
from cardtools.scoring.engine import fold
from tests.conftest import REPO

UNICORNS = {"baby", "basic", "magical"}
SIX = ["Narwhal", "Llamacorn", "Rhinocorn", "Americorn", "Baby Narwhal", "Unicorn Oracle"]


@cache
def unikornis() -> Game:
    return Desk.open("en").library.game("unikornis")


def cards() -> tuple[Card, ...]:
    file = unikornis().cards
    assert file is not None
    return file.cards


def stand(stables: dict[str, Any], game: Game | None = None, **more: Any) -> Scoresheet:
    """Score stables as they stand."""
    file = ScoreFile.model_validate({"stables": stables, **more})
    starting = {player: Fraction(total) for player, total in file.totals.items()}
    return fold("unikornis", file.way or "hu", file.seats, starting, file.played, scorer(file, game or unikornis()))


def winners(sheet: Scoresheet) -> list[str]:
    return [one.player for one in sheet.standings if one.winner]


def totals(sheet: Scoresheet) -> dict[str, int]:
    return {one.player: int(one.total) for one in sheet.standings}


def codes(sheet: Scoresheet) -> list[str]:
    """The codes of what is found, but for cards that two players take out: most cases here are about something else."""
    return [finding.code for finding in sheet.findings if finding.code != "score.taken-out"]


def count_of(sheet: Scoresheet) -> dict[str, int]:
    return {line.player: line.count for line in sheet.rounds[0].lines if line.category == "letters"}


def score(text: str) -> Scoresheet:
    """Score a file as the command does."""
    return score_file(Desk.open("en"), "unikornis", "-", text.encode())[1]


# Worked cases


def test_u1_the_box_has_135_cards() -> None:
    by_type = Counter[str]()
    for card in cards():
        by_type[card.type or ""] += card.copies
    assert by_type.total() == 135
    assert (by_type["baby"], by_type["reference"]) == (13, 8)
    assert by_type.total() - by_type["baby"] - by_type["reference"] == 114


@pytest.mark.parametrize(("profile", "won"), [("hu", []), ("en", ["Anna"]), (None, [])])
def test_u3_six_unicorns_among_six_players_win_by_the_english_rulebook_only(
    profile: str | None, won: list[str]
) -> None:
    sheet = stand({"Anna": SIX, "Béla": ["Stabby the Unicorn"]}, profile=profile, players="6")
    assert (winners(sheet), sheet.finished) == (won, bool(won))
    assert sheet.decided_by == ("target" if won else None)
    assert sheet.target == (6 if won else 7)


ANNA = ["Baby Unicorn (Red)", "Basic Unicorn (Red)", "Alluring Narwhal", "Llamacorn", "Narwhal"]


@pytest.mark.parametrize(
    ("last", "letters_of_bela", "won", "decided"),
    [
        pytest.param("Rainbow Unicorn", 58, ["Anna"], "letters", id="U4"),
        pytest.param("Queen Bee Unicorn", 59, ["Anna"], "letters", id="one letter fewer"),
        pytest.param("Seductive Unicorn", 60, [], "nobody", id="U5"),
        pytest.param("Basic Unicorn (Green)", 61, ["Béla"], "letters", id="one letter more"),
    ],
)
def test_u4_u5_with_the_pile_out_letters_part_equal_players(
    last: str, letters_of_bela: int, won: list[str], decided: DecidedBy
) -> None:
    bela = ["Baby Narwhal", "Rhinocorn", "Americorn", "Basic Unicorn (Red)", last]
    sheet = stand({"Anna": ANNA, "Béla": bela}, pile_out=True)
    assert count_of(sheet) == {"Anna": 60, "Béla": letters_of_bela}
    assert totals(sheet) == {"Anna": 5, "Béla": 5}
    assert (winners(sheet), sheet.finished, sheet.decided_by) == (won, True, decided)
    assert {line.certainty for line in sheet.rounds[0].lines if line.category == "letters"} == {"ruling"}


# The target


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("profile", "from_six"), [("hu", 7), ("en", 6)])
def test_the_target_is_that_of_the_rulebook_and_the_number_of_players(
    profile: str, from_six: int, players: int
) -> None:
    sheet = stand({"A": SIX[:1], "B": SIX[1:2]}, profile=profile, players=players)
    assert sheet.target == (from_six if players >= 6 else 7)


def test_the_number_of_players_is_that_of_the_stables_where_it_is_not_said() -> None:
    five: dict[str, Any] = {name: [] for name in "ABCDE"}
    assert stand(five, profile="en").target == 7
    assert stand({**five, "F": []}, profile="en").target == 6


def test_players_may_be_named_and_one_without_a_stable_has_none() -> None:
    sheet = stand({"A": "Llamacorn"}, profile="en", players=list("ABCDEF"))
    assert (sheet.target, totals(sheet)) == (6, {"A": 1, "B": 0, "C": 0, "D": 0, "E": 0, "F": 0})


def test_the_players_may_agree_on_another_target() -> None:
    sheet = stand({"A": SIX[:3], "B": SIX[3:5]}, target=3)
    assert (sheet.target, winners(sheet), sheet.decided_by) == (3, ["A"], "target")


def test_the_target_wins_and_the_others_are_ranked_by_their_unicorns() -> None:
    sheet = stand({"A": "Yay", "B": [*SIX, "Stabby the Unicorn"], "C": "Rainbow Unicorn"})
    assert [(one.rank, one.player, one.winner) for one in sheet.standings] == [
        (1, "B", True),
        (2, "C", False),
        (3, "A", False),
    ]


def test_while_nobody_has_the_target_and_the_pile_is_not_out_the_game_goes_on() -> None:
    sheet = stand({"A": SIX, "B": "Rainbow Unicorn"})
    assert (sheet.finished, sheet.decided_by, winners(sheet), codes(sheet)) == (False, None, [], [])
    assert sheet.target is not None
    assert sheet.target - max(totals(sheet).values()) == 1


def test_two_at_the_target_are_refused_until_it_is_said_who_was_first() -> None:
    seven = {
        "A": "3x Basic Unicorn (Red), 3x Basic Unicorn (Blue), Llamacorn",
        "B": "3x Basic Unicorn (Green), 3x Basic Unicorn (Yellow), Ginormous Unicorn",
    }
    refused = stand(seven)
    (finding,) = (one for one in refused.findings if one.code != "score.taken-out")
    assert (finding.code, finding.params) == ("score.two-at-target", {"names": "A, B", "target": 7, "name": "A"})
    assert (refused.rounds[0].lines, refused.finished) == ((), False)
    for first in ("A", "B"):
        sheet = stand(seven, first=first)
        assert (winners(sheet), sheet.decided_by, totals(sheet)) == ([first], "target", {"A": 7, "B": 8})


def test_with_the_pile_out_two_at_the_target_are_told_apart_like_any_others() -> None:
    stables = {"A": SIX[:2], "B": SIX[2:5]}
    sheet = stand(stables, pile_out=True, target=2)
    assert (winners(sheet), sheet.decided_by) == (["B"], "points")
    assert winners(stand(stables, pile_out=True, target=2, first="A")) == ["A"]


def test_with_the_pile_out_most_unicorns_win() -> None:
    sheet = stand({"A": SIX[:2], "B": SIX[2:5], "C": ["Rainbow Unicorn"]}, pile_out=True)
    assert (winners(sheet), sheet.decided_by, sheet.finished) == (["B"], "points", True)
    assert count_of(sheet) == {}


def test_letters_of_players_who_are_not_tied_are_not_counted() -> None:
    sheet = stand({"A": ["Llamacorn"], "B": ["Narwhal"], "C": []}, pile_out=True)
    assert count_of(sheet) == {"A": 9, "B": 7}
    assert winners(sheet) == ["A"]


def test_nobody_wins_where_all_have_nothing() -> None:
    sheet = stand({"A": [], "B": "Yay"}, pile_out=True)
    assert (winners(sheet), sheet.decided_by, count_of(sheet)) == ([], "nobody", {"A": 0, "B": 0})


# What counts as a unicorn


def test_ginormous_unicorn_counts_as_two_and_its_letters_once() -> None:
    sheet = stand({"A": "Ginormous Unicorn", "B": "Llamacorn, Rhinocorn"}, pile_out=True)
    assert totals(sheet) == {"A": 2, "B": 2}
    assert count_of(sheet) == {"A": 16, "B": 18}


def test_every_unicorn_of_the_box_counts_one_but_ginormous() -> None:
    for card in cards():
        if card.type in UNICORNS:
            worth = 2 if card.id == "ginormous-unicorn" else 1
            assert totals(stand({"A": [card.id], "B": []})) == {"A": worth, "B": 0}


def test_pandas_are_no_unicorns_and_have_no_letters() -> None:
    sheet = stand({"A": [*SIX, "Ginormous Unicorn", "Pandamonium"], "B": "Narwhal Torpedo"}, pile_out=True)
    assert totals(sheet) == {"A": 0, "B": 1}
    assert {line.why for line in sheet.rounds[0].lines if line.player == "A"} == {"score.why.unikornis.panda"}
    tied = stand({"A": ["Llamacorn", "Pandamonium"], "B": []}, pile_out=True)
    assert count_of(tied) == {"A": 0, "B": 0}


def test_upgrades_and_downgrades_stand_in_stables_and_count_for_nothing() -> None:
    for card in cards():
        if card.type in {"upgrade", "downgrade"}:
            sheet = stand({"A": [card.id, "Yay" if card.id != "yay" else "Tiny Stable"], "B": []})
            assert (codes(sheet), sheet.rounds[0].lines) == ([], ())


# Letters


@pytest.mark.parametrize(
    ("name", "plain", "double"),
    [
        ("Basic Unicorn (Red)", 15, 15),
        ("Re-Target", 8, 8),
        ("Juppí!", 5, 5),
        ("Szivárványunikornis", 19, 17),
        ("SZIVÁRVÁNYUNIKORNIS", 19, 17),
        ("Méhkirálynő Unikornis", 20, 19),
        ("Lúdanyó Unikornis", 16, 15),
        ("Csábító Unikornis", 16, 15),
        ("dzsungel", 8, 6),
        ("bodza", 5, 4),
        ("hosszú", 6, 5),
        ("Hosszúnyakú gyík 7", 15, 12),
        ("nyolc cső", 8, 6),
        ("kosár zsír", 9, 8),
        ("Unicorns zebra", 13, 13),
        ("", 0, 0),
        ("42 – !", 0, 0),
        ("Ⅷ²_½", 0, 0),
    ],
)
def test_letters_are_letters_and_double_ones_count_once_where_agreed(name: str, plain: int, double: int) -> None:
    assert letters(name) == plain
    assert letters(name, digraphs=True) == double


def test_letters_are_those_of_the_name_as_the_file_has_it() -> None:
    english = stand({"A": "Rainbow Unicorn", "B": "Queen Bee Unicorn"}, pile_out=True)
    assert count_of(english) == {"A": 14, "B": 15}
    hungarian = stand({"A": "Szivárványunikornis", "B": "Queen Bee Unicorn"}, pile_out=True)
    assert count_of(hungarian) == {"A": 19, "B": 15}
    decomposed = stand({"A": "Sziva\u0301rva\u0301nyunikornis", "B": "Queen Bee Unicorn"}, pile_out=True)
    assert count_of(decomposed) == {"A": 19, "B": 15}


def test_copies_of_one_name_count_its_letters_each_time() -> None:
    sheet = stand({"A": "2x Basic Unicorn (Red)", "B": "Llamacorn, Rhinocorn"}, pile_out=True)
    assert count_of(sheet) == {"A": 30, "B": 18}


def test_double_letters_can_decide() -> None:
    stables = {"A": "Szivárványunikornis", "B": "Nekromanta Unikornis"}
    assert stand(stables, pile_out=True).decided_by == "nobody"
    agreed = stand(stables, pile_out=True, digraphs=True)
    assert (winners(agreed), agreed.decided_by) == (["B"], "letters")


# Stables that cannot be


@pytest.mark.parametrize(
    ("stables", "more", "code"),
    [
        ({"A": "2x Basic Unicorn (Red)", "B": "2x Basic Unicorn (Red)"}, {}, "score.too-many"),
        ({"A": "Llamacorn", "B": "Llamacorn"}, {}, "score.too-many"),
        ({"A": "Baby Unicorn (Red), Red Baby Unicorn", "B": []}, {}, "score.too-many"),
        ({"A": "999x Yay", "B": []}, {}, "score.too-many"),
        ({"A": "Llamacron", "B": []}, {}, "score.unknown-card"),
        ({"A": "Neigh", "B": []}, {}, "score.not-in-stable"),
        ({"A": "Back Kick", "B": []}, {}, "score.not-in-stable"),
        ({"A": "Reference card", "B": []}, {}, "score.not-in-stable"),
        ({"A": [], "B": []}, {"first": "C"}, "score.unknown-player"),
        ({"A": SIX, "B": []}, {"first": "A"}, "score.first-not-there"),
        ({"A": SIX, "B": []}, {"first": "A", "pile_out": True}, "score.first-not-there"),
        ({"A": [], "B": [], "C": []}, {"players": 2}, "score.stables-more"),
        ({"A": [], "B": []}, {"players": 9}, "score.players"),
        ({"A": [], "C": []}, {"players": ["A", "B"]}, "score.unknown-player"),
    ],
)
def test_stables_that_cannot_be_are_refused_by_their_code(
    stables: dict[str, Any], more: dict[str, Any], code: str
) -> None:
    sheet = stand(stables, **more)
    assert codes(sheet) == [code]
    assert sheet.rounds[0].lines == ()
    assert not sheet.finished


def test_all_copies_of_the_box_may_stand_in_stables() -> None:
    assert codes(stand({"A": "2x Basic Unicorn (Red)", "B": "Basic Unicorn (Red), 2x Yay"})) == []


def test_a_name_that_is_not_understood_is_told_whole_with_what_it_may_have_been() -> None:
    (finding,) = stand({"A": "Llamacorn, Ginormus Unicorn", "B": []}).findings
    assert (finding.params["token"], finding.suggestions[0]) == ("Ginormus Unicorn", "Ginormous Unicorn")


def test_every_reason_is_told_at_once_and_at_its_place() -> None:
    text = "stables:\n  A:\n  - Llamacorn\n  - Nay\n  - Neigh\n  B: Llamacorn\n  C:\nplayers: 2\n"
    assert [(one.code, one.location.line) for one in score(text).findings] == [
        ("score.stables-more", 8),
        ("score.unknown-card", 4),
        ("score.not-in-stable", 5),
        ("score.too-many", 6),
    ]


def test_where_stables_are_missing_with_the_pile_out_the_result_stands_with_a_warning() -> None:
    sheet = stand({"A": SIX, "B": []}, players=3, pile_out=True)
    assert [(one.code, one.severity) for one in sheet.findings] == [("score.stables-missing", "warning")]
    assert winners(sheet) == ["A"]


def test_a_number_taken_away_from_the_rules_is_refused() -> None:
    scoring = unikornis().scoring
    assert scoring is not None
    facts = {**scoring.facts, "ginormous": NumberFact(source="rulebook: End of the game")}
    ours = unikornis().model_copy(update={"scoring": scoring.model_copy(update={"facts": facts})})
    with pytest.raises(CardtoolsError) as refusal:
        stand({"A": [], "B": []}, game=ours)
    assert [one.code for one in refusal.value.findings] == ["score.no-fact"]


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("profile: de", "score.unknown-variant"),
        ("players: [A, A, B]", "score.player-twice"),
        ("players: [A, B]\ntotals: {C: 5}", "score.total-player"),
    ],
)
def test_a_header_that_cannot_be_is_refused_by_its_code(header: str, code: str) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        score(f"{header}\nstables: {{A: Llamacorn, B: Narwhal}}")
    assert [finding.code for finding in refusal.value.findings] == [code]


@pytest.mark.parametrize("line", ["players: many", "pile_out: perhaps", "digraphs: 7", "stables: 5", "extra: 1"])
def test_a_value_of_another_shape_is_refused(line: str) -> None:
    with pytest.raises(CardtoolsError):
        score(f"profile: hu\n{line}\n")


# Words at the table


@pytest.mark.parametrize(
    "out", ["pile out", "Pile out", "elfogyott a pakli", "ELFOGYOTT A HÚZÓPAKLI", "a pakli elfogyott"]
)
def test_that_the_pile_is_out_can_be_said_in_words(out: str) -> None:
    _, sheet = score_words(
        Desk.open("en"), "unikornis", f"Anna: Basic Unicorn (Red), Llamacorn; Béla: Ginormous Unicorn; {out}"
    )
    assert (sheet.finished, winners(sheet), codes(sheet)) == (True, ["Anna"], [])


@pytest.mark.parametrize("first", ["first Béla", "first: béla", "elsőként Béla", "Első: Béla"])
def test_who_was_first_can_be_said_in_words(first: str) -> None:
    text = f"Anna: 3x Basic Unicorn (Red), 3x Basic Unicorn (Blue), Llamacorn; Béla: {', '.join(SIX[2:])}, Narwhal, "
    text += f"Rainbow Unicorn, Queen Bee Unicorn; {first}"
    _, sheet = score_words(Desk.open("hu"), "unikornis", text)
    assert (codes(sheet), winners(sheet), sheet.decided_by) == ([], ["Béla"], "target")


@pytest.mark.parametrize("language", ["hu", "en"])
def test_every_card_can_be_named_in_full(language: str) -> None:
    for card in cards():
        name = card.name.get(language)
        if name is not None and card.type in UNICORNS:
            sheet = stand({"A": [name], "B": []})
            assert [line.card for line in sheet.rounds[0].lines] == [card.id]


def test_what_is_said_later_of_a_stable_replaces_what_was_said_before() -> None:
    said: list[dict[str, Any]] = [
        {"stables": {"A": "Narwhal", "B": "Llamacorn"}},
        {"stables": {"A": "Narwhal, Rhinocorn"}},
        {"pile_out": True},
    ]
    assert join_rounds(said) == {"stables": {"A": "Narwhal, Rhinocorn", "B": "Llamacorn"}, "pile_out": True}
    assert join_rounds([]) == {}
    table = Table.of(Desk.open("en"), "unikornis")
    assert table.file_of(said, {"profile": "en"})["profile"] == "en"


def test_a_game_of_which_nothing_is_told_yet_has_not_begun() -> None:
    sheet = score("profile: hu\nplayers: [A, B]\n")
    assert (sheet.rounds, sheet.finished, totals(sheet)) == ((), False, {"A": 0, "B": 0})


# Any stables


@st.composite
def tables(draw: st.DrawFn) -> dict[str, list[str]]:
    """Stables that the box can fill."""
    names = "ABCDEFGH"[: draw(st.integers(2, 8))]
    pack = [card.id for card in cards() if card.type in {*UNICORNS, "upgrade", "downgrade"} for _ in range(card.copies)]
    draw(st.randoms(use_true_random=False)).shuffle(pack)
    stables: dict[str, list[str]] = {}
    for name in names:
        size = draw(st.integers(0, 6))
        stables[name], pack = pack[:size], pack[size:]
    return stables


@given(tables(), st.booleans())
@settings(deadline=None, max_examples=50)
def test_totals_are_the_unicorns_there_are(stables: dict[str, list[str]], out: bool) -> None:
    sheet = stand(stables, pile_out=out, target=99)
    known = {card.id: card for card in cards()}
    assert codes(sheet) == []
    for name, stable in stables.items():
        own = 0
        if "pandamonium" not in stable:
            own = sum(known[one].type in UNICORNS for one in stable) + stable.count("ginormous-unicorn")
        assert totals(sheet)[name] == own
        assert sum(line.points for line in sheet.rounds[0].lines if line.player == name) == own
    assert sheet.finished == out


@given(tables(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=50)
def test_the_order_of_players_and_cards_changes_nothing(stables: dict[str, list[str]], random: Any) -> None:
    names = list(stables)
    random.shuffle(names)
    mixed = {name: random.sample(stables[name], len(stables[name])) for name in names}
    one, other = (stand(each, pile_out=True, target=99) for each in (stables, mixed))
    assert totals(one) == totals(other)
    assert (set(winners(one)), one.decided_by, count_of(one)) == (
        set(winners(other)),
        other.decided_by,
        count_of(other),
    )


@given(tables())
@settings(deadline=None, max_examples=50)
def test_with_the_pile_out_at_most_one_wins_and_nobody_has_more(stables: dict[str, list[str]]) -> None:
    sheet = stand(stables, pile_out=True, target=99)
    best = max(totals(sheet).values())
    won = winners(sheet)
    assert len(won) <= 1
    assert all(totals(sheet)[name] == best for name in won)
    assert (sheet.decided_by == "nobody") == (not won)


@given(st.text(max_size=60), st.booleans())
@settings(deadline=None, max_examples=50)
def test_letters_of_two_words_are_those_of_each(name: str, digraphs: bool) -> None:
    assert letters(f"{name} {name}", digraphs=digraphs) == 2 * letters(name, digraphs=digraphs)
    assert letters(name, digraphs=True) <= letters(name)


def test_what_a_round_says_names_its_players() -> None:
    assert RoundInput.model_validate({"stables": {"B": "", "A": None}}).named == ("B", "A")


# With two players


TWO = "Rhinocorn, Llamacorn"


@pytest.mark.parametrize("card", ["Narwhal", "Basic Unicorn (Red)", "Rainbow Unicorn", "Yay", "Nanny Cam"])
def test_a_card_that_two_players_take_out_is_warned_of_and_counted(card: str) -> None:
    sheet = score(f"stables:\n  A: [{card}]\n  B: {TWO}\n")
    assert [(one.code, one.severity, one.location.line) for one in sheet.findings] == [
        ("score.taken-out", "warning", 2)
    ]
    assert totals(sheet)["B"] == 2
    assert not score(f"players: 3\nstables:\n  A: [{card}]\n  B: {TWO}\n").findings


def test_cards_of_the_two_player_pile_and_baby_unicorns_are_fine_with_two() -> None:
    assert score(f"stables: {{A: [Baby Narwhal, Ginormous Unicorn], B: '{TWO}'}}").findings == ()


def test_the_warning_in_words_stands_at_the_card() -> None:
    _, sheet = score_words(Desk.open("en"), "unikornis", "Anna: Llamacorn,  Narwhal; Béla: Rhinocorn")
    assert [(one.code, one.location.column) for one in sheet.findings] == [("score.taken-out", 19)]


@pytest.mark.parametrize(
    "path", sorted((REPO / "data/games/unikornis/examples").glob("*.yaml")), ids=lambda path: path.stem
)
def test_the_worked_examples_have_no_card_that_is_taken_out(path: Path) -> None:
    sheet = score_file(Desk.open("en"), "unikornis", str(path))[1]
    assert "score.taken-out" not in [one.code for one in sheet.findings]
