"""Faces of prototypes: rows of a plain table become the two sides of cards, in a look that suits any game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from cardtools.documents.card_faces import NO_BACK, PrintedCard
from cardtools.documents.faces import ColourView, Face, Origin
from cardtools.documents.inks import INK, PAPER, READABLE, darkened, mixed
from cardtools.documents.prototype_colours import Palette, alike, hex_of
from cardtools.model.finding import Finding, Location
from cardtools.model.printing import Size
from cardtools.model.prototype import BackRow, CardRow, CardTable

FRONT: Final = "cards/prototype.html.j2"
BACK: Final = "cards/prototype_back.html.j2"
ACCENT: Final = "#3d4654"
"""Of cards without a colour, and of the back they share."""

_PLAIN: Final = 0x024F
"""The last code point of the Latin letters; a placeholder shows the others as question marks."""
_SHOWN: Final = 40
_LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class Shown:
    """The pictures of a card: prepared files, or the names of those that are missing; empty for none."""

    front: str = ""
    front_missing: str = ""
    back: str = ""
    back_missing: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """How a run of prototypes looks.

    Attributes:
        front: Template of the fronts; ours unless the user brought one.
        title: What the run is called.
    """

    language: str
    title: str
    front: str = FRONT


def picture_box(size: Size) -> tuple[float, float]:
    """Return width and height in millimetres of the window for pictures on a card of this size.

    It is the same for every card of a size, so that a picture on many cards is one picture in the file.
    """
    scale = min(size.width_mm / 63, size.height_mm / 88)
    width = size.width_mm - 2 * max(3.0, 3.4 * scale)
    return round(width, 2), round(max(size.height_mm * 0.4, size.height_mm - 54 * scale), 2)


def colour_cells(rows: Iterable[CardRow]) -> tuple[str, ...]:
    """Return every cell of a table that may name colours."""
    cells = [(row.colour, *((row.back.words, row.back.colour) if row.back else ())) for row in rows]
    return tuple(cell for row in cells for cell in row if cell)


def back_is_picture(back: BackRow, known: bool) -> bool:
    """Return whether the words of a back name a picture: one that is ``known``, unless they are a colour."""
    return bool(back.words) and known and hex_of(back.words) is None


def prototype_cards(
    table: CardTable, look: Look, shown: Mapping[CardRow, Shown] = MappingProxyType({})
) -> tuple[tuple[PrintedCard, ...], tuple[Finding, ...]]:
    """Return the cards of a table, one for each of its rows, and what is to be said of their colours.

    Args:
        table: The table.
        look: How they look.
        shown: The pictures of the rows that have some.
    """
    palette = Palette(colour_cells(table.rows))
    common = _common_back(look)
    findings: list[Finding] = []
    cards: list[PrintedCard] = []
    for row in table.rows:
        pictures = shown.get(row, Shown())
        colours, unknown = palette.views(row.colour)
        findings.extend(_unknown(word, row.location) for word in unknown)
        front = _front(row, look, colours, pictures)
        if not table.has_backs:
            back = common
        elif row.back is None:
            back = Face(template=NO_BACK, side="back", lang=look.language, game="", game_name="")
        else:
            back, told = _own_back(row.back, row.location, common, palette, pictures)
            back = replace(back, origin=Origin(row.name.replace("\n", " "), row.location))
            findings.extend(told)
        cards.append(PrintedCard(front, back, row.count))
    return tuple(cards), tuple(findings)


def _front(row: CardRow, look: Look, colours: tuple[ColourView, ...], pictures: Shown) -> Face:
    return Face(
        template=look.front,
        side="front",
        lang=look.language,
        game="",
        game_name=look.title[:_LONGEST_NAME],
        card_id=row.id,
        type=row.type,
        name=row.name.replace("\n", " "),
        subtitle=row.subtitle.replace("\n", " "),
        corner=row.corner.replace("\n", " "),
        type_line=row.type.replace("\n", " "),
        text=row.text,
        points=row.value.replace("\n", " "),
        colours=colours,
        cost=row.cost.replace("\n", " "),
        accent=accent(colours[0].hex) if colours else ACCENT,
        picture=pictures.front,
        missing=placeholder(pictures.front_missing),
        extra=row.extra,
        origin=Origin(row.name.replace("\n", " "), row.location),
    )


def accent(colour: str) -> str:
    """Return a colour as dark as it must be to be read on paper tinted by it, and white on it.

    >>> accent("#2a66a3"), accent("#edbd27")
    ('#275788', '#886e1a')
    """
    paper = mixed(colour, PAPER, 0.9)
    return darkened(mixed(colour, INK, 0.2), paper, READABLE)


def _common_back(look: Look) -> Face:
    return Face(template=BACK, side="back", lang=look.language, game="", game_name="", accent=ACCENT)


def _own_back(
    back: BackRow, where: Location, common: Face, palette: Palette, pictures: Shown
) -> tuple[Face, list[Finding]]:
    """Return the back that a row asks for: in a colour, with words, with a picture, or several of these."""
    words = "" if pictures.back or pictures.back_missing else back.words
    colours, unknown = palette.views(back.colour)
    findings = [_unknown(word, where) for word in unknown]
    if words and not back.colour:
        meant, others = palette.views(words)
        if meant and not others:
            colours, words = meant, ""
    face = replace(
        common,
        accent=colours[0].hex if colours else ACCENT,
        colours=colours[:1],
        text=words,
        picture=pictures.back,
        missing=placeholder(pictures.back_missing),
    )
    return face, findings


def placeholder(name: str) -> str:
    """Return the name of a missing picture as its placeholder shows it, in letters that every font has.

    >>> placeholder("képek/sárkány.png"), placeholder("\u05d3\u05d2.png")
    ('képek/sárkány.png', '??.png')
    """
    plain = "".join(char if char.isprintable() and ord(char) <= _PLAIN else "?" for char in name)
    return plain if len(plain) <= _SHOWN else f"…{plain[1 - _SHOWN :]}"


def _unknown(word: str, where: Location) -> Finding:
    return Finding(
        code="print.unknown-colour",
        severity="warning",
        effect="none",
        params={"colour": word[:_SHOWN]},
        location=where,
        suggestions=alike(word),
    )
