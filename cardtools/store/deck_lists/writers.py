"""Deck lists written out in one canonical form for each format; what is written here reads back as the same deck."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Final, Literal, get_args

from cardtools.errors import refuse
from cardtools.model.deck import DeckList, Entry
from cardtools.model.game import Zone
from cardtools.names.folding import clean, fold
from cardtools.store.deck_lists.grammar import Grammar
from cardtools.store.deck_lists.table import FORMULA
from cardtools.store.deck_lists.tree import SCHEMA
from cardtools.store.spreadsheets import fits_cell, write_spreadsheet

Form = Literal["text", "csv", "xlsx", "yaml", "json", "cod"]
FORMS: Final[tuple[Form, ...]] = get_args(Form)
ENDINGS: Final[dict[str, Form]] = {
    ".txt": "text", ".csv": "csv", ".xlsx": "xlsx", ".yaml": "yaml", ".yml": "yaml", ".json": "json", ".cod": "cod",
}  # fmt: skip
"""The ending of a file's name and the format it stands for."""

HEADER_ORDER: Final = ("name", "player", "event", "date")
_LINES: Final = ("{count} {name}", "{count}x {name}", "{count}× {name}", "{count} db {name}", "x{count} {name}")
"""Ways to write a line, the plainest first; the first that can be read in one way only is taken."""

_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")
_NO_XML: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NO_YAML: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_PLAIN_KEY: Final = re.compile(r"[a-z][a-z0-9_-]*")
Groups = dict[str, list[tuple[int, str]]]
Headers = dict[str, str]


def write_deck_list(
    listing: DeckList,
    form: Form,
    zones: tuple[Zone, ...],
    *,
    knows: Callable[[str], bool] | None = None,
    language: str | None = None,
) -> bytes:
    """Return a deck list as a file: headers first, then zone after zone in the game's order, a card a line.

    Names stay as they are, but for line ends and runs of blanks; the same list gives the same bytes. Comments, lines
    that were refused and the words of unknown headings are not part of a list, and so not written.

    Args:
        listing: What is written; its findings and path are not.
        form: The format.
        zones: The zones of the game, which name the headings.
        knows: Whether a clean text is the name of a card, so that a line of a plain list is not taken for another
            card; the names of the list where absent.
        language: Of headings; the first of the game's where absent or missing.

    Raises:
        CardtoolsError: ``deck.unwritable`` for a name or header that the format cannot hold: signs that stand for no
            letter, or more letters than a cell takes.
    """
    page = _Page(listing, form, zones, knows, language)
    return _WRITERS[form](page)


class _Page:
    """What is to be written, checked and in order."""

    def __init__(
        self,
        listing: DeckList,
        form: Form,
        zones: tuple[Zone, ...],
        knows: Callable[[str], bool] | None,
        language: str | None,
    ) -> None:
        self._form = form
        self._zones = {zone.id: zone for zone in zones}
        self._language = language
        self._listing = listing
        own = {fold(entry.name) for entry in listing.entries}
        pool = knows or (lambda _: False)
        # A reader may know every name of the list, those of the pool, or none at all.
        self._readers = (
            Grammar((), lambda name: fold(name) in own or pool(name)),
            Grammar((), pool),
            Grammar((), lambda _: False),
        )
        self.headers: Headers = {
            key: value for key in HEADER_ORDER if (value := self._checked(listing.headers.get(key, "")))
        }
        self.groups: Groups = {zone.id: [] for zone in zones}
        for entry in listing.entries:
            self.groups.setdefault(entry.zone, []).append((entry.count, self._name(entry)))
        self.groups = {zone: cards for zone, cards in self.groups.items() if cards}
        self.plain = Grammar(zones, lambda _: False)
        self.default_zone = self.plain.default_zone

    def word(self, zone: str) -> str:
        """Return the game's word for a zone, one that its lists are read by; an unknown zone has none but its id."""
        known = self._zones.get(zone)
        if known is None:
            return zone
        name = known.name.get(self._language or "") or next(iter(known.name.values()))
        words = (name, *known.headings, zone)
        return next((word for word in words if self.plain.zone(word) == zone and "]" not in word), zone)

    def line(self, count: int, name: str) -> str:
        """Return a line of a plain list that says this and nothing else, whatever its reader knows."""
        wanted = clean(name)
        for form in _LINES:
            line = form.format(count=count, name=name)
            readings = (grammar.entry(clean(line)) for grammar in self._readers)
            if all((number.count, read) == (count, wanted) for number, read in readings):
                return line
        raise self._refuse(name)

    def _name(self, entry: Entry) -> str:
        name = self._checked(entry.name)
        if not clean(name):
            raise self._refuse(name)
        return name

    def _checked(self, text: str) -> str:
        line = " ".join(text.split())
        broken = _NO_XML if self._form in ("cod", "xlsx") else _NO_TEXT
        if broken.search(line) or (self._form in ("csv", "xlsx") and not fits_cell(line)):
            raise self._refuse(line)
        return line if clean(line) else ""

    def _refuse(self, name: str) -> Exception:
        shown = _NO_XML.sub("\ufffd", name)[:80]
        return refuse("deck.unwritable", path=self._listing.path, exit_code=1, name=shown, form=self._form)


def _text(page: _Page) -> bytes:
    """A line a card; headings in brackets, which no name is taken for. The main deck needs none where it is first."""
    parts = ["".join(f"# {key}: {value}\n" for key, value in page.headers.items())]
    for index, (zone, cards) in enumerate(page.groups.items()):
        heading = "" if index == 0 and zone == page.default_zone else f"[{page.word(zone)}]\n"
        parts.append(heading + "".join(f"{page.line(count, name)}\n" for count, name in cards))
    return "\n".join(part for part in parts if part).encode()


def _rows(page: _Page) -> Iterator[tuple[str | int, ...]]:
    yield from ((f"# {key}: {value}",) for key, value in page.headers.items())
    yield ("count", "name", "zone")
    for zone, cards in page.groups.items():
        yield from ((count, name, page.word(zone)) for count, name in cards)


def _csv(page: _Page) -> bytes:
    """Commas, quotes where needed, and a quote before what a spreadsheet would calculate."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    for row in _rows(page):
        writer.writerow([f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell for cell in row])
    return stream.getvalue().encode()


def _xlsx(page: _Page) -> bytes:
    return write_spreadsheet(_rows(page), header=len(page.headers))


def _yaml(page: _Page) -> bytes:
    """Zones by id, each a list of ``{count, name}``; every text in quotes, so that none is taken for anything else."""
    lines = [f"{key}: {_quoted(value)}\n" for key, value in page.headers.items()]
    if not page.groups:
        lines.append(f"{page.default_zone}: []\n")  # so that no header is taken for a card
    for zone, cards in page.groups.items():
        lines.append(f"{zone if _PLAIN_KEY.fullmatch(zone) else _quoted(zone)}:\n")
        lines.extend(f"  - {{count: {count}, name: {_quoted(name)}}}\n" for count, name in cards)
    return "".join(lines).encode()


def _quoted(text: str) -> str:
    """Return a text as YAML has it in quotes: as JSON, and what YAML does not print by its number."""
    quoted = json.dumps(text, ensure_ascii=False)
    return _NO_YAML.sub(lambda match: f"\\u{ord(match.group()):04x}", quoted)


def _json(page: _Page) -> bytes:
    zones = {zone: [{"count": count, "name": name} for count, name in cards] for zone, cards in page.groups.items()}
    document = {"schema": SCHEMA, "decks": [{**page.headers, "zones": zones}]}
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _cod(page: _Page) -> bytes:
    """Cockatrice's own elements; what it has none for stands in its comments."""
    own = page.plain.zone("main")
    comments = "\n".join(f"{key}: {value}" for key, value in page.headers.items() if key != "name")
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_deck version="1">']
    lines.append(f"    <deckname>{escape(page.headers.get('name', ''))}</deckname>")
    lines.append(f"    <comments>{escape(comments)}</comments>")
    for zone, cards in page.groups.items():
        name = "main" if own is None and zone == page.default_zone else zone
        lines.append(f'    <zone name="{escape(name)}">')
        lines.extend(f'        <card number="{count}" name="{escape(card)}"/>' for count, card in cards)
        lines.append("    </zone>")
    return "\n".join([*lines, "</cockatrice_deck>", ""]).encode()


_WRITERS: Final[dict[Form, Callable[[_Page], bytes]]] = {
    "text": _text, "csv": _csv, "xlsx": _xlsx, "yaml": _yaml, "json": _json, "cod": _cod,
}  # fmt: skip
