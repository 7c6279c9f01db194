"""Colours by name in five languages or as ``#rrggbb``, each with an ink to be read on it and a sign of its own."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterable
from typing import Final

from cardtools.documents.faces import ColourView
from cardtools.documents.inks import PAPER, READABLE, contrast, ink_on, mixed
from cardtools.names.folding import fold

MOST_COLOURS: Final = 4
"""Colours that a card shows side by side."""

_NAMED: Final = (
    ("red", "#c23b2e", "flame", "piros, vörös, red, czerwony, czerwona, červená, červený, rudá"),
    ("orange", "#dd7a1f", "spark", "narancs, narancssárga, orange, pomarańczowy, oranžová, oranžový"),
    ("yellow", "#edbd27", "sun", "sárga, yellow, żółty, żółta, žlutá, žlutý, žltá, žltý"),
    ("lime", "#9cbf3b", "bamboo", "lime, limezöld, limonkowy, limetková"),
    ("green", "#3b8046", "leaf", "zöld, green, zielony, zielona, zelená, zelený"),
    ("teal", "#1f7f83", "wave", "türkiz, teal, turquoise, cyan, ciánkék, turkusowy, tyrkysová"),
    ("blue", "#2a66a3", "drop", "kék, blue, niebieski, niebieska, modrá, modrý"),
    ("indigo", "#3a3f8f", "moon", "indigó, indigo, navy, granatowy, tmavomodrá"),
    ("purple", "#74458f", "grape", "lila, ibolya, purple, violet, fioletowy, fialová, fialový, purpurová"),
    ("pink", "#d2698f", "tulip", "rózsaszín, rózsa, pink, różowy, różowa, růžová, ružová"),
    ("brown", "#81573a", "horseshoe", "barna, brown, brązowy, brązowa, hnědá, hnedá"),
    ("black", "#2b2a2d", "skull", "fekete, black, czarny, czarna, černá, černý, čierna, čierny"),
    ("grey", "#7f858b", "shield", "szürke, ezüst, grey, gray, silver, szary, szara, srebrny, šedá, sivá, stříbrná"),
    ("white", "#f3efe4", "star", "fehér, white, biały, biała, bílá, bílý, biela, biely"),
    ("gold", "#c59b3a", "ring", "arany, gold, golden, złoty, złota, zlatá, zlatý"),
)
"""Id, colour, sign, and names in Hungarian, English, Polish, Czech and Slovak."""

_BY_WORD: Final = {fold(word): index for index, (*_, words) in enumerate(_NAMED) for word in words.split(", ")}
_SHOWN: Final = {fold(word): word for *_, words in _NAMED for word in words.split(", ")}
_SHADES: Final = (
    (("vilagos", "light ", "jasno", "svetle ", "svetlo"), PAPER),
    (("sotet", "dark ", "ciemno", "tmave ", "tmavo"), "#000000"),
)
"""What makes a colour lighter or darker, before its name."""
_SHADE: Final = 0.38
_OWN_SIGNS: Final = {colour: sign for _, colour, sign, _ in _NAMED}
_HEX: Final = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s*[/,;+&|]\s*|\s+(?:és|and|i|a)\s+|\s*-\s*")
_MORE_SIGNS: Final = ("thorn", "bottle", "dagger", "horn", "dragon", "spiral", "trap", "note", "pet", "eye")
"""For colours beyond the named ones."""
_GREY: Final = 0.12


def hex_of(word: str) -> str | None:
    """Return a colour as ``#rrggbb``, None where the word names none.

    >>> hex_of("PIROS"), hex_of("#fc0"), hex_of("Žlutá"), hex_of("sötétkék"), hex_of("erős")
    ('#c23b2e', '#ffcc00', '#edbd27', '#1a3f65', None)
    """
    if _HEX.fullmatch(word):
        digits = word[1:].lower()
        return f"#{digits if len(digits) == 6 else ''.join(2 * digit for digit in digits)}"
    plain = fold(word)
    if (index := _BY_WORD.get(plain)) is not None:
        return _NAMED[index][1]
    for beginnings, towards in _SHADES:
        for beginning in beginnings:
            index = _BY_WORD.get(plain.removeprefix(beginning).strip()) if plain.startswith(beginning) else None
            if index is not None:
                return mixed(_NAMED[index][1], towards, _SHADE)
    return None


def readable_ink(ground: str) -> str:
    """Return our ink or white, or plain black where only that can be read: always with a contrast of 4.5 and more.

    >>> readable_ink("#265f97"), readable_ink("#7b7b7b"), contrast(readable_ink("#7b7b7b"), "#7b7b7b") >= 4.5
    ('#ffffff', '#000000', True)
    """
    ink = ink_on(ground)
    return ink if contrast(ink, ground) >= READABLE else max(("#000000", PAPER), key=lambda one: contrast(one, ground))


def alike(word: str) -> tuple[str, ...]:
    """Return the names of colours that are spelled like a word, the likeliest first."""
    from rapidfuzz import fuzz, process

    hits = process.extract(fold(word), _SHOWN.keys(), scorer=fuzz.ratio, limit=2, score_cutoff=60)
    return tuple(_SHOWN[found] for found, _, _ in hits)


class Palette:
    """The colours of a run: equal ones are one, and no two share a sign as long as there are signs left.

    Args:
        cells: Every cell of the run that may name colours; colours by name get their own signs first.
    """

    def __init__(self, cells: Iterable[str] = ()) -> None:
        self._signs: dict[str, str] = {}
        found = dict.fromkeys(colour for cell in cells for word in _parted(cell) if (colour := hex_of(word)))
        for colour in sorted(found, key=lambda one: one not in _OWN_SIGNS):
            self.sign(colour)

    def views(self, written: str) -> tuple[tuple[ColourView, ...], tuple[str, ...]]:
        """Return the colours that a cell names, at most four, and the words of it that are none."""
        views: dict[str, ColourView] = {}
        unknown: list[str] = []
        for word in _parted(written):
            if (colour := hex_of(word)) is None:
                unknown.append(word)
            elif colour not in views:
                name = "" if word.startswith("#") else word
                views[colour] = ColourView(colour, name, colour, readable_ink(colour), self.sign(colour))
        kept = tuple(views.values())
        unknown.extend(view.name or view.hex for view in kept[MOST_COLOURS:])
        return kept[:MOST_COLOURS], tuple(unknown)

    def sign(self, colour: str) -> str:
        """Return the sign that stands for a colour in this run: its own, else that of the named one most like it."""
        if colour not in self._signs:
            nearest = sorted(_OWN_SIGNS, key=lambda named: _distance(colour, named))
            signs = (_OWN_SIGNS[nearest[0]], *_MORE_SIGNS, *(_OWN_SIGNS[named] for named in nearest[1:]))
            taken = set(self._signs.values())
            free = next((sign for sign in signs if sign not in taken), signs[0])
            self._signs[colour] = _OWN_SIGNS.get(colour, free)
        return self._signs[colour]


def _parted(written: str) -> tuple[str, ...]:
    """Return the words of a cell that may each be a colour."""
    whole = written.strip()
    return (whole,) if hex_of(whole) else tuple(filter(None, _BETWEEN.split(whole)))


def _distance(one: str, other: str) -> float:
    """Return how unlike two colours are: by hue where both have one, and by lightness."""
    (hue, light, full), (hue2, light2, full2) = (
        colorsys.rgb_to_hls(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))) for colour in (one, other)
    )
    apart = min(abs(hue - hue2), 1 - abs(hue - hue2))
    if min(full, full2) < _GREY:
        apart = 0.0 if max(full, full2) < _GREY else 0.5
    return 2 * apart + abs(light - light2)
