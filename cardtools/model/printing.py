"""Print: paper and card sizes, print profiles and where cards lie on sheets. All lengths are millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from cardtools.model.base import Id, Line, Model, Texts
from cardtools.model.finding import Finding

Backs = Literal["none", "long", "short", "fold"]
"""How backs come to lie behind fronts: on no side, on paper turned over an edge, or across a fold of one side."""
Orientation = Literal["auto", "portrait", "landscape"]
Axis = Literal["upright", "level"]
"""The line that paper is turned over or folded along, as the front lies before the reader."""
Matrix = tuple[float, float, float, float, float, float]
"""Six numbers as PDF has them: (x, y) goes to (a·x + c·y + e, b·x + d·y + f); e and f are millimetres."""
Marks = Literal["crop", "lines", "corners", "none"]


class Size(Model):
    """A paper or card size, upright: width by height.

    Attributes:
        width_mm: Width, upright.
        height_mm: Height, upright.
    """

    id: Id
    width_mm: Annotated[float, Field(ge=20, le=1300)]
    height_mm: Annotated[float, Field(ge=20, le=1300)]
    source: Line


class Papers(Model):
    """The file ``data/print/papers.yaml``."""

    papers: tuple[Size, ...]


class CardSizes(Model):
    """The file ``data/print/card_sizes.yaml``."""

    card_sizes: tuple[Size, ...]


class Pixels(Model):
    """The size of a picture.

    Attributes:
        width: Width in pixels.
        height: Height in pixels.
    """

    width: Annotated[int, Field(ge=16, le=16_384)]
    height: Annotated[int, Field(ge=16, le=16_384)]


Output = Literal["sheets", "one-up", "pictures", "grid"]
"""What a profile makes: PDF sheets, a PDF with a page a face, a PNG a face, or a PNG with a grid of faces."""
PageOrder = Literal["front-back", "fronts-backs"]
"""Front 1, back 1, front 2 and so on; or all fronts and then the backs."""


class Profile(Model):
    """Where cards are printed, and what it is to be given.

    Attributes:
        card_size: The one size of card that it takes; None for any.
        safe_mm: How far inside the trim everything that matters must stay.
        paper: Paper of home sheets.
        margin_mm: What a home printer cannot print.
        pixels: Size of each picture; of one cell for a grid, which holds ``columns`` × ``rows`` of them.
        locked: Whether its geometry is the maker's, so that nothing that changes it may be asked for.
        source: Who says so, and where.
        output: PDF sheets, a PDF with a page a face, a PNG a face, or a PNG with a grid of faces.
        bleed_mm: How far pictures reach beyond each edge.
        dpi: Pixels an inch of the pictures.
        columns: Columns of a grid.
        rows: Rows of a grid.
        page_order: Front 1, back 1, front 2 and so on; or all fronts and then the backs.
    """

    id: Id
    name: Texts
    output: Output
    card_size: Id | None = None
    bleed_mm: Annotated[float, Field(ge=0, le=10)] = 0.0
    safe_mm: Annotated[float, Field(ge=0, le=15)] = 3.0
    paper: Id | None = None
    margin_mm: Annotated[float, Field(ge=0, le=50)] = 5.0
    pixels: Pixels | None = None
    dpi: Annotated[int, Field(ge=50, le=1200)] | None = None
    columns: Annotated[int, Field(ge=1, le=20)] | None = None
    rows: Annotated[int, Field(ge=1, le=20)] | None = None
    page_order: PageOrder = "front-back"
    locked: bool = False
    source: Line

    @model_validator(mode="after")
    def _has_what_its_output_needs(self) -> Profile:
        needed = {
            "sheets": (self.paper,),
            "one-up": (self.card_size,),
            "pictures": (self.card_size, self.pixels, self.dpi),
            "grid": (self.pixels, self.columns, self.rows),
        }[self.output]
        if None in needed:
            told = {"output": self.output}
            raise PydanticCustomError("output_keys", "keys are missing that the output {output} needs", told)
        return self


class Profiles(Model):
    """The file ``data/print/profiles.yaml``."""

    profiles: tuple[Profile, ...]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle on a sheet; ``x_mm`` and ``y_mm`` are its lower left corner, from the paper's lower left."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def right_mm(self) -> float:
        """Its right edge."""
        return self.x_mm + self.width_mm

    @property
    def top_mm(self) -> float:
        """Its upper edge."""
        return self.y_mm + self.height_mm

    @property
    def centre_mm(self) -> tuple[float, float]:
        """Its middle."""
        return self.x_mm + self.width_mm / 2, self.y_mm + self.height_mm / 2


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line on a sheet, for crop marks and fold lines."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float


def turn_by(degrees: float) -> tuple[float, float]:
    """Return cosine and sine of an angle, exact for those that paper is turned by.

    >>> turn_by(180)
    (-1.0, 0.0)
    """
    exact = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    turn = degrees % 360
    return exact.get(turn) or (cos(radians(turn)), sin(radians(turn)))


def apply(matrix: Matrix, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Return where a matrix puts a point."""
    a, b, c, d, e, f = matrix
    return a * x_mm + c * y_mm + e, b * x_mm + d * y_mm + f


@dataclass(frozen=True, slots=True)
class Shift:
    """How back sheets are moved, so that they meet their fronts on a printer that does not do so by itself.

    Seen with the printed back before the reader: ``x_mm`` to the right, ``y_mm`` upwards, then turned by ``degrees``
    counter-clockwise about the paper's centre.
    """

    x_mm: float = 0.0
    y_mm: float = 0.0
    degrees: float = 0.0

    def __bool__(self) -> bool:
        return (self.x_mm, self.y_mm, self.degrees) != (0, 0, 0)

    def matrix(self, paper_width_mm: float, paper_height_mm: float) -> Matrix:
        """Return what moves everything on a back sheet of that size."""
        right, up = turn_by(self.degrees)
        x, y = paper_width_mm / 2, paper_height_mm / 2
        return right, up, -up, right, x - right * x + up * y + self.x_mm, y - up * x - right * y + self.y_mm


@dataclass(frozen=True, slots=True)
class Placement:
    """A face in a slot: ``face`` is its key, ``slot`` the trimmed card as if it stood upright.

    The card is turned counter-clockwise by ``degrees`` about the middle of the slot; 180 stands on its head.
    """

    face: str
    slot: Rect
    degrees: float = 0.0

    @property
    def turned(self) -> bool:
        """Whether it stands on its head."""
        return 90 < self.degrees % 360 < 270

    def matrix(self, bleed_mm: float = 0.0) -> Matrix:
        """Return what puts a face, whose page begins at the lower left of its bleed, on the paper.

        The trimmed card's edge is known from it: it is the image of the page less the bleed on every side.
        """
        right, up = turn_by(self.degrees)
        x, y = self.slot.centre_mm
        half_width, half_height = self.slot.width_mm / 2 + bleed_mm, self.slot.height_mm / 2 + bleed_mm
        return (
            right,
            up,
            -up,
            right,
            x - right * half_width + up * half_height,
            y - up * half_width - right * half_height,
        )

    @property
    def corners_mm(self) -> tuple[tuple[float, float], ...]:
        """The four corners of the trimmed card on the paper, from its own lower left counter-clockwise."""
        matrix = self.matrix()
        width, height = self.slot.width_mm, self.slot.height_mm
        return tuple(apply(matrix, x, y) for x, y in ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)))


@dataclass(frozen=True, slots=True)
class Layout:
    """How the sheets of one card size are laid, seen from the front.

    Attributes:
        slots: Every slot of a full sheet, in reading order.
        back_slots: Where the back of each slot's card lies: on the back sheet, or across the fold.
        margin_mm: What the printer cannot print at each edge of the paper.
    """

    paper_width_mm: float
    paper_height_mm: float
    card_width_mm: float
    card_height_mm: float
    bleed_mm: float
    slots: tuple[Rect, ...]
    back_slots: tuple[Rect, ...]
    margin_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed side of paper. ``number`` counts from 1; a front and its back share it.

    Attributes:
        layout: Which of the plan's layouts it follows.
        marks: What to cut along.
        folds: What to fold along.
    """

    number: int
    side: Literal["front", "back"]
    placements: tuple[Placement, ...]
    layout: int = 0
    marks: tuple[Segment, ...] = ()
    folds: tuple[Segment, ...] = ()


@dataclass(frozen=True, slots=True)
class Imposition:
    """All sheets of a print run, in print order; each card size has a layout and sheets of its own.

    Attributes:
        backs: How the paper is to be turned: ``none`` where no card has a back.
        total: Number of the run's last sheet, also where some sheets only are printed.
        shift: How everything on back sheets was moved; placements and marks are moved already.
        findings: What is to be said of how the cards lie, such as fewer columns for the sake of the bleed.
    """

    layouts: tuple[Layout, ...]
    sheets: tuple[Sheet, ...]
    backs: Backs
    total: int
    shift: Shift = Shift()
    findings: tuple[Finding, ...] = ()
