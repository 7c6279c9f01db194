"""Validate deck lists: every list against every format asked for, with one verdict each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path

from cardtools.app.desk import Desk
from cardtools.errors import CardtoolsError, refuse
from cardtools.legality.binding import bind, choices_of, is_dated
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


@dataclass(frozen=True, slots=True)
class Terms:
    """What an evening is played by besides the format.

    Attributes:
        players: How many play; it chooses among formats made for different numbers. None where nobody said.
        on: The day of play, for rules with dates; None is today.
        choices: What the players chose where a format leaves it to them, by name of the choice.
    """

    players: int | None = None
    on: date | None = None
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Validator:
    """A game, its formats and a pool, ready to judge lists."""

    info: GameInfo
    formats: tuple[Format, ...]
    cards: tuple[Card, ...]
    facts: frozenset[str]
    box: tuple[Card, ...]
    pool_findings: tuple[Finding, ...]
    names: NameIndex
    on: date
    choices: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def prepare(
        cls,
        desk: Desk,
        game: str,
        formats: Sequence[str] = (),
        pool: Path | None = None,
        terms: Terms | None = None,
    ) -> Validator:
        """Read what lists are judged by.

        Raises:
            CardtoolsError: For an unknown game, format or choice, a number of players that a format is not for, a game
                without cards or formats, a broken pool.
        """
        terms = terms or Terms()
        info = desk.catalog.info(game)
        desk.check_language(info)
        known = desk.catalog.formats(game)
        names = tuple(formats) or _default(info, known, terms.players)
        if not known or not names:
            raise refuse("usage.no-formats", game=game)
        resolved = tuple(resolve(name, known) for name in names)
        _check_zones(desk, info, resolved)
        _check_players(info, resolved, terms.players)
        _check_choices(resolved, terms.choices)
        needs_box = any(rule.kind in ("fixed", "pick") for one in resolved for rule in one.rules)
        own = desk.catalog.cards(info) if needs_box or pool is None else None
        if own is None and pool is None:
            raise refuse("usage.no-pool", game=game)
        box = own.cards if own else ()
        cards, facts, findings = box, frozenset(own.facts if own else ()), tuple[Finding, ...]()
        if pool is not None:
            reading = read_pool(pool, info)
            cards, facts, findings = reading.pool.cards, frozenset(reading.pool.facts), reading.findings
        elif own is not None and not own.complete:
            partial = Finding(code="pool.partial", severity="info", effect="none", params={"count": len(own.cards)})
            findings = (partial,)
        index = NameIndex(cards)
        on = terms.on or date.today()  # noqa: DTZ011 - the day at the player's table
        bound = tuple(bind(one, terms.choices, on, index.find, box) for one in resolved)
        return cls(info, bound, cards, facts, box, findings, index, on, dict(terms.choices))

    @cached_property
    def grammar(self) -> Grammar:
        """What lines of lists mean in this game."""
        return Grammar(self.info.zones, self.names.knows)

    def chosen(self, format_id: str) -> dict[str, str]:
        """Return the choices that the players made and a format of this validator left to them."""
        left = choices_of(one for one in self.formats if one.id == format_id)
        return {key: value for key, value in self.choices.items() if key in left}

    def day(self, format_id: str) -> date | None:
        """Return the day of play where the verdicts of a format depend on it."""
        return self.on if any(one.id == format_id and is_dated(one) for one in self.formats) else None

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
        return self.judge_deck(deck)

    def judge_deck(self, deck: Deck) -> tuple[Verdict, ...]:
        """Return the verdict of each format on a deck."""
        return tuple(judge(deck, one, self.info, self.facts, self.box, self.on) for one in self.formats)

    def unreadable(self, path: str, error: CardtoolsError) -> tuple[Verdict, ...]:
        """Return the verdicts on a list that cannot be read."""
        return tuple(Verdict(path, Path(path).stem, one.id, "unreadable", {}, error.findings) for one in self.formats)

    def judge_files(
        self, paths: Sequence[str], stdin: bytes | None = None, encoding: str | None = None
    ) -> Iterator[Verdict]:
        """Yield the verdicts on every file, in order; ``-`` stands for ``stdin``."""
        for _, verdicts in self.judge_each(paths, stdin, encoding):
            yield from verdicts

    def judge_each(
        self, paths: Sequence[str], stdin: bytes | None = None, encoding: str | None = None
    ) -> Iterator[tuple[Deck | None, tuple[Verdict, ...]]]:
        """Yield the deck of every file, None where it cannot be read, with the verdicts on it; see judge_files."""
        for path in paths:
            try:
                content = (stdin or b"") if path == STDIN else read_bytes(Path(path), LIST_LIMIT)
                deck = self.read(content, path, encoding)
            except CardtoolsError as error:
                yield None, self.unreadable(path, error)
                continue
            yield deck, self.judge_deck(deck)


def _default(info: GameInfo, formats: tuple[Format, ...], players: int | None) -> tuple[str, ...]:
    """Return the format to judge by where none is named: the one for so many players, else the game's default."""
    if players is not None:
        made_for = [one.id for one in formats if one.players is not None and one.players.allows(players)]
        named = [one for one in made_for if one == info.default_format]
        default = next((one for one in formats if one.id == info.default_format), None)
        if made_for and default is not None and default.players is not None:
            return tuple((named or made_for)[:1])
    return (info.default_format,) if info.default_format else ()


def _check_zones(desk: Desk, info: GameInfo, formats: Sequence[Format]) -> None:
    """Refuse a rule about a zone the game does not have: it would find nothing, and call anything legal.

    Raises:
        CardtoolsError: ``data.reference``.
    """
    known = {zone.id for zone in info.zones} or {"main"}
    for rule in (rule for one in formats for rule in one.rules):
        for zone in getattr(rule, "zones", ()):
            if zone not in known:
                raise refuse("data.reference", path=desk.catalog.path(info.id, "formats.yaml"), name=zone)


def _check_players(info: GameInfo, formats: tuple[Format, ...], players: int | None) -> None:
    """Refuse a number of players that the game or one of the formats is not for."""
    if players is None:
        return
    least, most = info.players.min, info.players.max
    if players < (least or 1) or (most is not None and players > most):
        raise refuse("usage.players-game", game=info.id, players=players, least=least or 1, most=most or "–")
    for one in formats:
        if one.players is not None and not one.players.allows(players):
            raise refuse(
                "usage.players-format",
                format=one.id,
                players=players,
                least=one.players.min or least or 1,
                most=one.players.max or most or "–",
            )


def _check_choices(formats: tuple[Format, ...], choices: Mapping[str, str]) -> None:
    """Refuse a choice that none of the formats leaves to the players."""
    known = choices_of(formats)
    for key in choices:
        if key not in known:
            names = ", ".join(one.id for one in formats)
            raise refuse("usage.choice" if known else "usage.no-choice", key=key, known=", ".join(known), formats=names)
