"""The JSON that ``pool import`` writes: read in one go, and written whole."""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path
from typing import Final

from pydantic import ValidationError
from pydantic_core import from_json

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.card import Pool
from cardtools.model.finding import Collected, Finding
from cardtools.model.game import GameInfo
from cardtools.store.files import write_whole
from cardtools.store.pools.reading import MOST_CARDS, MOST_TOLD, PoolReading, at, too_many

_MOST: Final = 4_000_000
"""The most values of a file: forty for each card that it may hold."""
_FEW: Final = 100_000
"""So many values may all be wrong; the pool of the largest game has two thirds of that."""
_MOST_OF_A_CARD: Final = 1000
"""The most values in one field of a card."""


def read_imported(content: bytes, path: Path, info: GameInfo) -> PoolReading:
    """Read an imported pool.

    Raises:
        CardtoolsError: ``pool.broken``, ``pool.other-game`` or ``data.duplicate-id``; ``pool.too-many`` for more than
            100,000 cards, or more of anything else than any pool has.
    """
    _check_size(content, path)
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
        found = (Finding(code="data.duplicate-id", params={"id": one}, location=at(path, 1)) for one in double)
        raise CardtoolsError(*Collected(found, MOST_TOLD).told())
    return PoolReading(pool, len(pool.cards))


def _check_size(content: bytes, path: Path) -> None:
    """Refuse what the model would find very many errors in before it tells one: each takes most of a kilobyte.

    Raises:
        CardtoolsError: ``pool.too-many``.
    """
    values = content.count(b",") + content.count(b"{") + content.count(b"[")
    if values > _MOST:
        raise too_many(path, _MOST)
    if values <= _FEW:
        return
    try:
        data = from_json(content)
    except ValueError:  # for the model to tell
        return
    cards = data.pop("cards", None)
    if isinstance(cards, list) and len(cards) > MOST_CARDS:
        raise too_many(path, MOST_CARDS)
    for one in (data, *(cards if isinstance(cards, list) else [cards])):
        values_of = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        if any(isinstance(part, dict | list) and len(part) > _MOST_OF_A_CARD for part in (one, *values_of)):
            raise too_many(path, _MOST_OF_A_CARD)


def write_pool(pool: Pool, path: Path) -> None:
    """Write a pool as JSON; absent facts are left out.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    content = pool.model_dump_json(by_alias=True, exclude_defaults=True)
    text = content.replace('{"game"', '{"schema":"cardtools.pool/1","game"', 1)
    write_whole(path, text.encode() + b"\n")
