from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest

from cardtools.decks.curve import curve_svg, text_bars
from cardtools.decks.statistics import Division, read_cost, take_statistics
from cardtools.model.game import CardType
from tests.factories import FACTS, card, deck_of, game_info

TURUL = card("Turul").model_copy(update={"cost": "{vp}1"})
GRIFF = card("Griff", colours=("raia", "tharr")).model_copy(update={"cost": "{vp}3"})
SPELL = card("Villám", type="trap", colours=("colourless",)).model_copy(update={"cost": "{component}2"})
BLANK = card("Homály", type=None, colours=None)
MONK = card("Barát", type="follower")
CREATURES = game_info().model_copy(
    update={
        "types": (
            CardType(id="monster", name={"en": "monster"}, stats=("damage", "life")),
            CardType(id="trap", name={"en": "trap"}, stats=()),
            CardType(id="follower", name={"en": "follower"}),
        )
    }
)
DECK = deck_of((3, TURUL), (2, GRIFF), (1, SPELL), (2, BLANK), (1, "Nincs"), (1, TURUL, "side"), (1, MONK, "follower"))


def division(fact: str, facts: frozenset[str] = FACTS) -> Division:
    return next(one for one in take_statistics(DECK, CREATURES, facts).divisions if one.fact == fact)


def test_cards_are_counted_by_zone_and_the_rest_is_of_the_main_deck() -> None:
    numbers = take_statistics(DECK, CREATURES, FACTS)
    assert dict(numbers.zones) == {"main": 9, "side": 1, "rule": 0, "follower": 1}
    assert (numbers.cards, numbers.different, numbers.unknown_names) == (9, 5, 1)
    assert numbers.copies == ((1, 2), (2, 2), (3, 1))


def test_copies_are_counted_over_all_zones_that_are_asked_for() -> None:
    numbers = take_statistics(DECK, CREATURES, FACTS, ("main", "side"))
    assert dict(numbers.copies)[4] == 1


def test_a_card_of_two_colours_counts_for_both() -> None:
    assert dict(division("colours").counts) == {"raia": 5, "tharr": 2, "colourless": 1}
    assert take_statistics(DECK, CREATURES, FACTS).mixed == 2


def test_what_is_not_known_is_counted_and_never_guessed() -> None:
    assert (division("type").unknown, division("colours").unknown) == (3, 3)
    assert division("cost").unknown == 3
    assert division("rarity") == Division("rarity", (), 9, carried=False)


def test_a_fact_that_the_pool_carries_is_known_to_be_none() -> None:
    assert division("rarity", FACTS | {"rarity"}).counts == (("none", 8),)


def test_creatures_are_cards_that_print_damage_and_life() -> None:
    creatures = take_statistics(DECK, CREATURES, FACTS).creatures
    assert creatures is not None
    assert (creatures.count, creatures.unknown) == (5, 3)
    assert take_statistics(DECK, game_info(), FACTS).creatures is None


def test_the_curve_has_no_gaps_and_other_costs_stand_beside_it() -> None:
    curve = take_statistics(DECK, CREATURES, FACTS).curve
    assert curve is not None
    assert (curve.icon, curve.bars, curve.other) == ("vp", ((1, 3), (2, 0), (3, 2)), (("{component}2", 1),))
    assert curve.mean == Fraction(3 * 1 + 2 * 3, 5)
    assert take_statistics(deck_of((1, BLANK)), CREATURES, FACTS).curve is None


@pytest.mark.parametrize("printed", ["", "X", "{vp}", "{vp}1 {vp}2", "-1", "1000"])
def test_a_cost_that_is_no_plain_number_is_none(printed: str) -> None:
    assert read_cost(printed) is None


def test_bars_are_as_long_as_their_numbers_are_large() -> None:
    assert text_bars((("0", 8), ("1", 1), ("2", 0)), width=8) == ("0 ████████ 8", "1 █ 1", "2  0")
    assert text_bars(()) == ()


def test_the_picture_of_a_curve_has_a_bar_and_a_number_for_each_cost() -> None:
    root = ET.fromstring(curve_svg((("1", 4), ("2", 2)), "<Görbe>\x00"))  # noqa: S314 - our own
    space = "{http://www.w3.org/2000/svg}"
    heights = [float(one.attrib["height"]) for one in root.findall(f"{space}rect")]
    assert heights[0] == 2 * heights[1]
    assert [one.text for one in root.findall(f"{space}text")] == ["4", "1", "2", "2"]
    assert (root.findtext(f"{space}title") or "").startswith("<Görbe>")
