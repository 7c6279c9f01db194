"""The ratios that print and start-up are held to, both sides timed in one run: `make bench`."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
REAL_LIST = REPO.parent / "shared/real/hkk/cards.txt"
PYTHON = sys.executable


def once(command: list[str]) -> float:
    """Return the seconds that a command takes as a whole process."""
    start = time.perf_counter()
    subprocess.run(command, cwd=REPO, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def ratio(ours: list[str], other: list[str], runs: int) -> tuple[float, float, float]:
    """Return the median times of both commands, and the median of their ratios pair by pair."""
    once(ours)
    once(other)
    pairs = [(once(ours), once(other)) for _ in range(runs)]
    ratios = [one / two for one, two in pairs]
    return (
        statistics.median(one for one, _ in pairs),
        statistics.median(two for _, two in pairs),
        statistics.median(ratios),
    )


def tell(job: str, result: tuple[float, float, float], target: str) -> None:
    """Print one line."""
    ours, other, quotient = result
    print(f"{job:<58} {ours:7.3f} s / {other:7.3f} s = {quotient:6.3f}   target {target}")


def main() -> None:
    """Time every job and print its ratio."""
    click = [PYTHON, "-c", "import click"]
    tell("cardtools --version / import click", ratio([PYTHON, "-m", "cardtools", "--version"], click, 11), "<= 3")
    with tempfile.TemporaryDirectory() as folder:
        deck = "data/games/hkk/decks/demo-tournament.txt"
        validate = [PYTHON, "-m", "cardtools", "validate", deck, "-g", "hkk"]
        if REAL_LIST.is_file():
            pool = str(Path(folder) / "pool.json")
            once([PYTHON, "-m", "cardtools", "pool", "import", str(REAL_LIST), "-g", "hkk", "-o", pool])
            validate += ["--pool", pool]
            tell("validate one list, pool of 9,454 cards / import click", ratio(validate, click, 11), "<= 8, stretch 5")
        else:
            tell("validate one list, small pool / import click", ratio(validate, click, 11), "<= 8, stretch 5")
        jobs = {name: [PYTHON, "-m", "tests.bench.jobs", name, f"{folder}/{name}.pdf"] for name in ("ours", "naive")}
        tell("540 cards, 108 faces, cold / naive sheets", ratio(jobs["ours"], jobs["naive"], 3), "<= 0.25")
        sizes = {name: Path(f"{folder}/{name}.pdf").stat().st_size for name in jobs}
        print(f"file size: ours {sizes['ours'] // 1000} kB, naive {sizes['naive'] // 1000} kB")


if __name__ == "__main__":
    main()
