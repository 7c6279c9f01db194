"""Prototypes: cards that somebody wrote into a plain table, before anything is laid out."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardtools.model.finding import Finding, Location


@dataclass(frozen=True, slots=True)
class BackRow:
    """What a row says of its card's own back; at least one of the three is said.

    Attributes:
        words: What the cell ``back`` says: words, a colour or a picture, told apart where colours are known.
        colour: A colour by name or ``#rrggbb``.
        image: A picture by the name of its file.
    """

    words: str = ""
    colour: str = ""
    image: str = ""


@dataclass(frozen=True, slots=True)
class CardRow:
    """One row of a table of cards; all values are the text that was written, without blanks around it.

    Attributes:
        location: Where the row begins.
        count: Copies, from 1 to 999.
        back: None where the row leaves its cells for the back empty.
        extra: Cells of columns that only an own template knows, by the header as written.
    """

    location: Location
    name: str
    count: int = 1
    id: str = ""
    subtitle: str = ""
    type: str = ""
    cost: str = ""
    text: str = ""
    corner: str = ""
    value: str = ""
    image: str = ""
    colour: str = ""
    size: str = ""
    back: BackRow | None = None
    extra: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CardTable:
    """A table as read.

    ``read`` rows became ``len(rows)`` cards, ``skipped`` whose quantity is 0, and for each of the others there is an
    error among ``findings``.

    Attributes:
        path: The file, as findings name it.
        columns: The known columns that there are, such as ``name`` and ``text``.
        extra: Headers of the others, as written.
        rows: The cards, in the order of the file.
    """

    path: str
    columns: frozenset[str]
    extra: tuple[str, ...]
    rows: tuple[CardRow, ...]
    read: int
    skipped: int
    findings: tuple[Finding, ...] = field(default=())

    @property
    def copies(self) -> int:
        """The number of cards with all copies."""
        return sum(row.count for row in self.rows)

    @property
    def has_backs(self) -> bool:
        """Whether there is a column for backs, so that a row without one has none."""
        return bool(self.columns & {"back", "back_colour", "back_image"})
