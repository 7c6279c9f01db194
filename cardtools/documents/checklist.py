"""The checklist of a box: every card with a box to tick for each copy, grouped by type, with totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from cardtools.documents.chips import Swatch, swatches
from cardtools.documents.form_page import Field, FormFact, FormHead, form_head
from cardtools.documents.form_words import form_word
from cardtools.documents.labels import label
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.game import GameInfo
from cardtools.names.folding import fold

BOXES_TOGETHER: Final = 5
"""Boxes that stand close together, so that they are counted at a glance."""
_BLANKS: Final = 4
"""Blanks for a card of which not even the kinds are known."""
_SPLIT: Final = frozenset({"kind", "points", "value"})
"""What copies of one card cannot differ in: where it is not known, the card stands for several kinds."""
_LABELS: Final = ("split", "sum", "tick")
_JUST_BEGUN: Final = 3
"""So few cards of a colour do not stand at the end of a column."""


@dataclass(frozen=True, slots=True)
class CheckedCard:
    """A card of the box.

    Attributes:
        boxes: Its boxes, in bundles of five.
        blanks: What is to be filled in where the split among its kinds is not known: the kinds, empty where they are
            not known either.
        is_first: Whether a new colour begins with it.
    """

    name: str
    count: int
    colours: tuple[Swatch, ...]
    boxes: tuple[int, ...]
    blanks: tuple[str, ...]
    is_first: bool

    @property
    def is_wide(self) -> bool:
        """Whether its boxes need a line of their own."""
        return len(self.boxes) > 1


@dataclass(frozen=True, slots=True)
class CheckedGroup:
    """The cards of one type, or those of them that stand in one column.

    Attributes:
        is_rest: Whether it goes on with a type that began in an earlier column.
        begins: What begins with it; nothing is known of that before the columns are.
    """

    name: str
    count: int
    cards: tuple[CheckedCard, ...]
    is_rest: bool = False
    begins: Literal["", "column", "page"] = ""


@dataclass(frozen=True, slots=True)
class Checklist:
    """The whole checklist.

    Attributes:
        columns: How many columns each page has, where it is known what begins them; else 0.
    """

    head: FormHead
    facts: tuple[FormFact, ...]
    groups: tuple[CheckedGroup, ...]
    total: int
    fields: tuple[Field, ...]
    words: Mapping[str, str]
    columns: int = 0

    @property
    def unknown(self) -> int:
        """Cards whose split among their kinds is not known."""
        return sum(card.count for group in self.groups for card in group.cards if card.blanks)


def checklist(
    info: GameInfo,
    cards: Sequence[Card],
    language: str,
    copies: Mapping[str, int] | None = None,
    what: str = "",
) -> Checklist:
    """Return the checklist of cards.

    Args:
        info: The game.
        cards: Cards of its box.
        language: What it is printed in.
        copies: Copies of each card by id; those it lacks are left out. The whole box where it is None.
        what: What of the box that is, in words.
    """
    counted = {card.id: card.copies if copies is None else copies.get(card.id, 0) for card in cards}
    listed = [card for card in cards if counted[card.id]]
    writer = _Writer(info, language, counted)
    total = sum(counted.values())
    title = form_word("checklist", language)
    subtitle = f"{text_in(info.name, language)} · {what or form_word('box', language)}"
    return Checklist(
        head=form_head(info, language, title, subtitle, (text_in(info.name, language),)),
        facts=(FormFact(str(total), form_word("cards", language)),),
        groups=tuple(writer.groups(listed)),
        total=total,
        fields=tuple(Field(form_word(name, language), "") for name in ("missing", "checked-by", "date")),
        words={name: form_word(name, language) for name in _LABELS},
    )


@dataclass(frozen=True, slots=True)
class Start:
    """A card that a column begins with, by its number in its type, or a page that does."""

    card: int
    begins: Literal["column", "page"]


def in_columns(sheet: Checklist, starts: Mapping[int, Sequence[Start]], columns: int, *, by_colour: bool) -> Checklist:
    """Return a checklist whose types are parted where columns begin, so that what goes on is headed as going on.

    Args:
        sheet: The checklist, its types whole.
        starts: Of each type, by its number, where columns begin in it.
        columns: Columns of a page.
        by_colour: Whether a column rather ends before a colour that has only just begun.
    """
    groups: list[CheckedGroup] = []
    for number, group in enumerate(sheet.groups):
        found = list(starts.get(number, ()))
        begins = {0: found.pop(0).begins if found and found[0].card == 0 else ""}
        for start in found:
            early = range(max(max(begins) + 2, start.card - _JUST_BEGUN), start.card)
            colours = [one for one in early if group.cards[one].is_first] if by_colour else []
            begins[colours[-1] if colours and not group.cards[start.card].is_first else start.card] = start.begins
        rest = f"{group.name} – {label('continued', sheet.head.language)}"
        ends = [*list(begins)[1:], len(group.cards)]
        groups += [
            replace(
                group, name=rest if at else group.name, cards=group.cards[at:end], is_rest=at > 0, begins=begins[at]
            )
            for at, end in zip(begins, ends, strict=True)
        ]
    return replace(sheet, groups=tuple(groups), columns=columns)


class _Writer:
    def __init__(self, info: GameInfo, language: str, counted: Mapping[str, int]) -> None:
        self.language = language
        self.counted = counted
        self.order = {colour.id: number for number, colour in enumerate(info.colours)}
        self.inks = swatches(info.colours, language)
        self.types = {kind.id: text_in(kind.name, language) for kind in info.types}

    def groups(self, cards: Sequence[Card]) -> Iterator[CheckedGroup]:
        """Yield the cards by type, in the game's order."""
        by_type: dict[str, list[Card]] = {kind: [] for kind in self.types}
        for card in cards:
            by_type.setdefault(card.type or "", []).append(card)
        for kind, held in by_type.items():
            if held:
                count = sum(self.counted[card.id] for card in held)
                name = self.types.get(kind, kind) or form_word("cards", self.language)
                yield CheckedGroup(name[:1].upper() + name[1:], count, tuple(self._cards(held)))

    def _cards(self, cards: Sequence[Card]) -> Iterator[CheckedCard]:
        numbered = all(card.value is not None for card in cards)
        last: tuple[str, ...] | None = None
        for card in sorted(cards, key=lambda card: self._sorting(card, numbered=numbered)):
            colours = tuple(card.colours or ())
            count = self.counted[card.id]
            yield CheckedCard(
                name=text_in(card.name, self.language),
                count=count,
                colours=tuple(ink for one, ink in zip(self.order, self.inks, strict=True) if one in colours),
                boxes=_bundles(count),
                blanks=_blanks(card, count),
                is_first=last is not None and last != colours,
            )
            last = colours

    def _sorting(self, card: Card, *, numbered: bool) -> tuple[tuple[int, ...], int, str]:
        """Return what cards of a type stand by: their colour, then their number, or else their name."""
        name = "" if numbered else fold(text_in(card.name, self.language))
        return self._colour(card), (card.value or 0) if numbered else 0, name

    def _colour(self, card: Card) -> tuple[int, ...]:
        return tuple(sorted(self.order.get(one, len(self.order)) for one in card.colours or ())) or (len(self.order),)


def _bundles(count: int) -> tuple[int, ...]:
    """Return how many boxes stand in each bundle.

    >>> _bundles(12), _bundles(3)
    ((5, 5, 2), (3,))
    """
    whole, rest = divmod(count, BOXES_TOGETHER)
    return (BOXES_TOGETHER,) * whole + ((rest,) if rest else ())


def _blanks(card: Card, count: int) -> tuple[str, ...]:
    """Return what is to be filled in of a card that stands for several kinds nobody has counted."""
    if count < 2 or not _SPLIT & set(card.unknown):
        return ()
    kinds = tuple(token.replace("-", "–") for token in card.tokens)
    return kinds if len(kinds) > 1 else ("",) * _BLANKS
