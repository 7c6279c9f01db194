"""A game and its cards, ready for a deck builder: lists read, numbers taken, the opening hand told by its format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cardtools.app.desk import Desk
from cardtools.app.pools import OpenPool
from cardtools.decks.statistics import Statistics, take_statistics
from cardtools.errors import CardtoolsError, refuse
from cardtools.legality.check import look_up
from cardtools.legality.formats import resolve
from cardtools.legality.opening import opening_hand
from cardtools.legality.tally import Tally
from cardtools.model.deck import Deck
from cardtools.model.finding import Finding
from cardtools.model.game import GameInfo
from cardtools.names.folding import fold
from cardtools.names.index import NameIndex
from cardtools.store.deck_lists import read_deck_list
from cardtools.store.deck_lists.grammar import Grammar
from cardtools.store.files import LIST_LIMIT, read_bytes

STDIN = "-"


@dataclass(frozen=True)
class Builder:
    """A game and its cards, ready to read lists."""

    desk: Desk
    pool: OpenPool
    partial: bool

    @classmethod
    def open(cls, desk: Desk, game: str | None, pool: Path | None = None) -> Builder:
        """Read the cards.

        Raises:
            CardtoolsError: ``usage.no-game`` where no game is named; see OpenPool.
        """
        if game is None:
            raise refuse("usage.no-game", known=", ".join(desk.catalog.game_ids()))
        opened = OpenPool.of(desk, game, pool)
        own = None if pool is not None else desk.catalog.cards(opened.info)
        return cls(desk, opened, own is not None and not own.complete)

    @property
    def info(self) -> GameInfo:
        """The game."""
        return self.pool.info

    @property
    def language(self) -> str:
        """The language that cards of the game are named in."""
        return self.info.languages[0]

    @property
    def zones(self) -> tuple[str, ...]:
        """The ids of the game's zones, the main one first."""
        return tuple(zone.id for zone in self.info.zones) or ("main",)

    @property
    def names(self) -> NameIndex:
        """The cards by name."""
        return self.pool.names

    @cached_property
    def grammar(self) -> Grammar:
        """What lines of lists mean in this game."""
        return Grammar(self.info.zones, self.names.knows)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is to be said of the pool."""
        if not self.partial:
            return self.pool.findings
        params: dict[str, str | int] = {"count": len(self.pool.cards)}
        return (Finding(code="pool.partial", severity="info", effect="none", params=params), *self.pool.findings)

    def read(self, path: str, stdin: bytes | None = None, encoding: str | None = None) -> Deck:
        """Read the list at ``path``, ``-`` being ``stdin``, and find its cards.

        Raises:
            CardtoolsError: Where it is no list at all.
        """
        return self.understand(content_of(path, stdin), path, encoding)

    def understand(self, content: bytes, path: str, encoding: str | None = None) -> Deck:
        """Read a list and find its cards; see ``read``."""
        return look_up(read_deck_list(content, path, self.grammar, encoding), self.names)

    def read_cards(self, path: str, stdin: bytes | None = None, encoding: str | None = None) -> Deck:
        """Read a list that must hold cards, for what an empty one has no answer to.

        Raises:
            CardtoolsError: ``deck.empty``, after whatever else is wrong with the list; see ``read``.
        """
        deck = self.read(path, stdin, encoding)
        if not deck.slots:
            empty = refuse("deck.empty", path=path, line=1, column=1).findings
            raise CardtoolsError(*deck.listing.findings, *empty, exit_code=1)
        return deck

    def zone(self, words: str) -> str:
        """Return the zone that words name.

        Raises:
            CardtoolsError: ``usage.unknown-zone``.
        """
        zone = self.grammar.zone(words)
        if zone is None:
            named = self.desk.names_of(self.info)
            known = {one: named.get(f"zone:{one}", one) for one in self.zones}
            headings = (word for zone in self.info.zones for word in (zone.id, *zone.name.values(), *zone.headings))
            suggestions = likely(words, tuple(dict.fromkeys((*known.values(), *headings))))
            raise refuse(
                "usage.unknown-zone", suggestions=suggestions, zone=words[:80], known=", ".join(known.values())
            )
        return zone

    def statistics(self, deck: Deck, over: Sequence[str] = ()) -> Statistics:
        """Return the numbers of a deck, over zones as words name them; the main deck where none is named."""
        return take_statistics(deck, self.info, self.pool.facts, tuple(self.zone(one) for one in over))

    def hand_size(self, deck: Deck, format_id: str | None = None) -> int:
        """Return how many cards are drawn at the start, by the follower and rule card of the deck.

        Raises:
            CardtoolsError: ``usage.unknown-format``; ``usage.no-hand`` where the format does not say, or a fact of a
                card is not known that decides it.
        """
        formats = self.desk.catalog.formats(self.info.id)
        name = format_id or self.info.default_format
        if formats and name is not None:
            tally = Tally(deck, self.zones, self.language)
            if (size := opening_hand(resolve(name, formats), tally, self.pool.facts)) is not None:
                return size
        raise refuse("usage.no-hand", game=self.info.id)


def likely(words: str, known: Sequence[str], most: int = 3) -> tuple[str, ...]:
    """Return the known words that are spelled like ``words``, the likeliest first."""
    from rapidfuzz import fuzz, process

    hits = process.extract(fold(words[:80]), [fold(one) for one in known], scorer=fuzz.ratio, score_cutoff=60)
    return tuple(dict.fromkeys(known[index] for _, _, index in hits))[:most]


def content_of(path: str, stdin: bytes | None) -> bytes:
    """Return the bytes of a list.

    Raises:
        CardtoolsError: See read_bytes.
    """
    return (stdin or b"") if path == STDIN else read_bytes(Path(path), LIST_LIMIT)
