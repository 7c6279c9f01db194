"""Letters in the names of unicorns, which part players with equally many (rulebook: End of the game)."""

from __future__ import annotations

import re
from typing import Final

_DIGRAPH: Final = re.compile(r"dzs|cs|dz|gy|ly|ny|sz|ty|zs|.", re.IGNORECASE)


def letters(name: str, *, digraphs: bool = False) -> int:
    """Return how many letters a name has as it is written; digits, blanks and signs are none.

    Args:
        name: In NFC, so that an accented letter is one.
        digraphs: Whether double letters of Hungarian, and dzs, count as one; a long one (ssz) counts as two.

    >>> letters("Basic Unicorn (Red)"), letters("Szivárványunikornis"), letters("Szivárványunikornis", digraphs=True)
    (15, 19, 17)
    """
    words = "".join(sign if sign.isalpha() else " " for sign in name).split()
    if not digraphs:
        return sum(len(word) for word in words)
    return sum(len(_DIGRAPH.findall(word)) for word in words)
