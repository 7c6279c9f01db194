"""What still stands between a deck and a format: the fewest edits, each with the rule that asks for it.

The format is the judge. The deck is judged, what its findings ask for is done to a copy, and the copy is judged again
until nothing is left that an edit can mend. At last each copy that was taken out is put back where nothing minds it, so
that no edit is idle. What then stands between the deck as it was and as it is are the edits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from cardtools.app.deck_mending import Mender, Tie
from cardtools.app.deck_put_back import PutBack
from cardtools.app.validation import Validator
from cardtools.decks.colours import ColourCut
from cardtools.decks.edits import Edit, edits_between
from cardtools.legality.check import judge
from cardtools.model.deck import Deck, Verdict
from cardtools.model.finding import Finding
from cardtools.model.formats import Format
from cardtools.model.rules import (
    DistinctRule,
    DropRule,
    FixedRule,
    LimitRule,
    RequireRule,
    Rule,
    RuleBase,
    ShareRule,
    SizeRule,
)

_LEAST: Final = (SizeRule, LimitRule, RequireRule, DistinctRule)
"""Kinds of rules that ask for a least number of cards."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Edits that bring a deck as near to a format as edits can.

    Attributes:
        before: The verdict on the deck as it is.
        edits: What to do: cards to cut and to move, then cards to put in.
        reasons: The finding that asked for an edit, by the id of its rule.
        colours: Colours given up, one for each rule that limits them.
        deck: The deck after the edits, but for cards that are only known to be short by number.
        after: The verdict on it.
        short: Cards that have to be put in still, by number.
        remaining: Errors that no edit mends, such as names nobody knows.
        ties: Zones that are emptied, and could be filled with as few cards.
    """

    before: Verdict
    edits: tuple[Edit, ...]
    reasons: Mapping[str, Finding]
    colours: tuple[ColourCut, ...]
    deck: Deck
    after: Verdict
    short: int
    remaining: tuple[Finding, ...]
    ties: tuple[Tie, ...] = ()


def suggest(validator: Validator, deck: Deck) -> tuple[Suggestion, ...]:
    """Return what stands between a deck and each format of a validator."""
    return tuple(_Adviser(validator, one).advise(deck) for one in validator.formats)


class _Adviser:
    """Tells what has to be done to decks for one format."""

    def __init__(self, validator: Validator, rules: Format) -> None:
        self._validator = validator
        self._format = rules
        self._rules: dict[str, Rule] = {rule.id: rule for rule in rules.rules if not isinstance(rule, DropRule)}
        self._language = validator.info.languages[0]
        self._zones = tuple(zone.id for zone in validator.info.zones) or ("main",)
        self._mender = Mender(validator, self._rules, self._judge)
        self._reasons = self._mender.asked.reasons

    def advise(self, deck: Deck) -> Suggestion:
        """Return what has to be done."""
        asked = self._mender.asked
        placed, moves = self._mender.place(deck)
        mended, verdict = self._mender.mend(placed)
        back = PutBack(self._rules, asked, self._judge, self._zones, self._language)
        mended = back.put_back(placed, mended, verdict)
        verdict = self._judge(mended)
        edits = [self._explained(edit) for edit in edits_between(placed, mended, self._language)]
        order = {"cut": 0, "move": 1, "add": 2}
        edits.sort(key=lambda edit: order[edit.kind])
        if mended.slots:
            wanted = [edit for finding in verdict.findings if (edit := self._wanted(finding)) is not None]
        else:
            wanted = self._wanted_by_all(verdict)
        told = {edit.rules[0] for edit in wanted}
        left = tuple(one for one in verdict.findings if one.severity == "error" and one.rule not in told)
        remaining = tuple(one for one in left if not (one.code == "deck.empty" and wanted))
        every = (*moves, *edits, *wanted)
        rules = {rule for edit in every for rule in edit.rules}
        return Suggestion(
            self._judge(deck),
            every,
            {rule: finding for rule, finding in self._reasons.items() if rule in rules},
            tuple(cut for rule, cut in asked.cuts.items() if rule in rules),
            mended,
            verdict,
            _short(wanted),
            remaining,
            tuple(tie for tie in asked.ties.values() if tie.rule in rules and not mended.count(tie.zone)),
        )

    def _explained(self, edit: Edit) -> Edit:
        """Return an edit with the rules that ask for it, and the zone that had no room for a card cut."""
        if edit.key is None:
            return edit
        asked = self._mender.asked
        full = asked.full.get(edit.key) if edit.kind == "cut" else None
        return replace(edit, rules=tuple(asked.rules.get(edit.key, ())), full=full)

    def _judge(self, deck: Deck) -> Verdict:
        validator = self._validator
        return judge(deck, self._format, validator.info, validator.facts, validator.box, validator.on)

    def _wanted(self, finding: Finding) -> Edit | None:
        """Return the cards that a deck is short of, by number; None where the finding says nothing of the kind."""
        rule = self._rules.get(finding.rule or "")
        if not isinstance(rule, RuleBase) or finding.severity != "error" or finding.effect != "incomplete":
            return None
        actual, least = int(finding.actual or 0), int((finding.limit or {}).get("min", 0))
        count = least - actual
        if isinstance(rule, ShareRule):
            total = int(finding.params.get("total", 0))
            count = -(-(rule.min * total - 100 * actual) // (100 - rule.min)) if rule.min < 100 else 0
        if count <= 0:
            return None
        self._reasons.setdefault(rule.id, finding)
        return Edit("add", count, None, rule.zones[0] if rule.zones else self._zones[0], rules=(rule.id,))

    def _wanted_by_all(self, verdict: Verdict) -> list[Edit]:
        """Return the cards that an empty deck is short of, which no rule is asked about."""
        empty = next((one for one in verdict.findings if one.code == "deck.empty"), None)
        edits: list[Edit] = []
        for rule in self._rules.values():
            if isinstance(rule, DropRule) or rule.severity != "error" or (isinstance(rule, SizeRule) and rule.or_none):
                continue
            least = getattr(rule, "min", None) if isinstance(rule, _LEAST) else None
            if isinstance(rule, FixedRule):
                least = sum(rule.contents(self._validator.box).values())
            if not least or empty is None:
                continue
            zone = rule.zones[0] if rule.zones else self._zones[0]
            edits.append(Edit("add", least, None, zone, rules=(rule.id,)))
            self._reasons.setdefault(rule.id, empty)
        return edits


def _short(wanted: Iterable[Edit]) -> int:
    """Return how many cards are short at least: the most of each zone, since one card may serve several rules."""
    by_zone: dict[str, int] = {}
    for edit in wanted:
        by_zone[edit.zone] = max(by_zone.get(edit.zone, 0), edit.count)
    return sum(by_zone.values())
