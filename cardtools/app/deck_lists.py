"""Lists of a deck builder: compared, converted, spelled canonically, held against what one owns, and joined."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cardtools.app.decks import Builder
from cardtools.decks.differences import Difference, differences, merge
from cardtools.decks.ownership import Wanted, compare_owned
from cardtools.errors import refuse
from cardtools.model.deck import Deck, DeckList
from cardtools.model.finding import Finding, Location
from cardtools.store.deck_lists.grammar import heading_findings
from cardtools.store.deck_lists.writers import ENDINGS, FORMS, Form, write_deck_list
from cardtools.store.files import write_whole
from cardtools.store.targets import check_target

SVG: Final = (".svg",)


def form_of(named: str | None, target: Path | None) -> Form:
    """Return the form of a list to write: as named, else by the ending of the file, else text.

    Raises:
        CardtoolsError: ``usage.unknown-form``.
    """
    if named is not None:
        for form in FORMS:
            if named.lower().lstrip(".") == form or ENDINGS.get(f".{named.lower().lstrip('.')}") == form:
                return form
        raise refuse("usage.unknown-form", form=named[:40], known=", ".join(FORMS))
    if target is None:
        return "text"
    form_by_ending = ENDINGS.get(target.suffix.lower())
    if form_by_ending is None:
        raise refuse("usage.unknown-form", form=target.suffix or target.name, known=", ".join(ENDINGS))
    return form_by_ending


def write_list(builder: Builder, listing: DeckList, form: Form) -> bytes:
    """Return a list as a file of this form, headings in the language of its game.

    Raises:
        CardtoolsError: ``deck.unwritable``.
    """
    return write_deck_list(listing, form, builder.info.zones, knows=builder.names.knows, language=builder.language)


def endings_of(form: Form) -> tuple[str, ...]:
    """Return what the name of a file of this form ends in."""
    return tuple(ending for ending, one in ENDINGS.items() if one == form)


def own_endings(path: str) -> tuple[str, ...]:
    """Return what the name of a list ends in, whatever that is, and that of the file a link leads to."""
    return Path(path).suffix.lower(), Path(os.path.realpath(path)).suffix.lower()


def save(builder: Builder, content: bytes, target: Path, endings: Sequence[str], sources: Sequence[str] = ()) -> None:
    """Write a list, or a drawing of one, into a folder that is there, but never over what it is made of.

    Args:
        builder: Its pool and data are not written over either.
        content: What is written.
        target: The file.
        endings: What its name may end in.
        sources: The lists it is made of.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    check_target(target, endings, (*sources, builder.pool.path), builder.desk.catalog.folders)
    if not os.path.exists(target.absolute().parent):  # noqa: PTH110 - a path too long is none, too
        folder = str(target.parent)[:200]
        raise refuse("file.unwritable", path=target, wording="file.unwritable.missing-folder", folder=folder)
    write_whole(target, content)


def compare(builder: Builder, before: Deck, after: Deck) -> tuple[Difference, ...]:
    """Return what is not the same in two decks, by zone."""
    return differences(before, after, builder.language, builder.zones)


def join(builder: Builder, decks: Sequence[Deck]) -> DeckList:
    """Return one list of several, copies added up by card and zone."""
    headings = [heading_findings(deck.listing) for deck in decks]
    return merge(decks, builder.language, ", ".join(deck.listing.path for deck in decks), headings)


def once(paths: Sequence[str]) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Return each list once, in the order they were named, and what is to be said of those named again."""
    kept: dict[str, str] = {}
    told: list[Finding] = []
    for path in paths:
        place = path if path == "-" else os.path.realpath(path)
        if place in kept:
            at = Location(path=path)
            told.append(Finding(code="missing.twice", severity="warning", effect="none", location=at))
        kept.setdefault(place, path)
    return tuple(kept.values()), tuple(told)


@dataclass(frozen=True, slots=True)
class Missing:
    """What lacks for several decks.

    Attributes:
        cards: Every card the decks want.
        copies: Copies that lack where each deck has its own.
        copies_shared: Copies that lack where the decks share theirs.
    """

    cards: tuple[Wanted, ...]
    copies: int
    copies_shared: int


def find_missing(builder: Builder, decks: Sequence[Deck], owned: Deck) -> Missing:
    """Return what lacks of the known cards that decks want, against a list of what is owned."""
    cards = compare_owned(decks, owned, builder.language)
    return Missing(cards, sum(one.missing for one in cards), sum(one.missing_shared for one in cards))
