"""What is said of a round as a pad shows it: the words of its keys by player, however they were written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from cardtools.app.evening_files import Kept
from cardtools.app.scores import Table
from cardtools.errors import CardtoolsError
from cardtools.games.hkk.file import TURNS
from cardtools.games.hkk.names import listed, turns_listed
from cardtools.games.nepmesek.rounds import parts
from cardtools.names.tokens import TokenIndex
from cardtools.scoring.facts import Facts
from cardtools.scoring.hands import pieces
from cardtools.web.score_pads import CARD_KINDS, lies_in_front, word_of

State = dict[str, Any]
"""What a pad shows; its keys differ from kind to kind. It goes to the page as JSON."""

_HANDS: Final = {"hands": "hands", "cards": "cards", "trick": "plays", "stables": "stables"}
"""Key of a round's input that has the cards of each player, by kind of pad."""
_PLUS: Final = re.compile(r"\s*[+&]\s*")


def state_of(table: Table, kind: str, said: Mapping[str, Any], language: str) -> State | None:
    """Return what a pad of this kind shows of a round's input, None where it cannot show it."""
    if kind in CARD_KINDS:
        reader = _CardWords(table, language)
        return reader.trays(said) if kind == "melds" else reader.hands(said, kind)
    if kind == "life":
        return {"life": dict(said.get("life", {})), "decks_out": bool(said.get("decks_out"))}
    if kind == "games":
        return {
            "games": list(listed(said.get("games"))),
            "over": bool(said.get("over")),
            "best_of": said.get("best_of"),
        }
    if kind == "fallen":
        return {"fallen": [list(turn) for turn in turns_listed(said.get("knocked_out"))]}
    if kind == "gods":
        enemies = {player: list(listed(names)) for player, names in said.get("enemies", {}).items()}
        return {"enemies": enemies, "fallen": [list(turn) for turn in turns_listed(said.get("knocked_out"))]}
    turns = said.get("turns")
    if kind == "turns" and isinstance(turns, Sequence) and not isinstance(turns, str) and len(turns) == 1:
        return {"turn": turns[0]}
    return None


def standing_state(kept: Kept, kind: str, language: str) -> State | None:
    """Return what a pad shows before anything is tapped: nothing, or in a game of one file how it stands."""
    table = kept.table
    if kind == "turns":
        return {"player": _next_turn(kept)}
    if kind in ("stables", "life", "gods", "melds", "fallen"):
        joined = dict(table.file_of(kept.evening.inputs, {}))
        if kind in ("fallen", "gods"):
            out = [name for turn in turns_listed(joined.pop("knocked_out", None)) for name in turn]
            return {**(state_of(table, kind, joined, language) or {}), "fallen": [], "gone": out}
        if kind == "life":
            life = joined.get("life", {})
            start = _life_start(kept)
            joined["life"] = {player: life.get(player, start) for player in kept.log.new.players}
        return state_of(table, kind, joined, language)
    return None


def _next_turn(kept: Kept) -> str:
    """Return whose turn follows the last one that is told: the players take turns."""
    players = kept.log.new.players
    turns = listed(dict(kept.table.file_of(kept.evening.inputs, {})).get("turns"))
    last = turns[-1].get("player") if turns else None
    return players[(players.index(last) + 1) % len(players)] if last in players else players[0]


@dataclass(frozen=True, slots=True)
class Fighter:
    """How a player of a card battle stands; ``magic`` are VP, None where the way to score does not keep them."""

    life: Fraction
    magic: int | None = None


def fighters_of(kept: Kept) -> dict[str, Fighter]:
    """Return how the players of a duel stand, from its start on: what they begin with is not told by any entry."""
    by_turns = kept.sheet.variant == TURNS
    joined = dict(kept.table.file_of(kept.evening.inputs, {}))
    begun = joined.get("life_start", {}) if by_turns else {}
    start = _life_start(kept)
    magic = Facts(kept.game).get("vp-start") or 0 if by_turns else None
    told = [one for one in kept.sheet.rounds if not one.refused]
    if not told:
        totals = kept.sheet.starting if by_turns else {}
        return {
            player: Fighter(Fraction(begun.get(player) or totals.get(player) or start), magic)
            for player in kept.sheet.players
        }
    left = {line.player: line.count for line in told[-1].lines if line.category == "state"} if by_turns else {}
    return {one.player: Fighter(one.total, left.get(one.player, magic)) for one in kept.sheet.standings}


def _life_start(kept: Kept) -> int:
    facts = Facts(kept.game)
    pairs = facts.get("pair-life-maximum") if kept.sheet.variant == "pairs" else None
    return pairs or facts.get("life-start") or 0


class _CardWords:
    """Reads cards however they were written, and names them by the words of the pad's keys."""

    def __init__(self, table: Table, language: str) -> None:
        cards = table.game.cards.cards if table.game.cards else ()
        self._tokens = TokenIndex(cards)
        self._language = language

    def hands(self, said: Mapping[str, Any], kind: str) -> State | None:
        try:
            written = said.get(_HANDS[kind], {})
            hands = {
                player: self._words(_parted(hand) if kind == "trick" else hand) for player, hand in written.items()
            }
        except _UnreadError:
            return None
        out = said.get("out")
        last = said.get("last")
        return {
            "hands": hands,
            "out": out if isinstance(out, str) else None,
            "last": next(iter(self._words_or_none(last) or ()), None),
            "target": said.get("monkey_target"),
            "pile_out": bool(said.get("pile_out")),
            "first": said.get("first"),
        }

    def trays(self, said: Mapping[str, Any]) -> State | None:
        try:
            return {"trays": {player: self._tray(one) for player, one in said.get("players", {}).items()}}
        except _UnreadError:
            return None

    def _tray(self, said: Mapping[str, Any]) -> dict[str, Any]:
        written = said.get("melds")
        laid = parts(written) if isinstance(written, str) else written or ()
        melds, front = [], self._words(said.get("negatives"))
        for meld in laid:
            words = self._words(meld)
            if words and all(self._is_front(word) for word in words):
                front.extend(words)
            else:
                melds.append(words)
        hussar = self._words(said.get("hussar_on"))
        return {
            "melds": melds,
            "front": front,
            "hand": self._words(said.get("hand")),
            "hussar": next(iter(hussar), None),
            "nothing": not any((melds, front, said.get("hand"), hussar)),
        }

    def _is_front(self, word: str) -> bool:
        cards = self._tokens.read(word)[0].cards
        return bool(cards) and lies_in_front(cards[0])

    def _words_or_none(self, written: Any) -> list[str] | None:
        try:
            return self._words(written)
        except _UnreadError:
            return None

    def _words(self, written: Any) -> list[str]:
        """Return the words of keys for cards written in any way.

        Raises:
            _UnreadError: Where something is no card.
        """
        text = pieces(written)
        words: list[str] = []
        for one in self._tokens.read(text):
            if len(one.cards) != 1:
                raise _UnreadError
            card = one.cards[0]
            numbers = [token for token in card.tokens if token.lstrip("+-").isdigit()]
            word = one.words if len(numbers) > 1 else word_of(card, self._language)
            words.extend([word] * min(one.count, 200))
        return words


def _parted(written: Any) -> Any:
    """Return the cards of a pair one by one."""
    return tuple(_PLUS.split(written)) if isinstance(written, str) else written


class _UnreadError(Exception):
    """Something written is no card."""


def state_of_words(kept: Kept, kind: str, text: str, language: str) -> State | None:
    """Return what a pad shows of a round in words, None where they are not understood."""
    try:
        said = kept.table.read(text, kept.log.new.players)
    except CardtoolsError:
        return None
    return state_of(kept.table, kind, said.data, language)
