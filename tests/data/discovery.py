"""What there is in data/, found by folder and file name: nothing is listed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cardtools.app.desk import Desk
from cardtools.store.workspace import shipped
from cardtools.store.yaml_files import Data

DATA: Final = shipped("data")
GAMES: Final = sorted(path.name for path in (DATA / "games").iterdir() if path.is_dir())


def desk() -> Desk:
    """Return a desk that sees the shipped data only."""
    return Desk.open("en")


def files(pattern: str) -> list[Path]:
    """Return the files of data/ that match, sorted."""
    return sorted(DATA.glob(pattern))


def name_of(path: Path) -> str:
    """Return a path as the ids of tests show it."""
    return str(path.relative_to(DATA))


def texts(data: Data, where: tuple[str | int, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield every text of a YAML file, keys of mappings too, with its place."""
    if isinstance(data, str):
        yield "/".join(map(str, where)), data
    elif isinstance(data, list):
        for number, item in enumerate(data):
            yield from texts(item, (*where, number))
    elif isinstance(data, dict):
        for key, value in data.items():
            yield "/".join(map(str, where)), key
            yield from texts(value, (*where, key))
