"""The distinct faces of a game laid out in one size, and looked at as letters and as pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import pypdfium2
from PIL import Image, ImageChops, ImageStat

from cardtools.app.desk import Desk
from cardtools.documents.card_faces import PrintedCard, game_cards, outlined
from cardtools.documents.faces import Face
from cardtools.render.faces import Pack, Trim, render_pack
from cardtools.render.html import Templates
from cardtools.store.cache import Cache
from cardtools.store.workspace import shipped
from tests.render.reading import Letter, letters, squeezed

TCG: Final = Trim(63, 88, 0)
DPI: Final = 150
SIZES: Final = ((63.5, 88.9), (57.15, 88.9), (44, 68), (70, 70), (70, 120))
"""The other card sizes we know, in millimetres."""


def printed_cards(game: str, language: str, second: str | None = None) -> tuple[PrintedCard, ...]:
    """Return the cards of a game with our templates for it; ``second`` is their second language."""
    desk = Desk.open(language)
    info = desk.catalog.info(game)
    file = desk.catalog.cards(info)
    assert file is not None
    return tuple(game_cards(info, file.cards, language, second=second))


@dataclass(frozen=True)
class Drawn:
    """Faces and the pack they make; ``page`` numbers are those of ``faces``."""

    faces: tuple[Face, ...]
    pack: Pack
    trim: Trim

    @cached_property
    def _letters(self) -> list[Letter]:
        return letters(self.pack.pdf)

    def page(self, card_id: str) -> int:
        """Return the page of a card's front; that of the back for an empty id."""
        return next(number for number, face in enumerate(self.faces) if face.card_id == card_id)

    def face(self, card_id: str) -> Face:
        return self.faces[self.page(card_id)]

    def letters_of(self, card_id: str) -> list[Letter]:
        return [letter for letter in self._letters if letter.page == self.page(card_id)]

    def text(self, card_id: str) -> str:
        """Return what can be read on a card, without blanks."""
        return squeezed("".join(letter.text for letter in self.letters_of(card_id)))

    def corners(self, card_id: str, across_mm: float = 14, down_mm: float = 18) -> tuple[str, str]:
        """Return what can be read in the upper left corner, and in the lower right one with the card turned."""
        right, top = self.trim.width_mm + 2 * self.trim.bleed_mm, self.trim.height_mm + 2 * self.trim.bleed_mm
        upper, lower = "", ""
        for letter in self.letters_of(card_id):
            x = letter.box.x_mm + letter.box.width_mm / 2
            y = letter.box.y_mm + letter.box.height_mm / 2
            if x < across_mm and y > top - down_mm:
                upper += letter.text
            elif x > right - across_mm and y < down_mm:
                lower += letter.text
        return upper, lower

    def picture(self, card_id: str) -> Image.Image:
        """Return a face as pixels."""
        document = pypdfium2.PdfDocument(self.pack.pdf)
        try:
            picture: Image.Image = document[self.page(card_id)].render(scale=DPI / 72).to_pil()
            return picture.convert("RGB")
        finally:
            document.close()

    def corner_inks(self, card_id: str, ink: str, across_mm: float = 13, down_mm: float = 24) -> list[Image.Image]:
        """Return both corners, the lower one turned upright: white wherever there is ``ink``, else black."""
        picture = self.picture(card_id)
        red, green, blue = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
        size = (round(across_mm * DPI / 25.4), round(down_mm * DPI / 25.4))
        flat = Image.new("RGB", size, (red, green, blue))
        corners = (picture.crop((0, 0, *size)), picture.rotate(180).crop((0, 0, *size)))
        return [
            ImageChops.difference(one, flat).convert("L").point(lambda value: 255 if value < 40 else 0)
            for one in corners
        ]


def drawn(
    game: str,
    language: str,
    folder: Path,
    trim: Trim = TCG,
    *extra: Face,
    second: str | None = None,
    economy: bool = False,
) -> Drawn:
    """Lay out every face of a game, its back last but for ``extra`` faces; nothing comes from another run."""
    cards = printed_cards(game, language, second)
    if economy:
        cards = tuple(outlined(cards))
    faces = (*(card.front for card in cards), cards[0].back, *extra)
    templates = Templates(shipped("templates"))
    pack = render_pack(faces, trim, templates, lang=language, title=game, cache=Cache(folder), processes=1)
    return Drawn(faces, pack, trim)


def share_of(mask: Image.Image) -> float:
    """Return how much of a mask is white, from 0 to 1."""
    return ImageStat.Stat(mask).mean[0] / 255


def lightness(picture: Image.Image) -> float:
    """Return how light a picture is on the whole, from 0 (black) to 1 (white paper)."""
    return ImageStat.Stat(picture.convert("L")).mean[0] / 255


def turned_difference(picture: Image.Image) -> float:
    """Return how far a picture differs from itself turned by 180 degrees: 0 (equal) to 255, the mean of all pixels."""
    return max(ImageStat.Stat(ImageChops.difference(picture, picture.rotate(180))).mean)


def edge_colours(picture: Image.Image) -> set[tuple[int, int, int]]:
    """Return the colours of the outermost pixels but one, all around."""
    width, height = picture.size
    strips = ((1, 1, width - 1, 2), (1, height - 2, width - 1, height - 1), (1, 1, 2, height - 1))
    boxes = (*strips, (width - 2, 1, width - 1, height - 1))
    found: set[tuple[int, int, int]] = set()
    for box in boxes:
        colours = picture.crop(box).getcolors(100_000)
        assert colours is not None
        found |= {colour for _, colour in colours if isinstance(colour, tuple)}  # type: ignore[misc] # RGB: three
    return found
