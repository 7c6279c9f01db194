"""Changes of a plain deck list, line by line, so that comments, order and spelling stay as their writer had them.

Each change is read again before it is believed; where a line cannot say it, the whole list is written anew.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from cardtools.app.deck_lists import write_list
from cardtools.app.decks import Builder
from cardtools.errors import refuse
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import Deck, Entry, Slot
from cardtools.model.finding import Finding
from cardtools.names.folding import clean
from cardtools.store.deck_lists import decode
from cardtools.store.deck_lists.encoding import declared
from cardtools.store.deck_lists.text import LINE_END, read_text
from cardtools.web.warm import LIST_PATH, Bench

MOST_COPIES: Final = 999

Key = tuple[str, str]
"""A zone, and the id of a card; or ``name:`` and the clean name where no one card is known by it."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A list that was opened, as a plain list, with what is to be said of it."""

    text: str
    name: str
    findings: tuple[Finding, ...]


def opened(builder: Builder, content: bytes, path: str) -> Opened:
    """Return a list of any form as a plain list; one that is plain already stays as it is, letter by letter.

    Raises:
        CardtoolsError: Where it is no list at all.
    """
    deck = builder.understand(content, path)
    listing = deck.listing
    name = listing.headers.get("name", "")
    text = _as_it_is(builder, content, deck)
    if text is None:
        text = write_list(builder, listing, "text").decode()
    return Opened(text, name[:120], listing.findings)


def _as_it_is(builder: Builder, content: bytes, deck: Deck) -> str | None:
    """Return the text of a list that is plain, None for another form."""
    if content.startswith(b"PK"):
        return None
    text, _ = decode(content, LIST_PATH, declared(content))
    plain = "\n".join(LINE_END.split(text)).rstrip() + "\n"
    if read_text(plain, LIST_PATH, builder.grammar).entries != deck.listing.entries:
        return None
    return plain if read(builder, plain).listing.entries == deck.listing.entries else None


def read(builder: Builder, text: str) -> Deck:
    """Return the deck of a plain list."""
    return builder.understand(text.encode("utf-8", "replace"), LIST_PATH)


def key_of(slot: Slot) -> Key:
    """Return what a slot is counted under."""
    return slot.entry.zone, slot.card.id if slot.card is not None else f"name:{clean(slot.entry.name)}"


def counted(deck: Deck) -> Counter[Key]:
    """Return the copies by zone and card."""
    counts: Counter[Key] = Counter()
    for slot in deck.slots:
        counts[key_of(slot)] += slot.entry.count
    return counts


def card_of(bench: Bench, card_id: str) -> Card:
    """Return a card of the pool by its id.

    Raises:
        CardtoolsError: ``pool.unknown-card``.
    """
    card = bench.cards.get(card_id)
    if card is None:
        raise refuse("pool.unknown-card", name=card_id[:80], exit_code=1)
    return card


def with_copies(bench: Bench, text: str, key: Key, change: int) -> str:
    """Return the list with so many copies more of a card in a zone, or fewer where ``change`` is below 0.

    Raises:
        CardtoolsError: ``pool.unknown-card``; ``web.cannot-edit`` where no list can say it.
    """
    deck = bench.read(text)
    before = counted(deck)
    count = max(0, min(MOST_COPIES, before[key] + change))
    wanted = before.copy()
    wanted[key] = count
    changed = _by_line(bench, text, deck, key, count)
    if +counted(bench.read(changed)) == +wanted:
        return changed
    changed = _anew(bench, deck, key, count)
    if +counted(bench.read(changed)) == +wanted:
        return changed
    raise refuse("web.cannot-edit", name=_name(bench, key)[:80], exit_code=1)


def moved(bench: Bench, text: str, key: Key, zone: str) -> str:
    """Return the list with one copy of a card moved to another zone; see with_copies."""
    if key[0] == zone or counted(bench.read(text))[key] == 0:
        return text
    return with_copies(bench, with_copies(bench, text, key, -1), (zone, key[1]), 1)


def renamed(builder: Builder, text: str, line: int, name: str) -> str:
    """Return the list with another name on a line."""
    deck = read(builder, text)
    lines = text.split("\n")
    for slot in deck.slots:
        if slot.entry.line == line and 0 < line <= len(lines):
            lines[line - 1] = _written(builder, lines[line - 1], slot.entry.count, name)
    return "\n".join(lines)


def _by_line(bench: Bench, text: str, deck: Deck, key: Key, count: int) -> str:
    builder = bench.builder
    lines: list[str | None] = list(text.rstrip("\n").split("\n")) if text.strip() else []
    slots = [slot for slot in deck.slots if key_of(slot) == key]
    change = count - sum(slot.entry.count for slot in slots)
    if change > 0 and slots:
        last = slots[-1].entry
        lines[last.line - 1] = _written(builder, lines[last.line - 1] or "", last.count + change, last.name)
    elif change > 0:
        _insert(bench, lines, deck, key, change)
    for slot in reversed(slots):
        if change >= 0:
            break
        taken = min(-change, slot.entry.count)
        change += taken
        left = slot.entry.count - taken
        raw = lines[slot.entry.line - 1] or ""
        lines[slot.entry.line - 1] = _written(builder, raw, left, slot.entry.name) if left else None
    return "\n".join(line for line in lines if line is not None) + "\n"


def _written(builder: Builder, raw: str, count: int, name: str) -> str:
    """Return a line in the plainest way, after the prefix of its zone where it has one."""
    line = clean(raw)
    prefixed = builder.grammar.prefixed(line)
    prefix = "" if prefixed is None or builder.grammar.knows(line) else f"{line.partition(':')[0]}: "
    return f"{prefix}{count} {name}"


def _insert(bench: Bench, lines: list[str | None], deck: Deck, key: Key, count: int) -> None:
    """Put a new line behind the last one of its zone, under a new heading where the zone has none."""
    zone, builder = key[0], bench.builder
    line = f"{count} {_name(bench, key)}"
    under_heading = [
        slot.entry.line
        for slot in deck.slots
        if slot.entry.zone == zone and builder.grammar.prefixed(clean(lines[slot.entry.line - 1] or "")) is None
    ]
    if under_heading:
        lines.insert(max(under_heading), line)
        return
    if deck.slots or zone != builder.zones[0]:
        lines += [*([""] if lines else []), heading(builder, zone)]
    lines.append(line)


def heading(builder: Builder, zone: str) -> str:
    """Return the heading of a zone in the words of the game, one that lists are read by."""
    names = (text_in(one.name, builder.language) for one in builder.info.zones if one.id == zone)
    word = next((name for name in names if builder.grammar.zone(name) == zone and "]" not in name), zone)
    return f"[{word}]"


def _anew(bench: Bench, deck: Deck, key: Key, count: int) -> str:
    """Return the whole list written anew with that number of copies, without its comments."""
    entries: list[Entry] = []
    left = count
    for slot in deck.slots:
        if key_of(slot) == key:
            taken = min(left, slot.entry.count)
            left -= taken
            entries += [replace(slot.entry, count=taken)] if taken else []
        else:
            entries.append(slot.entry)
    if left:
        last = max((entry.line for entry in entries), default=0) + 1
        entries.append(Entry(last, 1, left, _name(bench, key), key[0]))
    return write_list(bench.builder, replace(deck.listing, entries=tuple(entries)), "text").decode()


def _name(bench: Bench, key: Key) -> str:
    if key[1].startswith("name:"):
        return key[1].removeprefix("name:")
    return text_in(card_of(bench, key[1]).name, bench.builder.language)
