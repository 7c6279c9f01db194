from __future__ import annotations

from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from weasyprint.urls import URLFetcher

from cardtools.errors import CardtoolsError
from cardtools.render.engine import lay_out, write
from cardtools.render.fonts import FONTS, font_face_css
from tests.render.reading import check_fonts_are_ours_and_embedded, font_names, text_of

PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"


ADDRESSES = ("file:///etc/passwd", "http://127.0.0.1:9/x", "https://127.0.0.1:9/x", "ftp://127.0.0.1/x")


def refusal(html: str, *folders: Path) -> str:
    """Return why a document was refused, wherever that came up."""
    with pytest.raises(CardtoolsError) as caught:
        write(lay_out(html, folders))
    (finding,) = caught.value.findings
    assert finding.code == "print.log"
    assert caught.value.exit_code == 1
    return str(finding.params["why"])


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every address that our fetcher lets through to the one that reads it."""
    lay_out("<html lang='hu'><p>Our own fonts are fetched once a process, before all else.")
    seen: list[str] = []
    original = URLFetcher.fetch

    def fetch(self: URLFetcher, url: str, headers: object = None) -> object:
        seen.append(url)
        return original(self, url, headers)

    monkeypatch.setattr(URLFetcher, "fetch", fetch)
    return seen


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A readable picture that lies in no allowed folder."""
    path = tmp_path / "outside" / "picture.svg"
    path.parent.mkdir()
    path.write_text(PICTURE)
    return path


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """A folder that pictures may come from, with one in it."""
    folder = tmp_path / "inside"
    folder.mkdir()
    (folder / "picture.svg").write_text(PICTURE)
    return folder


@pytest.mark.parametrize(
    "html",
    [
        "<img src='{url}'>",
        "<link rel='stylesheet' href='{url}'>",
        "<style>@import url('{url}');</style>",
        "<style>body {{ background: url('{url}') }}</style>x",
        "<style>@font-face {{ font-family: X; src: url('{url}') }} p {{ font-family: X }}</style><p>x",
        "<object data='{url}'></object>",
        "<embed src='{url}'>",
        "<link rel='attachment' href='{url}'>",
        "<a rel='attachment' href='{url}'>x</a>",
    ],
)
@pytest.mark.parametrize("url", ADDRESSES)
def test_nothing_outside_is_fetched_by_any_door(html: str, url: str, fetched: list[str]) -> None:
    assert "not allowed" in refusal(html.format(url=url))
    assert fetched == []


@pytest.mark.parametrize("url", ADDRESSES)
def test_a_drawing_fetches_no_picture(url: str, fetched: list[str]) -> None:
    refusal(f"<svg><image href='{url}' width='9' height='9'/></svg>")
    assert fetched == []


@pytest.mark.parametrize("url", ADDRESSES)
def test_a_drawing_fetches_no_other_drawing(url: str, fetched: list[str]) -> None:
    write(lay_out(f"<svg><use href='{url}#x'/></svg>"))
    assert fetched == []


@pytest.mark.parametrize(
    "url",
    [
        "file:/etc/passwd",
        "FILE:///etc/passwd",
        "file://localhost/etc/passwd",
        "file:///etc/passwd?x",
        "file:///etc/%70asswd",
        "/etc/passwd",
        "//127.0.0.1/x",
        "picture.svg",
        "../picture.svg",
    ],
)
def test_no_spelling_of_an_address_gets_past(url: str, fetched: list[str]) -> None:
    assert "not allowed" in refusal(f"<img src='{url}'>")
    assert fetched == []


def test_a_readable_picture_in_another_folder_is_refused(outside: Path, inside: Path) -> None:
    assert "not allowed" in refusal(f"<img src='{outside.as_uri()}'>", inside)


@pytest.mark.parametrize("way", ["{inside}/../outside/picture.svg", "{inside}/%2e%2e/outside/picture.svg"])
def test_a_way_out_of_the_folder_is_refused(way: str, outside: Path, inside: Path) -> None:
    assert outside.is_file()
    assert "not allowed" in refusal(f"<img src='{way.format(inside=inside.as_uri())}'>", inside)


def test_a_link_out_of_the_folder_is_refused(outside: Path, inside: Path) -> None:
    (inside / "link.svg").symlink_to(outside)
    (inside / "links").symlink_to(outside.parent)
    assert "not allowed" in refusal(f"<img src='{(inside / 'link.svg').as_uri()}'>", inside)
    assert "not allowed" in refusal(f"<img src='{inside.as_uri()}/links/picture.svg'>", inside)


def test_a_file_of_another_machine_is_refused_though_its_path_is_allowed_here(inside: Path, fetched: list[str]) -> None:
    assert "not allowed" in refusal(f"<img src='file://example.org{inside}/picture.svg'>", inside)
    assert fetched == []


def test_a_folder_whose_name_only_begins_alike_is_refused(inside: Path) -> None:
    beside = inside.with_name("inside-not")
    beside.mkdir()
    (beside / "picture.svg").write_text(PICTURE)
    assert "not allowed" in refusal(f"<img src='{beside.as_uri()}/picture.svg'>", inside)


def test_a_picture_that_names_another_does_not_fetch_it(inside: Path, outside: Path, fetched: list[str]) -> None:
    (inside / "sly.svg").write_text(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
        f"<image href='{outside.as_uri()}' width='9' height='9'/></svg>"
    )
    sly = f"{inside.as_uri()}/sly.svg"
    refusal(f"<img src='{sly}'>", inside)
    assert fetched == [sly]


def test_pictures_in_the_folder_and_in_the_page_itself_are_printed(inside: Path, fetched: list[str]) -> None:
    within, written = f"{inside.as_uri()}/picture.svg", f"data:image/svg+xml,{quote(PICTURE)}"
    assert write(lay_out(f"<img alt='' src='{within}'><img alt='' src='{written}'>", (inside,))).startswith(b"%PDF")
    assert fetched == [within, written]


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ("<style>p { colr: red }</style><p>x", "colr"),
        ("<style>p { color: reddish }</style><p>x", "color"),
        ("<style>p:hovver { color: red }</style><p>x", "hovver"),
        ("<a href='#nowhere'>x</a>", "nowhere"),
        ("<img src='data:image/png;base64,AAAA'>", "image"),
    ],
)
def test_what_the_layout_program_warns_of_is_an_error(html: str, told: str) -> None:
    assert told in refusal(html)


def test_a_missing_picture_is_an_error(inside: Path) -> None:
    assert "nothing.svg" in refusal(f"<img src='{inside.as_uri()}/nothing.svg'>", inside)


def test_after_a_refusal_the_next_document_is_printed() -> None:
    refusal("<img src='file:///etc/passwd'>")
    style = f"<style>{font_face_css()} body {{ font-family: 'Source Sans Pro' }}</style>"
    assert "Ő" in text_of(write(lay_out(f"<html lang='hu'>{style}<p>Ő</p>")))


def test_each_cut_of_each_family_is_used_by_its_true_name() -> None:
    lines = "".join(
        f"<p style=\"font: {font.style} {font.weight} 12pt '{font.family}'\">Őű ŁČ „–” {number}</p>"
        for number, font in enumerate(FONTS)
    )
    pdf = write(lay_out(f"<html lang='hu'><style>{font_face_css()}</style>{lines}"))
    check_fonts_are_ours_and_embedded(pdf)
    assert text_of(pdf).count("Őű ŁČ „–”") == len(FONTS) == 12
    assert len(font_names(pdf)) == 12


@pytest.mark.parametrize("letter", ["漢", "🂡", "★", "♥", "↔", "\u2011", "&#x6f22;"])
def test_a_letter_no_font_of_ours_has_is_an_error_that_names_its_code_point(letter: str) -> None:
    with pytest.raises(CardtoolsError) as caught:
        lay_out(f"<html lang='hu'><head><title>Lap &amp; társa</title></head><p>Egy {letter} betű</p>")
    (finding,) = caught.value.findings
    assert finding.code == "print.letters"
    assert finding.params["name"] == "Lap & társa"
    assert f"U+{ord(unescape(letter)):04X}" in str(finding.params["letters"])


def test_what_is_not_printed_needs_no_font() -> None:
    html = "<html lang='hu'><style>/* 漢 */</style><p title='漢' class='★'>Egy betű</p>"
    assert write(lay_out(html)).startswith(b"%PDF")
