"""Cards as they are written for the seventh trick, read into a trick, or every reason why it cannot have been so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from cardtools.games.panda.evening import RoundInput
from cardtools.games.panda.trick import Play, Trick
from cardtools.model.card import Card
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Fault, Place, fault
from cardtools.names.tokens import TokenIndex
from cardtools.scoring.hands import Hand, Laid, more_than, pieces, read_hand

_CARD: Final = re.compile(r"[^+&,;\n]+")
_PAIR: Final = 2


class TrickReader:
    """Reads tricks of the ``players`` and counts their cards against the box."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        cards = game.cards.cards if game.cards else ()
        self._players = players
        self._tokens = TokenIndex(cards)
        self._copies = {card.id: card.copies for card in cards}
        self._order = {colour.id: place for place, colour in enumerate(game.info.colours)}

    def read(self, played: RoundInput) -> tuple[Trick | None, tuple[Fault, ...]]:
        """Return the trick, None where it cannot be, and what is to be said of it."""
        plays: list[Play] = []
        laid: dict[str, tuple[Laid, ...]] = {}
        faults = list(self._read_plays(played, laid, plays))
        faults.extend(more_than(self._copies, "box", [one for cards in laid.values() for one in cards]))
        faults.extend(fault("score.no-points", "plays", one.player, card=one.card.id) for one in _worthless(plays))
        trick = self._trick(plays)
        whole = not faults
        target, wrong = self._target(played, trick, whole=whole)
        faults.extend(wrong)
        if any(one.finding.severity == "error" for one in faults):
            return None, tuple(faults)
        pairs = (one for one in plays if one.under is not None)
        faults.extend(
            fault("score.pair-once", "plays", one.player, severity="info", name=one.player, card=one.card.id)
            for one in pairs
        )
        return replace(trick, target=target), tuple(faults)

    def _read_plays(self, played: RoundInput, laid: dict[str, tuple[Laid, ...]], plays: list[Play]) -> Iterator[Fault]:
        for name in played.plays:
            if name not in self._players:
                yield fault("score.unknown-player", "plays", name, name=name)
        for player in dict.fromkeys((*self._players, *played.plays)):
            unread = list(self._read_cards(played.plays.get(player), player, laid))
            yield from unread
            own = laid.get(player, ())
            cards = [one.card for one in own for _ in range(min(one.count, _PAIR))]
            count = sum(one.count for one in own)
            words = " + ".join(one.words for one in own)
            if not unread and not cards:
                yield fault("score.missing-play", "plays", player, name=player)
            elif count > _PAIR:
                yield fault("score.one-card", "plays", player, actual=count, name=player, count=count, cards=words)
            elif len(cards) == _PAIR and not _is_pair(*cards):
                yield fault("score.no-pair", "plays", player, name=player, cards=words)
            elif cards and not unread:
                plays.append(Play(player, *sorted(cards, key=self._strength, reverse=True)))

    def _read_cards(self, written: Hand, player: str, laid: dict[str, tuple[Laid, ...]]) -> Iterator[Fault]:
        """Read what one player played; a card that is not understood is told with all its words."""
        for place, offset, words in _parted(written):
            where = ("plays", player, *place)
            cards, unread = read_hand(self._tokens, (words,), *where, offset=offset)
            laid[player] = (*laid.get(player, ()), *cards)
            if any(one.finding.code == "score.unknown-card" for one in unread):
                suggestions = self._tokens.suggest(words)
                yield fault("score.unknown-card", *where, offset, token=words, suggestions=suggestions)
            else:
                yield from unread

    def _trick(self, plays: Sequence[Play]) -> Trick:
        def strongest(kind: str) -> Play | None:
            return max((one for one in plays if one.card.type == kind), key=self._rank, default=None)

        banker = next((one for one in plays if any("banker" in card.marks for card in one.cards)), None)
        return Trick(tuple(plays), strongest("number"), strongest("dragon"), strongest("pet"), banker)

    def _target(self, played: RoundInput, trick: Trick, *, whole: bool) -> tuple[str | None, tuple[Fault, ...]]:
        """Return the monkey's target; what is missing or too much is only known of a ``whole`` trick."""
        acting = trick.pet if trick.highest and trick.pet and trick.pet.card.id == "monkey" else None
        target = played.monkey_target
        if target is None:
            if acting is None or not whole:
                return None, ()
            missing = fault("score.no-target", "plays", acting.player, name=acting.player)
            return None, (missing,)
        if target not in self._players:
            return None, (fault("score.unknown-player", "monkey_target", name=target),)
        if acting is None:
            unused = fault("score.target-unused", "monkey_target", severity="warning", name=target)
            return None, (unused,) if whole else ()
        if target == acting.player:
            return None, (fault("score.own-target", "monkey_target", name=target),)
        return target, ()

    def _rank(self, play: Play) -> tuple[int, int]:
        return play.card.value or 0, self._strength(play.card)

    def _strength(self, card: Card) -> int:
        return max((self._order.get(colour, -1) for colour in card.colours or ()), default=-1)


def _parted(written: Hand) -> Iterator[tuple[Place, int, str]]:
    """Yield the cards written, one by one, with their item of a list and the sign of its text that they begin at.

    Those of a pair are parted by a plus.
    """
    parts = pieces(written)
    for place, part in [((), parts)] if isinstance(parts, str) else [((n,), one) for n, one in enumerate(parts)]:
        for match in _CARD.finditer(part):
            if words := match.group().strip():
                yield place, match.start() + match.group().index(words), words


def _is_pair(one: Card, other: Card) -> bool:
    return one.type == other.type == "number" and one.value == other.value is not None


def _worthless(plays: Sequence[Play]) -> Iterator[Play]:
    """Yield the plays whose value the trick may need and nobody knows, in a user's own data."""
    if any(one.card.type == "number" for one in plays):
        yield from (one for one in plays if one.card.type in {"number", "dragon"} and one.card.value is None)
