"""A score as the page tells it: numbers as people write them, and for every point the sentence that explains it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardtools.model.base import text_in
from cardtools.model.game_folder import Game
from cardtools.model.scoring import RoundScore, ScoreLine, Scoresheet
from cardtools.scoring.facts import Facts
from cardtools.words.catalog import Words
from cardtools.words.messages import MESSAGES

_REACHED: Final = frozenset({"points", "fewest-points", "tie-shared"})
"""What decides a game that ends at a number of points."""
_MINUS: Final = "−"


@dataclass(frozen=True, slots=True)
class ToldLine:
    """Points of a player for one reason, and why."""

    player: str
    points: str
    why: str


@dataclass(frozen=True, slots=True)
class ToldSum:
    """What a player has from a round: the points, the lines they are made of, and the total after it."""

    player: str
    points: str
    total: str
    lines: tuple[ToldLine, ...]


@dataclass(frozen=True, slots=True)
class ToldRound:
    """A round broken down: by player, and its lines in the order they were scored in."""

    n: int
    refused: bool
    sums: tuple[ToldSum, ...]
    steps: tuple[ToldLine, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A player in the standings; ``last`` is what the last round brought, "" where it brought nothing."""

    rank: int
    player: str
    total: str
    last: str
    winner: bool


def points_text(value: Fraction, language: str, *, signed: bool = False) -> str:
    """Return an exact number as people write it: with the sign of print for minus, and a comma in Hungarian.

    >>> points_text(Fraction(-7, 2), "hu"), points_text(Fraction(20), "en", signed=True)
    ('−3,5', '+20')
    """
    number = str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
    text = number.replace("-", _MINUS).replace(".", "," if language == "hu" else ".")
    return f"+{text}" if signed and value > 0 else text


class ToldScore:
    """A score in the words of one language."""

    def __init__(self, sheet: Scoresheet, game: Game, words: Words) -> None:
        self._sheet = sheet
        self._words = words
        self._facts = Facts(game)
        cards = game.cards.cards if game.cards else ()
        self._cards = {card.id: text_in(card.name, words.language) for card in cards}
        self.named = {f"card:{one}": name for one, name in self._cards.items()}

    def why(self, line: ScoreLine) -> str:
        """Return the sentence that explains a line."""
        each = "" if line.each is None else points_text(line.each, self._words.language)
        details = {
            key: value if isinstance(value, str) else " + ".join(self._cards.get(one, one) for one in value)
            for key, value in line.details
        }
        card = self._cards.get(line.card, line.card)
        why = self._words.text(line.why, card=card, count=line.count, each=each, holder=line.holder, **details)
        return f"{why} ({self._words.text(f'certainty.{line.certainty}')})" if line.certainty != "printed" else why

    def rounds(self) -> tuple[ToldRound, ...]:
        """Return all rounds, with the totals after each."""
        totals = dict(self._sheet.starting)
        told: list[ToldRound] = []
        for one in self._sheet.rounds:
            for player, points in one.scores.items():
                totals[player] = totals.get(player, Fraction(0)) + points
            told.append(self._round(one, totals))
        return tuple(told)

    def one_round(self, n: int) -> ToldRound | None:
        """Return round ``n``, from 1, None where there is none."""
        return next((one for one in self.rounds() if one.n == n), None)

    def _round(self, one: RoundScore, totals: dict[str, Fraction]) -> ToldRound:
        lines = tuple(self._line(line) for line in one.lines)
        scores = one.scores
        players = () if one.refused else tuple(player for player in self._sheet.players if player in scores)
        sums = (
            ToldSum(
                player,
                self._points(scores[player]),
                points_text(totals[player], self._words.language),
                tuple(line for line in lines if line.player == player),
            )
            for player in players
        )
        return ToldRound(one.n, one.refused, tuple(sums), lines)

    def _line(self, line: ScoreLine) -> ToldLine:
        return ToldLine(line.player, self._points(line.points), self.why(line))

    def _points(self, value: Fraction) -> str:
        return points_text(value, self._words.language, signed=True)

    def places(self) -> tuple[Place, ...]:
        """Return the standings, with what the last counted round brought."""
        counted = [one for one in self._sheet.rounds if not one.refused]
        began_before = len(counted) > 1 or any(self._sheet.starting.values())
        last = counted[-1].scores if counted and began_before else {}
        return tuple(
            Place(
                one.rank,
                one.player,
                points_text(one.total, self._words.language),
                self._points(last[one.player]) if last.get(one.player) else "",
                one.winner,
            )
            for one in self._sheet.standings
        )

    def state(self) -> tuple[str, ...]:
        """Return whether the game is over and what decided it, or how much is missing."""
        sheet, words = self._sheet, self._words
        most = max((one.total for one in sheet.standings), default=Fraction(0))
        if not sheet.finished:
            if sheet.target is None or most >= sheet.target:
                return ()
            played = sheet.rounds_before + sum(1 for one in sheet.rounds if not one.refused)
            missing, rounds = points_text(sheet.target - most, words.language), str(self._facts.get("rounds"))
            key = self._of_game("score.running")
            return (words.text(key, target=sheet.target, missing=missing, played=played, rounds=rounds),)
        reached = sheet.target is not None and most >= sheet.target and sheet.decided_by in _REACHED
        over = words.text(self._of_game("score.finished"), target=sheet.target or 0) if reached else None
        decided = f"score.decided.{sheet.decided_by}"
        return (over or words.text("score.over"), *([words.text(decided)] if decided in MESSAGES else []))

    def _of_game(self, key: str) -> str:
        """Return the key of a game's own wording, which counts other things than points, where it has one."""
        own = f"{key}.{self._sheet.game}"
        return own if own in MESSAGES else key
