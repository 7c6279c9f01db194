"""The best laying of loose cards: exact against every way to part small hands, and never beaten on big ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.app.best import best_of
from cardtools.app.desk import Desk
from cardtools.games.nepmesek import Laying, Loose, best_laying, read_loose
from cardtools.games.nepmesek.melds import Meld, recognise
from cardtools.games.nepmesek.rules import Rules

AGAINST = {"satchel": -1, "sheep": -2, "key": -3, "lazy": -2}
POSITIVE = ("plus-1", "plus-2", "plus-3", "plus-4", "pinko", "mug", "satchel", "sheep", "key", "palace")


@cache
def rules() -> Rules:
    return Rules.of(Desk.open("en").library.game("nepmesek"))


def best(words: str) -> Laying:
    loose, faults = read_loose(words, rules())
    assert faults == ()
    return best_laying(loose, rules())


def layings(words: str) -> list[str]:
    """Return the melds of the best laying as words, each with its points."""
    tokens = {one: card.tokens[0] for one, card in rules().cards.items() if card.tokens}
    return [f"{' '.join(tokens[card] for card in meld.cards)} = {meld.total}" for meld in best(words).melds]


def best_of_all(hand: tuple[str, ...]) -> tuple[int, int]:
    """Return the most points, and then the most cards laid, of every way to part a hand into melds and the rest."""

    @cache
    def of(rest: tuple[str, ...]) -> tuple[int, int]:
        if not rest:
            return (0, 0)
        first, others = rest[0], rest[1:]
        points, laid = of(others)
        found = (points + AGAINST.get(first, 0), laid)
        for meld, left in chosen(first, others):
            points, laid = of(left)
            found = max(found, (points + meld.total, laid + len(meld.cards)))
        return found

    return of(tuple(sorted(hand)))


def chosen(first: str, others: tuple[str, ...]) -> Iterator[tuple[Meld, tuple[str, ...]]]:
    """Yield each meld of ``first`` and some of ``others``, and what it leaves."""
    seen: set[tuple[str, ...]] = set()
    for mask in range(1 << len(others)):
        taken = tuple(card for n, card in enumerate(others) if mask >> n & 1)
        if taken not in seen:
            seen.add(taken)
            meld = recognise((first, *taken), rules())
            if isinstance(meld, Meld):
                yield meld, tuple(card for n, card in enumerate(others) if not mask >> n & 1)


def at_random(hand: Counter[str], chance: random.Random) -> int:
    """Return the points of a laying chosen at random, greedy for nothing in particular."""
    cards = list(hand.elements())
    chance.shuffle(cards)
    points = 0
    for _ in range(60):
        if not cards:
            break
        chance.shuffle(cards)
        first = cards[0]
        same = [card for card in cards if rules().values.get(card) == rules().values.get(first)]
        distinct = list({rules().values.get(card, 0): card for card in cards}.values())
        jokers = [card for card in cards if card in rules().jokers][: chance.randint(0, 1)]
        some = chance.sample(distinct, chance.randint(1, len(distinct)))
        tried = chance.choice([same[: chance.randint(1, len(same))], some])
        tried = [card for card in tried if card not in rules().jokers] + jokers
        meld = recognise(tried, rules())
        if isinstance(meld, Meld):
            points += meld.total
            for card in meld.cards:
                cards.remove(card)
    return points + sum(AGAINST.get(card, 0) for card in cards)


def within_the_box(cards: list[str]) -> bool:
    return all(count <= rules().copies[card] for card, count in Counter(cards).items())


HANDS = st.lists(st.sampled_from(POSITIVE), max_size=8).filter(within_the_box)
BIG_HANDS = st.fixed_dictionaries({}, optional={one: st.integers(0, 20) for one in POSITIVE}).map(
    lambda counts: Counter({one: min(count, rules().copies[one]) for one, count in counts.items()})
)


@given(HANDS)
@settings(max_examples=50, deadline=None)
def test_nothing_beats_it_on_a_small_hand(hand: list[str]) -> None:
    laying = best_laying(Loose(Counter(hand)), rules())
    assert (laying.total, sum(len(one.cards) for one in laying.melds)) == best_of_all(tuple(hand))


@pytest.mark.parametrize("seed", range(40))
def test_nothing_beats_it_on_a_hand_full_of_jokers_and_special_cards(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - it deals cards
    box = [one for one in POSITIVE for _ in range(min(4, rules().copies[one]))]
    hand = tuple(chance.sample(box, 8))
    laying = best_laying(Loose(Counter(hand)), rules())
    assert (laying.total, sum(len(one.cards) for one in laying.melds)) == best_of_all(hand)


@given(BIG_HANDS, st.integers(0, 9999))
@settings(max_examples=50, deadline=None)
def test_no_laying_at_random_beats_it_on_a_big_hand(hand: Counter[str], seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - it deals cards
    total = best_laying(Loose(hand), rules()).total
    assert all(at_random(hand, chance) <= total for _ in range(5))


@given(BIG_HANDS)
@settings(max_examples=50, deadline=None)
def test_no_card_is_lost_or_made_up_and_every_meld_may_be_laid(hand: Counter[str]) -> None:
    laying = best_laying(Loose(hand), rules())
    laid = Counter(card for meld in laying.melds for card in meld.cards)
    assert laid + Counter(one.card for one in laying.left) == +hand
    assert [recognise(meld.cards, rules()) for meld in laying.melds] == list(laying.melds)


@given(BIG_HANDS)
@settings(max_examples=50, deadline=None)
def test_one_more_plain_card_never_makes_it_worse(hand: Counter[str]) -> None:
    total = best_laying(Loose(hand), rules()).total
    for one in ("plus-1", "plus-2", "plus-3", "plus-4", "pinko", "mug"):
        if hand[one] < rules().copies[one]:
            assert best_laying(Loose(hand + Counter([one])), rules()).total >= total


@given(BIG_HANDS, st.lists(st.sampled_from(["-1", "-2", "-3", "lazy", "hussar", "lantern", "action"]), max_size=6))
@settings(max_examples=50, deadline=None)
def test_scoring_the_laying_gives_the_same_total(hand: Counter[str], more: list[str]) -> None:
    others = [one for n, one in enumerate(more) if one.startswith("-") or one == "action" or one not in more[:n]]
    words = ", ".join([*(f"{count}x {one}" for one, count in hand.items() if count), *others])
    if not words:
        return
    found = best_of(Desk.open("en"), "nepmesek", words)
    assert found.findings == ()
    assert found.laying is not None
    assert found.sheet is not None
    assert found.sheet.findings == ()
    assert [one.total for one in found.sheet.standings] == [found.laying.total]


@given(st.lists(st.sampled_from(["1", "2", "3", "4", "pinko", "-1", "-2", "palace", "mug"]), min_size=1, max_size=9))
@settings(max_examples=50, deadline=None)
def test_the_order_of_loose_cards_says_nothing(cards: list[str]) -> None:
    if read_loose(" ".join(cards), rules())[1] == ():
        assert best(" ".join(cards)) == best(" ".join(reversed(cards)))


def test_the_whole_box_is_laid_at_once() -> None:
    held = {one: rules().copies[one] for one in POSITIVE}
    laying = best_laying(Loose(held), rules())
    # 97 + 1 + 2 + 3 + 5 printed, 5 for the complete row, and every Pinkó a +4.
    assert laying.total == 97 + 6 + 5 + 5 + 4 * 4
    assert laying.left == ()


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("1 1 2 3 3 4 pinko", ["2 pinko 4 = 9", "1 1 = 2", "3 3 = 6"]),
        ("1 2 3 4 palace", ["1 2 3 4 palace = 20"]),
        ("1 2 3 4", ["1 2 3 4 = 10"]),
        ("1 2 4 palace pinko", ["1 2 pinko 4 palace = 15"]),
        ("3 3 4 palace", ["3 4 palace = 12"]),
        ("4 pinko", ["4 = 4"]),
        ("4 4", ["4 4 = 8"]),
        ("pinko mug", []),
        ("3 3 pinko pinko", ["3 pinko = 6", "3 pinko = 6"]),
        ("mug 4 palace", ["mug 4 palace = 9"]),
        ("2 3 3 pinko", ["2 pinko = 4", "3 3 = 6"]),
        ("2 2 3 3 pinko", ["2 2 = 4", "3 3 pinko = 9"]),
    ],
)
def test_the_best_laying(hand: str, melds: list[str]) -> None:
    assert layings(hand) == melds


def test_the_meld_worth_most_is_not_always_in_the_best_laying() -> None:
    # The row 2, 3, 4 is worth 9 and leaves a 2 and a 3; the pairs and the 4 are worth 14.
    assert layings("2 2 3 3 4") == ["2 2 = 4", "3 3 = 6", "4 = 4"]


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("satchel", -1),
        ("satchel 1", 2),
        ("satchel 2 3", 6),
        ("satchel mug", 1),
        ("sheep satchel key", 6),
        ("key 4", 1),
        ("key 4 4", 5),
        ("key pinko", 6),
        # The satchel must be in the row, so the joker is a 2 there.
        ("satchel 3 pinko", 6),
    ],
)
def test_a_card_with_two_faces_counts_against_the_player_only_where_nothing_helps(hand: str, total: int) -> None:
    assert best(hand).total == total


@pytest.mark.parametrize(
    ("hand", "on", "total"),
    [
        ("hussar", None, 0),
        ("hussar -3", None, -3),
        ("hussar lazy", None, -2),
        ("hussar -1 -3", -1, -2),
        ("hussar -1 -2 -2", -2, -1),
        ("-1 -2", None, -3),
    ],
)
def test_the_hussar_goes_where_it_helps_most(hand: str, on: int | None, total: int) -> None:
    laying = best(hand)
    assert (laying.hussar_on.points if laying.hussar_on else None, laying.total) == (on, total)


@pytest.mark.parametrize(
    ("hand", "codes"),
    [
        ("21x 1", ["score.too-many"]),
        ("palace palace", ["score.too-many"]),
        ("20x -1 11x -2", ["score.too-many"]),
        ("999x 4", ["score.too-many"]),
        ("purple", ["score.unknown-value"]),
        ("midnight", ["score.never-held"]),
        ("1 1 foo bar", ["score.unknown-card", "score.unknown-card"]),
    ],
)
def test_cards_that_cannot_be_are_refused(hand: str, codes: list[str]) -> None:
    assert [one.finding.code for one in read_loose(hand, rules())[1]] == codes


def test_the_same_cards_are_always_laid_the_same_way() -> None:
    hand = "1 1 1 2 2 3 3 4 4 pinko pinko mug satchel palace -1 lazy"
    assert best(hand) == best(hand)
