"""What is to be written of a deck list: its headers and its cards in groups, checked and in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from cardtools.errors import refuse
from cardtools.model.deck import UNPLACED, DeckList, Entry
from cardtools.model.game import Zone
from cardtools.names.folding import clean, fold
from cardtools.store.deck_lists.grammar import Grammar, headings
from cardtools.store.spreadsheets import fits_cell

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
Headers = dict[str, str]


@dataclass(slots=True)
class Group:
    """Cards that stand together under one heading.

    Attributes:
        zone: Id of their zone.
        heading: The words of a heading that names no zone; None for zones of the game.
    """

    zone: str
    heading: str | None = None
    cards: list[tuple[int, str]] = field(default_factory=list)


class Page:
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
        self.groups = self._grouped(listing, zones)
        self.plain = Grammar(zones, lambda _: False)
        self.default_zone = self.plain.default_zone

    def _grouped(self, listing: DeckList, zones: tuple[Zone, ...]) -> list[Group]:
        """Return the cards zone after zone; those of unknown headings as they stand, which may come back."""
        told = headings(listing)
        groups = {zone.id: Group(zone.id) for zone in zones}
        unplaced: list[Group] = []
        for entry in listing.entries:
            heading = told.get((entry.line, entry.column)) if entry.zone == UNPLACED else None
            if heading is None:
                group = groups.setdefault(entry.zone, Group(entry.zone))
            else:
                if not unplaced or unplaced[-1].heading != heading:
                    unplaced.append(Group(UNPLACED, heading))
                group = unplaced[-1]
            group.cards.append((entry.count, self._name(entry)))
        return [group for group in (*groups.values(), *unplaced) if group.cards]

    def cell(self, group: Group) -> str:
        """Return what the zone column of a table says; an empty cell would say the main zone."""
        return self._heading(group.heading) or "[]" if group.heading is not None else self.word(group.zone)

    def title(self, group: Group) -> str:
        """Return the heading of a plain list."""
        return f"[{self.word(group.zone) if group.heading is None else self._heading(group.heading)}]"

    def keyed(self) -> Iterator[tuple[str, Group]]:
        """Yield the groups with keys that differ; blanks after a heading are no part of it, so they part equal ones."""
        met: dict[str, int] = {}
        for group in self.groups:
            key = group.zone if group.heading is None else self._heading(group.heading)
            met[key] = met.get(key, 0) + 1
            yield key + " " * (met[key] - 1), group

    def _heading(self, words: str) -> str:
        broken = _NO_XML if self._form in ("cod", "xlsx") else _NO_TEXT
        return broken.sub("\ufffd", words)

    def word(self, zone: str) -> str:
        """Return the game's word for a zone, one that its lists are read by; an unknown zone has none but its id."""
        known = self._zones.get(zone)
        if known is None:
            return zone
        name = known.name.get(self._language or "") or next(iter(known.name.values()))
        words = (name, *known.headings, zone)
        return next((word for word in words if self.plain.zone(word) == zone and "]" not in word), zone)

    def entry_line(self, entry: Entry) -> str:
        """Return the line of one entry of a plain list; see ``line``."""
        return self.line(entry.count, self._name(entry))

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
