"""One timed job a process: `python -m tests.bench.jobs JOB OUTPUT [CACHE]`; see JOBS."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from markupsafe import Markup

from cardtools.documents.card_faces import game_cards
from cardtools.documents.faces import Face
from cardtools.imposition.grid import GridSpec
from cardtools.render.documents import render_plan
from cardtools.render.faces import Renderer, Trim
from cardtools.render.fitting import Setting
from cardtools.render.fonts import font_face_css
from cardtools.render.html import Templates
from cardtools.render.pack import Pack
from cardtools.render.pack_cache import keeper
from cardtools.store.cache import Cache
from cardtools.store.catalog import Catalog
from cardtools.store.files import write_whole
from cardtools.store.workspace import shipped
from cardtools.words.catalog import Words
from tests.factories import impose

SPEC: Final = GridSpec(210, 297, 63, 88)
CARDS: Final = 540
WATCHED_EDITS: Final = 7


def faces(distinct: int) -> list[Face]:
    """Return distinct faces: the fronts of UNO in our languages, and again with other texts where more are asked."""
    catalog = Catalog((shipped("data"),))
    info = catalog.info("uno")
    file = catalog.cards(info)
    assert file is not None
    languages = ("hu", "en", "pl", "cs", "sk")[: -(-distinct // 54)]
    found = [card.front for language in languages for card in game_cards(info, file.cards, language)]
    variants = [
        replace(face, card_id=f"{face.card_id}-{number}", text=f"{face.text} {number}." if face.text else face.text)
        for number in range(2, 2 + distinct // len(found))
        for face in found
    ]
    return [*found, *variants][:distinct]


def edited(some: Sequence[Face], text: str) -> list[Face]:
    """Return the faces, one of them with another text."""
    number = next(number for number, face in enumerate(some) if face.text)
    return [replace(face, text=text) if at == number else face for at, face in enumerate(some)]


def naive_html(distinct: int) -> str:
    """Return 540 cards on 60 sheets as one HTML document."""
    templates = Templates(shipped("templates"), Path(__file__).parent)
    some = faces(distinct)
    copies = [face for face in some for _ in range(CARDS // distinct)]
    slots = [(10.5 + column * 63, 16.5 + row * 88) for row in range(3) for column in range(3)]
    sheets = [
        [(face, x, y) for face, (x, y) in zip(copies[start : start + 9], slots, strict=True)]
        for start in range(0, len(copies), 9)
    ]
    values = {
        "lang": "hu", "sheets": sheets, "fonts": Markup(font_face_css()), "sizes": {},
        "width_mm": 63, "height_mm": 88, "bleed_mm": 0,
    }  # fmt: skip
    return re.sub(r'<a id="[^"]*"[^>]*></a>', "", templates.render("naive.html.j2", values))  # no measuring of text


def naive(output: Path, distinct: int) -> None:
    """Lay out all cards as a plain program does."""
    page = naive_html(distinct)
    import weasyprint

    output.write_bytes(weasyprint.HTML(string=page).write_pdf() or b"")


def naive_faces(output: Path) -> None:
    """Lay out each face once, one page a face, in one plain document: the measure of file size."""
    import weasyprint

    page = naive_html(108)
    pages = "@page{size:63mm 88mm}.sheet{break-after:auto;height:auto!important}.slot{position:static!important}"
    pages += ".face{break-after:page!important}"
    slots = re.findall(r'<div class="slot".*?</section></div>', page, re.DOTALL)[:: CARDS // 108]
    head = page[: page.index("</style>")]
    output.write_bytes(weasyprint.HTML(string=f"{head}{pages}</style><body>{''.join(slots)}").write_pdf() or b"")


def html(output: Path) -> None:
    """Write the sheets down for a browser to print."""
    output.write_text(naive_html(108), encoding="utf-8")


class Desk:
    """What a command, or a watching process, keeps at hand."""

    def __init__(self, cache: Path | None) -> None:
        self.templates = Templates(shipped("templates"))
        self.cache = Cache(cache)
        self.renderer = Renderer(self.cache)
        if cache is not None:
            cache.mkdir(parents=True, exist_ok=True)

    def pack(self, faces: Sequence[Face], trim: Trim, templates: Templates, *, lang: str, title: str) -> Pack:
        """Lay faces out."""
        return self.renderer.render(Setting(trim, templates, lang, title), faces)

    def print(self, some: Sequence[Face], output: Path) -> None:
        """Lay 540 cards out as the product does, fronts only."""
        keys = [(face.key, face.key) for face in some for _ in range(CARDS // len(some))]
        plan = impose(keys, SPEC, "none", "crop")
        keep = keeper(self.cache, self.templates)
        made = render_plan(plan, some, self.templates, "hu", "bench", Words("hu"), draw=self.pack, keep=keep)
        assert not [finding for finding in made.findings if finding.severity == "error"]
        write_whole(output, made.pdf)


def ours(output: Path, distinct: int, text: str = "") -> None:
    """Print the cards, one with another text where it is given."""
    some = faces(distinct)
    desk = Desk(Path(sys.argv[3]) if len(sys.argv) > 3 else None)
    desk.print(edited(some, text) if text else some, output)


def watch(output: Path) -> None:
    """Edit a card again and again in a process that stays; print the seconds from edit to finished file."""
    desk = Desk(Path(sys.argv[3]))
    desk.print(faces(108), output)
    for number in range(WATCHED_EDITS):
        start, spent = time.perf_counter(), time.process_time()
        some = edited(faces(108), f"Húzz {number + 2} lapot, és dobj el egyet!")
        desk.print(some, output)
        print(time.perf_counter() - start, time.process_time() - spent)


JOBS: Final[dict[str, Callable[[Path], None]]] = {
    "naive-108": partial(naive, distinct=108),
    "naive-540": partial(naive, distinct=540),
    "naive-faces": naive_faces,
    "ours-108": partial(ours, distinct=108),
    "ours-540": partial(ours, distinct=540),
    "ours-edited": partial(ours, distinct=108, text="Dobj el egy lapot, és húzz kettőt!"),
    "watch": watch,
    "html": html,
}

if __name__ == "__main__":
    JOBS[sys.argv[1]](Path(sys.argv[2]))
