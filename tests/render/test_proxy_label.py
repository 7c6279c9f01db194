"""The line that tells a proxy for one stands clear of all else on the card, whatever its size."""

from __future__ import annotations

from dataclasses import replace

import pypdfium2
import pytest
from PIL import Image

from cardtools.app.desk import Desk
from cardtools.documents.card_faces import outlined, proxies
from cardtools.documents.labels import label as label_of
from cardtools.model.card import Card
from cardtools.render.faces import Trim, render_pack
from cardtools.render.html import Templates
from cardtools.store.workspace import shipped

SIZES = ("tcg", "poker", "bridge", "mini-euro", "square", "tarot")
DESK = Desk.open("hu")
TEXT = "Ha ez a lény sebez, húzz két lapot, és tégy egyet a paklid aljára. Nem blokkolható. " * 2
NUMBERS: tuple[dict[str, int] | None, ...] = ({"damage": 12, "life": 10}, {"damage": 3}, {"life": 7}, {}, None)
"""What cards have of damage and life; None for one of which nothing is known."""
DPI = 600
EDGE_PT = 2.9 * 72 / 25.4


def label_and_ground(size: str, numbers: int, language: str, *, economy: bool) -> list[tuple[Image.Image, bool]]:
    """Return what lies under each letter of the label, and whether the letter stands 3 mm within the card."""
    info, trim_size = DESK.catalog.info("hkk"), DESK.library.card_size(size)
    facts = NUMBERS[numbers]
    unknown = ("damage", "life", "text") if facts is None else ()
    text = {} if facts is None else {"text": {"hu": TEXT}}
    card = Card.model_validate(
        {"id": "x", "name": {"hu": "Őrült gnóm"}, "type": "monster", "colours": ["sheran"], "unknown": unknown}
        | text
        | (facts or {})
    )
    label = label_of("proxy", language)
    made = tuple(proxies(info, ((card, 1),), "hu", label, texts_known=True))
    front = (tuple(outlined(made)) if economy else made)[0].front
    assert front.label == label
    trim = Trim(trim_size.width_mm, trim_size.height_mm, 0)
    templates = Templates(shipped("templates"))
    whole, bare = (
        render_pack([one], trim, templates, lang="hu", title="x").pdf for one in (front, replace(front, label=""))
    )
    document = pypdfium2.PdfDocument(whole)
    page = document[0]
    read = page.get_textpage()
    searcher = read.search(label[:5])
    index, _ = searcher.get_next()
    boxes = [read.get_charbox(at) for at in range(index, index + len(label))]
    ground = pypdfium2.PdfDocument(bare)[0].render(scale=DPI / 72).to_pil().convert("RGB")
    scale, width, height = DPI / 72, page.get_width(), page.get_height()
    found: list[tuple[Image.Image, bool]] = []
    for x1, y1, x2, y2 in boxes:
        if x2 > x1:
            area = (int(x1 * scale), int((height - y2) * scale), int(x2 * scale) + 1, int((height - y1) * scale) + 1)
            inside = min(x1, y1, width - x2, height - y2) >= EDGE_PT
            found.append((ground.crop(area), inside))
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("numbers", range(len(NUMBERS)))
def test_the_label_of_a_proxy_stands_on_plain_paper(size: str, numbers: int) -> None:
    for language, economy in (("hu", False), ("en", False), ("hu", True)):
        found = label_and_ground(size, numbers, language, economy=economy)
        assert len(found) >= 12
        for ground, inside in found:
            assert len(ground.getcolors(1 << 20) or ()) == 1
            assert inside
