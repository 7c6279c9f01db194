"""Formats bound to an evening: choices, days and names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest
from pydantic import ValidationError

from cardtools.legality.binding import bind, choices_of, is_dated
from cardtools.model.card import Card
from cardtools.model.finding import Severity
from cardtools.model.formats import Format
from cardtools.model.rules import CopiesRule, ForbidRule, NotYetRule, PickRule, SeverityChoice, SizeRule
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
