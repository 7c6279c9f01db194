"""Streams that are closed, full or of another encoding, and users who interrupt."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.store import files
from cardtools.store.interrupts import interrupted
from tests.conftest import REPO, Outcome

PROGRAM = [sys.executable, "-m", "cardtools"]


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of shell, in which ``"$@"`` is our program, and return what came of it."""
    variables = {**os.environ, **environment}
    return subprocess.run(["sh", "-c", line, "sh", *PROGRAM], cwd=REPO, env=variables, capture_output=True, check=False)


@pytest.mark.parametrize("arguments", ["setup uno", "setup nogame --report json", "games --report json", "--help"])
def test_a_full_disk_behind_stdout_is_one_line_and_2(arguments: str) -> None:
    done = shell(f'"$@" {arguments} > /dev/full')
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == "cardtools: the output cannot be written: No space left on device"
    assert b"Traceback" not in done.stderr


def test_a_closed_stdout_is_no_fault() -> None:
    assert shell('"$@" setup uno >&-').returncode == 0


def test_a_closed_stdin_is_an_unreadable_file() -> None:
    done = shell('"$@" score uno - <&-')
    assert done.returncode == 2
    assert b"-: file.unreadable" in done.stderr


def test_letters_that_the_terminal_lacks_do_not_stop_the_output() -> None:
    done = shell('"$@" setup uno --lang hu', PYTHONIOENCODING="cp1252")
    assert done.returncode == 0
    assert rb"\u0151" in done.stdout


def test_json_stays_json_with_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/bad\xff.txt"
    with open(name, "wb") as stream:  # noqa: PTH123 - a name in bytes
        stream.write(b"3 Turul\n")
    command = [*map(os.fsencode, PROGRAM), b"validate", name, b"-g", b"hkk", b"--report", b"json"]
    for encoding in ("utf-8:strict", "ascii"):
        done = subprocess.run(
            command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": encoding}, check=False
        )
        assert done.returncode == 1
        assert json.loads(done.stdout)["results"][0]["path"].endswith(".txt")


def test_an_interrupt_is_130_and_leaves_no_file(tmp_path: Path) -> None:
    target = tmp_path / "cards.pdf"
    command = [*PROGRAM, "print", "cards", "uno", "-o", str(target)]
    with subprocess.Popen(command, cwd=REPO, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while process.poll() is None and "libpango" not in Path(f"/proc/{process.pid}/maps").read_text("utf-8"):
            time.sleep(0.02)  # until it prints: before that Python itself may still be starting
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    if process.returncode == 0:  # a fast machine was through already
        assert target.read_bytes().startswith(b"%PDF")
        return
    assert process.returncode == 130
    assert told.strip() == b""
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_after_an_interrupt_that_a_library_swallowed(tmp_path: Path) -> None:
    interrupted.set()
    try:
        with pytest.raises(KeyboardInterrupt):
            files.write_whole(tmp_path / "file", b"late")
    finally:
        interrupted.clear()
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_followed_and_stays(command: Callable[..., Outcome], tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    link.symlink_to(real)
    raw = tmp_path / "cards.txt"
    raw.write_text("1 | Turul | Raia szörny\n", encoding="utf-8")
    assert command("pool", "import", raw, "-g", "hkk", "-o", link).code == 0
    assert link.is_symlink()
    assert json.loads(real.read_text("utf-8"))["game"] == "hkk"


@pytest.mark.parametrize("target", ["/dev/stdout", "/dev/null", "/proc/self/x", "-", "x" * 300])
def test_what_is_no_place_for_a_file_is_refused(command: Callable[..., Outcome], target: str) -> None:
    outcome = command("print", "cards", "uno", "-o", target)
    assert (outcome.code, outcome.out) == (2, "")
    assert "file.unwritable" in outcome.err


@pytest.mark.parametrize("option", ["--gap", "--bleed", "--margin"])
def test_no_length_is_not_a_number(command: Callable[..., Outcome], option: str) -> None:
    assert command("print", "cards", "uno", option, "nan").code == 2


def test_the_target_of_the_file_is_the_one_that_is_told(command: Callable[..., Outcome], tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text("players: [A, B]\ntarget: 50\nrounds: [{out: A, hands: {B: r7}}]\n")
    assert "43 points are missing to 50" in command("score", "uno", path).out


def test_refused_rounds_stand_in_the_csv_too(command: Callable[..., Outcome], tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text("players: [A, B]\nrounds: [{out: A, hands: {B: r7 zz}}]\n")
    outcome = command("score", "uno", path, "--report", "csv")
    assert outcome.code == 1
    assert "1,,score.unknown-card" in outcome.out


def test_strict_prints_nothing_that_has_blanks(command: Callable[..., Outcome], tmp_path: Path) -> None:
    target = tmp_path / "cards.pdf"
    outcome = command("print", "cards", "nepmesek", "--strict", "-o", target)
    assert outcome.code == 1
    assert "print.unknown-fact values that are not known: 64" in outcome.err
    assert not target.exists()


def test_a_deck_of_thousands_of_copies_is_refused_before_any_work(
    command: Callable[..., Outcome], tmp_path: Path
) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("999 Vörös villám\n" * 20, encoding="utf-8")
    outcome = command("print", "proxies", deck, "-g", "hkk", "-o", tmp_path / "x.pdf")
    assert outcome.code == 1
    assert "print.too-many 19980 cards" in outcome.err
