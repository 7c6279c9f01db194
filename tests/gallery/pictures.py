"""Pictures of pages: small enough for a README, in as few colours as nobody misses, and the same at each run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pypdfium2
from PIL import Image, ImageChops, ImageDraw

from tests.gallery.pieces import Piece

HIGH: Final = 900
"""Pixels of height of a picture at most."""
ROW: Final = (1300, 700)
"""Width and height of several pages beside one another at most, in pixels."""
GAP: Final = 12
"""Pixels between pages beside one another."""
CARD_HIGH: Final = 380
"""Pixels of height of a card in a fanned hand."""
LIMIT: Final = 120_000
"""Bytes of a picture at most."""
BLEED: Final = 3.05 / 25.4 * 300
"""Pixels that the pictures of the fanned hand have beyond the cut."""


def picture_of(piece: Piece, made: Path) -> Image.Image:
    """Return what the gallery shows of a printed file, or of a folder of pictures."""
    high = ROW[1] if piece.pages > 1 else HIGH
    pages = _pictures(made) if made.is_dir() else _rendered(made, high)
    if piece.fan:
        return _fan([_cut(page) for page in pages[: piece.arguments.count("--only")]])
    return _side_by_side(pages[piece.page - 1 : piece.page - 1 + piece.pages], high)


def keep(picture: Image.Image, target: Path) -> None:
    """Write a picture as PNG, in fewer colours and then smaller the larger its file would be."""
    while True:
        for colours in (128, 64):
            few = picture.quantize(colours, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
            few.save(target, optimize=True)
            if target.stat().st_size <= LIMIT:
                return
        picture = _sized(picture, 0.9)


def _pictures(folder: Path) -> list[Image.Image]:
    return [Image.open(path).convert("RGB") for path in sorted(folder.rglob("*.png"))]


def _rendered(pdf: Path, high: int) -> list[Image.Image]:
    """Return the first pages as pixels; at their size, since a picture made smaller is blurred and a larger file."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        pages = [document[number] for number in range(min(len(document), 4))]
        return [page.render(scale=high / page.get_height()).to_pil().convert("RGB") for page in pages]
    finally:
        document.close()


def _side_by_side(pages: Sequence[Image.Image], high: int) -> Image.Image:
    """Return pages in a row, each with a thin line around it where its paper ends."""
    share = min(1, ROW[0] / sum(page.width * high / page.height for page in pages))
    shown = [_sized(page, min(high * share / page.height, 1)) for page in pages]
    row = Image.new("RGB", (sum(page.width + GAP for page in shown) - GAP, shown[0].height), "#ffffff")
    left = 0
    for page in shown:
        ImageDraw.Draw(page).rectangle((0, 0, page.width - 1, page.height - 1), outline="#c8c8c8")
        row.paste(page, (left, 0))
        left += page.width + GAP
    return row


def _sized(picture: Image.Image, share: float) -> Image.Image:
    if share > 0.995:  # a page is rendered to whole pixels
        return picture
    size = (round(picture.width * share), round(picture.height * share))
    return picture.resize(size, Image.Resampling.LANCZOS)


def _cut(picture: Image.Image) -> Image.Image:
    """Return a card as it is cut, with round corners, small."""
    bleed = round(BLEED)
    card = picture.crop((bleed, bleed, picture.width - bleed, picture.height - bleed))
    card = _sized(card, CARD_HIGH / card.height)
    whole, corner = (0, 0, card.width - 1, card.height - 1), 13
    inside = Image.new("L", card.size, 0)
    ImageDraw.Draw(inside).rounded_rectangle(whole, corner, fill=255)
    rounded = Image.new("RGBA", card.size, (0, 0, 0, 0))
    rounded.paste(card, (0, 0), inside)
    ImageDraw.Draw(rounded).rounded_rectangle(whole, corner, outline="#404040", width=1)
    return rounded


def _fan(cards: Sequence[Image.Image]) -> Image.Image:
    """Return cards held in a hand: turned about a point below them, the last on top."""
    wide, high = cards[0].size
    side = 4 * high
    table = Image.new("RGBA", (side, side), "#ffffff")
    for number, card in enumerate(cards):
        turned = Image.new("RGBA", (side, side), (0, 0, 0, 0))
        turned.paste(card, (side // 2 - wide // 2, side // 2 - round(1.7 * high)))
        angle = 9.5 * ((len(cards) - 1) / 2 - number)
        table.alpha_composite(turned.rotate(angle, Image.Resampling.BICUBIC))
    flat = table.convert("RGB")
    box = ImageChops.difference(flat, Image.new("RGB", flat.size, "#ffffff")).getbbox()
    assert box is not None
    return flat.crop(box)
