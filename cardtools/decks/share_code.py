"""Share codes: a deck list as one line that fits into a message, and a QR code.

``CT1~`` names the kind and the version; what follows is URL-safe base64 without its padding, of a checksum (CRC-32,
big-endian) and a deflated text: the game, the name of the deck, and for each zone ``>zone`` and a line ``3 Name`` for
each card.

Names, not numbers of cards: numbers would make codes shorter by half, but they mean something only beside the very pool
they were made with. Pools are imported by each player from another source on another day, so a fingerprint of the pool
would refuse most codes, and without one a code would open as another deck. Names are what lists hold anyway; a card the
reader's pool does not know stays in the list and is told of, as in every list. Deflate takes back half of the cost.

A code is from a stranger: its length is bounded before it is read, what it unpacks to while it is unpacked, and the
number of lines, names and counts after it.
"""

from __future__ import annotations

import binascii
import re
import unicodedata
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.deck import UNPLACED, DeckList, Entry
from cardtools.model.finding import Finding, Location
from cardtools.names.folding import clean

VERSION: Final = 1
MOST_SIGNS: Final = 16_000
"""Longest code, in characters."""
MOST_BYTES: Final = 120_000
"""Most that a code unpacks to."""
MOST_LINES: Final = 2_000
MOST_COPIES: Final = 999
LONGEST_NAME: Final = 400

_CODE: Final = re.compile(r"CT(?:0|[1-9][0-9]{0,8})~[A-Za-z0-9_-]+")
_BEGIN: Final = re.compile(r"(?<![A-Za-z0-9])C\s*T\s*(0|[1-9](?:\s*[0-9]){0,8})\s*~")
_LETTERS: Final = re.compile(r"(?:\s*[A-Za-z0-9_-]+)*")
_FIRST: Final = re.compile(r"\s*[A-Za-z0-9_-]*")
_BLANKS: Final = re.compile(r"\s+")
_QUOTED: Final = re.compile(r"^(?:[ \t]*[>|])+", re.MULTILINE)
"""What mail puts before the lines of an answer."""
_ID: Final = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*")
_LINE: Final = re.compile(r"([1-9][0-9]{0,2}) (\S.*)")
_AROUND: Final = "\"'`´‘’“”„«»<>()[]*.,;:!?"
"""Signs that people and programs put around a code."""
_UNSEEN: Final = frozenset({"Cf", "Zs"})
_FILLERS: Final = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters of Hangul that show nothing."""
_RAW: Final = -15
"""Deflate without a header and checksum of its own."""
_CHECKSUM: Final = 4


@dataclass(frozen=True, slots=True)
class Shared:
    """What a code holds: the game, and the list with its zones and the name of the deck."""

    game: str
    listing: DeckList


def is_code(text: str) -> bool:
    """Return whether a text looks like a share code of any version, and nothing else, be it in quotes.

    >>> is_code("CT1~abc"), is_code("deck.txt"), is_code("CT1~a.txt")
    (True, False, False)
    """
    if len(text) > MOST_SIGNS:
        return False
    return _CODE.fullmatch("".join(visible(text).split()).strip(_AROUND)) is not None


def make_code(game: str, listing: DeckList, headings: Mapping[tuple[int, int], str] | None = None) -> str:
    """Return the share code of a deck list: game, name of the deck, zones, counts and names, in the order of the list.

    ``headings`` are those that name no zone, over unplaced entries by their line and column; they stand as ``>?words``.

    >>> code = make_code("hkk", DeckList("deck.txt", (Entry(1, 1, 3, "Turul", "main"),)))
    >>> code.startswith("CT1~"), [(entry.count, entry.name, entry.zone) for entry in open_code(code).listing.entries]
    (True, [(3, 'Turul', 'main')])

    Raises:
        CardtoolsError: ``share.unwritable`` for a name that no code holds, ``share.too-long`` for a list that is.
    """
    lines = [game, clean(listing.headers.get("name", ""))[:LONGEST_NAME]]
    zones: dict[str, list[str]] = {}
    for entry in listing.entries:
        told = _shown((headings or {}).get((entry.line, entry.column), "")) if entry.zone == UNPLACED else ""
        zones.setdefault(f">?{told}" if told else f">{entry.zone}", []).append(_line(entry, listing.path))
    for zone, cards in zones.items():
        lines.extend((zone, *cards))
    content = "\n".join(lines).encode() + b"\n"
    if len(content) > MOST_BYTES or len(lines) > MOST_LINES:
        raise refuse("share.too-long", path=listing.path, exit_code=1, most=MOST_LINES)
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9)
    packed = packer.compress(content) + packer.flush()
    code = f"CT{VERSION}~{urlsafe_b64encode(_checksum(content) + packed).rstrip(b'=').decode()}"
    if len(code) > MOST_SIGNS:
        raise refuse("share.too-long", path=listing.path, exit_code=1, most=MOST_LINES)
    return code


def holds_code(text: str) -> bool:
    """Return whether a share code of any version begins anywhere in a text.

    >>> holds_code("Here it is: `CT1~abc`."), holds_code("deck.txt")
    (True, False)
    """
    return _BEGIN.search(visible(text)) is not None


def visible(text: str) -> str:
    """Return a text without signs that nobody sees: marks of byte order, blanks without width, and the like."""
    return text if text.isascii() else "".join(char for char in text if unicodedata.category(char) != "Cf")


def open_code(text: str, path: str = "-") -> Shared:
    """Return what the share code in a text holds. Blanks and line ends that a message put into it do not matter.

    Args:
        text: The code, with whatever a message put around it: quotes, a full stop, other words.
        path: What findings call it.

    Raises:
        CardtoolsError: ``share.none`` for what is no code, ``share.several`` for a text with different ones,
            ``share.version`` for one of another version, ``share.checksum`` for one that is not whole,
            ``share.too-long`` for one that unpacks to too much, ``share.broken`` for one whose checksum is right and
            whose list is none.
    """
    if len(text) > 4 * MOST_SIGNS:
        raise refuse("share.none", path=path)
    plain = _QUOTED.sub("", visible(text))
    found = list(_BEGIN.finditer(plain))
    if not found:
        raise refuse("share.none", path=path)
    ends = [one.start() for one in found[1:]] + [len(plain)]
    codes = [(int(_BLANKS.sub("", one.group(1))), plain[one.end() : end]) for one, end in zip(found, ends, strict=True)]
    if len({_begins(_FIRST, rest) for _, rest in codes}) > 1:
        raise refuse("share.several", path=path, count=len(codes))
    version, rest = codes[0]
    letters = _begins(_LETTERS, rest)
    signs = _BLANKS.sub("", letters)
    if not signs or len(signs) > MOST_SIGNS - len("CT1~"):
        raise refuse("share.none", path=path)
    if version != VERSION:
        raise refuse("share.version", path=path, version=version, known=VERSION)
    return _read(_content(letters, signs, path), path)


def _begins(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.match(text)
    return found.group() if found else ""


def _content(letters: str, signs: str, path: str) -> bytes:
    """Return what a code unpacks to, which tells where it ends; words that follow it are no part of it."""
    whole = signs[:-1] if len(signs) % 4 == 1 else signs
    try:
        raw = urlsafe_b64decode(whole + "=" * (-len(whole) % 4))
    except (binascii.Error, ValueError) as error:
        raise refuse("share.checksum", path=path) from error
    content, packed = _unpack(raw[_CHECKSUM:], path)
    if raw[:_CHECKSUM] != _checksum(content):
        raise refuse("share.checksum", path=path)
    length = -(-8 * (_CHECKSUM + packed) // 6)
    position = 0
    for _ in range(length):
        while letters[position].isspace():
            position += 1
        position += 1
    after = letters[position:].lstrip("-_")  # marks of italics are letters of codes, too
    if after and not after[0].isspace():
        raise refuse("share.checksum", path=path)
    return content


def _line(entry: Entry, path: str) -> str:
    name = clean(entry.name)
    writable = _is_name(name) and 1 <= entry.count <= MOST_COPIES
    if not writable or not _ID.fullmatch(entry.zone):
        shown = "".join(char if char.isprintable() else "\ufffd" for char in entry.name)
        raise refuse("share.unwritable", path=path, line=entry.line, exit_code=1, name=shown[:80])
    return f"{entry.count} {name}"


def _is_name(name: str) -> bool:
    """Return whether a name can be seen for what it is: no sign in it is a blank of another kind, or shows nothing."""
    if not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
        return False
    return name.isascii() or not any(
        char in _FILLERS or (char != " " and unicodedata.category(char) in _UNSEEN) for char in name
    )


def _shown(heading: str) -> str:
    return clean("".join(char if char.isprintable() else " " for char in heading))[:80]


def _checksum(content: bytes) -> bytes:
    return zlib.crc32(content, VERSION).to_bytes(_CHECKSUM, "big")


def _unpack(packed: bytes, path: str) -> tuple[bytes, int]:
    """Return what was packed, at most MOST_BYTES of it ever in memory, and how many bytes of ``packed`` it took."""
    unpacker = zlib.decompressobj(_RAW)
    try:
        content = unpacker.decompress(packed, MOST_BYTES + 1)
    except zlib.error as error:
        raise refuse("share.checksum", path=path) from error
    if len(content) > MOST_BYTES:
        raise refuse("share.too-long", path=path, most=MOST_LINES)
    if not unpacker.eof:
        raise refuse("share.checksum", path=path)
    return content, len(packed) - len(unpacker.unused_data)


def _read(content: bytes, path: str) -> Shared:
    try:
        game, name, *lines = content.decode().removesuffix("\n").split("\n")
    except ValueError as error:  # letters that are none, or fewer than two lines
        raise refuse("share.broken", path=path) from error
    if not _ID.fullmatch(game) or len(game) > 40 or len(lines) > MOST_LINES:
        raise refuse("share.broken", path=path)
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise refuse("share.broken", path=path)
    zone = ""
    entries: list[Entry] = []
    findings: list[Finding] = []
    for number, line in enumerate(lines, start=1):
        if line.startswith(">?") and line[2:].isprintable() and 2 < len(line) <= 82:
            zone = UNPLACED
            place = Location(path=path, line=number, column=1)
            findings.append(Finding(code="deck.section", params={"words": line[2:]}, location=place))
        elif line.startswith(">") and _ID.fullmatch(line[1:]) and len(line) <= 80:
            zone = line[1:]
        elif zone:
            entries.append(_entry(line, number, zone, path))
        else:
            raise _broken(path)
    return Shared(game, DeckList(path, tuple(entries), {"name": name} if name else {}, tuple(findings)))


def _entry(line: str, number: int, zone: str, path: str) -> Entry:
    found = _LINE.fullmatch(line)
    if found is None or not _is_name(found.group(2)):
        raise _broken(path)
    return Entry(number, 1, int(found.group(1)), clean(found.group(2)), zone)


def _broken(path: str) -> CardtoolsError:
    return refuse("share.broken", path=path)
