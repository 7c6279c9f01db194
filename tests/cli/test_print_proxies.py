"""Proxies of a list: in words or with the user's pictures, all of them or what is missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.printed import laid_out
from tests.conftest import Outcome
from tests.render.reading import squeezed, text_of

Command = Callable[..., Outcome]
POOL = "1 | Életerő | Leah azonnali\r\n2 | Turulmadár | Raia szörny\r\n3 | Őrző | Tharr szörny\r\n"
GREEN = (20, 180, 40)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pool.txt").write_text(POOL, encoding="utf-8-sig")
    (tmp_path / "deck.txt").write_text("3 Életerő\n1 Turulmadár\n2 Őrző\n", encoding="utf-8")
    (tmp_path / "owned.txt").write_text("1 Életerő\n1 Turulmadár\n", encoding="utf-8")
    return tmp_path


ARGUMENTS = ("print", "proxies", "deck.txt", "-g", "hkk", "--pool", "pool.txt", "--lang", "hu", "-o", "p.pdf")


def names(folder: Path) -> list[str]:
    pages = laid_out((folder / "p.pdf").read_bytes())
    known = ("Életerő", "Turulmadár", "Őrző")
    return [next(name for name in known if name in one.words) for page in pages[::2] for one in page]


def test_every_card_of_the_list_is_printed_as_often_as_it_stands_there(command: Command, folder: Path) -> None:
    assert command(*ARGUMENTS).code == 0
    assert names(folder) == ["Életerő"] * 3 + ["Turulmadár"] + ["Őrző"] * 2
    assert squeezed(text_of((folder / "p.pdf").read_bytes())).count("PROXY") >= 6


def test_only_what_is_missing_is_printed(command: Command, folder: Path) -> None:
    outcome = command(*ARGUMENTS, "--missing-only", "--owned", "owned.txt", "--report", "json")
    assert (outcome.code, json.loads(outcome.out)["cards"]) == (0, 4)
    assert names(folder) == ["Életerő"] * 2 + ["Őrző"] * 2


def test_the_owned_list_may_stand_in_the_folders_settings(command: Command, folder: Path) -> None:
    (folder / "cardtools.yaml").write_text("game: hkk\nowned: owned.txt\npool: pool.txt\n", encoding="utf-8")
    assert command("print", "proxies", "deck.txt", "--missing-only", "--lang", "hu", "-o", "p.pdf").code == 0
    assert names(folder) == ["Életerő"] * 2 + ["Őrző"] * 2
    assert command("print", "proxies", "deck.txt", "--lang", "hu", "-o", "p.pdf").code == 0
    assert len(names(folder)) == 6


def test_nothing_missing_is_said_and_no_file_is_written(command: Command, folder: Path) -> None:
    outcome = command(*ARGUMENTS, "--missing-only", "--owned", "deck.txt")
    assert (outcome.code, outcome.out) == (1, "")
    assert "semmi sem hiányzik" in outcome.err
    assert not (folder / "p.pdf").exists()


def test_without_an_owned_list_nothing_can_be_missing(command: Command) -> None:
    outcome = command(*ARGUMENTS, "--missing-only")
    assert (outcome.code, "usage.no-owned" in outcome.err) == (2, True)


def test_some_cards_are_chosen_with_copies_of_their_own(command: Command, folder: Path) -> None:
    assert command(*ARGUMENTS, "--only", "eletero", "--only", "3", "--copies", "1").code == 0
    assert names(folder) == ["Életerő", "Őrző"]


def test_pictures_of_the_user_are_printed_and_the_rest_in_words(command: Command, folder: Path) -> None:
    (folder / "kepek").mkdir()
    Image.new("RGB", (750, 1050), GREEN).save(folder / "kepek" / "turulmadar.png")
    (folder / "kepek" / "őrző.jpg").write_bytes(b"\xff\xd8\xff\xe0 cut short")
    outcome = command(*ARGUMENTS, "--images", "kepek", "--preview", "--report", "json")
    report = json.loads(outcome.out)
    assert outcome.code == 0
    assert {one["code"] for one in report["findings"]} >= {"print.picture-broken", "print.no-picture"}
    assert report["lowest_ppi"] >= 290
    with Image.open(folder / "p-preview" / "001.png") as page:
        colours = {colour for _, colour in page.convert("RGB").getcolors(maxcolors=1 << 24) or ()}
    assert GREEN in colours
    assert command(*ARGUMENTS, "--images", "kepek", "--strict").code == 1


def test_a_list_that_is_the_file_to_write_is_not_written_over(command: Command, folder: Path) -> None:
    before = (folder / "deck.txt").read_bytes()
    outcome = command("print", "proxies", "deck.txt", "-g", "hkk", "--pool", "pool.txt", "-o", "deck.txt")
    assert (outcome.code, (folder / "deck.txt").read_bytes()) == (2, before)


def test_a_card_that_there_is_but_not_in_the_deck_is_said_to_be_left_out(command: Command) -> None:
    assert command("print", "cards", "uno", "--only", "red-8", "--copies", "1", "-o", "u.pdf").code == 0
    Path("uno.txt").write_text("1 Red 7\n", encoding="utf-8")
    arguments = ("print", "proxies", "uno.txt", "-g", "uno", "--lang", "en", "-o", "t.pdf", "--only")
    outcome = command(*arguments, "Red 8")
    assert outcome.code == 2
    assert 'the card "Red 8" is not among those that would be printed' in outcome.err
    assert 'no card is called "Red 88"' in command(*arguments, "Red 88").err
