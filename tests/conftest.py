from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardtools.cli.main import run

REPO = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


@pytest.fixture(scope="session", autouse=True)
def cache_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Faces laid out for one test serve the others of its process; none come from the developer's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests speak English and see no data folder of the developer's."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "CARDTOOLS_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run a command in this process and return its exit code, what it printed and what it complained of."""

    def call(*arguments: str | os.PathLike[str]) -> Outcome:
        capsys.readouterr()
        code = run([os.fspath(argument) for argument in arguments])
        told = capsys.readouterr()
        return Outcome(code, told.out, told.err)

    return call
