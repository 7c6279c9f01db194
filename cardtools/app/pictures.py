"""Which card shows which picture: looked for, made ready, and told where something is amiss."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cardtools.documents.prototype_faces import Shown, back_is_picture, picture_box
from cardtools.model.card import Card
from cardtools.model.finding import Finding, Location
from cardtools.model.printing import Size
from cardtools.model.prototype import CardRow, CardTable
from cardtools.store.picture_library import PictureLibrary, names_picture
from cardtools.store.pictures import Box, PictureDesk

_NAMED = 5
"""Unused pictures that are told by name."""


@dataclass(frozen=True, slots=True)
class Pictured:
    """The pictures of the rows that have some, what is to be said of them, and the user's files they were made of."""

    shown: Mapping[CardRow, Shown]
    findings: tuple[Finding, ...]
    used: tuple[Path, ...] = ()


def row_pictures(
    table: CardTable,
    sizes: Mapping[CardRow, Size],
    desk: PictureDesk,
    images: Path | None,
    beside: Path | None,
    *,
    own: bool = False,
) -> Pictured:
    """Return the pictures of a table's rows.

    Args:
        table: The table.
        sizes: The card size of each row.
        desk: Makes pictures ready.
        images: The folder of pictures, if one is named.
        beside: The table's folder, where cells may name pictures too.
        own: Whether a template of the user's prints them: then pictures are kept whole.

    Raises:
        CardtoolsError: ``file.unreadable`` where ``images`` is no folder.
    """
    if images is None and not any(_asks(row) for row in table.rows):
        return Pictured({}, ())
    fetcher = _Fetcher(PictureLibrary(images, beside), desk)
    shown: dict[CardRow, Shown] = {}
    for row in table.rows:
        size = sizes[row]
        window = Box(size.width_mm, size.height_mm, fills=False) if own else Box(*picture_box(size))
        front = fetcher.fetch(row.image, (row.id, row.name), window, row.location)
        back = ("", "")
        if row.back and (named := row.back.image):
            back = fetcher.fetch(named, (), Box(size.width_mm, size.height_mm), row.location)
        elif row.back and back_is_picture(row.back, fetcher.library.knows(row.back.words)):
            back = fetcher.fetch(row.back.words, (), Box(size.width_mm, size.height_mm), row.location)
        if any((*front, *back)):
            shown[row] = Shown(*front, *back)
    findings = (*fetcher.findings, *(fetcher.left_out(len(table.rows)) if images else ()))
    return Pictured(shown, findings, fetcher.used)


def card_pictures(
    cards: Iterable[Card], language: str, size: Size, desk: PictureDesk, images: Path
) -> tuple[dict[str, str], tuple[Finding, ...]]:
    """Return prepared pictures of whole cards by the card's id: of those that the folder has one for.

    Pictures are called like a card's id, or its name in ``language`` or any other.

    Raises:
        CardtoolsError: ``file.unreadable`` where ``images`` is no folder.
    """
    fetcher = _Fetcher(PictureLibrary(images), desk)
    box = Box(size.width_mm, size.height_mm)
    pictures: dict[str, str] = {}
    count = 0
    for card in cards:
        names = (card.id, card.name.get(language, ""), *card.spellings)
        path, _ = fetcher.fetch("", names, box, Location(path=str(images)))
        count += 1
        if path:
            pictures[card.id] = path
    return pictures, (*fetcher.findings, *fetcher.left_out(count))


def _asks(row: CardRow) -> bool:
    """Return whether a row names a picture, so that there is something to look for beside the table."""
    back = row.back
    return bool(row.image or (back and (back.image or names_picture(back.words))))


class _Fetcher:
    """Finds pictures and makes them ready; what is amiss is told once a row, of what prints badly once a picture."""

    def __init__(self, library: PictureLibrary, desk: PictureDesk) -> None:
        self.library = library
        self.findings: list[Finding] = []
        self._desk = desk
        self._used: set[Path] = set()
        self._remarked: set[tuple[Path, Box]] = set()
        self._without = 0

    def fetch(self, written: str, names: Iterable[str], box: Box, where: Location) -> tuple[str, str]:
        """Return the prepared picture of a card, or else the name of the one that is missing; both empty for none."""
        hit = self.library.find(written, tuple(name for name in names if name), where)
        if hit.path is None:
            if hit.finding is None:
                self._without += 1
                return "", ""
            self.findings.append(hit.finding)
            return "", written or str(hit.finding.params["picture"])
        self._used.add(hit.path)
        ready = self._desk.prepare(hit.path, box, where)
        if isinstance(ready, Finding):
            self.findings.append(ready.model_copy(update={"location": where}))
            return "", written or hit.path.name
        remarks = self._desk.remarks(ready, hit.path.name, where)
        if remarks and (hit.path, box) not in self._remarked:
            self._remarked.add((hit.path, box))
            self.findings.extend(remarks)
        return str(ready.path), ""

    @property
    def used(self) -> tuple[Path, ...]:
        """The files that pictures were made of, sorted."""
        return tuple(sorted(self._used))

    def left_out(self, cards: int) -> list[Finding]:
        """Return how many cards have no picture, and which pictures of the folder have no card."""
        findings: list[Finding] = []
        if self._without:
            params: dict[str, str | int] = {"count": self._without, "cards": cards}
            findings.append(Finding(code="print.no-picture", severity="info", effect="none", params=params))
        if unused := self.library.unused(self._used):
            shown = ", ".join(unused[:_NAMED]) + (" …" if len(unused) > _NAMED else "")
            params = {"count": len(unused), "pictures": shown[:200]}
            findings.append(Finding(code="print.picture-unused", severity="info", effect="none", params=params))
        return findings
