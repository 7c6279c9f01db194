"""Which face comes when, where a face is a page or a picture of its own; and the names of such files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from cardtools.errors import refuse
from cardtools.imposition.plan import Faces
from cardtools.model.printing import PageOrder
from cardtools.names.folding import fold

_LONGEST: Final = 40
_SIGNS: Final = re.compile(r"[^a-z0-9]+")


def face_sequence(cards: Sequence[Faces], order: PageOrder, *, blanks: bool) -> tuple[str | None, ...]:
    """Return the keys of faces in the order in which they are handed in.

    ``front-back``: front 1, back 1, front 2 and so on. ``fronts-backs``: every front, then every back, or the one
    back that all cards share.

    Args:
        cards: For each card, copies written out, the keys of its front and its back.
        order: What the maker wants.
        blanks: Whether a card without a back, among others that have one, has None in its place, so that pages
            stay front and back; else it is passed over.

    Raises:
        CardtoolsError: ``print.no-cards``.

    >>> face_sequence([("a", "x"), ("b", "x")], "front-back", blanks=True)
    ('a', 'x', 'b', 'x')
    >>> face_sequence([("a", "x"), ("b", "x")], "fronts-backs", blanks=False)
    ('a', 'b', 'x')
    """
    if not cards:
        raise refuse("print.no-cards", exit_code=1)
    backs = [back for _, back in cards]
    if not any(backs):
        return tuple(front for front, _ in cards)
    if order == "front-back":
        pairs = (face for card in cards for face in card)
        return tuple(face for face in pairs if blanks or face is not None)
    common = backs[:1] if len(set(backs)) == 1 else backs
    return (*(front for front, _ in cards), *(back for back in common if blanks or back is not None))


def file_names(keys: Sequence[str], suffix: str, names: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return numbered names of files, all different whatever the faces are called.

    Args:
        keys: The faces, in order.
        suffix: Such as ``png``.
        names: What faces are called, by key, if that is to stand in the names of files.

    >>> file_names(["a", "b"], "png", {"a": "Őr!", "b": "ŐR?"})
    ('001-or.png', '002-or.png')
    """
    digits = max(3, len(str(len(keys))))
    found: list[str] = []
    for number, key in enumerate(keys, start=1):
        word = _SIGNS.sub("-", fold((names or {}).get(key, ""))).strip("-")[:_LONGEST].rstrip("-")
        found.append(f"{number:0{digits}}{'-' if word else ''}{word}.{suffix}")
    return tuple(found)
