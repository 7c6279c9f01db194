from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtools.errors import CardtoolsError
from cardtools.store.interrupts import interrupted
from cardtools.store.output_folder import MANIFEST, write_folder


def there(folder: Path) -> dict[str, bytes]:
    """Return what lies in a folder, the manifest aside."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != MANIFEST}


def listed(folder: Path) -> list[str]:
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    assert manifest["schema"] == "cardtools.manifest/1"
    return [entry["name"] for entry in manifest["files"]]


def refused(folder: Path, *names: str) -> str | None:
    with pytest.raises(CardtoolsError) as refusal:
        write_folder(folder, names, [b"new"] * len(names))
    (finding,) = refusal.value.findings
    assert finding.code == "file.unwritable"
    return finding.wording


def test_files_and_their_manifest_are_written_and_the_folder_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "a/b"
    write_folder(folder, ("001.png", "002.png"), [b"one", b"two"])
    assert there(folder) == {"001.png": b"one", "002.png": b"two"}
    assert listed(folder) == ["001.png", "002.png"]


def test_files_of_an_earlier_run_are_removed_and_those_of_the_user_stay(tmp_path: Path) -> None:
    write_folder(tmp_path, ("001.png", "002.png", "003.png"), [b"1", b"2", b"3"])
    (tmp_path / "notes.txt").write_bytes(b"mine")
    (tmp_path / "004.png").write_bytes(b"mine too")
    write_folder(tmp_path, ("001.png", "005.png"), [b"new", b"5"])
    assert there(tmp_path) == {"001.png": b"new", "005.png": b"5", "notes.txt": b"mine", "004.png": b"mine too"}
    assert listed(tmp_path) == ["001.png", "005.png"]


def test_a_file_of_the_user_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "002.png").write_bytes(b"mine")
    assert refused(tmp_path, "001.png", "002.png") == "file.unwritable.foreign"
    assert there(tmp_path) == {"002.png": b"mine"}
    assert not (tmp_path / MANIFEST).exists()


def test_a_link_of_the_user_is_neither_followed_nor_replaced(tmp_path: Path) -> None:
    outside = tmp_path / "outside.png"
    outside.write_bytes(b"mine")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "001.png").symlink_to(outside)
    (folder / "002.png").symlink_to(tmp_path / "nowhere")
    assert refused(folder, "001.png") == "file.unwritable.foreign"
    assert refused(folder, "002.png") == "file.unwritable.foreign"
    assert outside.read_bytes() == b"mine"


def test_a_link_put_in_the_place_of_a_file_of_ours_loses_nothing_outside(tmp_path: Path) -> None:
    outside = tmp_path / "outside.png"
    outside.write_bytes(b"mine")
    folder = tmp_path / "out"
    write_folder(folder, ("001.png", "002.png"), [b"1", b"2"])
    for name in ("001.png", "002.png"):
        (folder / name).unlink()
        (folder / name).symlink_to(outside)
    write_folder(folder, ("001.png",), [b"new"])
    assert outside.read_bytes() == b"mine"
    assert there(folder) == {"001.png": b"new"}


@pytest.mark.parametrize(
    "manifest",
    [
        "",
        "[]",
        "null",
        '{"schema": "other/1", "files": []}',
        '{"schema": "cardtools.manifest/1"}',
        '{"schema": "cardtools.manifest/1", "files": [{"name": "../victim"}]}',
        '{"schema": "cardtools.manifest/1", "files": [{"name": "/etc/passwd"}]}',
        '{"schema": "cardtools.manifest/1", "files": [{"name": ".hidden"}]}',
        '{"schema": "cardtools.manifest/1", "files": [{"name": 7}]}',
        "[" * 100_000,
    ],
)
def test_nothing_is_removed_on_the_word_of_a_manifest_that_is_not_ours(manifest: str, tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"mine")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / MANIFEST).write_text(manifest, encoding="utf-8")
    assert refused(folder, "001.png") == "file.unwritable.manifest"
    assert (tmp_path / "victim").read_bytes() == b"mine"
    assert list(folder.iterdir()) == [folder / MANIFEST]


def test_where_something_goes_wrong_half_way_nothing_has_changed(tmp_path: Path) -> None:
    write_folder(tmp_path, ("001.png", "002.png"), [b"1", b"2"])

    def failing() -> Iterator[bytes]:
        yield b"new"
        raise CardtoolsError(exit_code=1)

    with pytest.raises(CardtoolsError):
        write_folder(tmp_path, ("001.png", "003.png"), failing())
    assert there(tmp_path) == {"001.png": b"1", "002.png": b"2"}
    assert listed(tmp_path) == ["001.png", "002.png"]


def test_a_folder_that_was_to_be_made_is_not_left_empty(tmp_path: Path) -> None:
    def failing() -> Iterator[bytes]:
        yield b"new"
        raise CardtoolsError(exit_code=1)

    with pytest.raises(CardtoolsError):
        write_folder(tmp_path / "out", ("001.png", "002.png"), failing())
    assert list(tmp_path.iterdir()) == []


def test_a_wish_to_stop_leaves_everything_as_it_was(tmp_path: Path) -> None:
    write_folder(tmp_path, ("001.png",), [b"1"])

    def stopping() -> Iterator[bytes]:
        yield b"new"
        interrupted.set()
        yield b"never"

    try:
        with pytest.raises(KeyboardInterrupt):
            write_folder(tmp_path, ("001.png", "002.png"), stopping())
    finally:
        interrupted.clear()
    assert there(tmp_path) == {"001.png": b"1"}


def test_a_file_where_the_folder_should_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"mine")
    assert refused(tmp_path / "out", "001.png") == "file.unwritable.no-folder"


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "001.png").mkdir()
    assert refused(tmp_path, "001.png") == "file.unwritable.foreign"


@pytest.mark.parametrize("names", [("../a.png",), ("a/b.png",), (".png",), (MANIFEST,), ("a.png", "a.png"), ("",)])
def test_names_that_are_not_plain_and_different_are_a_mistake_of_ours(names: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="plain and different"):
        write_folder(tmp_path / "out", names, [b""] * len(names))
    assert not (tmp_path / "out").exists()
