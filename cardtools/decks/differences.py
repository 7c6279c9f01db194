"""Two decks compared, and several made one: by card and zone, whatever their lines and spellings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, Literal

from cardtools.decks.counting import Key, count_cards, key_of, name_of
from cardtools.model.deck import UNPLACED, Deck, DeckList, Entry
from cardtools.model.finding import Finding

MOST_ON_A_LINE: Final = 999
"""Most copies that a line of a list can say."""

Change = Literal["added", "removed", "more", "fewer"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A card whose number in one zone is not the same in both decks."""

    name: str
    zone: str
    before: int
    after: int

    @property
    def change(self) -> Change:
        """What became of the card in this zone."""
        if not self.before:
            return "added"
        if not self.after:
            return "removed"
        return "more" if self.after > self.before else "fewer"


def differences(before: Deck, after: Deck, language: str, zones: Sequence[str] = ()) -> tuple[Difference, ...]:
    """Return every card whose number differs, by zone; zones in the order of ``zones``, then as they come.

    A card in another spelling, or on several lines, is the same card. Names are those of ``language``.
    """
    first = {(one.key, one.zone): one for one in count_cards(before, language)}
    second = {(one.key, one.zone): one for one in count_cards(after, language)}
    names = {one.key: one.name for one in (*second.values(), *first.values())}
    places = dict.fromkeys((*first, *second))
    known = dict.fromkeys((*zones, *(zone for _, zone in places)))
    order = {zone: number for number, zone in enumerate(known)}
    found: list[Difference] = []
    for place in sorted(places, key=lambda place: order[place[1]]):
        old, new = (side[place].count if place in side else 0 for side in (first, second))
        if old != new:
            found.append(Difference(names[place[0]], place[1], old, new))
    return tuple(found)


Headings = Mapping[tuple[int, int], Finding]
"""The finding of the heading that names no zone, over an unplaced entry, by the entry's line and column."""


def merge(decks: Sequence[Deck], language: str, path: str = "", headings: Sequence[Headings] = ()) -> DeckList:
    """Return one list with the cards of all decks, copies of a card added up by zone.

    Headers stay where all decks that have them agree. What is more than a line can say stands on several lines. Cards
    under headings that name no zone come last, with a finding for each heading, its first.
    """
    counts: dict[tuple[str, str], dict[Key, int]] = {}
    names: dict[Key, str] = {}
    told: dict[str, Finding] = {}
    for deck, above in zip_longest(decks, headings):
        for slot in deck.slots:
            key, entry = key_of(slot), slot.entry
            names.setdefault(key, name_of(slot, language))
            found = (above or {}).get((entry.line, entry.column)) if entry.zone == UNPLACED else None
            heading = "" if found is None else str(found.params["words"])
            if found is not None:
                told.setdefault(heading, found)
            cards = counts.setdefault((entry.zone, heading), {})
            cards[key] = cards.get(key, 0) + entry.count
    entries: list[Entry] = []
    findings: list[Finding] = []
    for (zone, heading), cards in sorted(counts.items(), key=lambda item: (item[0][0] == UNPLACED, item[0][1] != "")):
        if zone == UNPLACED and heading in told:
            place = told[heading].location.model_copy(update={"line": len(entries) + 1, "column": 1})
            findings.append(told[heading].model_copy(update={"location": place}))
        for key, count in cards.items():
            for copies in _lines(count):
                entries.append(Entry(len(entries) + 1, 1, copies, names[key], zone))
    return DeckList(path, tuple(entries), _agreed(deck.listing.headers for deck in decks), tuple(findings))


def _lines(count: int) -> list[int]:
    whole, rest = divmod(count, MOST_ON_A_LINE)
    return [MOST_ON_A_LINE] * whole + ([rest] if rest else [])


def _agreed(headers: Iterable[Mapping[str, str]]) -> dict[str, str]:
    values: dict[str, set[str]] = {}
    for one in headers:
        for key, value in one.items():
            values.setdefault(key, set()).add(value)
    return {key: next(iter(told)) for key, told in values.items() if len(told) == 1}
