"""Commands killed at random moments, disks that fill up and folders that cannot be written; what must hold after it.

Each torment makes a folder, runs a command in it, and says what is whole.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pikepdf

from cardtools.store.sessions import parse_log
from cardtools.web.deck_files import DeckFiles, DeckState
from cardtools.web.settings import Settings

RUN: Final = (sys.executable, "-m", "cardtools")
_WRITING: Final = """
from pathlib import Path
from cardtools.store.cache import Cache
cache = Cache(Path("cache"))
for n in range(200):
    cache.put(f"pack-{n % 5:040x}", bytes((n % 5,)) * 2_000_000)
"""
_READING: Final = """
from pathlib import Path
from cardtools.store.cache import Cache
cache = Cache(Path("cache"))
for n in range(5):
    kept = cache.get(f"pack-{n:040x}")
    assert kept is None or kept == bytes((n,)) * 2_000_000, n
"""
_BUILDING: Final = """
import sys
from pathlib import Path
from cardtools.errors import CardtoolsError
from cardtools.web.deck_files import DeckFiles, DeckState
from cardtools.web.settings import Settings
decks = DeckFiles(Settings(Path("table"), 1, b"x"))
try:
    deck = decks.get("deck-1")
    for number in range(deck.version, deck.version + 400):
        state = DeckState("hkk", "tournament", "own", str(number), f"{number} " * 3000)
        deck = decks.change("deck-1", deck.version, state)
except CardtoolsError as error:
    sys.exit(f"{error.findings[0].code}: {error.findings[0].params}")
"""
DECK_BUILDER: Final = (sys.executable, "-c", _BUILDING)
CACHE_WRITER: Final = (sys.executable, "-c", _WRITING)
CACHE_READER: Final = (sys.executable, "-c", _READING)
_DECK: Final = "".join(f"1 Card {number}\n" for number in range(3000))
_CARDS: Final = "name,text,qty\n" + "".join(f"Card {number},Some words,1\n" for number in range(60))
_POOL: Final = "id,name,type\n" + "".join(f"{number},Card {number},monster\n" for number in range(4000))


@dataclass(frozen=True)
class Torment:
    """One thing that is tormented.

    Attributes:
        command: What is run, again and again, in the same folder.
        prepare: Fills the folder.
        check: Asserts that what it writes is whole, old or new.
        target: The file that it writes.
    """

    name: str
    command: Sequence[str]
    prepare: Callable[[Path], None]
    check: Callable[[Path], None]
    target: str


def _begin_evening(folder: Path) -> None:
    run(
        folder,
        *RUN,
        "session",
        "new",
        "-g",
        "uno",
        "--player",
        "Anna",
        "--player",
        "Béla",
        "--target",
        "100000",
        "e.jsonl",
    )


def _check_evening(folder: Path) -> None:
    content = (folder / "e.jsonl").read_bytes()
    log = parse_log(content, folder / "e.jsonl")
    assert [event.seq for event in log.events] == list(range(1, len(log.events) + 1))
    shown = run(folder, *RUN, "session", "show", "e.jsonl")
    assert shown.returncode == 0, shown.stderr


def _write_cards(folder: Path) -> None:
    (folder / "t.csv").write_text(_CARDS, "utf-8")
    run(folder, *RUN, "print", "cards", "t.csv", "-o", "t.pdf")
    assert (folder / "t.pdf").exists()


def _check_pdf(folder: Path) -> None:
    with pikepdf.open(folder / "t.pdf") as pdf:
        assert len(pdf.pages) == 14


def _check_pictures(folder: Path) -> None:
    names = [one["name"] for one in json.loads((folder / "out/cardtools-manifest.json").read_bytes())["files"]]
    there = {path.name for path in (folder / "out").iterdir() if not path.name.startswith(".")}
    assert there <= {*names, "cardtools-manifest.json"}
    for path in (folder / "out").glob("*.png"):
        assert path.read_bytes().endswith(b"IEND\xaeB\x60\x82"), path


def _write_pictures(folder: Path) -> None:
    (folder / "t.csv").write_text("name,text,qty\nA,b,1\nB,c,1\nC,d,1\n", "utf-8")
    run(folder, *RUN, "print", "cards", "t.csv", "--profile", "mpc-63x88", "-o", "out")


def _write_pool(folder: Path) -> None:
    (folder / "p.csv").write_text(_POOL, "utf-8")
    run(folder, *RUN, "pool", "import", "p.csv", "-g", "hkk", "-o", "p.json")


def _check_pool(folder: Path) -> None:
    assert len(json.loads((folder / "p.json").read_bytes())["cards"]) == 4000


def _write_deck(folder: Path) -> None:
    (folder / "d.txt").write_text(_DECK, "utf-8")
    run(folder, *RUN, "deck", "convert", "d.txt", "-g", "hkk", "-o", "d.json")


def _check_deck(folder: Path) -> None:
    assert (folder / "d.json").read_text("utf-8").count("Card ") == 3000
    json.loads((folder / "d.json").read_bytes())


def _begin_deck(folder: Path) -> None:
    environment(folder)  # makes the folder of temporary files
    decks = DeckFiles(Settings(folder / "table", 1, b"x"))
    begun = decks.begin(DeckState("hkk", "tournament", "own", "0", "0"))
    kept = folder / "table/decks"
    (kept / f"{begun.id}.deck.jsonl").rename(kept / "deck-1.deck.jsonl")


def _check_built(folder: Path) -> None:
    """Every state is there whole, and none between two others is missing; old ones may have been let go."""
    deck = DeckFiles(Settings(folder / "table", 1, b"x")).get("deck-1")
    numbers = [int(state.name) for _, state in deck.states]
    assert numbers == list(range(numbers[0], deck.version))
    assert all(set(state.text.split()) == {state.name} for _, state in deck.states)


def _begin_cache(folder: Path) -> None:
    (folder / "cache").mkdir()


def _check_cache(folder: Path) -> None:
    read = run(folder, *CACHE_READER)
    assert read.returncode == 0, read.stderr


TORMENTS: Final = (
    Torment(
        "session add",
        (*RUN, "session", "add", "e.jsonl", "Anna out; Béla r7"),
        _begin_evening,
        _check_evening,
        "e.jsonl",
    ),
    Torment("print cards", (*RUN, "print", "cards", "t.csv", "-o", "t.pdf"), _write_cards, _check_pdf, "t.pdf"),
    Torment(
        "print pictures",
        (*RUN, "print", "cards", "t.csv", "--profile", "mpc-63x88", "-o", "out"),
        _write_pictures,
        _check_pictures,
        "out",
    ),
    Torment(
        "pool import",
        (*RUN, "pool", "import", "p.csv", "-g", "hkk", "-o", "p.json"),
        _write_pool,
        _check_pool,
        "p.json",
    ),
    Torment(
        "deck save", (*RUN, "deck", "convert", "d.txt", "-g", "hkk", "-o", "d.json"), _write_deck, _check_deck, "d.json"
    ),
    Torment("deck building", DECK_BUILDER, _begin_deck, _check_built, "table/decks/deck-1.deck.jsonl"),
    Torment("cache", CACHE_WRITER, _begin_cache, _check_cache, "cache"),
)


def environment(folder: Path) -> dict[str, str]:
    """Return the variables of a command: everything it keeps is in the folder."""
    (folder / "tmp").mkdir(exist_ok=True)
    own = {"HOME": folder, "XDG_CACHE_HOME": folder / "cached", "TMPDIR": folder / "tmp"}
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **{key: str(path) for key, path in own.items()}}


def run(folder: Path, *command: str, most_bytes: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; files may grow to ``most_bytes``."""

    def limit() -> None:
        if most_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    return subprocess.run(
        command, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False, preexec_fn=limit,
    )  # fmt: skip


@dataclass(frozen=True)
class Killed:
    """How often a command was killed, and what was found after it.

    Attributes:
        old: How often nothing was written yet.
        new: How often the new was there already, or a part of many files or lines of it.
    """

    old: int
    new: int

    @property
    def times(self) -> int:
        """How often it was killed."""
        return self.old + self.new


def kill_often(torment: Torment, folder: Path, times: int, seed: int = 1) -> Killed:
    """Kill a command so many times before its end, checking each time; return what was found.

    The moments are spread over the time that it takes, which is learnt anew each time, for machines are busy now and
    idle then. Twice as many runs as wanted are tried at most.
    """
    chance = random.Random(seed)  # noqa: S311 - moments, no secrets
    torment.prepare(folder)
    began = time.monotonic()
    done = run(folder, *torment.command)
    took = time.monotonic() - began
    assert done.returncode == 0, done.stderr
    found: list[bool] = []
    for _ in range(2 * times):
        before = _written(folder / torment.target)
        was_killed = _kill_once(torment, folder, chance.uniform(0.2, 1.0) * took)
        if was_killed:
            found.append(_written(folder / torment.target) != before)
        torment.check(folder)
        took *= 1.1 if was_killed else 0.7
        if len(found) == times:
            break
    done = run(folder, *torment.command)
    assert done.returncode == 0, done.stderr
    assert _written(folder / torment.target), "it writes nothing"
    torment.check(folder)
    assert leftovers(folder) == [], leftovers(folder)
    return Killed(found.count(False), found.count(True))


def _written(target: Path) -> list[tuple[str, int, int, int]]:
    """Return what tells one writing from another where the bytes are the same: which file it is, and since when."""
    paths = [path for path in (target, *target.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    states = ((str(path), path.stat()) for path in paths)
    return sorted((name, state.st_ino, state.st_mtime_ns, state.st_size) for name, state in states)


def _kill_once(torment: Torment, folder: Path, after_s: float) -> bool:
    """Kill a command and nothing else; tell whether it was still running. Those it started must end by themselves."""
    process = subprocess.Popen(
        torment.command, cwd=folder, env=environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    try:
        process.wait(after_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        _wait_for_helpers(process.pid)
        return True
    return False


def _wait_for_helpers(group: int, most_s: float = 20.0) -> None:
    until = time.monotonic() + most_s
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    os.killpg(group, signal.SIGKILL)
    raise AssertionError("processes of a killed command run on")


def leftovers(folder: Path) -> list[str]:
    """Return what a command left that nobody asked for; torn lines that were set aside are asked for."""
    found = [path for path in folder.rglob("*") if path.name.startswith(".cardtools-") or path.suffix == ".part"]
    young = [
        path for path in found if "cache" not in str(path.relative_to(folder).parts[0])
    ]  # those go within the hour
    return sorted(str(path.relative_to(folder)) for path in (*young, *(folder / "tmp").iterdir()))
