"""What is asked of a print run: paper and how cards lie on it, which cards, and for whom it is made."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cardtools.errors import refuse
from cardtools.model.finding import Finding
from cardtools.model.printing import Backs, Marks, Orientation, Profile, Shift
from cardtools.store.output_folder import MANIFEST

GEOMETRY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "paper": "--paper",
        "orientation": "--orientation",
        "margin_mm": "--margin",
        "marks": "--marks",
        "gap_mm": "--gap",
        "backs": "--backs",
        "back_offset": "--back-offset",
        "back_rotate": "--back-rotate",
        "printer": "--printer",
        "sheets": "--sheets",
        "slots": "--slots",
        "card_size": "--size",
        "bleed_mm": "--bleed",
    }
)
"""What changes where ink goes, by name, and the flag that says it."""

NO_SHIFT: Final = Shift()

_OF_A_CARD: Final = ("card_size", "bleed_mm")
"""Geometry that a card has without a sheet, too."""


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How cards are laid on paper, and which; lengths are millimetres.

    Attributes:
        card_size: None takes the game's own.
        strict: Takes warnings for errors: then nothing is written.
        shift: How back sheets are moved, for a printer that does not lay them behind the fronts by itself.
        sheets: Numbers of the sheets to print; empty for all.
        slots: Places of the first sheet that may be used, from 1; empty for all.
        draft: Writes the file although there are errors, and says DRAFT on each sheet.
        preview: Writes pictures of the pages beside the file.
        profile: Where the cards are printed, if that was said.
        only: Names or ids of the cards to print; empty for all.
        copies: Copies of each card in place of those of the box, deck or table.
        images: The user's folder of pictures.
        dpi: Resolution that pictures are reduced to.
        second: Language that the cards say their words in once more.
        economy: Draws outlines only, which spares ink.
        deck_card: Adds a card to the proxies of a deck that tells its list.
    """

    paper: str = "a4"
    card_size: str | None = None
    backs: Backs = "long"
    marks: Marks = "crop"
    gap_mm: float = 0.0
    bleed_mm: float = 0.0
    margin_mm: float = 5.0
    strict: bool = False
    orientation: Orientation = "auto"
    shift: Shift = NO_SHIFT
    sheets: tuple[int, ...] = ()
    slots: tuple[int, ...] = ()
    draft: bool = False
    preview: bool = False
    profile: Profile | None = None
    only: tuple[str, ...] = ()
    copies: int | None = None
    images: Path | None = None
    dpi: int = 300
    second: str | None = None
    economy: bool = False
    deck_card: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """What was printed: where it is, and the figures that were counted on the way and read back from the file.

    Attributes:
        path: The file, or the folder of files.
        pages: Pages of the file; pictures of a folder.
        cards: Cards on the sheets, each copy counted.
        faces: Distinct faces of them.
        sheets: Sheets of paper; 0 where no paper is used.
        smallest_pt: Size of the smallest letter of a card, 0 where it was not asked.
        document: What kind of document it is, such as ``proxies``.
        files: Every file of ``path`` where that is a folder.
        preview: The pictures of its pages.
        counts: What was read: ``cards`` that differ and, of a table, its ``rows``, ``skipped`` and ``refused`` ones.
        rendered: Faces laid out for it; the other ones were ``reused``.
        lowest_ppi: Pixels an inch of the coarsest picture, 0 where there is none.
        ruler: Whether each sheet has the 50 mm ruler; None where there are no sheets.
        draft: Whether it says on each sheet that it is a draft.
    """

    path: Path
    pages: int
    cards: int = 0
    faces: int = 0
    sheets: int = 0
    smallest_pt: float = 0.0
    findings: tuple[Finding, ...] = ()
    document: str = ""
    game: str | None = None
    language: str = ""
    title: str = ""
    files: tuple[Path, ...] = ()
    preview: tuple[Path, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    rendered: int = 0
    reused: int = 0
    lowest_ppi: int = 0
    ruler: bool | None = None
    paper: str | None = None
    profile: str | None = None
    draft: bool = False

    @property
    def written(self) -> tuple[Path, ...]:
        """Every file that was written, lists of ours included."""
        pictures = (*self.files, *self.preview)
        manifests = dict.fromkeys(path.parent / MANIFEST for path in pictures)
        return (*(() if self.files else (self.path,)), *pictures, *manifests)

    @property
    def complete(self) -> bool:
        """Whether it is all right; a draft may have errors."""
        return all(finding.severity != "error" for finding in self.findings)


def for_profile(
    options: SheetOptions, profile: Profile, asked: Collection[str], called: Mapping[str, str] = GEOMETRY
) -> SheetOptions:
    """Return the options as a profile has them, but for those that were asked for by a flag.

    Args:
        options: The options.
        profile: The profile.
        asked: What a flag was given for, by the names in ``GEOMETRY``.
        called: What the user calls each of those names.

    Raises:
        CardtoolsError: ``usage.profile-locked`` for a flag that changes the geometry of its maker, or that says
            how sheets lie where there are none; ``usage.profile-draft`` for a draft of what a maker is handed.
    """
    on_sheets = profile.output == "sheets"
    flags = [
        flag
        for name, flag in called.items()
        if name in asked and (profile.locked or not (on_sheets or name in _OF_A_CARD))
    ]
    if flags:
        raise refuse("usage.profile-locked", profile=profile.id, flags=", ".join(flags))
    if options.draft and not on_sheets:
        raise refuse("usage.profile-draft", profile=profile.id)
    said: dict[str, Any] = {"card_size": profile.card_size, "bleed_mm": profile.bleed_mm}
    if on_sheets:
        said |= {"paper": profile.paper, "margin_mm": profile.margin_mm}
    else:
        profile = profile.model_copy(update={name: getattr(options, name) for name in _OF_A_CARD if name in asked})
    said = {name: value for name, value in said.items() if name not in asked and value is not None}
    return replace(options, profile=profile, **said)
