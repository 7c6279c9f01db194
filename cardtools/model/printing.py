"""Print: paper and card sizes, print profiles and where cards lie on sheets. All lengths are millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from cardtools.model.base import Id, Line, Model

Backs = Literal["none", "long", "short"]
Marks = Literal["crop", "lines", "corners", "none"]


class Size(Model):
    """A paper or card size, upright: width by height."""

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


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line on a sheet, for crop marks and fold lines."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float


@dataclass(frozen=True, slots=True)
class Placement:
    """A face in a slot: ``face`` is its key, ``slot`` the trimmed card, ``turned`` whether it stands on its head."""

    face: str
    slot: Rect
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed side of paper. ``number`` counts from 1; a front and its back share it."""

    number: int
    side: Literal["front", "back"]
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Imposition:
    """All sheets of a print run, in print order, on paper of one size.

    Attributes:
        grid: Every slot of a full sheet, for marks.
        marks: Crop marks or cutting lines, the same on every sheet.
    """

    paper_width_mm: float
    paper_height_mm: float
    slots: tuple[Rect, ...]
    marks: tuple[Segment, ...]
    sheets: tuple[Sheet, ...]
    backs: Backs
