"""Validate deck lists: every list against every format asked for, with one verdict each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cardtools.app.desk import Desk
from cardtools.errors import CardtoolsError, refuse
from cardtools.legality.check import judge, look_up
from cardtools.legality.formats import resolve
from cardtools.model.card import Card
from cardtools.model.deck import Deck, Verdict
from cardtools.model.finding import Finding
from cardtools.model.formats import Format
from cardtools.model.game import GameInfo
from cardtools.names.index import NameIndex
from cardtools.store.deck_lists import read_deck_list
from cardtools.store.deck_lists.grammar import Grammar
from cardtools.store.files import LIST_LIMIT, read_bytes
from cardtools.store.pools import read_pool

STDIN = "-"


@dataclass(frozen=True)
class Validator:
    """A game, its formats and a pool, ready to judge lists."""

    info: GameInfo
    formats: tuple[Format, ...]
    cards: tuple[Card, ...]
    facts: frozenset[str]
    box: tuple[Card, ...]
    pool_findings: tuple[Finding, ...]

    @classmethod
    def prepare(
        cls,
        desk: Desk,
        game: str,
        formats: Sequence[str] = (),
        pool: Path | None = None,
    ) -> Validator:
        """Read what lists are judged by.

        Raises:
            CardtoolsError: For an unknown game or format, a game without cards or formats, a broken pool.
        """
        info = desk.catalog.info(game)
        desk.check_language(info)
        known = desk.catalog.formats(game)
        names = formats or ((info.default_format,) if info.default_format else ())
        if not known or not names:
            raise refuse("usage.no-formats", game=game)
        resolved = tuple(resolve(name, known) for name in names)
        fixed = any(rule.kind == "fixed" for one in resolved for rule in one.rules)
        own = desk.catalog.cards(info) if fixed or pool is None else None
        if pool is not None:
            reading = read_pool(pool, info)
            box = own.cards if own else ()
            return cls(info, resolved, reading.pool.cards, frozenset(reading.pool.facts), box, reading.findings)
        if own is None:
            raise refuse("usage.no-pool", game=game)
        return cls(info, resolved, own.cards, frozenset(own.facts), own.cards, ())

    @cached_property
    def names(self) -> NameIndex:
        """The cards by name."""
        return NameIndex(self.cards)

    @cached_property
    def grammar(self) -> Grammar:
        """What lines of lists mean in this game."""
        return Grammar(self.info.zones, self.names.knows)

    def read(self, content: bytes, path: str, encoding: str | None = None) -> Deck:
        """Read a list and find its cards.

        Raises:
            CardtoolsError: Where it is no list at all.
        """
        return look_up(read_deck_list(content, path, self.grammar, encoding), self.names)

    def judge(self, content: bytes, path: str, encoding: str | None = None) -> tuple[Verdict, ...]:
        """Return the verdict of each format on a list; an unreadable list has that as its verdict."""
        try:
            deck = self.read(content, path, encoding)
        except CardtoolsError as error:
            return self.unreadable(path, error)
        return tuple(judge(deck, one, self.info, self.facts, self.box) for one in self.formats)

    def unreadable(self, path: str, error: CardtoolsError) -> tuple[Verdict, ...]:
        """Return the verdicts on a list that cannot be read."""
        return tuple(Verdict(path, Path(path).stem, one.id, "unreadable", {}, error.findings) for one in self.formats)

    def judge_files(
        self, paths: Sequence[str], stdin: bytes | None = None, encoding: str | None = None
    ) -> Iterator[Verdict]:
        """Yield the verdicts on every file, in order; ``-`` stands for ``stdin``."""
        for path in paths:
            try:
                content = (stdin or b"") if path == STDIN else read_bytes(Path(path), LIST_LIMIT)
            except CardtoolsError as error:
                yield from self.unreadable(path, error)
                continue
            yield from self.judge(content, path, encoding)
