"""The registration sheet of a tournament: who plays what, card by card, with room for the judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from cardtools.decks.counting import Key, key_of, name_of
from cardtools.documents.chips import Swatch, swatches
from cardtools.documents.form_page import Field, FormFact, FormHead, VerdictView, form_head, verdict_view
from cardtools.documents.form_words import form_word
from cardtools.documents.labels import label
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import UNPLACED, Deck, Slot, Verdict
from cardtools.model.game import GameInfo
from cardtools.names.folding import fold
from cardtools.words.catalog import Words

_MOST_FINDINGS = 6
_LABELS = (
    "code", "count", "card", "colours", "judge", "sum", "counted", "true", "checked", "before", "during",
    "sign-player", "sign-judge", "verdict", "tick", "fault",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who registers what deck for what, and when; None is taken from the headers of the list, else written by hand."""

    player: str | None = None
    event: str | None = None
    date: str | None = None
    deck: str | None = None


@dataclass(frozen=True, slots=True)
class RegisteredCard:
    """A card of the deck.

    Attributes:
        colours_words: Its colours, or that they are not known.
        at_fault: Whether the verdict finds something wrong with it.
    """

    count: int
    name: str
    colours: tuple[Swatch, ...]
    colours_words: str
    at_fault: bool = False


@dataclass(frozen=True, slots=True)
class TypeGroup:
    """The cards of one type in a zone, by name; ``name`` is empty where the game has no types."""

    name: str
    count: int
    cards: tuple[RegisteredCard, ...]

    @property
    def shared(self) -> RegisteredCard | None:
        """A card of the colours that all have; None where they differ."""
        return self.cards[0] if len({card.colours_words for card in self.cards}) == 1 else None


@dataclass(frozen=True, slots=True)
class ZoneSection:
    """The cards of a zone."""

    name: str
    count: int
    groups: tuple[TypeGroup, ...]

    @property
    def is_of_one_colour_each(self) -> bool:
        """Whether each type has one colour, so that the heads of the types can tell it in place of every card."""
        return all(group.name and group.shared for group in self.groups)


@dataclass(frozen=True, slots=True)
class ColourCount:
    """How many cards have a colour; a card of two colours counts for both."""

    swatch: Swatch
    count: int


@dataclass(frozen=True, slots=True)
class RegistrationSheet:
    """The whole sheet; ``words`` are the fixed words of its template, by name."""

    head: FormHead
    facts: tuple[FormFact, ...]
    fields: tuple[Field, ...]
    colours: tuple[ColourCount, ...]
    verdict: VerdictView
    sections: tuple[ZoneSection, ...]
    words: Mapping[str, str]
    draft: str = ""


@dataclass(slots=True)
class _Counted:
    slot: Slot
    count: int = 0
    at_fault: bool = False


def registration_sheet(
    info: GameInfo,
    deck: Deck,
    verdict: Verdict,
    format_name: str,
    words: Words,
    named: Mapping[str, str],
    entrant: Entrant | None = None,
    *,
    draft: bool = False,
) -> RegistrationSheet:
    """Return the registration sheet of a deck.

    Args:
        info: The game.
        deck: The deck with its names looked up.
        verdict: What the format says about it.
        format_name: The format in words.
        words: Words of the language that it is printed in.
        named: Words for the game's ids in messages.
        entrant: What goes before the headers of the list.
        draft: Whether every page says that it is a draft.
    """
    language = words.language
    entrant = entrant or Entrant()
    headers = deck.listing.headers
    who = entrant.player or headers.get("player", "")
    event = entrant.event or headers.get("event", "")
    values = {
        "player": who,
        "event": event,
        "date": entrant.date or headers.get("date", ""),
        "deck": entrant.deck or headers.get("name", ""),
    }
    faulty = {
        (place.zone, place.line)
        for one in verdict.findings
        if one.severity in ("error", "warning")
        for card in one.cards
        for place in card.where
    }
    writer = _Writer(info, language, faulty)
    sections = tuple(writer.sections(deck, words))
    title = form_word("registration", language)
    return RegistrationSheet(
        head=form_head(info, language, title, f"{text_in(info.name, language)} · {format_name}", (who, event)),
        facts=tuple(FormFact(str(section.count), section.name) for section in sections),
        fields=tuple(Field(form_word(name, language), value) for name, value in values.items()),
        colours=tuple(writer.colours(deck)),
        verdict=verdict_view(verdict, words, named, _MOST_FINDINGS),
        sections=sections,
        words={name: form_word(name, language) for name in _LABELS} | {"format": format_name},
        draft=label("draft", words.language) if draft else "",
    )


class _Writer:
    """Sorts and words the cards of a deck of one game."""

    def __init__(self, info: GameInfo, language: str, faulty: AbstractSet[tuple[str, int]]) -> None:
        self.info = info
        self.faulty = faulty
        self.language = language
        self.inks = {
            colour.id: swatch for colour, swatch in zip(info.colours, swatches(info.colours, language), strict=True)
        }
        self.types = {kind.id: text_in(kind.name, language) for kind in info.types}

    def sections(self, deck: Deck, words: Words) -> Iterator[ZoneSection]:
        """Yield the zones that have cards, in the game's order; those of no zone come last."""
        zones = {zone.id: text_in(zone.name, self.language) for zone in self.info.zones}
        zones.setdefault(UNPLACED, words.text("label.unplaced"))
        for slot in deck.slots:
            zones.setdefault(slot.entry.zone, slot.entry.zone)
        for zone, name in zones.items():
            groups = tuple(self._groups(slot for slot in deck.slots if slot.entry.zone == zone))
            if len(groups) == 1 and fold(groups[0].name) == fold(name):  # the heading says it
                groups = (replace(groups[0], name=""),)
            if groups:
                yield ZoneSection(name, sum(group.count for group in groups), groups)

    def colours(self, deck: Deck) -> Iterator[ColourCount]:
        """Yield the colours of the deck's known cards, in the game's order."""
        for one, swatch in self.inks.items():
            count = sum(slot.entry.count for slot in deck.slots if slot.card and one in (slot.card.colours or ()))
            if count:
                yield ColourCount(swatch, count)

    def _groups(self, slots: Iterable[Slot]) -> Iterator[TypeGroup]:
        counted: dict[Key, _Counted] = {}
        for slot in slots:
            one = counted.setdefault(key_of(slot), _Counted(slot))
            one.count += slot.entry.count
            one.at_fault |= (slot.entry.zone, slot.entry.line) in self.faulty
        by_type: dict[str, list[_Counted]] = {name: [] for name in self.types}
        for one in counted.values():
            by_type.setdefault(self._type(one.slot.card), []).append(one)
        for kind in sorted(by_type, key=lambda kind: (kind in ("", "?"), kind == "?")):
            cards = sorted(by_type[kind], key=lambda one: self._sorting(one.slot))
            if cards:
                told = tuple(self._card(one) for one in cards)
                yield TypeGroup(self._type_name(kind), sum(one.count for one in cards), told)

    def _type(self, card: Card | None) -> str:
        return "?" if card is None else card.type or ""

    def _type_name(self, kind: str) -> str:
        if kind in ("?", ""):
            absent = "" if not self.types else form_word("unknown-type", self.language)
            return form_word("unknown-card", self.language) if kind == "?" else absent
        name = self.types.get(kind, kind)
        return name[:1].upper() + name[1:]

    def _sorting(self, slot: Slot) -> tuple[str, str]:
        name = name_of(slot, self.language)
        return fold(name), name

    def _card(self, counted: _Counted) -> RegisteredCard:
        card = counted.slot.card
        colours = None if card is None else card.colours
        known = tuple(self.inks[one] for one in self.inks if one in (colours or ()))
        if colours is None:
            told = form_word("unknown-colour", self.language)
        else:
            told = ", ".join(swatch.name for swatch in known) or form_word("no-colour", self.language)
        return RegisteredCard(counted.count, name_of(counted.slot, self.language), known, told, counted.at_fault)
