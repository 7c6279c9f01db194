"""The printers that a user has, and by how much each lays backs beside their fronts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from cardtools.model.base import Model

PrinterName = Annotated[
    str, StringConstraints(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$")
]
"""What a user calls a printer: one line of anything that can be read."""


class Printer(Model):
    """How far a printer misses, as it was read from the calibration page; see Shift for the directions."""

    name: PrinterName
    x_mm: Annotated[float, Field(ge=-20, le=20)] = 0.0
    y_mm: Annotated[float, Field(ge=-20, le=20)] = 0.0
    degrees: Annotated[float, Field(ge=-5, le=5)] = 0.0


class Printers(Model):
    """The user's file of printers."""

    printers: Annotated[tuple[Printer, ...], Field(max_length=200)] = ()
