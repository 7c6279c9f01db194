"""Import a card pool: read a raw list and write the JSON that loads fast."""

from __future__ import annotations

from pathlib import Path

from cardtools.app.desk import Desk
from cardtools.store.files import check_writable
from cardtools.store.pools import PoolReading, read_pool, write_pool


def import_pool(desk: Desk, game: str, source: Path, target: Path, encoding: str | None = None) -> PoolReading:
    """Read the pool at ``source`` and write it to ``target``.

    Raises:
        CardtoolsError: For a source that is no pool, or a target that cannot be written.
    """
    info = desk.catalog.info(game)
    check_writable(target)
    reading = read_pool(source, info, encoding)
    write_pool(reading.pool, target)
    return reading
