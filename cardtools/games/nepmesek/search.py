"""The search behind the best laying: which rows, and what each joker stands for; groups follow from what is left.

A hand is counted by value. A plan says which rows are laid and where the jokers go; all cards left of a value then
make one group, so only a value of which too few are left is lost. The search tries plans from the least loss on and
leaves each that cannot beat the best so far. What never helps is not tried:

- A card that may lie alone counts the same alone, so a pattern is left out where another one needs the same cards
  but some of those, and its joker stands for no less.
- As many equal rows as make a group are worth the same as groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from cardtools.games.nepmesek.rules import PALACE, Rules

Loss = tuple[int, int]
"""Points lost against laying everything at its highest, and cards not laid; the smaller the better."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A row, or a group around a joker.

    Attributes:
        needs: Values of the cards it takes from the hand, in rising order.
        stands_for: Value that its joker stands for; None for a row without one.
        group: Whether it is a group.
        complete: Whether it is the row that has a bonus.
    """

    needs: tuple[int, ...]
    stands_for: int | None = None
    group: bool = False
    complete: bool = False


@dataclass(frozen=True, slots=True)
class Stock:
    """A hand counted by value.

    Attributes:
        counts: How many cards there are of each value that is not a joker.
        two_faced: Values of which one card counts against the player unless it is laid.
        pinkos: Jokers that count what they stand for.
        mugs: Jokers that count nothing.
    """

    counts: Mapping[int, int]
    two_faced: frozenset[int]
    pinkos: int
    mugs: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Which patterns are laid, and which joker is in each."""

    plain: tuple[Pattern, ...] = ()
    pinkos: tuple[Pattern, ...] = ()
    mugs: tuple[Pattern, ...] = ()


def patterns(rules: Rules) -> tuple[Pattern, ...]:
    """Return every row and every group around a joker that is worth trying, those with the highest joker first."""
    made = (*_rows(rules), *_joker_groups(rules))
    useful = [one for one in made if not any(_replaces(other, one, rules) for other in made)]
    return tuple(sorted(useful, key=lambda one: (-(one.stands_for or 0), len(one.needs), one.needs)))


def _rows(rules: Rules) -> Iterator[Pattern]:
    values = sorted(set(rules.values.values()))
    longest = len(values)
    for least in range(longest):
        for end in range(least + rules.number("row-least"), longest + 1):
            row = tuple(values[least:end])
            yield Pattern(row, complete=len(row) == rules.number("complete-row-length"))
            for joker in row:
                if joker <= rules.number("joker-row-most"):
                    yield Pattern(tuple(one for one in row if one != joker), joker)


def _joker_groups(rules: Rules) -> Iterator[Pattern]:
    for value in sorted(set(rules.values.values())):
        if value <= rules.number("joker-group-most"):
            yield Pattern((value,) * (rules.number("group-least") - 1), value, group=True)


def _replaces(other: Pattern, one: Pattern, rules: Rules) -> bool:
    """Return whether ``other``, and a single card or two beside it, is never worse than ``one``."""
    if other == one or (other.stands_for is None) != (one.stands_for is None):
        return False
    if one.complete and one.stands_for is None:  # for its bonus
        return False
    if (other.stands_for or 0) < (one.stands_for or 0):
        return False
    spare = list(one.needs)
    for value in other.needs:
        if value not in spare:
            return False
        spare.remove(value)
    alike = not spare and other.stands_for == one.stands_for
    return not alike and all(value == rules.number("single") for value in spare)


class Search:
    """Finds the plan with the least loss for one hand."""

    def __init__(self, stock: Stock, rules: Rules) -> None:
        self._stock = stock
        self._group_least = rules.number("group-least")
        self._single = rules.number("single")
        self._row_only = rules.values.get(PALACE)
        self._left = dict(stock.counts)
        self._joined: Counter[int] = Counter()
        usable = [one for one in patterns(rules) if self._fits(one)]
        self._jokers = tuple(one for one in usable if one.stands_for is not None)
        self._plain = tuple(one for one in usable if one.stands_for is None)
        self._highest = max((one.stands_for or 0 for one in self._jokers), default=0)
        self._bonus = {one: rules.number("complete-row") - sum(one.needs) for one in self._plain if one.complete}
        self._best = Plan()
        self._least: Loss | None = None

    def run(self) -> Plan:
        """Return the best plan; of equally good ones that which is tried first."""
        for times in product(range(self._group_least), repeat=len(self._plain)):
            rows = tuple(one for one, count in zip(self._plain, times, strict=True) for _ in range(count))
            taken: list[Pattern] = []
            for one in rows:
                if not self._fits(one):
                    break
                self._take(one)
                taken.append(one)
            else:
                points = sum(bonus for one, bonus in self._bonus.items() if one not in rows)
                self._place_pinkos(Plan(rows), 0, self._stock.pinkos, (points, 0))
            for one in taken:
                self._give_back(one)
        return self._best

    def _place_pinkos(self, plan: Plan, first: int, pinkos: int, loss: Loss) -> None:
        """Try every place for the jokers that are left, in patterns from the ``first`` on."""
        if self._hopeless(loss):
            return
        if pinkos:
            for index in range(first, len(self._jokers)):
                one = self._jokers[index]
                if self._fits(one):
                    self._take(one)
                    lost = self._highest - (one.stands_for or 0)
                    placed = replace(plan, pinkos=(*plan.pinkos, one))
                    self._place_pinkos(placed, index, pinkos - 1, (loss[0] + lost, loss[1]))
                    self._give_back(one)
        self._place_mugs(plan, self._stock.mugs, (loss[0] + pinkos * self._highest, loss[1] + pinkos))

    def _place_mugs(self, plan: Plan, mugs: int, loss: Loss) -> None:
        if self._hopeless(loss):
            return
        if mugs:
            for one in self._jokers:
                if self._fits(one):
                    self._take(one)
                    self._place_mugs(replace(plan, mugs=(*plan.mugs, one)), mugs - 1, loss)
                    self._give_back(one)
        whole = self._with_stranded((loss[0], loss[1] + mugs))
        if not self._hopeless(whole):
            self._best, self._least = plan, whole

    def _hopeless(self, loss: Loss) -> bool:
        return self._least is not None and loss >= self._least

    def _with_stranded(self, loss: Loss) -> Loss:
        """Add what the cards cost that neither make a group nor may lie alone."""
        points, cards = loss
        for value, left in self._left.items():
            grouped = value != self._row_only and (self._joined[value] or left >= self._group_least)
            if not left or value == self._single or grouped:
                continue
            turned = value in self._stock.two_faced and left == self._stock.counts[value]
            points += value * (left + turned)
            cards += left
        return points, cards

    def _fits(self, one: Pattern) -> bool:
        return all(self._left.get(value, 0) >= one.needs.count(value) for value in one.needs)

    def _take(self, one: Pattern) -> None:
        for value in one.needs:
            self._left[value] -= 1
        if one.group:
            self._joined[one.needs[0]] += 1

    def _give_back(self, one: Pattern) -> None:
        for value in one.needs:
            self._left[value] += 1
        if one.group:
            self._joined[one.needs[0]] -= 1
