from __future__ import annotations

import io
import re
import time
import zipfile
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image

from cardtools.app import sessions
from cardtools.app.desk import Desk
from cardtools.errors import CardtoolsError
from cardtools.model.printing import Shift
from cardtools.store.printers import save_printer
from cardtools.web.print_documents import CHOICE, DOCUMENTS
from cardtools.web.print_fields import Option
from cardtools.web.print_files import file_name
from cardtools.web.print_options import as_sheet_options
from cardtools.words.catalog import Words
from cardtools.words.messages import MESSAGES
from tests.web.conftest import DECKS, Table, plain

PATIENCE_S = 120
LEGAL = (DECKS / "demo-tournament.txt").read_text("utf-8")


Files = list[tuple[str, tuple[str, bytes]]]
TABLE = ("beasts.csv", "name,text,qty,image\nSárkány,Repül.,2,sárkány\nŐz,Fut.,1,\n".encode())


def made(table: Table, document: str, files: Files | None = None, **fields: str) -> Any:
    """Order a document, wait for it and return the address of its page."""
    answer = table.send("/print", {"document": document, "language": "en", **fields}, files=files)
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
        fields = {"deck": {"deck": deck}, "game": {"game": "uno"}, "lists": {"game": "hkk"}, "nothing": {}}[one.needs]
        sent = {"prototypes": [("table", TABLE)], "verdicts": [("lists", ("list.txt", LEGAL.encode()))]}
        path = made(table, one.id, sent.get(one.id), **fields)
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


def picture() -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (900, 900), "teal").save(content, "PNG")
    return content.getvalue()


def test_prototypes_come_from_a_table_and_its_pictures(table: Table) -> None:
    path = made(table, "prototypes", [("table", TABLE), ("pictures", ("Sárkány.png", picture()))], backs="none")
    page = table.get(path)
    assert "stage done" in page.text, plain(page.text)
    assert "beasts" in page.text
    with pdfium.PdfDocument(table.get(f"{path}/document").content) as pdf:
        colours = pdf[0].render().to_pil().convert("RGB").getcolors(1 << 20)
    assert (0, 128, 128) in {colour for _, colour in colours}
    missing = table.get(made(table, "prototypes", [("table", TABLE)], strict="1"))
    assert "stage failed" in missing.text
    assert "sárkány" in missing.text
    assert str(table.settings.folder) not in missing.text


def test_what_is_wrong_in_a_table_is_told_with_its_name_and_line(table: Table) -> None:
    page = table.get(made(table, "prototypes", [("table", ("bad.csv", b"name,qty\nA,two\n"))]))
    assert "stage failed" in page.text
    assert "bad.csv, line 2" in plain(page.text)
    assert str(table.settings.folder) not in page.text


def test_an_order_without_its_file_is_refused_and_keeps_what_was_chosen(table: Table) -> None:
    answer = table.send("/print", {"document": "prototypes", "language": "hu", "paper": "a3"})
    assert answer.status_code == 422
    assert "no file was chosen" in answer.text
    assert '<option value="a3" selected>' in answer.text


def test_many_lists_are_judged_on_one_sheet(table: Table) -> None:
    bad = (DECKS / "illegal-copies.txt").read_bytes()
    files = [("lists", ("Anna.txt", LEGAL.encode())), ("lists", ("Béla.txt", bad)), ("lists", ("Anna.txt", b"?"))]
    path = made(table, "verdicts", files, game="hkk", format="tournament", pool="own")
    assert "stage done" in table.get(path).text, plain(table.get(path).text)
    with pdfium.PdfDocument(table.get(f"{path}/document").content) as pdf:
        text = pdf[0].get_textpage().get_text_bounded()
    assert all(name in text for name in ("Anna.txt", "Béla.txt", "Anna-2.txt"))


def test_a_score_pad_is_filled_in_from_an_evening(table: Table) -> None:
    begun = sessions.begin(Desk.open("en"), table.settings.folder / "evenings/e-1.jsonl", "uno", ["Annamária", "Béla"])
    sessions.add_round(Desk.open("en"), Path(begun.path), "Béla out; Annamária r7")
    evening = Path(begun.path).stem
    page = table.get("/print?document=scorepad&game=uno").text
    assert f'<option value="{evening}">' in page
    leads = re.findall(r'href="(/print[^"]*)"', table.get(f"/scores/{evening}").text)
    chosen = table.get(next(one for one in leads if "evening" in one).replace("&amp;", "&")).text
    assert f'<option value="{evening}" selected>' in chosen
    path = made(table, "scorepad", game="uno", evening=evening)
    with pdfium.PdfDocument(table.get(f"{path}/document").content) as pdf:
        assert "Annamária" in pdf[0].get_textpage().get_text_bounded()
    assert f"evening={evening}" in table.get(path).text  # asked for again


def test_only_what_is_not_owned_is_printed(table: Table) -> None:
    deck = table.begin(LEGAL).rpartition("/")[2]
    page = table.get(made(table, "proxies", [("owned", ("mine.txt", LEGAL.encode()))], deck=deck))
    assert "stage failed" in page.text
    part = LEGAL.replace("3 Rettegés\n", "")
    page = table.get(made(table, "proxies", [("owned", ("mine.txt", part.encode()))], deck=deck))
    assert "stage done" in page.text, plain(page.text)
    assert "<dt>cards</dt><dd>3</dd>" in page.text


def test_a_printer_is_kept_and_chosen(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    wrong = table.send("/print/printers", {"document": "calibration", "name": "Office", "x_mm": "", "y_mm": "1"})
    assert wrong.status_code == 422
    assert "both offsets are needed" in wrong.text
    kept = table.send("/print/printers", {"name": "Office", "x_mm": "0,4", "y_mm": "-1.2", "degrees": "0.1"})
    assert kept.status_code == 200
    assert "Office: backs 0.4 mm to the right, -1.2 mm upwards, turned by 0.1°" in plain(kept.text)
    assert '<option value="Office" selected>' in kept.text
    assert '<option value="Office">' in table.get("/print?document=cards&game=uno").text


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("Sárkány (1).png", "Sárkány (1).png"),
        ("../../etc/passwd", "passwd"),
        ("..", "file"),
        (".hidden", "hidden"),
        ("a\0b;c.csv", "a_b_c.csv"),
        ("C:\\lists\\deck.TXT", "deck.TXT"),
        ("ő" * 300 + ".txt", "ő" * 60 + ".txt"),
    ],
)
def test_a_file_that_is_sent_gets_a_name_that_stays_in_its_folder(sent: str, kept: str) -> None:
    assert file_name(sent) == kept


def test_files_of_one_name_do_not_take_each_others_place() -> None:
    assert file_name("A.txt", {"a.txt", "a-2.txt"}) == "A-3.txt"


def test_the_same_order_is_the_same_file_as_the_command_makes(table: Table, tmp_path: Path, command: Any) -> None:
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
        assert all(words.text(f"web.files.{field.name}.hint") for field in one.files)
        for option in one.options(desk, "uno"):
            if option.name.startswith(CHOICE):
                assert words.text(f"web.choice.{option.name.removeprefix(CHOICE)}")
                continue
            assert words.text(f"web.option.{option.name}")
            if option.kind == "choice" and option.name not in ("paper", "card_size", "variant", "slips", "n_up"):
                bare = [value for value, own in option.values if value and not own]
                assert all(f"web.option.{option.name}.{value}" in MESSAGES for value in bare), option.name


OPTIONS = {option.kind + option.name: option for one in DOCUMENTS for option in one.options(Desk.open("en"), "hkk")}


@pytest.mark.parametrize("option", OPTIONS.values(), ids=list(OPTIONS))
@pytest.mark.parametrize("sent", ["nan", "inf", "-1e99", "x", "9" * 400, "2025-02-30", "0,1-2,5"])
def test_what_a_field_cannot_be_is_refused_by_its_name(option: Option, sent: str) -> None:
    if option.kind == "text" and len(sent) < 200:
        assert option.checked(sent) == sent
        return
    with pytest.raises(CardtoolsError) as caught:
        option.checked(sent)
    (finding,) = caught.value.findings
    assert (finding.code, finding.params["field"]) == ("web.value", option.name)
    assert sent[:30] in Words("en").message(finding)


@pytest.mark.parametrize("option", OPTIONS.values(), ids=list(OPTIONS))
def test_what_a_field_can_be_is_taken_as_it_is(option: Option) -> None:
    assert option.checked(None) == option.default
    assert option.checked(" ") == (option.default if option.kind == "choice" else "")
    if option.kind == "number":
        edges = [f"{option.least:g}", f"{option.most:g}"]
        assert [option.checked(one) for one in edges] == edges
        assert option.checked(f"{option.most:g}".replace(".", ",")) == edges[1]
        for beyond in (option.least - 1, option.most + 1):
            with pytest.raises(CardtoolsError):
                option.checked(f"{beyond:g}")
    else:
        known = {"tick": ["1"], "text": ["ő" * 200], "date": ["2025-04-05"], "numbers": [f"{option.least:g}"]}
        for one in known.get(option.kind, [value for value, _ in option.values]):
            assert option.checked(one) == one


def test_what_a_maker_settles_is_refused_by_the_names_in_the_form() -> None:
    desk = Desk.open("en")
    options = as_sheet_options(desk, {"profile": "mpc-63x88", "bleed_mm": "0", "paper": "a4"})
    assert options.profile is not None
    assert options.bleed_mm == options.profile.bleed_mm
    with pytest.raises(CardtoolsError) as caught:
        as_sheet_options(desk, {"profile": "mpc-63x88", "bleed_mm": "7", "paper": "a3", "shift_y_mm": "0"})
    told = desk.words.message(caught.value.findings[0])
    assert all(name in told for name in ("Paper", "Bleed (mm)", "Backs to the right (mm)", "mpc-63x88"))


def test_numbers_go_before_a_printer_as_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    save_printer("Office", 0.4, -1.2, 0.1)
    options = as_sheet_options(Desk.open("en"), {"printer": "Office", "shift_x_mm": "0", "shift_degrees": ""})
    assert options.shift == Shift(0, -1.2, 0.1)


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
