from __future__ import annotations

import pytest

from cardtools.legality.selectors import needed_facts, selects
from cardtools.model.card import Card
from cardtools.model.rules import Selector, Span
from tests.factories import card

DIVINE = card("Isteni", colours=("raia", "leah"), marks=("divine",))
PLAIN = card("Sima", type="trap", colours=("tharr",))
BARE = card("Csupasz", type=None, colours=None, unknown=("divine",))


@pytest.mark.parametrize(
    ("selector", "answers"),
    [
        (Selector(), (True, True, True)),
        (Selector(type=("monster", "item")), (True, False, None)),
        (Selector(colour=("leah",)), (True, False, None)),
        (Selector(mark=("divine",)), (True, False, None)),
        (Selector(mark=("epic", "divine")), (True, False, None)),
        (Selector(mark=("epic",)), (False, False, False)),
        (Selector(card=("sima",)), (False, True, False)),
        (Selector(type=("monster",), colour=("tharr",)), (False, False, None)),
        (Selector(type=("monster",), card=("sima",)), (False, False, False)),
        (Selector(exclude=Selector(type=("trap",))), (True, False, None)),
        (Selector(exclude=Selector(mark=("divine",))), (False, True, None)),
        (Selector(type=("monster",), exclude=Selector(colour=("leah",))), (False, False, None)),
        (Selector(card=("sima",), exclude=Selector(type=("item",))), (False, True, False)),
    ],
)
def test_a_card_is_selected_or_not_or_nobody_can_tell(
    selector: Selector, answers: tuple[bool | None, bool | None, bool | None]
) -> None:
    assert tuple(selects(selector, one) for one in (DIVINE, PLAIN, BARE)) == answers


def test_one_condition_that_fails_decides_whatever_is_unknown() -> None:
    half: Card = card("Fél", type="trap", colours=None)
    assert selects(Selector(type=("monster",), colour=("raia",)), half) is False


@pytest.mark.parametrize(
    ("selector", "facts"),
    [
        (Selector(), []),
        (Selector(card=("a",)), []),
        (Selector(type=("monster",)), ["type"]),
        (Selector(colour=("raia",), mark=("divine", "epic")), ["colours", "divine", "epic"]),
        (Selector(exclude=Selector(type=("a",), exclude=Selector(mark=("epic",)))), ["type", "epic"]),
    ],
)
def test_a_selector_needs_the_facts_it_asks_for(selector: Selector, facts: list[str]) -> None:
    assert list(needed_facts(selector)) == facts


@pytest.mark.parametrize(
    ("span", "answers"),
    [
        (Span(), (True, True, True)),
        (Span(min=2), (False, True, True)),
        (Span(max=2), (True, True, False)),
        (Span(min=2, max=2), (False, True, False)),
        (Span(min=0, max=1), (True, False, False)),
    ],
)
def test_a_cost_is_within_its_bounds_or_not(span: Span, answers: tuple[bool, bool, bool]) -> None:
    costs = [PLAIN.model_copy(update={"cost": cost}) for cost in ("{vp}1", "{vp}2", "{vp}123")]
    assert tuple(selects(Selector(cost=span), one) for one in costs) == answers


@pytest.mark.parametrize("cost", [None, "", "2", "{vp}", "{vp}1234", "{vp}1{vp}1", "{VP}1", "{x}1", "{vp}-1"])
def test_a_cost_in_anything_but_magic_points_is_not_known(cost: str | None) -> None:
    assert selects(Selector(cost=Span(min=0)), PLAIN.model_copy(update={"cost": cost})) is None


def test_a_cost_is_a_fact_that_a_selector_needs() -> None:
    every = Selector(type=("a",), colour=("b",), mark=("c",), cost=Span(), exclude=Selector(colour=("d",)))
    assert list(needed_facts(every)) == ["type", "colours", "c", "cost", "colours"]


def test_an_exclusion_that_nobody_can_tell_leaves_the_answer_open() -> None:
    selector = Selector(colour=("raia",), exclude=Selector(mark=("divine",)))
    assert selects(selector, card("Talán", unknown=("divine",))) is None
    assert selects(selector, card("Sima Raia")) is True
    hazy = Selector(type=("monster",), exclude=Selector(card=("sima",)))
    assert selects(hazy, card("Típusa nincs", type=None)) is None


def test_a_mark_that_a_card_has_decides_whatever_other_mark_is_unknown() -> None:
    assert selects(Selector(mark=("epic", "divine")), card("Hős", marks=("epic",), unknown=("divine",))) is True
    assert selects(Selector(mark=("epic",)), card("Sima", unknown=("divine",))) is False
