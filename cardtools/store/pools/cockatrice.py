"""Card databases of Cockatrice, ``cards.xml`` of versions 3 and 4; entities and document types are refused."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardtools.errors import refuse
from cardtools.model.finding import Finding
from cardtools.model.game import GameInfo
from cardtools.names.folding import clean
from cardtools.store.pools.fields import FieldReader, Record
from cardtools.store.pools.reading import LONGEST_NAME, PoolReading, at, ignored_keys
from cardtools.store.pools.records import to_pool

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_ELEMENTS: Final = 3_000_000
_DEPTH: Final = 50
_USED: Final = frozenset({"name", "text", "prop", "color", "colors", "manacost", "type", "pt", "token"})
_STATS: Final = re.compile(r"(-?\d{1,4})/(-?\d{1,4})")
_TOKEN: Final = "token"  # noqa: S105 - a card that is made during play, no secret


def read_cockatrice(content: bytes, path: Path, info: GameInfo) -> PoolReading:
    """Read the cards of a Cockatrice database; a number is counted as it stands in the file, from 1.

    Raises:
        CardtoolsError: ``pool.xml`` for XML that is broken, declares entities or is no card database;
            ``pool.too-many`` for more elements than any has.
    """
    reader = FieldReader(info, path)
    findings: list[Finding] = []
    records: list[Record] = []
    ignored: Counter[str] = Counter()
    for number, card in enumerate(_cards(content, path), start=1):
        name = clean(card.findtext("name") or "")
        if not 0 < len(name) <= LONGEST_NAME:
            params: dict[str, str | int] = {"number": number, "text": name[:60]}
            findings.append(Finding(code="pool.record", params=params, location=at(path, None, row=number)))
            continue
        records.append(_record(number, name, card, reader))
        ignored.update({_tag(child) for child in (*card, *card.iterfind("prop/*")) if _tag(child) not in _USED})
    findings += ignored_keys(ignored, path)
    told = [
        finding.model_copy(update={"location": at(path, None, row=finding.location.line)})
        for finding in reader.findings()
    ]
    return to_pool(records, [*findings, *told], path, info)


def _cards(content: bytes, path: Path) -> Iterator[Element]:
    """Yield every ``card`` element, each emptied after use; nothing is expanded, and size and depth are bounded."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, iterparse

    depth = elements = 0
    try:
        for event, element in iterparse(io.BytesIO(content), events=("start", "end"), forbid_dtd=True):
            if event == "start":
                depth, elements = depth + 1, elements + 1
                if depth == 1 and _tag(element) != "cockatrice_carddatabase":
                    raise refuse("pool.xml", path=path, wording="pool.xml.other", name=str(element.tag)[:60])
                if elements > _MOST_ELEMENTS or depth > _DEPTH:
                    raise refuse("pool.too-many", path=path, most=_MOST_ELEMENTS)
                continue
            depth -= 1
            if element.tag == "card" and depth == 2:
                yield element
                element.clear()
    except ParseError as error:
        line, column = error.position
        raise refuse("pool.xml", path=path, line=line, column=column + 1, why=str(error).split(":")[0]) from error
    except DefusedXmlException as error:
        raise refuse("pool.xml", path=path, wording="pool.xml.entities") from error
    except (LookupError, ValueError) as error:  # an encoding nobody knows
        raise refuse("pool.xml", path=path, why=str(error)[:80]) from error


def _tag(element: Element) -> str:
    return str(element.tag)


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
