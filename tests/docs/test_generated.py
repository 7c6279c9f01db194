"""The pages that are made from the program say what the program says now; see the scripts in ``.ci``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import REPO


def made(script: str, call: str) -> str:
    """Return what a script would write, made in a process where nothing was translated yet."""
    program = f"import runpy, sys; sys.stdout.write(str(runpy.run_path({script!r})[{call!r}]()))"
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(REPO)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=REPO, env=environment, capture_output=True, encoding="utf-8", check=True
    )
    return done.stdout


@pytest.mark.parametrize(
    ("page", "script", "call"),
    [
        ("docs/commands.md", ".ci/commands", "page"),
        ("docs/data.md", ".ci/data", "page"),
        ("docs/architecture.svg", ".ci/architecture", "drawing"),
    ],
)
def test_what_is_made_from_the_program_is_up_to_date(page: str, script: str, call: str) -> None:
    assert (REPO / page).read_text("utf-8") == made(script, call), f"run: {script}"


def test_every_key_of_the_data_files_has_a_type_and_a_meaning() -> None:
    rows = [line for line in (REPO / "docs/data.md").read_text("utf-8").splitlines() if re.match(r"\| \*?\*?`", line)]
    assert len(rows) > 200
    for row in rows:
        _, kind, _, _, meaning = (cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1])
        assert kind not in ("", "anything"), row
        assert len(meaning) > 3, row


def test_every_link_inside_the_data_page_leads_to_a_heading() -> None:
    page = (REPO / "docs/data.md").read_text("utf-8")
    headings = {line.lstrip("# ").lower().replace(" ", "-") for line in page.splitlines() if line.startswith("#")}
    assert set(re.findall(r"\]\(#([\w-]+)\)", page)) <= headings


def test_every_command_of_the_program_has_a_heading_of_its_own() -> None:
    page = (REPO / "docs/commands.md").read_text("utf-8")
    for name in ("validate", "deck odds", "pool import", "score", "session add", "print cards", "doctor", "completion"):
        assert f"\n### {name}\n" in page


def test_the_drawing_names_the_layers_of_the_import_contract_and_packages_that_exist() -> None:
    contract = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"][0]
    layers = [name.strip() for layer in contract["layers"] for name in layer.split("|")]
    drawing = (REPO / "docs/architecture.svg").read_text("utf-8")
    assert re.findall(r'class="layer">(\w+)<', drawing) == layers
    for name in {*layers, *" ".join(re.findall(r'class="code">([\w ]+)<', drawing)).split()}:
        assert Path(REPO / "cardtools" / name).is_dir() or Path(REPO / "cardtools" / f"{name}.py").is_file()
