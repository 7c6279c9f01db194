"""Packs of real faces: laid out once, kept, put together again, and the same whichever way they came about."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter

from cardtools.documents.card_faces import game_cards
from cardtools.documents.faces import Face
from cardtools.render import faces as faces_module
from cardtools.render.faces import Pack, Renderer, Trim, render_pack
from cardtools.render.fitting import Setting
from cardtools.render.html import Templates
from cardtools.render.pack_cache import keeper
from cardtools.store.cache import Cache
from cardtools.store.catalog import Catalog
from cardtools.store.workspace import shipped
from tests.render.reading import check_fonts_are_ours_and_embedded, shown_glyphs

TRIM = Trim(63, 88, 0)
TEMPLATES = Templates(shipped("templates"))
Make = Callable[..., Pack]


@pytest.fixture(scope="module")
def some() -> list[Face]:
    """Faces with numbers, with texts, and a back."""
    catalog = Catalog((shipped("data"),))
    info = catalog.info("uno")
    file = catalog.cards(info)
    assert file is not None
    cards = list(game_cards(info, file.cards, "hu"))
    return [cards[0].back, *(card.front for card in cards[:3]), *(card.front for card in cards if card.front.text)][:8]


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    folder = tmp_path / "cache"
    folder.mkdir()
    return Cache(folder)


def made(some: Sequence[Face], cache: Cache, trim: Trim = TRIM, templates: Templates = TEMPLATES, **more: int) -> Pack:
    return render_pack(some, trim, templates, lang="hu", title="Lapok", cache=cache, **more)  # type: ignore[arg-type]


def test_what_was_laid_out_once_is_not_laid_out_again(some: list[Face], cache: Cache) -> None:
    first, second = made(some, cache), made(some, cache)
    assert (first.rendered, first.reused) == (len(some), 0)
    assert (second.rendered, second.reused) == (0, len(some))
    assert second.pdf == first.pdf
    assert second.pages == first.pages
    assert second.smallest_pt == first.smallest_pt >= 6


def test_an_edit_lays_out_the_one_face(some: list[Face], cache: Cache) -> None:
    made(some, cache)
    edited = [*some[:-1], replace(some[-1], text="Húzz nyolc lapot!")]
    pack = made(edited, cache)
    assert pack.rendered == 1
    assert pack.pdf == made(edited, Cache(None)).pdf


def test_some_of_the_faces_in_another_order_come_from_the_cache_and_as_if_they_had_not(
    some: list[Face], cache: Cache
) -> None:
    made(some, cache)
    fewer = [some[6], some[2], some[4]]
    pack = made(fewer, cache)
    assert pack.rendered == 0
    assert pack.pdf == made(fewer, Cache(None)).pdf
    assert pack.verdicts == made(fewer, Cache(None)).verdicts


@pytest.mark.parametrize("processes", [1, 2])
def test_batches_and_processes_leave_no_trace(
    processes: int, some: list[Face], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = made(some, Cache(None)).pdf
    monkeypatch.setattr(faces_module, "_WORTH_SHARING", 2)
    monkeypatch.setattr(faces_module, "BATCH", 2)
    assert made(some, Cache(None), processes=processes).pdf == whole


@pytest.mark.parametrize("kind", ["pack", "run", "index"])
@pytest.mark.parametrize("harm", ["damaged", "gone", "poisoned"])
def test_a_cache_that_was_tampered_with_changes_nothing(kind: str, harm: str, some: list[Face], cache: Cache) -> None:
    first = made(some, cache)
    assert cache.folder is not None
    entries = [path for path in cache.folder.iterdir() if path.name.startswith(kind)]
    assert entries
    for path in [*entries, *(path for path in cache.folder.iterdir() if path.name.startswith("run"))]:
        if harm == "gone":
            path.unlink(missing_ok=True)
        elif harm == "damaged":
            path.write_bytes(path.read_bytes()[:-20] + bytes(20))
        else:
            path.write_bytes(b"%PDF-1.7 or rather something quite different")
    assert made(some, cache).pdf == first.pdf


def test_an_index_with_a_right_checksum_and_nonsense_in_it_changes_nothing(some: list[Face], cache: Cache) -> None:
    first = made(some, cache)
    assert cache.folder is not None
    for path in cache.folder.iterdir():
        if path.name.startswith("index"):
            cache.put(path.name, json.dumps({"x": [1, 2], "y": None}).encode())
        if path.name.startswith("run"):
            path.unlink()
    assert made(some, cache).pdf == first.pdf


def test_another_size_or_bleed_is_laid_out_anew(some: list[Face], cache: Cache) -> None:
    made(some, cache)
    assert made(some, cache, Trim(63, 88, 3)).rendered == len(some)
    assert made(some, cache, Trim(63.5, 88.9, 0)).rendered == len(some)
    assert made(some, cache).rendered == 0


@pytest.mark.parametrize("name", ["games/uno/front.html.j2", "css/cards.css", "icons/flame.svg"])
def test_a_change_of_a_template_style_sheet_or_icon_is_noticed(
    name: str, some: list[Face], cache: Cache, tmp_path: Path
) -> None:
    root = tmp_path / "templates"
    shutil.copytree(shipped("templates"), root)
    made(some, cache, templates=Templates(root))
    with (root / name).open("a") as stream:
        stream.write("\n")
    assert made(some, cache, templates=Templates(root)).rendered == len(some)


def test_a_template_among_very_many_files_is_printed_but_not_kept(
    some: list[Face], cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtools.render.pack_cache._MOST_FILES", 3)
    templates = Templates(tmp_path, shipped("templates"))
    (tmp_path / "much").mkdir()
    for number in range(5):
        (tmp_path / "much" / f"{number}.txt").touch()
    assert [made(some, cache, templates=templates).rendered for _ in range(2)] == [len(some)] * 2


def test_a_warm_renderer_lays_out_what_changed_though_no_file_is_kept(some: list[Face]) -> None:
    renderer = Renderer(Cache(None))
    setting = Setting(TRIM, TEMPLATES, "hu", "Lapok")
    renderer.render(setting, some)
    edited = [*some[:-1], replace(some[-1], text="Húzz nyolc lapot!")]
    pack = renderer.render(setting, edited)
    assert pack.rendered == 1
    assert pack.pdf == made(edited, Cache(None)).pdf


def test_progress_is_told_up_to_the_last_face(some: list[Face], cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces_module, "_WORTH_SHARING", 2)
    monkeypatch.setattr(faces_module, "BATCH", 2)
    told: list[tuple[int, int]] = []
    render_pack(
        some, TRIM, TEMPLATES, lang="hu", title="x", cache=cache,
        progress=lambda done, total: told.append((done, total)), processes=1,
    )  # fmt: skip
    assert told[-1] == (len(some), len(some))
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert {total for _, total in told} == {len(some)}


def test_each_page_is_the_card_with_its_bleed_and_begins_at_0_0(some: list[Face], cache: Cache) -> None:
    pack = made(some, cache, Trim(63, 88, 3))
    with pikepdf.open(io.BytesIO(pack.pdf)) as document:
        assert len(document.pages) == len(some)
        for page in document.pages:
            assert [float(edge) for edge in page.mediabox] == pytest.approx([0, 0, 69 / 25.4 * 72, 94 / 25.4 * 72])


def test_fonts_are_ours_each_embedded_once_and_have_every_letter(some: list[Face], cache: Cache) -> None:
    made(some[:4], cache)
    pack = made(some, cache)  # of two packs
    check_fonts_are_ours_and_embedded(pack.pdf)
    assert 0 not in shown_glyphs(pack.pdf)
    with pikepdf.open(io.BytesIO(pack.pdf)) as document:
        names = [str(one.FontName) for one in document.objects if is_font_descriptor(one)]
    assert len(names) == len(set(names)) > 1


def is_font_descriptor(item: pikepdf.Object) -> bool:
    return isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor"


def test_equal_drawings_stand_once(some: list[Face], cache: Cache) -> None:
    one = some[1]
    alike = [one, *(replace(one, card_id=f"copy-{number}") for number in range(5))]
    made(alike[:2], cache)
    with pikepdf.open(io.BytesIO(made(alike, cache).pdf)) as document:
        forms = [item for item in document.objects if isinstance(item, pikepdf.Stream) and "/BBox" in item]
    assert len(forms) == 1


def test_a_page_looks_as_the_layout_program_alone_would_print_it(some: list[Face], cache: Cache) -> None:
    from cardtools.render.engine import lay_out, write
    from cardtools.render.fitting import face_markup

    pack = made(some, cache)
    ours = pypdfium2.PdfDocument(pack.pdf)
    style = TEMPLATES.css("cards")
    for number, face in enumerate(some):
        drawing, rest = face_markup(face, Setting(TRIM, TEMPLATES, "hu", "x"), {})
        page = "@page{size:63mm 88mm;margin:0}.face,.art{position:absolute;left:0;top:0;width:63mm;height:88mm}"
        html = f"<html lang='hu'><style>{page}{style}</style><section class='face'>{drawing}{rest}</section>"
        theirs = pypdfium2.PdfDocument(write(lay_out(html)))
        assert far_apart(picture(ours, number), picture(theirs, 0)) < 0.01
        theirs.close()
    ours.close()


def picture(document: pypdfium2.PdfDocument, number: int) -> Image.Image:
    image: Image.Image = document[number].render(scale=2).to_pil().convert("L")
    return image


def far_apart(one: Image.Image, other: Image.Image) -> float:
    """Return the share of dots that differ plainly; hair lines, where circles are a little rounder, do not count."""
    assert one.size == other.size
    blurred = [image.filter(ImageFilter.BoxBlur(2)) for image in (one, other)]
    histogram = ImageChops.difference(*blurred).histogram()
    return sum(histogram[40:]) / (one.width * one.height)


def test_what_is_kept_under_a_key_is_made_once_for_the_same_templates(cache: Cache, tmp_path: Path) -> None:
    made_of: list[bytes] = []

    def make() -> bytes:
        made_of.append(b"x")
        return b"strip"

    for templates in (TEMPLATES, TEMPLATES, Templates(tmp_path / "others")):
        assert keeper(cache, templates)("label", make) == b"strip"
    assert len(made_of) == 2


def test_nothing_of_the_day_stands_in_a_pack(some: list[Face]) -> None:
    with pikepdf.open(io.BytesIO(made(some[:1], Cache(None)).pdf)) as document:
        assert set(document.docinfo.keys()) == {"/Title"}
        assert str(document.Root.Lang) == "hu"
