"""The JSON of HKKmeta: ``type`` mixes type, subtypes and marks, and a second colour "Nincs" means one colour."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cardtools.errors import refuse
from cardtools.model.finding import Collected, Finding
from cardtools.model.game import GameInfo
from cardtools.names.folding import clean, fold
from cardtools.store.pools.fields import NO_SUCH, UNKNOWN, FieldReader, Record, written_text
from cardtools.store.pools.reading import LONGEST_ID, LONGEST_NAME, MOST_CARDS, PoolReading, at, ignored_keys, too_many
from cardtools.store.pools.records import to_pool

_MOST: Final = 1_000_000
"""The most objects, lists and items that are read: a hundred times what the real file has of cards."""
_USED: Final = frozenset({"ID", "name", "text", "type", "color", "commonness", "flags"})
_NO_COLOUR: Final = "nincs"
_MARKS: Final = {"repul": "flight"}
"""Words for marks that are not the mark's own name; folded."""


def read_hkkmeta(content: bytes, path: Path, info: GameInfo) -> PoolReading:
    """Read a list of records.

    Marks and flags stand on newer cards only, so they are kept on their cards and are no facts of the pool.

    Raises:
        CardtoolsError: ``pool.broken`` for broken JSON, ``pool.too-many`` for more than 100,000 records, or more of
            anything else than any such file has.
    """
    if content.count(b"{") + content.count(b"[") + content.count(b",") > _MOST:
        raise too_many(path, _MOST)
    try:
        items = json.loads(content)
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        raise refuse(
            "pool.broken", wording="pool.broken.json", path=path, line=line, column=column, where="-"
        ) from error
    except (ValueError, RecursionError) as error:
        raise refuse("pool.broken", wording="pool.broken.json", path=path, where="-") from error
    if len(items) > MOST_CARDS:
        raise too_many(path, MOST_CARDS)
    reader = FieldReader(info, path)
    marks = {mark.id for mark in info.marks}
    findings = Collected()
    records: list[Record] = []
    ignored: Counter[str] = Counter()
    for number, item in enumerate(items, start=1):
        record = _record(number, item, reader, marks)
        if record is None:
            shown = json.dumps(item, ensure_ascii=True)[:60]
            params: dict[str, str | int] = {"number": number, "text": shown}
            findings.append(Finding(code="pool.record", params=params, location=at(path, None, row=number)))
            continue
        records.append(record)
        ignored.update(key for key in item if key not in _USED and item[key])
    findings.extend(ignored_keys(ignored, path))
    if not any(record.values.get("text") for record in records):  # the texts were left out of the whole file
        for record in records:
            record.silent = [key for key in record.silent if key != "text"]
    findings.extend(_by_record(finding) for finding in reader.findings())
    return to_pool(records, findings, path, info, marks_are_facts=False)


def _record(number: int, item: Any, reader: FieldReader, marks: set[str]) -> Record | None:
    if not isinstance(item, Mapping):
        return None
    name, one = _word(item.get("name")), _word(item.get("ID"))
    if not 0 < len(name) <= LONGEST_NAME or len(one) > LONGEST_ID:
        return None
    kinds, flags = _words(item.get("type")), _words(item.get("flags"))
    told = _words(item.get("color"))
    colours = [word for word in told if fold(word) != _NO_COLOUR]
    text = item.get("text")
    record = reader.record(
        number,
        one or None,
        name,
        {
            "colours": ", ".join(colours) or (NO_SUCH if told else ""),
            "type": kinds[0] if kinds else "",
            "text": text if isinstance(text, str) else "",
            "rarity": _word(item.get("commonness")),
        },
    )
    subtypes: list[str] = []
    borne: list[str] = []
    for word in kinds[1:]:
        mark = reader.words.mark(word) or _MARKS.get(fold(word))
        if mark in marks:
            borne.append(mark)
        elif word != NO_SUCH:
            subtypes.append(word)
    borne += [reader.words.mark(flag) or flag.lower() for flag in flags]
    for key, words in (("subtypes", subtypes), ("marks", borne)):
        value = reader.value(key, words, number)
        if value is UNKNOWN:
            record.silent.append(key)
        elif key == "subtypes" or value:
            record.values[key] = (*record.values.get(key, ()), *value)
    return record


def _by_record(finding: Finding) -> Finding:
    """Return a finding that names its record where others name a line: JSON here has no lines worth telling."""
    return finding.model_copy(
        update={"location": at(Path(finding.location.path or ""), None, row=finding.location.line)}
    )


def _words(value: Any) -> list[str]:
    items = value if isinstance(value, list) else [value]
    return [word for word in (_word(item) for item in items) if word]


def _word(value: Any) -> str:
    """Return a text or a number as a clean word."""
    return clean(written_text(value)) if isinstance(value, str | int) and not isinstance(value, bool) else ""
