"""What README and docs show works: their commands run as they stand, their files are read, their names are there."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import REPO

PAGES = ("README.md", "docs/players.md", "docs/players.hu.md", "docs/designers.md")
"""The pages that show commands; each runs in a folder of its own."""
EVERY_PAGE = sorted([*REPO.glob("*.md"), *(REPO / "docs").glob("*.md")])

PARTS = re.compile(r"`([\w./-]+)`:\n\n```\w*\n(.*?)^```|^\$ (cardtools [^\n]+)$", re.MULTILINE | re.DOTALL)
"""A file (its name, a colon, a block with what stands in it), or a command."""
CODE = re.compile(r"# exit code (\d+)")


@dataclass(frozen=True)
class Ran:
    """What came of a command of a page."""

    line: str
    wanted: int
    code: int
    out: str
    err: str


@cache
def commands(page: str) -> tuple[str, ...]:
    return tuple(found[3] for found in PARTS.finditer((REPO / page).read_text("utf-8")) if found[3])


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], Ran]:
    """What came of every command of every page, run in order where its page's files lie."""
    outcomes: dict[tuple[str, int], Ran] = {}
    for page in PAGES:
        folder = tmp_path_factory.mktemp("page")
        shutil.copytree(REPO / "data", folder / "data")
        number = 0
        for found in PARTS.finditer((REPO / page).read_text("utf-8")):
            name, content, line = found.groups()
            if line is None:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(content, encoding="utf-8")
                continue
            told = CODE.search(line)
            command = [sys.executable, "-m", "cardtools", *shlex.split(line, comments=True)[1:]]
            environment = {**os.environ, "PYTHONPATH": str(REPO)}
            done = subprocess.run(
                command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
            )
            wanted = int(told[1]) if told else 0
            outcomes[page, number] = Ran(line, wanted, done.returncode, done.stdout, done.stderr)
            for path in (folder / told for told in done.stdout.splitlines() if told.endswith(".pdf")):
                assert path.read_bytes().startswith(b"%PDF"), line
            number += 1
    return outcomes


@pytest.mark.parametrize(
    ("page", "number"), [(page, number) for page in PAGES for number in range(len(commands(page)))]
)
def test_every_command_leaves_with_the_code_its_page_says(
    ran: dict[tuple[str, int], Ran], page: str, number: int
) -> None:
    one = ran[page, number]
    assert one.code == one.wanted, f"{one.line}\n{one.out}{one.err}"
    assert one.out, one.line


@pytest.mark.parametrize("page", PAGES)
def test_every_page_shows_commands(page: str) -> None:
    assert len(commands(page)) >= 5


def test_the_two_commands_stand_in_the_readme() -> None:
    readme = (REPO / "README.md").read_text("utf-8")
    assert re.findall(r"^\$ (make \w+)", readme, re.MULTILINE) == ["make demo", "make test"]


def test_both_languages_of_the_players_page_show_the_same_commands() -> None:
    def verbs(page: str) -> list[list[str]]:
        return [shlex.split(line, comments=True)[1:3] for line in commands(page)]

    def bare(page: str) -> list[list[str]]:
        return [[word for word in words if "." not in word] for words in verbs(page)]

    assert bare("docs/players.md") == bare("docs/players.hu.md")


def test_the_examples_for_developers_are_right() -> None:
    outcome = doctest.testfile(
        str(REPO / "docs/developers.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert outcome.attempted > 10
    assert outcome.failed == 0


@pytest.mark.parametrize("page", EVERY_PAGE, ids=lambda path: path.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", [REPO / "CONTRIBUTING.md", REPO / "docs/developers.md"], ids=lambda path: path.name)
def test_every_path_of_the_tree_that_a_page_names_is_there(page: Path) -> None:
    named = re.findall(r"`((?:cardtools|tests|templates|data|docs|\.ci)/[\w./]*)`", page.read_text("utf-8"))
    assert named
    for path in named:
        assert (REPO / path).exists(), path
