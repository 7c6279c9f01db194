"""Page model of the score pad: what its template prints, in millimetres, nothing left to work out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cardtools.documents.chips import Swatch

BeadLook = Literal["", "full", "start", "gone"]
"""An empty circle, a filled one, one that stands out since a game may start there, or one that is crossed out."""
Scope = Literal["", "col", "row"]


@dataclass(frozen=True, slots=True)
class Bead:
    """A circle to mark; ``text`` is the number in it."""

    text: str
    look: BeadLook = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table.

    Attributes:
        small: Words below ``text``, in smaller type.
        look: Names of looks in the style sheet.
        scope: What it heads; empty where it heads nothing.
        span: Columns it stands in.
        type_pt: Size of its type; 0 for that of the table.
        beads: Circles, in lines of ``per_line``, each ``bead_mm`` wide with ``gap_mm`` around it.
        dealer: Whether it has the mark to fill in for whoever deals.
        mark: How sure it is, where it is not simply printed.
    """

    text: str = ""
    small: str = ""
    look: str = ""
    scope: Scope = ""
    span: int = 1
    type_pt: float = 0.0
    beads: tuple[tuple[Bead, ...], ...] = ()
    bead_mm: float = 0.0
    gap_mm: float = 0.0
    dealer: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table."""

    height_mm: float
    cells: tuple[Cell, ...]
    look: str = ""
    head: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table to write in or to look up.

    Attributes:
        title: Line above it, ``title_mm`` high; may be empty.
        label: What it is, for those who do not see it.
    """

    look: str
    label: str
    widths_mm: tuple[float, ...]
    rows: tuple[Row, ...]
    title: str = ""
    title_mm: float = 0.0
    form: Literal["grid"] = "grid"

    @property
    def width_mm(self) -> float:
        """Its whole width."""
        return sum(self.widths_mm)

    @property
    def height_mm(self) -> float:
        """Its whole height, the title with it."""
        return sum(row.height_mm for row in self.rows) + (self.title_mm if self.title else 0.0)


@dataclass(frozen=True, slots=True)
class Notes:
    """Lines to write on."""

    title: str
    title_mm: float
    pitch_mm: float
    lines: int
    width_mm: float
    form: Literal["notes"] = "notes"

    @property
    def height_mm(self) -> float:
        """Its whole height."""
        return self.title_mm + self.lines * self.pitch_mm


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing as SVG, to scale."""

    svg: str
    width_mm: float
    height_mm: float
    form: Literal["drawing"] = "drawing"


Block = Grid | Notes | Drawing


@dataclass(frozen=True, slots=True)
class Band:
    """Blocks side by side, and the room below them."""

    blocks: tuple[Block, ...]
    after_mm: float = 0.0
    between_mm: float = 0.0

    @property
    def height_mm(self) -> float:
        """The height of its highest block."""
        return max(block.height_mm for block in self.blocks)

    @property
    def width_mm(self) -> float:
        """The width of all its blocks with the gaps between them."""
        return sum(block.width_mm for block in self.blocks) + self.between_mm * (len(self.blocks) - 1)


@dataclass(frozen=True, slots=True)
class WritingLine:
    """A line with a word before it: ``text`` stands on it where it is known."""

    label: str
    width_mm: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """One pad: a whole page, or a part of it to be cut out.

    Attributes:
        part: Which of how many, ``2/3``; empty where there is one.
        signs: Marks used in it and what they mean.
    """

    bands: tuple[Band, ...]
    part: str = ""
    signs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PanelSize:
    """Where panels stand on the paper and what is inside of one; lengths are mm.

    Attributes:
        margin_mm: Between the panel's edge and all that is printed.
        title_mm: Height of the title.
        head_mm: Height of all above the tables: title, goal, and the lines for date and place.
        foot_mm: Height of the foot.
    """

    paper_width_mm: float
    paper_height_mm: float
    columns: int
    rows: int
    margin_mm: float
    title_mm: float
    head_mm: float
    foot_mm: float

    @property
    def panel_width_mm(self) -> float:
        """Width of a panel, its margins with it."""
        return self.paper_width_mm / self.columns

    @property
    def panel_height_mm(self) -> float:
        """Height of a panel, its margins with it."""
        return self.paper_height_mm / self.rows

    @property
    def width_mm(self) -> float:
        """Width inside the margins."""
        return self.panel_width_mm - 2 * self.margin_mm

    @property
    def height_mm(self) -> float:
        """Height between head and foot."""
        return self.panel_height_mm - 2 * self.margin_mm - self.head_mm - self.foot_mm


@dataclass(frozen=True, slots=True)
class ScorePad:
    """A score pad of any number of pages.

    Attributes:
        heading: Title of the document.
        title: The game.
        kind: What this is: the words for a score pad.
        mode: The way it is played, where that is not the usual one.
        goal: What wins.
        palette: Colours of the strip below the title.
        chips: Whether the colours stand beside the title as small cards.
        pages: The panels of each page, line by line from the upper left.
    """

    language: str
    heading: str
    title: str
    kind: str
    mode: str
    goal: str
    title_pt: float
    type_pt: float
    accent: str
    ink: str
    tint: str
    palette: tuple[Swatch, ...]
    chips: bool
    lines: tuple[WritingLine, ...]
    size: PanelSize
    notice: str
    pages: tuple[tuple[Panel, ...], ...] = field(default=())
