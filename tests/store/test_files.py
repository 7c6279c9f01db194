from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.store.files import check_writable, read_bytes, write_whole
from tests.factories import refused


def fail(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_file_up_to_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"12345")
    assert read_bytes(path, 5) == b"12345"


def test_a_file_over_the_limit_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"123456")
    (finding,) = refused(lambda: read_bytes(path, 5))
    assert (finding.code, finding.location.path) == ("file.too-large", str(path))


def test_the_limit_is_told_in_megabytes_also_where_it_is_less_than_one(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_bytes(b"x" * 64_001)
    (finding,) = refused(lambda: read_bytes(tmp_path / "list.txt", 64_000))
    assert finding.params == {"limit": "0.064"}


def test_an_endless_device_is_refused() -> None:
    (finding,) = refused(lambda: read_bytes(Path("/dev/zero"), 5))
    assert (finding.code, finding.wording) == ("file.unreadable", "file.unreadable.special")


def test_a_fifo_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    (finding,) = refused(lambda: read_bytes(path, 5))
    assert (finding.code, finding.wording) == ("file.unreadable", "file.unreadable.special")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (finding,) = refused(lambda: read_bytes(tmp_path, 5))
    assert (finding.code, finding.wording) == ("file.unreadable", "file.unreadable.folder")


@pytest.mark.parametrize("name", ["no.txt", "no/such/folder.txt"])
def test_a_missing_file_is_refused(tmp_path: Path, name: str) -> None:
    (finding,) = refused(lambda: read_bytes(tmp_path / name, 5))
    assert (finding.code, finding.wording) == ("file.unreadable", "file.unreadable.missing")


def test_a_path_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (finding,) = refused(lambda: read_bytes(tmp_path / "file" / "below", 5))
    assert finding.code == "file.unreadable"


@pytest.mark.parametrize("name", ["a\0b", "n" * 5000])
def test_an_impossible_name_is_refused(tmp_path: Path, name: str) -> None:
    (finding,) = refused(lambda: read_bytes(tmp_path / name, 5))
    assert finding.code == "file.unreadable"


def test_a_whole_file_is_written_over_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "pool.json"
    path.write_bytes(b"old and longer")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_missing_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "pool.json"
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"


def test_the_mode_of_an_old_file_is_kept_and_a_new_one_follows_the_umask(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.touch()
    old.chmod(0o640)
    before = os.umask(0o027)
    try:
        write_whole(old, b"x")
        write_whole(new, b"x")
    finally:
        os.umask(before)
    assert old.stat().st_mode & 0o777 == 0o640
    assert new.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("old", [b"old", None])
def test_where_writing_fails_the_old_state_stands_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: bytes | None
) -> None:
    path = tmp_path / "pool.json"
    if old is not None:
        path.write_bytes(old)
    monkeypatch.setattr(os, "fsync", fail)
    (finding,) = refused(lambda: write_whole(path, b"new"))
    assert (finding.code, finding.params["why"]) == ("file.unwritable", "No space left on device")
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == ({} if old is None else {"pool.json": old})


def test_an_interruption_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "pool.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {"pool.json": b"old"}


def write(path: Path) -> None:
    write_whole(path, b"new")


WRITERS = pytest.mark.parametrize("writer", [write, check_writable])


@WRITERS
def test_a_folder_is_no_target(tmp_path: Path, writer: Callable[[Path], None]) -> None:
    (finding,) = refused(lambda: writer(tmp_path))
    assert (finding.code, finding.wording) == ("file.unwritable", "file.unwritable.folder")
    assert list(tmp_path.iterdir()) == []


@WRITERS
def test_a_device_or_fifo_is_no_target_and_is_never_replaced(tmp_path: Path, writer: Callable[[Path], None]) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    (finding,) = refused(lambda: writer(path))
    assert finding.code == "file.unwritable"
    assert path.is_fifo()


@WRITERS
def test_a_path_below_a_file_is_no_target(tmp_path: Path, writer: Callable[[Path], None]) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (finding,) = refused(lambda: writer(tmp_path / "file" / "below.json"))
    assert finding.code == "file.unwritable"
    assert (tmp_path / "file").read_bytes() == b"old"


def test_checking_a_target_makes_nothing(tmp_path: Path) -> None:
    check_writable(tmp_path / "a" / "b" / "pool.json")
    assert list(tmp_path.iterdir()) == []
