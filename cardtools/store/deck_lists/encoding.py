"""Which letters the bytes of a file are: UTF-8, UTF-16 with its mark, else CP1250 with a word about it."""

from __future__ import annotations

import re
from typing import Final

from cardtools.errors import refuse
from cardtools.model.finding import Finding, Location

_LINE_END: Final = re.compile(rb"\r\n|\n|\r")
_DECLARED: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<\?xml[^>]{0,80}?\bencoding\s*=\s*[\"']([\w.-]{1,40})")
_LOOK: Final = 4000
_HALF: Final = re.compile("[\ud800-\udfff]")
_BINARY: Final = (b"%PDF", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff")


def decode(content: bytes, path: str, encoding: str | None = None) -> tuple[str, tuple[Finding, ...]]:
    """Return the text of a file and what is to be said about its encoding.

    Raises:
        CardtoolsError: ``file.unreadable`` for a file with zero bytes but marked UTF-16, ``file.encoding`` where it
            cannot be read in the encoding the user named.
    """
    if encoding is not None:
        return _named(content, path, encoding), ()
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16"), ()
        except UnicodeDecodeError as error:
            raise refuse("file.unreadable", path=path, wording="file.unreadable.binary") from error
    if (likely := _unmarked(content)) is not None:
        raise refuse("file.unreadable", path=path, wording="file.unreadable.unmarked", encoding=likely)
    if b"\0" in content or content.startswith(_BINARY):
        raise refuse("file.unreadable", path=path, wording="file.unreadable.binary")
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        text = content.decode("cp1250", errors="replace")
        controls = sum(1 for char in text if (char < " " and char not in "\t\r\n\f\v") or char == "\ufffd")
        if controls > len(text) // 100:
            raise refuse("file.unreadable", path=path, wording="file.unreadable.binary") from error
        line = len(_LINE_END.findall(content, 0, error.start)) + 1
        warning = Finding(
            code="file.encoding",
            severity="warning",
            effect="none",
            location=Location(path=path, line=line),
            params={"encoding": "CP1250"},
        )
        return text, (warning,)


def _unmarked(content: bytes) -> str | None:
    """Return which UTF-16 a file without its mark is: every other byte of plain letters is zero."""
    start = content[:_LOOK]
    even, odd = start[::2], start[1::2]
    for encoding, zeros, letters in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if len(content) % 2 == 0 and zeros.count(0) > len(zeros) // 2 and not letters.count(0):
            return encoding
    return None


def declared(content: bytes) -> str | None:
    """Return the encoding that an XML file says it is in, or None where it says nothing."""
    found = _DECLARED.match(content)
    return found.group(1).decode("ascii", "replace") if found else None


def _named(content: bytes, path: str, encoding: str) -> str:
    """Return the text in the encoding that the user named; half signs, which no file can hold, are refused too."""
    try:
        text = content.decode(encoding).removeprefix("\ufeff")
    except (ValueError, LookupError) as error:  # some codecs raise no UnicodeDecodeError
        raise refuse("file.encoding", path=path, wording="file.encoding.named", encoding=encoding) from error
    if not text.isascii() and _HALF.search(text):
        raise refuse("file.encoding", path=path, wording="file.encoding.named", encoding=encoding)
    return text
