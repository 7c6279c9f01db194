from __future__ import annotations

import pickle
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from cardtools.app.desk import Desk
from cardtools.app.prototypes import PrototypeOptions, open_prototypes
from cardtools.render.faces import Trim, render_pack
from cardtools.render.fitting import Setting
from cardtools.render.own_templates import LIMIT, OwnTemplates
from cardtools.render.pack_cache import PackCache
from cardtools.store.cache import Cache
from cardtools.store.output_folder import MANIFEST
from cardtools.store.workspace import shipped
from tests.factories import refused
from tests.render.reading import letters, squeezed, text_of

OURS = shipped("templates")
TABLE = "név;Erő;szöveg\n{{ 7*7 }};<b>3</b>;{% include 'x' %}\n"


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def made(folder: Path, template: str, name: str = "sajat.html.j2") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(template, encoding="utf-8")
    return folder / name


def printed(folder: Path, template: str) -> str:
    (folder / "lapok.csv").write_text(TABLE, encoding="utf-8")
    options = PrototypeOptions(template=made(folder / "sablon", template))
    with open_prototypes(Desk.open("hu"), str(folder / "lapok.csv"), options) as cards:
        fronts = [card.front for card in cards.cards]
        pack = render_pack(fronts, Trim(63, 88, 0), cards.templates, lang="hu", title="x", folders=cards.folders)
    return squeezed(text_of(pack.pdf))


def test_an_own_template_prints_the_cells_letter_by_letter(tmp_path: Path) -> None:
    template = '<div style="left:5mm;top:5mm">{{ face.name }} {{ face.columns["Erő"] }} {{ face.text }}</div>'
    assert printed(tmp_path, template) == "{{7*7}}<b>3</b>{%include'x'%}"


def test_an_own_template_may_include_its_neighbours_and_ours(tmp_path: Path) -> None:
    made(tmp_path / "sablon", '<div style="left:5mm;top:30mm">szomszéd</div>', "resz.html.j2")
    template = (
        '{% from "cards/fit.html.j2" import fit with context %}'
        '{{ fit(face, "name", face.name, 12, style="left:5mm;top:5mm;width:50mm;height:9mm") }}'
        '{% include "resz.html.j2" %}'
    )
    assert printed(tmp_path, template) == "{{7*7}}szomszéd"


@pytest.mark.parametrize(
    ("template", "key", "line"),
    [
        ("x\n{{ face.nincs }}", "print.template", 2),
        ("x\n\n{{ nincs }}", "print.template", 3),
        ("x\n{{ face.columns['Nincs'] }}", "print.template", 2),
        ("{{ 1 / 0 }}", "print.template", 1),
        ("\n{{ face.name.foo() }}", "print.template", 2),
        ("\n{{ face.__class__.__mro__ }}", "print.template", 2),
        ("\n{{ ''.__class__.__base__.__subclasses__() }}", "print.template", 2),
        ("\n\n{% include '../titok.j2' %}", "print.template.include", 3),
        ("\n\n{% include '/etc/passwd' %}", "print.template.include", 3),
        ("\n{% include 'link.j2' %}", "print.template.include", 2),
        ("{% include 'nincs.j2' %}", "print.template.include", 1),
        ("\n{% include 'levél.txt' %}", "print.template.include", 2),
        ("\n{% include '.env' %}", "print.template.include", 2),
        ("{{ range(10000000) | list }}", "print.template", 1),
    ],
)
def test_a_mistake_is_told_as_one_line_with_the_line_of_the_template(
    template: str, key: str, line: int, tmp_path: Path
) -> None:
    made(tmp_path, "titok", "titok.j2")
    (tmp_path / "sablon").mkdir()
    (tmp_path / "sablon" / "link.j2").symlink_to(tmp_path / "titok.j2")
    for private in ("levél.txt", ".env"):
        (tmp_path / "sablon" / private).write_text("titok", "utf-8")
    (one,) = refused(lambda: printed(tmp_path, template))
    assert (one.key, one.location.line) == (key, line)
    assert str(one.location.path).endswith("sajat.html.j2")
    assert "\n" not in str(one.params)


@pytest.mark.parametrize(("template", "line"), [("x\n{% if %}", 2), ("a\nb\n{{ face.name }", 3), ("{% endfor %}", 1)])
def test_broken_syntax_is_told_before_any_work(template: str, line: int, tmp_path: Path) -> None:
    (one,) = refused(lambda: OwnTemplates(OURS, made(tmp_path, template)))
    assert (one.code, one.location.line) == ("print.template", line)


@pytest.mark.parametrize(
    ("template", "key"),
    [
        ("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", "print.template.deep"),
        ("{% for a in [1] %}" * 60 + "x" + "{% endfor %}" * 60, "print.template.deep"),
        ("{% if 1 %}" * 300 + "x" + "{% endif %}" * 300, "print.template.deep"),
        ("{{ " + "+".join("1" * 4000) + " }}", "print.template.deep"),
        ("<div>" * 300 + "a", "print.template.deep"),
        ("<p style='width:" + "calc(" * 2000 + "1px" + ")" * 2000 + "'>a</p>", "print.template.deep"),
        ("<p style='font-size:1e999px'>a</p>", "print.template.layout"),
        ("<div style='transform:scale(1e400) rotate(1e999deg)'>a</div>", "print.template.layout"),
    ],
)
def test_what_the_libraries_stumble_over_is_told_in_one_line(template: str, key: str, tmp_path: Path) -> None:
    (one,) = refused(lambda: printed(tmp_path, template))
    assert (one.key, one.location.path) == (key, str(tmp_path / "sablon" / "sajat.html.j2"))
    assert "\n" not in str(one.params)


def test_a_template_that_is_missing_too_large_or_called_otherwise_is_refused(tmp_path: Path) -> None:
    told = [
        refused(lambda: OwnTemplates(OURS, tmp_path / "nincs.j2")),
        refused(lambda: OwnTemplates(OURS, tmp_path)),
        refused(lambda: OwnTemplates(OURS, made(tmp_path, "x" * (LIMIT + 1)))),
        refused(lambda: OwnTemplates(OURS, made(tmp_path, "x", "sajat.html"))),
    ]
    assert [one.code for (one,) in told] == ["file.unreadable", "file.unreadable", "file.too-large", "print.template"]


def test_an_own_template_cannot_stand_in_for_ours(tmp_path: Path) -> None:
    made(tmp_path / "cards", "csere", "fit.html.j2")
    templates = OwnTemplates(OURS, made(tmp_path, '{% include "cards/no_back.html.j2" %}x'))
    made(tmp_path / "cards", "csere", "no_back.html.j2")
    assert templates.render("sajat.html.j2", {}).strip() == "x"


NAME = "<div style='left:5mm;top:5mm'>{{ face.name }}</div>"


@pytest.mark.parametrize(
    ("template", "wording"),
    [
        ("", "empty"),
        (f"<style>* {{ display: none !important }}</style>{NAME}", "empty"),
        (f"<style>div {{ visibility: hidden }}</style>{NAME}", "empty"),
        (f"</section></body></html>{NAME}", "empty"),
        (f"</section><section class=face>{NAME}", "pages"),
        (f"<style>@page :first {{ size: 90mm 90mm !important }}</style>{NAME}", "pages"),
        (f"<style>@page :first {{ margin: 9mm !important }}</style>{NAME}", "pages"),
    ],
)
def test_a_template_that_does_not_make_one_page_a_card_is_told_in_a_line(
    template: str, wording: str, tmp_path: Path
) -> None:
    (one,) = refused(lambda: printed(tmp_path, template))
    assert (one.code, one.wording) == ("print.template", f"print.template.{wording}")
    assert one.location.path == str(tmp_path / "sablon" / "sajat.html.j2")


@pytest.mark.parametrize(
    "css",
    [
        "section, html, body, a { display: none !important }",
        ".face { position: static !important; opacity: 1 !important; break-after: page }",
        ".face { transform: rotate(90deg) !important; left: 40mm !important; margin: 9mm }",
        "@page { size: 90mm 90mm !important; margin: 20mm !important }",
        "body { padding: 9mm !important; position: relative; break-before: page }",
        "section:nth-child(1) { width: 1mm !important; float: right }",
    ],
)
def test_the_style_of_a_template_moves_no_page_and_no_card(css: str, tmp_path: Path) -> None:
    def page(template: str) -> list[tuple[str, int, float, float]]:
        (tmp_path / "lapok.csv").write_text("név\nAlma\nDió\n", encoding="utf-8")
        options = PrototypeOptions(template=made(tmp_path / "sablon", template))
        with open_prototypes(Desk.open("hu"), str(tmp_path / "lapok.csv"), options) as cards:
            fronts = [card.front for card in cards.cards]
            pack = render_pack(fronts, Trim(63, 88, 3), cards.templates, lang="hu", title="x", folders=cards.folders)
        assert set(pack.pages.values()) == {0, 1}
        return [(one.text, one.page, round(one.box.x_mm, 2), round(one.box.y_mm, 2)) for one in letters(pack.pdf)]

    plain = page(NAME)
    assert len(plain) == len("AlmaDió")
    assert page(f"<style>{css}</style>{NAME}") == plain


def picture(path: Path, colour: tuple[int, int, int]) -> None:
    path.parent.mkdir(exist_ok=True, parents=True)
    Image.new("RGB", (40, 40), colour).save(path)


def shown_colours(folder: Path, template: str) -> set[object]:
    (folder / "lapok.csv").write_text("név\nAlma\n", encoding="utf-8")
    options = PrototypeOptions(template=made(folder / "sablon", template))
    with open_prototypes(Desk.open("hu"), str(folder / "lapok.csv"), options) as cards:
        fronts = [card.front for card in cards.cards]
        pack = render_pack(fronts, Trim(63, 88, 0), cards.templates, lang="hu", title="x", folders=cards.folders)
    drawn = pypdfium2.PdfDocument(pack.pdf)[0].render(scale=1).to_pil().convert("RGB")
    return {colour for _, colour in drawn.getcolors(1 << 20) or ()}


@pytest.mark.parametrize("name", ["keret.png", "kepek/keret.png", "./kepek/../keret.png"])
def test_a_template_shows_the_pictures_of_its_own_folder_as_they_now_are(name: str, tmp_path: Path) -> None:
    template = f"<img src='{name}' style='position:absolute;left:9mm;top:9mm;width:20mm;height:20mm'>"
    path = tmp_path / "sablon" / name
    (tmp_path / "sablon" / "kepek").mkdir(parents=True)
    for colour in ((200, 20, 20), (20, 200, 20)):  # the cache is not asked for a picture of before
        picture(path, colour)
        assert colour in shown_colours(tmp_path, template)


@pytest.mark.parametrize(
    "name", ["../kint.png", "nincs.png", "/etc/passwd", "link.png", "https://example.invalid/x.png", "lapok.csv"]
)
def test_a_template_shows_nothing_else(name: str, tmp_path: Path) -> None:
    picture(tmp_path / "kint.png", (200, 20, 20))
    (tmp_path / "sablon").mkdir()
    (tmp_path / "sablon" / "link.png").symlink_to(tmp_path / "kint.png")
    (tmp_path / "sablon" / "lapok.csv").write_text("secret")
    (one,) = refused(lambda: shown_colours(tmp_path, f"<img src='{name}'>{NAME}"))
    assert one.code == "print.template"
    assert one.location.path == str(tmp_path / "sablon" / "sajat.html.j2")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_that_is_cut_short_or_missing_is_not_printed_in_part(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "sablon"
    name = f"rajz.{kind.lower()}"
    template = f'<div style="left:5mm;top:5mm">{{{{ face.name }}}}<img src="{name}"></div>'
    missing = refused(lambda: printed(tmp_path, template))
    assert [(one.key, one.params) for one in missing] == [("print.template.picture.missing", {"picture": name})]
    Image.effect_noise((300, 200), 80).save(folder / name, kind)
    assert printed(tmp_path, template)
    (folder / name).write_bytes((folder / name).read_bytes()[:-9000])
    broken = refused(lambda: printed(tmp_path, template))
    assert [(one.key, one.location.path) for one in broken] == [
        ("print.template.picture.broken", str(folder / "sajat.html.j2"))
    ]


def test_what_a_run_of_ours_has_drawn_beside_a_template_changes_no_face(tmp_path: Path) -> None:
    templates = OwnTemplates(OURS, made(tmp_path, "{{ x }}"))
    setting = Setting(Trim(63, 88, 0), templates, "hu", "x")
    before = PackCache(Cache(None), setting).context
    picture(tmp_path / "lapok-preview" / "001.png", (1, 2, 3))
    (tmp_path / "lapok-preview" / MANIFEST).write_text("{}")
    assert PackCache(Cache(None), setting).context == before != ""
    picture(tmp_path / "kepek" / "001.png", (1, 2, 3))
    assert PackCache(Cache(None), setting).context != before


def test_an_include_that_is_not_there_is_called_by_its_own_name(tmp_path: Path) -> None:
    (one,) = refused(lambda: printed(tmp_path, "x\n{% include '/etc/passwd' %}"))
    assert (one.location.line, one.params["name"]) == (2, "/etc/passwd")


def test_templates_go_to_other_processes(tmp_path: Path) -> None:
    templates = OwnTemplates(OURS, made(tmp_path, "{{ x }}"))
    there = pickle.loads(pickle.dumps(templates))  # noqa: S301 - made just now
    assert there.render("sajat.html.j2", {"x": "<b>"}) == "&lt;b&gt;"
