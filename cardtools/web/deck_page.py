"""The page model of a deck: its zones with every finding beside the card it is about, its verdict and its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from cardtools.app.validation import Validator
from cardtools.decks.counting import name_of
from cardtools.decks.statistics import NONE, Division, Statistics
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import UNPLACED, Deck, Slot, Verdict
from cardtools.model.finding import Finding
from cardtools.web.deck_text import key_of
from cardtools.web.pages import Told, Visit
from cardtools.web.warm import Bench

_WIDEST_BAR: Final = 100
_TALLEST_BAR: Final = 60
_MOST_BESIDE: Final = 3
"""A finding of more cards than these stands at the verdict, once."""
_PLAIN_INK: Final = "#7a7a80"


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
    suggestions: tuple[str, ...] = ()

    @property
    def mark(self) -> tuple[object, ...]:
        """What it looks like; rows that have the same look the same."""
        shown = (self.key, self.name, self.count, self.line, self.kind, self.chips, self.cost)
        return (*shown, tuple(self.told), self.marked, self.suggestions)


@dataclass(slots=True)
class ZoneView:
    """A zone with its cards; ``told`` is what is found of the zone as a whole."""

    id: str
    name: str
    count: int
    rows: list[Row]
    told: list[Told] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class VerdictView:
    """A verdict in words.

    Attributes:
        facts: How a game with the deck starts.
        notes: How far the verdict goes.
        told: What is found of many cards at once, or of none.
        places: Where the other findings stand: a name, and the place on the page.
    """

    status: str
    words: str
    facts: tuple[str, ...]
    notes: tuple[str, ...]
    told: tuple[Told, ...]
    places: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a drawing: ``length`` is of 100 across or of 60 up."""

    label: str
    count: int
    share: str
    length: float
    hex: str

    def __iter__(self) -> Iterator[str | int | float]:
        return iter((self.label, self.count, self.share, self.length, self.hex))


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the main deck: bars of colours and types, and the cost curve."""

    cards: int
    different: int
    colours: tuple[Bar, ...]
    types: tuple[Bar, ...]
    curve: tuple[Bar, ...]
    mean: str
    notes: tuple[str, ...]


class DeckPage:
    """Makes the page model of a deck in the language of a visit."""

    def __init__(self, visit: Visit, bench: Bench) -> None:
        self._visit = visit
        self._bench = bench
        self._info = bench.validator.info
        self._named = visit.warm.names(visit.language, self._info)
        self._hex = {colour.id: colour.hex for colour in self._info.colours}

    def name(self, card: Card) -> str:
        """Return the name of a card, as lists of the game write it."""
        return text_in(card.name, self._info.languages[0])

    def chips(self, card: Card) -> tuple[Chip, ...]:
        """Return the colours of a card."""
        return tuple(self.chip(colour) for colour in card.colours or ())

    def chip(self, colour: str) -> Chip:
        """Return a colour."""
        return Chip(self._named.get(f"colour:{colour}", colour), self._hex.get(colour, _PLAIN_INK))

    def kind(self, card: Card) -> str:
        """Return the type of a card in words, "" where it is not known."""
        return self._named.get(f"type:{card.type}", card.type) if card.type else ""

    def zone_name(self, zone: str) -> str:
        """Return the name of a zone."""
        return self._named.get(f"zone:{zone}", zone)

    def told(self, finding: Finding) -> Told:
        """Return a finding in words."""
        return self._visit.told(finding, self._named)

    def zones(self, deck: Deck, verdict: Verdict) -> tuple[list[ZoneView], list[Told]]:
        """Return the zones with what is found of their cards, and what is found of the deck as a whole."""
        views = {zone: ZoneView(zone, self.zone_name(zone), deck.count(zone), []) for zone in self._bench.builder.zones}
        rows: dict[tuple[str, str], Row] = {}
        for slot in deck.slots:
            zone = slot.entry.zone
            view = views.setdefault(zone, ZoneView(zone, self.zone_name(zone), deck.count(zone), []))
            key = key_of(slot)
            row = rows.get(key)
            if row is None:
                row = rows[key] = self._row(slot, key)
                view.rows.append(row)
            else:
                row.count += slot.entry.count
                row.lines.add(slot.entry.line)
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
            cost=card.cost or "" if card else "",
            known=card is not None,
            lines={slot.entry.line},
        )

    def _place(self, findings: Iterable[Finding], views: dict[str, ZoneView], rows: list[Row]) -> list[Told]:
        """Put every finding beside the rows it names, else at its zone; return those of neither."""
        whole: list[Told] = []
        for finding in findings:
            told = self.told(finding)
            lines = {place.line for card in finding.cards for place in card.where}
            if not lines and finding.location.line:
                lines = {finding.location.line}
            beside = [row for row in rows if row.lines & lines]
            view = views.get(finding.location.zone or "")
            if len(beside) > _MOST_BESIDE:
                whole.append(told)
                for row in beside:
                    row.marked = True
                continue
            for row in beside:
                row.told.append(told)
                if finding.suggestions and not row.known:
                    row.suggestions = finding.suggestions
            if not beside and view is not None:
                view.told.append(told)
            elif not beside:
                whole.append(told)
        return whole

    def verdict(
        self, verdict: Verdict, zones: Iterable[ZoneView], whole: list[Told], validator: Validator
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
            names = dict.fromkeys(self._named.get(f"fact:{one.fact}", one.fact) for one in verdict.unchecked)
            notes.append(words.text("report.as-far", rules=", ".join(names)))
        if (day := validator.day(verdict.format)) is not None:
            notes.append(words.text("report.on", day=day.isoformat()))
        return VerdictView(
            verdict.status,
            words.text(f"status.{verdict.status}"),
            tuple(facts),
            tuple(notes),
            tuple(whole),
            tuple(self._places(zones)),
        )

    @staticmethod
    def _places(zones: Iterable[ZoneView]) -> Iterator[tuple[str, str]]:
        """Yield the zones and cards that something graver than advice is found of."""
        for zone in zones:
            if _is_grave(zone.told):
                yield zone.name, f"zone-{zone.id}"
            yield from ((row.name, f"row-{row.line}") for row in zone.rows if _is_grave(row.told))

    def numbers(self, numbers: Statistics) -> Numbers:
        """Return the numbers of a deck as bars."""
        words = self._visit.words
        divisions = {one.fact: one for one in numbers.divisions}
        notes = [
            words.text("stats.not-carried", fact=words.text(f"label.card.{fact}"))
            for fact, one in divisions.items()
            if not one.carried and numbers.cards and fact in ("cost",)
        ]
        curve: tuple[Bar, ...] = ()
        mean = ""
        if (drawn := numbers.curve) is not None:
            tallest = max((count for _, count in drawn.bars), default=1)
            curve = tuple(
                Bar(str(cost), count, "", round(_TALLEST_BAR * count / tallest, 1), _PLAIN_INK)
                for cost, count in drawn.bars
            )
            mean = words.text("stats.mean", mean=decimal(drawn.mean)) if drawn.mean is not None else ""
        return Numbers(
            numbers.cards,
            numbers.different,
            self._bars(divisions["colours"], "colour", numbers.cards),
            self._bars(divisions["type"], "type", numbers.cards),
            curve,
            mean,
            tuple(notes),
        )

    def _bars(self, division: Division, kind: str, cards: int) -> tuple[Bar, ...]:
        longest = max((count for _, count in division.counts), default=1)
        bars: list[Bar] = []
        for value, count in division.counts:
            none = self._visit.words.text("pool.fact-none")
            label = none if value == NONE else self._named.get(f"{kind}:{value}", value)
            ink = self._hex.get(value, _PLAIN_INK) if kind == "colour" else _PLAIN_INK
            bars.append(Bar(label, count, percent(Fraction(count, cards)), _WIDEST_BAR * count / longest, ink))
        return tuple(bars)


def _is_grave(told: Iterable[Told]) -> bool:
    return any(one.severity != "info" for one in told)


def percent(share: Fraction) -> str:
    """Return a share as print has it.

    >>> percent(Fraction(1, 3)), percent(Fraction(0)), percent(Fraction(1, 5000))
    ('33.3%', '0%', '0.02%')
    """
    value = float(share * 100)
    if value in (0.0, 100.0):
        return f"{value:.0f}%"
    return f"{value:.1f}%" if value >= 1 else f"{value:.2g}%"


def decimal(number: Fraction) -> str:
    """Return a number with at most two decimals."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")
