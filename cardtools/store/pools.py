"""Card pools: the raw card list ``cards.txt`` and the JSON that ``pool import`` writes from it."""

from __future__ import annotations

import gc
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.card import Card, Pool
from cardtools.model.finding import Finding, Location
from cardtools.model.game import GameInfo
from cardtools.names.folding import clean, fold
from cardtools.store.deck_lists import decode
from cardtools.store.files import POOL_LIMIT, read_bytes, write_whole

_FOIL: Final = " (foil)"
_LINE_END: Final = re.compile("\r\n|[\n\r]")
_NAME: Final = 400
_ID: Final = 80
"""The longest name and id that a card can have."""


@dataclass(frozen=True, slots=True)
class PoolReading:
    """A pool as read, and what became of the rows of its file.

    ``rows = cards + foils + doubles``, and every row that was refused besides is a finding that is an error:
    nothing is lost without a word.
    """

    pool: Pool
    rows: int
    foils: int = 0
    doubles: int = 0
    findings: tuple[Finding, ...] = ()


def read_pool(path: Path, info: GameInfo, encoding: str | None = None) -> PoolReading:
    """Read a pool, raw or imported, told apart by their first sign.

    Raises:
        CardtoolsError: For a file that is no pool, or one of another game.
    """
    content = read_bytes(path, POOL_LIMIT).removeprefix(b"\xef\xbb\xbf")
    if content.lstrip()[:1] == b"{":
        return _read_imported(content, path, info)
    text, findings = decode(content, str(path), encoding)
    reading = _read_card_list(text, path, info)
    if not reading.pool.cards:
        raise CardtoolsError(*(reading.findings[:20] or (Finding(code="pool.empty", location=_at(path, 1)),)))
    return PoolReading(reading.pool, reading.rows, reading.foils, reading.doubles, (*findings, *reading.findings))


def write_pool(pool: Pool, path: Path) -> None:
    """Write a pool as JSON; absent facts are left out."""
    content = pool.model_dump_json(by_alias=True, exclude_defaults=True)
    text = content.replace('{"game"', '{"schema":"cardtools.pool/1","game"', 1)
    write_whole(path, text.encode() + b"\n")


def _read_imported(content: bytes, path: Path, info: GameInfo) -> PoolReading:
    enabled = gc.isenabled()
    gc.disable()  # ten thousand new objects, none of them garbage: collecting doubles the time
    try:
        pool = Pool.model_validate_json(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise refuse("pool.broken", path=path, where=where or "-", why=first["msg"]) from error
    finally:
        if enabled:
            gc.enable()
    if pool.game != info.id:
        raise refuse("pool.other-game", path=path, game=pool.game, wanted=info.id)
    if double := [one for one, count in Counter(card.id for card in pool.cards).items() if count > 1]:
        raise CardtoolsError(
            *(Finding(code="data.duplicate-id", params={"id": one}, location=_at(path, 1)) for one in double[:20])
        )
    return PoolReading(pool, len(pool.cards))


def _read_card_list(text: str, path: Path, info: GameInfo) -> PoolReading:
    """Read ``id | name | colour type`` lines."""
    words = _Words(info)
    findings: list[Finding] = []
    rows: list[tuple[int, str, str, tuple[str, ...] | None, str | None]] = []
    for number, raw in enumerate(_LINE_END.split(text), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        first, _, rest = line.partition(" | ")
        name, bar, kind = rest.rpartition(" | ")
        one, name = first.strip(), clean(name)
        if not bar or not 0 < len(name) <= _NAME or not 0 < len(one) <= _ID:
            findings.append(Finding(code="pool.row", params={"text": line[:60]}, location=_at(path, number)))
            continue
        colours, card_type = words.split(kind)
        if colours is None or card_type is None:
            findings.append(
                Finding(
                    code="pool.unknown-word",
                    severity="warning",
                    params={"words": kind.strip()[:60]},
                    location=_at(path, number),
                )
            )
        rows.append((number, one, name, colours, card_type))
    return _gather(rows, findings, path, info)


def _gather(
    rows: list[tuple[int, str, str, tuple[str, ...] | None, str | None]],
    findings: list[Finding],
    path: Path,
    info: GameInfo,
) -> PoolReading:
    """Make one card of rows that are one: foil printings, and doubles of one name, colour and type."""
    language = info.languages[0]
    first: dict[tuple[str, tuple[str, ...] | None, str | None], int] = {}
    named: dict[str, int] = {}
    ids: set[str] = set()
    cards: list[Card] = []
    aliases: dict[int, list[str]] = {}
    count: Counter[str] = Counter()
    # Foil printings come last, wherever they stand: each is the card of its plain name, whatever else its row says.
    for number, one, name, colours, card_type in sorted(rows, key=lambda row: row[2].endswith(_FOIL)):
        plain = name.removesuffix(_FOIL)
        key = (plain, colours, card_type)
        index = first.get(key, named.get(plain) if plain != name else None)
        if index is not None:
            count["foil" if plain != name else "double"] += 1
        elif one in ids:
            findings.append(Finding(code="data.duplicate-id", params={"id": one}, location=_at(path, number)))
            count["refused"] += 1
            continue
        else:
            index = first[key] = len(cards)
            named.setdefault(plain, index)
            ids.add(one)
            cards.append(Card(id=one, name={language: plain}, colours=colours, type=card_type))
        if plain != name:
            aliases.setdefault(index, []).append(name)
    for index, others in aliases.items():
        cards[index] = cards[index].model_copy(update={"aliases": tuple(dict.fromkeys(others))})
    pool = Pool.model_construct(
        format="cardtools.pool/1",
        game=info.id,
        source=path.name,
        language=language,
        facts=("colours", "type"),
        cards=tuple(cards),
    )
    findings.sort(key=lambda finding: finding.location.line or 0)
    return PoolReading(pool, len(rows) - count["refused"], count["foil"], count["double"], tuple(findings))


class _Words:
    """The colour and type words of a game, for the last column of a card list."""

    def __init__(self, info: GameInfo) -> None:
        self._colours = {
            fold(word): colour.id
            for colour in info.colours
            for word in (colour.id, *colour.name.values(), *colour.aliases)
        }
        self._types = {
            fold(word): kind.id for kind in info.types for word in (kind.id, *kind.name.values(), *kind.aliases)
        }
        self._split: dict[str, tuple[tuple[str, ...] | None, str | None]] = {}

    def split(self, kind: str) -> tuple[tuple[str, ...] | None, str | None]:
        """Return the colours and the type that ``kind`` names, each None where it names none known."""
        if kind not in self._split:
            self._split[kind] = self._read(fold(kind))
        return self._split[kind]

    def _read(self, words: str) -> tuple[tuple[str, ...] | None, str | None]:
        if words in self._types:  # a card without a colour word is colourless
            return ("colourless",), self._types[words]
        parts = words.split(" ")
        for cut in range(len(parts) - 1, 0, -1):
            colours = self._read_colours(" ".join(parts[:cut]))
            if colours is not None:
                return colours, self._types.get(" ".join(parts[cut:]))
        known = (self._types.get(" ".join(parts[cut:])) for cut in range(1, len(parts)))
        return self._read_colours(words), next((kind for kind in known if kind), None)

    def _read_colours(self, words: str) -> tuple[str, ...] | None:
        """Return the colours of ``Dornodon`` or ``Dornodon-Leah``; the whole is tried before its parts."""
        if words in self._colours:
            return (self._colours[words],)
        for cut in (index for index, char in enumerate(words) if char == "-"):
            left, right = words[:cut].strip(), words[cut + 1 :].strip()
            if left in self._colours and (rest := self._read_colours(right)) is not None:
                return (self._colours[left], *rest)
        return None


def _at(path: Path, line: int) -> Location:
    return Location(path=str(path), line=line, column=1)
