"""Documents besides cards: each command writes its file and says where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from cardtools.store.workspace import shipped
from tests.conftest import Outcome
from tests.render.reading import squeezed, text_of

Command = Callable[..., Outcome]


DECK = str(shipped("data") / "games/hkk/decks/demo-tournament.txt")
ILLEGAL = str(shipped("data") / "games/hkk/decks/illegal-colours.txt")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        (("calibration", "--lang", "hu"), "output/calibration-a4-hu.pdf"),
        (("calibration", "--paper", "letter", "--backs", "short", "--landscape"), None),
        (("reference", "uno", "--lang", "hu", "--fold", "trifold"), "output/uno-reference-trifold-hu.pdf"),
        (("reference", "panda", "--lang", "en", "--economy"), "output/panda-reference-economy-en.pdf"),
        (("scorepad", "uno", "--lang", "hu", "--players", "4"), None),
        (("registration", DECK, "-g", "hkk", "--lang", "hu", "--player", "Anna"), None),
        (("setup", "uno", "--players", "3", "--players", "4", "--slips", "2"), "output/uno-setup-3-4-en.pdf"),
        (("checklist", "nepmesek", "--lang", "hu"), "output/nepmesek-checklist-hu.pdf"),
    ],
)
def test_a_document_is_written_and_its_path_told(
    command: Command, folder: Path, arguments: tuple[str, ...], path: str | None
) -> None:
    outcome = command("print", *arguments)
    assert outcome.code == 0, outcome.err
    written = outcome.out.removesuffix("\n")
    assert path in (None, written)
    with pikepdf.open(folder / written) as document:
        assert len(document.pages) >= 1


def test_large_type_is_not_folded(command: Command) -> None:
    outcome = command("print", "reference", "uno", "--large", "--fold", "pocket")
    assert (outcome.code, "usage.large-fold" in outcome.err) == (2, True)


def test_the_pages_of_a_kept_printer_say_how_they_are_moved(command: Command, folder: Path) -> None:
    assert command("print", "calibration", "--save", "Home", "--offset", "0.4,-1.2", "--rotate", "0.5").code == 0
    assert command("print", "calibration", "--printer", "home", "--lang", "en", "-o", "c.pdf").code == 0
    assert "X0.4mm,Y−1.2mmand0.5°" in squeezed(text_of((folder / "c.pdf").read_bytes()))


def test_pictures_of_pages_lie_beside_the_file(command: Command, folder: Path) -> None:
    assert command("print", "calibration", "--preview", "-o", "c.pdf").code == 0
    assert sorted(path.name for path in (folder / "c-preview").glob("*.png")) == ["001.png", "002.png", "003.png"]


@pytest.mark.parametrize("arguments", [("registration", ILLEGAL), ("verdicts", DECK, ILLEGAL)])
def test_lists_that_break_a_rule_are_printed_and_end_as_validate_does(
    command: Command, folder: Path, arguments: tuple[str, ...]
) -> None:
    outcome = command("print", *arguments, "-g", "hkk", "-o", "form.pdf", "--report", "json")
    assert outcome.code == 1
    assert (folder / "form.pdf").is_file()
    told = json.loads(outcome.out)
    assert (told["document"], told["draft"]) == (arguments[0], False)


def test_a_folder_of_its_own_format_has_a_checklist_of_the_whole_box(command: Command, folder: Path) -> None:
    (folder / "cardtools.yaml").write_text("game: hkk\nformat: tournament\n", encoding="utf-8")
    assert command("print", "checklist", "hkk").code == 0
    assert command("print", "checklist", "hkk", "-f", "tournament").code == 2


def test_score_pads_have_pictures_of_their_pages(command: Command, folder: Path) -> None:
    assert command("print", "scorepad", "uno", "-o", "pad.pdf", "--preview").code == 0
    assert [path.name for path in (folder / "pad-preview").glob("*.png")] == ["001.png"]


def test_the_reference_sheet_tells_how_much_of_its_language_there_is(command: Command, folder: Path) -> None:
    command("print", "reference", "uno", "--lang", "en", "-o", "sheet.pdf")
    assert "100%" in squeezed(text_of((folder / "sheet.pdf").read_bytes()))
