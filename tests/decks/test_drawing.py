from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.decks.drawing import draw, shuffle

DECK = ["Turul"] * 3 + ["Griff"] * 3 + ["Cyron"] * 2


def test_a_seed_draws_the_same_hand_for_ever() -> None:
    assert draw(DECK, 7, 3, 2).hand == draw(list(reversed(DECK)), 7, 3, 2).hand
    assert shuffle("abcdef", 1) == shuffle("fedcba", 1) == tuple("cbfeda")


@given(st.lists(st.sampled_from("abcde"), max_size=30), st.integers(0, 1000), st.integers(0, 40), st.integers(0, 9))
@settings(max_examples=50, deadline=None)
def test_no_card_is_drawn_that_the_deck_has_not(cards: list[str], seed: int, hand: int, turns: int) -> None:
    drawn = draw(cards, seed, hand, turns, on_the_draw=True)
    seen = Counter([*drawn.hand, *(card for turn in drawn.turns for card in turn)])
    assert not seen - Counter(cards)
    assert seen.total() == min(len(cards), hand + turns)


def test_who_starts_draws_nothing_on_the_first_turn() -> None:
    first, second = draw(DECK, 1, 3, 2), draw(DECK, 1, 3, 2, on_the_draw=True)
    assert [len(turn) for turn in first.turns] == [0, 1]
    assert [len(turn) for turn in second.turns] == [1, 1]
    assert first.turns[1] == second.turns[0]


def test_every_card_comes_first_about_as_often_as_any_other() -> None:
    firsts = Counter(shuffle("abcd", seed)[0] for seed in range(400))
    assert all(60 < count < 140 for count in firsts.values())
    assert len(firsts) == 4
