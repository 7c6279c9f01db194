"""A bound on the work of one input, in seconds of the processor, so that a busy machine changes nothing."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

MOST_S: Final = 2.0


class Hang(BaseException):
    """An input took more than MOST_S seconds of work; nothing that catches errors catches it."""


@contextmanager
def bounded(seconds: float = MOST_S) -> Iterator[None]:
    """Stop what takes longer.

    Raises:
        Hang: Then.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
