"""Formats bound to an evening: choices, days and names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest
from pydantic import ValidationError

from cardtools.legality.binding import bind, choices_of, is_dated
from cardtools.model.card import Card
from cardtools.model.finding import Finding, Severity
from cardtools.model.formats import Format
from cardtools.model.rules import CopiesRule, DropRule, ForbidRule, NotYetRule, PickRule, SeverityChoice, SizeRule
from cardtools.names.index import NameIndex
from tests.factories import SOURCE, card, format_of, refused

DAY = date(2025, 4, 30)
JOKER = card("Joker", copies=3)
LANTERN = card("Lámpás", english="Lantern", tokens=("lant",))
MIRROR = card("Tükör", english="Mirror")
BOX = (JOKER, LANTERN, MIRROR, card("Turul"))
NUMBER = PickRule(
    id="jokers", kind="pick", choice="jokers", cards=("joker",), agreed={"joker": 3}, min=1, max=3, source=SOURCE
)
CARDS = PickRule(id="specials", kind="pick", choice="specials", cards=("lampas", "tukor"), max=2, source=SOURCE)
VERSIONS = CopiesRule(
    id="versions",
    kind="copies",
    max=3,
    severity="warning",
    by_choice=SeverityChoice(id="versions", values={"separate": "warning", "shared": "error"}, source=SOURCE),
    source=SOURCE,
)


def bound(
    rules: Format, choices: Mapping[str, str] | None = None, on: date = DAY, box: tuple[Card, ...] = BOX
) -> Format:
    return bind(rules, choices or {}, on, NameIndex(box).find, box)


def agreed(choices: Mapping[str, str]) -> list[dict[str, int]]:
    rules = bound(format_of(NUMBER, CARDS), choices).rules
    return [dict(rule.agreed) for rule in rules if isinstance(rule, PickRule)]


@pytest.mark.parametrize(
    ("choices", "numbers"),
    [
        ({}, [{"joker": 3}, {}]),
        ({"jokers": "1"}, [{"joker": 1}, {}]),
        ({"jokers": "3", "specials": "none"}, [{"joker": 3}, {}]),
        ({"specials": "all"}, [{"joker": 3}, {"lampas": 1, "tukor": 1}]),
        ({"specials": "lantern"}, [{"joker": 3}, {"lampas": 1}]),
        ({"specials": "TUKOR, lant"}, [{"joker": 3}, {"tukor": 1, "lampas": 1}]),
        ({"specials": "Tükör,mirror"}, [{"joker": 3}, {"tukor": 1}]),
        ({"others": "9"}, [{"joker": 3}, {}]),
    ],
)
def test_players_pick_a_number_of_one_card_or_which_of_several(
    choices: dict[str, str], numbers: list[dict[str, int]]
) -> None:
    assert agreed(choices) == numbers


@pytest.mark.parametrize(
    ("key", "value", "known"),
    [
        ("jokers", "0", "1–3"),
        ("jokers", "4", "1–3"),
        ("jokers", "-1", "1–3"),
        ("jokers", "1.0", "1–3"),
        ("jokers", "²", "1–3"),
        ("jokers", "9" * 5000, "1–3"),
        ("jokers", "all", "1–3"),
        ("specials", "turul", "lampas, tukor, all, none"),
        ("specials", "lantern,", "lampas, tukor, all, none"),
        ("specials", "all,none", "lampas, tukor, all, none"),
    ],
)
def test_what_cannot_be_picked_is_refused_with_what_there_is(key: str, value: str, known: str) -> None:
    (finding,) = refused(lambda: agreed({key: value}))
    assert (finding.code, finding.params["known"]) == ("usage.choice-value", known)


@pytest.mark.parametrize(("key", "value"), [("jokers", "7" * 81), ("specials", "lampas," * 20), ("specials", "x")])
def test_a_choice_that_cannot_be_is_told_in_full_and_cut_where_it_is_long(key: str, value: str) -> None:
    (finding,) = refused(lambda: agreed({key: value}))
    known = {"jokers": "1–3", "specials": "lampas, tukor, all, none"}[key]
    assert finding == Finding(code="usage.choice-value", params={"key": key, "value": value[:80], "known": known})


def test_a_number_may_have_four_digits() -> None:
    many = NUMBER.model_copy(update={"max": 9999})
    (rule,) = bound(format_of(many), {"jokers": "1000"}).rules
    assert isinstance(rule, PickRule)
    assert rule.agreed == {"joker": 1000}


@pytest.mark.parametrize(
    ("least", "most", "value", "fits"),
    [
        (0, 1, "all", False),
        (0, 2, "all", True),
        (2, 2, "all", True),
        (1, 2, "none", False),
        (2, 2, "lantern", False),
        (0, 2, "lantern,lampas", True),
    ],
)
def test_the_cards_that_are_picked_are_within_the_bounds(least: int, most: int, value: str, fits: bool) -> None:
    agreed_on = dict.fromkeys(("lampas", "tukor")[:least], 1)
    rule = format_of(CARDS.model_copy(update={"min": least, "max": most, "agreed": agreed_on}))
    if fits:
        assert bound(rule, {"specials": value}).rules
    else:
        (finding,) = refused(lambda: bound(rule, {"specials": value}))
        known = "lampas, tukor, all, none"
        assert finding == Finding(code="usage.choice-value", params={"key": "specials", "value": value, "known": known})


def test_a_picked_card_is_in_with_all_its_copies() -> None:
    rule = CARDS.model_copy(update={"cards": ("joker", "tukor"), "max": 9})
    (picked,) = bound(format_of(rule), {"specials": "all"}).rules
    assert isinstance(picked, PickRule)
    assert picked.agreed == {"joker": 3, "tukor": 1}


def test_rules_after_a_ban_that_is_over_and_after_a_dropped_one_are_bound_too() -> None:
    over = ForbidRule(id="ban", kind="forbid", cards=("x",), until=date(2020, 1, 1), source=SOURCE)
    rules = format_of(over, DropRule(id="gone", kind="drop"), NUMBER, VERSIONS)
    assert [rule.id for rule in bound(rules, {"jokers": "2"}).rules] == ["jokers", "versions"]


def test_what_is_not_bound_of_a_format_stays() -> None:
    rules = format_of(NUMBER, id="home", starting_life=20)
    assert bound(rules) == rules


@pytest.mark.parametrize(
    ("key", "value", "known"), [("versions", "joined", "separate, shared"), ("versions", "x" * 99, "separate, shared")]
)
def test_a_severity_that_cannot_be_is_told_in_full(key: str, value: str, known: str) -> None:
    (finding,) = refused(lambda: bound(format_of(VERSIONS), {key: value}))
    assert finding == Finding(code="usage.choice-value", params={"key": key, "value": value[:80], "known": known})


@pytest.mark.parametrize(
    ("choices", "severity"),
    [({}, "warning"), ({"versions": "separate"}, "warning"), ({"versions": "shared"}, "error")],
)
def test_players_decide_how_grave_a_breach_is_and_the_first_value_is_the_default(
    choices: dict[str, str], severity: Severity
) -> None:
    (rule,) = bound(format_of(VERSIONS), choices).rules
    assert isinstance(rule, CopiesRule)
    assert rule.severity == severity


def test_a_severity_that_cannot_be_chosen_is_refused_with_those_there_are() -> None:
    (finding,) = refused(lambda: bound(format_of(VERSIONS), {"versions": "joined"}))
    assert (finding.code, finding.params["known"]) == ("usage.choice-value", "separate, shared")


def test_the_choices_of_formats_are_told_once_each() -> None:
    other = format_of(NUMBER, id="other")
    assert choices_of([format_of(NUMBER, VERSIONS), other]) == ("jokers", "versions")
    assert choices_of([format_of()]) == ()


@pytest.mark.parametrize(
    ("since", "until", "applies"),
    [
        (None, None, True),
        (date(2025, 4, 30), None, True),
        (date(2025, 5, 1), None, False),
        (None, date(2025, 4, 30), True),
        (None, date(2025, 4, 29), False),
        (date(2025, 1, 1), date(2025, 12, 31), True),
    ],
)
def test_a_ban_applies_from_its_first_day_to_its_last(since: date | None, until: date | None, applies: bool) -> None:
    ban = ForbidRule.model_validate({"id": "ban", "kind": "forbid", "from": since, "until": until, "source": SOURCE})
    assert bool(bound(format_of(ban)).rules) is applies
    assert is_dated(format_of(ban)) is (since is not None or until is not None)


def test_banned_names_are_those_of_the_pool_in_any_spelling() -> None:
    ban = ForbidRule(id="ban", kind="forbid", cards=("x",), names=("LANTERN", "Nincs ilyen", "Lámpás"), source=SOURCE)
    (rule,) = bound(format_of(ban)).rules
    assert isinstance(rule, ForbidRule)
    assert rule.cards == ("x", "lampas")


def test_banned_names_are_kept_as_they_are_looked_for_in_lists() -> None:
    ban = ForbidRule(id="ban", kind="forbid", names=("Nincs\u00a0ilyen", "O\u2019Neil"), source=SOURCE)
    (rule,) = bound(format_of(ban)).rules
    assert isinstance(rule, ForbidRule)
    assert (rule.cards, rule.names) == ((), ("Nincs ilyen", "O'Neil"))


def test_every_card_of_a_banned_name_is_banned() -> None:
    twins = (card("Iker", id="a"), card("Iker", id="b"))
    ban = ForbidRule(id="ban", kind="forbid", names=("Iker",), source=SOURCE)
    (rule,) = bound(format_of(ban), box=twins).rules
    assert isinstance(rule, ForbidRule)
    assert rule.cards == ("a", "b")


def test_only_formats_with_dates_depend_on_the_day() -> None:
    assert is_dated(format_of(NotYetRule(id="new", kind="not-yet", source=SOURCE)))
    assert not is_dated(format_of(SizeRule(id="size", kind="size", source=SOURCE), NUMBER))


@pytest.mark.parametrize("day", ["20250405", "2025-4-5", "2025-W14-6", "2025-13-01", "yesterday"])
def test_a_day_that_is_not_written_as_iso_has_it_is_no_day(day: str) -> None:
    with pytest.raises(ValidationError):
        ForbidRule.model_validate({"id": "ban", "kind": "forbid", "until": day, "source": SOURCE})


@pytest.mark.parametrize("change", [{"agreed": {"turul": 1}}, {"agreed": {"joker": 4}}, {"min": 4}, {"cards": ()}])
def test_a_pick_that_cannot_be_is_no_rule(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        PickRule.model_validate({**NUMBER.model_dump(), **change})


def test_two_rules_of_a_format_have_no_choice_in_common() -> None:
    with pytest.raises(ValidationError):
        format_of(NUMBER, CARDS.model_copy(update={"choice": "jokers"}))
