"""A draft is written although there are errors; without it an error writes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.printed import laid_out, table
from tests.conftest import Outcome
from tests.render.reading import squeezed, text_of

Command = Callable[..., Outcome]

LONG = "A word or two too much. " * 150
ROWS = [["Long", LONG, 1, ""], ["Hebrew", "שלום", 1, ""], ["Fine", "Fits.", 2, ""]]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (["Long", LONG, 1, ""], "print.overflow"),
        (["Hebrew", "שלום", 1, ""], "print.letters"),
        (["Emoji", "🦄 goes", 1, ""], "print.letters"),
        (["Twice", "x", "two", ""], "table.count"),
        (["Out", "x", 1, "../../secret.png"], "print.picture-outside"),
    ],
)
def test_an_error_writes_nothing_and_a_draft_is_written_all_the_same(
    command: Command, tmp_path: Path, row: list[object], code: str
) -> None:
    target = tmp_path / "t.pdf"
    arguments = ("print", "cards", table(tmp_path, [row, ["Fine", "Fits.", 1, ""]]), "-o", target)
    refused = command(*arguments)
    assert (refused.code, refused.out, target.exists()) == (1, "", False)
    assert code in refused.err
    drafted = command(*arguments, "--draft", "--report", "json")
    report = json.loads(drafted.out)
    assert (drafted.code, report["draft"]) == (1, True)
    assert code in [finding["code"] for finding in report["findings"] if finding["severity"] == "error"]
    assert "DRAFT" in text_of(target.read_bytes())
    assert "Fits." in text_of(target.read_bytes())


def test_a_draft_of_which_nothing_is_left_tells_why(command: Command, tmp_path: Path) -> None:
    outcome = command("print", "cards", table(tmp_path, [["Long", "x" * 30_000, 1, ""]]), "--draft", "-o", "t.pdf")
    assert (outcome.code, outcome.out) == (1, "")
    assert "t.csv:2: table.too-long" in outcome.err


def test_what_does_not_fit_is_cut_with_an_ellipsis_and_foreign_letters_are_question_marks(
    command: Command, tmp_path: Path
) -> None:
    target = tmp_path / "t.pdf"
    outcome = command("print", "cards", table(tmp_path, ROWS), "-o", target, "--draft")
    assert outcome.code == 1
    assert outcome.err.count("print.overflow") == outcome.err.count("print.letters") == 1
    (page,) = [page for page in laid_out(target.read_bytes()) if page]
    long, hebrew, *fine = page
    assert "…" in long.words
    assert squeezed(LONG[:100]) in long.words
    assert "????" in hebrew.words
    assert ["Fits." in one.words for one in fine] == [True, True]


def test_a_draft_without_an_error_is_a_draft_on_every_sheet_and_exit_0(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    outcome = command("print", "cards", table(tmp_path, [["Fine", "Fits.", 10, ""]]), "-o", target, "--draft")
    assert outcome.code == 0
    assert text_of(target.read_bytes()).count("DRAFT") == 2


def test_an_unknown_card_of_a_deck_is_a_blank_of_its_name_in_a_draft(command: Command, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("1 Vörös villám\n2 Nincs ilyen lap\n", encoding="utf-8")
    target = tmp_path / "p.pdf"
    arguments = ("print", "proxies", deck, "-g", "hkk", "--lang", "hu", "-o", target, "--backs", "none")
    assert command(*arguments).code == 1
    assert not target.exists()
    outcome = command(*arguments, "--draft")
    assert outcome.code == 1
    assert "deck.unknown-card" in outcome.err
    words = squeezed(text_of(target.read_bytes()))
    assert words.count("Nincsilyenlap") == 2
    assert "VÁZLAT" in words


def test_strict_takes_a_warning_for_an_error_and_a_draft_shows_it(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    path = table(tmp_path, [["A", "", 1, "x"]], "name,text,qty,rubbish")
    assert command("print", "cards", path, "-o", target).code == 0
    target.unlink()
    refused = command("print", "cards", path, "-o", target, "--strict")
    assert (refused.code, refused.out, target.exists()) == (1, "", False)


def test_what_a_maker_is_handed_is_never_a_draft(command: Command, tmp_path: Path) -> None:
    outcome = command(
        "print", "cards", table(tmp_path, ROWS), "-o", tmp_path / "x", "--draft", "--profile", "mpc-poker"
    )
    assert (outcome.code, "usage.profile-draft" in outcome.err) == (2, True)
