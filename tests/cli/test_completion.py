"""What a shell is told when it asks what may stand where the cursor is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shlex import quote

import pytest

from tests.conftest import REPO, Outcome

Command = Callable[..., Outcome]


@pytest.fixture
def suggested(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], list[str]]:
    """Return what bash is told for a line whose last word is being written; what a file may be, is ``file``."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def ask(line: str) -> list[str]:
        words = line.split(" ")
        monkeypatch.setenv("_CARDTOOLS_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", "\n".join(words))
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        outcome = command()
        monkeypatch.delenv("_CARDTOOLS_COMPLETE")
        assert (outcome.code, outcome.err) == (0, "")
        told = [line.partition(",") for line in outcome.out.splitlines() if line]
        return [value if kind == "plain" else kind for kind, _, value in told]

    return ask


Ask = Callable[[str], list[str]]


def test_commands_are_completed(suggested: Ask) -> None:
    assert suggested("cardtools va") == ["validate"]
    assert {"validate", "score", "print", "doctor", "completion"} <= set(suggested("cardtools "))
    assert suggested("cardtools print ca") == ["cards", "calibration"]


def test_options_are_completed(suggested: Ask) -> None:
    assert suggested("cardtools print cards uno --back") == ["--backs", "--back-offset", "--back-rotate"]
    assert suggested("cardtools print cards uno --backs s") == ["short"]


@pytest.mark.parametrize("line", ["cardtools validate -g u", "cardtools setup u", "cardtools deck stats x.txt -g u"])
def test_games_are_completed(suggested: Ask, line: str) -> None:
    assert suggested(line) == ["unikornis", "uno"]


def test_where_a_file_may_stand_files_are_completed_too(suggested: Ask) -> None:
    assert suggested("cardtools print cards un") == ["unikornis", "uno", "file"]
    assert suggested("cardtools validate de") == ["file"]
    assert suggested("cardtools score uno ev") == ["file"]


@pytest.mark.parametrize(
    "line",
    ["cardtools validate -g uno -f ", "cardtools print checklist uno -f ", "cardtools deck hand x.txt -g uno -f "],
)
def test_formats_are_those_of_the_game(suggested: Ask, line: str) -> None:
    assert suggested(line) == ["box", "classic"]


def test_without_a_game_there_are_no_formats_but_those_of_the_settings(suggested: Ask) -> None:
    assert suggested("cardtools validate -f ") == []
    Path("cardtools.yaml").write_text("game: uno\n")
    assert suggested("cardtools validate -f ") == ["box", "classic"]


def test_variants_languages_papers_sizes_and_profiles_are_completed(suggested: Ask) -> None:
    assert suggested("cardtools setup uno --variant ") == ["box", "classic", "standard", "lowest"]
    assert suggested("cardtools games --lang ") == ["en", "hu", "pl", "cs", "sk"]
    assert suggested("cardtools print reference uno --paper l") == ["letter", "legal"]
    assert suggested("cardtools print cards uno --size p") == ["poker"]
    assert suggested("cardtools print cards uno --profile mpc") == ["mpc-63x88", "mpc-poker"]


def test_printers_that_were_kept_are_completed(suggested: Ask) -> None:
    from cardtools.store.printers import save_printer

    assert suggested("cardtools print cards uno --printer ") == []
    save_printer("Konyha", 0.4, -1.2)
    assert suggested("cardtools print cards uno --printer ") == ["Konyha"]


def test_games_of_a_data_folder_of_ones_own_are_completed(suggested: Ask, command: Command) -> None:
    assert command("new", "otters", "mine").code == 0
    assert suggested("cardtools setup --data mine ott") == ["otters"]


def test_broken_settings_and_folders_suggest_nothing_and_complain_of_nothing(suggested: Ask) -> None:
    assert suggested("cardtools validate --data nowhere -g ") == []
    Path("cardtools.yaml").write_text("game: [\n")
    assert suggested("cardtools validate -g ") == []
    assert suggested("cardtools va") == ["validate"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_asks_this_program(command: Command, shell: str) -> None:
    outcome = command("completion", shell)
    assert (outcome.code, outcome.err) == (0, "")
    assert f"_CARDTOOLS_COMPLETE={shell}_complete" in outcome.out
    assert command("completion", "csh").code == 2


def test_the_script_is_printed_beside_broken_settings(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cardtools.yaml").write_text("game: [\n")
    assert command("completion", "bash").code == 0


def test_bash_completes_by_its_script(command: Command, tmp_path: Path) -> None:
    program = tmp_path / "cardtools"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={quote(str(REPO))} exec {quote(sys.executable)} -m cardtools "$@"\n')
    program.chmod(0o755)
    script = command("completion", "bash").out
    asked = "COMP_WORDS=(cardtools validate -g un); COMP_CWORD=3; _cardtools_completion cardtools"
    lines = f'{script}\n{asked}\necho "${{COMPREPLY[@]}}"'
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "--norc", "-c", lines], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["unikornis", "uno"]


def test_completing_loads_nothing_that_prints() -> None:
    program = (
        "import sys; from cardtools.cli.main import run; code = run([]); "
        "print(sorted({'weasyprint', 'pikepdf', 'jinja2', 'PIL'} & set(sys.modules)), code, file=sys.stderr)"
    )
    environment = {
        **os.environ,
        "_CARDTOOLS_COMPLETE": "bash_complete",
        "COMP_WORDS": "cardtools print cards uno --profile m",
        "COMP_CWORD": "5",
    }
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["plain,mpc-63x88", "plain,mpc-poker", "plain,mbprint-63x88"]
    assert done.stderr.splitlines()[-1] == "[] 0"
