"""Copies that were cut and that no rule minds, put back, so that no edit is idle."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from cardtools.app.deck_mending import Asked, Judge
from cardtools.decks.counting import Key, count_cards, key_of
from cardtools.decks.edits import edits_between
from cardtools.legality.selectors import selects
from cardtools.model.card import Card
from cardtools.model.deck import UNPLACED, Deck, Slot, Verdict
from cardtools.model.rules import DistinctRule, Rule, SizeRule


class PutBack:
    """Tries cut copies again, most of them without judging the deck.

    Where one card fails by a rule, all cards that the rule counts alike fail, too, until something is put back.
    """

    def __init__(
        self, rules: Mapping[str, Rule], asked: Asked, judge: Judge, zones: Sequence[str], language: str
    ) -> None:
        self._rules = rules
        self._asked = asked
        self._judge = judge
        self._zones = zones
        self._language = language
        self._failed: set[tuple[str, Hashable]] = set()
        self._counts: dict[tuple[Key, str], int] = {}

    def put_back(self, before: Deck, after: Deck, verdict: Verdict) -> Deck:
        """Return ``after``, whose verdict is ``verdict``, with every copy back that was cut and that no rule minds."""
        broken = _broken(verdict)
        self._counts = {(one.key, one.zone): one.count for one in count_cards(after, self._language)}
        cut: dict[tuple[Key, str], int] = {}
        for edit in edits_between(before, after, self._language):
            if edit.kind == "cut" and edit.key is not None:
                cut[edit.key, edit.zone] = edit.count
        for slot in before.slots:
            place = (key_of(slot), slot.entry.zone)
            left = min(cut.get(place, 0), slot.entry.count)
            copies = left
            while copies and left and not self._hopeless(slot):
                tried = _with_copies(after, slot, copies)
                told = _broken(self._judge(tried))
                if new := told - broken:
                    if copies == 1:
                        self._failed.update(self._alike(self._rules[one], slot) for one, _ in new if one in self._rules)
                        break
                    copies //= 2
                    continue
                after, broken = tried, told
                left -= copies
                cut[place] -= copies
                self._counts[place] = self._counts.get(place, 0) + copies
                self._failed.clear()
                copies = min(copies, left)
        return after

    def _hopeless(self, slot: Slot) -> bool:
        """Return whether a rule is known to mind one more copy."""
        key, zone = key_of(slot), slot.entry.zone
        if (key, zone) in self._asked.banned:
            return True
        for rule_id, most in self._asked.most.get(key, {}).items():
            rule = self._rules.get(rule_id)
            zones = getattr(rule, "zones", ()) or self._zones
            if zone in zones and sum(self._counts.get((key, one), 0) for one in zones) >= most:
                return True
        return any(
            self._alike(self._rules[rule_id], slot) in self._failed for rule_id in {one for one, _ in self._failed}
        )

    def _alike(self, rule: Rule, slot: Slot) -> tuple[str, Hashable]:
        """Return what a rule sees of a card: cards of which it sees the same, it treats the same."""
        card, zones = slot.card, getattr(rule, "zones", ())
        inside = slot.entry.zone in zones if zones else slot.entry.zone != UNPLACED
        rule_id = getattr(rule, "id", "")
        if isinstance(rule, SizeRule):
            return rule_id, (inside, card is None)
        if isinstance(rule, DistinctRule):
            return rule_id, (inside, _colours(card))
        selector = getattr(rule, "select", None)
        if selector is None or card is None:
            return rule_id, (inside, key_of(slot))
        return rule_id, (inside, selects(selector, card), _colours(card))


def _colours(card: Card | None) -> frozenset[str] | None:
    return None if card is None or card.colours is None else frozenset(card.colours)


def _broken(verdict: Verdict) -> set[tuple[str, str]]:
    """Return the rules that are broken, and how: a zone that is short must not become one that is too full."""
    errors = (finding for finding in verdict.findings if finding.severity == "error")
    return {(finding.rule or finding.code, finding.effect) for finding in errors}


def _with_copies(deck: Deck, slot: Slot, copies: int) -> Deck:
    """Return a deck with more copies of a slot, on its line where it still stands."""
    slots = list(deck.slots)
    entry = slot.entry
    for index, one in enumerate(slots):
        if one.card is slot.card and (one.entry.line, one.entry.column, one.entry.zone) == (
            entry.line, entry.column, entry.zone,
        ):  # fmt: skip
            slots[index] = Slot(replace(one.entry, count=one.entry.count + copies), one.card)
            break
    else:
        slots.append(Slot(replace(entry, count=copies), slot.card))
    listing = replace(deck.listing, entries=tuple(one.entry for one in slots))
    return Deck(listing, tuple(slots), deck.findings)
