"""What a score says in words, wherever it is told: why there are points, and how far the game is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from cardtools.model.base import text_in
from cardtools.model.game_folder import Game
from cardtools.model.scoring import ScoreLine, Scoresheet
from cardtools.scoring.facts import Facts
from cardtools.words.catalog import Words
from cardtools.words.messages import MESSAGES

_REACHED: Final = frozenset({"points", "fewest-points", "tie-shared"})
"""What decides a game that ends at a number of points."""


class ScoreWords:
    """The sentences of a score in one language.

    Args:
        sheet: The score.
        game: Its game, which names the cards.
        words: The language.
        points: Writes an exact number, as it is wont to be where the sentences go.
    """

    def __init__(self, sheet: Scoresheet, game: Game, words: Words, points: Callable[[Fraction], str]) -> None:
        self._sheet = sheet
        self._words = words
        self._points = points
        self._facts = Facts(game)
        cards = game.cards.cards if game.cards else ()
        self._cards = {card.id: text_in(card.name, words.language) for card in cards}
        self.named: Mapping[str, str] = {f"card:{one}": name for one, name in self._cards.items()}

    def why(self, line: ScoreLine) -> str:
        """Return the sentence that explains a line."""
        each = "" if line.each is None else self._points(line.each)
        card = self._cards.get(line.card, line.card)
        details = {
            key: value if isinstance(value, str) else " + ".join(self._cards.get(one, one) for one in value)
            for key, value in line.details
        }
        why = self._words.text(line.why, card=card, count=line.count, each=each, holder=line.holder, **details)
        return f"{why} ({self._words.text(f'certainty.{line.certainty}')})" if line.certainty != "printed" else why

    def state(self) -> tuple[str, ...]:
        """Return whether the game is over and what decided it, or how much is missing."""
        sheet, words = self._sheet, self._words
        most = max((one.total for one in sheet.standings), default=Fraction(0))
        if not sheet.finished:
            if sheet.target is None or most >= sheet.target:
                return ()
            played = sheet.rounds_before + sum(1 for one in sheet.rounds if not one.refused)
            missing, rounds = self._points(sheet.target - most), str(self._facts.get("rounds"))
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
