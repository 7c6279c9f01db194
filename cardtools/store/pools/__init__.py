"""Card pools from many sources, one small module each; every reader loses and invents nothing without a finding."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from cardtools.errors import CardtoolsError
from cardtools.model.finding import Collected, Finding
from cardtools.model.game import GameInfo
from cardtools.store.deck_lists import decode
from cardtools.store.files import POOL_LIMIT, read_bytes
from cardtools.store.pools.cards_txt import is_card_list, read_card_list
from cardtools.store.pools.imported import read_imported, write_pool
from cardtools.store.pools.reading import MOST_TOLD, PoolReading, at

_RECORDS: Final = re.compile(rb"\s*\[\s*[{\]]")
_PACKED: Final = b"PK\x03\x04"


def read_pool(path: Path, info: GameInfo, encoding: str | None = None) -> PoolReading:
    """Read a pool, raw or imported, told apart by what it holds; the file's name decides only for CSV.

    Raises:
        CardtoolsError: For a file that is no pool, is too large, or is a pool of another game.
    """
    content = read_bytes(path, POOL_LIMIT)
    if content.startswith(_PACKED):
        from cardtools.store.pools.table import read_sheet

        return _told(read_sheet(content, path, info), path)
    plain = content.removeprefix(b"\xef\xbb\xbf")
    start = plain[:400].lstrip()[:1]
    if start == b"{":
        return read_imported(plain, path, info)
    if start == b"<":
        from cardtools.store.pools.cockatrice import read_cockatrice

        return _told(read_cockatrice(plain, path, info), path)
    if start == b"[" and _RECORDS.match(plain):
        from cardtools.store.pools.hkkmeta import read_hkkmeta

        return _told(read_hkkmeta(plain, path, info), path)
    text, found = decode(content, str(path), encoding)
    findings = tuple(finding.model_copy(update={"wording": "file.encoding.pool"}) for finding in found)
    if not is_card_list(text):
        from cardtools.store.pools.table import is_table, read_csv

        if is_table(text, path):
            return _told(read_csv(text, path, info), path, findings)
    return _told(read_card_list(text, path, info), path, findings)


def _told(reading: PoolReading, path: Path, before: tuple[Finding, ...] = ()) -> PoolReading:
    """Return a reading with what was found ``before`` it; refuse one without a card."""
    if not reading.pool.cards:
        refusals = [finding for finding in reading.findings if finding.severity == "error"]
        told = Collected(refusals, MOST_TOLD).told()
        raise CardtoolsError(*(told or (Finding(code="pool.empty", location=at(path, 1)),)))
    if not before:
        return reading
    return PoolReading(reading.pool, reading.rows, reading.foils, reading.doubles, (*before, *reading.findings))


__all__ = ["PoolReading", "read_pool", "write_pool"]
