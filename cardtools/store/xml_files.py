"""XML from strangers, walked tag by tag with its place; document types and entities are refused, not expanded."""

from __future__ import annotations

from collections.abc import Mapping


class BrokenXml(Exception):  # noqa: N818 - it says what is the matter
    """It is no XML, or none that is read.

    Attributes:
        line: Where, from 1.
        column: Where on the line, from 1.
        declares: Whether it declares a document type or entities, which may unfold to any size or name other files.
    """

    def __init__(self, line: int, column: int, *, declares: bool = False) -> None:
        super().__init__(f"{line}:{column}")
        self.line = line
        self.column = column
        self.declares = declares


class XmlWalker:
    """Calls ``start``, ``data`` and ``end`` for what it meets; those who need them override them.

    Tags come without their namespace. Nothing is kept, so depth and size cost nothing.
    """

    def __init__(self) -> None:
        from defusedxml.ElementTree import DefusedXMLParser

        self._parser = DefusedXMLParser(target=_Target(self), encoding="utf-8", forbid_dtd=True)

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of what was met last, from 1."""
        expat = self._parser.parser
        return expat.CurrentLineNumber, expat.CurrentColumnNumber + 1

    def walk(self, content: bytes) -> None:
        """Walk through a whole file in UTF-8, whatever encoding it declares.

        Raises:
            BrokenXml: Where it cannot go on.
        """
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import ParseError

        try:
            self._parser.feed(content)
            self._parser.close()
        except DefusedXmlException as error:
            line, column = self.place
            raise BrokenXml(line, column, declares=True) from error
        except ParseError as error:
            line, column = error.position
            raise BrokenXml(line, column + 1) from error

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A tag begins."""

    def data(self, text: str) -> None:
        """Text, maybe not the whole of it at once."""

    def end(self, tag: str) -> None:
        """A tag ends."""


class _Target:
    """What the parser of the library calls."""

    def __init__(self, walker: XmlWalker) -> None:
        self._walker = walker

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._walker.start(tag.rpartition("}")[2], attributes)

    def data(self, text: str) -> None:
        self._walker.data(text)

    def end(self, tag: str) -> None:
        self._walker.end(tag.rpartition("}")[2])

    def close(self) -> None:
        """Nothing is built, so nothing is handed over."""
