"""What each kind of rule tells, to the last value: numbers, bounds, names, and every line a card stands on."""

from __future__ import annotations

from datetime import date

import pytest

from cardtools.legality.check import judge, look_up
from cardtools.model.deck import DeckList, Entry
from cardtools.model.finding import Effect, Finding, FoundCard, Location, Place
from cardtools.model.rules import (
    CopiesRule,
    ExclusiveRule,
    LimitRule,
    OnlyRule,
    RequireRule,
    Rule,
    RuleBase,
    Selector,
    ShareRule,
    SizeRule,
)
from cardtools.names.index import NameIndex
from tests.factories import SOURCE, Line, card, deck_of, format_of, game_info
from tests.legality.test_rules import (
    ALL,
    APRIL,
    COLOURS,
    COPIES,
    CYRON,
    EXCLUSIVE,
    FIXED,
    FORBID,
    FRIEND,
    GREY,
    GRIFF,
    HERO,
    HOLY,
    HOLY_LEAH,
    JOKER,
    LAW,
    LIMIT,
    NEW,
    NONE_OR_THREE,
    NOT_YET,
    OLD,
    ONE_GOD,
    ONLY,
    PACK,
    PICK,
    REQUIRE,
    SEVEN,
    SHARE,
    SIZE,
    SUBSET,
    SWARM,
    TURUL,
    UNLESS,
    VERSIONS,
    judged,
)

EIGHT = PACK[1]
NO_COLOUR = card("Színe nincs", colours=None)
HAZY = card("Talán isteni", unknown=("divine",))
HAZY_HERO = card("Talán hős", type="follower", unknown=("epic",))
HAZY_SWARM = card("Talán raj", unknown=("max_copies",))
NO_TYPE = card("Típusa nincs", type=None)


def stands(name: str, *places: tuple[int, int] | tuple[int, int, str]) -> FoundCard:
    """Return a card with where it stands: how many, on which line, in which zone, ``main`` where not given."""
    where = tuple(Place(zone=zone[0] if zone else "main", line=line, count=count) for count, line, *zone in places)
    return FoundCard(name=name, count=sum(one.count for one in where), where=where)


def told(
    rule: RuleBase,
    code: str,
    actual: int,
    limit: dict[str, int] | None,
    wording: str | None = None,
    effect: Effect = "illegal",
    *,
    cards: tuple[FoundCard, ...] = (),
    zone: str | None = "main",
    **params: str | int,
) -> Finding:
    """Return what is told of a broken rule; it stands where the last of its cards does, else in the rule's zone."""
    names = ", ".join(one.name for one in cards)
    bounds = {"least": (limit or {}).get("min", 0), "most": (limit or {}).get("max", 0)}
    last = cards[-1].where[-1] if cards and cards[-1].where else None
    return Finding(
        code=code,
        rule=rule.id,
        wording=wording,
        params={"actual": actual, "name": names, "names": names, **bounds, **params},
        location=Location(path="deck.txt", line=last.line, column=1, zone=last.zone)
        if last
        else Location(path="deck.txt", zone=zone),
        cards=cards,
        actual=actual,
        limit=limit,
        source=SOURCE,
        effect=effect,
    )


def unclear(
    rule: RuleBase, actual: int, limit: dict[str, int], wording: str, *cards: FoundCard, **more: str | int
) -> Finding:
    """Return what is told of a rule that cannot be decided."""
    plain = told(rule, "deck.undetermined", actual, limit, f"deck.undetermined.{wording}", "undetermined", cards=cards)
    return plain.model_copy(update={"params": {**plain.params, **more, "rule": rule.id}})


def own(rule: Rule, *lines: Line) -> tuple[Finding, ...]:
    """Return what the rule tells, without what is told of names that no card has."""
    return tuple(one for one in judged(rule, lines=list(lines)).findings if one.code != "deck.unknown-card")


def test_a_deck_too_small_is_told_its_size_the_bounds_and_how_many_are_missing() -> None:
    few = told(SIZE, "deck.size", 2, {"min": 3, "max": 5}, "deck.size.few", "incomplete", zone="main", missing=1)
    assert own(SIZE, (1, TURUL), (1, "Nincs")) == (few.model_copy(update={"params": {**few.params, "zone": "main"}}),)
    assert few.params == {"actual": 2, "name": "", "names": "", "least": 3, "most": 5, "missing": 1}


def in_zone(finding: Finding, zone: str) -> Finding:
    return finding.model_copy(update={"params": {**finding.params, "zone": zone}})


@pytest.mark.parametrize(
    ("rule", "lines", "wanted"),
    [
        (SIZE, [(6, TURUL)], told(SIZE, "deck.size", 6, {"min": 3, "max": 5}, "deck.size.many")),
        (
            SIZE.model_copy(update={"max": None}),
            [(1, TURUL)],
            told(SIZE, "deck.size", 1, {"min": 3}, "deck.size.few", "incomplete", missing=2),
        ),
        (SIZE.model_copy(update={"min": None}), [(6, TURUL)], told(SIZE, "deck.size", 6, {"max": 5}, "deck.size.many")),
        (
            SIZE.model_copy(update={"min": None, "max": 1}),
            [(1, TURUL), (1, GRIFF)],
            told(
                SIZE,
                "deck.size",
                2,
                {"max": 1},
                "deck.size.many",
                cards=(stands("Turul", (1, 1)), stands("Griff", (1, 2))),
            ),
        ),
    ],
)
def test_a_deck_of_the_wrong_size_is_told_the_bounds_that_there_are(
    rule: Rule, lines: list[Line], wanted: Finding
) -> None:
    assert own(rule, *lines) == (in_zone(wanted, "main"),)


def test_the_cards_are_named_only_where_there_may_be_one_of_them() -> None:
    two = SIZE.model_copy(update={"min": None, "max": 2})
    assert [one.cards for one in own(two, (3, TURUL))] == [()]


def test_a_rule_with_a_code_of_its_own_has_the_words_of_that_code_for_too_many_and_those_of_its_kind_for_too_few() -> (
    None
):
    named = SIZE.model_copy(update={"code": "deck.zone-size"})
    assert own(named, (6, TURUL)) == (in_zone(told(named, "deck.zone-size", 6, {"min": 3, "max": 5}), "main"),)
    few = told(named, "deck.zone-size", 2, {"min": 3, "max": 5}, "deck.size.few", "incomplete", missing=1)
    assert own(named, (2, TURUL)) == (in_zone(few, "main"),)


def test_a_side_deck_that_is_neither_empty_nor_whole_is_told_so_both_ways() -> None:
    limit = {"min": 3, "max": 3}
    few = told(NONE_OR_THREE, "deck.size", 2, limit, "deck.size.or-none", "incomplete", zone="side", missing=1)
    many = told(NONE_OR_THREE, "deck.size", 4, limit, "deck.size.or-none", zone="side")
    assert own(NONE_OR_THREE, (2, GRIFF, "side")) == (in_zone(few, "side"),)
    assert own(NONE_OR_THREE, (4, GRIFF, "side")) == (in_zone(many, "side"),)


def test_a_side_deck_of_one_unknown_name_is_not_an_empty_one() -> None:
    few = told(NONE_OR_THREE, "deck.size", 1, {"min": 3, "max": 3}, "deck.size.or-none", "incomplete", zone="side")
    wanted = few.model_copy(update={"params": {**few.params, "zone": "side", "missing": 2}})
    assert own(NONE_OR_THREE, (9, TURUL), (1, "Nincs", "side")) == (wanted,)


def test_a_size_over_all_zones_is_told_of_the_first_zone_of_the_game() -> None:
    everywhere = SizeRule(id="size", kind="size", max=3, source=SOURCE)
    many = told(everywhere, "deck.size", 4, {"max": 3}, "deck.size.many", zone=None)
    assert own(everywhere, (2, TURUL), (2, GRIFF, "side")) == (in_zone(many, "main"),)


@pytest.mark.parametrize(("known", "unknown"), [(2, 1), (2, 4), (5, 1), (1, 2)])
def test_a_size_that_unknown_names_decide_is_told_with_and_without_them(known: int, unknown: int) -> None:
    limit = {"min": 3, "max": 5}
    wanted = unclear(SIZE, known, limit, "number", zone="main", with_unknown=known + unknown)
    assert own(SIZE, (known, TURUL), (unknown, "Nincs")) == (wanted,)


@pytest.mark.parametrize(("known", "unknown"), [(3, 1), (3, 2), (4, 1)])
def test_a_size_that_is_right_either_way_is_told_as_a_remark(known: int, unknown: int) -> None:
    wanted = unclear(SIZE, known, {"min": 3, "max": 5}, "either", zone="main", with_unknown=known + unknown)
    found = own(SIZE, (known, TURUL), (unknown, "Nincs"))
    assert found == (wanted.model_copy(update={"severity": "info", "effect": "none"}),)


def test_four_copies_over_two_zones_are_told_at_the_last_line_of_the_card() -> None:
    found = stands("Turul", (2, 1), (1, 3), (1, 4, "side"))
    wanted = told(COPIES, "deck.copies", 4, {"max": 3}, cards=(found,))
    assert own(COPIES, (2, TURUL), (3, GRIFF), (1, TURUL), (1, TURUL, "side")) == (wanted,)
    assert (wanted.location.line, wanted.location.zone) == (4, "side")


def test_copies_over_the_number_in_the_cards_own_text_are_told_with_that_number() -> None:
    assert own(UNLESS, (6, SWARM)) == (told(UNLESS, "deck.copies", 6, {"max": 5}, cards=(stands("Raj", (6, 1)),)),)


def test_copies_of_a_card_without_a_number_of_its_own_are_told_that_there_may_be_an_exception() -> None:
    wanted = told(UNLESS, "deck.copies", 4, {"max": 3}, "deck.copies.exception", cards=(stands("Turul", (4, 1)),))
    assert own(UNLESS, (4, TURUL)) == (wanted,)


def test_after_a_card_whose_number_is_not_known_the_next_one_is_still_counted() -> None:
    hazy = unclear(UNLESS, 4, {"max": 3}, "fact", stands("Talán raj", (4, 1)))
    many = told(UNLESS, "deck.copies", 4, {"max": 3}, "deck.copies.exception", cards=(stands("Turul", (4, 2)),))
    assert own(UNLESS, (4, HAZY_SWARM), (4, TURUL)) == (hazy, many)


def test_versions_together_are_told_with_the_name_they_have_in_common_and_every_line() -> None:
    cards = (stands("Turul", (2, 1), (1, 3)), stands("Turul (2020)", (2, 2, "side")))
    wanted = told(VERSIONS, "deck.copies", 5, {"max": 3}, "deck.copies.versions", cards=cards)
    wanted = wanted.model_copy(update={"params": {**wanted.params, "name": "Turul"}})
    assert own(VERSIONS, (2, TURUL), (2, OLD, "side"), (1, TURUL)) == (wanted,)


def test_one_card_on_two_lines_is_no_two_versions() -> None:
    assert own(VERSIONS, (2, TURUL), (2, TURUL)) == ()


def test_each_group_of_versions_is_counted_by_itself() -> None:
    found = own(VERSIONS, (2, GRIFF), (1, TURUL), (1, OLD), (2, SWARM), (4, NEW))
    assert [(one.actual, one.limit, one.params["name"]) for one in found] == [(6, {"max": 5}, "Raj")]


def test_versions_are_counted_in_the_zones_of_the_rule_only() -> None:
    main = VERSIONS.model_copy(update={"zones": ("main",)})
    assert own(main, (2, TURUL), (2, OLD, "side")) == ()


def test_versions_are_told_without_the_blank_before_the_ending() -> None:
    bare = VERSIONS.model_copy(update={"versions": ("(2020)", "(új)")})
    assert [one.params["name"] for one in own(bare, (2, TURUL), (2, OLD))] == ["Turul"]


def test_a_version_of_which_the_number_is_not_known_leaves_the_group_open() -> None:
    other = card("Talán raj (új)", max_copies=4)
    wanted = unclear(VERSIONS, 5, {"max": 4}, "fact", stands("Talán raj", (2, 1)), stands("Talán raj (új)", (3, 2)))
    assert own(VERSIONS, (2, HAZY_SWARM), (3, other)) == (wanted,)


def test_without_exceptions_no_number_of_a_card_moves_the_limit_of_its_versions() -> None:
    strict = CopiesRule(id="versions", kind="copies", max=3, versions=(" (új)",), source=SOURCE)
    hazy = card("Raj", id="raj", max_copies=9, unknown=("max_copies",))
    found = own(strict, (2, hazy), (2, NEW))
    assert [(one.code, one.actual, one.limit) for one in found] == [("deck.copies", 4, {"max": 3})]


def test_a_colour_too_many_names_the_cards_of_the_rarest_colours_and_counts_them_all() -> None:
    wanted = told(COLOURS, "deck.distinct", 3, {"max": 2}, cards=(stands("Cyron", (2, 3)),))
    wanted = wanted.model_copy(update={"tally": {"raia": 5, "tharr": 4, "leah": 2}})
    assert own(COLOURS, (4, GRIFF), (5, TURUL), (2, CYRON), (9, GREY)) == (wanted,)


def test_cards_of_one_colour_are_counted_over_all_their_lines() -> None:
    (found,) = own(COLOURS, (2, TURUL), (3, HOLY), (4, GRIFF), (1, CYRON))
    assert found.tally == {"raia": 5, "tharr": 4, "leah": 1}
    assert [one.name for one in found.cards] == ["Cyron"]


def test_cards_whose_colour_is_not_known_are_named() -> None:
    wanted = unclear(COLOURS, 1, {"max": 2}, "colours", stands("Színe nincs", (1, 2), (2, 3)))
    assert own(COLOURS, (1, TURUL), (1, NO_COLOUR), (2, NO_COLOUR)) == (wanted,)


def test_a_deck_without_a_god_is_told_so_where_the_rule_is_about_gods() -> None:
    limit = {"min": 1, "max": 1}
    gods = ONE_GOD.model_copy(update={"code": "deck.god"})
    assert own(gods, (9, GREY)) == (told(gods, "deck.god", 0, limit, "deck.god.few", "incomplete"),)
    assert own(ONE_GOD, (9, GREY)) == (told(ONE_GOD, "deck.distinct", 0, limit, "deck.colours.few", "incomplete"),)


def test_an_unknown_name_in_another_zone_is_no_god_of_the_deck() -> None:
    assert [one.code for one in own(ONE_GOD, (9, GREY), (1, "Nincs", "side"))] == ["deck.distinct"]


def test_selected_cards_beyond_the_limit_are_named_with_the_bounds() -> None:
    cards = (stands("Szent", (2, 1)), stands("Leah szentje", (1, 3)))
    assert own(LIMIT, (2, HOLY), (9, TURUL), (1, HOLY_LEAH)) == (
        told(LIMIT, "deck.limit", 3, {"min": 1, "max": 2}, cards=cards),
    )


def test_too_few_selected_cards_are_told_with_the_bounds() -> None:
    assert own(LIMIT, (9, TURUL)) == (
        told(LIMIT, "deck.limit", 0, {"min": 1, "max": 2}, "deck.limit.few", "incomplete"),
    )
    only_least = LIMIT.model_copy(update={"max": None})
    assert own(only_least, (9, TURUL)) == (told(LIMIT, "deck.limit", 0, {"min": 1}, "deck.limit.few", "incomplete"),)


def test_an_unknown_name_in_another_zone_is_no_selected_card() -> None:
    assert [one.code for one in own(LIMIT, (9, TURUL), (1, "Nincs", "side"))] == ["deck.limit"]


@pytest.mark.parametrize(("holy", "hazy"), [(2, 1), (0, 1), (1, 2), (0, 3)])
def test_a_limit_that_unclear_cards_decide_is_told_with_and_without_them(holy: int, hazy: int) -> None:
    lines: list[Line] = [(hazy, HAZY), *([(holy, HOLY)] if holy else [])]
    wanted = unclear(
        LIMIT,
        holy,
        {"min": 1, "max": 2},
        "number",
        stands("Talán isteni", (hazy, 1)),
        zone="main",
        with_unknown=holy + hazy,
    )
    assert own(LIMIT, *lines) == (wanted,)


def test_without_an_upper_bound_unclear_cards_leave_open_only_whether_there_are_enough() -> None:
    least = LimitRule(id="divine", kind="limit", select=Selector(mark=("divine",)), min=1, source=SOURCE)
    wanted = unclear(least, 0, {"min": 1}, "number", stands("Talán isteni", (1, 1)), zone="main", with_unknown=1)
    assert own(least, (1, HAZY)) == (wanted,)
    assert own(least, (1, HOLY), (9, HAZY)) == ()


def test_required_cards_that_are_not_there_are_told_with_how_many_are_missing() -> None:
    wanted = told(REQUIRE, "deck.require", 0, {"min": 2}, None, "incomplete", zone=None, missing=2)
    assert own(REQUIRE, (9, TURUL), (1, "Nincs")) == (wanted,)


def test_required_cards_that_may_be_there_are_told_with_and_without_the_unclear_ones() -> None:
    wanted = unclear(REQUIRE, 1, {"min": 2}, "number", stands("Talán isteni", (3, 2)), zone="main", with_unknown=4)
    assert own(REQUIRE, (1, HOLY), (3, HAZY)) == (wanted,)
    side = REQUIRE.model_copy(update={"zones": ("side", "main")})
    found = own(side, (1, HOLY), (1, HAZY))
    assert [(one.params["zone"], one.params["with_unknown"]) for one in found] == [("side", 2)]


def test_required_cards_that_unclear_and_unknown_ones_together_cannot_make_up_are_missing() -> None:
    three = RequireRule(
        id="god", kind="require", zones=("main",), select=Selector(mark=("divine",)), min=3, source=SOURCE
    )
    assert [one.code for one in own(three, (1, HAZY), (1, "Nincs"), (5, "Sincs", "side"))] == ["deck.require"]
    assert own(three, (1, HAZY), (2, "Nincs")) == ()


def test_required_cards_are_looked_for_in_the_zones_of_the_rule_only() -> None:
    main = REQUIRE.model_copy(update={"zones": ("main",)})
    found = own(main, (1, HOLY), (9, HOLY, "side"))
    assert [(one.actual, one.params["missing"]) for one in found] == [(1, 1)]
    assert own(main, (2, HOLY)) == ()


@pytest.mark.parametrize(
    ("raia", "others", "share", "effect"),
    [
        (7, 3, 70, "illegal"),
        (2, 4, 33, "incomplete"),
        (2, 1, 67, "illegal"),
        (399, 601, 40, "incomplete"),
        (601, 399, 60, "illegal"),
    ],
)
def test_a_share_is_told_in_whole_per_cent_with_the_bounds_that_are_advised(
    raia: int, others: int, share: int, effect: Effect
) -> None:
    wanted = told(SHARE, "deck.share", raia, {"min": 40, "max": 60}, None, effect, total=raia + others, share=share)
    assert own(SHARE, (raia, TURUL), (others, GRIFF)) == (wanted,)


@pytest.mark.parametrize(
    ("lines", "broken"),
    [
        ([(6, TURUL), (4, GRIFF)], False),
        ([(4, TURUL), (6, GRIFF)], False),
        ([(61, TURUL), (39, GRIFF)], True),
        ([(39, TURUL), (61, GRIFF)], True),
        ([(3, TURUL), (5, GRIFF), (2, NO_COLOUR)], False),
        ([(3, TURUL), (6, GRIFF), (1, NO_COLOUR)], False),
        ([(2, TURUL), (7, GRIFF), (1, NO_COLOUR)], True),
        ([(3, TURUL), (5, GRIFF), (2, "Nincs")], False),
        ([(2, TURUL), (7, GRIFF), (1, "Nincs")], True),
        ([(6, TURUL), (3, GRIFF), (1, "Nincs")], False),
        ([(7, TURUL), (2, GRIFF), (1, "Nincs")], True),
        ([(2, TURUL), (7, GRIFF), (9, "Nincs", "side")], True),
        ([(6, TURUL), (4, GRIFF), (9, "Nincs", "side")], False),
        ([(399, TURUL), (601, GRIFF)], True),
        ([(601, TURUL), (399, GRIFF)], True),
        ([(9, TURUL, "side")], False),
    ],
)
def test_a_share_is_broken_where_no_unknown_card_can_mend_it(lines: list[Line], broken: bool) -> None:
    assert bool(own(SHARE, *lines)) is broken


def test_of_one_card_alone_a_share_is_told() -> None:
    assert [one.params["share"] for one in own(SHARE, (1, TURUL))] == [100]
    never = ShareRule(id="half", kind="share", zones=("main",), select=Selector(colour=("raia",)), max=1, source=SOURCE)
    assert [(one.params["share"], one.effect) for one in own(never, (1, TURUL), (1, GRIFF))] == [(50, "illegal")]


def test_a_tip_that_cannot_be_decided_is_not_told() -> None:
    tip = ONLY.model_copy(update={"severity": "info"})
    assert own(tip, (3, NO_TYPE)) == ()
    assert [one.actual for one in own(tip, (3, NO_TYPE), (1, FRIEND))] == [1]


def test_a_misplaced_card_is_told_with_its_type_and_zone_at_its_line() -> None:
    wanted = told(ONLY, "deck.only", 2, None, cards=(stands("Barát", (2, 2)),))
    wanted = wanted.model_copy(update={"params": {**wanted.params, "zone": "main", "type": "follower"}})
    assert own(ONLY, (9, TURUL), (2, FRIEND)) == (wanted,)


def test_a_misplaced_card_whose_type_is_not_known_has_none() -> None:
    rule = OnlyRule(id="zone", kind="only", zones=("main",), select=Selector(mark=("epic",)), source=SOURCE)
    assert [(one.params["type"], one.params["zone"]) for one in own(rule, (1, NO_TYPE))] == [("", "main")]


def test_a_card_of_which_nobody_can_say_where_it_belongs_is_told_and_the_next_one_is_looked_at() -> None:
    hazy = unclear(ONLY, 3, {}, "fact", stands("Típusa nincs", (3, 1)))
    wrong = told(ONLY, "deck.only", 1, None, cards=(stands("Barát", (1, 2)),))
    wrong = wrong.model_copy(update={"params": {**wrong.params, "zone": "main", "type": "follower"}})
    assert own(ONLY, (3, NO_TYPE), (1, FRIEND)) == (hazy, wrong)


def test_cards_of_a_foreign_colour_are_told_together_with_all_their_lines() -> None:
    found = stands("Leah szentje", (2, 2), (1, 3))
    assert own(SUBSET, (9, TURUL), (2, HOLY_LEAH), (1, HOLY_LEAH)) == (
        told(SUBSET, "deck.subset", 3, None, cards=(found,)),
    )


def test_colours_are_compared_within_the_zones_of_the_rule() -> None:
    assert own(SUBSET, (9, TURUL), (1, HOLY_LEAH, "side")) == ()
    assert [one.code for one in own(SUBSET, (9, TURUL), (1, HOLY_LEAH), (3, CYRON, "side"))] == ["deck.subset"]
    assert [one.code for one in own(SUBSET, (9, TURUL), (1, HOLY_LEAH), (1, "Nincs", "side"))] == ["deck.subset"]


def test_a_foreign_colour_that_an_unclear_card_may_have_is_open() -> None:
    hazy_leah = card("Talán leah", colours=("leah",), unknown=("divine",))
    wanted = unclear(SUBSET, 3, {}, "fact", stands("Leah szentje", (2, 2)), stands("Talán leah", (1, 3)))
    assert own(SUBSET, (9, TURUL), (2, HOLY_LEAH), (1, hazy_leah)) == (wanted,)


def test_a_foreign_card_and_an_unclear_one_are_told_each_in_its_own_way() -> None:
    hazy = card("Talán tharr", colours=("tharr",), unknown=("divine",))
    wrong = told(SUBSET, "deck.subset", 1, None, cards=(stands("Leah szentje", (1, 2)),))
    assert own(SUBSET, (9, TURUL), (1, HOLY_LEAH), (2, hazy)) == (
        wrong,
        unclear(SUBSET, 2, {}, "fact", stands("Talán tharr", (2, 3))),
    )


def test_one_that_must_stand_alone_is_told_with_its_company_and_the_zones() -> None:
    cards = (stands("Törvény", (1, 1, "rule")), stands("Hős", (1, 2, "follower")))
    wanted = told(EXCLUSIVE, "deck.exclusive", 2, {"max": 1}, cards=cards)
    wanted = wanted.model_copy(update={"params": {**wanted.params, "name": "Hős", "zones": "rule, follower"}})
    assert own(EXCLUSIVE, (1, LAW, "rule"), (1, HERO, "follower"), (9, TURUL)) == (wanted,)


def test_one_that_must_stand_alone_in_the_whole_deck_is_told_every_zone() -> None:
    alone = ExclusiveRule(id="alone", kind="exclusive", select=Selector(mark=("epic",)), source=SOURCE)
    (found,) = own(alone, (1, HERO, "follower"), (1, TURUL))
    assert found.params["zones"] == "main, side, rule, follower"
    assert own(alone, (1, HERO, "follower")) == ()


def test_one_that_must_stand_alone_elsewhere_minds_no_company_here() -> None:
    assert own(EXCLUSIVE, (1, HERO), (2, LAW, "rule")) == ()


def test_one_that_perhaps_must_stand_alone_is_open() -> None:
    wanted = unclear(EXCLUSIVE, 2, {"max": 1}, "fact", stands("Talán hős", (1, 1, "follower")))
    assert own(EXCLUSIVE, (1, HAZY_HERO, "follower"), (1, LAW, "rule")) == (wanted,)


def test_each_banned_card_is_told_known_to_the_pool_or_not() -> None:
    known = told(FORBID, "deck.banned", 3, {"max": 0}, cards=(stands("Griff", (1, 1, "side"), (2, 3)),))
    lost = told(FORBID, "deck.banned", 2, {"max": 0}, cards=(stands("Elveszett", (2, 2)),))
    found = own(FORBID, (1, GRIFF, "side"), (2, "Elveszett"), (2, GRIFF), (9, TURUL), (1, "Nincs"))
    assert found == (lost, known)


def test_a_ban_holds_in_the_zones_of_its_rule_only() -> None:
    main = FORBID.model_copy(update={"zones": ("main",)})
    assert own(main, (1, GRIFF, "side"), (1, "Elveszett", "side")) == ()
    assert [one.actual for one in own(main, (1, "Elveszett", "unplaced"), (1, GRIFF))] == [1]
    assert own(FORBID, (1, "Elveszett", "unplaced"), (1, GRIFF, "unplaced")) == ()


def test_a_card_that_does_not_count_yet_is_told_with_the_days() -> None:
    wanted = told(
        NOT_YET, "deck.not-yet", 2, {"max": 0}, cards=(stands("Áprilisi", (2, 1)),),
        released="2025-04-10", first="2025-05-01", on="2025-04-30",
    )  # fmt: skip
    assert own(NOT_YET, (2, APRIL)) == (wanted,)


def test_a_card_whose_day_is_not_known_is_told_and_the_next_one_is_looked_at() -> None:
    hazy = unclear(NOT_YET, 2, {}, "fact", stands("Turul", (2, 1)))
    assert [own(NOT_YET, (2, TURUL), (1, APRIL))[0], len(own(NOT_YET, (2, TURUL), (1, APRIL)))] == [hazy, 2]


def test_new_cards_in_a_zone_that_the_rule_is_not_about_are_let_be() -> None:
    main = NOT_YET.model_copy(update={"zones": ("main",)})
    assert own(main, (2, APRIL, "side")) == ()
    assert [one.actual for one in own(main, (2, APRIL, "side"), (1, APRIL))] == [1]


def test_where_no_day_of_play_is_told_new_cards_are_let_be() -> None:
    verdict = judge(deck_of((2, APRIL)), format_of(NOT_YET), game_info(), ALL)
    assert (verdict.status, verdict.findings) == ("legal", ())


def test_a_card_of_the_last_month_there_is_never_counts_and_nothing_breaks() -> None:
    last = TURUL.model_copy(update={"released": date(9999, 12, 3)})
    (found,) = judged(NOT_YET, lines=[(1, last)], on=date(9999, 12, 30)).findings
    assert (found.params["first"], found.params["on"]) == ("9999-12-31", "9999-12-30")


def test_a_december_of_the_last_year_but_one_and_a_november_of_the_last_are_like_any_other() -> None:
    for day, first in ((date(9998, 12, 3), "9999-01-01"), (date(9999, 11, 3), "9999-12-01")):
        late = TURUL.model_copy(update={"released": day})
        (found,) = judged(NOT_YET, lines=[(1, late)], on=day).findings
        assert found.params["first"] == first


def of_pack(rule: RuleBase, code: str, name: str, have: int, need: int, *places: tuple[int, int]) -> Finding:
    return told(
        rule, code, have, {"min": need, "max": need}, cards=(stands(name, *places),), zone=next(iter(rule.zones), None),
        need=need, missing=need - have, surplus=have - need,
    )  # fmt: skip


def test_each_card_of_a_pack_is_told_with_how_many_there_are_and_should_be() -> None:
    assert own(FIXED, (1, SEVEN), (2, EIGHT), (2, EIGHT), (2, GRIFF)) == (
        of_pack(FIXED, "deck.fixed-missing", "Hetes", 1, 2, (1, 1)),
        of_pack(FIXED, "deck.fixed-surplus", "Nyolcas", 4, 3, (2, 2), (2, 3)),
        of_pack(FIXED, "deck.fixed-foreign", "Griff", 2, 0, (2, 4)),
        of_pack(FIXED, "deck.fixed-missing", "Joker", 0, 1),
    )


@pytest.mark.parametrize(("unknown", "effect"), [(1, "illegal"), (2, "undetermined"), (3, "undetermined")])
def test_cards_missing_from_a_pack_may_stand_under_unknown_names_where_there_are_as_many(
    unknown: int, effect: Effect
) -> None:
    found = own(FIXED, (2, SEVEN), (1, EIGHT), (1, JOKER), (unknown, "Nyolcass"))
    assert [(one.code, one.effect, one.params["missing"]) for one in found] == [("deck.fixed-missing", effect, 2)]


def test_an_unknown_name_in_another_zone_makes_up_for_nothing() -> None:
    found = own(FIXED, (2, SEVEN), (3, EIGHT), (1, "Jokker", "side"))
    assert [(one.code, one.effect) for one in found] == [("deck.fixed-missing", "illegal")]


def test_cards_in_another_zone_are_no_part_of_the_pack() -> None:
    assert own(FIXED, (2, SEVEN), (3, EIGHT), (1, JOKER), (9, GRIFF, "side"), (1, SEVEN, "side")) == ()


def test_a_surplus_is_not_made_up_for_by_an_unknown_name() -> None:
    found = own(FIXED, (2, SEVEN), (4, EIGHT), (1, JOKER), (1, "Nincs"))
    assert [(one.code, one.effect) for one in found] == [("deck.fixed-surplus", "illegal")]


def test_what_was_agreed_on_is_told_with_what_may_be_chosen() -> None:
    many = of_pack(PICK, "deck.fixed-surplus", "Joker", 2, 1, (2, 1))
    wanted = many.model_copy(
        update={
            "wording": "deck.fixed-surplus.agreed",
            "params": {**many.params, "choice": "jokers", "values": "0–3"},
        }
    )
    assert own(PICK, (2, JOKER)) == (wanted,)
    several = PICK.model_copy(update={"cards": ("joker", "hetes"), "agreed": {}})
    (found,) = own(several, (1, SEVEN))
    assert (found.code, found.params["values"]) == ("deck.fixed-foreign", "joker, hetes, all, none")


def test_a_card_to_pick_that_the_box_does_not_have_is_called_by_its_id() -> None:
    lost = PICK.model_copy(update={"cards": ("lost",), "agreed": {"lost": 1}})
    (found,) = own(lost, (9, TURUL))
    assert found.cards == (FoundCard(name="lost", count=0),)


def test_a_warning_does_nothing_to_the_verdict() -> None:
    rule = COPIES.model_copy(update={"severity": "warning"})
    (found,) = own(rule, (4, TURUL))
    assert (found.severity, found.effect) == ("warning", "none")


def test_an_empty_list_is_told_at_its_first_sign() -> None:
    assert judged(SIZE).findings == (
        Finding(code="deck.empty", effect="incomplete", location=Location(path="deck.txt", line=1, column=1)),
    )


def test_a_name_no_card_has_is_told_with_its_place_and_cut_where_it_is_long() -> None:
    long = "Turul" + "x" * 200
    listing = DeckList("deck.txt", (Entry(7, 3, 2, "Turull", "side"), Entry(8, 1, 1, long, "main")))
    first, second = look_up(listing, NameIndex([TURUL])).findings
    assert first == Finding(
        code="deck.unknown-card",
        params={"name": "Turull", "suggestions": "Turul"},
        location=Location(path="deck.txt", line=7, column=3, zone="side"),
        cards=(FoundCard(name="Turull", count=2, where=(Place(zone="side", line=7, count=2),)),),
        suggestions=("Turul",),
        effect="undetermined",
    )
    assert (second.params["name"], second.cards[0].name) == (long[:120], long[:120])


def test_a_name_of_two_cards_is_told_with_each_of_them_once_by_its_first_spelling() -> None:
    listing = DeckList("deck.txt", (Entry(1, 1, 3, "LELEKORZO", "main"),))
    cards = [card("Lélekőrző", english="Guard"), card("Lélekorzó", id="thief", english="Thief")]
    (found,) = look_up(listing, NameIndex(cards)).findings
    assert found == Finding(
        code="deck.ambiguous-card",
        params={"name": "LELEKORZO", "suggestions": "Lélekőrző, Lélekorzó"},
        location=Location(path="deck.txt", line=1, column=1, zone="main"),
        cards=(FoundCard(name="LELEKORZO", count=3, where=(Place(zone="main", line=1, count=3),)),),
        suggestions=("Lélekőrző", "Lélekorzó"),
        effect="undetermined",
    )


def test_others_are_suggested_for_the_first_two_hundred_unknown_names_wherever_they_stand_again() -> None:
    names = [f"Turul {chr(0x4E00 + n)}" for n in range(201)]
    again = [*names, names[199], names[200], names[0]]
    listing = DeckList("deck.txt", tuple(Entry(n, 1, 1, name, "main") for n, name in enumerate(again, start=1)))
    found = look_up(listing, NameIndex([TURUL])).findings
    assert [bool(one.suggestions) for one in found] == [*[True] * 200, False, True, False, True]


def test_names_that_may_be_several_cards_are_no_unknown_ones() -> None:
    cards = [card("Lélekőrző"), card("Lélekorzó", id="thief")]
    names = ["LELEKORZO"] * 201 + ["Lélekőrző"]
    listing = DeckList("deck.txt", tuple(Entry(n, 1, 1, name, "main") for n, name in enumerate(names, start=1)))
    assert {one.suggestions for one in look_up(listing, NameIndex(cards)).findings} == {("Lélekőrző", "Lélekorzó")}
