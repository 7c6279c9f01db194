"""Bounded fuzzing by coverage: ``python -m tests.fuzz [TARGET]...``, each target for ``FUZZ_SECONDS`` (60).

Each runs in a process of its own, whose memory may grow by 300 MB and whose every input may take two seconds of work.
What breaks is kept in ``.hypothesis/fuzz/<target>/crash-*``; make a small test of it in ``test_crashers.py``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

_GROWTH: Final = 300_000_000
"""Bytes by which the memory of a process may grow."""
_KEPT: Final = Path(".hypothesis/fuzz")
_ALL: Final = (
    "lists", "pools", "overlays", "tables", "scores", "words", "sessions", "best", "searches", "codes", "data",
    "pictures", "builders", "rewritten", "exports", "folders",
)  # fmt: skip


def main(names: list[str]) -> int:
    """Fuzz targets one after another; return 1 where one of them broke."""
    seconds = int(os.environ.get("FUZZ_SECONDS", "60"))
    broken = [name for name in names or _ALL if not _fuzz(name, seconds)]
    print(f"broken: {', '.join(broken)}" if broken else "nothing broke")
    return 1 if broken else 0


def _fuzz(name: str, seconds: int) -> bool:
    kept = _KEPT / name
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as corpus:
        command = [sys.executable, "-m", "tests.fuzz", "--child", name, corpus, str(kept), str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = done.stderr.splitlines()
    runs = next((line for line in reversed(told) if line.startswith("Done")), "broken")
    print(f"{name}: {runs}", flush=True)
    if done.returncode:
        print("\n".join([*done.stdout.splitlines()[-40:], *told[-12:]]), flush=True)
    return done.returncode == 0


def _child(name: str, corpus: str, kept: str, seconds: str) -> None:
    """Fuzz one target in this process, which ends with it."""
    from importlib import import_module

    atheris = import_module("atheris")  # an extra that no other test needs
    with atheris.instrument_imports(include=["cardtools"]):
        from tests.fuzz.guarded import bounded
        from tests.fuzz.seeds import seeds
        from tests.fuzz.targets import run
    for number, seed in enumerate(seeds(name)):
        run(name, seed)
        Path(corpus, str(number)).write_bytes(seed)
    _limit_growth()

    def one(content: bytes) -> None:
        with bounded():
            run(name, content)

    options = [f"-max_total_time={seconds}", f"-artifact_prefix={kept}/", "-max_len=6000", "-timeout=60"]
    atheris.Setup([sys.argv[0], corpus, *options, "-rss_limit_mb=0", "-print_final_stats=0"], one)
    atheris.Fuzz()


def _limit_growth() -> None:
    """Let this process take no more memory than _GROWTH bytes beyond what it has."""
    import resource

    status = Path("/proc/self/status").read_text("ascii")
    now = next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmData"))
    resource.setrlimit(resource.RLIMIT_DATA, (now + _GROWTH, now + _GROWTH))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        _child(*sys.argv[2:6])
    else:
        sys.exit(main(sys.argv[1:]))
