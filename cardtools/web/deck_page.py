"""The page model of a deck: its zones with every finding beside the card it is about, its verdict and its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from cardtools.app.validation import Validator
from cardtools.decks.counting import name_of
from cardtools.documents.card_faces import cost_in_words
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import UNPLACED, Deck, Slot, Verdict
from cardtools.model.finding import Finding
from cardtools.web.deck_numbers import PLAIN_INK
from cardtools.web.deck_text import key_of
from cardtools.web.pages import Told, Visit
from cardtools.web.warm import Bench

MOST_ROWS: Final = 85
"""Rows of a zone that are shown at once: as many as the largest box has; a list of anything may have thousands."""
_MOST_PLACES: Final = 20
_MOST_BESIDE: Final = 3
"""A finding of more cards than these stands at the verdict, once."""


class Chip(NamedTuple):
    """A colour in words, with its ink."""

    name: str
    hex: str


@dataclass(slots=True)
class Row:
    """A card in a zone.

    Attributes:
        key: What its buttons send.
        line: Its first line in the list.
        told: What is found of it.
        marked: Whether a finding is about it among many.
        shown: Whether it is on the page, which ends somewhere.
        blamed: Whether what is found of it among many is graver than advice.
        hides: Whether something grave is found of it that is not told, since it is not shown.
    """

    key: str
    name: str
    count: int
    line: int
    kind: str
    chips: tuple[Chip, ...]
    cost: str
    known: bool
    lines: set[int]
    told: list[Told] = field(default_factory=list)
    marked: bool = False
    blamed: bool = False
    suggestions: tuple[str, ...] = ()
    shown: bool = True
    hides: bool = False

    @property
    def mark(self) -> tuple[object, ...]:
        """What it looks like; rows that have the same look the same."""
        shown = (self.key, self.name, self.count, self.line, self.kind, self.chips, self.cost)
        return (*shown, tuple(self.told), self.marked, self.suggestions)


@dataclass(slots=True)
class ZoneView:
    """A zone with its cards, shown from the ``first`` on; ``told`` is what is found of the zone as a whole."""

    id: str
    name: str
    count: int
    rows: list[Row]
    told: list[Told] = field(default_factory=list)
    first: int = 0

    @property
    def shown(self) -> list[Row]:
        """The rows that are on the page."""
        return self.rows[self.first : self.first + MOST_ROWS]


@dataclass(frozen=True, slots=True)
class VerdictView:
    """A verdict in words.

    Attributes:
        facts: How a game with the deck starts.
        notes: How far the verdict goes.
        limited: Whether a good verdict is one as far as the pool tells, which the first note is about.
        told: What is found of many cards at once, or of none.
        places: Where the other findings stand: a name, and the place on the page.
        more_places: How many places there are besides.
    """

    status: str
    words: str
    facts: tuple[str, ...]
    notes: tuple[str, ...]
    limited: bool
    told: tuple[Told, ...]
    places: tuple[tuple[str, str], ...]
    more_places: int


class DeckPage:
    """Makes the page model of a deck in the language of a visit.

    Attributes:
        named: The words of the game's ids.
        inks: The ink of each colour, as the web writes it.
    """

    def __init__(self, visit: Visit, bench: Bench) -> None:
        self._visit = visit
        self._bench = bench
        self._info = bench.validator.info
        self.named = visit.warm.names(visit.language, self._info)
        self.inks = {colour.id: colour.hex for colour in self._info.colours}

    def name(self, card: Card) -> str:
        """Return the name of a card, as lists of the game write it."""
        return text_in(card.name, self._info.languages[0])

    def chips(self, card: Card) -> tuple[Chip, ...]:
        """Return the colours of a card."""
        return tuple(self.chip(colour) for colour in card.colours or ())

    def chip(self, colour: str) -> Chip:
        """Return a colour."""
        return Chip(self.named.get(f"colour:{colour}", colour), self.inks.get(colour, PLAIN_INK))

    @staticmethod
    def cost(card: Card) -> str:
        """Return what a card costs in words, "" where it is not known."""
        return cost_in_words(card.cost) or ""

    def kind(self, card: Card) -> str:
        """Return the type of a card in words, "" where it is not known."""
        return self.named.get(f"type:{card.type}", card.type) if card.type else ""

    def zone_name(self, zone: str) -> str:
        """Return the name of a zone."""
        return self.named.get(f"zone:{zone}", zone)

    def told(self, finding: Finding) -> Told:
        """Return a finding in words; a deck without cards is begun, not wrong."""
        told = self._visit.told(finding, self.named)
        return replace(told, severity="info") if finding.code == "deck.empty" else told

    def zones(
        self, deck: Deck, verdict: Verdict, turned: tuple[str, int] = ("", 0)
    ) -> tuple[list[ZoneView], list[Told]]:
        """Return the zones with what is found of their cards, and what is found of the deck as a whole.

        ``turned`` is a zone of which later rows are shown, and the first of them, from 0.
        """
        views = {zone: ZoneView(zone, self.zone_name(zone), deck.count(zone), []) for zone in self._bench.builder.zones}
        rows: dict[tuple[str, str], Row] = {}
        for slot in deck.slots:
            zone = slot.entry.zone
            view = views.get(zone)
            if view is None:
                view = views[zone] = ZoneView(zone, self.zone_name(zone), deck.count(zone), [])
            key = key_of(slot)
            row = rows.get(key)
            if row is None:
                row = rows[key] = self._row(slot, key)
                view.rows.append(row)
            else:
                row.count += slot.entry.count
                row.lines.add(slot.entry.line)
        for view in views.values():
            view.first = turned[1] if view.id == turned[0] and turned[1] < len(view.rows) else 0
            for row in (*view.rows[: view.first], *view.rows[view.first + MOST_ROWS :]):
                row.shown = False
        whole = self._place(verdict.findings, views, [row for view in views.values() for row in view.rows])
        return [view for zone, view in views.items() if zone != UNPLACED or view.rows], whole

    def _row(self, slot: Slot, key: tuple[str, str]) -> Row:
        card = slot.card
        return Row(
            key="|".join(key),
            name=name_of(slot, self._info.languages[0]),
            count=slot.entry.count,
            line=slot.entry.line,
            kind=self.kind(card) if card else "",
            chips=self.chips(card) if card else (),
            cost=self.cost(card) if card else "",
            known=card is not None,
            lines={slot.entry.line},
        )

    def _place(self, findings: Iterable[Finding], views: dict[str, ZoneView], rows: list[Row]) -> list[Told]:
        """Put every finding beside the rows it names, else at its zone; return those of neither."""
        whole: list[Told] = []
        on_line: dict[int, list[int]] = {}
        for at, row in enumerate(rows):
            for line in row.lines:
                on_line.setdefault(line, []).append(at)
        for finding in findings:
            lines = {place.line for card in finding.cards for place in card.where}
            if not lines and finding.location.line:
                lines = {finding.location.line}
            beside = [rows[at] for at in sorted({at for line in lines for at in on_line.get(line, ())})]
            if beside:
                self._put_beside(finding, beside, whole)
            else:
                view = views.get(finding.location.zone or "")
                (whole if view is None else view.told).append(self.told(finding))
        return whole

    def _put_beside(self, finding: Finding, rows: list[Row], whole: list[Told]) -> None:
        """Put a finding beside a few rows; of many it stands at the verdict, and of rows not shown it is counted."""
        is_of_many = len(rows) > _MOST_BESIDE
        if is_of_many and any(row.shown for row in rows):
            whole.append(self.told(finding))
        for row in rows:
            row.marked |= is_of_many
            row.blamed |= is_of_many and finding.severity != "info"
            if not row.shown:
                row.hides |= finding.severity != "info"
            elif not is_of_many:
                row.told.append(self.told(finding))
                if finding.suggestions and not row.known:
                    row.suggestions = finding.suggestions

    def verdict(
        self, verdict: Verdict, zones: Sequence[ZoneView], whole: list[Told], validator: Validator
    ) -> VerdictView:
        """Return the verdict in words."""
        words = self._visit.words
        facts: list[str] = []
        if verdict.opening_hand is not None:
            facts.append(f"{words.text('report.hand')} {verdict.opening_hand}")
        if verdict.starting_life is not None:
            facts.append(words.text("web.deck.life", life=verdict.starting_life))
        notes: list[str] = []
        if verdict.unchecked:
            names = dict.fromkeys(self.named.get(f"fact:{one.fact}", one.fact) for one in verdict.unchecked)
            notes.append(words.text("report.as-far", rules=", ".join(names)))
        if (day := validator.day(verdict.format)) is not None:
            notes.append(words.text("report.on", day=day.isoformat()))
        places = tuple(self._places(zones))
        return VerdictView(
            verdict.status,
            words.text(f"status.{verdict.status}"),
            tuple(facts),
            tuple(notes),
            bool(verdict.unchecked) and verdict.status.startswith("legal"),
            tuple(whole),
            places[:_MOST_PLACES],
            len(places) - len(places[:_MOST_PLACES]) + sum(row.hides for zone in zones for row in zone.rows),
        )

    @staticmethod
    def _places(zones: Iterable[ZoneView]) -> Iterator[tuple[str, str]]:
        """Yield the zones and cards that something graver than advice is found of."""
        for zone in zones:
            if _is_grave(zone.told):
                yield zone.name, f"zone-{zone.id}"
            yield from ((row.name, f"row-{row.line}") for row in zone.shown if row.blamed or _is_grave(row.told))


def _is_grave(told: Iterable[Told]) -> bool:
    return any(one.severity != "info" for one in told)
