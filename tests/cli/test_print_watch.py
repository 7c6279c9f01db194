"""Printed again at each save: what changed is rendered, errors are told and waited out, Ctrl-C leaves with 130."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.cli.printed import table
from tests.conftest import REPO, Outcome
from tests.render.reading import squeezed, text_of

Command = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def saves(monkeypatch: pytest.MonkeyPatch, edits: Sequence[Callable[[], object]]) -> None:
    """Let each wait for a change make the next edit; when there is none left the user interrupts."""

    def script() -> Iterator[None]:
        for edit in edits:
            edit()
            yield  # one look sees it,
            yield  # one sees it settled
        raise KeyboardInterrupt

    running = script()
    monkeypatch.setattr("cardtools.app.print_watch.time", SimpleNamespace(sleep=lambda _: next(running)))


def test_each_save_prints_what_changed_and_an_error_is_told_and_waited_out(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [["A", "one", 1, ""], ["B", "two", 1, ""]]
    path, target = table(tmp_path, rows), tmp_path / "t.pdf"
    texts: list[str] = []

    def edit(text: str) -> Callable[[], object]:
        def save() -> None:
            texts.append(squeezed(text_of(target.read_bytes())))
            table(tmp_path, [rows[0], ["B", text, 1, ""]])

        return save

    saves(monkeypatch, [edit("second text"), edit("שלום"), edit("third, at last")])
    outcome = command("print", "cards", path, "-o", target, "--watch")
    assert outcome.code == 130
    lines = outcome.out.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(f"{target}: ") for line in lines)
    assert ["(1 rendered, 1 reused)" in line or "(1 rendered, 2 reused)" in line for line in lines] == [
        False, True, True,
    ]  # fmt: skip
    assert "print.letters" in outcome.err
    assert "secondtext" in texts[1]
    assert texts[1] == texts[2]  # an error changes nothing
    assert "third,atlast" in squeezed(text_of(target.read_bytes()))


def test_pictures_and_a_template_are_watched_too(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, target = table(tmp_path, [["A", "one", 1, ""]]), tmp_path / "t.pdf"
    (tmp_path / "images").mkdir()
    (tmp_path / "own").mkdir()
    template = tmp_path / "own" / "mine.html.j2"
    template.write_text("<div style='position:absolute;left:5mm;top:5mm'>{{ face.name }} first</div>")

    def save_template() -> None:
        template.write_text("<div style='position:absolute;left:5mm;top:5mm'>{{ face.name }} then</div>")

    def save_picture() -> None:
        (tmp_path / "images" / "other.png").write_bytes(b"none yet")

    saves(monkeypatch, [save_template, save_picture])
    flags = ("--template", template, "--images", tmp_path / "images", "--report", "jsonl")
    outcome = command("print", "cards", path, "-o", target, "--watch", *flags)
    assert outcome.code == 130
    told = [json.loads(line) for line in outcome.out.splitlines()]
    assert [one["schema"] for one in told] == ["cardtools.print/1"] * 3
    assert [one["faces_rendered"] > 0 for one in told] == [True, True, False]
    assert "Athen" in squeezed(text_of(target.read_bytes()))


def test_a_deck_is_watched(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deck, target = tmp_path / "deck.txt", tmp_path / "p.pdf"
    deck.write_text("1 Red 7\n")
    saves(monkeypatch, [lambda: deck.write_text("2 Red 7\n1 Blue 3\n")])
    outcome = command("print", "proxies", deck, "-g", "uno", "-o", target, "--lang", "en", "--watch")
    assert outcome.code == 130
    assert ["1 card," in outcome.out.splitlines()[0], "3 cards" in outcome.out.splitlines()[1]] == [True, True]


@pytest.mark.parametrize(
    "flags", [(), ("-o", "imgs/out.pdf", "--preview"), ("--profile", "mpc-63x88", "-o", "imgs/made")], ids=str
)
def test_what_a_run_writes_into_a_watched_folder_does_not_set_it_off_again(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...]
) -> None:
    table(tmp_path, [["A", "one", 1, ""]])
    (tmp_path / "imgs").mkdir()
    monkeypatch.chdir(tmp_path)
    saves(monkeypatch, [lambda: None] * 3)
    outcome = command("print", "cards", "./t.csv", "--images", "imgs" if flags else ".", "--watch", *flags)
    assert outcome.code == 130
    assert len(outcome.out.splitlines()) == 1
    saves(monkeypatch, [lambda: (tmp_path / "imgs" / "B.png").write_bytes(b"new"), *[lambda: None] * 3])
    outcome = command("print", "cards", "./t.csv", "--images", "imgs" if flags else ".", "--watch", *flags)
    assert len(outcome.out.splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("-", "--watch"), "standard input"), (("t.csv", "--watch", "--report", "json"), "jsonl")],
)
def test_what_cannot_be_watched_is_refused(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: str
) -> None:
    table(tmp_path, [["A", "", 1, ""]])
    monkeypatch.chdir(tmp_path)
    with (tmp_path / "t.csv").open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        outcome = command("print", "cards", *arguments)
    assert outcome.code == 2
    assert code in outcome.err


@pytest.mark.skipif(os.name == "nt", reason="interrupts are sent in another way there")
def test_ctrl_c_leaves_with_130_and_the_last_file_whole(tmp_path: Path) -> None:
    path, target = table(tmp_path, [["A", "", 1, ""]]), tmp_path / "t.pdf"
    arguments = [sys.executable, "-m", "cardtools", "print", "cards", str(path), "-o", str(target), "--watch"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=REPO) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().decode().startswith(str(target))
            time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            _, told = process.communicate(timeout=60)
        finally:
            process.kill()  # it would watch on
        assert process.returncode == 130
    assert b"Traceback" not in told
    assert target.read_bytes().startswith(b"%PDF")
