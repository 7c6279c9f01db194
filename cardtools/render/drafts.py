"""Drafts: faces with errors are printed all the same, cut to what can be printed, and every error is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableSequence, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Final

from cardtools.documents.faces import Face
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding
from cardtools.render.face_findings import is_about
from cardtools.render.fonts import covered
from cardtools.render.html import Templates
from cardtools.render.pack import Pack, Trim

if TYPE_CHECKING:
    from cardtools.render.documents import DrawPack

_FORGIVEN: Final = ("print.overflow", "print.letters")
_KEPT: Final = ("template", "side", "lang", "game", "card_id", "type", "accent", "picture")
"""What a face is drawn by; all other texts of it are printed."""
_TRIES: Final = 12
_LEAST: Final = 12
"""Letters that a text keeps at least: whatever does not hold so few cannot be helped."""


def forgiving(draw: DrawPack, told: MutableSequence[Finding]) -> DrawPack:
    """Return a ``draw`` that prints faces although text runs over or letters are in no font of ours.

    Such a text is cut, with an ellipsis, until it fits; such a letter prints as a question mark. Each error is put
    into ``told`` once.
    """

    def drawn(faces: Sequence[Face], trim: Trim, templates: Templates, *, lang: str, title: str) -> Pack:
        current = {face.key: face for face in faces}
        said: set[tuple[object, ...]] = set()
        for attempt in range(_TRIES):
            distinct = list({face.key: face for face in current.values()}.values())
            try:
                return _under_their_keys(draw(distinct, trim, templates, lang=lang, title=title), current)
            except CardtoolsError as error:
                if attempt == _TRIES - 1 or any(one.code not in _FORGIVEN for one in error.findings):
                    raise
                for one in error.findings:
                    what = (one.key, one.params["name"], one.params.get("box"), one.location)
                    if what not in said:
                        said.add(what)
                        told.append(one)
                current = _mended(current, error.findings)
        raise AssertionError  # the last attempt has raised

    return drawn


def _under_their_keys(pack: Pack, current: Mapping[str, Face]) -> Pack:
    """Return the pack with its pages under the keys of the faces as they were asked for."""
    pages = {key: pack.pages[face.key] for key, face in current.items()}
    verdicts = {key: pack.verdicts[face.key] for key, face in current.items() if face.key in pack.verdicts}
    return replace(pack, pages=pages, verdicts=verdicts)


def _mended(current: Mapping[str, Face], findings: Sequence[Finding]) -> dict[str, Face]:
    named: dict[object, list[Finding]] = {}
    for one in findings:
        named.setdefault(one.params["name"], []).append(one)
    about: dict[str, list[Finding]] = {}  # faces of several cards may have become alike, and only one of them is told
    for face in current.values():
        about.setdefault(face.key, []).extend(one for one in named.get(face.called, ()) if is_about(one, face))
    mended: dict[str, Face] = {}
    for key, face in current.items():
        told = about[face.key]
        too_long = {str(one.params["box"]) for one in told if one.code == "print.overflow"}
        new = _spelled(face) if any(one.code == "print.letters" for one in told) else face
        mended[key] = _shortened(new, too_long) if too_long else new
    return mended


def _spelled(face: Face) -> Face:
    """Return a face whose letters our fonts all have."""
    known = covered()

    def spelled(text: str) -> str:
        return "".join(char if ord(char) in known or char.isspace() else "?" for char in text)

    texts = {name: spelled(value) for name, value in _texts(face).items()}
    extra = tuple((column, spelled(cell)) for column, cell in face.extra)
    colours = tuple(replace(colour, name=spelled(colour.name)) for colour in face.colours)
    return replace(face, **texts, extra=extra, colours=colours)  # type: ignore[arg-type] # texts are texts


def _shortened(face: Face, boxes: Collection[str]) -> Face:
    """Return a face with less text in the boxes that ran over; where a box is no field, all its texts are cut."""
    texts = _texts(face)
    wanted = boxes if all(box in texts for box in boxes) else texts
    cut = {name: _cut(texts[name]) for name in wanted}
    extra = tuple((column, _cut(cell)) for column, cell in face.extra)
    return replace(face, **cut, extra=extra)  # type: ignore[arg-type] # texts are texts


def _cut(text: str) -> str:
    plain = text.removesuffix(" …").removesuffix("…")
    if len(plain) <= _LEAST:
        return text
    return f"{plain[: max(_LEAST, len(plain) * 2 // 3)].rstrip()}…"


def _texts(face: Face) -> dict[str, str]:
    """Return every text of a face that is printed, by its field."""
    values = {one.name: getattr(face, one.name) for one in fields(face) if one.name not in _KEPT}
    return {name: value for name, value in values.items() if isinstance(value, str) and value}
