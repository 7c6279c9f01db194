from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cardtools.store.cache import Cache

NAME = "pack-0123456789abcdef"
OTHER = "pack-fedcba9876543210"


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path)


def test_what_was_put_comes_back_and_nothing_else(cache: Cache) -> None:
    cache.put(NAME, b"a pack")
    assert cache.get(NAME) == b"a pack"
    assert cache.get(OTHER) is None


def test_a_later_content_takes_the_place_of_an_earlier_one(cache: Cache) -> None:
    cache.put(NAME, b"first")
    cache.put(NAME, b"second")
    assert cache.get(NAME) == b"second"


@pytest.mark.parametrize("where", [0, 20, 60, -1])
def test_a_damaged_entry_is_not_there_and_is_removed(where: int, cache: Cache, tmp_path: Path) -> None:
    cache.put(NAME, b"a pack that somebody flips a bit of")
    path = tmp_path / NAME
    content = bytearray(path.read_bytes())
    content[where] ^= 1
    path.write_bytes(content)
    assert cache.get(NAME) is None
    assert not path.exists()


@pytest.mark.parametrize("length", [0, 5, 49, 55])
def test_a_cut_off_entry_is_not_there(length: int, cache: Cache, tmp_path: Path) -> None:
    cache.put(NAME, b"a pack")
    path = tmp_path / NAME
    path.write_bytes(path.read_bytes()[:length])
    assert cache.get(NAME) is None


def test_a_whole_entry_under_the_name_of_another_is_found_out(cache: Cache, tmp_path: Path) -> None:
    cache.put(NAME, b"a pack")
    (tmp_path / NAME).rename(tmp_path / OTHER)
    assert cache.get(OTHER) is None


def test_an_entry_that_is_a_link_is_not_followed(cache: Cache, tmp_path: Path) -> None:
    elsewhere = Cache(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    elsewhere.put(NAME, b"a pack")
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere" / NAME)
    assert cache.get(NAME) is None


def test_a_folder_in_the_place_of_an_entry_harms_nothing(cache: Cache, tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    cache.put(NAME, b"a pack")
    assert cache.get(NAME) is None
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


@pytest.mark.parametrize("name", ["../pack-0123456789abcdef", "pack-", "/etc/passwd", "PACK-0123456789abcdef", ""])
def test_a_name_leads_nowhere_else(name: str, cache: Cache) -> None:
    with pytest.raises(ValueError, match=r".*"):
        cache.put(name, b"x")
    with pytest.raises(ValueError, match=r".*"):
        cache.get(name)


def test_what_was_not_used_for_longest_makes_room(tmp_path: Path) -> None:
    cache = Cache(tmp_path, limit=1_000)
    names = [f"pack-{number:016x}" for number in range(4)]
    for age, name in enumerate(names[:3]):
        cache.put(name, bytes(250))
        os.utime(tmp_path / name, (1_000 + age, 1_000 + age))
    assert cache.get(names[0]) is not None  # used now
    cache.put(names[3], bytes(250))
    assert cache.get(names[1]) is None
    assert all(cache.get(name) is not None for name in (names[0], names[2], names[3]))


def test_what_is_larger_than_the_whole_cache_is_not_kept(tmp_path: Path) -> None:
    cache = Cache(tmp_path, limit=100)
    cache.put(NAME, bytes(101))
    assert list(tmp_path.iterdir()) == []


def test_what_an_interrupted_run_left_is_swept_up(cache: Cache, tmp_path: Path) -> None:
    old, new = tmp_path / ".old.part", tmp_path / ".new.part"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (1_000, 1_000))
    cache.put(NAME, b"a pack")
    assert not old.exists()
    assert new.exists()


def test_files_that_are_not_the_caches_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_bytes(bytes(500))
    os.utime(tmp_path / "letter.txt", (1_000, 1_000))
    Cache(tmp_path, limit=100).put(NAME, bytes(90))
    assert (tmp_path / "letter.txt").exists()


def test_without_a_folder_nothing_is_kept() -> None:
    cache = Cache(None)
    cache.put(NAME, b"x")
    assert cache.get(NAME) is None


def test_a_folder_that_vanishes_harms_nothing(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "gone")
    cache.put(NAME, b"x")
    assert cache.get(NAME) is None


def test_the_cache_lies_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert Cache.of_user().folder == tmp_path / "cardtools"
    assert stat.S_IMODE((tmp_path / "cardtools").stat().st_mode) == 0o700


def test_without_that_it_lies_in_the_users_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Cache.of_user().folder == tmp_path / ".cache" / "cardtools"


def test_where_the_home_cannot_hold_it_it_lies_in_a_temporary_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").write_text("a file, which can hold nothing, whoever asks")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    assert Cache.of_user().folder == tmp_path / "temporary" / f"cardtools-{os.getuid()}"


def test_a_folder_that_others_can_write_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = tmp_path / "cardtools"
    shared.mkdir()
    shared.chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere" / "at" / "all"))
    assert Cache.of_user().folder != shared


def test_a_link_in_the_place_of_the_folder_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "target").mkdir(mode=0o700)
    (tmp_path / "cardtools").symlink_to(tmp_path / "target")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert Cache.of_user().folder != tmp_path / "cardtools"


def test_two_runs_at_once_never_read_half_an_entry(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from cardtools.store.cache import Cache\n"
        "cache = Cache(Path(sys.argv[1]))\n"
        f"whole = {{None, *(bytes([letter]) * 50_000 for letter in b'AB')}}\n"
        "for _ in range(150):\n"
        f"    cache.put({NAME!r}, sys.argv[2].encode() * 50_000)\n"
        f"    assert cache.get({NAME!r}) in whole\n"
    )
    runs = [subprocess.Popen([sys.executable, "-c", program, tmp_path, letter]) for letter in "AB"]
    assert [run.wait() for run in runs] == [0, 0]
    assert Cache(tmp_path).get(NAME) is not None
