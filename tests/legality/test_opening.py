"""Cards drawn and life at the start, where cards of the deck have a say in it."""

from __future__ import annotations

import pytest

from cardtools.model.card import Card
from cardtools.model.formats import OpeningHand, StartingLife
from cardtools.model.rules import Selector
from tests.factories import FACTS, SOURCE, Line, card, format_of, verdict_of

TURUL = card("Turul")
FRIEND = card("Barát", type="follower")
LAW = card("Törvény", type="rule-card")
EPIC = Selector(mark=("epic",))
HAND = OpeningHand(
    cards=5, less_zones=("rule", "follower"), keep=EPIC, printed=Selector(type=("rule-card",)), source=SOURCE
)
LIFE = StartingLife(select=EPIC, zones=("follower",), value=30, source=SOURCE)


def having(one: Card, **numbers: object) -> Card:
    return one.model_copy(update=numbers)


def other(one: Card, name: str, **numbers: object) -> Card:
    return having(one, id=name.casefold(), name={"hu": name}, **numbers)


HERO = card("Hős", type="follower", marks=("epic",))
HAZY = card("Talán hős", type="follower", unknown=("epic",))
SIX = other(LAW, "Hat", opening_hand=6)
EIGHT = other(LAW, "Nyolc", opening_hand=8)
PLUS_TWO = other(FRIEND, "Kettő", opening_hand=2)
MINUS = other(FRIEND, "Mínusz", opening_hand=-9)
OPEN = other(FRIEND, "Nyitott", unknown=("opening_hand",))


@pytest.mark.parametrize(
    ("lines", "hand"),
    [
        ([(1, FRIEND, "follower")], 4),
        ([(2, PLUS_TWO, "follower")], 5 + 2 * 2 - 2),
        ([(1, PLUS_TWO, "follower"), (1, FRIEND, "follower")], 5 + 2 - 2),
        ([(1, SIX, "rule")], 6),
        ([(1, SIX, "rule"), (1, FRIEND, "follower")], 6),
        ([(2, SIX, "rule")], 6),
        ([(1, SIX, "rule"), (1, other(LAW, "Hatos", opening_hand=6), "rule")], 6),
        ([(1, SIX, "rule"), (1, EIGHT, "rule")], None),
        ([(1, LAW, "rule")], None),
        ([(1, MINUS, "follower")], 0),
        ([(1, OPEN, "follower")], None),
        ([(9, OPEN), (1, FRIEND, "follower")], 4),
        ([(1, HERO, "follower"), (2, FRIEND, "follower")], 3),
        ([(9, SIX), (1, FRIEND, "follower")], 4),
    ],
)
def test_a_card_adds_its_number_or_replaces_the_whole(lines: list[Line], hand: int | None) -> None:
    assert verdict_of(format_of(opening_hand=HAND), (9, TURUL), *lines).opening_hand == hand


@pytest.mark.parametrize(
    ("facts", "line", "hand"),
    [
        (FACTS, (1, HAZY, "follower"), None),
        (frozenset({"type"}), (1, HAZY, "follower"), 4),
        (frozenset({"type"}), (1, "Nincs", "follower"), None),
        (frozenset({"epic"}), (1, "Nincs", "follower"), None),
        (frozenset[str](), (1, "Nincs", "follower"), 4),
    ],
)
def test_where_the_pool_marks_no_card_every_card_is_taken_for_a_common_one(
    facts: frozenset[str], line: Line, hand: int | None
) -> None:
    assert verdict_of(format_of(opening_hand=HAND), (9, TURUL), line, facts=facts).opening_hand == hand


def test_where_no_card_is_kept_an_unknown_name_takes_one_off_like_any_other() -> None:
    plain = OpeningHand(cards=5, less_zones=("follower",), source=SOURCE)
    assert verdict_of(format_of(opening_hand=plain), (9, TURUL), (2, "Nincs", "follower")).opening_hand == 3


LIVING = format_of(opening_hand=HAND, starting_life=20).model_copy(update={"life": (LIFE,)})
TEN = other(FRIEND, "Tíz", starting_life=10)
THIRTY = other(FRIEND, "Harminc", starting_life=30)
UNSURE = other(FRIEND, "Bizonytalan", unknown=("starting_life",))


@pytest.mark.parametrize(
    ("lines", "life"),
    [
        ([], 20),
        ([(1, FRIEND, "follower")], 20),
        ([(1, HERO, "follower")], 30),
        ([(1, HERO, "rule")], 20),
        ([(9, HERO)], 20),
        ([(1, TEN, "follower")], 10),
        ([(1, TEN, "rule")], 10),
        ([(9, TEN)], 20),
        ([(9, TEN, "side")], 20),
        ([(1, TEN, "follower"), (1, HERO, "follower")], None),
        ([(1, THIRTY, "follower"), (1, HERO, "follower")], 30),
        ([(1, having(HERO, starting_life=10), "follower")], 10),
        ([(1, UNSURE, "follower")], None),
        ([(9, UNSURE)], 20),
        ([(1, HAZY, "follower")], None),
        ([(1, HAZY, "rule")], 20),
        ([(1, "Nincs", "follower")], None),
        ([(1, "Nincs", "rule"), (1, TEN, "follower")], 10),
    ],
)
def test_a_card_of_the_zones_in_play_may_have_another_life(lines: list[Line], life: int | None) -> None:
    assert verdict_of(LIVING, (9, TURUL), *lines).starting_life == life


def test_without_an_opening_hand_only_the_zones_of_the_life_rules_are_looked_at() -> None:
    plain = LIVING.model_copy(update={"opening_hand": None})
    assert verdict_of(plain, (1, TEN, "rule")).starting_life == 20
    assert verdict_of(plain, (1, TEN, "follower")).starting_life == 10


def test_each_life_rule_looks_at_its_own_zones() -> None:
    law = StartingLife(select=Selector(type=("rule-card",)), zones=("rule",), value=15, source=SOURCE)
    both = LIVING.model_copy(update={"life": (LIFE, law)})
    assert verdict_of(both, (1, LAW, "rule")).starting_life == 15
    assert verdict_of(both, (1, LAW, "follower")).starting_life == 20
    assert verdict_of(both, (1, LAW, "rule"), (1, HERO, "follower")).starting_life is None
