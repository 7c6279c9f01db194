"""Kept evenings written, as journals are: an event is a line, and the one that is torn is set aside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardtools.errors import refuse
from cardtools.model.session import SCHEMA
from cardtools.store.files import check_writable, kind_of, read_bytes
from cardtools.store.journals import begin_journal, locked_journal
from cardtools.store.sessions import FILE_LIMIT, SessionLog, Torn, encode_line, parse_log


@dataclass(frozen=True, slots=True)
class Appended:
    """A file after an event was appended; ``aside`` is where a torn line ``torn`` was moved to."""

    log: SessionLog
    torn: Torn | None = None
    aside: Path | None = None


def create(path: Path, event: Mapping[str, Any]) -> SessionLog:
    """Begin an evening in a file that does not exist yet, with its first event whole or not at all.

    Raises:
        CardtoolsError: ``session.exists``, or ``file.unwritable``.
    """
    check_writable(path)
    line = encode_line({"schema": SCHEMA, "seq": 1, **event}, path)
    log = parse_log(line, path)
    try:
        begin_journal(path, line)
    except FileExistsError as error:
        raise refuse("session.exists", path=path, exit_code=2) from error
    return log


def append(path: Path, decide: Callable[[SessionLog], Mapping[str, Any]]) -> Appended:
    """Append the event that ``decide`` makes of the file as it stands; where it refuses, nothing is changed.

    Raises:
        CardtoolsError: What ``decide`` raises; ``session.full-file`` or ``session.long`` beyond the limits;
            ``session.busy`` where another program keeps the file locked; ``file.unwritable``, and then the file
            is as it was before.
    """
    if kind_of(path) != "file":
        read_bytes(path, FILE_LIMIT)  # says what is wrong
    check_writable(path)
    with locked_journal(path) as journal:
        content = journal.content(FILE_LIMIT)
        log = parse_log(content, path)
        line = encode_line({"seq": len(log.events) + 1, **decide(log)}, path)
        end = log.torn.offset if log.torn else len(content)
        if end + len(line) > FILE_LIMIT:
            raise refuse("session.full-file", path=path, limit=FILE_LIMIT // 1_000_000, exit_code=1)
        after = parse_log(content[:end] + line, path)
        aside = journal.set_aside(content[end:], end) if log.torn else None
        journal.append(line, end)
    return Appended(after, log.torn, aside)
