"""A score as the page tells it: numbers as people write them, and for every point the sentence that explains it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardtools.app.score_words import ScoreWords
from cardtools.model.base import text_in
from cardtools.model.game_folder import Game
from cardtools.model.scoring import RoundScore, ScoreLine, Scoresheet
from cardtools.words.catalog import Words

_MINUS: Final = "−"
_HYPHEN: Final = re.compile(r"(?<!\w)-(?=\d)")


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
    """A player in the standings.

    Attributes:
        last: What the last round brought, "" where it brought nothing.
        unit: What the total counts, where not points, and what else is told of the player.
    """

    rank: int
    player: str
    total: str
    last: str
    winner: bool
    unit: str = ""


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
        self._language = words.language
        self._words = ScoreWords(sheet, game, words, lambda points: points_text(points, words.language))
        decks = {f"deck:{one.id}": text_in(one.name, words.language) for one in game.formats}
        self.named = {**self._words.named, **decks}
        self.state = self._words.state

    def why(self, line: ScoreLine) -> str:
        """Return the sentence that explains a line."""
        return _HYPHEN.sub(_MINUS, self._words.why(line))

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
                points_text(totals[player], self._language),
                tuple(line for line in lines if line.player == player),
            )
            for player in players
        )
        return ToldRound(one.n, one.refused, tuple(sums), lines)

    def _line(self, line: ScoreLine) -> ToldLine:
        return ToldLine(line.player, self._points(line.points), self.why(line))

    def _points(self, value: Fraction) -> str:
        return points_text(value, self._language, signed=True)

    def places(self) -> tuple[Place, ...]:
        """Return the standings, with what the last counted round brought."""
        counted = [one for one in self._sheet.rounds if not one.refused]
        began_before = len(counted) > 1 or any(self._sheet.starting.values())
        last = counted[-1].scores if counted and began_before else {}
        return tuple(
            Place(
                one.rank,
                one.player,
                points_text(one.total, self._language),
                self._points(last[one.player]) if last.get(one.player) else "",
                one.winner,
            )
            for one in self._sheet.standings
        )
