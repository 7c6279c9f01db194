"""A deck mended for one format, rule after rule: what has to be cut, moved and put in, and which rule asks for it.

All findings of one rule are mended at once, and the deck is judged again after each rule; so a long list takes as many
rounds as its format has rules, not as many as it has lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from cardtools.app.validation import Validator
from cardtools.decks.colours import ColourCut
from cardtools.decks.counting import Key, key_of
from cardtools.decks.edits import Edit, moved, with_cards, without
from cardtools.decks.repair import Taken, give_up_colours, home_of, places_of, room_in, spare_cards, take_out
from cardtools.legality.selectors import selects
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import UNPLACED, Deck, Slot, Verdict
from cardtools.model.finding import Finding
from cardtools.model.rules import DistinctRule, OnlyRule, Rule, RuleBase, SizeRule
from cardtools.store.deck_lists.grammar import SECTION, headings

_ORDER: Final = (
    "forbid", "not-yet", "fixed", "pick", "only", "copies", "exclusive", "distinct", "limit", "subset", "size", "share",
)  # fmt: skip
"""What is mended first: cards that must go whatever else is done, then where there is a choice."""

Judge = Callable[[Deck], Verdict]


@dataclass(frozen=True, slots=True)
class Tie:
    """A zone that may be empty, where cutting all its cards is as cheap as putting in as many."""

    zone: str
    count: int
    rule: str


@dataclass
class Asked:
    """What was done to a deck, and why.

    Attributes:
        rules: Ids of the rules that asked for an edit of a card, in the order they did.
        reasons: The finding that asked first, by the id of its rule.
        most: Copies of a card that a rule allows, where it counts that card alone.
        banned: Cards and the zones where they may not stand at all.
        full: Cards that were cut since the zone they belong to is full.
        cuts: Colours given up, by rule.
        ties: Zones where two ways cost the same.
    """

    rules: dict[Key, dict[str, None]] = field(default_factory=dict)
    reasons: dict[str, Finding] = field(default_factory=dict)
    most: dict[Key, dict[str, int]] = field(default_factory=dict)
    banned: set[tuple[Key, str]] = field(default_factory=set)
    full: dict[Key, str] = field(default_factory=dict)
    cuts: dict[str, ColourCut] = field(default_factory=dict)
    ties: dict[str, Tie] = field(default_factory=dict)

    def note(self, slots: Iterable[Slot], finding: Finding) -> None:
        """Note that a finding asks for something to be done to these cards."""
        rule = finding.rule or finding.code
        self.reasons.setdefault(rule, finding)
        alone = finding.limit["max"] if len(finding.cards) == 1 and finding.limit and "max" in finding.limit else None
        for slot in slots:
            key = key_of(slot)
            self.rules.setdefault(key, {})[rule] = None
            if alone is not None:
                self.most.setdefault(key, {})[rule] = int(alone)


class Mender:
    """Mends decks for one format."""

    def __init__(self, validator: Validator, rules: dict[str, Rule], judge: Judge) -> None:
        self._validator = validator
        self._rules = rules
        self._judge = judge
        self._language = validator.info.languages[0]
        self._zones = tuple(zone.id for zone in validator.info.zones) or ("main",)
        self._put_in: set[tuple[str, str]] = set()
        self.asked = Asked()

    def place(self, deck: Deck) -> tuple[Deck, tuple[Edit, ...]]:
        """Return a deck with the cards under headings that name no zone where they belong, and these moves."""
        told = headings(deck.listing)
        places: dict[int, tuple[int, str]] = {}
        counts: dict[tuple[str, str], int] = {}
        for index, slot in enumerate(deck.slots):
            heading = told.get((slot.entry.line, slot.entry.column))
            if slot.entry.zone != UNPLACED or heading is None:
                continue
            home = home_of(slot.card, self._zones, self._rules.values(), selects) if slot.card else None
            places[index] = (slot.entry.count, home or self._zones[0])
            counts[heading, places[index][1]] = counts.get((heading, places[index][1]), 0) + slot.entry.count
        if not places:
            return deck, ()
        moved_from = {heading for heading, _ in counts}
        left: list[Finding] = []
        for finding in deck.listing.findings:
            if finding.code == SECTION and str(finding.params.get("words")) in moved_from:
                self.asked.reasons.setdefault(SECTION, finding)
            else:
                left.append(finding)
        placed = moved(deck, places)
        edits = tuple(
            Edit("move", count, f"[{heading}]", UNPLACED, to, (SECTION,), heading=heading)
            for (heading, to), count in counts.items()
        )
        return Deck(replace(placed.listing, findings=tuple(left)), placed.slots, placed.findings), edits

    def mend(self, deck: Deck) -> tuple[Deck, Verdict]:
        """Return a deck with all mended that can be, and the verdict on it.

        It ends: each round takes cards out, moves cards to where no rule minds them, or puts in what no round put in.
        """
        verdict = self._judge(deck)
        while (step := self._step(deck, verdict)) is not None:
            deck, verdict = step, self._judge(step)
        return deck, verdict

    def _step(self, deck: Deck, verdict: Verdict) -> Deck | None:
        """Return the deck with the findings of the first rule mended that can be; None where none can."""
        by_rule: dict[str, list[Finding]] = {}
        for finding in verdict.findings:
            if finding.rule in self._rules and finding.severity == "error" and finding.code != "deck.undetermined":
                by_rule.setdefault(finding.rule, []).append(finding)
        for kind in _ORDER:
            for rule_id, findings in by_rule.items():
                rule = self._rules[rule_id]
                if rule.kind == kind and (changed := self._mended(deck, findings, rule)) is not None:
                    return changed
        return None

    def _mended(self, deck: Deck, findings: Sequence[Finding], rule: Rule) -> Deck | None:
        if isinstance(rule, OnlyRule):
            return self._sent_home(deck, findings, rule)
        if isinstance(rule, DistinctRule):
            cut, taken = give_up_colours(deck, rule, tuple(colour.id for colour in self._validator.info.colours))
            if taken:
                self.asked.cuts.setdefault(rule.id, cut)
                self.asked.note((deck.slots[index] for index in taken), findings[0])
            return without(deck, taken) if taken else None
        lacking = [finding for finding in findings if finding.code == "deck.fixed-missing"]
        taken = self._taken(deck, [finding for finding in findings if finding.code != "deck.fixed-missing"], rule)
        added = self._lacking(lacking, rule)
        if not taken and not added:
            return None
        changed = with_cards(without(deck, taken), [card for card, _ in added])
        for slot, (_, finding) in zip(changed.slots[len(changed.slots) - len(added) :], added, strict=True):
            self.asked.note((slot,), finding)
        return changed

    def _taken(self, deck: Deck, findings: Sequence[Finding], rule: Rule) -> Taken:
        """Return the copies that all findings of a rule ask to take out; a copy that two ask for goes once."""
        spare = spare_cards(deck, self._zones, self._rules.values())
        places = places_of(deck, self._language)
        together: Taken = {}
        for finding in findings:
            taken = take_out(deck, finding, rule, selects, places, spare)
            self.asked.note((deck.slots[index] for index in taken), finding)
            if isinstance(rule, SizeRule):
                self._tie(finding, rule, taken)
            for index, copies in taken.items():
                more = max(0, copies - together.get(index, 0))
                together[index] = together.get(index, 0) + more
                zone = deck.slots[index].entry.zone
                spare[zone] = spare.get(zone, 0) - more
        return together

    def _tie(self, finding: Finding, rule: SizeRule, taken: Taken) -> None:
        """Note where a zone is emptied although it could be filled with as many cards."""
        actual = int(finding.actual or 0)
        if taken and rule.or_none and rule.min == 2 * actual and sum(taken.values()) == actual:
            zone = rule.zones[0] if rule.zones else self._zones[0]
            self.asked.ties[rule.id] = Tie(zone, actual, rule.id)

    def _sent_home(self, deck: Deck, findings: Sequence[Finding], rule: OnlyRule) -> Deck | None:
        """Return the deck with misplaced cards where they belong, and without those whose zone is full."""
        by_line = {finding.location.line: finding for finding in findings}
        rules = tuple(self._rules.values())
        room: dict[str, int | None] = {}
        places: dict[int, tuple[int, str]] = {}
        taken: Taken = {}
        for index, slot in enumerate(deck.slots):
            card, entry = slot.card, slot.entry
            finding = by_line.get(entry.line)
            inside = entry.zone in rule.zones or (not rule.zones and entry.zone != UNPLACED)
            if card is None or finding is None or not inside or selects(rule.select, card) is not False:
                continue
            self.asked.note((slot,), finding)
            self.asked.banned.add((key_of(slot), entry.zone))
            home = home_of(card, self._zones, rules, selects)
            if home is None or home == entry.zone:
                taken[index] = entry.count
                continue
            if home not in room:
                room[home] = room_in(deck, home, rules)
            left = room[home]
            goes = entry.count if left is None else min(left, entry.count)
            if left is not None:
                room[home] = left - goes
            if goes < entry.count:
                self.asked.full[key_of(slot)] = home
            places[index] = (goes, home)
        if not places and not taken:
            return None
        cut = {index: deck.slots[index].entry.count - goes for index, (goes, _) in places.items()}
        return _cut_and_moved(deck, {**taken, **{index: count for index, count in cut.items() if count}}, places)

    def _lacking(self, findings: Sequence[Finding], rule: Rule) -> list[tuple[tuple[Card, str, int, str], Finding]]:
        """Return the cards that a fixed pack lacks, each once, with the finding that asks for it."""
        if not findings:
            return []
        box = {text_in(card.name, self._language): card for card in reversed(self._validator.box)}
        zone = rule.zones[0] if isinstance(rule, RuleBase) and rule.zones else self._zones[0]
        added: list[tuple[tuple[Card, str, int, str], Finding]] = []
        for finding in findings:
            name = finding.cards[0].name if finding.cards else ""
            missing = int(finding.params.get("missing", 0))
            place = (finding.rule or "", name)
            if name not in box or missing <= 0 or finding.effect != "illegal" or place in self._put_in:
                continue
            self._put_in.add(place)
            added.append(((box[name], name, missing, zone), finding))
        return added


def _cut_and_moved(deck: Deck, taken: Taken, places: dict[int, tuple[int, str]]) -> Deck:
    """Return a deck with copies cut and others moved, which both are told by the place of their slot in ``deck``."""
    gone = {index for index, count in taken.items() if count >= deck.slots[index].entry.count}
    left = [index for index in range(len(deck.slots)) if index not in gone]
    number = {index: place for place, index in enumerate(left)}
    moves = {number[index]: place for index, place in places.items() if index in number and place[0]}
    return moved(without(deck, taken), moves)
