"""What lines of deck lists mean: headings and prefixes of a game's zones, quantities, comments, headers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cardtools.errors import refuse
from cardtools.model.deck import UNPLACED, DeckList
from cardtools.model.finding import Finding, Location
from cardtools.model.game import Zone
from cardtools.names.folding import fold

MOST_COPIES: Final = 999
MOST_LINES: Final = 30_000
"""The most lines that are not blank, rows or entries of a list: three times all the cards of the largest game."""
SECTION: Final = "deck.section"
"""Code of the finding that a heading names no zone."""
HEADERS: Final = {
    "name": "name", "nev": "name", "deck": "name", "pakli": "name",
    "player": "player", "jatekos": "player", "event": "event", "verseny": "event", "esemeny": "event",
    "date": "date", "datum": "date",
}  # fmt: skip
"""Words before the colon of a header comment such as ``# player: Anna``, folded."""

_TIMES: Final = r"(?:[x×]|db\.?|pcs\.?|szt\.?|ks)"
_QUANTITY: Final = r"[-+]?\d[\d.,]*(?<!,)"
"""Without a comma at its end: ``X8, az utazó`` begins with no quantity."""

_LEADING: Final = re.compile(rf"({_QUANTITY})\s*{_TIMES}?\s+(\S.*)", re.IGNORECASE)
_LEADING_BARE: Final = re.compile(rf"({_QUANTITY})\s+(\S.*)")
"""Where a name itself begins with ``x``: tried after the others."""
_LEADING_CLOSE: Final = re.compile(rf"({_QUANTITY})\s*[x×](\S.*)", re.IGNORECASE)
_LEADING_TIMES: Final = re.compile(rf"[x×]\s*({_QUANTITY})\s+(\S.*)", re.IGNORECASE)
_TRAILING: Final = re.compile(rf"(\S.*?)\s*(?:[;\t]\s*|\s[x×]\s*)({_QUANTITY})", re.IGNORECASE)
_TRAILING_CLOSE: Final = re.compile(rf"(\S.*?)\s+({_QUANTITY})\s*{_TIMES}", re.IGNORECASE)
_BRACKETED: Final = re.compile(rf"(\S.*?)\s*\(([x×]\s*)?({_QUANTITY})\s*({_TIMES})?\)", re.IGNORECASE)
_NUMBER: Final = re.compile(_QUANTITY)
_SIMPLE: Final = re.compile(r"(\d{1,3}) ?x? (\S.*)")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity as written and as a number; ``count`` is None where no deck can hold so many."""

    written: str
    count: int | None


class Grammar:
    """The words of one game's deck lists; ``knows`` tells whether a clean text is the name of a card."""

    def __init__(self, zones: tuple[Zone, ...], knows: Callable[[str], bool]) -> None:
        self.knows = knows
        self.default_zone = zones[0].id if zones else "main"
        prefixes = {fold(prefix): zone.id for zone in zones for prefix in zone.prefixes}
        self._prefixes = tuple(sorted(prefixes.items(), key=lambda item: -len(item[0])))
        self._headings = {fold(word): zone.id for zone in zones for word in zone.headings}
        self._headings.update({fold(zone.id): zone.id for zone in zones})
        self._headings.setdefault(self.default_zone, self.default_zone)
        for zone in zones:
            for word in (*zone.name.values(), *(prefix.rstrip(": ") for prefix in zone.prefixes)):
                self._headings.setdefault(fold(word), zone.id)

    def zone(self, words: str) -> str | None:
        """Return the zone that a heading names, with or without a colon after it, or None."""
        return self._headings.get(fold(words.rstrip(": ")))

    def heading(self, line: str) -> tuple[str, str | None] | None:
        """Return the words of a heading and its zone (None: names no zone), or None where it is none.

        Headings stand in brackets, or are the words or the prefix of a zone, bare or with a colon. ``line`` must be
        clean.
        """
        if line.startswith("[") and (inner := line.rstrip(": ")).endswith("]"):
            words = inner[1:-1].strip()
            return words, self.zone(words)
        words = line.rstrip(":").rstrip()
        zone = self._headings.get(fold(words)) if len(words) <= 40 else None
        if zone is not None and not self.knows(line):
            return words, zone
        if line.endswith(":") and not self.knows(line) and not self.knows(words):
            return words, None
        return None

    def prefixed(self, line: str) -> tuple[str, str] | None:
        """Return the zone a prefix such as ``SB:`` names and the rest of the line, or None."""
        if ":" not in line[:12]:
            return None
        head, rest = line.split(":", 1)
        key = f"{fold(head)}:"
        for prefix, zone in self._prefixes:
            if key == prefix and rest.strip():
                return zone, rest.strip()
        return None

    def entry(self, line: str) -> tuple[Quantity, str]:
        """Return the quantity and the name on a line that must be clean.

        The whole line is tried as a name before anything is peeled off it, then each way to write a quantity;
        the first whose name is known counts, else the plainest reading.
        """
        if simple := _SIMPLE.fullmatch(line):
            name = simple.group(2)
            count = int(simple.group(1))
            if count and self.knows(name) and not self.knows(line):
                return Quantity(simple.group(1), count), name
        if self.knows(line):
            return Quantity("1", 1), line
        readings = list(self._readings(line))
        for quantity, name in readings:
            if self.knows(name):
                return quantity, name
        return readings[0] if readings else (Quantity("1", 1), line)

    def _readings(self, line: str) -> list[tuple[Quantity, str]]:
        leading = (pattern.fullmatch(line) for pattern in (_LEADING, _LEADING_TIMES, _LEADING_CLOSE, _LEADING_BARE))
        trailing = (pattern.fullmatch(line) for pattern in (_TRAILING, _TRAILING_CLOSE))
        readings = [(quantity(match.group(1)), match.group(2)) for match in leading if match]
        readings.extend((quantity(match.group(2)), match.group(1)) for match in trailing if match)
        if match := _BRACKETED.fullmatch(line):
            number = quantity(match.group(3))
            # Tűzmadár (2020): a bare number that no deck holds belongs to the name.
            if match.group(2) or match.group(4) or not _beyond(number):
                readings.append((number, match.group(1)))
        return readings


def check_length(lines: int, path: str, line: int | None) -> None:
    """Refuse a list with more lines, rows or entries than are read, at the first too many.

    Raises:
        CardtoolsError: ``file.too-large``.
    """
    if lines > MOST_LINES:
        raise refuse("file.too-large", wording="file.too-large.lines", path=path, line=line, most=MOST_LINES)


def comment_header(line: str) -> tuple[str, str] | None:
    """Return the header that a comment such as ``# player: Anna`` says, as key and value, or None."""
    key, colon, value = line.lstrip("#/; ").partition(":")
    header = HEADERS.get(fold(key)) if colon else None
    return (header, value.strip()) if header and value.strip() else None


def is_quantity(written: str) -> bool:
    """Return whether ``written``, which must be clean, is a number and nothing else, be it one that fits or not."""
    return _NUMBER.fullmatch(written) is not None


def bad_count(location: Location, number: Quantity, name: str) -> Finding:
    """Return the finding for a quantity that no deck can hold."""
    return Finding(
        code="deck.count",
        params={"written": number.written[:20], "name": name[:80], "most": MOST_COPIES},
        location=location,
    )


def unknown_section(location: Location, words: str) -> Finding:
    """Return the finding for a heading that names no zone."""
    return Finding(code=SECTION, params={"words": words[:80]}, location=location)


def headings(listing: DeckList) -> dict[tuple[int, int], str]:
    """Return the words of the heading over each unplaced entry; see ``heading_findings``."""
    return {place: str(one.params["words"]) for place, one in heading_findings(listing).items()}


def heading_findings(listing: DeckList) -> dict[tuple[int, int], Finding]:
    """Return the finding of the heading over each unplaced entry, by the entry's line and column.

    Findings stand in the order of the file, and so do entries: the last heading above an entry is its own.
    """
    above = sorted(
        (
            ((one.location.line or 1, one.location.column or 1), one)
            for one in listing.findings
            if one.code == SECTION and "words" in one.params
        ),
        key=lambda told: told[0],
    )
    if not above:
        return {}
    places = [place for place, _ in above]
    found: dict[tuple[int, int], Finding] = {}
    for entry in listing.entries:
        index = bisect_right(places, (entry.line, entry.column)) - 1
        if entry.zone == UNPLACED and index >= 0:
            found[entry.line, entry.column] = above[index][1]
    return found


def _beyond(number: Quantity) -> bool:
    return number.written.isdigit() and number.count is None and number.written.strip("0") != ""


def quantity(written: str) -> Quantity:
    """Return the number that ``written`` says; whole, from 1 to 999, or no number at all.

    >>> quantity("3").count, quantity("0").count, quantity("2.5").count, quantity("1000000000").count
    (3, None, None, None)
    """
    digits = written.strip().removeprefix("+")
    if len(digits) > 12 or not digits.isascii() or not digits.isdigit():
        return Quantity(written, None)
    number = int(digits)
    return Quantity(written, number if 1 <= number <= MOST_COPIES else None)
