"""XML from strangers, walked tag by tag with its place; document types and entities are refused, not expanded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MOST_TAGS: Final = 2_000_000
"""The most tags and comments of a file that are walked through."""
_MOST_NAMES: Final = 1000
"""The most different names of tags and attributes: the parser keeps each of them."""
_PIECE: Final = 250_000
"""Bytes that are fed to the parser at once. It begins anew with each piece until a tag is whole."""


class BrokenXml(Exception):  # noqa: N818 - it says what is the matter
    """It is no XML, or none that is read.

    Attributes:
        line: Where, from 1.
        column: Where on the line, from 1.
        declares: Whether it declares a document type or entities, which may unfold to any size or name other files.
        why: The words of the library, where it has any.
    """

    def __init__(self, line: int, column: int, *, declares: bool = False, why: str = "") -> None:
        super().__init__(f"{line}:{column}")
        self.line = line
        self.column = column
        self.declares = declares
        self.why = why


class OverfullXml(Exception):  # noqa: N818 - it says what is the matter
    """It holds more tags or names, or a larger tag, than any file does that is read.

    Attributes:
        line: Where, from 1.
    """

    def __init__(self, line: int) -> None:
        super().__init__(str(line))
        self.line = line


class XmlWalker:
    """Calls ``start``, ``data`` and ``end`` for what it meets; those who need them override them.

    Tags come without their namespace. Nothing is kept, so depth and size cost nothing.

    Attributes:
        tags: How many tags and comments were met.
    """

    def __init__(self, most: int = MOST_TAGS, encoding: str | None = "utf-8") -> None:
        """Make a walker.

        Args:
            most: The most tags and comments that it walks through.
            encoding: What files are read in, whatever they declare; None for what they declare.
        """
        from defusedxml.ElementTree import DefusedXMLParser

        self.tags = 0
        self._most = most
        self._names: set[str] = set()
        self._parser = DefusedXMLParser(target=_Target(self), encoding=encoding, forbid_dtd=True)
        expat = self._parser.parser
        # Else the library looks at each of them itself, and nobody counts.
        expat.CommentHandler = expat.StartCdataSectionHandler = self._passed
        expat.EndCdataSectionHandler = expat.ProcessingInstructionHandler = self._passed
        expat.StartNamespaceDeclHandler = self._declared

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of what was met last, from 1."""
        expat = self._parser.parser
        return expat.CurrentLineNumber, expat.CurrentColumnNumber + 1

    def walk(self, content: bytes) -> None:
        """Walk through a whole file.

        Raises:
            BrokenXml: Where it cannot go on.
            OverfullXml: Where there is more than any file holds.
            LookupError: For an encoding that nobody knows, where the file may tell its own; also ValueError.
        """
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import ParseError

        try:
            for begin in range(0, len(content), _PIECE):
                self._parser.feed(content[begin : begin + _PIECE])
                if begin - self._parser.parser.CurrentByteIndex > _PIECE:  # in the midst of a tag as long as this
                    raise OverfullXml(self.place[0])
            self._parser.close()
        except DefusedXmlException as error:
            line, column = self.place
            raise BrokenXml(line, column, declares=True) from error
        except ParseError as error:
            line, column = error.position
            raise BrokenXml(line, column + 1, why=str(error).split(":")[0]) from error

    def begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Count a tag, and go on to ``start``."""
        self.tags += 1
        if self.tags > self._most:
            raise OverfullXml(self.place[0])
        if tag not in self._names or not self._names.issuperset(attributes):
            self._named(tag, *attributes)
        self.start(tag.rpartition("}")[2], attributes)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A tag begins."""

    def data(self, text: str) -> None:
        """Text, maybe not the whole of it at once."""

    def end(self, tag: str) -> None:
        """A tag ends."""

    def _passed(self, *_: str) -> None:
        self.tags += 1
        if self.tags > self._most:
            raise OverfullXml(self.place[0])

    def _declared(self, prefix: str | None, _: str) -> None:
        self._named(prefix or "")

    def _named(self, *names: str) -> None:
        self._names.update(names)
        if len(self._names) > _MOST_NAMES:
            raise OverfullXml(self.place[0])


class _Target:
    """What the parser of the library calls."""

    def __init__(self, walker: XmlWalker) -> None:
        self.start = walker.begin
        self.data = walker.data
        self._walker = walker

    def end(self, tag: str) -> None:
        self._walker.end(tag.rpartition("}")[2])

    def close(self) -> None:
        """Nothing is built, so nothing is handed over."""
