"""One face a page, as card printers want it: the page is the card with its bleed, and its boxes say so."""

from __future__ import annotations

from collections.abc import Sequence

import pikepdf

from cardtools.imposition.plan import Faces
from cardtools.imposition.sequence import face_sequence
from cardtools.model.printing import PageOrder
from cardtools.render.faces import Pack, Trim
from cardtools.render.forms import face_forms
from cardtools.render.page_setup import POINTS_PER_MM, describe, finished, set_boxes


def one_up(
    cards: Sequence[Faces], pack: Pack, trim: Trim, title: str, lang: str, order: PageOrder = "front-back"
) -> bytes:
    """Return a PDF with a page for each face of each card, copies written out.

    Media, crop and bleed box are the whole page and begin at 0,0; the trim box is the card. A card without a back,
    among others that have one, has a blank page, so that fronts and backs alternate.

    Args:
        cards: The keys of front and back of each card.
        pack: The faces, each on a page of card and bleed.
        trim: Card size and bleed.
        title: Title of the document.
        lang: Language of the document.
        order: In which order the pages come.

    Raises:
        CardtoolsError: ``print.no-cards``.
    """
    sequence = face_sequence(cards, order, blanks=True)
    width, height = trim.width_mm + 2 * trim.bleed_mm, trim.height_mm + 2 * trim.bleed_mm
    target = pikepdf.new()
    forms = face_forms(target, pack, {key for key in sequence if key is not None})
    paint = {key: target.make_stream(b"/F Do") for key in forms}
    resources = {
        key: target.make_indirect(pikepdf.Dictionary(XObject=pikepdf.Dictionary({"/F": form})))
        for key, form in forms.items()
    }
    for key in sequence:
        page = target.add_blank_page(page_size=(width * POINTS_PER_MM, height * POINTS_PER_MM))
        set_boxes(page, width, height, trim.bleed_mm)
        if key is not None:
            page.Contents, page.Resources = paint[key], resources[key]
    two_sided = order == "front-back" and any(back is not None for _, back in cards)
    describe(target, title, lang, "long" if two_sided else "none")
    return finished(target)
