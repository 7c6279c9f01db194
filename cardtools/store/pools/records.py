"""Records of a source made the rows of a pool: which facts it carries, and of which cards it does not tell them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardtools.model.finding import Collected, Finding
from cardtools.model.game import GameInfo
from cardtools.store.pools.fields import FACTS, MARK, Record
from cardtools.store.pools.reading import FOIL, PoolReading, Row, at, check_marks, gather


def to_pool(
    records: Sequence[Record], findings: Collected, path: Path, info: GameInfo, *, marks_are_facts: bool = True
) -> PoolReading:
    """Make a pool of records.

    A fact that any record tells is one of the pool; records that are silent on it have it in ``unknown``.

    Args:
        records: What the rows say.
        findings: What was found while they were read.
        path: The file.
        info: The game.
        marks_are_facts: Whether a record without a mark is known not to have it. If not, the marks that there are
            stay on their cards, and no rule counts on the others.

    Raises:
        CardtoolsError: ``pool.too-many`` for more than 200 different marks, or fewer where there are very many cards.
    """
    facts = [fact for fact in FACTS if any(fact in record.values for record in records)]
    listed = list(dict.fromkeys(mark for record in records for mark in record.values.get("marks", ())))
    check_marks(len(listed), len(records), path)
    own = list(dict.fromkeys(key for record in records for key in (*record.values, *record.silent) if _is_mark(key)))
    marks = [*listed, *(key.removeprefix(MARK) for key in own if any(key in record.values for record in records))]
    declared = (*facts, *(dict.fromkeys(marks) if marks_are_facts else ()))
    rows = [_row(record, declared, listed) for record in records]
    findings.extend(_gaps(records, [*facts, *(["marks"] if marks_are_facts and listed else []), *own], path))
    if not marks_are_facts and marks:
        findings.append(_partial(records, marks, path))
    return gather(rows, findings, path, info, declared)


def _is_mark(key: str) -> bool:
    return key.startswith(MARK)


def _row(record: Record, declared: Sequence[str], listed: Sequence[str]) -> Row:
    values = record.values
    told: dict[str, Any] = {
        key: value for key, value in values.items() if not _is_mark(key) and key not in ("colours", "type", "marks")
    }
    if marks := record.marks():
        told["marks"] = marks
    silent = {*(key.removeprefix(MARK) for key in record.silent), *(listed if "marks" in record.silent else ())}
    if unknown := tuple(fact for fact in declared if fact in silent and fact not in marks):
        told["unknown"] = unknown
    return Row(record.line, record.id, record.name, values.get("colours"), values.get("type"), told)


def _gaps(records: Sequence[Record], keys: Sequence[str], path: Path) -> list[Finding]:
    """Return a note for each fact that is not known of some cards, with their number."""
    findings: list[Finding] = []
    for key in keys:
        silent = [record for record in records if key in record.silent and not record.name.endswith(FOIL)]
        if silent:
            params: dict[str, str | int] = {"key": key.removeprefix(MARK), "count": len(silent)}
            where = at(path, silent[0].line)
            findings.append(Finding(code="pool.gaps", severity="info", effect="none", params=params, location=where))
    return findings


def _partial(records: Sequence[Record], marks: Sequence[str], path: Path) -> Finding:
    """Return the note that marks of a source are no facts, with the number of cards that bear one."""
    bearing = sum(1 for record in records if record.marks())
    params: dict[str, str | int] = {"marks": ", ".join(marks[:20]), "count": bearing}
    return Finding(code="pool.marks-partial", severity="info", effect="none", params=params, location=at(path, None))
