from __future__ import annotations

import pytest

from cardtools.legality.selectors import needed_facts, selects
from cardtools.model.card import Card
from cardtools.model.rules import Selector
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
