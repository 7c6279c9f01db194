"""Kept evenings as files have them: JSON Lines, one event a line; ``session_writing`` appends to them.

Where a machine stopped in the middle of a line, that last line is torn: reading names it and goes on without it.
"""

from __future__ import annotations

import json
import time
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from cardtools.errors import refuse
from cardtools.model.session import EVENTS, SCHEMA, NewEvent, SessionEvent
from cardtools.store.files import LIST_LIMIT, read_bytes
from cardtools.store.yaml_files import Data, Document, load

FILE_LIMIT: Final = LIST_LIMIT
LINE_LIMIT: Final = 64_000
"""Largest file and longest line, in bytes with the line's end; a thousand rounds stay far below."""

_SECOND_LOOK_S: Final = 0.05
_KIND: Final = SCHEMA.rpartition("/")[0].encode()


@dataclass(frozen=True, slots=True)
class Torn:
    """A last line that is not whole: its number, its first characters, and the byte it begins at."""

    line: int
    start: str
    offset: int


@dataclass(frozen=True, slots=True)
class SessionLog:
    """The events of a file; the first says who plays what.

    Attributes:
        lines: On which line each event stands.
        skipped: Lines that say nothing: blank ones, and the first where a byte order mark stands before it.
    """

    path: Path
    new: NewEvent
    events: tuple[SessionEvent, ...]
    torn: Torn | None = None
    lines: tuple[int, ...] = ()
    skipped: tuple[int, ...] = ()


def is_session(content: bytes) -> bool:
    """Return whether a file's content begins as a kept evening of any version does."""
    first = content[:LINE_LIMIT].removeprefix(BOM_UTF8).lstrip().partition(b"\n")[0]
    if not first.startswith(b"{") or b'"schema"' not in first or _KIND not in first:
        return False
    try:
        data = json.loads(first, parse_int=str)
    except (ValueError, RecursionError):
        return first.startswith(b'{"schema":"' + _KIND)  # a session still, and a broken one
    return isinstance(data, dict) and str(data.get("schema")).startswith(_KIND.decode())


def read_log(path: Path) -> SessionLog:
    """Read a kept evening.

    Raises:
        CardtoolsError: For an unreadable file, or one that is broken elsewhere than at its end; see parse_log.
    """
    log = parse_log(read_bytes(path, FILE_LIMIT), path)
    if log.torn is not None:  # a writer may be in the middle of that line
        time.sleep(_SECOND_LOOK_S)
        log = parse_log(read_bytes(path, FILE_LIMIT), path)
    return log


def parse_log(content: bytes, path: Path) -> SessionLog:
    """Parse the content of a kept evening.

    Blank lines, and a byte order mark at the beginning, are passed over: an editor may have put them there.

    Raises:
        CardtoolsError: ``session.kind`` where it is none, ``session.version`` for another version of it,
            ``session.broken`` for a line in the middle that is not whole, ``session.sequence`` for a number that
            does not follow the one before, ``session.event`` for an event that is not known, ``session.long`` for a
            line that is too long, and ``data.*`` for values that do not fit; each with its line.
    """
    has_mark = content.startswith(BOM_UTF8)
    *whole, rest = content.removeprefix(BOM_UTF8).split(b"\n")
    events: list[SessionEvent] = []
    lines: list[int] = []
    skipped = [1] if has_mark else []
    offset = len(BOM_UTF8) if has_mark else 0
    torn: Torn | None = None
    for n, line in enumerate(whole, start=1):
        if len(line) >= LINE_LIMIT:
            raise refuse("session.long", path=path, line=n, most=LINE_LIMIT)
        if not line.strip():
            skipped.append(n)
        elif (data := _read_line(line, n, path)) is not None:
            events.append(_event(data, len(events) + 1, n, path))
            lines.append(n)
        elif events and n == len(whole) and not rest:
            torn = Torn(n, _start(line), offset)
        else:
            wording = None if events else "session.broken.first"
            raise refuse("session.broken", path=path, line=n, wording=wording, start=_start(line))
        offset += len(line) + 1
    if not events:
        if rest.lstrip().startswith(b"{") and b'"schema"' in rest and _KIND in rest:
            last = len(whole) + 1
            raise refuse("session.broken", path=path, line=last, wording="session.broken.first", start=_start(rest))
        raise refuse("session.kind", path=path, line=1)
    if rest.strip():
        torn = Torn(len(whole) + 1, _start(rest), offset)
    return SessionLog(
        path, cast("NewEvent", events[0]), tuple(events), torn, tuple(lines), tuple(dict.fromkeys(skipped))
    )


def _start(line: bytes) -> str:
    """Return the first characters of a line, for people; what is no text is shown as such."""
    text = line[:160].decode("utf-8", "replace").strip("\0 \r\n\t")
    return text[:40] + "…" if len(text) > 40 else text


def _read_line(line: bytes, n: int, path: Path) -> dict[str, Any] | None:
    """Return the object a line holds, its numbers as text as in YAML; None where it is not whole."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise refuse("data.duplicate-key", path=path, line=n, key=key)
            found[key] = value
        return found

    try:
        text = line.decode("utf-8")
        data = json.loads(text, parse_int=str, parse_float=str, object_pairs_hook=unique)
        if "\\ud" in text.lower():
            json.dumps(data, ensure_ascii=False).encode("utf-8")  # half a sign cannot be printed
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _event(data: dict[str, Any], number: int, line: int, path: Path) -> SessionEvent:
    if number == 1:
        kind = str(data.get("schema"))
        if not kind.startswith(_KIND.decode()):
            raise refuse("session.kind", path=path, line=line)
        if kind != SCHEMA:
            raise refuse("session.version", path=path, line=line, version=kind[:40], known=SCHEMA)
    seq = str(data.get("seq"))
    if seq != str(number):
        wording = "session.sequence.twice" if number > 1 and seq == str(number - 1) else None
        raise refuse("session.sequence", path=path, line=line, wording=wording, seq=seq[:20], expected=number)
    name = str(data.get("event"))
    if name not in EVENTS or (name == "new") != (number == 1):
        raise refuse("session.event", path=path, line=line, event=name[:40])
    return load(EVENTS[name], Document(path, cast("Data", data), {(): (line, 1)}))


def encode_line(event: Mapping[str, Any], path: Path) -> bytes:
    """Return one event as a line with its end."""
    try:
        line = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"
    except UnicodeEncodeError as error:
        raise refuse("file.encoding", path=path, wording="session.letters", exit_code=1) from error
    if len(line) > LINE_LIMIT:
        raise refuse("session.long", path=path, wording="session.long.said", most=LINE_LIMIT, exit_code=1)
    return line
