"""Tables printed through the command line, and the sheets read back: which words stand in which slot of which page."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pikepdf

from tests.render.reading import read_page, squeezed, texts_of_forms

CARD = (63.0, 88.0)


@dataclass(frozen=True)
class Laid:
    """A card on a page: its words without blanks, and its middle in millimetres from the lower left."""

    words: str
    x_mm: float
    y_mm: float
    turned: bool = False


def table(folder: Path, rows: Sequence[Sequence[object]], header: str = "name,text,qty,back", name: str = "t") -> Path:
    """Write a table of cards."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(header.split(","))
    writer.writerows(rows)
    path = folder / f"{name}.csv"
    path.write_text(stream.getvalue(), encoding="utf-8")
    return path


def laid_out(pdf: bytes, card: tuple[float, float] = CARD) -> list[list[Laid]]:
    """Return for each page the cards of that size on it, in the order they are painted."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        placed = [read_page(page).placed for page in document.pages]
    texts = texts_of_forms(pdf, range(len(placed)))
    return [
        [
            Laid(squeezed(words), one.box.x_mm + one.box.width_mm / 2, one.box.y_mm + one.box.height_mm / 2, one.turned)
            for one, (_, words) in zip(forms, found, strict=True)
            if (round(one.width, 2), round(one.height, 2)) == card
        ]
        for forms, found in zip(placed, texts, strict=True)
    ]
