"""The command line as a stranger's files meet it: a process of its own, with little memory, and no way to the net."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_MEMORY: Final = 2_500_000_000
"""Bytes of addresses that a process may use; what it really holds is far less."""
_SECONDS: Final = 120
STEERING: Final = "\x1b[2J\x1b]0;owned\x07\u202e\x9b31m"
"""Signs that steer a terminal: clear it, name its window, turn the direction of writing, colour what follows."""


@dataclass(frozen=True)
class Told:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def all(self) -> str:
        """Both streams."""
        return self.out + self.err


def told(
    folder: Path, *arguments: str | os.PathLike[str], stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> Told:
    """Run a command in ``folder`` and return what it said; it must never show a traceback or call itself broken."""
    own = {
        "PATH": os.environ["PATH"], "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "LANG": "C.UTF-8",
        **(environment or {}),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "cardtools", *(os.fspath(one) for one in arguments)],
        cwd=folder, env=own, input=stdin, capture_output=True, timeout=_SECONDS, check=False, preexec_fn=_little_memory,
    )  # fmt: skip
    said = Told(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))
    assert "Traceback" not in said.err, said.err
    assert done.returncode in (0, 1, 2), said.err
    return said


def refused(said: Told, *codes: str) -> None:
    """Assert that a command could not go on, and said so in a line for each of ``codes``."""
    assert said.code in (1, 2), said.all
    for code in codes:
        assert code in said.all, said.all


def _little_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
