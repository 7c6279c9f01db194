"""The raw card list ``cards.txt``: ``id | name | colour type``, one card a line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from cardtools.model.finding import Collected, Finding
from cardtools.model.game import GameInfo
from cardtools.names.folding import clean
from cardtools.names.game_words import GameWords
from cardtools.store.pools.reading import LONGEST_ID, LONGEST_NAME, MOST_CARDS, PoolReading, Row, at, gather, too_many

_LINE_END: Final = re.compile("\r\n|[\n\r]")
_LINE: Final = re.compile(r"[^\r\n]+")


def is_card_list(text: str) -> bool:
    """Return whether the first line that is no comment looks like one of a card list."""
    return " | " in first_line(text)


def first_line(text: str) -> str:
    """Return the first line of ``text`` that is neither blank nor a comment."""
    lines = (match.group().strip() for match in _LINE.finditer(text))
    return next((line for line in lines if line and not line.startswith("#")), "")


def read_card_list(text: str, path: Path, info: GameInfo) -> PoolReading:
    """Read ``id | name | colour type`` lines; blank lines and ``#`` comments are no rows.

    Raises:
        CardtoolsError: ``pool.too-many`` for more than 100,000 rows.
    """
    words = GameWords(info)
    findings = Collected()
    rows: list[Row] = []
    lines = 0
    for number, raw in enumerate(_LINE_END.split(text), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        lines += 1
        if lines > MOST_CARDS:
            raise too_many(path, MOST_CARDS, number)
        first, _, rest = line.partition(" | ")
        name, bar, kind = rest.rpartition(" | ")
        one, name = first.strip(), clean(name)
        if not bar or not 0 < len(name) <= LONGEST_NAME or not 0 < len(one) <= LONGEST_ID:
            findings.append(Finding(code="pool.row", params={"text": line[:60]}, location=at(path, number)))
            continue
        colours, card_type = words.split(kind)
        if colours is None or card_type is None:
            findings.append(
                Finding(
                    code="pool.unknown-word",
                    severity="warning",
                    params={"words": kind.strip()[:60]},
                    location=at(path, number),
                )
            )
        rows.append(Row(number, one, name, colours, card_type))
    return gather(rows, findings, path, info)
