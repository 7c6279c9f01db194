"""Each kind of rule with a deck that keeps it and one that breaks it; every fact is known here."""

from __future__ import annotations

from datetime import date

import pytest

from cardtools.legality.check import judge
from cardtools.legality.rules import CHECKS
from cardtools.model.deck import Status, Verdict
from cardtools.model.finding import Finding
from cardtools.model.rules import (
    CopiesRule,
    DistinctRule,
    ExclusiveRule,
    FixedRule,
    ForbidRule,
    LimitRule,
    NotYetRule,
    OnlyRule,
    PickRule,
    RequireRule,
    Rule,
    Selector,
    ShareRule,
    SizeRule,
    Span,
    SubsetRule,
)
from cardtools.words.catalog import Words
from tests.factories import FACTS, SOURCE, Line, card, deck_of, format_of, game_info, verdict_of

TURUL = card("Turul")
GRIFF = card("Griff", colours=("tharr",))
CYRON = card("Cyron", colours=("leah",))
BOTH = card("Máglya", colours=("tharr", "leah"))
GREY = card("Szürke", colours=("colourless",))
NONE = card("Semmi", colours=())
HOLY = card("Szent", marks=("divine",))
HOLY_LEAH = card("Leah szentje", colours=("leah",), marks=("divine",))
HOLY_BOTH = card("Két szent", colours=("raia", "leah"), marks=("divine",))
HOLY_GREY = card("Szürke szent", colours=("colourless",), marks=("divine",))
SWARM = card("Raj", max_copies=5)
LONER = card("Magányos", max_copies=1)
FRIEND = card("Barát", type="follower", colours=("colourless",))
HERO = card("Hős", type="follower", colours=("colourless",), marks=("epic",))
LAW = card("Törvény", type="rule-card", colours=("colourless",))

SIZE = SizeRule(id="size", kind="size", zones=("main",), min=3, max=5, source=SOURCE)
COPIES = CopiesRule(id="copies", kind="copies", zones=("main", "side"), max=3, source=SOURCE)
UNLESS = CopiesRule(id="copies", kind="copies", zones=("main",), max=3, unless="max_copies", source=SOURCE)
COLOURS = DistinctRule(
    id="colours", kind="distinct", of="colours", zones=("main",), max=2, free=("colourless",), source=SOURCE
)
ONE_GOD = DistinctRule(
    id="god", kind="distinct", of="colours", zones=("main",), min=1, max=1, free=("colourless",), source=SOURCE
)
LIMIT = LimitRule(
    id="divine", kind="limit", zones=("main",), select=Selector(mark=("divine",)), min=1, max=2, source=SOURCE
)
BANNED = LimitRule(
    id="banned", kind="limit", select=Selector(card=("griff",)), max=0, code="deck.banned", source=SOURCE
)
ONLY = OnlyRule(
    id="zone",
    kind="only",
    zones=("main",),
    select=Selector(exclude=Selector(type=("follower", "rule-card"))),
    source=SOURCE,
)
SUBSET = SubsetRule(
    id="divine-colour",
    kind="subset",
    of="colours",
    zones=("main",),
    select=Selector(mark=("divine",)),
    free=("colourless",),
    source=SOURCE,
)
EXCLUSIVE = ExclusiveRule(
    id="alone", kind="exclusive", zones=("rule", "follower"), select=Selector(mark=("epic",)), source=SOURCE
)
PACK = (card("Hetes", copies=2), card("Nyolcas", copies=3), card("Joker", copies=1))
SEVEN, EIGHT, JOKER = PACK
ALL = FACTS | {"cost", "released"}
DAY = date(2025, 4, 30)
FIXED = FixedRule(id="pack", kind="fixed", zones=("main",), total=6, source=SOURCE)
NO_COPY = {"min": 0, "max": 0}
NONE_OR_THREE = SizeRule(id="side", kind="size", zones=("side",), min=3, max=3, or_none=True, source=SOURCE)
NEW = card("Raj (új)", max_copies=4)
OLD = card("Turul (2020)")
VERSIONS = CopiesRule(
    id="versions", kind="copies", max=3, unless="max_copies", versions=(" (új)", " (2020)"), source=SOURCE
)
REQUIRE = RequireRule(id="god", kind="require", select=Selector(mark=("divine",)), min=2, source=SOURCE)
FORBID = ForbidRule(id="ban", kind="forbid", cards=("griff",), names=("Elveszett",), code="deck.banned", source=SOURCE)
SHARE = ShareRule(
    id="half", kind="share", zones=("main",), select=Selector(colour=("raia",)), min=40, max=60, source=SOURCE
)
CHEAP = TURUL.model_copy(update={"id": "cheap", "name": {"hu": "Olcsó"}, "cost": "{vp}1"})
DEAR = TURUL.model_copy(update={"id": "dear", "name": {"hu": "Drága"}, "cost": "{vp}2"})
COSTS = LimitRule(id="costs", kind="limit", select=Selector(cost=Span(min=0, max=1)), max=2, source=SOURCE)
APRIL = TURUL.model_copy(update={"id": "april", "name": {"hu": "Áprilisi"}, "released": date(2025, 4, 10)})
DECEMBER = TURUL.model_copy(update={"id": "december", "name": {"hu": "Decemberi"}, "released": date(2024, 12, 31)})
NOT_YET = NotYetRule(id="new", kind="not-yet", source=SOURCE)
PICK = PickRule(id="joker", kind="pick", choice="jokers", cards=("joker",), agreed={"joker": 1}, max=3, source=SOURCE)
WITHOUT = FixedRule(id="pack", kind="fixed", zones=("main",), without={"joker": 1, "hetes": 1}, total=4, source=SOURCE)

BROKEN: list[tuple[Rule, list[Line], Status, str, int, dict[str, int] | None]] = [
    (SIZE, [(2, TURUL)], "incomplete", "deck.size", 2, {"min": 3, "max": 5}),
    (SIZE, [(2, TURUL), (9, TURUL, "side")], "incomplete", "deck.size", 2, {"min": 3, "max": 5}),
    (SIZE, [(3, TURUL), (3, GRIFF)], "illegal", "deck.size", 6, {"min": 3, "max": 5}),
    (COPIES, [(4, TURUL)], "illegal", "deck.copies", 4, {"max": 3}),
    (COPIES, [(2, TURUL), (2, TURUL, "side")], "illegal", "deck.copies", 4, {"max": 3}),
    (COPIES, [(5, SWARM)], "illegal", "deck.copies", 5, {"max": 3}),
    (UNLESS, [(6, SWARM)], "illegal", "deck.copies", 6, {"max": 5}),
    (UNLESS, [(4, TURUL)], "illegal", "deck.copies", 4, {"max": 3}),
    (UNLESS, [(2, LONER)], "illegal", "deck.copies", 2, {"max": 1}),
    (COLOURS, [(3, TURUL), (2, GRIFF), (1, CYRON)], "illegal", "deck.distinct", 3, {"max": 2}),
    (COLOURS, [(3, TURUL), (1, BOTH)], "illegal", "deck.distinct", 3, {"max": 2}),
    (ONE_GOD, [(1, TURUL), (1, GRIFF)], "illegal", "deck.distinct", 2, {"min": 1, "max": 1}),
    (ONE_GOD, [(9, GREY)], "incomplete", "deck.distinct", 0, {"min": 1, "max": 1}),
    (LIMIT, [(3, HOLY)], "illegal", "deck.limit", 3, {"min": 1, "max": 2}),
    (LIMIT, [(9, TURUL)], "incomplete", "deck.limit", 0, {"min": 1, "max": 2}),
    (BANNED, [(1, GRIFF, "side")], "illegal", "deck.banned", 1, {"max": 0}),
    (ONLY, [(9, TURUL), (2, FRIEND)], "illegal", "deck.only", 2, None),
    (SUBSET, [(9, TURUL), (1, HOLY_LEAH)], "illegal", "deck.subset", 1, None),
    (SUBSET, [(9, TURUL), (1, HOLY_BOTH)], "illegal", "deck.subset", 1, None),
    (SUBSET, [(1, HOLY_LEAH), (2, HOLY_LEAH)], "illegal", "deck.subset", 3, None),
    (EXCLUSIVE, [(1, HERO, "follower"), (1, LAW, "rule")], "illegal", "deck.exclusive", 2, {"max": 1}),
    (EXCLUSIVE, [(2, HERO, "follower")], "illegal", "deck.exclusive", 2, {"max": 1}),
    (FIXED, [(1, SEVEN), (3, EIGHT), (1, JOKER)], "illegal", "deck.fixed-missing", 1, {"min": 2, "max": 2}),
    (FIXED, [(2, SEVEN), (3, EIGHT)], "illegal", "deck.fixed-missing", 0, {"min": 1, "max": 1}),
    (FIXED, [(2, SEVEN), (4, EIGHT), (1, JOKER)], "illegal", "deck.fixed-surplus", 4, {"min": 3, "max": 3}),
    (FIXED, [(2, SEVEN), (3, EIGHT), (1, JOKER), (1, GRIFF)], "illegal", "deck.fixed-foreign", 1, NO_COPY),
    (WITHOUT, [(1, SEVEN), (3, EIGHT), (1, JOKER)], "illegal", "deck.fixed-foreign", 1, NO_COPY),
    (WITHOUT, [(2, SEVEN), (3, EIGHT)], "illegal", "deck.fixed-surplus", 2, {"min": 1, "max": 1}),
    (NONE_OR_THREE, [(9, TURUL), (2, GRIFF, "side")], "incomplete", "deck.size", 2, {"min": 3, "max": 3}),
    (NONE_OR_THREE, [(9, TURUL), (4, GRIFF, "side")], "illegal", "deck.size", 4, {"min": 3, "max": 3}),
    (VERSIONS, [(2, TURUL), (2, OLD, "side")], "illegal", "deck.copies", 4, {"max": 3}),
    (VERSIONS, [(2, SWARM), (4, NEW)], "illegal", "deck.copies", 6, {"max": 5}),
    (REQUIRE, [(1, HOLY), (9, TURUL)], "incomplete", "deck.require", 1, {"min": 2}),
    (FORBID, [(1, GRIFF, "side")], "illegal", "deck.banned", 1, {"max": 0}),
    (SHARE, [(7, TURUL), (3, GRIFF)], "illegal", "deck.share", 7, {"min": 40, "max": 60}),
    (SHARE, [(3, TURUL), (7, GRIFF)], "incomplete", "deck.share", 3, {"min": 40, "max": 60}),
    (COSTS, [(3, CHEAP), (9, DEAR)], "illegal", "deck.limit", 3, {"max": 2}),
    (NOT_YET, [(2, APRIL), (9, DECEMBER)], "illegal", "deck.not-yet", 2, {"max": 0}),
    (PICK, [(2, JOKER)], "illegal", "deck.fixed-surplus", 2, {"min": 1, "max": 1}),
    (PICK, [(9, SEVEN)], "illegal", "deck.fixed-missing", 0, {"min": 1, "max": 1}),
    (PICK.model_copy(update={"agreed": {}}), [(1, JOKER)], "illegal", "deck.fixed-foreign", 1, NO_COPY),
]  # fmt: skip
"""Rules with decks that break them, and what is told of it."""


def findings_of(rule: Rule, *lines: Line) -> tuple[Finding, ...]:
    return judged(rule, lines=list(lines)).findings


def judged(*rules: Rule, lines: list[Line] | None = None, facts: frozenset[str] = ALL, on: date = DAY) -> Verdict:
    return judge(deck_of(*(lines or ())), format_of(*rules), game_info(), facts, PACK, on)


def test_every_kind_of_rule_is_tried_here() -> None:
    tried = {rule.kind for rule, *_ in BROKEN}
    assert tried == set(CHECKS)


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        (SIZE, [(3, TURUL)]),
        (SIZE, [(5, TURUL)]),
        (SIZE, [(3, TURUL), (99, TURUL, "side")]),
        (COPIES, [(3, TURUL), (3, GRIFF)]),
        (COPIES, [(2, TURUL), (1, TURUL, "side"), (5, TURUL, "follower")]),
        (UNLESS, [(5, SWARM), (3, TURUL), (1, LONER)]),
        (COLOURS, [(1, TURUL), (1, GRIFF), (9, GREY), (9, NONE)]),
        (COLOURS, [(1, BOTH)]),
        (COLOURS, [(1, TURUL), (1, GRIFF), (1, CYRON, "side")]),
        (ONE_GOD, [(1, TURUL), (2, GREY)]),
        (LIMIT, [(2, HOLY), (9, TURUL)]),
        (LIMIT, [(1, HOLY), (9, HOLY, "side")]),
        (BANNED, [(9, TURUL)]),
        (ONLY, [(1, TURUL), (1, FRIEND, "follower"), (1, LAW, "rule")]),
        (SUBSET, [(1, TURUL), (2, HOLY), (1, HOLY_GREY)]),
        (SUBSET, [(1, TURUL), (1, BOTH), (1, HOLY_BOTH)]),
        (SUBSET, [(9, GRIFF)]),
        (EXCLUSIVE, [(1, HERO, "follower"), (9, TURUL)]),
        (EXCLUSIVE, [(1, FRIEND, "follower"), (1, LAW, "rule")]),
        (FIXED, [(2, SEVEN), (3, EIGHT), (1, JOKER)]),
        (FIXED, [(1, EIGHT), (2, SEVEN), (1, JOKER), (2, EIGHT)]),
        (WITHOUT, [(1, SEVEN), (3, EIGHT)]),
        (NONE_OR_THREE, [(9, TURUL)]),
        (NONE_OR_THREE, [(9, TURUL), (1, GRIFF, "side"), (2, TURUL, "side")]),
        (VERSIONS, [(2, TURUL), (1, OLD), (9, GRIFF)]),
        (VERSIONS, [(1, SWARM), (4, NEW)]),
        (REQUIRE, [(1, HOLY), (1, HOLY_LEAH)]),
        (FORBID, [(9, TURUL)]),
        (SHARE, [(4, TURUL), (6, GRIFF)]),
        (SHARE, [(6, TURUL), (4, GRIFF), (9, TURUL, "side")]),
        (COSTS, [(2, CHEAP), (9, DEAR)]),
        (NOT_YET, [(9, DECEMBER)]),
        (PICK, [(1, JOKER), (9, SEVEN)]),
    ],
)
def test_a_deck_that_keeps_the_rule_is_legal(rule: Rule, lines: list[Line]) -> None:
    verdict = judged(rule, lines=lines)
    assert (verdict.status, verdict.findings) == ("legal", ())


@pytest.mark.parametrize(("rule", "lines", "status", "code", "actual", "limit"), BROKEN)
def test_a_deck_that_breaks_the_rule_is_told_the_numbers(
    rule: Rule, lines: list[Line], status: Status, code: str, actual: int, limit: dict[str, int] | None
) -> None:
    verdict = judged(rule, lines=lines)
    assert verdict.status == status
    (finding,) = verdict.findings
    assert (finding.code, finding.actual, finding.limit) == (code, actual, limit)
    assert (finding.rule, finding.source, finding.location.path) == (rule.id, SOURCE, "deck.txt")


@pytest.mark.parametrize("language", ["en", "hu"])
@pytest.mark.parametrize(("rule", "lines"), [(rule, lines) for rule, lines, *_ in BROKEN])
def test_what_breaks_a_rule_is_said_in_words(language: str, rule: Rule, lines: list[Line]) -> None:
    (finding,) = findings_of(rule, *lines)
    assert "{" not in Words(language).message(finding)


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        (SIZE.model_copy(update={"code": "deck.zone-size"}), [(1, TURUL)]),
        (SIZE.model_copy(update={"code": "deck.zone-size"}), [(9, TURUL)]),
        (ONE_GOD.model_copy(update={"code": "deck.colours"}), [(1, GREY)]),
        (ONE_GOD.model_copy(update={"code": "deck.colours"}), [(1, BOTH)]),
        (LIMIT.model_copy(update={"code": "deck.divine"}), [(1, TURUL)]),
        (LIMIT.model_copy(update={"code": "deck.divine"}), [(3, HOLY)]),
    ],
)
def test_a_rule_with_a_code_of_its_own_has_words_for_too_few_and_too_many(rule: Rule, lines: list[Line]) -> None:
    (finding,) = findings_of(rule, *lines)
    words = Words("en").message(finding)
    assert ("at least" in words) is (finding.effect == "incomplete")


def test_every_line_of_a_card_with_too_many_copies_is_named() -> None:
    (finding,) = findings_of(COPIES, (2, TURUL), (3, GRIFF), (1, TURUL), (1, TURUL, "side"))
    (found,) = finding.cards
    assert (found.name, found.count) == ("Turul", 4)
    assert [(one.zone, one.line, one.count) for one in found.where] == [("main", 1, 2), ("main", 3, 1), ("side", 4, 1)]
    assert finding.location.line == 4


def test_each_card_with_too_many_copies_is_a_finding_of_its_own() -> None:
    assert [one.cards[0].name for one in findings_of(COPIES, (4, GRIFF), (9, TURUL))] == ["Griff", "Turul"]


def test_cards_of_the_colours_that_could_be_taken_out_are_listed() -> None:
    (finding,) = findings_of(COLOURS, (5, TURUL), (4, GRIFF), (2, CYRON), (9, GREY))
    assert finding.tally == {"raia": 5, "tharr": 4, "leah": 2}
    assert [(one.name, one.count) for one in finding.cards] == [("Cyron", 2)]


def test_each_misplaced_card_is_a_finding_on_its_line() -> None:
    findings = findings_of(ONLY, (1, FRIEND), (9, TURUL), (1, LAW))
    assert [(one.location.line, one.cards[0].name, one.location.zone) for one in findings] == [
        (1, "Barát", "main"),
        (3, "Törvény", "main"),
    ]


def test_the_cards_of_a_foreign_colour_are_listed() -> None:
    (finding,) = findings_of(SUBSET, (9, TURUL), (2, HOLY_LEAH), (1, HOLY))
    assert [(one.name, one.count) for one in finding.cards] == [("Leah szentje", 2)]


def test_everything_that_is_wrong_with_a_pack_is_told_at_once() -> None:
    findings = findings_of(FIXED, (1, SEVEN), (4, EIGHT), (1, GRIFF))
    assert {(one.code, one.cards[0].name, one.params["missing"]) for one in findings} == {
        ("deck.fixed-missing", "Hetes", 1),
        ("deck.fixed-missing", "Joker", 1),
        ("deck.fixed-surplus", "Nyolcas", -1),
        ("deck.fixed-foreign", "Griff", -1),
    }


@pytest.mark.parametrize("severity", ["warning", "info"])
def test_a_rule_that_only_warns_makes_no_deck_illegal(severity: str) -> None:
    rule = COPIES.model_copy(update={"severity": severity})
    verdict = verdict_of(format_of(rule), (4, TURUL))
    assert [one.severity for one in verdict.findings] == [severity]
    assert verdict.status == ("legal-with-warnings" if severity == "warning" else "legal")


def test_a_rule_without_zones_counts_all_zones_of_the_game_but_no_unplaced_card() -> None:
    everywhere = SizeRule(id="size", kind="size", min=4, source=SOURCE)
    assert findings_of(everywhere, (2, TURUL), (1, FRIEND, "follower"), (1, TURUL, "side")) == ()
    (finding,) = findings_of(everywhere, (2, TURUL), (1, TURUL, "side"), (9, TURUL, "unplaced"))
    assert finding.actual == 3


def test_the_code_of_a_finding_is_the_one_the_rule_names() -> None:
    rule = COPIES.model_copy(update={"code": "deck.banned"})
    assert [one.code for one in findings_of(rule, (4, TURUL))] == ["deck.banned"]


@pytest.mark.parametrize(
    ("day", "status"),
    [(date(2025, 4, 10), "illegal"), (date(2025, 4, 30), "illegal"), (date(2025, 5, 1), "legal")],
)
def test_a_new_card_counts_from_the_first_day_of_the_next_month(day: date, status: Status) -> None:
    assert judged(NOT_YET, lines=[(1, APRIL)], on=day).status == status


def test_a_card_released_in_december_counts_from_the_new_year() -> None:
    (finding,) = judged(NOT_YET, lines=[(1, DECEMBER)], on=date(2024, 12, 31)).findings
    assert (finding.params["released"], finding.params["first"]) == ("2024-12-31", "2025-01-01")
    assert judged(NOT_YET, lines=[(1, DECEMBER)], on=date(2025, 1, 1)).status == "legal"


def test_a_card_whose_day_of_release_its_pool_does_not_tell_is_undetermined() -> None:
    verdict = judged(NOT_YET, lines=[(1, TURUL), (1, DECEMBER)])
    assert (verdict.status, [one.cards[0].name for one in verdict.findings]) == ("undetermined", ["Turul"])


def test_a_banned_name_that_the_pool_does_not_have_is_banned_all_the_same() -> None:
    verdict = judged(FORBID, lines=[(9, TURUL), (2, "Elveszett"), (1, "elveszettek")])
    assert verdict.status == "illegal"
    banned = [one for one in verdict.findings if one.code == "deck.banned"]
    assert [(one.params["name"], one.location.line, one.actual) for one in banned] == [("Elveszett", 2, 2)]


def test_cards_to_pick_from_are_left_out_of_the_fixed_pack() -> None:
    agreed = PICK.model_copy(update={"agreed": {"joker": 3}})
    assert judged(FIXED, agreed, lines=[(2, SEVEN), (3, EIGHT), (3, JOKER)]).status == "legal"
    (finding,) = judged(FIXED, agreed, lines=[(2, SEVEN), (3, EIGHT), (1, JOKER)]).findings
    assert (finding.rule, finding.params["missing"], finding.params["choice"]) == ("joker", 2, "jokers")


@pytest.mark.parametrize("unknown", [1, 2])
def test_required_cards_may_stand_under_an_unknown_name(unknown: int) -> None:
    verdict = judged(REQUIRE, lines=[(1, HOLY), (unknown, "Szennt")])
    assert [one.code for one in verdict.findings] == ["deck.unknown-card"]


def test_required_cards_that_a_mark_is_not_known_of_leave_it_open() -> None:
    hazy = card("Talán szent", unknown=("divine",))
    verdict = judged(REQUIRE, lines=[(1, HOLY), (1, hazy)])
    assert [(one.code, one.rule) for one in verdict.findings] == [("deck.undetermined", "god")]
    assert verdict.status == "undetermined"


def test_a_cost_in_anything_but_magic_points_is_not_known_to_be_low_or_high() -> None:
    odd = DEAR.model_copy(update={"id": "odd", "name": {"hu": "Fura"}, "cost": "{builder}2"})
    assert judged(COSTS, lines=[(2, CHEAP), (1, odd)]).status == "undetermined"


TIP = SHARE.model_copy(update={"severity": "info", "code": "deck.creatures"})


def test_a_tip_is_told_of_a_deck_that_is_in_order_and_changes_no_status() -> None:
    verdict = judged(TIP, COPIES, lines=[(3, TURUL)])
    assert (verdict.status, [(one.code, one.severity) for one in verdict.findings]) == (
        "legal",
        [("deck.creatures", "info")],
    )


def test_a_tip_is_not_told_where_something_is_wrong() -> None:
    assert [one.code for one in judged(TIP, COPIES, lines=[(4, TURUL)]).findings] == ["deck.copies"]


def test_a_tip_that_unknown_cards_decide_is_not_told() -> None:
    hazy = card("Színe nincs", colours=None)
    assert judged(TIP, lines=[(4, hazy), (1, TURUL)]).findings == ()
    assert judged(TIP, lines=[(4, GRIFF), (1, hazy)]).findings != ()


def test_a_tip_whose_fact_the_pool_lacks_is_neither_told_nor_listed() -> None:
    verdict = judged(TIP, lines=[(3, TURUL)], facts=frozenset())
    assert (verdict.findings, verdict.unchecked) == ((), ())
