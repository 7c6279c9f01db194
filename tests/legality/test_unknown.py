"""Verdicts where something is not known: a name, a fact of one card, a fact of the whole pool."""

from __future__ import annotations

import pytest

from cardtools.legality.check import look_up
from cardtools.model.deck import DeckList, Entry, Status, Unchecked
from cardtools.model.rules import Rule
from cardtools.names.index import NameIndex
from tests.factories import FACTS, Line, card, codes, format_of, verdict_of
from tests.legality.test_rules import (
    COLOURS,
    COPIES,
    CYRON,
    EIGHT,
    EXCLUSIVE,
    FIXED,
    FRIEND,
    GREY,
    GRIFF,
    HERO,
    HOLY,
    HOLY_LEAH,
    JOKER,
    LAW,
    LIMIT,
    ONE_GOD,
    ONLY,
    PACK,
    SEVEN,
    SIZE,
    SUBSET,
    TURUL,
    UNLESS,
)

NO_COLOUR = card("Színe nincs", colours=None)
NO_TYPE = card("Típusa nincs", type=None)
HAZY = card("Talán isteni", colours=("leah",), unknown=("divine",))
HAZY_RAIA = card("Talán Raia szentje", unknown=("divine",))
HAZY_HERO = card("Talán hős", type="follower", unknown=("epic",))
HAZY_SWARM = card("Talán raj", unknown=("max_copies",))
HOLY_NO_COLOUR = card("Szent szín nélkül", colours=None, marks=("divine",))


def test_an_unknown_name_alone_makes_a_deck_undetermined() -> None:
    verdict = verdict_of(format_of(SIZE), (4, TURUL), (1, "Turull"))
    assert verdict.status == "undetermined"
    either, unknown = sorted(verdict.findings, key=lambda finding: finding.severity, reverse=True)
    assert (either.code, either.severity, unknown.code) == ("deck.undetermined", "info", "deck.unknown-card")
    assert (either.params["actual"], either.params["with_unknown"]) == (4, 5)
    assert verdict.counts["main"] == 5


def test_an_unknown_name_is_told_with_its_place_its_count_and_suggestions() -> None:
    (finding,) = verdict_of(format_of(), (4, TURUL), (2, "Turull", "side")).findings
    assert finding.suggestions == ("Turul",)
    assert (finding.location.line, finding.location.column, finding.location.zone) == (2, 1, "side")
    (found,) = finding.cards
    assert (found.name, found.count, found.where[0].line) == ("Turull", 2, 2)


def test_an_ambiguous_name_is_told_with_every_card_it_may_be_and_none_is_taken() -> None:
    listing = DeckList("deck.txt", (Entry(1, 1, 3, "LELEKORZO", "main"),))
    deck = look_up(listing, NameIndex([card("Lélekőrző"), card("Lélekorzó", id="thief")]))
    (finding,) = deck.findings
    assert (finding.code, finding.effect) == ("deck.ambiguous-card", "undetermined")
    assert finding.suggestions == ("Lélekőrző", "Lélekorzó")
    assert deck.slots[0].card is None


@pytest.mark.parametrize(
    ("lines", "actual", "with_unknown"),
    [
        ([(2, TURUL), (1, "Nincs")], 2, 3),
        ([(2, TURUL), (1, "Nincs"), (1, "Sincs")], 2, 4),
        ([(5, TURUL), (1, "Nincs")], 5, 6),
    ],
)
def test_where_unknown_names_decide_the_size_both_numbers_are_told(
    lines: list[Line], actual: int, with_unknown: int
) -> None:
    verdict = verdict_of(format_of(SIZE), *lines)
    assert verdict.status == "undetermined"
    (finding,) = [one for one in verdict.findings if one.code == "deck.undetermined"]
    assert (finding.actual, finding.params["with_unknown"], finding.rule) == (actual, with_unknown, "size")


def test_unknown_names_count_in_their_own_zone_only() -> None:
    verdict = verdict_of(format_of(SIZE), (2, TURUL), (1, "Nincs", "side"))
    assert {one.code: one.actual for one in verdict.findings} == {"deck.unknown-card": None, "deck.size": 2}
    assert codes(verdict_of(format_of(SIZE), (5, TURUL), (1, "Nincs", "side")).findings) == ["deck.unknown-card"]


def test_a_deck_that_is_too_small_even_with_the_unknown_names_says_so() -> None:
    verdict = verdict_of(format_of(SIZE), (1, TURUL), (1, "Nincs"))
    finding = next(one for one in verdict.findings if one.code == "deck.size")
    assert (finding.effect, finding.actual, finding.params["missing"]) == ("incomplete", 2, 1)
    assert verdict.status == "undetermined"


def test_a_deck_that_is_too_large_without_the_unknown_names_is_illegal() -> None:
    verdict = verdict_of(format_of(SIZE), (6, TURUL), (1, "Nincs"))
    assert (verdict.status, set(codes(verdict.findings))) == ("illegal", {"deck.size", "deck.unknown-card"})


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        (COPIES, [(3, TURUL), (1, "Nincs")]),
        (COLOURS, [(1, TURUL), (1, GRIFF), (1, "Nincs")]),
        (ONE_GOD, [(3, GREY), (1, "Nincs")]),
        (LIMIT, [(2, TURUL), (1, "Nincs")]),
        (LIMIT, [(2, HOLY), (1, "Nincs")]),
        (ONLY, [(1, "Nincs")]),
        (SUBSET, [(1, TURUL), (1, HOLY_LEAH), (1, "Nincs")]),
        (EXCLUSIVE, [(1, FRIEND, "follower"), (1, "Nincs", "rule")]),
        (FIXED, [(2, SEVEN), (3, EIGHT), (1, "Jokker")]),
    ],
)
def test_an_unknown_name_is_never_held_against_a_rule(rule: Rule, lines: list[Line]) -> None:
    assert verdict_of(format_of(rule), *lines, box=PACK).status == "undetermined"


@pytest.mark.parametrize(
    ("rule", "lines", "card_name"),
    [
        (COLOURS, [(1, TURUL), (1, GRIFF), (1, NO_COLOUR)], "Színe nincs"),
        (ONE_GOD, [(1, TURUL), (1, NO_COLOUR)], "Színe nincs"),
        (LIMIT, [(2, HOLY), (1, HAZY)], "Talán isteni"),
        (LIMIT, [(2, TURUL), (1, HAZY)], "Talán isteni"),
        (ONLY, [(1, TURUL), (1, NO_TYPE)], "Típusa nincs"),
        (SUBSET, [(1, TURUL), (1, HAZY)], "Talán isteni"),
        (SUBSET, [(1, TURUL), (1, HOLY_LEAH), (1, HAZY)], "Leah szentje"),
        (SUBSET, [(1, TURUL), (1, HOLY_LEAH), (1, NO_COLOUR)], "Leah szentje"),
        (SUBSET, [(1, TURUL), (1, HOLY_NO_COLOUR)], "Szent szín nélkül"),
        (EXCLUSIVE, [(1, HAZY_HERO, "follower"), (1, LAW, "rule")], "Talán hős"),
        (UNLESS, [(4, HAZY_SWARM)], "Talán raj"),
    ],
)
def test_a_single_card_that_lacks_a_fact_of_its_pool_leaves_the_rule_undetermined(
    rule: Rule, lines: list[Line], card_name: str
) -> None:
    verdict = verdict_of(format_of(rule), *lines)
    assert verdict.status == "undetermined"
    (finding,) = verdict.findings
    assert (finding.code, finding.effect, finding.rule) == ("deck.undetermined", "undetermined", rule.id)
    assert card_name in [one.name for one in finding.cards]
    assert finding.location.line is not None


@pytest.mark.parametrize(
    ("rule", "lines", "status"),
    [
        (COLOURS, [(1, TURUL), (1, GRIFF), (1, CYRON), (1, NO_COLOUR)], "illegal"),
        (LIMIT, [(3, HOLY), (1, HAZY)], "illegal"),
        (LIMIT, [(1, HOLY), (1, HAZY)], "legal"),
        (SUBSET, [(1, TURUL), (1, HAZY_RAIA)], "legal"),
        (SUBSET, [(1, TURUL), (1, HOLY), (1, NO_COLOUR)], "legal"),
        (EXCLUSIVE, [(1, HERO, "follower"), (1, HAZY_HERO, "follower")], "illegal"),
        (EXCLUSIVE, [(1, HAZY_HERO, "follower")], "legal"),
        (UNLESS, [(3, HAZY_SWARM)], "legal"),
    ],
)
def test_a_missing_fact_that_decides_nothing_changes_nothing(rule: Rule, lines: list[Line], status: Status) -> None:
    assert verdict_of(format_of(rule), *lines).status == status


@pytest.mark.parametrize(
    ("rule", "fact", "lines"),
    [
        (COLOURS, "colours", [(1, TURUL), (1, GRIFF), (1, CYRON)]),
        (LIMIT, "divine", [(9, HOLY)]),
        (ONLY, "type", [(1, FRIEND)]),
        (SUBSET, "divine", [(1, TURUL), (1, HOLY_LEAH)]),
        (SUBSET, "colours", [(1, TURUL), (1, HOLY_LEAH)]),
        (EXCLUSIVE, "epic", [(1, HERO, "follower"), (1, LAW, "rule")]),
    ],
)
def test_a_rule_whose_fact_the_whole_pool_lacks_is_unchecked_and_changes_no_status(
    rule: Rule, fact: str, lines: list[Line]
) -> None:
    assert verdict_of(format_of(rule), *lines).status != "legal"
    verdict = verdict_of(format_of(rule), *lines, facts=FACTS - {fact})
    assert (verdict.status, verdict.findings) == ("legal", ())
    assert verdict.unchecked == (Unchecked(rule.id, fact),)


def test_a_rule_that_lacks_two_facts_names_both() -> None:
    verdict = verdict_of(format_of(SUBSET), (1, HOLY), facts=frozenset({"type"}))
    assert verdict.unchecked == (Unchecked("divine-colour", "divine"), Unchecked("divine-colour", "colours"))


@pytest.mark.parametrize(("count", "status"), [(3, "legal"), (4, "illegal")])
def test_copies_are_counted_where_no_exceptions_are_known_and_that_is_said(count: int, status: Status) -> None:
    verdict = verdict_of(format_of(UNLESS), (count, TURUL), facts=frozenset())
    assert (verdict.status, verdict.unchecked) == (status, (Unchecked("copies", "max_copies"),))


def test_a_pool_with_every_fact_leaves_nothing_unchecked() -> None:
    assert verdict_of(format_of(LIMIT, SUBSET, UNLESS, EXCLUSIVE), (1, TURUL), (1, HOLY)).unchecked == ()


def test_what_is_unchecked_is_said_of_an_empty_list_too() -> None:
    assert verdict_of(format_of(LIMIT), facts=frozenset()).unchecked == (Unchecked("divine", "divine"),)


def test_cards_of_a_fixed_pack_that_may_stand_under_an_unknown_name_are_not_called_missing() -> None:
    verdict = verdict_of(format_of(FIXED), (2, SEVEN), (2, EIGHT), (1, "Nyolcass"), (1, JOKER), box=PACK)
    effects = {one.code: one.effect for one in verdict.findings}
    assert effects == {"deck.unknown-card": "undetermined", "deck.fixed-missing": "undetermined"}
