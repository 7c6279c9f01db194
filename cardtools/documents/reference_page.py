"""Page model of the rules-reference sheet: what its template prints, worded, nothing left to work out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardtools.documents.chips import Chip, Swatch
from cardtools.documents.inline import Runs

Mark = Literal["likely", "ruling"]
"""Sign beside a statement that is not simply printed in the source."""


@dataclass(frozen=True, slots=True)
class StepView:
    """One step or point; ``number`` is empty where the order says nothing."""

    number: str
    title: Runs
    text: Runs
    steps: tuple[StepView, ...]
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell of a table; ``number`` cells are set flush right."""

    text: Runs
    number: bool


@dataclass(frozen=True, slots=True)
class CardView:
    """What one kind of card does, beside its chips."""

    chips: tuple[Chip, ...]
    title: Runs
    points: Runs
    text: Runs
    opening: Runs


@dataclass(frozen=True, slots=True)
class EntryView:
    """A pair of texts: a term and its meaning, an example and its result, a question and its ruling."""

    lead: Runs
    text: Runs
    icon: str | None = None
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class BlockView:
    """One block; of its parts only those of its ``kind`` are filled.

    Attributes:
        kind: As in the data: steps, points, table, cards, glossary, examples or rulings.
        source: Number of its source in the foot; empty where the game has one only.
        together: Whether it is never broken.
        heads: Heads of the columns of a table or of cards.
        note: Small print below a table.
    """

    kind: str
    id: str
    title: Runs
    intro: Runs
    source: str
    together: bool = True
    steps: tuple[StepView, ...] = ()
    heads: tuple[CellView, ...] = ()
    rows: tuple[tuple[CellView, ...], ...] = ()
    note: Runs = ()
    cards: tuple[CardView, ...] = ()
    entries: tuple[EntryView, ...] = ()


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of the page of its full width.

    Attributes:
        kind: ``columns`` of whole blocks; a rail of blocks with one block at its ``side``, two columns wide;
            one block across the ``wide`` page; or blocks that ``flow`` through columns and pages.
        columns: The blocks of each column; all in one where they flow.
    """

    kind: Literal["columns", "side", "wide", "flow"]
    columns: tuple[tuple[BlockView, ...], ...]


@dataclass(frozen=True, slots=True)
class FactView:
    """A number of the title band and the words under it."""

    value: str
    words: str
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class SignView:
    """A sign used on the sheet and what it means."""

    mark: Mark
    meaning: str


@dataclass(frozen=True, slots=True)
class Imprint:
    """One entry of the foot: a label and what it says."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class ReferenceSheet:
    """The whole sheet.

    Attributes:
        language: Of the texts, for hyphenation and screen readers.
        heading: Title of the document.
        is_long: Whether the title is too long for the largest type.
        aim: What the game is about.
        accent: The game's accent as it is, for rules and marks.
        ink: The accent, dark enough to be read on paper and on ``tint``.
        tint: A light tint of the accent.
        example: The word over a worked example.
        signs: The signs used on this sheet.
        notice: Whose trademark the name is.
    """

    language: str
    heading: str
    title: str
    is_long: bool
    subtitle: str
    aim: Runs
    facts: tuple[FactView, ...]
    accent: str
    ink: str
    tint: str
    palette: tuple[Swatch, ...]
    bands: tuple[Band, ...]
    example: str
    signs: tuple[SignView, ...]
    imprint: tuple[Imprint, ...]
    notice: str
