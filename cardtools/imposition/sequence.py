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


def file_names(
    cards: Sequence[Faces], order: PageOrder, suffix: str, names: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Return numbered names of files for the faces of ``face_sequence`` without blanks, all of them different.

    A back says whose it is: ``back-of-`` and the name of its front's file; the one back that all cards share is
    called ``back``.

    Args:
        cards: The keys of front and back of each card, copies written out.
        order: What the maker wants.
        suffix: Such as ``png``.
        names: What fronts are called, by key, if that is to stand in the names of files.

    >>> file_names([("a", "x"), ("b", "x")], "fronts-backs", "png", {"a": "Őr!", "b": "ŐR?"})
    ('001-or.png', '002-or.png', '003-back.png')
    >>> file_names([("a", None), ("b", "x")], "fronts-backs", "png", {"a": "Őr!", "b": "ŐR?"})
    ('001-or.png', '002-or.png', '003-back-of-002-or.png')
    """
    faces = face_sequence(cards, order, blanks=False)
    digits = max(3, len(str(len(faces))))
    shared = len(faces) == len(cards) + 1 and len({back for _, back in cards}) == 1
    whose: list[tuple[int, bool]]  # of which card a face is, and whether it is its back
    if order == "front-back":
        whose = [(at, back) for at, card in enumerate(cards) for back in (False, True) if card[back] is not None]
    else:
        whose = [(at, False) for at in range(len(cards))] + [(at, True) for at, card in enumerate(cards) if card[1]]
    fronts: dict[int, str] = {}
    found: list[str] = []
    for number, (at, back) in enumerate(whose[: len(faces)], start=1):
        word = _SIGNS.sub("-", fold((names or {}).get(cards[at][0], ""))).strip("-")[:_LONGEST].rstrip("-")
        named = "back" if back and shared else f"back-of-{fronts[at]}" if back else word
        stem = f"{number:0{digits}}{'-' if named else ''}{named}"
        if not back:
            fronts[at] = stem
        found.append(f"{stem}.{suffix}")
    return tuple(found)
