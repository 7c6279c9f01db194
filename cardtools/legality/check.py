"""The verdict on a deck: every rule of a format, every finding, and one status."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import PurePath
from typing import Final

from cardtools.legality.opening import opening_hand, starting_life
from cardtools.legality.rules import CHECKS, rule_facts
from cardtools.legality.tally import Tally
from cardtools.model.card import Card
from cardtools.model.deck import UNPLACED, Deck, DeckList, Slot, Status, Unchecked, Verdict
from cardtools.model.finding import Finding, FoundCard, Location, Place
from cardtools.model.formats import Format
from cardtools.model.game import GameInfo
from cardtools.model.rules import DropRule, OnlyRule, PickRule, Rule
from cardtools.names.index import NameIndex

_MOST_SUGGESTED: Final = 200
"""Unknown names of a list that others are suggested for; with more, it is of another game or no list of cards."""

_MOST_MEANT: Final = 20
"""Cards of an ambiguous name that are told."""


def look_up(listing: DeckList, names: NameIndex) -> Deck:
    """Find the card of every entry; unknown and ambiguous names become findings, never guesses."""
    slots: list[Slot] = []
    findings: list[Finding] = []
    unknown: set[str] = set()
    for entry in listing.entries:
        cards = names.find(entry.name)
        if len(cards) == 1:
            slots.append(Slot(entry, cards[0]))
            continue
        slots.append(Slot(entry, None))
        here = Place(zone=entry.zone, line=entry.line, count=entry.count)
        found = FoundCard(name=entry.name[:120], count=entry.count, where=(here,))
        suggestions = (
            tuple(dict.fromkeys(spelling for card in cards[:_MOST_MEANT] for spelling in card.spellings[:1]))
            if cards
            else names.suggest(entry.name)
            if len(unknown) < _MOST_SUGGESTED or entry.name in unknown
            else ()
        )
        if not cards and len(unknown) < _MOST_SUGGESTED:
            unknown.add(entry.name)
        findings.append(
            Finding(
                code="deck.ambiguous-card" if cards else "deck.unknown-card",
                params={"name": entry.name[:120], "suggestions": ", ".join(suggestions)},
                location=Location(path=listing.path, line=entry.line, column=entry.column, zone=entry.zone),
                cards=(found,),
                suggestions=suggestions,
                effect="undetermined",
            )
        )
    return Deck(listing, tuple(slots), tuple(findings))


def judge(
    deck: Deck,
    rules: Format,
    info: GameInfo,
    facts: frozenset[str],
    box: tuple[Card, ...] = (),
    on: date | None = None,
) -> Verdict:
    """Check a deck against a resolved format.

    Args:
        deck: A deck with its names looked up.
        rules: A format that ``legality.formats.resolve`` returned, and ``legality.binding.bind`` where it leaves
            choices, bans or dates open.
        info: The game, for its zones and languages.
        facts: What the pool says of its cards; rules that need other facts are listed as unchecked.
        box: The cards the game's box holds, for formats with a fixed pack.
        on: The day of play, for rules that depend on it; None leaves them out.
    """
    zones = tuple(zone.id for zone in info.zones) or ("main",)
    picked = frozenset(one for rule in rules.rules if isinstance(rule, PickRule) for one in rule.cards)
    tally = Tally(deck, zones, info.languages[0], box, picked=picked, on=on)
    findings = [*deck.listing.findings, *deck.findings]
    unchecked: list[Unchecked] = []
    if not deck.slots:
        findings.append(_empty(deck.listing))
    tips: list[Rule] = []
    for rule in rules.rules:
        if isinstance(rule, DropRule):
            continue
        missing = [fact for fact in rule_facts(rule) if fact not in facts]
        tip = rule.severity == "info"
        if not tip:
            unchecked.extend(Unchecked(rule.id, fact) for fact in missing)
        if not deck.slots or (missing and rule.kind != "copies"):
            continue
        if tip:
            tips.append(rule)
        else:
            findings.extend(_placed_where(finding, rules) for finding in CHECKS[rule.kind](rule, tally))
    if not any(finding.severity == "error" for finding in findings):  # advice is for decks that are in order
        findings.extend(_tips(tips, tally))
    counts = {zone: deck.count(zone) for zone in zones}
    if unplaced := deck.count(UNPLACED):
        counts[UNPLACED] = unplaced
    ordered = tuple(sorted(findings, key=_order))
    return Verdict(
        path=deck.listing.path,
        deck=called(deck.listing),
        format=rules.id,
        status=status_of(ordered),
        counts=counts,
        findings=ordered,
        unchecked=tuple(unchecked),
        opening_hand=opening_hand(rules, tally, facts),
        starting_life=starting_life(rules, tally, facts),
    )


def called(listing: DeckList) -> str:
    """Return what a list calls its deck, else the name of its file."""
    return listing.headers.get("name") or PurePath(listing.path).stem


def _tips(tips: Iterable[Rule], tally: Tally) -> Iterator[Finding]:
    """Yield what the tips say; one that cannot be decided says nothing."""
    for rule in tips:
        yield from (finding for finding in CHECKS[rule.kind](rule, tally) if finding.code != "deck.undetermined")


def status_of(findings: Iterable[Finding]) -> Status:
    """Return the gravest verdict that the findings call for; ``info`` changes nothing."""
    told = list(findings)
    effects = {finding.effect for finding in told if finding.severity == "error"}
    for effect in ("illegal", "undetermined", "incomplete"):
        if effect in effects:
            return effect
    return "legal-with-warnings" if any(finding.severity == "warning" for finding in told) else "legal"


def _order(finding: Finding) -> tuple[int, int, str]:
    return (finding.location.line or 1_000_000, finding.location.column or 0, finding.code)


def _empty(listing: DeckList) -> Finding:
    return Finding(code="deck.empty", effect="incomplete", location=Location(path=listing.path, line=1, column=1))


def _placed_where(finding: Finding, rules: Format) -> Finding:
    """Add to a card in the wrong zone the zone it belongs to, where a rule of the format names one."""
    if finding.code != "deck.zone":
        return finding
    wanted = str(finding.params.get("type", ""))
    for rule in rules.rules:
        if isinstance(rule, OnlyRule) and wanted in rule.select.type:
            return finding.model_copy(
                update={
                    "wording": "deck.zone.belongs",
                    "params": {**finding.params, "belongs": rule.zones[0]},
                }
            )
    return finding
