"""Import contracts hold, and heavy libraries are imported only where they are needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import REPO

DECK = "data/games/hkk/decks/demo-home.txt"


def test_import_contracts_are_kept() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    done = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("arguments", "forbidden"),
    [
        (["--version"], "pydantic weasyprint pikepdf jinja2 yaml rapidfuzz"),
        (["--help"], "weasyprint pikepdf jinja2 rapidfuzz"),
        (
            ["validate", DECK, "-g", "hkk", "-f", "home"],
            "weasyprint pikepdf jinja2 PIL",
        ),
        (["score", "uno", "data/games/uno/examples/o3.yaml"], "weasyprint pikepdf jinja2 PIL"),
        (["print", "--help"], "weasyprint pikepdf"),
        (["completion", "bash"], "weasyprint pikepdf jinja2 PIL pydantic"),
    ],
)
def test_heavy_libraries_stay_away(arguments: list[str], forbidden: str) -> None:
    program = (
        "import sys; from cardtools.cli.main import run; code = run(sys.argv[2:]); "
        "print(sorted(set(sys.argv[1].split()) & set(sys.modules)), code, file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, forbidden, *arguments]
    done = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "[] 0"
