"""What readers of raw pools share: rows as read, and how rows become cards, each row counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.card import Card, Pool
from cardtools.model.finding import Collected, Finding, Location
from cardtools.model.game import GameInfo
from cardtools.names.folding import fold

FOIL: Final = " (foil)"
LONGEST_NAME: Final = 400
LONGEST_ID: Final = 80
"""The longest name and id that a card can have."""
MOST_CARDS: Final = 100_000
"""The most rows of a pool that are read, ten times the largest pool there is."""
MOST_MARKS: Final = 200
_MOST_MARKED: Final = 4_000_000
"""The most different marks that cards bear, and that times cards: each mark is held against each card."""
MOST_TOLD: Final = 20
"""How many reasons are told where a whole file is refused."""


@dataclass(frozen=True, slots=True)
class PoolReading:
    """A pool as read, and what became of the rows of its file.

    ``rows = cards + foils + doubles``, and every row that was refused besides is a finding that is an error:
    nothing is lost without a word.
    """

    pool: Pool
    rows: int
    foils: int = 0
    doubles: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def refused(self) -> int:
        """The number of rows that became no card."""
        return Collected(self.findings).errors


@dataclass(slots=True)
class Row:
    """One row of a raw pool: a card, a foil printing of one, or one that stands there twice.

    Attributes:
        line: Line or number of the record, from 1.
        id: None where the source has none; one is made from the name.
        name: In the game's first language, with `` (foil)`` where it is one.
        facts: Further fields of Card, and what is ``unknown``.
    """

    line: int
    id: str | None
    name: str
    colours: tuple[str, ...] | None
    type: str | None
    facts: Mapping[str, Any] = field(default_factory=dict)


def at(path: Path, line: int | None, *, row: int | None = None) -> Location:
    """Return a place in a pool's file."""
    return Location(path=str(path), line=line, column=None if line is None else 1, row=row)


def gather(
    rows: Sequence[Row],
    findings: Collected,
    path: Path,
    info: GameInfo,
    facts: Sequence[str] = ("colours", "type"),
) -> PoolReading:
    """Make one card of rows that are one: foil printings, and doubles of one name, colour and type."""
    language = info.languages[0]
    first: dict[tuple[str, tuple[str, ...] | None, str | None], int] = {}
    named: dict[str, int] = {}
    ids: set[str] = set()
    taken = {row.id for row in rows if row.id is not None}
    numbers: dict[str, int] = {}
    cards: list[Card] = []
    aliases: dict[int, list[str]] = {}
    facts_of: list[Mapping[str, Any]] = []
    count: Counter[str] = Counter()
    # Foil printings come last, wherever they stand: each is the card of its plain name, whatever else its row says.
    for row in sorted(rows, key=lambda row: row.name.endswith(FOIL)):
        name = row.name
        plain = name.removesuffix(FOIL)
        key = (plain, row.colours, row.type)
        index = first.get(key, named.get(plain) if plain != name else None)
        if index is not None:
            count["foil" if plain != name else "double"] += 1
            if plain == name and row.facts != facts_of[index]:
                findings.append(_differs(row, path))
        elif row.id in ids:
            findings.append(Finding(code="data.duplicate-id", params={"id": row.id or ""}, location=at(path, row.line)))
            count["refused"] += 1
            continue
        else:
            one = row.id or made_id(plain, taken, numbers)
            taken.add(one)
            index = first[key] = len(cards)
            named.setdefault(plain, index)
            ids.add(one)
            facts_of.append(row.facts)
            cards.append(_card(one, {language: plain}, row))
        if plain != name:
            aliases.setdefault(index, []).append(name)
    for index, others in aliases.items():
        spellings = tuple(dict.fromkeys((*cards[index].aliases, *others)))
        cards[index] = cards[index].model_copy(update={"aliases": spellings})
    pool = Pool.model_construct(
        format="cardtools.pool/1",
        game=info.id,
        source=path.name[:LONGEST_NAME],
        language=language,
        facts=tuple(facts),
        cards=tuple(cards),
    )
    return PoolReading(pool, len(rows) - count["refused"], count["foil"], count["double"], in_order(findings))


def in_order(findings: Collected) -> tuple[Finding, ...]:
    """Return findings as they stand in a file; how many others there are comes after those of its line."""
    return tuple(sorted(findings.told(), key=lambda finding: finding.location.line or 0))


def check_marks(marks: int, cards: int, path: Path) -> None:
    """Refuse a file with more different marks than are read.

    Raises:
        CardtoolsError: ``pool.too-many``.
    """
    most = min(MOST_MARKS, _MOST_MARKED // max(cards, 1))
    if marks > most:
        raise refuse("pool.too-many", wording="pool.too-many.marks", path=path, cards=cards, most=most)


def too_many(path: Path, most: int, line: int | None = None) -> CardtoolsError:
    """Return what is told of a pool with more cards, or other items, than are read."""
    return refuse("pool.too-many", path=path, line=line, most=most)


def _card(one: str, name: dict[str, str], row: Row) -> Card:
    if not row.facts:
        return Card(id=one, name=name, colours=row.colours, type=row.type)
    facts = dict(row.facts)
    names = {**name, **facts.pop("name", {})}
    return Card(id=one, name=names, colours=row.colours, type=row.type, **facts)


def made_id(name: str, taken: set[str], numbers: dict[str, int]) -> str:
    """Return an id for a card whose source has none: its folded name, with a number where that is taken.

    ``numbers`` remembers the last number of each name, so that the next of many that fold to one is found at once.

    >>> made_id("Őslény", {"oslény"}, {}), made_id("Őslény", {"osleny"}, {}), made_id("Ős", {"os"}, {"os": 7})
    ('osleny', 'osleny-2', 'os-8')
    """
    words = "".join(char if char.isalnum() else " " for char in fold(name)).split()
    stem = "-".join(words)[: LONGEST_ID - 8] or "card"
    one, number = stem, numbers.get(stem, 1)
    while one in taken:
        number += 1
        one = f"{stem}-{number}"
    numbers[stem] = number
    return one


def _differs(row: Row, path: Path) -> Finding:
    return Finding(
        code="pool.double-differs", severity="warning", params={"name": row.name[:80]}, location=at(path, row.line)
    )


def ignored_keys(ignored: Counter[str], path: Path) -> list[Finding]:
    """Return what is to be said of the parts of records that a reader has no use for: the twenty commonest."""
    return [
        Finding(
            code="pool.ignored",
            severity="info",
            effect="none",
            params={"key": key[:60], "count": count},
            location=at(path, None),
        )
        for key, count in ignored.most_common(20)
    ]
