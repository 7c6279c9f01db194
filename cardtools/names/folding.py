"""Two forms of a name: clean (what the writer meant to type) and folded (without case and accents)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_CLEAN: Final = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u00b4": "'", "`": "'",
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"',
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
        "\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u2009": " ", "\t": " ",
        "\u200e": None, "\u200f": None,
        "\u200b": None, "\u200c": None, "\u200d": None, "\u2060": None, "\ufeff": None, "\u00ad": None,
    }
)  # fmt: skip
_UNCLEAN: Final = re.compile(f"[{re.escape(''.join(map(chr, _CLEAN)))}]|[^\\S ]|  |^ | $")
_STROKES: Final = {"ł": "l", "đ": "d", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe"}


def _bases() -> dict[int, str]:
    """Return the base letter of every accented Latin letter, so that most names fold in one step."""
    bases: dict[int, str] = {ord(letter): base for letter, base in _STROKES.items()}
    for code in range(0xC0, 0x250):
        base = unicodedata.normalize("NFD", chr(code))[0]
        if base != chr(code):
            bases[code] = base
    return bases


_BASES: Final = _bases()


def clean(text: str) -> str:
    """Return ``text`` in NFC with plain quotes, dashes and blanks, and without invisible signs.

    >>> clean("Zu’lit\u00a0 kísérlete ")
    "Zu'lit kísérlete"
    """
    if _UNCLEAN.search(text) is None and unicodedata.is_normalized("NFC", text):
        return text
    # Twice NFC: the first brings look-alikes to the signs above, the second joins what invisible signs kept apart.
    plain = unicodedata.normalize("NFC", text).translate(_CLEAN)
    return " ".join(unicodedata.normalize("NFC", plain).split())


def fold(text: str) -> str:
    """Return ``text`` cleaned, in one case and without accents.

    >>> fold("ÉLETERŐ") == fold("eletero")
    True
    """
    return fold_clean(clean(text))


def fold_clean(text: str) -> str:
    """Return a text that is clean already in one case and without accents; see fold."""
    plain = text.casefold().translate(_BASES)
    if plain.isascii():
        return plain
    parts = unicodedata.normalize("NFD", plain)
    return "".join(char for char in parts if not unicodedata.combining(char))
