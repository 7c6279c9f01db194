"""Stables as they are written, read into cards, or every reason why they cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cardtools.games.unikornis.stables import RoundInput
from cardtools.model.card import Card
from cardtools.model.game_folder import Game
from cardtools.model.rules import FixedRule
from cardtools.model.scoring import Fault, Place, fault
from cardtools.names.tokens import TokenIndex
from cardtools.scoring.hands import Hand, Laid, count_of, more_than, pieces, read_hand

_NOT_IN_STABLES: Final = frozenset({"magic", "instant", "reference"})


@dataclass(frozen=True, slots=True)
class Stable:
    """The cards in front of one player, and the card that makes its unicorns pandas, if one does."""

    player: str
    laid: tuple[Laid, ...]
    pandas: Card | None

    @property
    def cards(self) -> Iterator[tuple[Card, int]]:
        """Each card once, with how many there are of it."""
        counted = count_of(self.laid)
        known = {one.card.id: one.card for one in self.laid}
        return ((known[one], count) for one, count in counted.items())


class StableReader:
    """Reads stables, and counts their cards against the box and what so many ``players`` play with."""

    def __init__(self, game: Game, players: int) -> None:
        cards = game.cards.cards if game.cards else ()
        self._copies = {card.id: card.copies for card in cards}
        self._players = players
        self._taken_out = _taken_out(game, players)
        self._tokens = TokenIndex(cards)

    def read(self, players: Iterable[str], played: RoundInput) -> tuple[tuple[Stable, ...], tuple[Fault, ...]]:
        """Return the stable of each player, empty where nothing is said of it, and what is wrong with them."""
        stables: list[Stable] = []
        faults: list[Fault] = []
        for player in players:
            faults.extend(self._read_stable(player, played, stables))
        whole = [one for stable in stables for one in stable.laid]
        faults.extend(more_than(self._copies, "box", whole))
        faults.extend(self._out_of_play(whole))
        return tuple(stables), tuple(faults)

    def _read_stable(self, player: str, played: RoundInput, stables: list[Stable]) -> Iterator[Fault]:
        laid: list[Laid] = []
        for place, offset, words in _parted(played.stables.get(player)):
            where: Place = ("stables", player, *place)
            read, unread = read_hand(self._tokens, (words,), *where, offset=offset)
            if any(one.finding.code == "score.unknown-card" for one in unread):
                yield fault("score.unknown-card", *where, offset, token=words, suggestions=self._tokens.suggest(words))
                continue
            yield from unread
            laid.extend(read)
            for one in read:
                if one.card.type in _NOT_IN_STABLES:
                    yield fault("score.not-in-stable", *one.where, name=player, card=one.card.id)
        pandas = next((one.card for one in laid if "pandas" in one.card.marks), None)
        stables.append(Stable(player, tuple(laid), pandas))

    def _out_of_play(self, laid: Sequence[Laid]) -> Iterator[Fault]:
        """Yield a warning for each card that so many players take out before they begin (rulebook: Two players)."""
        for card in dict.fromkeys(one.card.id for one in laid if one.card.id in self._taken_out):
            where = next(one.where for one in laid if one.card.id == card)
            yield fault("score.taken-out", *where, severity="warning", card=card, players=self._players)


def _taken_out(game: Game, players: int) -> frozenset[str]:
    """Return the cards that more players draw from the pile, and so many take out of it before they begin."""
    cards = game.cards.cards if game.cards else ()
    piles: dict[bool, set[str]] = {True: set(), False: set()}
    for one in game.formats:
        for rule in one.rules:
            if one.players is not None and isinstance(rule, FixedRule):
                piles[one.players.allows(players)] |= set(rule.contents(cards))
    return frozenset(piles[False] - piles[True]) if piles[True] else frozenset()


def _parted(written: Hand) -> Iterator[tuple[Place, int, str]]:
    """Yield the names written in a stable one by one, with their item of a list and the sign that they begin at."""
    parts = pieces(written)
    if isinstance(parts, str):
        for match in re.finditer(r"[^,;\n]+", parts):
            if words := match.group().strip():
                yield (), match.start() + match.group().index(words), words
    else:
        yield from (((place,), 0, words) for place, words in enumerate(parts) if words.strip())
