"""What is wrong with a face, told with its card, and with the place where that card was written."""

from __future__ import annotations

from typing import Final

from cardtools.documents.faces import Face
from cardtools.model.finding import Finding, Location

_OF_BACKS: Final = {
    "print.overflow": "print.overflow.back",
    "print.letters": "print.letters.back",
    "print.outside": "print.outside.back",
}


def face_error(code: str, face: Face, **params: str | int) -> Finding:
    """Return an error of a face; that of a card's own back says so.

    Args:
        code: ``print.overflow``, ``print.letters`` or ``print.outside``.
        face: The face.
        params: What the message says besides the card.
    """
    return Finding(
        code=code,
        wording=_OF_BACKS[code] if face.side == "back" and face.origin is not None else None,
        params={"name": face.called, **params},
        location=face_place(face),
    )


def face_place(face: Face) -> Location:
    """Return where the card of a face was written; nowhere for a game's own cards."""
    return Location() if face.origin is None else face.origin.where


def is_about(finding: Finding, face: Face) -> bool:
    """Return whether an error made by face_error is one of this face."""
    told = face_error(finding.code, face)
    return (told.key, told.params["name"], told.location) == (finding.key, finding.params["name"], finding.location)
