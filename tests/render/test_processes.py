from __future__ import annotations

import atexit
import concurrent.futures
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cardtools.errors import CardtoolsError, refuse
from cardtools.render import engine, processes
from cardtools.render.processes import spread
from tests.conftest import REPO


def squared(number: int) -> int:
    return number * number


def choosy(number: int) -> int:
    time.sleep(0.03)  # so that no process does all
    if number in (3, 5):
        raise refuse("print.no-cards", number=number)
    return number


def process(_number: int) -> int:
    return os.getpid()


def nothing() -> None:
    pass


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("jobs", [0, 1, 2, 7])
def test_outcomes_come_in_the_order_of_the_jobs(jobs: int, count: int) -> None:
    outcomes = spread(range(jobs), squared, load=nothing, spawned_from=99, processes=count)
    assert outcomes == [number * number for number in range(jobs)]


@pytest.mark.parametrize("count", [1, 2])
def test_each_job_is_told_once_when_it_is_done(count: int) -> None:
    told: list[int] = []
    spread(range(5), squared, load=nothing, spawned_from=99, processes=count, done=told.append)
    assert sorted(told) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_an_error_of_a_job_is_carried_over_whole_and_the_first_counts(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_method", lambda: "fork")
    with pytest.raises(CardtoolsError) as caught:
        spread(range(8), choosy, load=nothing, spawned_from=99, processes=count)
    assert caught.value.findings[0].code == "print.no-cards"
    assert caught.value.findings[0].params == {"number": 3}
    assert caught.value.exit_code == 2


def test_few_jobs_are_done_here_where_processes_would_have_to_load_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_method", lambda: "spawn")
    assert set(spread(range(5), process, load=nothing, spawned_from=6, processes=2)) == {os.getpid()}


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_started_in_any_way_do_the_work(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_method", lambda: method)
    assert spread(range(6), squared, load=nothing, spawned_from=2, processes=2) == [0, 1, 4, 9, 16, 25]


@pytest.mark.parametrize("error", [PermissionError, FileNotFoundError, ImportError, NotImplementedError])
def test_where_the_system_has_no_semaphores_one_process_does_it_all(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse_it(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", refuse_it)
    assert set(spread(range(5), process, load=nothing, spawned_from=2, processes=2)) == {os.getpid()}


def test_beside_other_threads_nothing_is_forked() -> None:
    waiting = threading.Event()
    thread = threading.Thread(target=waiting.wait)
    thread.start()
    try:
        assert processes._method() == "spawn"
    finally:
        waiting.set()
        thread.join()


def let_go(_number: int) -> int:
    """Do what Python 3.13 does where a forked process begins: what was to be done at the end is forgotten."""
    time.sleep(0.03)  # so that no process does all
    if multiprocessing.parent_process() is not None:
        atexit._clear()
        gc.collect()
    return os.getpid()


def test_a_forked_process_leaves_the_folder_of_the_fonts_to_the_one_that_made_it() -> None:
    program = (
        "import sys; from pathlib import Path; from cardtools.render import engine, processes\n"
        "from tests.render.test_processes import let_go\n"
        "processes._method = lambda: 'fork'\n"
        "engine.load()\n"
        "folder = Path(engine._fonts()._folder)\n"
        "assert len(set(processes.spread(range(8), let_go, load=engine.load, spawned_from=99, processes=2))) == 2\n"
        "assert len(list(folder.iterdir())) > 1\n"
        "print(folder)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=REPO)
    assert not Path(done.stdout.strip()).exists()


def font_map(_number: int) -> tuple[int, int]:
    """Return the process that did this, and where the font map is that it lays out with."""
    from weasyprint.text.ffi import ffi

    time.sleep(0.03)  # so that no process does all
    return os.getpid(), int(ffi.cast("intptr_t", engine._fonts().font_map))


def test_a_forked_process_lays_out_with_a_font_map_of_its_own_as_that_of_pango_needs_its_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "_method", lambda: "fork")
    maps = dict(spread(range(8), font_map, load=engine.load, spawned_from=99, processes=2))
    assert len(maps) == 2
    assert len(set(maps.values())) == 2


def test_an_interrupt_stops_all_processes_soon_and_leaves_none(tmp_path: Path) -> None:
    program = (
        "import os, sys, time; from pathlib import Path; from cardtools.render.processes import spread\n"
        "def work(number):\n"
        "    Path(sys.argv[1], str(os.getpid())).touch()\n"
        "    time.sleep(0.2)\n"
        "if __name__ == '__main__':\n"
        "    print('ready', flush=True)\n"
        "    spread(range(500), work, load=lambda: None, spawned_from=99, processes=3)\n"
    )
    script = tmp_path / "script.py"
    script.write_text(program)
    (tmp_path / "seen").mkdir()
    run = subprocess.Popen(
        [sys.executable, script, tmp_path / "seen"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert run.stdout is not None
    assert run.stdout.readline() == b"ready\n"
    while len(list((tmp_path / "seen").iterdir())) < 3:
        assert run.poll() is None
    os.killpg(run.pid, signal.SIGINT)
    _, told = run.communicate(timeout=30)
    assert run.returncode != 0
    assert told.count(b"KeyboardInterrupt") == 1
    for path in (tmp_path / "seen").iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.name), 0)
