"""What the README shows works: a test runs its commands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import REPO, Outcome

README = (REPO / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ (cardtools .+)$", README, re.MULTILINE)


def test_the_two_commands_stand_in_the_readme() -> None:
    assert re.findall(r"^\$ (make \w+)", README, re.MULTILINE) == ["make demo", "make test"]


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the README's commands need, so that they write nothing into the repository."""
    (tmp_path / "data").symlink_to(REPO / "data")
    (tmp_path / "cards.txt").write_text("1 | Életerő | Leah azonnali\n2 | Turul | Raia szörny\n", encoding="utf-8")
    (tmp_path / "my-deck.txt").write_text("3 Életerő\n", encoding="utf-8")
    (tmp_path / "hkk-pool.json").write_text(
        '{"schema":"cardtools.pool/1","game":"hkk","source":"x","language":"hu","facts":["colours","type"],'
        '"cards":[{"id":"1","name":{"hu":"Életerő"},"colours":["leah"],"type":"instant"}]}',
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_of_the_readme_runs(command: Callable[..., Outcome], workplace: Path, line: str) -> None:
    if "--data mine" in line:  # the README begins that game a line before
        command("new", "my-game", "mine")
    if "session" in line and " new " not in line:  # as are an evening and its first round
        evening = [one for one in COMMANDS if " session new " in one or " session add " in one]
        for before in evening[: evening.index(line) if line in evening else None]:
            assert command(*shlex.split(before)[1:]).code == 0
    outcome = command(*shlex.split(line)[1:])
    assert outcome.code in (0, 1)
    assert outcome.out
    for path in (Path(line) for line in outcome.out.splitlines() if line.endswith(".pdf")):
        assert (workplace / path).read_bytes().startswith(b"%PDF")


def test_there_are_commands_to_run() -> None:
    assert len(COMMANDS) >= 6
