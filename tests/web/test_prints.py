from __future__ import annotations

import io
import time
import zipfile
from typing import Any

import pikepdf
import pytest

from cardtools.app.desk import Desk
from cardtools.web.print_documents import DOCUMENTS
from cardtools.web.print_options import as_sheet_options
from cardtools.words.catalog import Words
from cardtools.words.messages import MESSAGES
from tests.web.conftest import DECKS, Table, plain

PATIENCE_S = 120
LEGAL = (DECKS / "demo-tournament.txt").read_text("utf-8")


def made(table: Table, document: str, **fields: str) -> Any:
    """Order a document, wait for it and return the address of its page."""
    answer = table.send("/print", {"document": document, "language": "en", **fields})
    assert answer.status_code == 200, plain(answer.text)
    path = answer.url.path
    until = time.monotonic() + PATIENCE_S
    while 'data-finished="1"' not in table.get(path, **{"X-Part": "job"}).text:
        assert time.monotonic() < until
        time.sleep(0.2)
    return path


def pages(content: bytes) -> int:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return len(pdf.pages)


def test_every_document_of_a_game_is_printed_looked_at_and_taken(table: Table) -> None:
    deck = table.begin(LEGAL, name="Három isten").rpartition("/")[2]
    for one in DOCUMENTS:
        fields = {"deck": {"deck": deck}, "game": {"game": "uno"}, "nothing": {}}[one.needs]
        path = made(table, one.id, **fields)
        page = table.get(path)
        assert "stage done" in page.text, (one.id, plain(page.text))
        content = table.get(f"{path}/document").content
        count = pages(content)
        assert f'alt="Page {count} of {count}"' in page.text
        picture = table.get(f"{path}/page-1.png")
        assert picture.headers["content-type"] == "image/png"
        assert picture.content.startswith(b"\x89PNG")
        assert table.get(f"{path}/page-{count + 1}.png").status_code == 404


def test_a_makers_profile_is_taken_as_an_archive_of_pictures(table: Table) -> None:
    path = made(table, "cards", game="panda", profile="mpc-63x88", only="", copies="1")
    page = table.get(path)
    assert "stage done" in page.text, plain(page.text)
    answer = table.get(f"{path}/document")
    assert answer.headers["content-disposition"].endswith('.zip"')
    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert all(name.endswith((".png", ".json")) for name in names)
    assert table.get(f"{path}/page-1.png").content.startswith(b"\x89PNG")


def test_a_deck_that_cannot_be_printed_says_why(table: Table) -> None:
    deck = table.begin("3 Nobody Knows This\n").rpartition("/")[2]
    page = table.get(made(table, "proxies", deck=deck))
    assert "stage failed" in page.text
    assert "Nobody Knows This" in page.text
    assert str(table.settings.folder) not in page.text
    assert table.get(f"{page.url.path}/document").status_code == 404


def test_the_same_order_is_the_same_file_as_the_command_makes(table: Table, tmp_path: Any, command: Any) -> None:
    deck = table.begin(LEGAL).rpartition("/")[2]
    content = table.get(made(table, "proxies", deck=deck, paper="a4") + "/document").content
    output = tmp_path / "same.pdf"
    assert (
        command("print", "proxies", DECKS / "demo-tournament.txt", "-g", "hkk", "--lang", "en", "-o", output).code == 0
    )
    with pikepdf.open(io.BytesIO(content)) as ours, pikepdf.open(output) as theirs:
        assert len(ours.pages) == len(theirs.pages)
        assert [page.mediabox for page in ours.pages] == [page.mediabox for page in theirs.pages]


def test_an_order_that_was_broken_off_is_told(table: Table) -> None:
    folder = table.settings.folder / "prints" / "print-1"
    folder.mkdir(parents=True)
    (folder / "about.json").write_text('{"document": "cards", "game": "uno", "language": "en", "options": {}}')
    page = table.get("/print/print-1")
    assert "stage failed" in page.text
    assert "closed before" in page.text


@pytest.mark.parametrize("language", ["en", "hu"])
def test_every_option_and_document_has_words(language: str) -> None:
    desk, words = Desk.open(language), Words(language)
    for one in DOCUMENTS:
        assert words.text(f"web.document.{one.id}")
        for option in one.options(desk, "uno"):
            assert words.text(f"web.option.{option.name}")
            if option.kind == "choice" and option.name not in ("paper", "card_size", "variant", "slips", "n_up"):
                bare = [value for value, own in option.values if value and not own]
                assert all(f"web.option.{option.name}.{value}" in MESSAGES for value in bare), option.name


@pytest.mark.parametrize("sent", ["nan", "inf", "-1e99", "x", "9" * 400, "", "1,5"])
def test_no_number_leaves_its_bounds(sent: str) -> None:
    desk = Desk.open("en")
    for one in DOCUMENTS:
        for option in one.options(desk, "uno"):
            value = option.checked(sent)
            if option.kind == "number" and value:
                assert option.least <= float(value) <= option.most
            if option.kind == "choice":
                assert value in [known for known, _ in option.values]


def test_a_makers_geometry_goes_before_what_stands_in_the_form() -> None:
    options = as_sheet_options(Desk.open("en"), {"profile": "mpc-63x88", "bleed_mm": "7", "paper": "a3"})
    assert options.profile is not None
    assert options.bleed_mm == options.profile.bleed_mm


def test_an_unknown_document_and_game_are_refused(table: Table) -> None:
    assert table.send("/print", {"document": "secrets"}).status_code == 422
    assert table.send("/print", {"document": "cards", "game": "../hkk"}).status_code == 422


def test_the_print_room_has_no_print_engine_in_its_own_process(table: Table) -> None:
    import subprocess
    import sys

    program = (
        "import sys; from pathlib import Path; from cardtools.web.app import create_app; "
        "from cardtools.web.settings import Settings; create_app(Settings(Path(sys.argv[1]), 1, b'x')); "
        "print(sorted({'weasyprint', 'pikepdf', 'PIL', 'jinja2'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", program, str(table.settings.folder)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == "[]"
