"""The golden examples H1 to H6 of HKK, with the formats that are shipped and a small pool that carries every fact."""

from __future__ import annotations

import pytest

from cardtools.legality.check import judge
from cardtools.legality.formats import resolve
from cardtools.model.card import Card
from cardtools.model.deck import Status, Unchecked, Verdict
from cardtools.store.catalog import Catalog
from cardtools.store.workspace import shipped
from tests.factories import Line, card, codes, deck_of

CATALOG = Catalog((shipped("data"),))
INFO = CATALOG.info("hkk")
FORMATS = CATALOG.formats("hkk")
FACTS = frozenset(
    {"colours", "type", "divine", "epic", "horde", "alone", "max_copies", "opening_hand", "starting_life"}
)


def filler(cards: int, *colours: str, tag: str = "") -> list[Line]:
    """Return lines of so many cards, three of each but the last, of these colours in turn; half are creatures."""
    lines: list[Line] = []
    while cards > 0:
        colour = colours[len(lines) % len(colours)]
        kind = "instant" if len(lines) % 2 else "monster"
        lines.append((min(3, cards), card(f"Lap {tag}{colour} {len(lines)}", colours=(colour,), type=kind)))
        cards -= 3
    return lines


def judged(rules: str, *lines: Line, facts: frozenset[str] = FACTS) -> Verdict:
    return judge(deck_of(*lines), resolve(rules, FORMATS), INFO, facts)


@pytest.mark.parametrize(
    ("rules", "cards", "status"),
    [
        ("home", 29, "incomplete"),
        ("home", 30, "legal"),
        ("home-three-colours", 29, "incomplete"),
        ("home-three-colours", 30, "legal"),
        ("tournament", 30, "incomplete"),
        ("tournament", 49, "incomplete"),
        ("tournament", 50, "legal"),
        ("tournament", 300, "legal"),
    ],
)
def test_h1_the_least_size_of_a_deck(rules: str, cards: int, status: Status) -> None:
    verdict = judged(rules, *filler(cards, "raia"))
    assert (verdict.status, verdict.counts["main"]) == (status, cards)


def test_h2_two_and_two_copies_on_two_lines_are_four() -> None:
    turul = card("Turul")
    verdict = judged("tournament", (2, turul), *filler(48, "raia"), (2, turul))
    assert verdict.status == "illegal"
    (finding,) = verdict.findings
    assert (finding.code, finding.actual, finding.limit) == ("deck.copies", 4, {"max": 3})
    assert [place.line for place in finding.cards[0].where] == [1, 18]


def test_h2_a_card_whose_own_text_allows_more_may_have_more() -> None:
    servant = card("A Dungeon szolgálója", max_copies=4)
    assert judged("tournament", (4, servant), *filler(46, "raia")).status == "legal"
    assert judged("tournament", (5, servant), *filler(45, "raia")).status == "illegal"


def test_h3_three_gods_with_colourless_and_bufa_are_legal_and_a_fourth_is_not() -> None:
    lines = filler(48, "raia", "tharr", "leah", "colourless", "bufa")
    assert judged("tournament", *lines, *filler(2, "raia", tag="x")).status == "legal"
    verdict = judged("tournament", *lines, (2, card("Idegen", colours=("sheran",))))
    assert verdict.status == "illegal"
    (finding,) = verdict.findings
    assert (finding.code, finding.actual, finding.limit) == ("deck.colours", 4, {"max": 3})
    assert [(one.name, one.count) for one in finding.cards] == [("Idegen", 2)]


def test_h3_home_play_has_no_limit_of_colours() -> None:
    assert judged("home", *filler(50, "raia", "tharr", "leah", "sheran", "elenios", "rhatt")).status == "legal"


def test_h4_a_card_of_two_colours_needs_both() -> None:
    both = card("Áldozati máglya", colours=("dornodon", "leah"))
    verdict = judged("tournament", *filler(48, "raia", "tharr"), (2, both))
    assert verdict.status == "illegal"
    (finding,) = verdict.findings
    assert (finding.code, finding.actual) == ("deck.colours", 4)
    assert judged("tournament", *filler(48, "raia", "leah"), (2, both)).status == "legal"


def divine(count: int, colour: str = "raia") -> list[Line]:
    return [(1, card(f"Isteni {colour} {n}", colours=(colour,), marks=("divine",))) for n in range(count)]


@pytest.mark.parametrize("rules", ["home", "home-three-colours", "tournament"])
@pytest.mark.parametrize(
    ("lines", "status", "told"),
    [
        (divine(13), "legal", []),
        (divine(14), "illegal", ["deck.divine"]),
        (divine(12) + divine(1, "leah"), "illegal", ["deck.divine-colour"]),
        (divine(13) + divine(1, "leah"), "illegal", ["deck.divine-colour", "deck.divine"]),
        (divine(1, "colourless") + divine(1, "bufa"), "legal", []),
    ],
)
def test_h5_thirteen_divine_cards_of_colours_that_the_deck_has_anyway(
    rules: str, lines: list[Line], status: Status, told: list[str]
) -> None:
    verdict = judged(rules, *filler(50, "raia"), *lines)
    assert (verdict.status, sorted(codes(verdict.findings))) == (status, sorted(told))


def test_h5_fourteen_divine_cards_are_told_with_the_numbers() -> None:
    verdict = judged("home", *filler(30, "raia"), *divine(14))
    (finding,) = verdict.findings
    assert (finding.actual, finding.limit, len(finding.cards)) == (14, {"max": 13}, 14)


def test_h5_the_divine_card_of_an_unused_colour_is_named() -> None:
    (finding,) = judged("home", *filler(30, "raia"), *divine(2), *divine(1, "leah")).findings
    assert [one.name for one in finding.cards] == ["Isteni leah 0"]


def test_h5_is_unchecked_where_the_pool_has_no_divine_mark() -> None:
    verdict = judged("home", *filler(30, "raia"), *divine(14), *divine(1, "leah"), facts=frozenset({"colours", "type"}))
    assert verdict.status == "legal"
    assert {(one.rule, one.fact) for one in verdict.unchecked} == {
        ("copies", "max_copies"),
        ("divine", "divine"),
        ("divine-colour", "divine"),
        ("exclusive", "epic"),
        ("exclusive", "horde"),
        ("alone", "alone"),
    }


FRIEND = card("Barát", type="follower", colours=("colourless",))
LAW = card("Törvény", type="rule-card", colours=("colourless",))
EPIC = card("Epikus", type="follower", colours=("colourless",), marks=("epic",))
HORDE = card("Hordavezér", type="follower", colours=("colourless",), marks=("horde",))
HORDE_OF_SEVEN = HORDE.model_copy(update={"id": "seven", "opening_hand": 7})
EPIC_OF_25 = EPIC.model_copy(update={"id": "epic25", "starting_life": 25})
PLENTY = LAW.model_copy(update={"id": "plenty", "opening_hand": 3})
LIVING = LAW.model_copy(update={"id": "living", "starting_life": 30})


@pytest.mark.parametrize(
    ("lines", "hand", "life"),
    [
        ([], 5, 20),
        ([(1, FRIEND, "follower")], 4, 20),
        ([(1, LAW, "rule")], 4, 20),
        ([(1, FRIEND, "follower"), (1, LAW, "rule")], 3, 20),
        ([(1, EPIC, "follower")], 5, 18),
        ([(1, HORDE, "follower")], None, 20),
        ([(1, HORDE_OF_SEVEN, "follower")], 7, 20),
        ([(1, PLENTY, "rule")], 7, 20),
        ([(1, PLENTY, "rule"), (1, FRIEND, "follower")], 6, 20),
        ([(1, LIVING, "rule")], 4, 30),
        ([(1, EPIC_OF_25, "follower")], 5, 25),
    ],
)
def test_h6_the_opening_hand_and_life_by_rule_card_and_follower(lines: list[Line], hand: int | None, life: int) -> None:
    verdict = judged("tournament", *filler(50, "raia"), *lines)
    assert (verdict.status, verdict.opening_hand, verdict.starting_life) == ("legal", hand, life)


@pytest.mark.parametrize("facts", [frozenset({"colours", "type"}), FACTS - {"opening_hand", "starting_life"}])
def test_h6_a_common_follower_takes_one_off_whatever_the_pool_tells(facts: frozenset[str]) -> None:
    verdict = judged("tournament", *filler(50, "raia"), (1, FRIEND, "follower"), facts=facts)
    assert (verdict.opening_hand, verdict.starting_life) == (4, 20)


def test_a_follower_that_allows_no_rule_card_says_so_by_a_mark_of_the_pool() -> None:
    lonely = card("Magányos", type="follower", colours=("colourless",), marks=("alone",))
    alone = judged("tournament", *filler(50, "raia"), (1, lonely, "follower"))
    assert (alone.status, alone.opening_hand) == ("legal", 4)
    verdict = judged("tournament", *filler(50, "raia"), (1, lonely, "follower"), (1, LAW, "rule"))
    assert [(one.rule, one.code) for one in verdict.findings] == [("alone", "deck.exclusive")]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([(2, FRIEND, "follower")], "deck.zone-size"),
        ([(1, LAW, "rule"), (1, card("Másik törvény", type="rule-card"), "rule")], "deck.zone-size"),
        ([(1, EPIC, "follower"), (1, LAW, "rule")], "deck.exclusive"),
        ([(1, HORDE, "follower"), (1, LAW, "rule")], "deck.exclusive"),
        ([(1, FRIEND)], "deck.zone"),
        ([(1, LAW)], "deck.zone"),
        ([(1, FRIEND, "side")], "deck.zone"),
        ([(1, LAW, "follower")], "deck.zone"),
        ([(1, FRIEND, "rule")], "deck.zone"),
        ([(1, card("Szörny"), "rule")], "deck.zone"),
    ],
)
@pytest.mark.parametrize("rules", ["home", "tournament"])
def test_rule_cards_and_followers_have_zones_of_their_own(rules: str, lines: list[Line], code: str) -> None:
    verdict = judged(rules, *filler(50, "raia"), *lines)
    assert (verdict.status, codes(verdict.findings)) == ("illegal", [code])


@pytest.mark.parametrize("lone", [EPIC, HORDE])
def test_an_epic_follower_or_horde_commander_stands_alone(lone: Card) -> None:
    assert judged("tournament", *filler(50, "raia"), (1, lone, "follower")).status == "legal"
    verdict = judged("tournament", *filler(50, "raia"), (1, lone, "follower"), (1, FRIEND, "follower"))
    assert set(codes(verdict.findings)) == {"deck.exclusive", "deck.zone-size"}


def test_rule_cards_and_followers_do_not_count_to_the_size_of_the_deck() -> None:
    verdict = judged("tournament", *filler(49, "raia"), (1, FRIEND, "follower"), (1, LAW, "rule"))
    assert (verdict.status, codes(verdict.findings)) == ("incomplete", ["deck.size"])


def test_with_a_pool_of_every_fact_nothing_is_unchecked() -> None:
    assert judged("tournament", *filler(50, "raia")).unchecked == ()
    assert Unchecked("colours", "colours") in judged("tournament", *filler(50, "raia"), facts=frozenset()).unchecked
