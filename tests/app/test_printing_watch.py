from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cardtools.app.print_watch import look, watch


def watched(paths: list[Path], edits: list[Callable[[], object]], writes: Sequence[Path] = ()) -> int:
    """Watch while each pause makes the next edit, and return how often it was answered.

    Each answer writes the files ``writes``.
    """
    left = list(edits)
    answered = 0

    def again() -> tuple[Path, ...]:
        nonlocal answered
        answered += 1
        for path in writes:
            path.write_text(f"print {answered}")
        return tuple(writes)

    def pause(_: float) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop(0)()

    with pytest.raises(KeyboardInterrupt):
        watch(paths, again, pause)
    return answered


def nothing() -> None:
    pass


def test_it_is_done_at_once_and_then_only_after_changes(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("a")
    assert watched([file], [nothing] * 5) == 1
    assert watched([file], [lambda: file.write_text("bb"), nothing, nothing]) == 2


def test_a_file_that_is_still_being_written_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("a")
    parts = [lambda size=size: file.write_text("b" * size) for size in (10, 20, 30)]
    assert watched([file], [*parts, nothing, nothing]) == 2


def test_a_file_saved_anew_under_its_name_is_one_change(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("a")
    assert watched([file], [file.unlink, nothing, lambda: file.write_text("b"), nothing, nothing]) == 2


def test_the_same_size_and_a_new_time_is_a_change(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("a")
    assert watched([file], [lambda: os.utime(file, ns=(1, 1)), nothing, nothing]) == 2


def test_all_that_lies_in_a_folder_is_watched(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    assert watched([tmp_path], [lambda: (tmp_path / "deep" / "new.png").write_text("x"), nothing, nothing]) == 2


def test_what_the_run_itself_has_written_is_no_change(tmp_path: Path) -> None:
    (tmp_path / "output").mkdir()
    source = tmp_path / "a.png"
    source.write_text("a")
    writes = [tmp_path / "output" / "001.png", tmp_path / "b.png"]
    assert watched([tmp_path], [nothing] * 6, writes) == 1
    assert watched([tmp_path], [lambda: source.write_text("bb"), *[nothing] * 6], writes) == 2


def test_a_written_file_that_somebody_else_changes_is_a_change(tmp_path: Path) -> None:
    made = tmp_path / "made.png"
    assert watched([tmp_path], [lambda: made.write_text("a picture"), *[nothing] * 6], [made]) == 2
    assert watched([tmp_path], [made.unlink, *[nothing] * 6], [made]) == 2


@pytest.mark.parametrize("name", ["other.pdf", "OTHER.PDF", "manifest.json", "noending", ".hidden.png", ".cache/a.png"])
def test_files_of_a_folder_that_no_card_is_made_of_are_not_watched(tmp_path: Path, name: str) -> None:
    (tmp_path / ".cache").mkdir()
    assert watched([tmp_path], [lambda: (tmp_path / name).write_text("x"), nothing, nothing]) == 1


def test_a_folder_that_comes_later_is_a_change(tmp_path: Path) -> None:
    assert watched([tmp_path / "images"], [(tmp_path / "images").mkdir, nothing, nothing]) == 2


def test_what_is_not_there_is_no_mistake(tmp_path: Path) -> None:
    assert look([tmp_path / "gone", tmp_path / "gone" / "deeper"]) == {}
