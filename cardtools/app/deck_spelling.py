"""Lists in canonical spelling: names as the cards write them, everything else as it was."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Final

from cardtools.app.deck_lists import write_list
from cardtools.app.decks import Builder
from cardtools.decks.counting import key_of
from cardtools.decks.spelling import spelled
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.base import text_in
from cardtools.model.deck import Deck, DeckList
from cardtools.model.finding import Finding, Location
from cardtools.names.folding import clean
from cardtools.store.deck_lists.encoding import declared, decode
from cardtools.store.deck_lists.grammar import comment_header
from cardtools.store.deck_lists.page import Page
from cardtools.store.deck_lists.table import is_table, is_text
from cardtools.store.deck_lists.text import LINE_END
from cardtools.store.deck_lists.tree import yaml_document
from cardtools.store.deck_lists.writers import Form

_COMMENTS: Final = ("#", "//", ";")
_SPREADSHEET: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How packed and old spreadsheets begin."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """A list in canonical spelling.

    Attributes:
        content: The file as it ought to be.
        changed: Whether that is another file than it was.
        renamed: Names that are spelled otherwise now: as they were, and as they are.
        findings: What is to be said: unknown names, lines that no list can hold, comments that got lost.
    """

    form: Form
    content: bytes
    changed: bool
    renamed: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]


def spell(builder: Builder, content: bytes, path: str, encoding: str | None = None) -> Spelled:
    """Spell the names of a list as their cards do. Counts, zones and unknown names never change.

    A plain list is changed line by line, so that its comments, blank lines and order stay. The other forms are written
    anew: their headers stay, their comments do not.

    Raises:
        CardtoolsError: Where it is no list; ``fmt.lossy`` where a form is written anew and a row of it could not be
            read, so that it would get lost; ``fmt.unsafe`` where the outcome would not read as the same deck.
    """
    deck = builder.understand(content, path, encoding)
    listing = spelled(deck, builder.language)
    pairs = zip(deck.listing.entries, listing.entries, strict=True)
    renamed = tuple(dict.fromkeys((old.name, new.name) for old, new in pairs if old.name != new.name))
    form = _form(builder, content, path, encoding)
    findings = [*deck.listing.findings, *deck.findings]
    if form == "text":
        made = _lines(builder, content, listing, encoding)
    else:
        lost = [one for one in deck.listing.findings if one.severity == "error"]
        if lost:
            raise CardtoolsError(*lost, refuse("fmt.lossy", path=path).findings[0], exit_code=1)
        made = write_list(builder, listing, form)
        if _has_comments(content, form, encoding):
            findings.append(_comments(path))
    again = builder.understand(made, path)
    if _counted(again) != _counted(deck) or dict(again.listing.headers) != dict(deck.listing.headers):
        raise refuse("fmt.unsafe", path=path, exit_code=1)
    return Spelled(form, made, made != content, renamed, tuple(findings))


def _form(builder: Builder, content: bytes, path: str, encoding: str | None) -> Form:
    """Return the form that a list is read as, told apart as ``store.deck_lists`` does."""
    if content.startswith(_SPREADSHEET):
        return "xlsx"
    text, _ = decode(content, path, declared(content) if encoding is None else encoding)
    ending = PurePath(path).suffix.lower()
    start = text.lstrip()[:1]
    if start == "<":
        return "cod"
    if ending in (".yaml", ".yml") and not isinstance(yaml_document(text, path).data, str):
        return "yaml"
    if start in ("{", "[") and _is_json(text, path):
        return "json"
    if ending in (".csv", ".tsv"):
        return "text" if is_text(text, builder.grammar) else "csv"
    return "csv" if is_table(text, builder.grammar) else "text"


def _is_json(text: str, path: str) -> bool:
    from cardtools.store.deck_lists.json_text import parse_json

    try:
        parse_json(text, path)
    except CardtoolsError:
        return False
    return True


def _lines(builder: Builder, content: bytes, listing: DeckList, encoding: str | None) -> bytes:
    """Return a plain list with each entry on its line in the plainest way; other lines stay."""
    text, _ = decode(content, listing.path, encoding)
    page = Page(replace(listing, headers={}), "text", builder.info.zones, builder.names.knows, builder.language)
    entries = {entry.line: entry for entry in listing.entries}
    refused = {one.location.line for one in listing.findings}
    lines: list[str] = []
    for number, raw in enumerate(LINE_END.split(text), start=1):
        line = clean(raw)
        if number in entries:
            lines.append(_entry_line(builder, line, page.entry_line(entries[number])))
        elif not line or line.startswith(_COMMENTS) or number in refused:
            lines.append(raw.rstrip())
        else:
            heading = builder.grammar.heading(line)
            zone = heading[1] if heading is not None else None
            lines.append(raw.rstrip() if zone is None else _heading(builder, zone))
    return ("\n".join(lines).rstrip("\n") + "\n").encode()


def _entry_line(builder: Builder, line: str, written: str) -> str:
    """Return a line of the list as the writer of lists makes it, after the prefix of its zone where it has one."""
    prefixed = builder.grammar.prefixed(line)
    if prefixed is None or builder.grammar.knows(line):
        return written
    prefix = next((zone.prefixes[0] for zone in builder.info.zones if zone.id == prefixed[0] and zone.prefixes), "")
    return f"{prefix} {written}"


def _heading(builder: Builder, zone: str) -> str:
    """Return the heading of a zone in the words of the game, one that lists are read by."""
    names = (text_in(one.name, builder.language) for one in builder.info.zones if one.id == zone)
    word = next((name for name in names if builder.grammar.zone(name) == zone and "]" not in name), zone)
    return f"[{word}]"


def _has_comments(content: bytes, form: Form, encoding: str | None) -> bool:
    if form not in ("csv", "yaml"):
        return False
    text, _ = decode(content, "", encoding)
    lines = (clean(line) for line in LINE_END.split(text))
    return any(line.startswith("#") and comment_header(line) is None for line in lines)


def _comments(path: str) -> Finding:
    return Finding(code="fmt.comments", severity="warning", effect="none", location=Location(path=path))


def _counted(deck: Deck) -> Counter[tuple[str, object]]:
    counts: Counter[tuple[str, object]] = Counter()
    for slot in deck.slots:
        counts[slot.entry.zone, key_of(slot)] += slot.entry.count
    return counts
