"""Page model of the rules-reference sheet: what its template prints, worded, nothing left to work out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from cardtools.documents.chips import Chip, Swatch
from cardtools.documents.inline import Runs

_IMPRINT_LINE: Final = 30
"""An entry of the foot with a text of so many letters stands on one line."""

Mark = Literal["likely", "ruling"]
"""Sign beside a statement that is not simply printed in the source."""


@dataclass(frozen=True, slots=True)
class StepView:
    """One step or point; ``number`` is empty where the order says nothing, ``inner`` is part of the one before."""

    number: str
    title: Runs
    text: Runs
    steps: tuple[StepView, ...]
    mark: Mark | None
    source: str = ""
    inner: bool = False


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell of a table; ``number`` cells are set flush right."""

    text: Runs
    number: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of a table."""

    cells: tuple[CellView, ...]
    mark: Mark | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class CardView:
    """What one kind of card does, beside its chips."""

    chips: tuple[Chip, ...]
    title: Runs
    points: Runs
    text: Runs
    opening: Runs
    mark: Mark | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class EntryView:
    """A pair of texts: a term and its meaning, an example and its result, a question and its ruling.

    Attributes:
        letter: Initial, where it is the first entry of a long glossary that has it.
        source: Number of its source, where that is another than its block's.
    """

    lead: Runs
    text: Runs
    icon: str | None = None
    mark: Mark | None = None
    letter: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class BlockView:
    """One block; of its parts only those of its ``kind`` are filled.

    Attributes:
        kind: As in the data: steps, points, table, cards, glossary, examples or rulings.
        icon: Drawing beside its title.
        source: Number of its source in the foot; empty where that is the game's first.
        pocket: Whether a pocket sheet needs it.
        heads: Heads of the columns of a table or of cards.
        shares: Widths of the columns of a table, in whole per cent.
        note: Small print below a table.
        is_lettered: Whether initials stand beside its entries.
    """

    kind: str
    id: str
    title: Runs
    intro: Runs
    source: str
    icon: str
    pocket: bool = False
    steps: tuple[StepView, ...] = ()
    heads: tuple[CellView, ...] = ()
    shares: tuple[int, ...] = ()
    rows: tuple[RowView, ...] = ()
    note: Runs = ()
    cards: tuple[CardView, ...] = ()
    entries: tuple[EntryView, ...] = ()
    is_lettered: bool = False

    @property
    def parts(self) -> int:
        """How many parts it can be broken into."""
        return len(self.steps) + len(self.rows) + len(self.cards) + len(self.entries)

    @property
    def fan(self) -> int:
        """Of how many chips its widest fan is."""
        return max((len(card.chips) for card in self.cards), default=0)

    def flat(self) -> BlockView:
        """Return it with inner steps as parts of their own, for columns that are too short to hold some steps whole."""
        return replace(self, steps=tuple(_flat(self.steps, inner=False)))

    def cut(self, first: int, end: int) -> BlockView:
        """Return it with the parts from ``first`` to before ``end``; the note below goes with the last of them."""
        return replace(
            self,
            steps=self.steps[first:end],
            rows=self.rows[first:end],
            cards=self.cards[first:end],
            entries=self.entries[first:end],
            note=self.note if end >= self.parts else (),
        )


def _flat(steps: Iterable[StepView], *, inner: bool) -> Iterator[StepView]:
    for step in steps:
        yield replace(step, steps=(), inner=inner)
        yield from _flat(step.steps, inner=True)


@dataclass(frozen=True, slots=True)
class FactView:
    """A number of the title band, its drawing and the words under it."""

    icon: str
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

    @property
    def is_long(self) -> bool:
        """Whether it may go on in another line."""
        return len(self.text) > _IMPRINT_LINE


@dataclass(frozen=True, slots=True)
class ReferenceSheet:
    """The whole sheet.

    Attributes:
        language: Of the texts, for hyphenation and screen readers.
        heading: Title of the document.
        aim: What the game is about.
        accent: The game's accent as it is, for rules and marks.
        ink: The accent, dark enough to be read on paper and on ``tint``, and to be read on in white.
        tint: A light tint of the accent.
        palette: The game's colours, with the signs that say them in greyscale.
        blocks: In the order they are read in.
        example: The word over a worked example.
        continued: What stands over the rest of a block that is broken.
        left_out: The word over the titles of blocks that a fold has no room for.
        signs: The signs used on this sheet.
        notice: Whose trademark the name is.
    """

    language: str
    heading: str
    title: str
    subtitle: str
    aim: Runs
    facts: tuple[FactView, ...]
    accent: str
    ink: str
    tint: str
    palette: tuple[Swatch, ...]
    blocks: tuple[BlockView, ...]
    example: str
    continued: str
    left_out: str
    signs: tuple[SignView, ...]
    imprint: tuple[Imprint, ...]
    notice: str
