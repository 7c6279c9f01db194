"""Where a setting comes from: a flag, the profile, cardtools.yaml, the game, and what is usual, in this order."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from tests.cli.printed import laid_out, table
from tests.conftest import Outcome

Command = Callable[..., Outcome]

A4, LETTER, A5 = (210, 297), (216, 279), (148, 210)
MM = 25.4 / 72


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    table(tmp_path, [["A", "", 1, "B"]])
    return tmp_path


def paper(path: Path) -> tuple[int, int]:
    with pikepdf.open(path) as document:
        _, _, width, height = (float(edge) * MM for edge in document.pages[0].mediabox)
    return round(width), round(height)


def written(folder: Path, text: str) -> None:
    (folder / "cardtools.yaml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("settings", "flags", "expected"),
    [
        ("", (), A4),
        ("paper: letter\n", (), LETTER),
        ("paper: letter\n", ("--profile", "home-a4"), A4),
        ("paper: a4\n", ("--profile", "home-letter"), LETTER),
        ("paper: letter\n", ("--profile", "home-a4", "--paper", "a5"), A5),
        ("paper: letter\n", ("--paper", "a5"), A5),
    ],
)
def test_flag_before_profile_before_folder_before_what_is_usual(
    command: Command, folder: Path, settings: str, flags: tuple[str, ...], expected: tuple[int, int]
) -> None:
    if settings:
        written(folder, settings)
    assert command("print", "cards", "t.csv", "-o", "t.pdf", *flags).code == 0
    assert paper(folder / "t.pdf") == expected


def test_a_size_asked_for_goes_before_that_of_the_game(command: Command, folder: Path) -> None:
    assert command("print", "cards", "uno", "--only", "red-7", "--copies", "1", "-o", "u.pdf").code == 0
    assert laid_out((folder / "u.pdf").read_bytes())[0]
    smaller = ("--size", "mini-euro", "--only", "red-7", "--copies", "1")
    assert command("print", "cards", "uno", *smaller, "-o", "u.pdf").code == 0
    assert laid_out((folder / "u.pdf").read_bytes(), (44.0, 68.0))[0]


def test_the_game_and_its_pool_come_from_the_folder_and_a_pool_of_another_game_does_not(
    command: Command, folder: Path
) -> None:
    (folder / "pool.txt").write_text("1 | Életerő | Leah azonnali\r\n", encoding="utf-8-sig")
    (folder / "deck.txt").write_text("2 Életerő\n", encoding="utf-8")
    (folder / "other.txt").write_text("1 Red 7\n", encoding="utf-8")
    written(folder, "game: hkk\npool: pool.txt\nlang: hu\n")
    outcome = command("print", "proxies", "deck.txt", "--report", "json")
    report = json.loads(outcome.out)
    assert (report["game"], report["language"], report["cards"]) == ("hkk", "hu", 2)
    assert report["path"] == "output/hkk-proxies-deck-hu.pdf"
    other = command("print", "proxies", "other.txt", "-g", "uno", "--lang", "en", "--report", "json")
    assert json.loads(other.out)["cards"] == 1


def backs_of(path: Path) -> tuple[float, float]:
    (back,) = laid_out(path.read_bytes())[1]
    return back.x_mm, back.y_mm


def test_a_kept_printer_moves_backs_and_flags_go_before_it(command: Command, folder: Path) -> None:
    arguments = ("print", "cards", "t.csv", "-o", "t.pdf")
    assert command(*arguments).code == 0
    x, y = backs_of(folder / "t.pdf")
    kept = command("print", "calibration", "--save", "Otthoni", "--offset", "0,4; −1,2")
    assert (kept.code, kept.out) == (0, f"{folder / 'config/cardtools/printers.yaml'}\n")
    assert command(*arguments, "--printer", "OTTHONI").code == 0
    assert backs_of(folder / "t.pdf") == pytest.approx((x + 0.4, y - 1.2), abs=0.01)
    written(folder, "printer: otthoni\n")
    assert command(*arguments).code == 0
    assert backs_of(folder / "t.pdf") == pytest.approx((x + 0.4, y - 1.2), abs=0.01)
    assert command(*arguments, "--back-offset", "1,0").code == 0
    assert backs_of(folder / "t.pdf") == pytest.approx((x + 1, y), abs=0.01)


def test_the_folders_printer_says_nothing_where_there_are_no_back_sheets(command: Command, folder: Path) -> None:
    assert command("print", "calibration", "--save", "Otthoni", "--offset", "1,1").code == 0
    written(folder, "printer: Otthoni\n")
    quiet = command("print", "cards", "t.csv", "--backs", "none", "--report", "json")
    assert (quiet.code, json.loads(quiet.out)["findings"]) == (0, [])
    said = command("print", "cards", "t.csv", "--backs", "none", "--printer", "Otthoni", "--report", "json")
    assert [one["code"] for one in json.loads(said.out)["findings"]] == ["print.back-offset-unused"]
    assert command("print", "cards", "t.csv", "--profile", "mbprint-63x88").code == 0


@pytest.mark.parametrize(
    "flags",
    [
        ("--bleed", "1"), ("--size", "poker"), ("--paper", "a4"), ("--gap", "1"), ("--margin", "1"),
        ("--marks", "none"), ("--orientation", "portrait"), ("--back-offset", "1,1"), ("--slots", "1"),
        ("--backs", "short"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("profile", ["mpc-63x88", "mbprint-63x88", "tts"])
def test_a_makers_profile_refuses_flags_that_change_its_geometry(
    command: Command, folder: Path, profile: str, flags: tuple[str, ...]
) -> None:
    outcome = command("print", "cards", "t.csv", "--profile", profile, *flags)
    assert (outcome.code, outcome.out) == (2, "")
    assert "usage.profile-locked" in outcome.err
    assert flags[0] in outcome.err
    assert not (folder / "output").exists()


def test_a_makers_profile_takes_no_paper_from_the_folder(command: Command, folder: Path) -> None:
    written(folder, "paper: letter\n")
    outcome = command("print", "cards", "t.csv", "--profile", "mbprint-63x88")
    assert (outcome.code, outcome.out) == (0, "output/t-cards-mbprint-63x88-en.pdf\n")
    with pikepdf.open(io.BytesIO((folder / outcome.out.strip()).read_bytes())) as document:
        sizes = {tuple(round(float(edge) * MM, 2) for edge in page.mediabox) for page in document.pages}
    assert sizes == {(0, 0, 69, 94)}


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--profile", "mpc-poke"), 2, "mpc-poker"),
        (("--printer", "Canon"), 2, "usage.unknown-printer"),
        (("--sheets", "x"), 2, "usage.numbers"),
        (("--back-offset", "far"), 2, "usage.offset"),
        (("--images", "nowhere"), 2, "nowhere: file.unreadable"),
        (("--template", "nowhere.j2"), 2, "nowhere.j2: file.unreadable"),
        (("--margin", "nan"), 2, "a number from 0 to 50 is needed"),
        (("--copies", "0"), 2, "--copies"),
        (("--profile", "mpc-poker", "-o", "x.pdf"), 2, "x.pdf: file.unwritable"),
        (("--profile", "tts", "--preview"), 2, "usage.preview-pictures"),
        (("--slots", "10"), 1, "print.slots"),
        (("--back-offset", "15,0"), 1, "print.back-offset"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    command: Command, folder: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    before = sorted(folder.rglob("*"))
    outcome = command("print", "cards", "t.csv", *arguments)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (code, "", 1)
    assert told in outcome.err
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("settings", "typed", "told"),
    [
        (
            "lang: en\npaper: B7\n",
            ("print", "cards", "t.csv"),
            'cardtools.yaml:2: usage.unknown-paper there is no paper "b7"',
        ),
        ("printer: attic\n", ("print", "cards", "t.csv"), "cardtools.yaml:1: usage.unknown-printer"),
        ("game: uno\nformat: [box, street]\n", ("validate", "t.csv"), "cardtools.yaml:2: usage.unknown-format"),
        ("\ngame: chess\n", ("validate", "t.csv"), "cardtools.yaml:2: usage.unknown-game"),
        ("paper: b7\n", ("print", "cards", "t.csv", "--paper=b7"), "cardtools: usage.unknown-paper"),
        ("paper: a4\n", ("print", "cards", "t.csv", "--paper", "b7"), "cardtools: usage.unknown-paper"),
    ],
)
def test_what_is_unknown_is_told_where_it_stands(
    command: Command, folder: Path, settings: str, typed: tuple[str, ...], told: str
) -> None:
    written(folder, settings)
    outcome = command(*typed)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith(told)


def test_pictures_and_templates_are_for_tables(command: Command) -> None:
    for flags in (("--images", "."), ("--template", "x.j2")):
        outcome = command("print", "cards", "uno", *flags)
        assert (outcome.code, "usage.table-only" in outcome.err) == (2, True)


def test_a_grid_takes_cards_of_one_size(command: Command, folder: Path) -> None:
    table(folder, [["A", "mini-euro"], ["B", ""]], "name,size", "sizes")
    outcome = command("print", "cards", "sizes.csv", "--profile", "tts")
    assert (outcome.code, "print.profile-size" in outcome.err) == (1, True)
    assert command("print", "cards", "sizes.csv", "--profile", "tts", "--only", "A").code == 0
