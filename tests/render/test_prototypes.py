"""Prototypes of plain tables as they are printed: read back from the file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from cardtools.app.desk import Desk
from cardtools.app.pictures import card_pictures
from cardtools.app.prototypes import PrototypeOptions, Prototypes, open_prototypes
from cardtools.documents.card_faces import proxies
from cardtools.model.card import Card
from cardtools.render.faces import Pack, Trim, render_pack
from cardtools.render.html import Templates
from cardtools.store.pictures import picture_desk
from cardtools.store.workspace import shipped
from tests.factories import refused
from tests.render.making import logged
from tests.render.reading import MM, check_fonts_are_ours_and_embedded, letters, squeezed, text_of

SAFE_MM = 3.0
LONG = "Megszentségteleníthetetlenségeskedéseitekért"
HEADER = "név;alcím;típus;költség;szöveg;szín;kép;sarok;érték;id;hátlap"
ROWS = (
    "Holdfényes liget;;helyszín;2;Itt *éjjel* minden {icon:leaf} lap **olcsóbb**.;zöld;;;;H-01;zöld",
    "Tűzmadár;A hajnal hírnöke;lény – madár;4;Húzz két lapot.;piros/sárga;kep.png;;3;L-07;Esemény",
    'Kard & <Pajzs> "éles" <b>;;tárgy;1;{{ x }} %nev% {card:1} {icon:nincs-ilyen} 2 * 3;#7b7b7b;;7;;;kep.png',
    f"{LONG};;varázslat;3 VP;{LONG} {LONG};lila;nincs.png;;;V-3;",
    ";;;;;;;;;;",
    "Csak név;;;;;;;;;;",
    "Csak sarok;;;;;fehér;;+12;;;-",
)


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def picture(folder: Path, name: str, size: tuple[int, int] = (800, 1100), mode: str = "RGB") -> None:
    stream = io.BytesIO()
    Image.new(mode, size, 90 if mode == "L" else (90, 20, 20)).save(stream, "PNG")
    (folder / name).write_bytes(stream.getvalue())


@contextmanager
def opened(folder: Path, text: str, **options: object) -> Iterator[Prototypes]:
    (folder / "lapok.csv").write_text(text, encoding="utf-8")
    wanted = PrototypeOptions(**options)  # type: ignore[arg-type] # each test gives the right ones
    with open_prototypes(Desk.open("hu"), str(folder / "lapok.csv"), wanted) as made:
        yield made


def packed(made: Prototypes, bleed_mm: float = 0.0) -> tuple[Pack, Trim]:
    """Return the pack of the first group, every face of it."""
    group = made.groups[0]
    faces = {face.key: face for card in group.cards for face in (card.front, card.back)}
    trim = Trim(group.size.width_mm, group.size.height_mm, bleed_mm)
    pack = render_pack(
        list(faces.values()), trim, made.templates, lang=made.language, title=made.title, folders=made.folders
    )
    return pack, trim


def printed(folder: Path, text: str, **options: object) -> bytes:
    with opened(folder, text, **options) as made:
        return packed(made)[0].pdf


def templates() -> Templates:
    return Templates(shipped("templates"))


def images_of(pdf: bytes) -> list[tuple[int, int]]:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        streams = [one for one in document.objects if isinstance(one, pikepdf.Stream)]
        return [(int(one.Width), int(one.Height)) for one in streams if one.get("/Subtype") == "/Image"]


@pytest.mark.parametrize("size", ["tcg", "poker", "bridge", "mini-euro", "square", "tarot"])
@pytest.mark.parametrize("bleed_mm", [0.0, 3.0])
def test_all_that_a_card_says_is_printed_within_its_safe_zone(size: str, bleed_mm: float, tmp_path: Path) -> None:
    picture(tmp_path, "kep.png")
    with logged() as told, opened(tmp_path, "\n".join((HEADER, *ROWS)), card_size=size) as made:
        pack, trim = packed(made, bleed_mm)
        expected = [word for card in made.cards for word in (card.front.name, card.front.type_line, card.front.cost)]
    assert told == []
    check_fonts_are_ours_and_embedded(pack.pdf)
    read = squeezed(text_of(pack.pdf)).replace("\u2010", "").replace("-", "")
    for word in expected:
        assert squeezed(word or "").replace("-", "") in read
    edge = SAFE_MM + bleed_mm - 0.05
    for letter in letters(pack.pdf):
        if not letter.text.strip():
            continue
        assert letter.box.x_mm >= edge, letter
        assert letter.box.right_mm <= trim.width_mm + 2 * bleed_mm - edge, letter
        assert letter.box.y_mm >= edge, letter
        assert letter.box.top_mm <= trim.height_mm + 2 * bleed_mm - edge, letter
        assert letter.size_pt >= 5.99, letter


def test_markup_in_a_row_is_printed_letter_by_letter_and_tokens_are_drawn(tmp_path: Path) -> None:
    picture(tmp_path, "kep.png")
    read = squeezed(text_of(printed(tmp_path, "\n".join((HEADER, *ROWS)))))
    for literal in ('Kard&<Pajzs>"éles"<b>', "{{x}}%nev%{card:1}{icon:nincs-ilyen}2*3"):
        assert literal in read
    assert "olcsóbb" in read
    assert "**" not in read
    assert "icon:leaf" not in read


def test_a_word_of_44_letters_is_hyphenated_and_not_clipped(tmp_path: Path) -> None:
    assert len(LONG) == 44
    read = squeezed(text_of(printed(tmp_path, f"név;szöveg;költség\n{LONG};{LONG};3\n")))
    assert read.replace("-", "").replace("\u2010", "").count(LONG) == 2


def test_text_three_times_too_long_is_refused_with_card_box_and_by_how_much(tmp_path: Path) -> None:
    text = "Minden játékos sorban húz egy lapot. " * 100
    (one,) = refused(lambda: printed(tmp_path, f"név;szöveg;kép\nHosszú;{text};x.png\n"))
    assert (one.code, one.params["name"], one.params["box"]) == ("print.overflow", "Hosszú", "text")
    assert float(one.params["mm"]) > 10


def test_letters_that_no_font_of_ours_has_are_refused_with_their_code_points(tmp_path: Path) -> None:
    for column in ("név", "szöveg", "alcím", "típus", "költség", "sarok", "érték"):
        row = {"név": "A"} | {column: "\u05d3\U0001f409"}
        text = ";".join(row) + "\n" + ";".join(row.values())
        found = refused(lambda text=text: printed(tmp_path, text))  # type: ignore[misc] # bound on purpose
        assert {one.code for one in found} == {"print.letters"}
        assert all("U+05D3" in str(one.params["letters"]) and "U+1F409" in str(one.params["letters"]) for one in found)


def test_an_empty_text_leaves_an_empty_box(tmp_path: Path) -> None:
    assert squeezed(text_of(printed(tmp_path, "név;szöveg\nA;\n"))) == "A"


def test_a_missing_picture_leaves_a_placeholder_with_its_name(tmp_path: Path) -> None:
    assert "?nincs.png" in squeezed(text_of(printed(tmp_path, "név;kép\nA;nincs.png\n")))


def test_large_art_on_90_cards_stands_once_in_the_file_at_the_size_of_its_print(tmp_path: Path) -> None:
    picture(tmp_path, "nagy.png", (9000, 12600), "L")
    pdf = printed(tmp_path, "név;kép\n" + "".join(f"Lap {n};nagy.png\n" for n in range(90)))
    ((width, height),) = images_of(pdf)
    assert (width, height) == (664, 416)
    assert len(pdf) < 200_000


def test_a_picture_lies_in_its_window_and_as_a_back_over_the_whole_card(tmp_path: Path) -> None:
    picture(tmp_path, "kep.png", (1600, 2200))
    with opened(tmp_path, "név;kép;hátlap\nA;kep.png;kep.png\n") as made:
        pack, _ = packed(made)
    with pikepdf.open(io.BytesIO(pack.pdf)) as document:
        front, back = (_painted(page.obj, (1, 0, 0, 1, 0, 0)) for page in document.pages)
    assert [round(side * MM, 1) for side in front[0]] == [56.2, 35.2]
    assert [round(side * MM, 1) for side in back[0]] == [63.0, 88.0]


Matrix = tuple[float, float, float, float, float, float]


def _painted(owner: pikepdf.Object, ctm: Matrix) -> list[tuple[float, float]]:
    """Return width and height, in points, of every picture that a page or a form paints."""
    found: list[tuple[float, float]] = []
    saved: list[Matrix] = []
    for instruction in pikepdf.parse_content_stream(owner):
        operands = list(instruction.operands)
        match str(instruction.operator):
            case "q":
                saved.append(ctm)
            case "Q":
                ctm = saved.pop()
            case "cm":
                a, b, c, d, e, f = (float(str(number)) for number in operands)
                ctm = (a * ctm[0], b, c, d * ctm[3], e, f)
            case "Do":
                inner = owner.Resources.XObject[str(operands[0])]
                if inner.get("/Subtype") == "/Image":
                    found.append((abs(ctm[0]), abs(ctm[3])))
                else:
                    found.extend(_painted(inner, ctm))
    return found


@pytest.mark.parametrize("bleed_mm", [0.0, 3.0])
def test_a_proxy_with_a_picture_shows_the_whole_card_and_says_that_it_is_one(bleed_mm: float, tmp_path: Path) -> None:
    picture(tmp_path, "turul.png", (744, 1039))
    desk = Desk.open("hu")
    info, cards = desk.catalog.info("hkk"), [Card(id="1", name={"hu": "Turul"})]
    with picture_desk() as ready:
        pictures, _ = card_pictures(cards, "hu", desk.library.card_size("tcg"), ready, tmp_path)
        (one,) = proxies(info, [(cards[0], 1)], "hu", "PROXY – nem eladó", pictures=pictures)
        trim = Trim(63, 88, bleed_mm)
        pack = render_pack([one.front], trim, templates(), lang="hu", title="x", folders=(ready.folder,))
    assert squeezed(text_of(pack.pdf)) == "PROXY–nemeladó"
    assert images_of(pack.pdf) == [(744, 1039)]
    with pikepdf.open(io.BytesIO(pack.pdf)) as document:
        sides = _painted(document.pages[0].obj, (1, 0, 0, 1, 0, 0))
    assert [tuple(round(side * MM) for side in one) for one in sides] == (
        [(63, 88)] if not bleed_mm else [(69, 94), (63, 88)]
    )


def test_the_same_table_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture(tmp_path, "kep.png")
    made = []
    for number in range(2):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / f"cache-{number}"))
        made.append(printed(tmp_path, "\n".join((HEADER, *ROWS))))
    assert made[0] == made[1]


def test_every_back_is_the_same_turned_by_180_degrees(tmp_path: Path) -> None:
    import pypdfium2
    from PIL import ImageChops

    with opened(tmp_path, "név;hátlap\nA;piros\nB;Esemény\nC;#7b7b7b\nD;fehér\n") as made:
        backs = {card.back.key: card.back for card in made.cards}
        pack = render_pack(list(backs.values()), Trim(63, 88, 3), made.templates, lang="hu", title="x")
    document = pypdfium2.PdfDocument(pack.pdf)
    for page in document:
        shown = page.render(scale=2).to_pil().convert("L")
        apart = ImageChops.difference(shown, shown.rotate(180)).histogram()
        assert sum(apart[100:]) / sum(apart) < 0.01
    document.close()


def test_a_card_without_a_back_is_bare_paper(tmp_path: Path) -> None:
    with opened(tmp_path, "név;hátlap\nA;\nB;piros\n") as made:
        (bare,) = [card.back for card in made.cards if card.back_key is None]
        pack = render_pack([bare], Trim(63, 88, 0), made.templates, lang="hu", title="x")
    assert text_of(pack.pdf) == ""
