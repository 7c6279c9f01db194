"""View models of card faces: what a face template prints, worded and formatted, nothing left to compute."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Literal


@dataclass(frozen=True, slots=True)
class ColourView:
    """A colour as printed: ``ink`` is what can be read on ``hex``, ``sign`` the icon that says it without colour."""

    id: str
    name: str
    hex: str
    ink: str
    sign: str | None


@dataclass(frozen=True)
class Face:
    """One side of one card.

    Attributes:
        template: Template that prints it, such as ``games/uno/front.html.j2``.
        corner: Index for the two corners, such as ``7`` or ``+2``.
        colours: Empty for a card without a colour.
        type_line: Card type (and subtypes) in words.
        text: What it does; empty where the card has no text, None where no source gives it.
        cost: As printed, None where it is not known.
        label: Small print at the foot, such as "PROXY – not for sale".
        palette: Every colour of the game, for wheels and backs.
        blanks: Facts that are not known and print as blanks to fill in: ``text``, ``value``, ``cost``, ``damage``,
            ``life``.
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

    @cached_property
    def key(self) -> str:
        """Equal for faces that print alike, and different for all others."""
        content = json.dumps(asdict(self), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(content.encode()).hexdigest()[:24]
