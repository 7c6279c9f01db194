"""One timed job a process: `python -m tests.bench.jobs naive|ours OUTPUT`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from markupsafe import Markup

from cardtools.documents.card_faces import PrintedCard, game_cards
from cardtools.imposition.grid import GridSpec
from cardtools.imposition.plan import impose
from cardtools.render.documents import render_sheets
from cardtools.render.engine import lay_out, write
from cardtools.render.fonts import font_face_css
from cardtools.render.html import Templates
from cardtools.store.catalog import Catalog
from cardtools.store.workspace import shipped
from cardtools.words.catalog import Words

FACES, COPIES = 108, 5
SPEC = GridSpec(210, 297, 63, 88)


def cards() -> list[PrintedCard]:
    """Return 108 real faces: the UNO deck in Hungarian and in English."""
    catalog = Catalog((shipped("data"),))
    info = catalog.info("uno")
    file = catalog.cards(info)
    assert file is not None
    both = [card for language in ("hu", "en") for card in game_cards(info, file.cards, language)]
    return both[:FACES]


def naive(output: Path) -> None:
    """Lay out 540 cards on 60 sheets as one HTML document."""
    templates = Templates(shipped("templates"), Path(__file__).parent)
    copies = [card.front for card in cards() for _ in range(COPIES)]
    slots = [(10.5 + column * 63, 16.5 + row * 88) for row in range(3) for column in range(3)]
    sheets = [
        [(face, x, y) for face, (x, y) in zip(copies[start : start + 9], slots, strict=True)]
        for start in range(0, len(copies), 9)
    ]
    values = {
        "lang": "hu", "sheets": sheets, "fonts": Markup(font_face_css()), "sizes": {},
        "width_mm": 63, "height_mm": 88, "bleed_mm": 0,
    }  # fmt: skip
    html = re.sub(r'<a id="[^"]*"[^>]*></a>', "", templates.render("naive.html.j2", values))  # no measuring of text
    output.write_bytes(write(lay_out(html)))


def ours(output: Path) -> None:
    """Lay out the same cards as the product does, fronts only."""
    printed = cards()
    keys = [(card.front.key, card.back.key) for card in printed for _ in range(COPIES)]
    plan = impose(keys, SPEC, "none", "crop")
    faces = [card.front for card in printed]
    pdf, _, findings = render_sheets(plan, faces, SPEC, Templates(shipped("templates")), "hu", "bench", Words("hu"))
    assert not findings
    output.write_bytes(pdf)


if __name__ == "__main__":
    {"naive": naive, "ours": ours}[sys.argv[1]](Path(sys.argv[2]))
