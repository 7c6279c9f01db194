"""Reference text of a game: structured blocks in one language, in our own short words.

Inline text knows ``**bold**``, ``*italic*``, ``{card:ID}`` (the card's name) and ``{icon:NAME}``; all else is
printed as it stands.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from cardtools.model.base import Certainty as CertaintyName
from cardtools.model.base import Id, Line, Model

Prose = Annotated[str, Field(min_length=1, max_length=1200)]


class BlockBase(Model):
    """What every block has.

    Attributes:
        source: ``key: section`` of the document the facts come from, but those that name another themselves.
        pocket: Whether a pocket sheet needs it.
        icon: Drawing beside the title; one that fits the kind of block where there is none.
        intro: What stands before the rest.
    """

    id: Id
    title: Annotated[str, Field(min_length=1, max_length=90)]
    source: Line
    pocket: bool = False
    icon: str | None = None
    intro: Prose | None = None


class Statement(Model):
    """One statement of a block.

    Attributes:
        certainty: How sure it is; what is likely or a ruling is marked on the sheet.
        source: ``key: section`` where it comes from another document than its block.
    """

    certainty: CertaintyName = "printed"
    source: Line | None = None


class Step(Statement):
    """One step, with a short title of its own where it helps."""

    title: Line | None = None
    text: Prose
    steps: tuple[Step, ...] = ()


class StepsBlock(BlockBase):
    """Numbered steps."""

    kind: Literal["steps"]
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]


class PointsBlock(BlockBase):
    """Statements without an order."""

    kind: Literal["points"]
    points: Annotated[tuple[Step, ...], Field(min_length=1)]


class Row(Statement):
    """A row of a table that says how sure it is or where it comes from.

    Attributes:
        cells: Its cells, as many as there are columns.
    """

    cells: tuple[str, ...]


class TableBlock(BlockBase):
    """A table; every row has as many cells as there are columns. A plain list of cells is a row, too.

    Attributes:
        columns: Headings of the columns.
        note: What stands below it.
    """

    kind: Literal["table"]
    columns: Annotated[tuple[Line, ...], Field(min_length=1)]
    rows: Annotated[tuple[tuple[str, ...] | Row, ...], Field(min_length=1)]
    note: Prose | None = None

    @property
    def full_rows(self) -> tuple[Row, ...]:
        """Every row as one that can say how sure it is."""
        return tuple(row if isinstance(row, Row) else Row(cells=row) for row in self.rows)

    @model_validator(mode="after")
    def _rows_are_full(self) -> TableBlock:
        for number, row in enumerate(self.full_rows, start=1):
            if len(row.cells) != len(self.columns):
                sizes = {"row": number, "cells": len(row.cells), "columns": len(self.columns)}
                raise PydanticCustomError("row_cells", "row {row} has {cells} cells for {columns} columns", sizes)
        return self


class CardNote(Statement):
    """What one kind of card does; ``cards`` are the ids of the cards it stands for.

    Attributes:
        cards: Ids of the cards.
        points: What they are worth, in a few words.
        opening: What the first such card does at the start.
    """

    cards: Annotated[tuple[str, ...], Field(min_length=1)]
    title: Line
    points: Line | None = None
    text: Prose
    opening: Prose | None = None


class CardsBlock(BlockBase):
    """What cards do, each beside its picture.

    Attributes:
        opening_title: Heading of what cards do at the start.
    """

    kind: Literal["cards"]
    cards: Annotated[tuple[CardNote, ...], Field(min_length=1)]
    opening_title: Line | None = None


class Term(Statement):
    """A term or icon and what it means.

    Attributes:
        term: The term.
        icon: Name of the icon it explains.
    """

    term: Line
    icon: str | None = None
    text: Prose


class GlossaryBlock(BlockBase):
    """Terms to look up."""

    kind: Literal["glossary"]
    terms: Annotated[tuple[Term, ...], Field(min_length=1)]


class Example(Statement):
    """A worked example: what happened and what comes of it.

    Attributes:
        result: What comes of it.
    """

    text: Prose
    result: Line


class ExamplesBlock(BlockBase):
    """Worked examples."""

    kind: Literal["examples"]
    examples: Annotated[tuple[Example, ...], Field(min_length=1)]


class Ruling(Statement):
    """Where the source is silent or contradicts itself, and how this sheet decides.

    Attributes:
        question: Where the source is silent.
        ruling: How this sheet decides.
    """

    question: Prose
    ruling: Prose
    certainty: CertaintyName = "ruling"


class RulingsBlock(BlockBase):
    """Rulings, marked as ours."""

    kind: Literal["rulings"]
    rulings: Annotated[tuple[Ruling, ...], Field(min_length=1)]


Block = Annotated[
    StepsBlock | PointsBlock | TableBlock | CardsBlock | GlossaryBlock | ExamplesBlock | RulingsBlock,
    Field(discriminator="kind"),
]


class Reference(Model):
    """The file ``reference.<lang>.yaml``.

    Attributes:
        version: Version of this text, for the foot of the sheet.
        changes: What changed, newest first.
        subtitle: One line below the title.
        blocks: What the sheet says, in order.
    """

    title: Annotated[str, Field(min_length=1, max_length=60)]
    subtitle: Annotated[str, Field(min_length=1, max_length=160)]
    version: Annotated[str, Field(min_length=1, max_length=20)]
    changes: tuple[Line, ...] = ()
    blocks: Annotated[tuple[Block, ...], Field(min_length=1)]
