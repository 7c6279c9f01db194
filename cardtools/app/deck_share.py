"""Share codes: a list as one line, and back."""

from __future__ import annotations

import os
from dataclasses import replace

from cardtools.app.decks import Builder, content_of
from cardtools.decks.share_code import Shared, holds_code, is_code, make_code, open_code
from cardtools.decks.spelling import spelled
from cardtools.legality.check import look_up
from cardtools.model.deck import UNPLACED, Deck, Entry
from cardtools.model.finding import Finding, Location
from cardtools.store.deck_lists.grammar import headings, unknown_section


def share(builder: Builder, deck: Deck) -> str:
    """Return the share code of a deck, names in their canonical spelling.

    Raises:
        CardtoolsError: ``share.unwritable``, ``share.too-long``.
    """
    return make_code(builder.info.id, spelled(deck, builder.language), headings(deck.listing))


def read_code(written: str, stdin: bytes | None = None) -> Shared:
    """Return what a share code holds; ``written`` is the code itself, a file with it, or ``-`` for ``stdin``.

    The code may stand among other words, in both.

    Raises:
        CardtoolsError: ``share.*``, or ``file.*`` for a file that cannot be read.
    """
    if is_code(written) or (holds_code(written) and not os.path.exists(written)):  # noqa: PTH110 - a text is no path
        return open_code(written)
    content = content_of(written, stdin)
    return open_code(content.decode("utf-8", "replace"), written)


def understand(builder: Builder, shared: Shared) -> Deck:
    """Return the deck of a share code with its names looked up; zones that the game has not are unplaced, and told."""
    listing = shared.listing
    entries: list[Entry] = []
    strange: dict[str, Finding] = {}
    told = headings(listing)
    for entry in listing.entries:
        known = entry.zone in builder.zones
        if not known and (entry.line, entry.column) not in told:
            place = Location(path=listing.path, line=entry.line, column=1)
            strange.setdefault(entry.zone, unknown_section(place, entry.zone))
        entries.append(entry if known else replace(entry, zone=UNPLACED))
    findings = (*listing.findings, *strange.values())
    return look_up(replace(listing, entries=tuple(entries), findings=findings), builder.names)
