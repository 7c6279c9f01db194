"""Card databases of Cockatrice, ``cards.xml`` of versions 3 and 4; entities and document types are refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element, TreeBuilder

from cardtools.errors import refuse
from cardtools.model.finding import Collected, Finding
from cardtools.model.game import GameInfo
from cardtools.names.folding import clean
from cardtools.store.pools.fields import FieldReader, Record
from cardtools.store.pools.reading import LONGEST_NAME, MOST_CARDS, PoolReading, at, ignored_keys, too_many
from cardtools.store.pools.records import to_pool
from cardtools.store.xml_files import BrokenXml, OverfullXml, XmlWalker

_MOST_ELEMENTS: Final = 3_000_000
_DEPTH: Final = 50
_MOST_PARTS: Final = 5_000
"""The most elements of one card: that of a card in some hundred sets has a thousand."""
_USED: Final = frozenset({"name", "text", "prop", "color", "colors", "manacost", "type", "pt", "token"})
_STATS: Final = re.compile(r"(-?\d{1,4})/(-?\d{1,4})")
_TOKEN: Final = "token"  # noqa: S105 - a card that is made during play, no secret


def read_cockatrice(content: bytes, path: Path, info: GameInfo) -> PoolReading:
    """Read the cards of a Cockatrice database; a number is counted as it stands in the file, from 1.

    Raises:
        CardtoolsError: ``pool.xml`` for XML that is broken, declares entities or is no card database;
            ``pool.too-many`` for more than 100,000 cards; ``file.too-large`` for more tags than any has.
    """
    database = _Database(path, info)
    try:
        database.walk(content)
    except BrokenXml as error:
        wording = "pool.xml.entities" if error.declares else None
        place = (None, None) if error.declares else (error.line, error.column)
        raise refuse("pool.xml", path=path, line=place[0], column=place[1], wording=wording, why=error.why) from error
    except OverfullXml as error:
        raise refuse("file.too-large", path=path, line=error.line, wording="file.too-large.xml") from error
    except (LookupError, ValueError) as error:  # an encoding nobody knows
        raise refuse("pool.xml", path=path, why=str(error)[:80]) from error
    database.findings.extend(ignored_keys(database.ignored, path))
    database.findings.extend(
        finding.model_copy(update={"location": at(path, None, row=finding.location.line)})
        for finding in database.reader.findings()
    )
    return to_pool(database.records, database.findings, path, info)


class _Database(XmlWalker):
    """Takes card after card; of each only its own elements are ever kept, and no longer than it is read."""

    def __init__(self, path: Path, info: GameInfo) -> None:
        super().__init__(_MOST_ELEMENTS, encoding=None)
        self._path = path
        self._depth = 0
        self._cards = 0
        self._parts = 0
        self._card: TreeBuilder | None = None
        self.reader = FieldReader(info, path)
        self.records: list[Record] = []
        self.findings = Collected()
        self.ignored: Counter[str] = Counter()

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEPTH:
            raise OverfullXml(self.place[0])
        if self._depth == 1 and tag != "cockatrice_carddatabase":
            raise refuse("pool.xml", path=self._path, wording="pool.xml.other", name=tag[:60])
        if self._card is None and self._depth == 3 and tag == "card":
            self._card, self._parts = TreeBuilder(), 0
        if self._card is not None:
            self._parts += 1
            if self._parts > _MOST_PARTS:
                raise OverfullXml(self.place[0])
            self._card.start(tag, dict(attributes))

    def data(self, text: str) -> None:
        if self._card is not None:
            self._card.data(text)

    def end(self, tag: str) -> None:
        if self._card is not None:
            self._card.end(tag)
            if self._depth == 3:
                self._read(self._card.close())
                self._card = None
        self._depth -= 1

    def _read(self, card: Element) -> None:
        self._cards += 1
        if self._cards > MOST_CARDS:
            raise too_many(self._path, MOST_CARDS, self.place[0])
        name = clean(card.findtext("name") or "")
        if not 0 < len(name) <= LONGEST_NAME:
            params: dict[str, str | int] = {"number": self._cards, "text": name[:60]}
            where = at(self._path, None, row=self._cards)
            self.findings.append(Finding(code="pool.record", params=params, location=where))
            return
        self.records.append(_record(self._cards, name, card, self.reader))
        met = {str(child.tag) for child in (*card, *card.iterfind("prop/*"))}
        self.ignored.update(met - _USED)


def _record(number: int, name: str, card: Element, reader: FieldReader) -> Record:
    def told(*paths: str) -> str:
        return next((text for path in paths if (text := (card.findtext(path) or "").strip())), "")

    colours = told("prop/colors", "colors") or "".join(element.text or "" for element in card.iterfind("color"))
    rarities = {element.get("rarity", "").strip() for element in card.iterfind("set")} - {""}
    stats = told("prop/pt", "pt")
    match = _STATS.fullmatch(stats.replace(" ", ""))
    written: dict[str, Any] = {
        "colours": colours,
        "type": told("prop/type", "type"),
        "cost": told("prop/manacost", "manacost"),
        "damage": match.group(1) if match else stats,
        "life": match.group(2) if match else "",
        "text": told("text"),
        "rarity": rarities.pop() if len(rarities) == 1 else "",
    }
    if rarities:
        reader.unclear("pool.value", "rarity", ", ".join(sorted(rarities)), number)
    record = reader.record(number, None, name, written)
    if told("token", "prop/token") not in ("", "0"):
        record.values["marks"] = (_TOKEN,)
    return record
