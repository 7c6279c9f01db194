"""Two forms of a name: clean (what the writer meant to type) and folded (without case and accents)."""

from __future__ import annotations

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
_STROKES: Final = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe"})


def clean(text: str) -> str:
    """Return ``text`` in NFC with plain quotes, dashes and blanks, and without invisible signs.

    >>> clean("Zu’lit\u00a0 kísérlete ")
    "Zu'lit kísérlete"
    """
    if text.isascii() and "`" not in text:
        return " ".join(text.split())
    return " ".join(unicodedata.normalize("NFC", text.translate(_CLEAN)).split())


def fold(text: str) -> str:
    """Return ``text`` cleaned, in one case and without accents.

    >>> fold("ÉLETERŐ") == fold("eletero")
    True
    """
    plain = clean(text).casefold()
    if plain.isascii():
        return plain
    parts = unicodedata.normalize("NFD", plain.translate(_STROKES))
    return "".join(char for char in parts if not unicodedata.combining(char))
