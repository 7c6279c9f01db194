"""Session files written: whole lines or nothing, one writer at a time, whatever stops the machine."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardtools.errors import refuse
from cardtools.model.session import NoteEvent
from cardtools.store import journals, session_writing
from cardtools.store.interrupts import interrupted
from cardtools.store.session_writing import append, create
from cardtools.store.sessions import LINE_LIMIT, SessionLog, parse_log, read_log
from tests.factories import refused

AT = "2026-01-31T19:30:00+01:00"
NEW = {"event": "new", "game": "uno", "players": ["Anna", "Őzike"], "at": AT}

CHILD = f"""
import os, resource, signal, sys
from pathlib import Path
from cardtools.errors import CardtoolsError
from cardtools.store.session_writing import append
path, name = Path(sys.argv[1]), sys.argv[2]
def note(text):
    return append(path, lambda log: {{"event": "note", "text": text, "at": "{AT}"}})
"""
"""What processes of these tests begin with."""


def note(text: str = "pizza") -> Mapping[str, Any]:
    return {"event": "note", "text": text, "at": AT}


def child(code: str, path: Path, name: str = "") -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", CHILD + code, path, name], stdout=subprocess.PIPE, text=True)


def texts(log: SessionLog) -> list[str]:
    return [event.text for event in log.events if isinstance(event, NoteEvent)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "evening.jsonl"
    create(path, NEW)
    return path


# Creating


def test_a_new_file_has_one_whole_line_and_the_rights_of_any_new_file(path: Path, tmp_path: Path) -> None:
    assert path.read_text().startswith('{"schema":"cardtools.session/1","seq":1,"event":"new","game":"uno"')
    assert path.read_bytes().count(b"\n") == 1
    (tmp_path / "other").touch()
    assert path.stat().st_mode == (tmp_path / "other").stat().st_mode
    assert sorted(one.name for one in tmp_path.iterdir()) == ["evening.jsonl", "other"]


def test_an_existing_file_is_never_begun_anew(path: Path) -> None:
    before = path.read_bytes()
    (finding,) = refused(lambda: create(path, NEW))
    assert finding.code == "session.exists"
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_link_to_nowhere_counts_as_existing(tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "nowhere")
    (finding,) = refused(lambda: create(link, NEW))
    assert finding.code == "session.exists"
    assert not (tmp_path / "nowhere").exists()


def test_without_hard_links_it_is_begun_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("cardtools.store.journals.os.link", no_links)
    path = tmp_path / "evening.jsonl"
    create(path, NEW)
    assert len(read_log(path).events) == 1
    (finding,) = refused(lambda: create(path, NEW))
    assert finding.code == "session.exists"


def test_a_full_disk_leaves_no_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cardtools.store.journals.os.write", full)
    (finding,) = refused(lambda: create(tmp_path / "evening.jsonl", NEW))
    assert (finding.code, finding.params["why"]) == ("file.unwritable", "No space left on device")
    assert list(tmp_path.iterdir()) == []


# Appending


def test_what_is_appended_is_one_line_and_nothing_before_it_changes(path: Path) -> None:
    before = path.read_bytes()
    appended = append(path, lambda _: note("Őzike nyert"))
    assert path.read_bytes() == before + f'{{"seq":2,"event":"note","text":"Őzike nyert","at":"{AT}"}}\n'.encode()
    assert appended.log == parse_log(path.read_bytes(), path)
    assert (appended.torn, appended.aside) == (None, None)


def test_a_line_is_written_at_once_and_synced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    write, sync = os.write, os.fsync

    def writing(handle: int, data: bytes) -> int:
        done.append("write")
        return write(handle, data)

    def syncing(handle: int) -> None:
        done.append("sync")
        sync(handle)

    monkeypatch.setattr("cardtools.store.journals.os.write", writing)
    monkeypatch.setattr("cardtools.store.journals.os.fsync", syncing)
    append(path, lambda _: note())
    assert done == ["write", "sync"]


def test_a_refusal_while_deciding_changes_nothing_not_even_a_torn_line(path: Path) -> None:
    with path.open("ab") as stream:
        stream.write(b'{"seq":2,"ev')
    before = path.read_bytes()

    def decide(_: SessionLog) -> Mapping[str, Any]:
        raise refuse("session.undo")

    assert refused(lambda: append(path, decide))[0].code == "session.undo"
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("torn", [b'{"seq":2,"ev', b'{"seq":2,"ev\n', b"\0" * 300, b"\xc5"])
def test_a_torn_line_is_set_aside_before_anything_is_appended(path: Path, torn: bytes) -> None:
    before = path.read_bytes()
    for n in (1, 2):
        with path.open("ab") as stream:
            stream.write(torn)
        appended = append(path, lambda _: note())
        assert appended.torn is not None
        assert appended.aside == path.with_name(f"evening.jsonl.torn-{n}")
        assert appended.aside.read_bytes() == torn
        assert read_log(path).torn is None
    assert path.read_bytes().startswith(before)
    assert texts(read_log(path)) == ["pizza", "pizza"]


def test_a_torn_line_that_cannot_be_set_aside_stays_where_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with path.open("ab") as stream:
        stream.write(b'{"seq":2,"ev')
    before = path.read_bytes()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cardtools.store.journals.os.write", full)
    assert refused(lambda: append(path, lambda _: note()))[0].code == "file.unwritable"
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("taken", [0, 1, 20])
def test_a_disk_that_fills_up_in_the_middle_of_a_line_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, taken: int
) -> None:
    before, write = path.read_bytes(), os.write
    calls: list[int] = []

    def filling(handle: int, data: bytes) -> int:
        calls.append(handle)
        if len(calls) > 1 or not taken:
            raise OSError(28, "No space left on device")
        return write(handle, bytes(data)[:taken])

    monkeypatch.setattr("cardtools.store.journals.os.write", filling)
    (finding,) = refused(lambda: append(path, lambda _: note()))
    assert (finding.code, finding.params["why"]) == ("file.unwritable", "No space left on device")
    assert path.read_bytes() == before


def test_a_file_size_limit_of_the_system_leaves_the_file_as_it_was(path: Path) -> None:
    before = path.read_bytes()
    code = f"""
resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before) + 10}, {len(before) + 10}))
try:
    note("too much")
except CardtoolsError as error:
    print(error.findings[0].code, error.findings[0].params["why"])
"""
    out, _ = child(code, path).communicate(timeout=60)
    assert out == "file.unwritable File too large\n"
    assert path.read_bytes() == before


def test_an_interrupt_before_the_line_is_written_writes_nothing(path: Path) -> None:
    before = path.read_bytes()
    interrupted.set()
    try:
        with pytest.raises(KeyboardInterrupt):
            append(path, lambda _: note())
    finally:
        interrupted.clear()
    assert path.read_bytes() == before


def test_a_line_that_is_too_long_is_refused(path: Path) -> None:
    before = path.read_bytes()
    (finding,) = refused(lambda: append(path, lambda _: note("x" * LINE_LIMIT)))
    assert (finding.code, finding.wording) == ("session.long", "session.long.said")
    assert path.read_bytes() == before


def test_a_file_that_is_full_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_writing, "FILE_LIMIT", path.stat().st_size + 20)
    assert refused(lambda: append(path, lambda _: note()))[0].code == "session.full-file"
    assert texts(read_log(path)) == []


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda _: None, "file.unreadable"),
        (Path.mkdir, "file.unreadable"),
        (os.mkfifo, "file.unreadable"),
        (Path.touch, "session.kind"),
        (lambda path: path.write_text("players: [A, B]\n"), "session.broken"),
    ],
)
def test_what_is_no_session_is_not_appended_to(tmp_path: Path, make: Any, code: str) -> None:
    path = tmp_path / "x"
    make(path)
    assert refused(lambda: append(path, lambda _: note()))[0].code == code


# Several writers


def test_a_file_that_stays_locked_is_refused_after_a_while(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "_LOCK_WAIT_S", 0.05)
    with path.open("rb") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        assert refused(lambda: append(path, lambda _: note()))[0].code == "session.busy"
    append(path, lambda _: note())
    assert texts(read_log(path)) == ["pizza"]


def test_a_file_that_was_replaced_while_waiting_is_opened_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = journals._lock
    calls: list[int] = []

    def slow(handle: int, until: float, which: Path) -> None:
        if not calls:  # an editor saves: another file takes the name
            other = path.with_name("other")
            other.write_bytes(path.read_bytes())
            other.replace(path)
        calls.append(handle)
        lock(handle, until, which)

    monkeypatch.setattr(journals, "_lock", slow)
    append(path, lambda _: note())
    assert len(calls) == 2
    assert texts(read_log(path)) == ["pizza"]


def test_processes_that_write_at_once_lose_nothing_double_nothing_and_never_mix(path: Path) -> None:
    code = """
for number in range(15):
    note(f"{name}{number} " + "ő" * 400)
"""
    writers = [child(code, path, name) for name in "abcd"]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0, 0, 0]
    for writer in writers:
        writer.communicate()
    log = read_log(path)
    told = [text.split()[0] for text in texts(log)]
    assert sorted(told) == sorted(f"{name}{number}" for name in "abcd" for number in range(15))
    for name in "abcd":  # each in its own order
        assert [one for one in told if one[0] == name] == [f"{name}{number}" for number in range(15)]


def test_a_writer_that_dies_in_the_middle_of_a_line_loses_that_line_only(path: Path) -> None:
    append(path, lambda _: note("before"))
    before = path.read_bytes()
    code = """
write = os.write
def half(handle, data):
    write(handle, bytes(data)[: len(data) // 2])
    os.kill(os.getpid(), signal.SIGKILL)
os.write = half
note("lost")
"""
    writer = child(code, path)
    assert writer.wait(timeout=60) == -signal.SIGKILL
    writer.communicate()
    torn = path.read_bytes().removeprefix(before)
    assert torn.startswith(b'{"seq":3,"event":"note"')
    log = read_log(path)
    assert (texts(log), log.torn and log.torn.line) == (["before"], 3)
    appended = append(path, lambda _: note("after"))
    assert appended.aside is not None
    assert appended.aside.read_bytes() == torn
    assert path.read_bytes().startswith(before)
    assert texts(read_log(path)) == ["before", "after"]


def test_writers_killed_at_any_moment_lose_nothing_that_was_acknowledged(path: Path) -> None:
    code = """
number = 0
while True:
    note(f"{name}{number}")
    print(number, flush=True)
    number += 1
"""
    for turn, rest_s in enumerate((0.0, 0.03)):
        writers = [child(code, path, f"{turn}{name}") for name in "ab"]
        outputs = [writer.stdout for writer in writers]
        for output in outputs:
            assert output is not None
            output.readline()
        time.sleep(rest_s)
        for writer in writers:
            writer.kill()
        acknowledged = [(writer.communicate()[0].split() or ["0"])[-1] for writer in writers]
        told = texts(read_log(path))
        assert len(told) == len(set(told))
        for name, last in zip("ab", acknowledged, strict=True):
            own = [one for one in told if one.startswith(f"{turn}{name}")]
            assert own == [f"{turn}{name}{number}" for number in range(len(own))]
            assert len(own) > int(last)
    append(path, lambda _: note("end"))
    assert texts(read_log(path))[-1] == "end"
