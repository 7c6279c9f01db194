"""Standard streams as they come: closed, full, or without our letters; and the user's wish to stop."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from cardtools.store.interrupts import interrupted

INTERRUPTED = 130


def prepare_streams() -> None:
    """Make stdout and stderr usable whatever they are; letters they cannot show are written as their code."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - lives as the stream does
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def silence_stdout() -> None:
    """Send what is still to be flushed nowhere: the pipe is closed or the disk is full."""
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - lives as the process does
    finally:
        os.close(sink)


def was_interrupted() -> bool:
    """Return whether the user asked to stop during this run, even if a library swallowed it."""
    return interrupted.is_set()


@contextmanager
def heed_interrupts() -> Iterator[None]:
    """Remember an interrupt, since libraries may swallow it: nothing is written after it; see ``store.interrupts``."""
    interrupted.clear()

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - a signal handler's signature
        interrupted.set()
        raise KeyboardInterrupt

    def unraisable(told: sys.UnraisableHookArgs) -> None:
        if told.exc_type is not KeyboardInterrupt:
            sys.__unraisablehook__(told)

    hook = sys.unraisablehook
    try:
        before = signal.signal(signal.SIGINT, stop)
    except ValueError:  # not the main thread: whoever runs us there handles interrupts
        yield
        return
    sys.unraisablehook = unraisable
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = hook
