from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import REPO


@contextmanager
def start(tmp_path: Path, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Lend a table that is being laid; it is cleared away where the test ends early, which would wait for it else."""
    command = [sys.executable, "-m", "cardtools", "serve", "--port", "0", *arguments]
    with subprocess.Popen(
        command,
        cwd=REPO,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def listening(port: int) -> set[str]:
    """Return the addresses on which something listens at a port, as the system writes them."""
    rows = [row.split() for name in ("tcp", "tcp6") for row in Path("/proc/net", name).read_text("ascii").splitlines()]
    return {row[1].partition(":")[0] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "0A"}


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
        loopback = int.from_bytes(socket.inet_aton("127.0.0.1"), sys.byteorder)
        assert listening(int(address.rstrip("/").rpartition(":")[2])) == {f"{loopback:08X}"}
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
