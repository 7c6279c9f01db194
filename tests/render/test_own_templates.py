from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from cardtools.app.desk import Desk
from cardtools.app.prototypes import PrototypeOptions, open_prototypes
from cardtools.render.faces import Trim, render_pack
from cardtools.render.own_templates import LIMIT, OwnTemplates
from cardtools.store.workspace import shipped
from tests.factories import refused
from tests.render.reading import squeezed, text_of

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
        ("{{ range(10000000) | list }}", "print.template", 1),
    ],
)
def test_a_mistake_is_told_as_one_line_with_the_line_of_the_template(
    template: str, key: str, line: int, tmp_path: Path
) -> None:
    made(tmp_path, "titok", "titok.j2")
    (tmp_path / "sablon").mkdir()
    (tmp_path / "sablon" / "link.j2").symlink_to(tmp_path / "titok.j2")
    (one,) = refused(lambda: printed(tmp_path, template))
    assert (one.key, one.location.line) == (key, line)
    assert str(one.location.path).endswith("sajat.html.j2")
    assert "\n" not in str(one.params)


@pytest.mark.parametrize(("template", "line"), [("x\n{% if %}", 2), ("a\nb\n{{ face.name }", 3), ("{% endfor %}", 1)])
def test_broken_syntax_is_told_before_any_work(template: str, line: int, tmp_path: Path) -> None:
    (one,) = refused(lambda: OwnTemplates(OURS, made(tmp_path, template)))
    assert (one.code, one.location.line) == ("print.template", line)


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


def test_templates_go_to_other_processes(tmp_path: Path) -> None:
    templates = OwnTemplates(OURS, made(tmp_path, "{{ x }}"))
    there = pickle.loads(pickle.dumps(templates))  # noqa: S301 - made just now
    assert there.render("sajat.html.j2", {"x": "<b>"}) == "&lt;b&gt;"
