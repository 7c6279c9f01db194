from __future__ import annotations

from collections.abc import Sequence

import pytest

from cardtools.documents.faces import Face
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding
from cardtools.render.drafts import forgiving
from cardtools.render.html import Templates
from cardtools.render.pack import Pack, Trim

TRIM = Trim(63, 88, 0)


def face(name: str, text: str = "") -> Face:
    return Face("x.html.j2", "front", "en", "x", "X", name=name, text=text)


class Narrow:
    """Draws faces whose text has so many letters at most."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.drawn: list[Face] = []

    def __call__(self, faces: Sequence[Face], trim: Trim, templates: Templates, *, lang: str, title: str) -> Pack:
        assert (trim, templates.roots, lang, title) == (TRIM, (), "en", "x")
        over = [one for one in faces if len(one.text or "") > self.most]
        if over:
            told = (Finding(code="print.overflow", params={"name": one.name, "box": "text", "mm": "1"}) for one in over)
            raise CardtoolsError(*told, exit_code=1)
        self.drawn = list(faces)
        return Pack(b"", {one.key: number for number, one in enumerate(faces)})


def test_a_text_is_cut_until_it_fits_and_told_once() -> None:
    told: list[Finding] = []
    draw = Narrow(50)
    faces = [face("Long", "word " * 60), face("Short", "word")]
    pack = forgiving(draw, told)(faces, TRIM, Templates(), lang="en", title="x")
    assert [one.params["name"] for one in told] == ["Long"]
    assert set(pack.pages) == {one.key for one in faces}
    long = next(one for one in draw.drawn if one.name == "Long")
    assert (long.text or "").endswith("…")
    assert 12 < len(long.text or "") <= 50


def test_faces_that_become_alike_share_a_page() -> None:
    told: list[Finding] = []
    faces = [face("Long", "word " * 60 + str(number)) for number in range(2)]
    pack = forgiving(Narrow(20), told)(faces, TRIM, Templates(), lang="en", title="x")
    assert len(set(pack.pages.values())) == 1
    assert set(pack.pages) == {one.key for one in faces}


def test_what_cannot_be_helped_is_an_error_all_the_same() -> None:
    with pytest.raises(CardtoolsError, match=r"print\.overflow"):
        forgiving(Narrow(5), [])([face("Long", "word " * 60)], TRIM, Templates(), lang="en", title="x")


def test_other_errors_are_not_forgiven() -> None:
    def broken(*_: object, **__: object) -> Pack:
        raise CardtoolsError(Finding(code="print.template"), exit_code=1)

    with pytest.raises(CardtoolsError, match=r"print\.template"):
        forgiving(broken, [])([face("A")], TRIM, Templates(), lang="en", title="x")
