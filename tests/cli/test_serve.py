from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import REPO


def start(tmp_path: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "cardtools", "serve", "--port", "0", *arguments]
    return subprocess.Popen(
        command,
        cwd=REPO,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_table_is_laid_at_the_address_it_prints_and_closes_when_asked(tmp_path: Path, how: signal.Signals) -> None:
    with start(tmp_path, "--folder", str(tmp_path / "table")) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        with urllib.request.urlopen(address, timeout=60) as page:  # noqa: S310 - our own address
            assert b"<html" in page.read()
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
    assert out == ""
    assert "Traceback" not in err
    assert str(tmp_path / "table") in err


def test_it_listens_to_this_machine_alone(tmp_path: Path) -> None:
    with start(tmp_path, "--folder", str(tmp_path / "table")) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        port = int(address.rstrip("/").rpartition(":")[2])
        elsewhere = socket.gethostbyname(socket.gethostname())
        if not elsewhere.startswith("127."):
            with socket.socket() as other:
                other.settimeout(2)
                assert other.connect_ex((elsewhere, port)) != 0
        process.terminate()
        process.communicate(timeout=60)
    assert address.startswith("http://127.0.0.1:")


def test_a_taken_port_is_told_in_one_line(tmp_path: Path, command: Callable[..., Any]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        outcome = command("serve", "--port", str(port), "--folder", tmp_path)
    assert outcome.code == 2
    assert f"port {port}" in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_pool_that_is_not_there_is_told_at_once(tmp_path: Path, command: Callable[..., Any]) -> None:
    outcome = command("serve", "--pool", tmp_path / "none.txt", "--folder", tmp_path)
    assert outcome.code == 2
    assert "none.txt" in outcome.err


def test_a_folder_that_cannot_be_is_told(tmp_path: Path, command: Callable[..., Any]) -> None:
    (tmp_path / "file").write_text("no folder")
    outcome = command("serve", "--folder", tmp_path / "file")
    assert outcome.code == 2
    assert str(tmp_path / "file") in outcome.err
    assert "any" not in outcome.err.replace(str(tmp_path), "")


def test_without_a_home_that_can_be_written_things_are_kept_for_now_and_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with start(tmp_path, XDG_DATA_HOME=str(tmp_path / "file")) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.terminate()
        _, err = process.communicate(timeout=60)
    assert "--folder" in err
