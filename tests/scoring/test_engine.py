"""The fold over rounds, with a game that exists only here: a round is each player's points; none may be negative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.model.finding import Location
from cardtools.model.scoring import Criterion, Outcome, Place, RoundScore, ScoreLine, Scoresheet, fault
from cardtools.scoring.engine import fold

PLAYERS = ("Anna", "Béla", "Cili")
Round = Mapping[str, Fraction]


class Dice:
    def __init__(self, target: int | None, *, lowest_wins: bool = False) -> None:
        self.target = target
        self.lowest_wins = lowest_wins

    def score_round(self, n: int, played: Round, before: Mapping[str, Fraction]) -> RoundScore:
        assert set(before) >= set(played)
        if any(points < 0 for points in played.values()):
            return RoundScore(n, faults=(fault("score.negative"),))
        halves = [ScoreLine(player, "half", 1, points / 2, "why") for player, points in played.items()]
        return RoundScore(n, (*halves, *halves))

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:  # noqa: ARG002
        over = self.target is not None and max(totals.values()) >= self.target
        by = Criterion("fewest-points" if self.lowest_wins else "points", totals, highest=not self.lowest_wins)
        return Outcome(over, (by,))


def play(
    rounds: Sequence[Mapping[str, int | Fraction]],
    target: int | None = 100,
    *,
    lowest_wins: bool = False,
    starting: Mapping[str, int] | None = None,
    players: Sequence[str] = PLAYERS,
    locations: Sequence[Location] = (),
) -> Scoresheet:
    def locate(number: int, place: Place) -> Location:  # noqa: ARG001
        return locations[number] if number < len(locations) else Location()

    exact = [{player: Fraction(points) for player, points in one.items()} for one in rounds]
    start = {player: Fraction(points) for player, points in (starting or {}).items()}
    return fold("dice", "standard", players, start, exact, Dice(target, lowest_wins=lowest_wins), locate)


def totals(sheet: Scoresheet) -> dict[str, Fraction]:
    return {standing.player: standing.total for standing in sheet.standings}


points = st.fractions(0, 60, max_denominator=4)
rounds = st.lists(st.dictionaries(st.sampled_from(PLAYERS), points, min_size=1), max_size=12)


@given(rounds, st.dictionaries(st.sampled_from(PLAYERS), st.integers(0, 90)), st.none() | st.integers(1, 200))
@settings(deadline=None, max_examples=50)
def test_a_total_is_what_stood_before_and_all_lines(
    played: list[dict[str, Fraction]], starting: dict[str, int], target: int | None
) -> None:
    sheet = play(played, target, starting=starting)
    lines = [line for one in sheet.rounds for line in one.lines]
    for standing in sheet.standings:
        own = sum((line.points for line in lines if line.player == standing.player), Fraction(0))
        assert standing.total == sheet.starting[standing.player] + own
        assert standing.total == sheet.starting[standing.player] + sum(
            (one.scores.get(standing.player, Fraction(0)) for one in sheet.rounds), Fraction(0)
        )


@given(rounds, st.permutations(PLAYERS), st.booleans())
@settings(deadline=None, max_examples=50)
def test_the_order_of_players_changes_nobodys_total_or_rank(
    played: list[dict[str, Fraction]], order: list[str], lowest: bool
) -> None:
    one, other = play(played, lowest_wins=lowest), play(played, lowest_wins=lowest, players=order)
    assert totals(one) == totals(other)
    assert {s.player: (s.rank, s.winner) for s in one.standings} == {
        s.player: (s.rank, s.winner) for s in other.standings
    }
    assert (one.finished, one.decided_by) == (other.finished, other.decided_by)


@given(rounds, st.integers(1, 150))
@settings(deadline=None, max_examples=50)
def test_the_game_ends_with_the_first_round_that_reaches_the_target_and_later_ones_are_refused(
    played: list[dict[str, Fraction]], target: int
) -> None:
    sheet = play(played, target)
    running = dict.fromkeys(PLAYERS, Fraction(0))
    over = False
    for one, given_points in zip(sheet.rounds, played, strict=True):
        if over:
            assert one.lines == ()
            assert [finding.code for finding in one.findings] == ["score.after-end"]
            continue
        assert one.findings == ()
        for player, gained in given_points.items():
            running[player] += gained
        over = max(running.values()) >= target
    assert sheet.finished == over
    assert totals(sheet) == running


def test_a_round_after_the_end_names_the_round_that_ended_the_game_and_its_own_place() -> None:
    places = [Location(path="evening.yaml", line=line) for line in (4, 9, 14)]
    sheet = play([{"Anna": 40}, {"Anna": 60}, {"Béla": 500}], locations=places)
    assert totals(sheet) == {"Anna": 100, "Béla": 0, "Cili": 0}
    (finding,) = sheet.findings
    assert finding.code == "score.after-end"
    assert finding.params["n"] == 2
    assert finding.location.line == 14
    assert sheet.finished


def test_a_refused_round_counts_for_nothing_and_the_others_go_on() -> None:
    places = [Location(path="evening.yaml", line=line) for line in (4, 9, 14)]
    sheet = play([{"Anna": 10}, {"Anna": 90, "Béla": -1}, {"Béla": 20}], locations=places)
    assert totals(sheet) == {"Anna": 10, "Béla": 20, "Cili": 0}
    assert [one.n for one in sheet.rounds] == [1, 2, 3]
    assert [(finding.code, finding.location.line) for finding in sheet.findings] == [("score.negative", 9)]
    assert not sheet.finished


def test_a_game_without_a_target_never_ends() -> None:
    sheet = play([{"Anna": 1000}] * 5, None)
    assert not sheet.finished
    assert sheet.decided_by is None
    assert totals(sheet)["Anna"] == 5000


def test_nobody_has_won_before_the_end() -> None:
    sheet = play([{"Anna": 99}])
    assert not any(standing.winner for standing in sheet.standings)
    assert sheet.decided_by is None


def test_the_highest_total_wins_by_points() -> None:
    sheet = play([{"Anna": 99, "Béla": 100, "Cili": 3}])
    assert [(s.rank, s.player, s.winner) for s in sheet.standings] == [
        (1, "Béla", True),
        (2, "Anna", False),
        (3, "Cili", False),
    ]
    assert sheet.decided_by == "points"


def test_the_lowest_total_wins_where_that_is_played() -> None:
    sheet = play([{"Anna": 99, "Béla": 100, "Cili": 3}], lowest_wins=True)
    assert [(s.rank, s.player, s.winner) for s in sheet.standings] == [
        (1, "Cili", True),
        (2, "Anna", False),
        (3, "Béla", False),
    ]
    assert sheet.decided_by == "fewest-points"


@pytest.mark.parametrize(
    ("played", "lowest", "winners"),
    [({"Anna": 120, "Béla": 120, "Cili": 3}, False, {"Anna", "Béla"}), ({"Anna": 120}, True, {"Béla", "Cili"})],
)
def test_equal_totals_share_the_win(played: dict[str, int], lowest: bool, winners: set[str]) -> None:
    sheet = play([played], lowest_wins=lowest)
    assert {s.player for s in sheet.standings if s.winner} == winners
    assert sheet.decided_by == "tie-shared"


def test_halves_are_added_up_exactly() -> None:
    sheet = play([{"Anna": Fraction(1, 2), "Béla": Fraction(1, 10)}] * 3, None, starting={"Anna": 1})
    assert totals(sheet) == {"Anna": Fraction(5, 2), "Béla": Fraction(3, 10), "Cili": 0}


def test_every_player_stands_in_the_standings_even_without_a_point() -> None:
    assert totals(play([])) == dict.fromkeys(PLAYERS, Fraction(0))


class Named:
    """A game in which a round is the names that are told; each stranger among them is a fault, and so is a lack."""

    target: int | None = None

    def score_round(self, n: int, played: Sequence[tuple[str, str]], before: Mapping[str, Fraction]) -> RoundScore:  # noqa: ARG002
        return RoundScore(n, faults=tuple(fault(code, "out", name=name) for code, name in played))

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:  # noqa: ARG002
        return Outcome(False, (Criterion("points", totals),))


STRANGER = "score.unknown-player"


def told(*played: tuple[str, str]) -> list[tuple[str, object, tuple[str, ...]]]:
    sheet = fold("names", "", PLAYERS, {}, [played], Named())
    return [(one.code, one.params["name"], one.suggestions) for one in sheet.findings]


def test_a_stranger_is_told_once_in_any_spelling_with_the_players_it_may_be() -> None:
    assert told((STRANGER, "Bella"), (STRANGER, "BELLA"), ("score.other", "x"), (STRANGER, "Zoltán")) == [
        (STRANGER, "Bella", ("Béla",)),
        ("score.other", "x", ()),
        (STRANGER, "Zoltán", ()),
    ]


@pytest.mark.parametrize(
    "missing",
    ["score.missing-hand", "score.missing-play", "score.missing-life", "score.seat-missing", "score.stables-missing"],
)
def test_what_is_missing_is_told_only_where_no_name_is_misspelt(missing: str) -> None:
    assert told((missing, "Béla"), (STRANGER, "Bella")) == [(STRANGER, "Bella", ("Béla",))]
    assert told((missing, "Béla"), ("score.other", "x")) == [(missing, "Béla", ()), ("score.other", "x", ())]


def test_the_sheet_says_what_was_played_by_whom_and_from_where() -> None:
    sheet = play([{"Anna": 10}], 50, starting={"Béla": 5, "Dani": 9})
    assert (sheet.game, sheet.variant, sheet.target, sheet.players) == ("dice", "standard", 50, PLAYERS)
    assert sheet.starting == {"Anna": 0, "Béla": 5, "Cili": 0}
    assert sheet.rounds_before == 0


def test_a_game_that_was_over_before_the_first_round_says_so_and_counts_none() -> None:
    sheet = play([{"Anna": 1}, {"Béla": 2}], 100, starting={"Cili": 100})
    assert [(one.code, one.wording, one.params) for one in sheet.findings] == [
        ("score.after-end", "score.after-end.before", {"n": 0})
    ] * 2
    assert totals(sheet) == {"Anna": 0, "Béla": 0, "Cili": 100}
    assert sheet.finished
    assert [one.n for one in sheet.rounds] == [1, 2]


def test_a_round_after_the_end_has_the_plain_words() -> None:
    (finding,) = play([{"Anna": 100}, {"Béla": 2}]).findings
    assert (finding.code, finding.wording, finding.params) == ("score.after-end", None, {"n": 1})


def test_a_fault_is_located_by_its_round_and_its_place_unless_it_knows_its_line() -> None:
    asked: list[tuple[int, Place]] = []

    def locate(number: int, place: Place) -> Location:
        asked.append((number, place))
        return Location(line=7 + number)

    known = fault("score.known", "out", name="x")
    known = replace(known, finding=known.finding.model_copy(update={"location": Location(line=3)}))

    class Faulty(Named):
        def score_round(self, n: int, played: Sequence[object], before: Mapping[str, Fraction]) -> RoundScore:  # noqa: ARG002
            return RoundScore(n, faults=(known, fault("score.open", "hands", "Anna")))

    sheet = fold("names", "", PLAYERS, {}, [(), ()], Faulty(), locate)
    assert asked == [(0, ("hands", "Anna")), (1, ("hands", "Anna"))]
    assert [one.location.line for one in sheet.findings] == [3, 7, 3, 8]
    assert sheet.rounds[0].faults[1].where == ("hands", "Anna")


def test_without_places_a_fault_stands_nowhere() -> None:
    sheet = fold("names", "", PLAYERS, {}, [(("score.other", "x"),)], Named())
    assert sheet.findings[0].location == Location()
