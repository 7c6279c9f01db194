"""The names that other programs build on: there, typed, and loaded only when they are used."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module

import pytest

import cardtools
from cardtools import CardtoolsError, Desk, Validator, Verdict, score_words
from tests.conftest import REPO


@pytest.mark.parametrize("name", sorted(cardtools._PUBLIC))
def test_every_public_name_is_the_one_of_its_module(name: str) -> None:
    module = import_module(f"cardtools.{cardtools._PUBLIC[name]}")
    assert getattr(cardtools, name) is getattr(module, name)
    assert name in dir(cardtools)


def test_the_package_knows_no_other_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'print_money'"):
        cardtools.print_money  # type: ignore[attr-defined] # noqa: B018 - that it is not there is what is tested


def test_type_checkers_see_the_names_that_are_loaded() -> None:
    source = (REPO / "cardtools/__init__.py").read_text("utf-8")
    seen = re.findall(r"from cardtools\.([\w.]+) import (\w+) as (\w+)", source)
    assert {name: module for module, name, _ in seen} == cardtools._PUBLIC
    assert all(name == shown for _, name, shown in seen)


def test_the_page_for_developers_lists_them_all() -> None:
    page = (REPO / "docs/developers.md").read_text("utf-8")
    rows = "\n".join(line for line in page.splitlines() if line.startswith("| `"))
    assert {name for name in cardtools._PUBLIC if f"`{name}`" not in rows} == set()


def test_importing_the_package_loads_none_of_them() -> None:
    program = "import cardtools, sys; print(sorted(one for one in sys.modules if one.startswith('cardtools')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=REPO)
    assert done.stdout.strip() == "['cardtools']"


def test_a_star_brings_the_public_names_and_nothing_else() -> None:
    program = "from cardtools import *; print(sorted(one for one in globals() if not one.startswith('__')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=REPO)
    assert done.stdout.strip() == str(sorted(cardtools._PUBLIC))


def test_they_work_together() -> None:
    desk = Desk.open("en")
    verdicts: tuple[Verdict, ...] = Validator.prepare(desk, "hkk", ["home"]).judge("1 Gnóm\n".encode(), "deck.txt")
    assert [one.status for one in verdicts] == ["incomplete"]
    _, sheet = score_words(desk, "uno", "Anna out; Béla r7")
    assert sheet.standings[0].player == "Anna"
    with pytest.raises(CardtoolsError):
        Validator.prepare(desk, "chess")
