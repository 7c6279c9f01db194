"""The same input is the same bytes: for every kind of output, with a cold and a warm cache, on any day."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.printed import table
from tests.conftest import Outcome

Command = Callable[..., Outcome]

CARDS = ("print", "cards", "t.csv", "--lang", "hu")
KINDS = {
    "sheets": (*CARDS, "-o", "out/t.pdf"),
    "fold": (*CARDS, "--backs", "fold", "-o", "out/t.pdf"),
    "draft": (*CARDS, "--draft", "-o", "out/t.pdf"),
    "one-up": (*CARDS, "--profile", "mbprint-63x88", "-o", "out/t.pdf"),
    "pictures": (*CARDS, "--profile", "mpc-63x88", "-o", "out"),
    "grid": (*CARDS, "--profile", "tts", "-o", "out"),
    "preview": (*CARDS, "--preview", "-o", "out/t.pdf"),
    "proxies": ("print", "proxies", "deck.txt", "-g", "hkk", "-o", "out/p.pdf"),
    "calibration": ("print", "calibration", "-o", "out/c.pdf"),
    "reference": ("print", "reference", "panda", "--lang", "hu", "-o", "out/r.pdf"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    table(tmp_path, [["Kard", "Éles **nagyon**.", 2, "x"], ["Pajzs", "Véd.", 8, "y"]])
    (tmp_path / "deck.txt").write_text("2 Vörös villám\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    return tmp_path


def made(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in (folder / "out").rglob("*") if path.is_file()}


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_input_is_the_same_bytes(
    command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    outcomes = []
    for epoch in (None, "1700000000"):
        if epoch is not None:
            monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
        runs = []
        for cache in ("a", "a", "b"):  # cold, warm, and cold again
            monkeypatch.setenv("XDG_CACHE_HOME", str(folder / f"cache-{cache}-{epoch}"))
            assert command(*KINDS[kind]).code == 0
            runs.append(made(folder))
        assert runs[0]
        assert runs[0] == runs[1] == runs[2]
        outcomes.append(runs[0])
    assert outcomes[0].keys() == outcomes[1].keys()


def test_another_process_writes_the_same_bytes(command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache-a"))
    assert command(*KINDS["sheets"]).code == 0
    here = made(folder)
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache-b"), "PYTHONHASHSEED": "4711"}
    subprocess.run([sys.executable, "-m", "cardtools", *KINDS["sheets"]], check=True, env=environment)
    assert made(folder) == here


def test_a_date_stands_in_a_file_only_where_one_is_given(
    command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    assert command(*KINDS["sheets"]).code == 0
    without = (folder / "out/t.pdf").read_bytes()
    assert b"CreationDate" not in without
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert command(*KINDS["sheets"]).code == 0
    assert (folder / "out/t.pdf").read_bytes() != without
