"""The ratios that print, checks, start-up and the browser table are held to, both sides in one run: `make bench`."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench import growth, web_jobs

REPO: Final = Path(__file__).resolve().parents[2]
REAL_LIST: Final = REPO.parent / "shared/real/hkk/cards.txt"
DECK: Final = REPO / "data/games/hkk/decks/demo-tournament.txt"
PYTHON: Final = sys.executable
CARDTOOLS: Final = (PYTHON, "-m", "cardtools")
LISTS: Final = 2_000
AS_INSTALLED: Final = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""What commands run under: an installed program keeps its compiled modules, as the libraries it is timed against do."""


@dataclass(frozen=True)
class Cost:
    """What something takes: seconds by the clock, and seconds of all processors together."""

    clock: float
    processors: float = 0.0

    @classmethod
    def least(cls, costs: Sequence[Cost]) -> Cost:
        """Return the least of several runs, which other work on the machine has disturbed least."""
        return cls(min(one.clock for one in costs), min(one.processors for one in costs))


def once(*command: str) -> Cost:
    """Return what a command takes as a whole process."""
    before, start = os.times(), time.perf_counter()
    subprocess.run(
        command, cwd=REPO, env=AS_INSTALLED, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    clock, after = time.perf_counter() - start, os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return Cost(clock, spent)


def often(runs: int, run: Callable[[int], Cost]) -> Cost:
    """Return the least of several runs; each is told its number."""
    return Cost.least([run(number) for number in range(runs)])


def by_turns(runs: int, one: Callable[[int], Cost], other: Callable[[int], Cost]) -> tuple[Cost, Cost]:
    """Return the least of both sides, run by turns, so that other work on the machine weighs on both alike."""
    pairs = [(one(number), other(number)) for number in range(runs)]
    return Cost.least([first for first, _ in pairs]), Cost.least([second for _, second in pairs])


@dataclass(frozen=True)
class Bench:
    """Where the files of a run lie."""

    folder: Path

    def job(self, name: str, cache: str = "none") -> Cost:
        """Return what a job takes as a whole process; each cache name is a cache of its own."""
        extra = () if cache == "none" else (str(self.folder / cache),)
        return once(PYTHON, "-m", "tests.bench.jobs", name, str(self.output(name)), *extra)

    def output(self, name: str) -> Path:
        """Return the file that a job writes."""
        return self.folder / f"{name}.pdf"

    def size(self, name: str) -> float:
        """Return the kilobytes of the file that a job wrote."""
        return self.output(name).stat().st_size / 1_000

    def print(self) -> None:
        """Time everything that prints."""
        naive, cold = by_turns(
            3, lambda _: self.job("naive-108"), lambda number: self.job("ours-108", f"cold-{number}")
        )
        tell("540 cards, 108 faces, cold / naive sheets", cold, naive, 1 / 4)
        tell_yardsticks(self.folder, cold)
        other, ours = by_turns(2, lambda _: self.job("naive-540"), lambda number: self.job("ours-540", f"all-{number}"))
        tell("540 distinct faces, cold / naive sheets", ours, other, 0.65, 0.5)
        # Each time an edit that this cache has not seen.
        edit = often(3, lambda number: self.job("ours-edited", f"cold-{number}"))
        tell("one card edited, whole command / naive sheets", edit, naive, 1 / 8, 1 / 12)
        tell("the same again / naive sheets", often(5, lambda _: self.job("ours-108", "cold-0")), naive, 1 / 15, 1 / 20)
        tell("an edit under --watch / naive sheets", self.watched(), naive, 1 / 40, 1 / 80)
        self.job("naive-faces")
        sizes = Cost(self.size("ours-108")), Cost(self.size("naive-faces"))
        tell("file of 540 cards / plain file of the 108 faces", *sizes, 1.2, unit="kB")

    def watched(self) -> Cost:
        """Return what it takes from an edit to the finished file in a process that stays."""
        command = (PYTHON, "-m", "tests.bench.jobs", "watch", str(self.output("watch")), str(self.folder / "cold-0"))
        told = subprocess.run(command, cwd=REPO, env=AS_INSTALLED, check=True, capture_output=True, text=True)
        seconds = [float(word) for word in told.stdout.split()]
        return Cost(min(seconds[::2]), min(seconds[1::2]))

    def start(self) -> None:
        """Time start-up and the check of one list and of many."""
        once(*CARDTOOLS, "validate", "-g", "hkk", str(DECK))  # compiles what is not compiled yet
        click = often(11, lambda _: once(PYTHON, "-c", "import click"))
        version = often(11, lambda _: once(*CARDTOOLS, "--version"))
        tell("cardtools --version / import click", version, click, 3)
        validate = [*CARDTOOLS, "validate", "-g", "hkk"]
        pool = "small pool"
        if REAL_LIST.is_file():
            pool = "pool of 9,454 cards"
            imported = str(self.folder / "pool.json")
            once(*CARDTOOLS, "pool", "import", str(REAL_LIST), "-g", "hkk", "-o", imported)
            validate += ["--pool", imported]
        one = often(11, lambda _: once(*validate, str(DECK)))
        tell(f"validate one list, {pool} / import click", one, click, 8, 5)
        lists = [self.folder / f"list-{number}.txt" for number in range(LISTS)]
        for path in lists:
            path.write_bytes(DECK.read_bytes())
        many = once(*validate, "--exit-zero", *map(str, lists))
        rate = LISTS / max(many.clock - one.clock, 0.001)
        verdict = "stretch met" if rate >= 5_000 else "met" if rate >= 2_000 else "NOT MET"
        print(f"{'validate 2,000 lists in one call, lists a second':<58} {rate:8.0f}   target 2000   {verdict}")


def tell(
    job: str,
    ours: Cost,
    other: Cost,
    target: float,
    stretch: float | None = None,
    *,
    unit: str = "s",
    word: str = "target",
) -> None:
    """Print one line: both sides, their ratio by the clock and by processors, and whether it is as wanted."""
    ratio = ours.clock / other.clock
    verdict = "NOT MET" if ratio > target else "stretch met" if stretch and ratio <= stretch else "met"
    wanted = f"{word} {target:.3f}" + (f", stretch {stretch:.3f}" if stretch else "")
    spent = f" (processors {ours.processors / other.processors:.3f})" if other.processors else ""
    sides = f"{ours.clock:8.3f} {unit} / {other.clock:8.3f} {unit}"
    print(f"{job:<58} {sides} = {ratio:6.3f}{spent}   {wanted}   {verdict}", flush=True)


def tell_yardsticks(folder: Path, cold: Cost) -> None:
    """Print how the cold run stands beside other programs, where they are installed."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        print("  yardstick Chromium: not installed")
    else:
        page = folder / "naive.html"
        once(PYTHON, "-m", "tests.bench.jobs", "html", str(page))
        command = (browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'browser'}")
        printing = (*command, f"--print-to-pdf={folder / 'chromium.pdf'}", page.as_uri())
        once(*printing)
        theirs = often(3, lambda _: once(*printing))
        tell("  yardstick: cold / Chromium printing the same sheets", cold, theirs, 1, word="stretch")
    if importlib.util.find_spec("typst") is None:
        print("  yardstick Typst: not installed")
    else:
        source = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])"
        command = (PYTHON, "-c", source, str(Path(__file__).with_name("cards.typ")), str(folder / "typst.pdf"))
        theirs = often(3, lambda _: once(*command))
        tell("  yardstick: cold / Typst, plainer cards", cold, theirs, 1, word="equal")


def main() -> None:
    """Time every job and print its ratio."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        bench.print()
        bench.start()
    web_jobs.main()
    growth.main()


if __name__ == "__main__":
    main()
