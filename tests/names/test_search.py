from __future__ import annotations

import contextlib

import pytest

from cardtools.errors import CardtoolsError
from cardtools.model.card import Card
from cardtools.model.finding import Finding
from cardtools.names.query import LONGEST
from cardtools.names.search import Found, Searcher
from tests.factories import card, game_info, refused

INFO = game_info()


def rich(name: str, **facts: object) -> Card:
    return card(name).model_copy(update=facts)


CARDS = (
    rich("Nekromanta csontváz", type="monster", colours=("leah",), cost="{vp}1", damage=3, life=1, rarity="rare"),
    rich("Irtóztató nekromanta", type="monster", colours=("leah", "tharr"), cost="3 VP", text={"hu": "Repül."}),
    rich("Csontnekro", type="trap", colours=("raia",), cost="X", marks=("divine",), max_copies=4),
    rich("Turul", type="follower", colours=("colourless",), unknown=("cost",), aliases=("Turul (foil)",)),
    rich("Griff", type=None, colours=None, subtypes=("madár",), rarity="common"),
)
FACTS = frozenset({"colours", "type", "cost", "divine", "max_copies"})


def found(query: str, facts: frozenset[str] = FACTS, cards: tuple[Card, ...] = CARDS) -> Found:
    return Searcher(INFO, cards, facts).search(query)


def names(query: str) -> set[str]:
    return {one.name["hu"].split()[0] for one in found(query).cards}


def wrong(query: str) -> Finding:
    (finding,) = refused(lambda: found(query))
    return finding


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("type:szörny", {"Nekromanta", "Irtóztató"}),
        ("típus=monster", {"Nekromanta", "Irtóztató"}),
        ("TIPUS:SZORNY", {"Nekromanta", "Irtóztató"}),
        ("type:'trap", None),
        ('type:"bűbáj lényre"', {"Csontnekro"}),
        ("type~lény", {"Csontnekro"}),
        ("god:Leah", {"Nekromanta", "Irtóztató"}),
        ('isten:"halhatatlan klán"', {"Nekromanta", "Irtóztató"}),
        ("szín:Leah-Tharr", {"Irtóztató"}),
        ("god=Leah", {"Nekromanta"}),
        ("god~katona", {"Csontnekro"}),
        ("name~nekro", {"Nekromanta", "Irtóztató", "Csontnekro"}),
        ("név=turul", {"Turul"}),
        ('name="Turul (foil)"', {"Turul"}),
        ("name:(foil)", None),
        ("szöveg~repul", {"Irtóztató"}),
        ("text=repül.", {"Irtóztató"}),
        ("cost<=3", {"Nekromanta", "Irtóztató"}),
        ("cost<3", {"Nekromanta"}),
        ("költség:3", {"Irtóztató"}),
        ("cost>1", {"Irtóztató"}),
        ("cost>=1", {"Nekromanta", "Irtóztató"}),
        ("cost=x", {"Csontnekro"}),
        ("sb=3", {"Nekromanta"}),
        ("élet:1", {"Nekromanta"}),
        ("rarity:RARE", {"Nekromanta"}),
        ("mark:divine", {"Csontnekro"}),
        ("jel:isteni", {"Csontnekro"}),
        ("-mark:divine", {"Nekromanta", "Irtóztató", "Turul", "Griff"}),
        ("példány>3", {"Csontnekro"}),
        ("altípus:madar", {"Griff"}),
        ("id:turul", {"Turul"}),
        ("type:szörny -god:Tharr", {"Nekromanta"}),
        ("turul OR griff", {"Turul", "Griff"}),
        ("type:szörny god:Tharr VAGY név=griff", {"Irtóztató", "Griff"}),
        ("type:szörny (god:Tharr OR cost=1)", {"Nekromanta", "Irtóztató"}),
        ("-(god:Leah OR god:Raia)", {"Turul"}),
        ("„nekromanta csont”", {"Nekromanta"}),
        ("csontvaz", {"Nekromanta"}),
        ("csontvás", {"Nekromanta"}),
        ("-csontvás", {"Nekromanta", "Irtóztató", "Csontnekro", "Turul", "Griff"}),
        ("xyzzy", set()),
    ],
)
def test_what_a_query_finds(query: str, expected: set[str] | None) -> None:
    if expected is None:
        assert wrong(query).code.startswith("usage.search")
    else:
        assert names(query) == expected


def test_exact_names_come_first_then_prefixes_words_parts_and_what_is_alike() -> None:
    cards = tuple(card(name) for name in ("Sárkáyn", "Ősárkány", "Ifjú sárkány", "Sárkányölő", "Sárkány"))
    ordered = [one.name["hu"] for one in found("sarkany", cards=cards).cards]
    assert ordered == ["Sárkány", "Sárkányölő", "Ifjú sárkány", "Ősárkány", "Sárkáyn"]


def test_words_side_by_side_rank_as_one_name() -> None:
    cards = tuple(card(name) for name in ("Bíró piros", "Nagy piros bíró", "Piros bíró", "Piros bíróság"))
    ordered = [one.name["hu"] for one in found("piros bíró", cards=cards).cards]
    assert ordered == ["Piros bíró", "Piros bíróság", "Bíró piros", "Nagy piros bíró"]


@pytest.mark.parametrize(
    ("query", "facts", "undecided"),
    [
        ("cost<=3", FACTS, 2),  # X is no number, and Turul's cost is not known
        ("-cost<=3", FACTS, 2),
        ("cost<=3", FACTS - {"cost"}, 3),
        ("type:monster", FACTS, 1),
        ("mark:divine", FACTS, 0),
        ("mark:divine", FACTS - {"divine"}, 4),
        ("-mark:divine", FACTS - {"divine"}, 4),
        ("mark:divine turul", FACTS - {"divine"}, 1),
        ("mark:divine OR turul", FACTS - {"divine"}, 3),
        ("text~repül", FACTS, 4),
        ("text~repül", FACTS | {"text"}, 0),
        ("rarity:mythic", FACTS, None),
    ],
)
def test_a_card_that_lacks_the_fact_is_no_hit_and_counted(
    query: str, facts: frozenset[str], undecided: int | None
) -> None:
    if undecided is None:
        assert wrong(query).code == "usage.search-value"
    else:
        assert found(query, facts).undecided == undecided


def test_a_value_of_a_fact_that_no_card_has_decides_nothing() -> None:
    outcome = found("rarity:rare", cards=(card("Turul"),))
    assert (outcome.cards, outcome.undecided) == ((), 1)


@pytest.mark.parametrize(
    ("query", "key", "position"),
    [
        ("", "usage.search.empty", 1),
        ("   ", "usage.search.empty", 4),
        ("turul OR", "usage.search.empty", 9),
        ("OR turul", "usage.search.empty", 1),
        ("()", "usage.search.empty", 2),
        ("(turul", "usage.search.bracket", 1),
        ("turul)", "usage.search.bracket", 6),
        ("(" * 30 + "a" + ")" * 30, "usage.search.deep", 21),
        ('name:"turul', "usage.search.quote", 6),
        ("turul name:", "usage.search.no-value", 7),
        ('name:""', "usage.search.no-value", 1),
        ("turul :x", "usage.search.no-key", 7),
        ("turul wings:2", "usage.search-key", 7),
        ("-wings:2", "usage.search-key", 2),
        ("cost!=3", "usage.search-operator", 5),
        ("cost==3", "usage.search-operator", 5),
        ("type<3", "usage.search-operator", 5),
        ("cost~3", "usage.search-operator", 5),
        ("cost<x", "usage.search-number", 1),
        ("cost<" + "9" * 400, "usage.search-number", 1),
        ("turul type:gép", "usage.search-value", 7),
        ("god:Bármi", "usage.search-value", 1),
        ("mark:x", "usage.search-value", 1),
    ],
)
def test_a_query_that_cannot_be_read_tells_the_position(query: str, key: str, position: int) -> None:
    finding = wrong(query)
    assert (finding.key, finding.params["position"]) == (key, position)


def test_what_there_is_stands_beside_what_there_is_not() -> None:
    assert "type (típus)" in str(wrong("wings:2").params["known"])
    assert wrong("type<3").params["known"] == ": = ~"
    assert wrong("type:szorni").suggestions[0] == "szorny"


def test_a_query_has_a_longest_length() -> None:
    assert wrong("a" * (LONGEST + 1)).key == "usage.search.long"
    assert found("a" * LONGEST).cards == ()


@pytest.mark.parametrize("query", ["a" * 500, "(" * 500, "-" * 500, '"' * 500, ":" * 500, "a:" * 250, "((a)" * 100])
def test_no_query_of_strange_signs_does_more_than_fail(query: str) -> None:
    with contextlib.suppress(CardtoolsError):
        assert found(query).undecided == 0
