"""How cost grows, from ten to thousands: cards printed, cards in a pool, lists in one call.

`python -m tests.bench.growth` prints the tables of docs/performance.md; `make bench` runs it last.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

REPO: Final = Path(__file__).resolve().parents[2]
CARDS: Final = (10, 100, 1_000, 5_000)
POOLS: Final = (10, 100, 1_000, 10_000)
LISTS: Final = (10, 100, 1_000, 10_000)
RUNS: Final = 3
"""Runs of which the least counts; other work on the machine has disturbed it least."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command takes: seconds by the clock, and the most megabytes that one of its processes held."""

    seconds: float
    megabytes: float


Job = Callable[[Path, int], Sequence[str]]
"""Makes what so many items need in a folder, and returns the words after ``cardtools``."""


def once(folder: Path, words: Sequence[str], number: int) -> Cost:
    """Return what one run of a command takes, with a cache of its own; it may have findings."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPATH": str(REPO),
        "XDG_CACHE_HOME": str(folder / f"cache-{number}"),
    }
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "cardtools", *words], cwd=folder, env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"cardtools {' '.join(words)[:200]} left with {process.returncode}")
    per_megabyte = 1_000_000 if sys.platform == "darwin" else 1_000  # bytes there, kilobytes elsewhere
    return Cost(time.perf_counter() - start, usage.ru_maxrss / per_megabyte)


def least(job: Job, items: int, runs: int) -> Cost:
    """Return the least of several runs over so many items."""
    with tempfile.TemporaryDirectory(prefix="cardtools-growth-") as made:
        folder = Path(made)
        words = job(folder, items)
        costs = [once(folder, words, number) for number in range(runs)]
    return Cost(min(one.seconds for one in costs), min(one.megabytes for one in costs))


def cards(folder: Path, items: int) -> Sequence[str]:
    """Print a table of so many cards, each with a face of its own."""
    lines = [f"Card {number},animal,{number % 9},Draw {number} cards and keep one of them." for number in range(items)]
    (folder / "cards.csv").write_text("name,type,cost,text\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return "print", "cards", "cards.csv", "--backs", "none", "-o", "cards.pdf"


def pool(folder: Path, items: int) -> Sequence[str]:
    """Validate one list against a pool of so many cards, imported before."""
    lines = [f"{number} | Lap {number} | Raia lény" for number in range(1, items + 1)]
    (folder / "cards.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "deck.txt").write_text("3 Lap 1\n", encoding="utf-8")
    once(folder, ("pool", "import", "cards.txt", "-g", "hkk", "-o", "pool.json"), 0)
    return "validate", "deck.txt", "-g", "hkk", "-f", "home", "--pool", "pool.json"


def lists(folder: Path, items: int) -> Sequence[str]:
    """Validate so many lists in one call."""
    deck = (REPO / "data/games/hkk/decks/demo-tournament.txt").read_bytes()
    names = [f"{number}.txt" for number in range(items)]
    for name in names:
        (folder / name).write_bytes(deck)
    return "validate", *names, "-g", "hkk", "--exit-zero"


def table(name: str, job: Job, sizes: Sequence[int], runs: int = RUNS) -> Iterator[str]:
    """Yield a table: a row for each size, with the cost of an item beyond that of the first one.

    Args:
        name: What the items are called.
        job: What is done with them.
        sizes: How many items, rising, each above 1.
        runs: Runs of which the least counts.
    """
    yield f"| {name} | seconds | per item, ms | ratio to the row before | memory, MB |"
    yield "|---|---|---|---|---|"
    first = least(job, 1, runs)
    yield f"| 1 | {first.seconds:.2f} |  |  | {first.megabytes:.0f} |"
    before = 0.0
    for items in sizes:
        cost = least(job, items, runs)
        each = max(cost.seconds - first.seconds, 0.0) / (items - 1) * 1_000
        ratio = f"{each / before:.2f}" if before > 0 else ""
        yield f"| {items:,} | {cost.seconds:.2f} | {each:.3f} | {ratio} | {cost.megabytes:.0f} |"
        before = each


def main() -> None:
    """Print the three tables."""
    for name, job, sizes in (
        ("cards printed", cards, CARDS),
        ("cards in the pool", pool, POOLS),
        ("lists", lists, LISTS),
    ):
        print()
        for line in table(name, job, sizes):
            print(line, flush=True)


if __name__ == "__main__":
    main()
