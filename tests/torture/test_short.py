from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardtools.store.files import write_whole
from cardtools.store.parts import part_file, part_folder, remove_abandoned
from tests.torture.disks import fill_disk, forbid_folder
from tests.torture.kills import TORMENTS, Torment, kill_often

TIMES = 5
EVERY = pytest.mark.parametrize("torment", TORMENTS, ids=lambda one: one.name)
FILES = pytest.mark.parametrize("torment", TORMENTS[:-1], ids=lambda one: one.name)


@EVERY
def test_what_is_killed_leaves_whole_files_and_the_next_run_cleans_up(torment: Torment, tmp_path: Path) -> None:
    kill_often(torment, tmp_path, TIMES)


@FILES
def test_a_full_disk_is_told_in_a_line_and_leaves_nothing(torment: Torment, tmp_path: Path) -> None:
    fill_disk(torment, tmp_path)


@FILES
def test_a_folder_that_cannot_be_written_is_told_in_a_line_and_left_alone(torment: Torment, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("the administrator may write everywhere; make torture mounts a disk that is read only")
    forbid_folder(torment, tmp_path)


def test_a_part_that_a_killed_run_left_is_removed_by_the_next(tmp_path: Path) -> None:
    (tmp_path / ".cardtools-x.part").write_bytes(b"half")
    folder = tmp_path / ".cardtools-y.part"
    folder.mkdir()
    (folder / "001.png").write_bytes(b"half")
    write_whole(tmp_path / "new.txt", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["new.txt"]


def test_a_part_that_is_in_the_making_is_left_alone(tmp_path: Path) -> None:
    with part_file(tmp_path) as (_, one), part_folder(tmp_path) as other:
        remove_abandoned(tmp_path)
        write_whole(tmp_path / "new.txt", b"new")
        assert one.exists()
        assert other.is_dir()
    assert [path.name for path in tmp_path.iterdir()] == ["new.txt"]


def test_no_link_called_like_a_part_is_followed_or_removed(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_bytes(b"mine")
    (tmp_path / ".cardtools-x.part").symlink_to(tmp_path / "mine")
    remove_abandoned(tmp_path)
    assert (tmp_path / "mine/notes.txt").read_bytes() == b"mine"


SPREAD = """
import os, sys, time
from cardtools.render.processes import spread
def job(number): time.sleep(0.1); return number
print("begun", flush=True)
spread(range(600), job, load=lambda: None, spawned_from=999, processes=3)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there are processes forked")
def test_the_helpers_of_a_killed_run_end_too() -> None:
    process = subprocess.Popen([sys.executable, "-c", SPREAD], stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(1)
    process.kill()
    process.wait()
    process.stdout.close()
    for _ in range(1000):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    os.killpg(process.pid, 9)
    pytest.fail("they run on")
