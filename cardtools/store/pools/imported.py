"""The JSON that ``pool import`` writes: read in one go, and written whole."""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

from pydantic import ValidationError

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.card import Pool
from cardtools.model.finding import Finding
from cardtools.model.game import GameInfo
from cardtools.store.files import write_whole
from cardtools.store.pools.reading import MOST_TOLD, PoolReading, at


def read_imported(content: bytes, path: Path, info: GameInfo) -> PoolReading:
    """Read an imported pool.

    Raises:
        CardtoolsError: ``pool.broken``, ``pool.other-game`` or ``data.duplicate-id``.
    """
    enabled = gc.isenabled()
    gc.disable()  # ten thousand new objects, none of them garbage: collecting doubles the time
    try:
        pool = Pool.model_validate_json(content)
        unique = len({card.id for card in pool.cards}) == len(pool.cards)
    except ValidationError as error:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            raise refuse("pool.broken", wording="pool.broken.json", path=path, where="-") from error
        where = ".".join(str(part) for part in first["loc"])
        raise refuse("pool.broken", path=path, where=where or "-", why=first["msg"]) from error
    finally:
        if enabled:
            gc.enable()
    if pool.game != info.id:
        raise refuse("pool.other-game", path=path, game=pool.game, wanted=info.id)
    if not unique:
        double = [one for one, count in Counter(card.id for card in pool.cards).items() if count > 1]
        raise CardtoolsError(
            *(Finding(code="data.duplicate-id", params={"id": one}, location=at(path, 1)) for one in double[:MOST_TOLD])
        )
    return PoolReading(pool, len(pool.cards))


def write_pool(pool: Pool, path: Path) -> None:
    """Write a pool as JSON; absent facts are left out.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    content = pool.model_dump_json(by_alias=True, exclude_defaults=True)
    text = content.replace('{"game"', '{"schema":"cardtools.pool/1","game"', 1)
    write_whole(path, text.encode() + b"\n")
