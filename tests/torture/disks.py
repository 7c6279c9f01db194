"""Disks that are full and folders that cannot be written: one line is said, and nothing is left behind."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.torture.kills import Torment, leftovers, run


def fill_disk(torment: Torment, folder: Path) -> str:
    """Run a command whose files may not grow beyond what there is."""
    torment.prepare(folder)
    run(folder, *torment.command)
    shutil.rmtree(folder / "cached", ignore_errors=True)
    before = _state(folder)
    size = len(before[torment.target]) if torment.target in before else 10
    done = run(folder, *torment.command, most_bytes=min(size, 700))
    _check(torment, folder, before, done)
    return "a file that may not grow is told"


def fill_small_disk(torment: Torment, folder: Path) -> str:
    """Run a command on a small disk that is full; only the administrator can make one."""
    if os.geteuid():
        return "no small disk, since only the administrator can make one"
    disk = folder / "disk"
    disk.mkdir()
    with _mounted(disk) as ready:
        if not ready:
            return "no small disk, since this machine lets none be mounted"
        torment.prepare(disk)
        shutil.rmtree(disk / "cached", ignore_errors=True)
        free = os.statvfs(disk)
        (disk / "full").write_bytes(bytes(free.f_bavail * free.f_bsize))
        before = _state(disk)
        done = run(disk, *torment.command)
        if done.returncode == 0:  # what it adds fits into what its file has already
            torment.check(disk)
            assert leftovers(disk) == []
            return "a full disk had room enough"
        _check(torment, disk, before, done)
    return "a full disk is told"


@contextmanager
def _mounted(disk: Path) -> Iterator[bool]:
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", disk], capture_output=True, check=False)
    try:
        yield made.returncode == 0
    finally:
        if made.returncode == 0:
            subprocess.run(["umount", disk], check=True)


def forbid_folder(torment: Torment, folder: Path) -> str:
    """Run a command in a folder that may not be written; for the administrator that takes a disk that is read only."""
    if os.geteuid() == 0:
        return _forbid_disk(torment, folder)
    torment.prepare(folder)
    before = _state(folder)
    targets = [folder / torment.target, folder]
    for path in targets:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        done = run(folder, *torment.command)
    finally:
        for path in reversed(targets):
            path.chmod(0o755 if path.is_dir() else 0o644)
    _check(torment, folder, before, done)
    return "a folder that may not be written is told"


def _forbid_disk(torment: Torment, folder: Path) -> str:
    disk = folder / "disk"
    disk.mkdir()
    with _mounted(disk) as ready:
        if not ready:
            return "no disk that is read only, since this machine lets none be mounted"
        torment.prepare(disk)
        before = _state(disk)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        _check(torment, disk, before, run(disk, *torment.command))
    return "a disk that is read only is told"


def _state(folder: Path) -> dict[str, bytes]:
    """Return the files there are, those of the cache aside."""
    apart = ("cached", "tmp", "full", "__pycache__")
    files = (path for path in folder.rglob("*") if path.is_file() and path.relative_to(folder).parts[0] not in apart)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def _check(torment: Torment, folder: Path, before: dict[str, bytes], done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode in (1, 2), (torment.name, done.returncode, done.stdout, done.stderr)
    told = [line for line in done.stderr.splitlines() if "unwritable" in line]
    assert len(told) == 1, (torment.name, done.stderr)
    assert "Traceback" not in done.stderr
    assert _state(folder) == before, torment.name
    assert leftovers(folder) == []
