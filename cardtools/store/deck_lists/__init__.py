"""Readers and writers of deck lists, one small module a format; nothing is lost on the way without a finding."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.deck import DeckList
from cardtools.model.finding import Finding
from cardtools.store.deck_lists.encoding import declared, decode
from cardtools.store.deck_lists.grammar import Grammar
from cardtools.store.deck_lists.table import is_table, is_text, read_table
from cardtools.store.deck_lists.text import read_text

if TYPE_CHECKING:
    from cardtools.store.yaml_files import Document

_ZIP: Final = b"PK\x03\x04"
_SHEETS: Final = frozenset({".xlsx", ".xlsm", ".xls"})
_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0"
_MARKUP: Final = re.compile(r"\s*<(?:\?xml|!DOCTYPE|cockatrice_deck)\b")
_JSON: Final = re.compile(r'\s*(?:\{\s*"|\[\s*\{|(?P<list>\[\s*"))')
"""How JSON begins and no text list does; a list of words may yet be a heading, so the whole of it must be JSON."""


def read_deck_list(content: bytes, path: str, grammar: Grammar, encoding: str | None = None) -> DeckList:
    """Read a deck list in whatever format it is.

    What the content certainly is counts more than the ending of the name: XLSX, Cockatrice, JSON, and a table with a
    header row are known by themselves, and a plain list is read as one whatever it is called.

    Args:
        content: The file as it is.
        path: Its name, for findings; the ending (``.csv``, ``.tsv``, ``.yaml``, ``.json``) tells what the content
            does not.
        grammar: The words of the game's lists.
        encoding: As told by the user; else UTF-8, else CP1250 with a warning.

    Raises:
        CardtoolsError: ``file.unreadable`` or ``file.encoding`` where it is no text, ``file.too-large`` where it
            unpacks to too much, ``data.*`` where it is broken YAML or JSON.
    """
    ending = PurePath(path).suffix.lower()
    if content.startswith((_ZIP, _OLD_OFFICE)) and (sheet := _sheet(content, path, ending, grammar)) is not None:
        return sheet
    if ending in _SHEETS and not content:
        raise _no_sheet(path)
    try:
        text, findings = decode(content, path, declared(content) if encoding is None else encoding)
    except CardtoolsError as error:
        if ending in _SHEETS and error.findings[0].key == "file.unreadable.binary":
            raise _no_sheet(path) from error
        raise
    if _MARKUP.match(text):
        from cardtools.store.deck_lists.cockatrice import read_cockatrice

        return read_cockatrice(text, path, grammar, findings)
    if (document := _document(text, path, ending)) is not None:
        from cardtools.store.deck_lists.tree import read_tree

        return read_tree(document, path, grammar, findings)
    if ending in (".csv", ".tsv"):
        reader = read_text if is_text(text, grammar) else read_table
    else:
        reader = read_table if is_table(text, grammar) else read_text
    return reader(text, path, grammar, findings)


def _sheet(content: bytes, path: str, ending: str, grammar: Grammar) -> DeckList | None:
    """Return the list in a spreadsheet; None for another kind of archive, which is no list at all."""
    from cardtools.store.spreadsheets import is_spreadsheet

    if is_spreadsheet(content):
        from cardtools.store.deck_lists.sheet import read_sheet

        return read_sheet(content, path, grammar)
    if ending in _SHEETS:
        raise _no_sheet(path)
    return None


def _no_sheet(path: str) -> CardtoolsError:
    return refuse("file.unreadable", path=path, wording="file.unreadable.spreadsheet")


def _document(text: str, path: str, ending: str) -> Document | None:
    """Return YAML or JSON as data, or None for what is neither.

    Raises:
        CardtoolsError: ``data.*`` where the ending or the beginning says that it is, but it is broken.
    """
    if ending in (".yaml", ".yml"):
        from cardtools.store.deck_lists.tree import yaml_document

        document = yaml_document(text, path)
        # A plain list without dashes is one long word in YAML.
        return None if isinstance(document.data, str) else document
    begins = _JSON.match(text)
    if begins is None and not (ending == ".json" and text.lstrip()[:1] in ("{", "[")):
        return None
    from cardtools.store.deck_lists.json_text import parse_json

    try:
        return parse_json(text, path)
    except CardtoolsError:
        if ending != ".json" and begins is not None and begins["list"]:
            return None
        raise


__all__ = ["DeckList", "Finding", "decode", "read_deck_list"]
