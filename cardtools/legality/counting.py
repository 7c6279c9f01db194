"""Rules that count: the size of zones, copies, colours, and selected cards."""

from __future__ import annotations

from collections import Counter

from cardtools.legality.findings import Findings, bounds, broken, count, split, undetermined
from cardtools.legality.tally import Tally
from cardtools.model.card import Card
from cardtools.model.deck import Slot
from cardtools.model.finding import Effect
from cardtools.model.rules import CopiesRule, DistinctRule, LimitRule, RequireRule, RuleBase, ShareRule, SizeRule


def check_size(rule: SizeRule, tally: Tally) -> Findings:
    """Too few cards, or too many; with unknown names, whether they decide it."""
    slots = tally.known(rule.zones)
    known = count(slots)
    unknown = tally.count_unknown(rule.zones)
    if rule.or_none and not known and not unknown:
        return
    limit = bounds(rule.min, rule.max)
    zone = _zone(rule, tally)
    if rule.max is not None and known > rule.max:
        cards = tally.found(slots) if rule.max <= 1 else ()
        wording = "deck.size.or-none" if rule.or_none else "deck.size.many"
        yield broken(rule, tally, cards, known, limit, wording, zone=zone)
    elif rule.min is not None and known + unknown < rule.min:
        wording = "deck.size.or-none" if rule.or_none else "deck.size.few"
        missing = rule.min - known - unknown
        yield broken(rule, tally, (), known + unknown, limit, wording, "incomplete", zone=zone, missing=missing)
    elif (rule.min is not None and known < rule.min) or (rule.max is not None and known + unknown > rule.max):
        yield undetermined(rule, tally, (), known, limit, zone=zone, with_unknown=known + unknown)
    elif unknown:
        either = undetermined(rule, tally, (), known, limit, "either", zone=zone, with_unknown=known + unknown)
        yield either.model_copy(update={"severity": "info", "effect": "none"})


def _zone(rule: RuleBase, tally: Tally) -> str:
    """Return the zone by which a finding calls all zones of a rule: the first."""
    return (rule.zones or tally.zones)[0]


def check_copies(rule: CopiesRule, tally: Tally) -> Findings:
    """More copies of one card than allowed, over all its lines; or of its versions together."""
    if rule.versions:
        yield from _versions_together(rule, tally)
        return
    slots = tally.known(rule.zones)
    counts: Counter[str] = Counter()
    for slot, card in slots:
        counts[card.id] += slot.entry.count
    over = [(slot, card) for slot, card in slots if counts[card.id] > _most(rule, card)]
    cards = {card.id: card for _, card in over}
    for one, found in tally.by_card(over).items():
        most = _most(rule, cards[one])
        if rule.unless in cards[one].unknown:
            yield undetermined(rule, tally, (found,), found.count, {"max": most}, wording="fact")
            continue
        wording = "deck.copies.exception" if rule.unless and cards[one].max_copies is None else None
        yield broken(rule, tally, (found,), found.count, {"max": most}, wording)


def _most(rule: CopiesRule, card: Card) -> int:
    """Return how many copies of a card the rule allows, or the card's own text where it may say otherwise."""
    return (card.max_copies or rule.max) if rule.unless else rule.max


def _versions_together(rule: CopiesRule, tally: Tally) -> Findings:
    """Copies of several versions of a card; the version whose text allows most sets the limit."""
    groups: dict[str, list[tuple[Slot, Card]]] = {}
    for slot, card in tally.known(rule.zones):
        groups.setdefault(_without_version(tally.name(card), rule.versions), []).append((slot, card))
    for name, slots in groups.items():
        if len(slots) < 2 or len({card.id for _, card in slots}) < 2:
            continue
        most = max(_most(rule, card) for _, card in slots)
        actual = count(slots)
        if actual <= most:
            continue
        found = tally.found(slots)
        if rule.unless and any(rule.unless in card.unknown for _, card in slots):
            yield undetermined(rule, tally, found, actual, {"max": most}, wording="fact")
        else:
            yield broken(rule, tally, found, actual, {"max": most}, "deck.copies.versions", name=name)


def _without_version(name: str, versions: tuple[str, ...]) -> str:
    for version in versions:
        if name.endswith(version):
            return name.removesuffix(version).rstrip()
    return name


def check_distinct(rule: DistinctRule, tally: Tally) -> Findings:
    """More colours than allowed, each with its cards; a card of two colours needs both."""
    slots = tally.known(rule.zones)
    colours: Counter[str] = Counter()
    for slot, card in slots:
        for colour in card.colours or ():
            if colour not in rule.free:
                colours[colour] += slot.entry.count
    unclear = [(slot, card) for slot, card in slots if card.colours is None]
    limit = bounds(rule.min, rule.max)
    if len(colours) > rule.max:
        # The rarest colours are what is cheapest to take out: their cards are named.
        kept = {colour for colour, _ in colours.most_common(rule.max)}
        extra = [(s, c) for s, c in slots if set(c.colours or ()) - kept - set(rule.free)]
        finding = broken(rule, tally, tally.found(extra), len(colours), limit, None)
        yield finding.model_copy(update={"tally": dict(colours.most_common())})
    elif unclear:
        yield undetermined(rule, tally, tally.found(unclear), len(colours), limit, wording="colours")
    elif rule.min is not None and len(colours) < rule.min and not tally.count_unknown(rule.zones):
        wording = "deck.god.few" if rule.code == "deck.god" else "deck.colours.few"
        yield broken(rule, tally, (), len(colours), limit, wording, "incomplete")


def check_limit(rule: LimitRule, tally: Tally) -> Findings:
    """More, or fewer, selected cards than allowed."""
    slots, unclear = split(rule.select, rule.zones, tally)
    known, open_count = count(slots), count(unclear)
    limit = bounds(rule.min, rule.max)
    few = rule.min is not None and known < rule.min
    if rule.max is not None and known > rule.max:
        yield broken(rule, tally, tally.found(slots), known, limit, None)
    elif (rule.max is not None and known + open_count > rule.max) or (few and unclear):
        zone, with_unknown = _zone(rule, tally), known + open_count
        yield undetermined(rule, tally, tally.found(unclear), known, limit, zone=zone, with_unknown=with_unknown)
    elif few and not tally.count_unknown(rule.zones):
        yield broken(rule, tally, (), known, limit, "deck.limit.few", "incomplete")


def check_require(rule: RequireRule, tally: Tally) -> Findings:
    """Selected cards that must be there and are not."""
    slots, unclear = split(rule.select, rule.zones, tally)
    known = count(slots)
    if known >= rule.min:
        return
    zone, with_unclear = _zone(rule, tally), known + count(unclear)
    limit = bounds(rule.min, None)
    if with_unclear >= rule.min:
        yield undetermined(rule, tally, tally.found(unclear), known, limit, zone=zone, with_unknown=with_unclear)
    elif with_unclear + tally.count_unknown(rule.zones) < rule.min:
        yield broken(rule, tally, (), known, limit, None, "incomplete", missing=rule.min - known)


def check_share(rule: ShareRule, tally: Tally) -> Findings:
    """Selected cards are too small or too large a part of all; told only where no unknown card decides it."""
    slots, unclear = split(rule.select, rule.zones, tally)
    selected, hazy = count(slots), count(unclear) + tally.count_unknown(rule.zones)
    total = count(tally.known(rule.zones)) + tally.count_unknown(rule.zones)
    over = 100 * selected > rule.max * total
    if total and (over or 100 * (selected + hazy) < rule.min * total):
        limit = bounds(rule.min, rule.max)
        share = round(100 * selected / total)
        effect: Effect = "illegal" if over else "incomplete"
        yield broken(rule, tally, (), selected, limit, None, effect, total=total, share=share)
