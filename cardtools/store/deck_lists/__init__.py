"""Readers of deck lists, one small module a format; each makes a DeckList and loses nothing without a finding."""

from __future__ import annotations

from pathlib import Path

from cardtools.errors import refuse
from cardtools.model.deck import DeckList
from cardtools.model.finding import Finding, Location
from cardtools.store.deck_lists.grammar import Grammar
from cardtools.store.deck_lists.table import read_table
from cardtools.store.deck_lists.text import read_text


def read_deck_list(content: bytes, path: str, grammar: Grammar, encoding: str | None = None) -> DeckList:
    """Read a deck list in whatever format it is.

    Args:
        content: The file as it is.
        path: Its name, for findings; the ending tells tables (``.csv``, ``.tsv``) from text.
        grammar: The words of the game's lists.
        encoding: As told by the user; else UTF-8, else CP1250 with a warning.

    Raises:
        CardtoolsError: ``file.unreadable`` or ``file.encoding`` where it is no text.
    """
    text, findings = decode(content, path, encoding)
    if Path(path).suffix.lower() in (".csv", ".tsv"):
        return read_table(text, path, grammar, findings)
    return read_text(text, path, grammar, findings)


def decode(content: bytes, path: str, encoding: str | None = None) -> tuple[str, tuple[Finding, ...]]:
    """Return the text of a file and what is to be said about its encoding.

    Raises:
        CardtoolsError: ``file.unreadable`` for a file with zero bytes that is no UTF-16, ``file.encoding`` where it
            cannot be read in the encoding the user named.
    """
    if encoding is not None:
        try:
            return content.decode(encoding).removeprefix("\ufeff"), ()
        except (ValueError, LookupError) as error:  # some codecs raise no UnicodeDecodeError
            raise refuse("file.encoding", path=path, wording="file.encoding.named", encoding=encoding) from error
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16"), ()
        except UnicodeDecodeError as error:
            raise refuse("file.unreadable", path=path, wording="file.unreadable.binary") from error
    if b"\0" in content or content.startswith((b"%PDF", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff")):
        raise refuse("file.unreadable", path=path, wording="file.unreadable.binary")
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        text = content.decode("cp1250", errors="replace")
        controls = sum(1 for char in text if (char < " " and char not in "\t\r\n\f\v") or char == "\ufffd")
        if controls > len(text) // 100:
            raise refuse("file.unreadable", path=path, wording="file.unreadable.binary") from error
        line = content[: error.start].count(b"\n") + 1
        warning = Finding(
            code="file.encoding",
            severity="warning",
            effect="none",
            location=Location(path=path, line=line),
            params={"encoding": "CP1250"},
        )
        return text, (warning,)
