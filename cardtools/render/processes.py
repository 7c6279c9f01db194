"""Work spread over the machine's processes, this one included; what comes out does not depend on how many there are."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

MOST_PROCESSES: Final = 8
"""Above, memory grows faster than speed."""

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")


def spread(
    jobs: Sequence[Job],
    work: Callable[[Job], Outcome],
    *,
    load: Callable[[], None],
    spawned_from: int,
    done: Callable[[int], None] = lambda _number: None,
    processes: int | None = None,
) -> list[Outcome]:
    """Return what ``work`` makes of each job, in the order of the jobs.

    Args:
        jobs: What is to be done; jobs and outcomes must be picklable.
        work: A function of a module.
        load: Loads what ``work`` needs, so that processes that are forked have it already.
        spawned_from: From how many jobs on it is worth starting processes that have to load everything themselves,
            where the machine cannot fork.
        done: Told the number of each job that is done.
        processes: How many processes work; as many as the machine has processors where it is absent.

    Raises:
        Exception: What ``work`` raised for the first job, in order, that it raised for.
        KeyboardInterrupt: Where the user has asked to stop; jobs not begun are dropped.
    """
    count = min(processes or _processors(), len(jobs), MOST_PROCESSES)
    method = _method()
    if count < 2 or (method != "fork" and len(jobs) < spawned_from):
        return _alone(jobs, work, done)
    load()
    # Here, as a run that finds all in the cache needs none of it.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context(method)
    try:
        pool = ProcessPoolExecutor(count - 1, mp_context=context, initializer=_follow_the_first_process)
    except (OSError, ImportError, NotImplementedError):  # no semaphores, such as where /dev/shm cannot be written
        return _alone(jobs, work, done)
    try:
        return _run(pool, jobs, work, done, count - 1)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _alone(jobs: Sequence[Job], work: Callable[[Job], Outcome], done: Callable[[int], None]) -> list[Outcome]:
    return [_told(work(job), number, done) for number, job in enumerate(jobs)]


def _run(
    pool: ProcessPoolExecutor,
    jobs: Sequence[Job],
    work: Callable[[Job], Outcome],
    done: Callable[[int], None],
    helpers: int,
) -> list[Outcome]:
    waiting = deque(range(len(jobs)))
    futures: dict[int, Future[Outcome | _Refused]] = {}
    outcomes: dict[int, Outcome] = {}
    failures: dict[int, Exception] = {}

    def feed(_finished: object = None) -> None:
        """Hand out one job more. The pool itself would take several ahead, which nobody else could do then."""
        with suppress(IndexError, RuntimeError):  # nothing left, or the pool is shut down
            number = waiting.popleft()
            futures[number] = future = pool.submit(_attempted, work, jobs[number])
            future.add_done_callback(feed)

    with warnings.catch_warnings():
        # Python counts threads of libraries too: that of Pango, which no forked process of ours needs; see ``engine``.
        warnings.filterwarnings("ignore", ".*multi-threaded, use of fork", DeprecationWarning)
        for _ in range(helpers):
            feed()
    while waiting:
        with suppress(IndexError):
            number = waiting.pop()
            try:
                outcomes[number] = _told(work(jobs[number]), number, done)
            except Exception as error:  # noqa: BLE001 - raised below, in the order of the jobs
                failures[number] = error
    for number, future in sorted(futures.items()):
        try:
            outcome = future.result()
            if isinstance(outcome, _Refused):
                raise CardtoolsError(*outcome.findings, exit_code=outcome.exit_code)
            outcomes[number] = _told(outcome, number, done)
        except Exception as error:  # noqa: BLE001 - raised below, in the order of the jobs
            failures[number] = error
    if failures:
        raise failures[min(failures)]
    return [outcomes[number] for number in range(len(jobs))]


@dataclass(frozen=True, slots=True)
class _Refused:
    """An error on its way between processes, where exceptions lose what they carry."""

    findings: tuple[Finding, ...]
    exit_code: int


def _attempted(work: Callable[[Job], Outcome], job: Job) -> Outcome | _Refused:
    try:
        return work(job)
    except CardtoolsError as error:
        return _Refused(error.findings, error.exit_code)


def _told(outcome: Outcome, number: int, done: Callable[[int], None]) -> Outcome:
    done(number)
    return outcome


def _processors() -> int:
    with suppress(AttributeError, OSError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _method() -> str:
    """Return how processes are started: forked where that is safe, which is without other threads."""
    return "fork" if sys.platform.startswith("linux") and threading.active_count() == 1 else "spawn"


def _follow_the_first_process() -> None:
    """Leave interrupts to the first process, and end when it ends: killed, it cannot tell the others to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import multiprocessing

    first = multiprocessing.parent_process()
    if first is not None:
        threading.Thread(target=_end_after, args=(first,), daemon=True).start()


def _end_after(first: BaseProcess) -> None:
    first.join()
    os._exit(1)
