from __future__ import annotations

import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.app.desk import Desk
from cardtools.app.pools import OpenPool
from cardtools.errors import CardtoolsError
from cardtools.names.folding import fold
from cardtools.names.ranking import ALIKE, rank
from cardtools.names.search import Searcher
from cardtools.web.live_search import Filters, LiveSearch
from tests.web.conftest import REAL_POOL


@functools.cache
def pool() -> tuple[Searcher, LiveSearch, tuple[str, ...]]:
    opened = OpenPool.of(Desk.open("en"), "hkk", REAL_POOL if REAL_POOL.is_file() else None)
    cards = opened.cards[:1500]
    names = tuple(spelling for card in cards for spelling in card.spellings)
    return (
        Searcher(opened.info, cards, opened.facts),
        LiveSearch(opened.info, cards, opened.facts),
        names,
    )


@st.composite
def typed(draw: st.DrawFn) -> str:
    """Some of a name, as it is being typed."""
    name = draw(st.sampled_from(pool()[2]))
    start = draw(st.integers(0, max(0, len(name) - 1)))
    part = name[start : start + draw(st.integers(1, 12))]
    plain = "".join(char for char in part if char not in ':=~<>()"!-“”„')
    return " ".join(plain.split())


@settings(max_examples=50, deadline=None)
@given(words=typed(), kind=st.sampled_from(["", "monster", "instant"]), first=st.sampled_from([0, 5]))
def test_the_first_cards_are_those_that_the_searcher_ranks_first(words: str, kind: str, first: int) -> None:
    searcher, live, _ = pool()
    if not words or "OR" in words.split() or "VAGY" in words.split():
        return
    query = " ".join((*(f'"{word}"' for word in words.split()), *([f"type:{kind}"] if kind else [])))
    phrase = fold(words)
    found = [
        card
        for card in searcher.search(query).cards
        if min(rank(fold(name), phrase) for name in card.spellings) < ALIKE
    ]
    page = live.page(words, Filters(type=kind), first, 10)
    if not found:
        assert page.alike
        return
    assert page.total == len(found)
    ranks = [min(rank(fold(name), phrase) for name in card.spellings) for card in page.cards]
    expected = [min(rank(fold(name), phrase) for name in card.spellings) for card in found[first : first + 10]]
    assert [(min(card.spellings, key=lambda _: 0), one) for card, one in zip(page.cards, ranks, strict=True)] == [
        (min(card.spellings, key=lambda _: 0), one)
        for card, one in zip(found[first : first + 10], expected, strict=True)
    ]


def test_nothing_asked_is_every_card_by_name() -> None:
    _, live, _ = pool()
    names = [fold(card.spellings[0]) for card in live.page("", Filters(), 0, 200).cards]
    assert names == sorted(names)


def test_a_query_is_the_searchers_own() -> None:
    searcher, live, _ = pool()
    page = live.page("type:monster OR type:instant", Filters(colour="leah"), 0, 30)
    found = searcher.search("(type:monster OR type:instant) god:leah")
    assert page.cards == found.cards[:30]
    assert page.total == len(found.cards)


@pytest.mark.parametrize("words", ["(", "type:", "cost<x", "nonsense:1"])
def test_what_cannot_be_understood_is_refused(words: str) -> None:
    with pytest.raises(CardtoolsError):
        pool()[1].page(words, Filters(), 0, 10)


def test_a_misspelled_name_finds_what_is_spelled_alike() -> None:
    _, live, names = pool()
    name = next(one for one in names if len(one) > 9 and one.isalpha())
    page = live.page(name[:4] + name[5:], Filters(), 0, 30)
    assert any(name in card.spellings for card in page.cards)
