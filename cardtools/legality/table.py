"""Decks at one table: each has a god of its own, and opponents by the god-war table that the players bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cardtools.legality.check import status_of
from cardtools.model.deck import Deck, Status
from cardtools.model.finding import Effect, Finding, Location, Severity
from cardtools.model.formats import Table
from cardtools.names.folding import fold

GOD: Final = "god:"
"""What stands before the id of a god in ``enemies``, so that no deck is taken for one."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A deck at the table.

    Attributes:
        gods: The gods whose cards it has; exactly one is as it should be, none also stands for a list nobody can read.
        names: What it may be called in the god-war table besides its god, folded.
    """

    path: str
    deck: str
    gods: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TableVerdict:
    """What is to be said of the decks of a table together; of each deck its own verdict says."""

    status: Status
    findings: tuple[Finding, ...]


def seat_of(deck: Deck, name: str, table: Table) -> Seat:
    """Return the seat of a deck: its god is the colour of its cards that is no free one."""
    colours = dict.fromkeys(
        colour
        for slot in deck.slots
        if slot.card is not None
        for colour in slot.card.colours or ()
        if colour not in table.free
    )
    listing = deck.listing
    called = (name, listing.headers.get("player"), listing.headers.get("name"))
    return Seat(listing.path, name, tuple(colours), frozenset(fold(one) for one in called if one))


def judge_table(
    table: Table, seats: Sequence[Seat], enemies: Mapping[str, Sequence[str]] | None = None, source: str | None = None
) -> TableVerdict:
    """Judge the decks of a table together.

    Args:
        table: The rule of the format.
        seats: One for each list, in order.
        enemies: Opponents by god (its id) or by deck or player; war may be one-sided. None where nobody told.
        source: File of ``enemies``, for findings about it.
    """
    findings = [*_players(table, seats), *_gods(table, seats)]
    if enemies is not None:
        findings.extend(_opponents(table, seats, enemies, source))
    return TableVerdict(status_of(findings), tuple(findings))


def _players(table: Table, seats: Sequence[Seat]) -> list[Finding]:
    players = len(seats)
    if players > table.max:
        limit = {"max": table.max}
        return [_finding(table, "deck.opponents", "deck.opponents.many", players=players, most=table.max, limit=limit)]
    if players < table.preferred:
        return [
            _finding(
                table,
                "deck.opponents",
                "deck.opponents.few",
                "warning",
                players=players,
                least=table.preferred,
                limit={"min": table.preferred},
            )
        ]
    return []


def _gods(table: Table, seats: Sequence[Seat]) -> list[Finding]:
    findings: list[Finding] = []
    by_god: dict[str, list[Seat]] = {}
    for seat in seats:
        if len(seat.gods) == 1:
            by_god.setdefault(seat.gods[0], []).append(seat)
        else:
            findings.append(
                _finding(
                    table,
                    "deck.god",
                    "deck.god.unclear",
                    path=seat.path,
                    effect="undetermined",
                    deck=seat.deck,
                    limit={"min": 1, "max": 1},
                    players=len(seat.gods),
                )
            )
    for god, together in by_god.items():
        if len(together) > 1:
            decks = ", ".join(seat.deck for seat in together)
            findings.append(
                _finding(
                    table,
                    "deck.god",
                    "deck.god.same",
                    path=together[-1].path,
                    decks=decks,
                    colour=god,
                    limit={"max": 1},
                    players=len(together),
                )
            )
    return findings


def _opponents(
    table: Table, seats: Sequence[Seat], enemies: Mapping[str, Sequence[str]], source: str | None
) -> list[Finding]:
    """Return names nobody bears, enemies of oneself, and at a full table those with too many or too few opponents."""
    findings: list[Finding] = []
    opponents: dict[int, set[int]] = {number: set() for number in range(len(seats))}
    for who, others in enemies.items():
        sides = [(word, _seated(word, seats)) for word in (who, *others)]
        for word, side in sides:
            if side is None:
                unknown = _finding(
                    table, "deck.opponents", "deck.opponents.unknown", path=source, effect="undetermined", name=word
                )
                findings.append(unknown)
        against = {other for _, side in sides[1:] for other in side or ()}
        for number in sides[0][1] or ():
            if number in against:
                own = _finding(table, "deck.opponents", "deck.opponents.own", "warning", path=source, name=who)
                findings.append(own)
            opponents[number] |= against - {number}
    if len(seats) == table.max:
        for number, seat in enumerate(seats):
            if (actual := len(opponents[number])) != table.opponents:
                findings.append(
                    _finding(
                        table,
                        "deck.opponents",
                        None,
                        "warning",
                        path=seat.path,
                        deck=seat.deck,
                        players=actual,
                        expected=table.opponents,
                        limit={"min": table.opponents, "max": table.opponents},
                    )
                )
    return findings


def _seated(word: str, seats: Sequence[Seat]) -> tuple[int, ...] | None:
    """Return the seats a god, deck or player has; none for a god nobody plays (``god:``), None for a stranger."""
    if word.startswith(GOD):
        return tuple(number for number, seat in enumerate(seats) if word.removeprefix(GOD) in seat.gods)
    return tuple(number for number, seat in enumerate(seats) if fold(word) in seat.names) or None


def _finding(
    table: Table,
    code: str,
    wording: str | None,
    severity: Severity = "error",
    *,
    path: str | None = None,
    effect: Effect = "illegal",
    limit: Mapping[str, int] | None = None,
    **params: str | int,
) -> Finding:
    players = params.get("players")
    return Finding(
        code=code,
        rule="table",
        severity=severity,
        wording=wording,
        params=params,
        location=Location(path=path),
        actual=players if isinstance(players, int) else None,
        limit=limit,
        source=table.source,
        effect=effect if severity == "error" else "none",
    )
