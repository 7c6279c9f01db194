"""Grids of faces for virtual tables; the last place of each has the face that hidden cards show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cardtools.errors import refuse
from cardtools.imposition.plan import Faces
from cardtools.model.printing import Pixels, Profile
from cardtools.render.faces import Pack, Trim
from cardtools.render.pictures import FacePainter, png

if TYPE_CHECKING:
    from PIL.Image import Image


def grid_names(cards: Sequence[Faces], profile: Profile) -> tuple[str, ...]:
    """Return the names of the files that draw_grids makes of ``cards``, in the same order.

    Raises:
        CardtoolsError: ``print.no-cards``.
    """
    return tuple(f"{number:03}-{kind}.png" for number, kind, _ in _grids(cards, profile))


def draw_grids(cards: Sequence[Faces], pack: Pack, trim: Trim, profile: Profile) -> Iterator[bytes]:
    """Yield PNG grids of the trimmed faces: fronts, and where cards have backs of their own a grid of backs each.

    A grid of 10 × 7 holds 69 cards; its last place has the back, which hidden cards show.

    Args:
        cards: The keys of front and back of each card, copies written out.
        pack: The faces, each on a page of card and bleed.
        trim: Card size and bleed; the bleed is not shown.
        profile: Columns, rows, and the most pixels that a cell may have.

    Raises:
        CardtoolsError: ``print.no-cards``.
    """
    limits, columns, rows = profile.pixels, profile.columns, profile.rows
    assert limits is not None and columns is not None and rows is not None  # noqa: S101, PT018 - a grid profile has them
    per_mm = min(limits.width / trim.width_mm, limits.height / trim.height_mm)
    cell = Pixels(width=round(trim.width_mm * per_mm), height=round(trim.height_mm * per_mm))
    hidden = next((back for _, back in cards if back is not None), None)
    with FacePainter(pack, cell, per_mm) as painter:
        for _, _, faces in _grids(cards, profile):
            yield png(_grid(faces, hidden, painter, cell, columns, rows))


def _grids(cards: Sequence[Faces], profile: Profile) -> Iterator[tuple[int, str, list[str | None]]]:
    """Yield the number of each grid, what it shows and the faces on it."""
    if not cards:
        raise refuse("print.no-cards", exit_code=1)
    most = (profile.columns or 0) * (profile.rows or 0) - 1
    own_backs = len({back for _, back in cards}) > 1
    for number, start in enumerate(range(0, len(cards), most), start=1):
        chunk = cards[start : start + most]
        yield number, "fronts", [front for front, _ in chunk]
        if own_backs:
            yield number, "backs", [back for _, back in chunk]


def _grid(
    faces: Sequence[str | None], hidden: str | None, painter: FacePainter, cell: Pixels, columns: int, rows: int
) -> Image:
    from PIL import Image

    grid = Image.new("RGB", (columns * cell.width, rows * cell.height), "white")
    painted: dict[str, Image.Image] = {}
    places = [*enumerate(faces), (columns * rows - 1, hidden)]
    for place, face in places:
        if face is not None:
            if face not in painted:
                painted[face] = painter.paint(face)
            grid.paste(painted[face], (place % columns * cell.width, place // columns * cell.height))
    return grid
