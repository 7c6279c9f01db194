"""What a maker of cards is handed: the faces of a run as its profile wants them, looked through before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cardtools.documents.faces import Face
from cardtools.imposition.plan import Faces
from cardtools.imposition.sequence import face_sequence, file_names
from cardtools.model.finding import Finding
from cardtools.model.printing import Profile, Size
from cardtools.render.documents import DrawPack
from cardtools.render.face_findings import face_place
from cardtools.render.faces import Pack, Trim, render_pack
from cardtools.render.html import Templates
from cardtools.render.one_up import one_up
from cardtools.render.pictures import draw_pictures
from cardtools.render.preflight import SAFE_MM, Preflight, preflight, read_faces
from cardtools.render.tabletop import draw_grids, grid_names

ONE_UP_NAME: Final = "cards.pdf"


@dataclass(frozen=True)
class HandedIn:
    """The files of a run: their names, and what they hold, drawn one by one as they are taken.

    Attributes:
        preflight: What was read back from the PDF of the pages or, for pictures, of the faces.
        findings: What was found, that included; where one of them is an error, nothing is fit to be handed in.
    """

    names: tuple[str, ...]
    contents: Iterable[bytes]
    preflight: Preflight
    findings: tuple[Finding, ...]


def hand_in(
    profile: Profile,
    size: Size,
    cards: Sequence[Faces],
    faces: Sequence[Face],
    templates: Templates,
    language: str,
    title: str,
    *,
    draw: DrawPack = render_pack,
) -> HandedIn:
    """Return the files that ``profile`` wants: one PDF, or numbered pictures in its order.

    Args:
        profile: One whose output is ``one-up``, ``pictures`` or ``grid``.
        size: The trimmed card.
        cards: The keys of front and back of each card, copies written out.
        faces: Distinct faces, among them all that ``cards`` names.
        templates: Where templates are looked for.
        language: Language of the faces.
        title: Title of the document.
        draw: What lays faces out.

    Raises:
        CardtoolsError: ``print.no-cards``, ``print.pixels``, and see render_pack.
    """
    trim = Trim(size.width_mm, size.height_mm, profile.bleed_mm)
    sequence = face_sequence(cards, profile.page_order, blanks=profile.output == "one-up")
    wanted = {key for card in cards for key in card}
    pack = draw([face for face in faces if face.key in wanted], trim, templates, lang=language, title=title)
    names = {face.key: face.name for face in faces}
    told = {face.key: face for face in faces}
    keys = [key for key in sequence if key is not None]
    pdf, pages = pack.pdf, len(pack.pages)
    file_list: tuple[str, ...]
    contents: Iterable[bytes]
    if profile.output == "one-up":
        pdf, pages = one_up(cards, pack, trim, title, language, profile.page_order), len(sequence)
        file_list, contents = (ONE_UP_NAME,), (pdf,)
    elif profile.output == "pictures":
        assert profile.pixels is not None and profile.dpi is not None  # noqa: S101, PT018 - its model saw to it
        file_list = file_names(cards, profile.page_order, "png", names)
        contents = draw_pictures(keys, pack, trim, profile.pixels, profile.dpi)
    else:
        file_list, contents = grid_names(cards, profile), draw_grids(cards, pack, trim, profile)
    read = preflight(pdf, [pack], told, pages)
    findings = (*read.findings, *_outside(pack, trim, profile.safe_mm, told), *_some_backs(cards, profile))
    return HandedIn(file_list, contents, read, findings)


def _some_backs(cards: Sequence[Faces], profile: Profile) -> Iterator[Finding]:
    """Say how backs and fronts belong together where each has a picture of its own and not all cards have a back."""
    with_back = sum(back is not None for _, back in cards)
    if profile.output == "pictures" and 0 < with_back < len(cards):
        params: dict[str, str | int] = {"count": with_back, "cards": len(cards)}
        yield Finding(code="print.some-backs", severity="warning", effect="none", params=params)


def _outside(pack: Pack, trim: Trim, safe_mm: float, faces: Mapping[str, Face]) -> Iterator[Finding]:
    """Yield a warning for each face with a letter outside the profile's safe zone, where that is more than ours."""
    more = safe_mm - SAFE_MM
    if more <= 0:
        return
    # The safe zone of a card that is smaller all round and bleeds as much farther.
    smaller = Trim(trim.width_mm - 2 * more, trim.height_mm - 2 * more, trim.bleed_mm + more)
    read = read_faces(pack.pdf, smaller)
    for key, number in pack.pages.items():
        if read[number].outside and not (key in pack.verdicts and pack.verdicts[key].outside):  # said already
            yield Finding(
                code="print.outside",
                wording="print.outside.profile",
                severity="warning",
                effect="none",
                params={"name": faces[key].called, "mm": f"{safe_mm:g}"},
                location=face_place(faces[key]),
            )
