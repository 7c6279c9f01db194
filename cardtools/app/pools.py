"""Card pools: import one from any source, and look cards up in it or in the game's own cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cardtools.app.desk import Desk
from cardtools.errors import refuse
from cardtools.model.card import Card, Pool
from cardtools.model.finding import Finding
from cardtools.model.game import GameInfo
from cardtools.names.folding import clean, fold
from cardtools.names.index import NameIndex
from cardtools.names.search import Found, Searcher, is_known
from cardtools.store.pools import PoolReading, read_pool, write_pool
from cardtools.store.targets import check_target


@dataclass(frozen=True, slots=True)
class Imported:
    """A pool as written, what became of the rows of its source, and how many cards each overlay told of.

    ``refused`` counts the rows of the source that became no card; what overlays found is in ``findings`` besides.
    """

    pool: Pool
    rows: int
    foils: int
    doubles: int
    refused: int
    overlays: tuple[tuple[str, int], ...]
    findings: tuple[Finding, ...]


def import_pool(
    desk: Desk,
    game: str,
    source: Path,
    target: Path,
    encoding: str | None = None,
    overlays: Sequence[Path] = (),
) -> Imported:
    """Read the pool at ``source``, lay ``overlays`` over it in order, and write it to ``target``.

    Raises:
        CardtoolsError: For a source that is no pool, a file that is no overlay, or a target that cannot be written.
    """
    info = desk.catalog.info(game)
    check_target(target, (".json",), (source, *overlays), desk.catalog.folders)
    reading = read_pool(source, info, encoding)
    pool = reading.pool
    findings = [*reading.findings]
    told: list[tuple[str, int]] = []
    for path in overlays:
        from cardtools.store.pools.overlay import lay_over_pool

        laid = lay_over_pool(pool, path, info, encoding)
        pool = laid.pool
        findings.extend(laid.findings)
        told.append((str(path), laid.cards))
    write_pool(pool, target)
    return Imported(pool, reading.rows, reading.foils, reading.doubles, reading.refused, tuple(told), tuple(findings))


@dataclass(frozen=True)
class OpenPool:
    """Cards to look up: those of a pool, or the game's own where ``path`` is None."""

    info: GameInfo
    path: Path | None
    cards: tuple[Card, ...]
    facts: frozenset[str]
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, desk: Desk, game: str, path: Path | None = None, encoding: str | None = None) -> OpenPool:
        """Read the cards.

        Raises:
            CardtoolsError: For an unknown game, one without cards of its own, or a broken pool.
        """
        info = desk.catalog.info(game)
        desk.check_language(info)
        if path is not None:
            reading: PoolReading = read_pool(path, info, encoding)
            return cls(info, path, reading.pool.cards, frozenset(reading.pool.facts), reading.findings)
        own = desk.catalog.cards(info)
        if own is None:
            raise refuse("usage.no-pool", game=game)
        return cls(info, None, own.cards, frozenset(own.facts), ())

    @cached_property
    def names(self) -> NameIndex:
        """The cards by name."""
        return NameIndex(self.cards)

    def search(self, query: str) -> Found:
        """Return the cards that a query finds, the likeliest first.

        Raises:
            CardtoolsError: For a query that cannot be understood.
        """
        return Searcher(self.info, self.cards, self.facts).search(query)

    def look_up(self, words: str) -> tuple[Card, ...]:
        """Return the cards that an id, a name or a word for it at the table stands for; several are all of them."""
        name = clean(words)
        by_id = tuple(card for card in self.cards if card.id == name)
        found = (*by_id, *self.names.find(name))
        if not found:
            folded = fold(name)
            found = tuple(card for card in self.cards if folded in {fold(word) for word in (card.id, *card.tokens)})
        return tuple({card.id: card for card in found}.values())

    def is_known(self, card: Card, fact: str) -> bool:
        """Return whether a fact of a card is known, be it that it has none."""
        return is_known(card, fact, self.facts, self.info)
