"""The help at the top teaches: what there is, under what it is for, with examples that work."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.cli.main import COMMANDS, SECTIONS
from tests.conftest import REPO, Outcome

Command = Callable[..., Outcome]


def headed(text: str) -> dict[str, list[str]]:
    """Return the commands of a help text under their headings."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if re.fullmatch(r"\S.*:", line):
            found[line[:-1]] = []
        elif found and (match := re.match(r"  ([a-z]+) {2,}\S", line)):
            found[list(found)[-1]].append(match[1])
    return found


@pytest.mark.parametrize(
    ("language", "headings"),
    [
        ("en", ["Check and build decks", "Score", "Print and play", "Games, and your own", "This program"]),
        (
            "hu",
            [
                "Paklik ellenőrzése és építése",
                "Pontozás",
                "Nyomtatás és játék",
                "Játékok, a sajátod is",
                "A program maga",
            ],
        ),
    ],
)
def test_every_command_stands_under_what_it_is_for(command: Command, language: str, headings: list[str]) -> None:
    found = headed(command("--lang", language, "--help").out)
    assert [found[heading] for heading in headings] == [list(names) for names in SECTIONS.values()]


def test_no_command_stands_in_two_sections() -> None:
    assert sum(map(len, SECTIONS.values())) == len(COMMANDS)


@pytest.mark.parametrize("language", ["en", "hu"])
def test_the_examples_of_the_help_work(
    command: Command, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = re.findall(r"^    cardtools (.+)$", command("--help", "--lang", language).out, re.MULTILINE)
    assert [one.split()[0] for one in examples] == ["validate", "score", "print"]
    deck = (REPO / "data/games/hkk/decks/demo-tournament.txt").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("my-deck.txt", "paklim.txt"):
        (tmp_path / name).write_text(deck, encoding="utf-8")
    for example in examples:
        assert command(*shlex.split(example)).code == 0, example


@pytest.mark.parametrize("arguments", [["--help"], []])
def test_the_help_says_what_to_do_when_something_is_amiss(command: Command, arguments: list[str]) -> None:
    assert "cardtools doctor" in " ".join(command(*arguments).out.split())
