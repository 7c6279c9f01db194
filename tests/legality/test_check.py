from __future__ import annotations

import itertools

import pytest

from cardtools.legality.check import called, judge, status_of
from cardtools.model.deck import STATUSES, DeckList, Status
from cardtools.model.finding import Effect, Finding, Location, Severity
from cardtools.model.formats import OpeningHand
from cardtools.model.rules import CopiesRule, DistinctRule, DropRule, OnlyRule, Rule, Selector, SizeRule
from tests.factories import FACTS, SOURCE, Line, card, codes, deck_of, format_of, game_info, verdict_of

TURUL = card("Turul")
GRIFF = card("Griff", colours=("tharr",))
FRIEND = card("Barát", type="follower")
HERO = card("Hős", type="follower", marks=("epic",))
HAZY = card("Talán hős", type="follower", unknown=("epic",))
LAW = card("Törvény", type="rule-card")

SIZE = SizeRule(id="size", kind="size", zones=("main",), min=10, source=SOURCE)
COPIES = CopiesRule(id="copies", kind="copies", zones=("main",), max=3, source=SOURCE)
COLOURS = DistinctRule(id="colours", kind="distinct", of="colours", zones=("main",), max=1, source=SOURCE)
ZONE = OnlyRule(
    id="zone",
    kind="only",
    zones=("main",),
    select=Selector(exclude=Selector(type=("follower",))),
    code="deck.zone",
    source=SOURCE,
)
FOLLOWERS = OnlyRule(
    id="followers",
    kind="only",
    zones=("follower",),
    select=Selector(type=("follower",)),
    code="deck.zone",
    source=SOURCE,
)
HAND = OpeningHand(cards=5, less_zones=("rule", "follower"), keep=Selector(mark=("epic",)), source=SOURCE)
WHOLE = format_of(SIZE, COPIES, COLOURS, ZONE, FOLLOWERS)


def finding(severity: Severity = "error", effect: Effect = "illegal", line: int | None = 1) -> Finding:
    return Finding(code="deck.x", severity=severity, effect=effect, location=Location(line=line))


@pytest.mark.parametrize(
    ("findings", "status"),
    [
        ([], "legal"),
        ([finding("info")], "legal"),
        ([finding("info", "none"), finding("info", "undetermined")], "legal"),
        ([finding("warning")], "legal-with-warnings"),
        ([finding("warning", "none"), finding("info")], "legal-with-warnings"),
        ([finding("error", "incomplete")], "incomplete"),
        ([finding("error", "undetermined")], "undetermined"),
        ([finding("error", "illegal")], "illegal"),
    ],
)
def test_the_status_that_findings_call_for(findings: list[Finding], status: Status) -> None:
    assert status_of(findings) == status


def test_the_gravest_status_wins_in_any_order() -> None:
    ranked = {
        "illegal": finding("error", "illegal"),
        "undetermined": finding("error", "undetermined"),
        "incomplete": finding("error", "incomplete"),
        "legal-with-warnings": finding("warning", "none"),
        "legal": finding("info", "none"),
    }
    assert ["unreadable", *ranked] == list(STATUSES)
    for some in itertools.permutations(ranked, 3):
        assert status_of([ranked[one] for one in some]) == min(some, key=list(ranked).index)


def test_an_empty_list_is_incomplete_and_nothing_else_is_said() -> None:
    verdict = verdict_of(WHOLE)
    assert (verdict.status, codes(verdict.findings)) == ("incomplete", ["deck.empty"])
    assert verdict.counts == {"main": 0, "side": 0, "rule": 0, "follower": 0}


def test_everything_that_is_wrong_is_told_at_once() -> None:
    verdict = verdict_of(WHOLE, (4, TURUL), (1, FRIEND), (1, "Nincs"), (1, GRIFF), (1, TURUL, "follower"))
    assert set(codes(verdict.findings)) == {
        "deck.unknown-card",
        "deck.copies",
        "deck.distinct",
        "deck.zone",
        "deck.size",
    }
    assert codes(verdict.findings).count("deck.zone") == 2
    assert verdict.status == "illegal"


def test_findings_stand_in_the_order_of_the_list_and_those_without_a_line_come_last() -> None:
    verdict = verdict_of(WHOLE, (1, FRIEND), (4, TURUL), (1, "Nincs"), (1, GRIFF))
    lines = [one.location.line for one in verdict.findings]
    assert lines == [1, 2, 3, 4, None]


def test_the_order_of_the_rules_does_not_change_the_order_of_the_findings() -> None:
    lines: list[Line] = [(1, FRIEND), (4, TURUL), (1, "Nincs"), (1, GRIFF)]
    rules: tuple[Rule, ...] = (SIZE, COPIES, COLOURS, ZONE)
    told = {tuple(codes(verdict_of(format_of(*order), *lines).findings)) for order in itertools.permutations(rules)}
    assert len(told) == 1


def test_findings_of_reading_are_part_of_the_verdict() -> None:
    section = Finding(code="deck.section", location=Location(path="deck.txt", line=1))
    deck = deck_of((3, TURUL), findings=(section,))
    verdict = judge(deck, format_of(COPIES), game_info(), FACTS)
    assert (verdict.status, verdict.findings) == ("illegal", (section,))


def test_counts_follow_the_zones_of_the_list() -> None:
    verdict = verdict_of(WHOLE, (3, TURUL), (2, FRIEND), (1, TURUL, "side"), (1, "Nincs"), (4, GRIFF, "unplaced"))
    assert verdict.counts == {"main": 6, "side": 1, "rule": 0, "follower": 0, "unplaced": 4}


def test_cards_without_a_place_are_counted_nowhere_else() -> None:
    assert "unplaced" not in verdict_of(WHOLE, (3, TURUL)).counts
    only_size = verdict_of(format_of(SIZE), (20, TURUL, "unplaced"))
    assert [one.actual for one in only_size.findings] == [0]


def test_a_misplaced_card_is_told_where_it_belongs() -> None:
    verdict = verdict_of(format_of(ZONE, FOLLOWERS), (3, TURUL), (1, FRIEND))
    (one,) = verdict.findings
    assert (one.code, one.wording, one.params["belongs"]) == ("deck.zone", "deck.zone.belongs", "follower")
    assert (one.params["zone"], one.params["type"], one.location.line) == ("main", "follower", 2)


def test_a_misplaced_card_that_belongs_nowhere_is_told_so() -> None:
    (one,) = verdict_of(format_of(ZONE), (3, TURUL), (1, FRIEND)).findings
    assert (one.wording, "belongs" in one.params) == (None, False)


def test_a_rule_that_only_drops_another_checks_nothing() -> None:
    assert verdict_of(format_of(DropRule(id="size", kind="drop")), (1, TURUL)).status == "legal"


@pytest.mark.parametrize(
    ("lines", "hand"),
    [
        ([(9, TURUL)], 5),
        ([(9, TURUL), (1, FRIEND, "follower")], 4),
        ([(9, TURUL), (1, FRIEND, "follower"), (1, LAW, "rule")], 3),
        ([(9, TURUL), (2, FRIEND, "follower")], 3),
        ([(9, TURUL), (1, HERO, "follower")], 5),
        ([(9, TURUL), (1, HERO, "follower"), (1, LAW, "rule")], 4),
        ([(9, TURUL), (1, HAZY, "follower")], None),
        ([(9, TURUL), (1, "Nincs", "follower")], None),
        ([(9, TURUL), (1, FRIEND), (1, LAW, "side")], 5),
        ([(9, FRIEND, "follower")], 0),
        ([], 5),
    ],
)
def test_the_opening_hand_is_less_one_for_each_card_that_takes_one_off(lines: list[Line], hand: int | None) -> None:
    assert verdict_of(format_of(opening_hand=HAND), *lines).opening_hand == hand


def test_a_format_without_an_opening_hand_tells_none() -> None:
    verdict = verdict_of(format_of(), (1, TURUL))
    assert (verdict.opening_hand, verdict.starting_life) == (None, None)


def test_starting_life_is_that_of_the_format() -> None:
    assert verdict_of(format_of(starting_life=20), (1, TURUL)).starting_life == 20


@pytest.mark.parametrize(("headers", "name"), [({}, "deck"), ({"name": "Paklim"}, "Paklim")])
def test_a_deck_is_called_by_its_header_or_its_file(headers: dict[str, str], name: str) -> None:
    verdict = judge(deck_of((1, TURUL), headers=headers), WHOLE, game_info(), FACTS)
    assert (verdict.deck, verdict.path, verdict.format) == (name, "deck.txt", "toy")


def test_a_game_without_zones_has_one_deck() -> None:
    verdict = verdict_of(format_of(COPIES), (4, TURUL), info=game_info(zones=()))
    assert (verdict.counts, codes(verdict.findings)) == ({"main": 4}, ["deck.copies"])


def test_a_card_of_the_rule_zone_is_told_to_belong_there_and_not_to_the_first_zone_that_takes_cards() -> None:
    laws = FOLLOWERS.model_copy(
        update={"id": "laws", "zones": ("rule", "side"), "select": Selector(type=("rule-card", "monster"))}
    )
    only_side = ZONE.model_copy(update={"zones": ("side",), "select": Selector(type=("monster",))})
    verdict = verdict_of(format_of(only_side, FOLLOWERS, laws), (1, LAW, "side"), (1, FRIEND, "side"))
    assert [(one.params["name"], one.params.get("belongs")) for one in verdict.findings if one.rule == "zone"] == [
        ("Törvény", "rule"),
        ("Barát", "follower"),
    ]


def test_where_a_card_belongs_is_told_of_misplaced_cards_only() -> None:
    other = ZONE.model_copy(update={"code": None})
    (one,) = verdict_of(format_of(other, FOLLOWERS), (3, TURUL), (1, FRIEND)).findings
    assert (one.code, one.wording, "belongs" in one.params) == ("deck.only", None, False)


def test_what_is_told_of_a_misplaced_card_stays_where_it_is_told_where_it_belongs() -> None:
    (one,) = verdict_of(format_of(ZONE, FOLLOWERS), (3, TURUL), (1, FRIEND)).findings
    assert one.params == {
        "actual": 1, "name": "Barát", "names": "Barát", "least": 0, "most": 0, "zone": "main", "type": "follower",
        "belongs": "follower",
    }  # fmt: skip


def test_findings_of_one_line_stand_by_column_and_then_by_code() -> None:
    found = [
        Finding(code="deck.b", location=Location(line=2, column=1)),
        Finding(code="deck.a", location=Location(line=2, column=1)),
        Finding(code="deck.z", location=Location(line=2)),
        Finding(code="deck.c", location=Location()),
        Finding(code="deck.d", location=Location(line=1, column=9)),
        Finding(code="deck.e", location=Location(line=999_999, column=1)),
    ]
    verdict = judge(deck_of((1, TURUL), findings=tuple(found)), format_of(), game_info(), FACTS)
    assert codes(verdict.findings) == ["deck.d", "deck.z", "deck.a", "deck.b", "deck.e", "deck.c"]


def test_a_deck_without_a_name_is_called_by_its_file_without_folder_and_ending() -> None:
    listing = DeckList("lists/sunday.evening.txt", ())
    assert called(listing) == "sunday.evening"
    assert called(DeckList("lists/sunday.txt", (), {"name": ""})) == "sunday"
    assert called(DeckList("lists/sunday.txt", (), {"name": "Paklim", "Name": "x"})) == "Paklim"


def test_names_are_told_in_the_first_language_of_the_game() -> None:
    both = card("Turul", english="Eagle")
    (one,) = verdict_of(format_of(COPIES), (4, both)).findings
    assert one.params["name"] == "Turul"


def test_an_empty_list_is_given_no_tip_and_nothing_of_one_is_unchecked() -> None:
    tip = COLOURS.model_copy(update={"severity": "info", "min": 1})
    verdict = verdict_of(format_of(tip), facts=frozenset())
    assert (codes(verdict.findings), verdict.unchecked) == (["deck.empty"], ())


def test_of_an_empty_list_every_rule_that_cannot_be_checked_is_listed() -> None:
    verdict = verdict_of(format_of(COLOURS, ZONE), facts=frozenset())
    assert [(one.rule, one.fact) for one in verdict.unchecked] == [("colours", "colours"), ("zone", "type")]


def test_rules_after_one_that_cannot_be_checked_are_checked() -> None:
    verdict = verdict_of(format_of(DropRule(id="x", kind="drop"), COLOURS, COPIES), (4, TURUL), facts=frozenset())
    assert codes(verdict.findings) == ["deck.copies"]
    assert [(one.rule, one.fact) for one in verdict.unchecked] == [("colours", "colours")]


def test_a_warning_does_not_keep_tips_back() -> None:
    warning = COPIES.model_copy(update={"severity": "warning"})
    tip = SIZE.model_copy(update={"severity": "info"})
    assert codes(verdict_of(format_of(tip, warning), (4, TURUL)).findings) == ["deck.copies", "deck.size"]
