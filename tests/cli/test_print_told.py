"""What is told of a print run: figures in words, as JSON and as CSV, and a bar on a terminal where it takes long."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.app.print_run import Progress
from cardtools.cli.print_told import progress_bar
from cardtools.words.catalog import Words
from tests.cli.printed import table
from tests.conftest import Outcome

Command = Callable[..., Outcome]
ROWS: list[list[object]] = [["A", "", 3, "back"], ["B", "", 0, ""], ["C", "", "", ""]]

KEYS = {
    "schema", "path", "paths", "preview", "document", "game", "title", "language", "profile", "paper", "draft",
    "rows_read", "rows_skipped", "rows_refused", "cards_read", "cards", "copies", "faces", "faces_rendered",
    "faces_reused", "sheets", "pages", "smallest_pt", "lowest_ppi", "ruler", "findings",
}  # fmt: skip


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


def test_json_counts_what_was_read_rendered_reused_and_laid_on_sheets(command: Command, tmp_path: Path) -> None:
    path = table(tmp_path, ROWS)
    first, again = (json.loads(command("print", "cards", path, "--report", "json").out) for _ in range(2))
    assert set(first) == KEYS
    assert (first["schema"], first["document"], first["game"]) == ("cardtools.print/1", "cards", None)
    assert (first["rows_read"], first["rows_skipped"], first["rows_refused"]) == (3, 1, 0)
    assert (first["cards_read"], first["cards"], first["copies"]) == (2, 4, 4)
    assert (first["sheets"], first["pages"], first["ruler"]) == (1, 2, True)
    assert (first["faces"], first["faces_rendered"], first["faces_reused"]) == (3, 3, 0)
    assert (again["faces"], again["faces_rendered"], again["faces_reused"]) == (3, 0, 3)
    assert first["smallest_pt"] >= 6
    assert {one["code"] for one in first["findings"]} == {"table.skipped", "table.blank-count"}


def test_an_edit_renders_one_face(command: Command, tmp_path: Path) -> None:
    assert command("print", "cards", table(tmp_path, ROWS)).code == 0
    edited = table(tmp_path, [["A", "Anew.", 3, "back"], *ROWS[1:]])
    report = json.loads(command("print", "cards", edited, "--report", "json").out)
    assert (report["faces_rendered"], report["faces_reused"]) == (1, 2)


def test_the_path_stands_alone_on_stdout_and_figures_beside_it(command: Command, tmp_path: Path) -> None:
    outcome = command("print", "cards", table(tmp_path, ROWS), "--lang", "hu")
    assert outcome.out == "output/t-cards-hu.pdf\n"
    last = outcome.err.splitlines()[-1]
    assert last.startswith("3 sor beolvasva (1 darabszáma 0, 0 hibás); 4 kártya, 3 lapkép (3 új, 0 a gyorstárból)")
    assert "1 ív, 2 oldal" in last


def test_csv_is_one_row_of_figures(command: Command, tmp_path: Path) -> None:
    outcome = command("print", "cards", table(tmp_path, ROWS), "--report", "csv")
    (row,) = csv.DictReader(io.StringIO(outcome.out))
    assert (row["path"], row["cards"], row["faces_rendered"]) == ("output/t-cards-en.pdf", "4", "3")


def test_a_folder_of_pictures_lists_its_files(command: Command, tmp_path: Path) -> None:
    outcome = command("print", "cards", table(tmp_path, ROWS), "--profile", "mpc-63x88", "--report", "json")
    report = json.loads(outcome.out)
    assert report["path"] == "output/t-cards-mpc-63x88-en"
    assert len(report["paths"]) == report["pages"] == 7
    assert all((tmp_path / path).is_file() for path in report["paths"])
    assert (report["sheets"], report["ruler"], report["paper"]) == (0, None, None)


def test_a_margin_without_room_for_the_ruler_is_told(command: Command, tmp_path: Path) -> None:
    path = table(tmp_path, ROWS)
    outcome = command("print", "cards", path, "--size", "200x287", "--marks", "none", "--report", "json")
    report = json.loads(outcome.out)
    assert report["ruler"] is False
    assert "print.no-ruler" in {one["code"] for one in report["findings"]}


@pytest.mark.parametrize("arguments", [("reference", "panda"), ("calibration",)])
def test_other_documents_tell_the_same_keys(command: Command, arguments: tuple[str, ...]) -> None:
    report = json.loads(command("print", *arguments, "--report", "json").out)
    assert set(report) == KEYS
    assert report["document"] == arguments[0]
    assert report["pages"] > 0


def test_a_kept_printer_is_told_as_data(command: Command) -> None:
    outcome = command("print", "calibration", "--save", "My  Printer", "--offset", "0.4,-1.2", "--report", "json")
    told = json.loads(outcome.out)
    assert (told["schema"], told["name"]) == ("cardtools.printer/1", "My Printer")
    assert (told["x_mm"], told["y_mm"], told["degrees"]) == (0.4, -1.2, 0)


@pytest.mark.parametrize(
    ("flags", "code"),
    [(("--save", "X"), "usage.offset-missing"), (("--offset", "1,1"), "usage.save-missing")],
)
def test_a_name_and_an_offset_belong_together(command: Command, flags: tuple[str, ...], code: str) -> None:
    outcome = command("print", "calibration", *flags)
    assert (outcome.code, outcome.out) == (2, "")
    assert code in outcome.err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("total", "shown"), [(500, True), (5, False)])
def test_a_long_run_shows_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch, total: int, shown: bool) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_bar(Words("en")) as bar:
        assert bar is not None
        for done in (total // 2, total):
            bar(Progress(done, total, reused=7, cards=540, sheets=60))
    told = terminal.getvalue()
    assert ("540 cards on 60 sheets, 7 faces reused" in told) == shown
    assert (f"{total}/{total}" in told) == shown


def test_where_stderr_is_no_terminal_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_bar(Words("en")) as bar:
        assert bar is None


@pytest.mark.parametrize("arguments", [["print", "--help"], ["print", "cards", "--help"], ["print", "cards"]])
def test_help_loads_nothing_that_lays_out(arguments: list[str]) -> None:
    code = (
        "import sys; from cardtools.cli.main import run; run(sys.argv[1:]);"
        "print([name for name in ('weasyprint', 'pikepdf', 'jinja2', 'PIL', 'pypdfium2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"
