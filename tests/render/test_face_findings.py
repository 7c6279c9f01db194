"""What is wrong with a card of a table is told with its row, and a back with its card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from cardtools.documents.faces import Face, Origin
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding, Location
from cardtools.render.drafts import forgiving
from cardtools.render.face_findings import face_error
from cardtools.render.html import Templates
from cardtools.render.pack import Pack, Trim, Verdict
from cardtools.render.preflight import preflight
from tests.factories import refused
from tests.render.test_preflight import page_with
from tests.render.test_prototypes import opened, packed

LONG = "szó " * 900
TRIM = Trim(63, 88, 0)


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def told(folder: Path, text: str) -> list[tuple[str, str, str, int | None]]:
    """Return key, card, file and line of what is wrong with the printed rows."""

    def work() -> None:
        with opened(folder, text) as made:
            packed(made)

    return [
        (one.key, str(one.params["name"]), Path(one.location.path or "").name, one.location.line)
        for one in refused(work)
    ]


def face(side: str, text: str, line: int, name: str = "") -> Face:
    origin = Origin("Kard", Location(path="a.csv", line=line))
    return Face("x.html.j2", "back" if side == "back" else "front", "en", "", "", name=name, text=text, origin=origin)


def test_two_cards_of_one_name_are_told_apart_by_their_lines(tmp_path: Path) -> None:
    text = f"név;szöveg\nIker;rövid\nIker;{LONG}\nIker;x\nIker;{LONG}!\n"
    assert told(tmp_path, text) == [
        ("print.overflow", "Iker", "lapok.csv", 3),
        ("print.overflow", "Iker", "lapok.csv", 5),
    ]


def test_letters_are_told_with_their_line_and_those_of_a_back_with_its_card(tmp_path: Path) -> None:
    text = "név;szöveg;hátlap\nA;x;y\nB;\u05d0;\u05d1\n"
    assert told(tmp_path, text) == [("print.letters", "B", "lapok.csv", 3), ("print.letters.back", "B", "lapok.csv", 3)]


def test_a_back_that_is_too_long_is_told_with_its_card(tmp_path: Path) -> None:
    text = f"név;szöveg;hátlap;méret\nA;x;y;20x30\nB;x;{'mm ' * 130};20x30\n"
    assert told(tmp_path, text) == [("print.overflow.back", "B", "lapok.csv", 3)]


def test_a_letter_outside_is_told_with_its_line() -> None:
    front, back = face("front", "x", 7, "Kard"), face("back", "y", 8)
    outside = Verdict(9.0, True, 0)
    pdf = page_with("left:10mm;top:10mm;font-size:9pt")
    pack = Pack(pdf, {front.key: 0, back.key: 0}, {front.key: outside, back.key: outside})
    read = preflight(pdf, [pack], {front.key: front, back.key: back}, 1)
    assert [(one.key, one.params["name"], one.location.line) for one in read.findings] == [
        ("print.outside", "Kard", 7),
        ("print.outside.back", "Kard", 8),
    ]


def test_a_common_back_and_a_card_of_a_game_have_no_line() -> None:
    common = Face("x.html.j2", "back", "en", "", "")
    finding = face_error("print.overflow", common, box="text", mm="1.0")
    assert (finding.key, finding.params["name"], finding.location) == ("print.overflow", "back", Location())


def test_where_a_card_was_written_changes_nothing_of_what_is_printed() -> None:
    one = face("front", "x", 3, "Kard")
    other = replace(one, origin=Origin("Kard", Location(line=9)))
    assert one.key == other.key == replace(one, origin=None).key
    assert one == other


def test_a_draft_cuts_only_the_side_that_is_too_long() -> None:
    front, back, other = (
        face("front", "word " * 20, 2, "Kard"),
        face("back", "word " * 90, 2),
        face("back", "w " * 50, 3),
    )
    drawn: list[Face] = []

    def draw(faces: Sequence[Face], trim: Trim, templates: Templates, *, lang: str, title: str) -> Pack:
        assert (trim, templates.roots, lang, title) == (TRIM, (), "en", "x")
        over = [one for one in faces if len(one.text or "") > 110]
        if over:
            raise CardtoolsError(*(face_error("print.overflow", one, box="text", mm="1") for one in over), exit_code=1)
        drawn.extend(faces)
        return Pack(b"", {one.key: number for number, one in enumerate(faces)})

    findings: list[Finding] = []
    forgiving(draw, findings)([front, back, other], TRIM, Templates(), lang="en", title="x")
    assert [(one.key, one.location.line) for one in findings] == [("print.overflow.back", 2)]
    assert [one.text for one in drawn if one.name == "Kard"] == ["word " * 20]
    assert "w " * 50 in [one.text for one in drawn]
    assert all(len(one.text or "") <= 110 for one in drawn)


def test_cards_that_print_alike_are_cut_alike_whichever_of_them_is_told() -> None:
    faces = [replace(face("front", f"{'word ' * 60}{number}", number, "Kard")) for number in (2, 3)]

    def draw(faces: Sequence[Face], trim: Trim, templates: Templates, *, lang: str, title: str) -> Pack:
        assert (trim, templates.roots, lang, title) == (TRIM, (), "en", "x")
        over = [one for one in faces if len(one.text or "") > 20]
        if over:
            raise CardtoolsError(*(face_error("print.overflow", one, box="text", mm="1") for one in over), exit_code=1)
        return Pack(b"", {one.key: number for number, one in enumerate(faces)})

    pack = forgiving(draw, [])(faces, TRIM, Templates(), lang="en", title="x")
    assert set(pack.pages) == {one.key for one in faces}
    assert len(set(pack.pages.values())) == 1
