"""Decks at one table: gods, players, opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from cardtools.legality.table import GOD, Seat, judge_table, seat_of
from cardtools.model.deck import Status
from cardtools.model.finding import Effect, Finding, Location, Severity
from cardtools.model.formats import Table
from cardtools.words.catalog import Words
from tests.factories import SOURCE, card, deck_of

TABLE = Table(free=("colourless",), max=9, preferred=5, opponents=3, source=SOURCE)
GODS = ("a", "b", "c", "d", "e", "f", "g", "h", "i")


def seats(*gods: str) -> list[Seat]:
    return [
        Seat(f"{god}{n}.txt", f"Deck {god}{n}", (god,), frozenset({f"deck {god}{n}"})) for n, god in enumerate(gods)
    ]


def told(found: Sequence[Finding]) -> list[tuple[str, str]]:
    return [(finding.key, finding.severity) for finding in found]


def ring(count: int, *steps: int) -> dict[str, list[str]]:
    """Return a war of each god with those so many seats further on."""
    return {GOD + GODS[n]: [GOD + GODS[(n + step) % count] for step in steps] for n in range(count)}


@pytest.mark.parametrize(
    ("gods", "status", "findings"),
    [
        (GODS, "legal", []),
        (GODS[:5], "legal", []),
        (GODS[:4], "legal-with-warnings", [("deck.opponents.few", "warning")]),
        (("a", "b", "c", "d", "a"), "illegal", [("deck.god.same", "error")]),
        ((*GODS, "j"), "illegal", [("deck.opponents.many", "error")]),
    ],
)
def test_gods_differ_and_five_to_nine_play(gods: tuple[str, ...], status: Status, findings: list[object]) -> None:
    verdict = judge_table(TABLE, seats(*gods))
    assert (verdict.status, told(verdict.findings)) == (status, findings)


def test_decks_of_one_god_are_named() -> None:
    (finding,) = judge_table(TABLE, seats("a", "b", "a", "c", "a")).findings
    assert (finding.params["decks"], finding.params["colour"]) == ("Deck a0, Deck a2, Deck a4", "a")
    assert (finding.actual, finding.limit, finding.code) == (3, {"max": 1}, "deck.god")


@pytest.mark.parametrize("gods", [(), ("a", "b")])
def test_a_deck_without_one_clear_god_leaves_the_table_undetermined(gods: tuple[str, ...]) -> None:
    verdict = judge_table(TABLE, [*seats("a", "b", "c", "d"), Seat("x.txt", "X", gods)])
    assert (verdict.status, told(verdict.findings)) == ("undetermined", [("deck.god.unclear", "error")])


def test_nine_players_have_three_opponents_each() -> None:
    verdict = judge_table(TABLE, seats(*GODS), ring(9, 1, 2, 3))
    assert (verdict.status, verdict.findings) == ("legal", ())


def test_war_may_be_one_sided_and_each_wrong_number_of_opponents_is_told() -> None:
    enemies: Mapping[str, Sequence[str]] = {**ring(9, 1, 2, 3), GOD + "a": [GOD + "b"], GOD + "c": []}
    verdict = judge_table(TABLE, seats(*GODS), enemies)
    assert verdict.status == "legal-with-warnings"
    assert [(one.params["deck"], one.actual, one.limit) for one in verdict.findings] == [
        ("Deck a0", 1, {"min": 3, "max": 3}),
        ("Deck c2", 0, {"min": 3, "max": 3}),
    ]


def test_an_opponent_named_twice_is_one() -> None:
    enemies = {**ring(9, 1, 2, 3), GOD + "a": [GOD + "b", GOD + "b", GOD + "c", GOD + "d"]}
    assert judge_table(TABLE, seats(*GODS), enemies).findings == ()


def test_fewer_players_may_have_fewer_opponents() -> None:
    assert judge_table(TABLE, seats(*GODS[:6]), ring(6, 1)).findings == ()


def test_gods_nobody_plays_are_no_opponents_and_nothing_is_said() -> None:
    enemies = {GOD + "z": [GOD + "a"], GOD + "a": [GOD + "z", GOD + "y"]}
    assert judge_table(TABLE, seats(*GODS[:5]), enemies).findings == ()


def test_decks_and_players_may_be_named_instead_of_gods_in_any_case() -> None:
    enemies = {
        f"DECK {god}{n}": [f"Deck {GODS[(n + k) % 9]}{(n + k) % 9}" for k in (1, 2, 3)] for n, god in enumerate(GODS)
    }
    assert judge_table(TABLE, seats(*GODS), enemies).findings == ()


def test_a_name_nobody_bears_is_told_with_its_file() -> None:
    verdict = judge_table(TABLE, seats(*GODS[:5]), {GOD + "a": ["Zoltán"], "Béla": []}, "war.yaml")
    assert verdict.status == "undetermined"
    assert [(one.params["name"], one.location.path) for one in verdict.findings] == [
        ("Zoltán", "war.yaml"),
        ("Béla", "war.yaml"),
    ]


def test_nobody_is_their_own_opponent() -> None:
    enemies = {**ring(9, 1, 2, 3), GOD + "a": [GOD + "a", GOD + "b", GOD + "c"]}
    verdict = judge_table(TABLE, seats(*GODS), enemies)
    assert told(verdict.findings) == [("deck.opponents.own", "warning"), ("deck.opponents", "warning")]


def of_table(
    code: str,
    wording: str | None,
    path: str | None,
    limit: dict[str, int] | None,
    severity: Severity = "error",
    effect: Effect = "illegal",
    **params: str | int,
) -> Finding:
    players = params.get("players")
    return Finding(
        code=code,
        severity=severity,
        rule="table",
        wording=wording,
        params=params,
        location=Location(path=path),
        actual=players if isinstance(players, int) else None,
        limit=limit,
        source=SOURCE,
        effect=effect,
    )


def test_too_many_players_are_told_with_the_most_the_table_has_room_for() -> None:
    (found,) = judge_table(TABLE, seats(*GODS, "j")).findings
    assert found == of_table("deck.opponents", "deck.opponents.many", None, {"max": 9}, players=10, most=9)


def test_too_few_players_are_told_with_the_least_the_rulebook_advises() -> None:
    (found,) = judge_table(TABLE, seats(*GODS[:4])).findings
    assert found == of_table(
        "deck.opponents", "deck.opponents.few", None, {"min": 5}, "warning", "none", players=4, least=5
    )


def test_a_deck_of_two_gods_is_told_with_its_file_and_how_many_gods_it_has() -> None:
    (found,) = judge_table(TABLE, [*seats("a", "b", "c", "d"), Seat("x.txt", "X", ("e", "f"))]).findings
    limit = {"min": 1, "max": 1}
    assert found == of_table("deck.god", "deck.god.unclear", "x.txt", limit, effect="undetermined", deck="X", players=2)


def test_a_god_played_by_three_is_told_at_the_last_of_their_files() -> None:
    (found,) = judge_table(TABLE, seats("a", "b", "a", "c", "a")).findings
    decks = "Deck a0, Deck a2, Deck a4"
    assert found == of_table("deck.god", "deck.god.same", "a4.txt", {"max": 1}, decks=decks, colour="a", players=3)


def test_a_name_nobody_bears_and_an_enemy_of_oneself_are_told_with_the_file_of_the_war() -> None:
    enemies = {GOD + "a": ["Zoltán"], GOD + "b": [GOD + "b"]}
    stranger, own = judge_table(TABLE, seats(*GODS[:5]), enemies, "war.yaml").findings
    assert stranger == of_table(
        "deck.opponents", "deck.opponents.unknown", "war.yaml", None, effect="undetermined", name="Zoltán"
    )
    assert own == of_table("deck.opponents", "deck.opponents.own", "war.yaml", None, "warning", "none", name=GOD + "b")


def test_a_wrong_number_of_opponents_is_told_with_the_file_of_the_deck() -> None:
    enemies = {**ring(9, 1, 2, 3), GOD + "a": [GOD + "b"]}
    (found,) = judge_table(TABLE, seats(*GODS), enemies, "war.yaml").findings
    limit = {"min": 3, "max": 3}
    assert found == of_table(
        "deck.opponents", None, "a0.txt", limit, "warning", "none", deck="Deck a0", players=1, expected=3
    )


def test_opponents_named_under_a_god_and_under_a_player_are_added_up() -> None:
    enemies = {**ring(9, 1, 2, 3), GOD + "a": [GOD + "b", GOD + "c"], "deck a0": [GOD + "d"]}
    assert judge_table(TABLE, seats(*GODS), enemies).findings == ()


@pytest.mark.parametrize("language", ["en", "hu"])
def test_what_is_wrong_with_a_table_is_said_in_words(language: str) -> None:
    wrong = [
        judge_table(TABLE, [*seats("a", "a"), Seat("x.txt", "X")], {"nobody": [], GOD + "a": [GOD + "a"]}),
        judge_table(TABLE, seats(*GODS), {}),
        judge_table(TABLE, seats(*GODS, "j")),
    ]
    keys = {finding.key for verdict in wrong for finding in verdict.findings}
    assert len(keys) == 7
    for verdict in wrong:
        for finding in verdict.findings:
            assert "{" not in Words(language).message(finding)


def test_the_god_of_a_deck_is_the_colour_of_its_cards_that_is_not_free() -> None:
    grey = card("Szürke", colours=("colourless",))
    deck = deck_of((1, card("Turul")), (9, grey), (1, "Nincs"), headers={"player": "Kati", "name": "Paklim"})
    assert seat_of(deck, "kedd.txt", TABLE) == Seat(
        "deck.txt", "kedd.txt", ("raia",), frozenset({"kedd.txt", "kati", "paklim"})
    )
    assert seat_of(deck_of((1, grey)), "x", TABLE).gods == ()
    both = deck_of((1, card("Turul")), (1, card("Griff", colours=("tharr",)), "side"))
    assert seat_of(both, "x", TABLE).gods == ("raia", "tharr")
