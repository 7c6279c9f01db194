"""Files of strangers cannot reach outside the given folders, and what is written is ours alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.printed import table
from tests.conftest import Outcome
from tests.render.reading import text_of

Command = Callable[..., Outcome]
SECRET = (1, 254, 3)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def images(tmp_path: Path) -> Path:
    folder = tmp_path / "given" / "images"
    folder.mkdir(parents=True)
    Image.new("RGB", (900, 900), (200, 20, 20)).save(folder / "ours.png")
    (tmp_path / "outside").mkdir()
    Image.new("RGB", (900, 900), SECRET).save(tmp_path / "outside" / "secret.png")
    (folder / "link.png").symlink_to(tmp_path / "outside" / "secret.png")
    (folder / "linked").symlink_to(tmp_path / "outside")
    return folder


@pytest.mark.parametrize(
    "cell",
    [
        "../../outside/secret.png",
        "..\\..\\outside\\secret.png",
        "link.png",
        "linked/secret.png",
        "{outside}/secret.png",
        "file://{outside}/secret.png",
        "https://example.invalid/secret.png",
        "ours.png/../../../outside/secret.png",
    ],
)
def test_no_cell_reaches_a_picture_outside_the_given_folder(
    command: Command, tmp_path: Path, images: Path, cell: str
) -> None:
    written = cell.format(outside=tmp_path / "outside")
    path = table(images.parent, [["A", "", 1, written]], "name,text,qty,image")
    target = tmp_path / "t.pdf"
    refused = command("print", "cards", path, "--images", images, "-o", target)
    assert (refused.code, target.exists()) == (1, False), refused.err
    drafted = command("print", "cards", path, "--images", images, "-o", target, "--draft", "--preview")
    assert drafted.code == 1
    with Image.open(tmp_path / "t-preview" / "001.png") as page:
        colours = {colour for _, colour in page.convert("RGB").getcolors(maxcolors=1 << 24) or ()}
    assert SECRET not in colours


def test_a_picture_of_the_given_folder_is_printed(command: Command, tmp_path: Path, images: Path) -> None:
    path = table(images.parent, [["A", "", 1, "ours.png"]], "name,text,qty,image")
    outcome = command("print", "cards", path, "--images", images, "-o", tmp_path / "t.pdf", "--preview")
    assert outcome.code == 0
    with Image.open(tmp_path / "t-preview" / "001.png") as page:
        assert (200, 20, 20) in {colour for _, colour in page.convert("RGB").getcolors(maxcolors=1 << 24) or ()}


@pytest.mark.parametrize("text", ["<img src='file:///etc/passwd'>", "<link rel=attachment href='file:///etc/passwd'>"])
def test_card_text_fetches_nothing(command: Command, tmp_path: Path, text: str) -> None:
    target = tmp_path / "t.pdf"
    assert command("print", "cards", table(tmp_path, [[text[:40], text, 1, text]]), "-o", target).code == 0
    assert b"EmbeddedFile" not in target.read_bytes()
    assert "root:" not in text_of(target.read_bytes())


def test_the_table_is_never_written_over(command: Command, tmp_path: Path) -> None:
    path = table(tmp_path, [["A", "", 1, ""]])
    before = path.read_bytes()
    outcome = command("print", "cards", path, "-o", path)
    assert (outcome.code, path.read_bytes()) == (2, before)
    assert "file.unwritable" in outcome.err


def test_pictures_of_an_earlier_run_do_not_stay_and_files_of_the_user_do(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "mpc"
    many = table(tmp_path, [[f"Card {n}", "", 1, ""] for n in range(1, 5)], name="many")
    few = table(tmp_path, [["Card 1", "", 1, ""], ["Anew", "", 1, ""]], name="few")
    assert command("print", "cards", many, "--profile", "mpc-63x88", "-o", folder).code == 0
    assert len(list(folder.glob("*.png"))) == 4
    (folder / "notes.txt").write_text("mine")
    outcome = command("print", "cards", few, "--profile", "mpc-63x88", "-o", folder, "--report", "json")
    assert sorted(path.name for path in folder.glob("*")) == sorted(
        [*(Path(path).name for path in json.loads(outcome.out)["paths"]), "cardtools-manifest.json", "notes.txt"]
    )


def test_pictures_of_pages_that_are_no_more_do_not_stay(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    for count, pages in ((10, 2), (9, 1)):
        path = table(tmp_path, [["Card", "", count, ""]])
        assert command("print", "cards", path, "--preview", "--backs", "none", "-o", target).code == 0
        assert len(list((tmp_path / "t-preview").glob("*.png"))) == pages


def test_two_cards_of_one_name_are_two_pictures(command: Command, tmp_path: Path) -> None:
    path = table(tmp_path, [["Őr!", "one", 1, ""], ["ŐR?", "two", 1, ""]])
    assert command("print", "cards", path, "--profile", "mpc-63x88", "-o", tmp_path / "p").code == 0
    assert sorted(one.name for one in (tmp_path / "p").glob("*.png")) == ["001-or.png", "002-or.png"]


def test_an_error_half_way_leaves_the_file_of_before_as_it_was(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    assert command("print", "cards", table(tmp_path, [["A", "", 1, ""]]), "-o", target).code == 0
    before = target.read_bytes()
    assert command("print", "cards", table(tmp_path, [["A", "שלום", 1, ""]]), "-o", target).code == 1
    assert target.read_bytes() == before
    assert not list(tmp_path.glob(".*part"))


@pytest.mark.parametrize("home", ["/dev/null/nobody", "/proc/nobody"])
def test_it_prints_without_a_home_that_can_be_written(tmp_path: Path, home: str) -> None:
    path = table(tmp_path, [["A", "", 1, ""]])
    hidden = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "DISPLAY")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [sys.executable, "-m", "cardtools", "print", "cards", str(path), "-o", str(tmp_path / "t.pdf")],
        env={**environment, "HOME": home},
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode() == f"{tmp_path / 't.pdf'}\n"
    assert b"Fontconfig" not in done.stderr


def test_a_ring_of_links_to_write_to_is_one_line(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").symlink_to(tmp_path / "b.pdf")
    (tmp_path / "b.pdf").symlink_to(tmp_path / "a.pdf")
    table = tmp_path / "cards.csv"
    table.write_text("name\nOne\n", "utf-8")
    outcome = command("print", "cards", table, "-o", tmp_path / "a.pdf")
    assert outcome.code == 2
    assert "file.unwritable" in outcome.err
