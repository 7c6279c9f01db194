"""The scorer: what lies in front of every player, counted and compared (rulebook: Final scoring)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from cardtools.errors import refuse
from cardtools.games.nepmesek.best import wrong_in_hand
from cardtools.games.nepmesek.lines import (
    Counted,
    counts_against,
    discarded_lines,
    hussar_line,
    laid_line,
    meld_lines,
    negative_lines,
)
from cardtools.games.nepmesek.melds import Meld, Refusal, recognise
from cardtools.games.nepmesek.rounds import RoundInput, ScoreFile, Tableau
from cardtools.games.nepmesek.rules import HUSSAR, LAZY, TWO_FACED, Rules
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Criterion, Fault, Outcome, Place, RoundScore, ScoreLine, fault
from cardtools.names.tokens import TokenIndex
from cardtools.scoring.hands import Hand, Laid, count_of, more_than, read_hand

_LAID: Final = "cards-laid"
_JOINED: Final = re.compile(r"(?<=\d)[+-](?=\w)|(?<=\w)\+(?=\w)|(?<=\s)\+(?=\s)")


@dataclass(slots=True)
class _Front:
    """What lies in front of a player, and what was in the hand, as far as it could be read."""

    melds: list[Meld] = field(default_factory=list)
    negatives: list[Counted] = field(default_factory=list)
    from_hand: list[Counted] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    hussar_on: Counted | None = None
    held: list[Laid] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many cards lie there at the end; the Hussar lies on one of them and is not counted (ruling)."""
        return sum(len(one.cards) for one in self.melds) + len(self.negatives) + len(self.from_hand)

    def lines(self, player: str, rules: Rules) -> Iterator[ScoreLine]:
        """Yield every line of the breakdown."""
        for meld in self.melds:
            yield from meld_lines(player, meld, rules)
        yield from negative_lines(player, self.negatives, rules)
        yield from negative_lines(player, self.from_hand, rules, held=True)
        if self.hussar_on is not None:
            yield hussar_line(player, self.hussar_on)
        yield from discarded_lines(player, self.discarded, rules)


def scorer(file: ScoreFile, game: Game) -> NepmesekScorer:
    """Return the scorer of this game.

    Raises:
        CardtoolsError: ``score.unknown-variant``; there is one way to score.
    """
    if file.variant is not None:
        raise refuse("score.unknown-variant", variant=file.variant, known="–")
    return NepmesekScorer(file, game)


class NepmesekScorer:
    """Scores the end of one game; it is over once every player has told what lies there."""

    target: int | None = None

    def __init__(self, file: ScoreFile, game: Game) -> None:
        self._all_told = all(tableau.told for tableau in file.players.values())
        self._unused_target = file.target
        self._rules = Rules.of(game)
        self._tokens = TokenIndex(self._rules.cards.values())

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:
        """Return how the game stands; equal totals are parted by the cards laid down."""
        laid = {player: Fraction(0) for player in totals}
        for one in rounds:
            laid |= one.counts.get(_LAID, {})
        over = bool(rounds) and self._all_told
        return Outcome(over, (Criterion("points", totals), Criterion(_LAID, laid)))

    def score_round(self, n: int, played: RoundInput, before: Mapping[str, Fraction]) -> RoundScore:
        """Score what every player has laid down, or refuse it with every reason."""
        faults: list[Fault] = []
        fronts: dict[str, _Front] = {}
        for player, tableau in played.players.items():
            fronts[player] = _Front()
            faults.extend(self._read(tableau, fronts[player], "players", player))
        held = [one for front in fronts.values() for one in front.held]
        faults.extend(more_than(self._rules.copies, "box", held))
        if faults:
            return RoundScore(n, faults=tuple(faults))
        lines = [line for player, front in fronts.items() for line in front.lines(player, self._rules)]
        laid = {player: Fraction(front.count) for player, front in fronts.items()}
        scored = RoundScore(n, tuple(lines), counts={_LAID: laid})
        tied = _tied({player: before.get(player, 0) + scored.scores.get(player, Fraction(0)) for player in fronts})
        more = [laid_line(player, fronts[player].count) for player in tied if self._all_told]
        beside = [] if self._unused_target is None else [fault("score.target-unused.none", severity="warning")]
        beside.extend(
            fault("score.nothing-told", "players", player, severity="warning", name=player)
            for player, tableau in played.players.items()
            if not tableau.told
        )
        return RoundScore(n, (*lines, *more), tuple(beside), {_LAID: laid})

    def _read(self, tableau: Tableau, front: _Front, *top: str) -> Iterator[Fault]:
        in_words = isinstance(tableau.melds, str)
        for item, begins, part in tableau.placed_parts:
            top_of: Place = (*top, "melds", *item)
            laid, wrong = self._cards(_unjoined(part), front, *top_of, offset=begins)
            yield from wrong
            if laid is None:
                continue
            where = top_of if begins is None else (*top_of, begins)
            if in_words and self._against(laid):
                yield from self._read_negatives(laid, front)
            else:
                yield from self._read_meld(laid, front, *where)
        for written, key, read in (
            (tableau.negatives, "negatives", self._read_negatives),
            (tableau.hand, "hand", self._read_held),
        ):
            laid, wrong = self._cards(written, front, *top, key)
            yield from wrong
            yield from read(laid or (), front)
        if tableau.hussar_on is not None:
            hussar = self._rules.cards.get(HUSSAR)
            front.held.extend([Laid(hussar, 1, HUSSAR, (*top, "hussar_on"))] if hussar else [])
            yield from self._put_hussar(tableau.hussar_on, front, *top, "hussar_on")

    def _cards(
        self, written: Hand, front: _Front, *where: str | int, offset: int | None = None
    ) -> tuple[tuple[Laid, ...] | None, tuple[Fault, ...]]:
        """Read cards; None where some are unknown, or more than the box has, as is told of all of them together."""
        if offset is not None and isinstance(written, str):
            written = " " * offset + written  # so that each card has its own place in the whole text
        laid, unread = read_hand(self._tokens, written, *where)
        front.held.extend(laid)
        over = any(count > self._rules.copies[one] for one, count in count_of(laid).items())
        return (None if unread or over else laid), unread

    def _read_meld(self, laid: Sequence[Laid], front: _Front, *where: str | int) -> Iterator[Fault]:
        meld = recognise([one.card.id for one in laid for _ in range(one.count)], self._rules)
        if isinstance(meld, Refusal):
            yield _refused(meld, laid, *where)
        else:
            front.melds.append(meld)

    def _against(self, laid: Sequence[Laid]) -> bool:
        """Return whether cards told in words are no meld: some are purple or the Lazy Girl, all can lie against one."""
        sure = [one.card.type == "negative" or one.card.id == LAZY for one in laid]
        return any(sure) and all(one or laid[n].card.id in TWO_FACED for n, one in enumerate(sure))

    def _read_negatives(self, laid: Sequence[Laid], front: _Front) -> Iterator[Fault]:
        for one in laid:
            points = self._points_against(one)
            if points is not None:
                front.negatives.extend([Counted(one.card.id, points)] * one.count)
            elif (wrong := wrong_in_hand(one.card, one.words, self._rules, *one.where)) is not None:
                yield wrong
            else:
                yield fault("score.not-negative", *one.where, card=one.card.id)

    def _read_held(self, laid: Sequence[Laid], front: _Front) -> Iterator[Fault]:
        for one in laid:
            points = self._points_against(one)
            if points is not None:
                front.from_hand.extend([Counted(one.card.id, points)] * one.count)
            elif (wrong := wrong_in_hand(one.card, one.words, self._rules, *one.where)) is not None:
                yield wrong
            else:
                front.discarded.extend([one.card.id] * one.count)

    def _points_against(self, one: Laid) -> int | None:
        """Return what a card counts where it lies against its player; None where it never does, or is not known to."""
        if one.card.type == "negative":
            return self._rules.purple_value(one.card, one.words)
        return counts_against(one.card.id, self._rules)

    def _put_hussar(self, written: str, front: _Front, *where: str) -> Iterator[Fault]:
        """Put the Hussar on a card that lies there, not on one that comes from the hand when all is over."""
        laid, unread = read_hand(self._tokens, written, *where)
        yield from unread
        if unread:
            return
        if len(laid) != 1 or laid[0].count != 1:
            yield fault("score.hussar-one", *where, wording=None if laid else "score.hussar-one.none", token=written)
            return
        points = self._points_against(laid[0])
        least, high = self._rules.number("hussar-lowest"), self._rules.number("negative-highest")
        if points is None or points < least or laid[0].card.id == LAZY:
            yield fault("score.hussar-value", *where, token=written, least=least, high=high)
            return
        # Cards that have two faces lie there as -1 or -2 like purple ones do.
        exact = Counted(laid[0].card.id, points)
        alike = [one for one in front.negatives if one.points == points and one.card != LAZY]
        if exact in alike:
            front.hussar_on = exact
        elif alike and laid[0].card.type == "negative":
            front.hussar_on = alike[0]
        else:
            yield fault("score.hussar-not-there", *where, token=written, name=where[1])


def _unjoined(written: Hand) -> Hand:
    """Return a meld with blanks for the signs that join its cards: ``1+1+1``, ``2-3-pinko``.

    >>> _unjoined("1+1+1"), _unjoined("2-3-4 -1"), _unjoined("3 + pinko")
    ('1 1 1', '2 3 4 -1', '3   pinko')
    """
    if isinstance(written, str):
        return _JOINED.sub(" ", written)
    return written if written is None else tuple(one and _JOINED.sub(" ", one) for one in written)


def _refused(meld: Refusal, laid: Sequence[Laid], *where: str | int) -> Fault:
    cards = " ".join(one.words if one.count == 1 else f"{one.count}x {one.words}" for one in laid)
    return fault(meld.code, *where, cards=cards, card=meld.card, number=meld.number or 0)


def _tied(totals: Mapping[str, Fraction | int]) -> list[str]:
    """Return the players with the most points where several have as many."""
    most = max(totals.values(), default=0)
    best = [player for player, total in totals.items() if total == most]
    return best if len(best) > 1 else []
