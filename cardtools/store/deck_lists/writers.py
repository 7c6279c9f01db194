"""Deck lists written out in one canonical form for each format; what is written here reads back as the same deck."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Final

from cardtools.model.deck import DeckList
from cardtools.model.game import Zone
from cardtools.store.csv_cells import as_text
from cardtools.store.deck_lists.page import ENDINGS, FORMS, HEADER_ORDER, Form, Group, Page
from cardtools.store.deck_lists.tree import SCHEMA
from cardtools.store.spreadsheets import write_spreadsheet

_NO_YAML: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_PLAIN_KEY: Final = re.compile(r"[a-z][a-z0-9_-]*")


def write_deck_list(
    listing: DeckList,
    form: Form,
    zones: tuple[Zone, ...],
    *,
    knows: Callable[[str], bool] | None = None,
    language: str | None = None,
) -> bytes:
    """Return a deck list as a file: headers first, then zone after zone in the game's order, a card a line.

    Names stay as they are, but for line ends and runs of blanks; the same list gives the same bytes. Comments and
    lines that were refused are not part of a list, and so not written. Headings that name no zone keep their words,
    which the findings of the list tell, so that what is written reads back with the same findings.

    Args:
        listing: What is written; its path is not, and of its findings the words of unknown headings alone.
        form: The format.
        zones: The zones of the game, which name the headings.
        knows: Whether a clean text is the name of a card, so that a line of a plain list is not taken for another
            card; the names of the list where absent.
        language: Of headings; the first of the game's where absent or missing.

    Raises:
        CardtoolsError: ``deck.unwritable`` for a name or header that the format cannot hold: signs that stand for no
            letter, or more letters than a cell takes.
    """
    page = Page(listing, form, zones, knows, language)
    return _WRITERS[form](page)


def _text(page: Page) -> bytes:
    """A line a card; headings in brackets, which no name is taken for. The main deck needs none where it is first."""
    parts = ["".join(f"# {key}: {value}\n" for key, value in page.headers.items())]
    for index, group in enumerate(page.groups):
        heading = "" if index == 0 and group.zone == page.default_zone else f"{page.title(group)}\n"
        parts.append(heading + "".join(f"{page.line(count, name)}\n" for count, name in group.cards))
    return "\n".join(part for part in parts if part).encode()


def _rows(page: Page) -> Iterator[tuple[str | int, ...]]:
    yield from ((f"# {key}: {value}",) for key, value in page.headers.items())
    yield ("count", "name", "zone")
    for group in page.groups:
        yield from ((count, name, page.cell(group)) for count, name in group.cards)


def _csv(page: Page) -> bytes:
    """Commas, quotes where needed, and a quote before what a spreadsheet would calculate."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    for row in _rows(page):
        writer.writerow([as_text(cell) if isinstance(cell, str) else cell for cell in row])
    return stream.getvalue().encode()


def _xlsx(page: Page) -> bytes:
    return write_spreadsheet(_rows(page), header=len(page.headers))


def _yaml(page: Page) -> bytes:
    """Zones by id, each a list of ``{count, name}``; every text in quotes, so that none is taken for anything else."""
    lines = [f"{key}: {_quoted(value)}\n" for key, value in page.headers.items()]
    if not page.groups:
        lines.append(f"{page.default_zone}: []\n")  # so that no header is taken for a card
    keys = list(page.keyed())
    lines.extend(_yaml_group(key, group, "") for key, group in keys if group.heading is None)
    if any(group.heading is not None for _, group in keys):  # as a key of the list itself it might mean something else
        lines.append("zones:\n")
        lines.extend(_yaml_group(key, group, "  ") for key, group in keys if group.heading is not None)
    return "".join(lines).encode()


def _yaml_group(key: str, group: Group, margin: str) -> str:
    written = key if _PLAIN_KEY.fullmatch(key) and group.heading is None else _quoted(key)
    cards = (f"{margin}  - {{count: {count}, name: {_quoted(name)}}}\n" for count, name in group.cards)
    return f"{margin}{written}:\n{''.join(cards)}"


def _quoted(text: str) -> str:
    """Return a text as YAML has it in quotes: as JSON, and what YAML does not print by its number."""
    quoted = json.dumps(text, ensure_ascii=False)
    return _NO_YAML.sub(lambda match: f"\\u{ord(match.group()):04x}", quoted)


def _json(page: Page) -> bytes:
    zones = {key: [{"count": count, "name": name} for count, name in group.cards] for key, group in page.keyed()}
    document = {"schema": SCHEMA, "decks": [{**page.headers, "zones": zones}]}
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _cod(page: Page) -> bytes:
    """Cockatrice's own elements; what it has none for stands in its comments."""
    own = page.plain.zone("main")
    comments = "\n".join(f"{key}: {value}" for key, value in page.headers.items() if key != "name")
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_deck version="1">']
    lines.append(f"    <deckname>{escape(page.headers.get('name', ''))}</deckname>")
    lines.append(f"    <comments>{escape(comments)}</comments>")
    for key, group in page.keyed():
        name = "main" if own is None and group.zone == page.default_zone else key.rstrip()
        if group.heading == "main":  # which every deck of this program has, and this list has it unknown
            name = "Main"
        lines.append(f'    <zone name="{escape(name)}">')
        lines.extend(f'        <card number="{count}" name="{escape(card)}"/>' for count, card in group.cards)
        lines.append("    </zone>")
    return "\n".join([*lines, "</cockatrice_deck>", ""]).encode()


_WRITERS: Final[dict[Form, Callable[[Page], bytes]]] = {
    "text": _text, "csv": _csv, "xlsx": _xlsx, "yaml": _yaml, "json": _json, "cod": _cod,
}  # fmt: skip

__all__ = ["ENDINGS", "FORMS", "HEADER_ORDER", "Form", "write_deck_list"]
