"""View models of card faces: what a face template prints, worded and formatted, nothing left to compute."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import PurePath
from typing import Final, Literal
from urllib.parse import quote

from cardtools.documents.inline import Runs, inline_runs, with_signs_held
from cardtools.model.finding import Location


@dataclass(frozen=True, slots=True)
class ColourView:
    """A colour as printed: ``ink`` is what can be read on ``hex``, ``sign`` the icon that says it without colour."""

    id: str
    name: str
    hex: str
    ink: str
    sign: str | None


@dataclass(frozen=True, slots=True)
class Wording:
    """What a card says in its second language; empty where that says the same, or is not known."""

    lang: str
    name: str = ""
    type_line: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class QrView:
    """A QR code as drawn: path data in modules, and how wide it is with its quiet zone, in modules and millimetres."""

    path: str
    modules: int
    width_mm: float


@dataclass(frozen=True, slots=True)
class Origin:
    """The card that a face is of, and where it was written."""

    card: str
    where: Location


@dataclass(frozen=True)
class Face:
    """One side of one card.

    Attributes:
        template: Template that prints it, such as ``games/uno/front.html.j2``.
        type: The card's type; on a back, which of the game's backs it is, empty for the common one.
        corner: Index for the two corners, such as ``7`` or ``+2``.
        colours: Empty for a card without a colour.
        type_line: Card type (and subtypes) in words.
        text: What it does; empty where the card has no text, None where no source gives it.
        cost: As printed, None where it is not known.
        label: Small print at the foot, such as "PROXY – not for sale".
        stamp: The same on a card that its game's own template draws, which knows no label: it is printed over it.
        text_lang: Language of its text where that is not ``lang``; else empty.
        palette: Every colour of the game, for wheels and backs.
        blanks: Facts that are not known and print as blanks to fill in: ``text``, ``value``, ``cost``, ``damage``,
            ``life``.
        subtitle: Small line under the name.
        picture: The prepared file of its picture, named after its content; empty for none.
        missing: The name of a picture that was asked for and is not there; a placeholder stands in its place.
        extra: Cells that only an own template knows, by their column.
        marks: Its marks by their id, with their names, such as ``banker``.
        likely: Whether what it prints is the likely reading of a source, not a certain one; a small "?" says so.
        second: What it says in a second language; None for a face in one language.
        qr: The QR code on it; None for none.
        outlined: The template that draws it, where ``template`` is the one that makes outlines of drawings.
        origin: What is told of it where something is wrong; it prints nothing. None for a game's own cards.
    """

    template: str
    side: Literal["front", "back"]
    lang: str
    game: str
    game_name: str
    card_id: str = ""
    type: str = ""
    name: str = ""
    corner: str = ""
    type_line: str = ""
    text: str | None = ""
    points: str = ""
    value: int | None = None
    colours: tuple[ColourView, ...] = ()
    cost: str | None = None
    damage: str | None = None
    life: str | None = None
    label: str = ""
    accent: str = "#333333"
    palette: tuple[ColourView, ...] = ()
    blanks: tuple[str, ...] = ()
    subtitle: str = ""
    picture: str = ""
    missing: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    likely: bool = False
    second: Wording | None = None
    qr: QrView | None = None
    outlined: str = ""
    stamp: str = ""
    text_lang: str = ""
    origin: Origin | None = field(default=None, compare=False)

    @cached_property
    def key(self) -> str:
        """Equal for faces that print alike, and different for all others, in whatever folder their pictures lie."""
        return self.digest(PurePath(self.picture).name)

    def digest(self, picture: str) -> str:
        """Return what tells it from every face that prints differently, ``picture`` standing for its picture."""
        values = [picture if name == "picture" else getattr(self, name) for name in _FIELDS]
        content = json.dumps(values, default=_values)  # asdict would copy everything first
        return hashlib.sha256(content.encode()).hexdigest()[:24]

    @property
    def called(self) -> str:
        """What it is called where something is wrong: its name or its card's, else which side it is."""
        return self.name or (self.origin.card if self.origin else "") or self.side

    @property
    def words(self) -> tuple[str, ...]:
        """Everything on it that is read, for the check that our fonts have all its letters."""
        own = (self.name, self.subtitle, self.type_line, self.text, self.corner, self.points, self.cost, self.damage)
        others = (self.life, self.label, self.stamp, self.missing, *(colour.name for colour in self.colours))
        named = (name for _, name in (*self.extra, *self.marks))
        second = (self.second.name, self.second.type_line, self.second.text) if self.second else ()
        return tuple(word for word in (*own, *others, *named, *second) if word)

    @cached_property
    def runs(self) -> Runs:
        """Its text as runs of one look, signs held: only ``**bold**``, ``*italic*`` and icon tokens are markup."""
        return with_signs_held(inline_runs(self.text or ""))

    @property
    def picture_url(self) -> str:
        """The address of its picture, as a template names it."""
        return f"file://{quote(PurePath(self.picture).as_posix())}" if self.picture else ""

    @cached_property
    def columns(self) -> dict[str, str]:
        """The cells of ``extra`` by their column."""
        return dict(self.extra)


_FIELDS: Final = tuple(one.name for one in fields(Face) if one.name != "origin")


def _values(item: ColourView | Wording | QrView) -> list[object]:
    return [getattr(item, name) for name in item.__slots__]
