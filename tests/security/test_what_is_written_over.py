"""No command writes over what it is made of, over settings and data, or under a name that says something else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from cardtools.store.workspace import shipped
from tests.conftest import Outcome

Command = Callable[..., Outcome]
DECK = "3 Red 7\n2 Blue 3\n"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that holds one of everything that may be read."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "work"
    for name in ("img", "own", "mine/games/uno", "mine/print"):
        (folder / name).mkdir(parents=True)
    monkeypatch.chdir(folder)
    (folder / "cards.csv").write_text("name,image\nAlma,a\nDió,\n", encoding="utf-8")
    (folder / "deck.txt").write_text(DECK, encoding="utf-8")
    (folder / "owned.csv").write_text("qty,name\n1,Red 7\n", encoding="utf-8")
    (folder / "pool.csv").write_text("id,name,colours,type\nx,Gnóm,raia,monster\n", encoding="utf-8")
    (folder / "cardtools.yaml").write_text("paper: a4\n", encoding="utf-8")
    (folder / "own" / "front.j2").write_text("<div style='left:9mm;top:9mm'>{{ face.name }}</div>")
    (folder / "own" / "frame.png").write_bytes(b"art")
    (folder / "mine" / "print" / "own.json").write_text("{}")
    (folder / "mine" / "print" / "own.pdf").write_bytes(b"%PDF-of-mine")
    Image.new("RGB", (800, 1000), (200, 20, 20)).save(folder / "img" / "a.png")
    config = tmp_path / "config" / "cardtools"
    config.mkdir(parents=True)
    (config / "printers.yaml").write_text("printers: []\n")
    return folder


def kept(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in folder.parent.rglob("*")
        if path.is_file() and ".cache" not in str(path)
    }


CARDS = ("print", "cards", "cards.csv", "--images", "img", "--template", "own/front.j2")
PROXIES = ("print", "proxies", "deck.txt", "-g", "uno", "--lang", "en")
PRINTS = {
    "cards": CARDS,
    "proxies": (*PROXIES, "--images", "img"),
    "one-up": ("print", "cards", "cards.csv", "--images", "img", "--profile", "mbprint-63x88"),
    "reference": ("print", "reference", "uno", "--lang", "en"),
    "scorepad": ("print", "scorepad", "uno", "--lang", "en"),
    "setup": ("print", "setup", "panda", "--players", "3", "--lang", "en"),
    "checklist": ("print", "checklist", "uno", "--lang", "en"),
    "registration": ("print", "registration", "deck.txt", "-g", "uno", "--lang", "en"),
    "verdicts": ("print", "verdicts", "deck.txt", "-g", "uno", "--lang", "en"),
    "calibration": ("print", "calibration", "--lang", "en"),
}


@pytest.mark.parametrize("name", PRINTS)
@pytest.mark.parametrize(
    "target", ["img/a.png", "own/frame.png", "cardtools.yaml", "../config/cardtools/printers.yaml", "thesis.docx", "x"]
)
def test_a_document_is_written_to_a_pdf_and_to_nothing_else(
    command: Command, desk: Path, name: str, target: str
) -> None:
    before = kept(desk)
    outcome = command(*PRINTS[name], "-o", target)
    assert (outcome.code, kept(desk)) == (2, before)
    assert outcome.err.startswith(f"{target}: file.unwritable ")
    assert len(outcome.err.splitlines()) == 1


@pytest.mark.parametrize("target", ["img/a.png", "cardtools.yaml", "own/front.j2", "deck.txt"])
def test_a_link_that_looks_like_a_pdf_saves_nothing(command: Command, desk: Path, target: str) -> None:
    (desk / "out.pdf").symlink_to(desk / target)
    before = kept(desk)
    assert command(*CARDS, "-o", "out.pdf").code == 2
    assert kept(desk) == before


def test_what_is_refused_says_which_ending_there_must_be(command: Command, desk: Path) -> None:
    outcome = command(*CARDS, "-o", "thesis.docx", "--lang", "en")
    assert outcome.err == ("thesis.docx: file.unwritable needs a name that ends in .pdf, as that is what is written\n")
    assert command(*CARDS, "-o", "Alma.PDF").code == 0
    assert (desk / "Alma.PDF").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "target"),
    [
        (("deck", "convert", "deck.txt", "-g", "uno", "--to", "yaml"), "cardtools.yaml"),
        (("deck", "convert", "deck.txt", "-g", "uno", "--to", "csv"), "cards.pdf"),
        (("deck", "convert", "deck.txt", "-g", "hkk", "--pool", "pool.csv", "--to", "csv"), "pool.csv"),
        (("deck", "merge", "deck.txt", "-g", "uno", "--to", "yaml"), "cardtools.yaml"),
        (("deck", "fmt", "deck.txt", "-g", "uno"), "cardtools.yaml"),
        (("deck", "fmt", "deck.txt", "-g", "uno"), "img/a.png"),
        (("deck", "convert", "deck.txt", "-g", "uno", "--data", "mine", "--to", "json"), "mine/print/own.json"),
        (("pool", "import", "pool.csv", "-g", "hkk"), "pool.csv"),
        (("pool", "import", "pool.csv", "-g", "hkk"), "cardtools.yaml"),
        (("pool", "import", "pool.csv", "-g", "hkk", "--data", "mine"), "mine/print/own.json"),
    ],
)
def test_lists_and_pools_replace_no_settings_no_data_and_no_other_kind_of_file(
    command: Command, desk: Path, arguments: tuple[str, ...], target: str
) -> None:
    before = kept(desk)
    outcome = command(*arguments, "-o", target)
    assert (outcome.code, kept(desk)) == (2, before)
    assert "file.unwritable" in outcome.err


def test_drawings_and_schemas_replace_no_other_kind_of_file_either(command: Command, desk: Path) -> None:
    before = kept(desk)
    assert command("deck", "code", "deck.txt", "-g", "uno", "--qr", "img/a.png").code == 2
    assert command("deck", "code", "deck.txt", "-g", "uno", "--qr", "cardtools.yaml").code == 2
    (desk / "schemas").mkdir()
    (desk / "schemas" / "pool.schema.json").symlink_to(desk / "cardtools.yaml")
    assert command("schema", "-o", "schemas").code == 2
    (desk / "schemas" / "pool.schema.json").unlink()
    assert kept(desk) == before


def test_an_evening_is_exported_under_a_name_of_its_kind(command: Command, desk: Path) -> None:
    assert command("session", "new", "e.jsonl", "-g", "uno", "--player", "A", "--player", "B").code == 0
    before = kept(desk)
    for target in ("cardtools.yaml", "img/a.png", "e.jsonl"):
        outcome = command("session", "export", "e.jsonl", "--to", "csv", "-o", target)
        assert (outcome.code, kept(desk)) == (2, before)
        assert "file.unwritable" in outcome.err


def test_files_that_came_with_the_program_are_never_replaced(command: Command, desk: Path) -> None:
    ours = shipped("data") / "games" / "uno" / "game.yaml"
    (desk / "out.yaml").symlink_to(ours)
    before = ours.read_bytes()
    outcome = command("deck", "convert", "deck.txt", "-g", "uno", "-o", "out.yaml")
    assert (outcome.code, ours.read_bytes()) == (2, before)


def test_a_document_of_before_is_replaced_wherever_it_lies(command: Command, desk: Path) -> None:
    for target in ("img/t.pdf", "mine/print/own.pdf", "own/t.pdf"):
        (desk / target).write_bytes(b"%PDF-1.0 of before")
        assert command(*CARDS, "--data", "mine", "-o", target).code == 0
        assert (desk / target).stat().st_size > 1000


def test_pictures_do_not_go_into_the_folder_they_come_from(command: Command, desk: Path) -> None:
    assert command("print", "cards", "cards.csv", "--profile", "mpc-63x88", "-o", "made").code == 0
    before = kept(desk)
    assert len([name for name in before if "/made/" in name]) == 4
    again = ("print", "cards", "cards.csv", "--images", "made", "--profile", "mpc-63x88")
    assert command(*again, "-o", "made").code == 2
    (desk / "again").symlink_to(desk / "made")
    assert command(*again, "-o", "again").code == 2
    assert kept(desk) == before


def test_pictures_that_cells_name_are_not_replaced_by_those_that_are_made_of_them(command: Command, desk: Path) -> None:
    assert command("print", "cards", "cards.csv", "--profile", "mpc-63x88", "-o", "made").code == 0
    (desk / "made" / "next.csv").write_text("name,image\nEgy,001-alma.png\n", encoding="utf-8")
    before = kept(desk)
    outcome = command("print", "cards", "made/next.csv", "--profile", "mpc-63x88", "-o", "made")
    assert (outcome.code, kept(desk)) == (2, before)
    assert "001-alma.png: file.unwritable" in outcome.err


def test_pictures_of_pages_go_through_no_link(command: Command, desk: Path) -> None:
    (desk / "elsewhere").mkdir()
    (desk / "t-preview").symlink_to(desk / "elsewhere")
    outcome = command("print", "calibration", "--preview", "-o", "t.pdf")
    assert (outcome.code, list((desk / "elsewhere").iterdir()), (desk / "t.pdf").exists()) == (2, [], False)
    assert "t-preview: file.unwritable" in outcome.err


def test_a_link_that_leads_to_no_folder_makes_none(command: Command, desk: Path) -> None:
    (desk / "t.pdf").symlink_to(desk / "nowhere" / "deep" / "t.pdf")
    outcome = command("print", "calibration", "-o", "t.pdf")
    assert (outcome.code, (desk / "nowhere").exists()) == (2, False)
    (desk / "u.pdf").symlink_to(desk / "there.pdf")
    assert command("print", "calibration", "-o", "u.pdf").code == 0
    assert (desk / "there.pdf").read_bytes().startswith(b"%PDF")


def test_the_manifest_tells_backs_from_fronts(command: Command, desk: Path) -> None:
    (desk / "half.csv").write_text("name,qty,back\nA,2,Hát\nB,1,\nC,1,Más\n", encoding="utf-8")
    outcome = command("print", "cards", "half.csv", "--profile", "mpc-poker", "-o", "made", "--lang", "en")
    assert outcome.code == 0
    manifest = json.loads((desk / "made" / "cardtools-manifest.json").read_text())
    names = [entry["name"] for entry in manifest["files"]]
    assert names == [
        "001-a.png",
        "002-a.png",
        "003-b.png",
        "004-c.png",
        "005-back-of-001-a.png",
        "006-back-of-002-a.png",
        "007-back-of-004-c.png",
    ]
    assert sorted(path.name for path in (desk / "made").iterdir()) == [*names, "cardtools-manifest.json"]
    assert "print.some-backs there are backs for 3 of the 4 cards" in outcome.err
