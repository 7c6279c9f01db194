"""``cardtools score GAME --best``: the best laying of loose cards, told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from cardtools.app.best import Best, best_of
from cardtools.app.csv_rows import number
from cardtools.app.desk import Desk
from cardtools.cli.columns import right
from cardtools.cli.options import Report
from cardtools.cli.score_told import ScoreShown
from cardtools.cli.told import csv_line, echo_json, finding_json, finding_line, say
from cardtools.model.base import text_in
from cardtools.model.scoring import ScoreLine
from cardtools.words.catalog import Words

SCHEMA: Final = "cardtools.best/1"


def tell_best(desk: Desk, game: str, cards: str, report: Report) -> int:
    """Print the best laying of loose ``cards`` and return the exit code.

    Raises:
        CardtoolsError: As ``app.best.best_of``.
    """
    best = best_of(desk, game, cards)
    shown = _BestShown(best, desk.words)
    if report in ("json", "jsonl"):
        echo_json(shown.json())
    elif report == "csv":
        say(shown.csv())
    else:
        say(shown.text())
    return 1 if best.findings else 0


class _BestShown:
    """The best laying in words and numbers."""

    def __init__(self, best: Best, words: Words) -> None:
        self._best = best
        self._words = words
        cards = best.game.cards.cards if best.game.cards else ()
        self._tokens = {card.id: card.tokens[0] if card.tokens else card.id for card in cards}
        self._named = {f"card:{card.id}": text_in(card.name, words.language) for card in cards}
        self._lines: tuple[ScoreLine, ...] = ()
        if best.sheet is not None:
            self._lines = tuple(_as_left_over(line) for one in best.sheet.rounds for line in one.lines)
            self._score = ScoreShown(best.sheet, best.game, words)

    def json(self) -> dict[str, Any]:
        """Return the laying as the JSON contract has it; without a total where the cards cannot be."""
        laying = self._best.laying
        return {
            "schema": SCHEMA,
            "game": self._best.game.info.id,
            "total": None if laying is None else laying.total,
            "melds": list(self._melds()),
            "left": [
                {"card": self._token(one.card, one.words), "points": one.points}
                for one in (laying.left if laying else ())
            ],
            "hussar_on": laying.hussar_on.points if laying and laying.hussar_on else None,
            "findings": [finding_json(one, self._words, self._named) for one in self._best.findings],
        }

    def _melds(self) -> Iterator[dict[str, Any]]:
        """Yield each meld; its sentence is that of its line, and of its bonus where it has one."""
        lines = iter(self._lines)
        for meld in self._best.laying.melds if self._best.laying else ():
            why = [self._score.why(next(lines)) for _ in range(2 if meld.bonus else 1)]
            yield {
                "kind": meld.kind,
                "cards": [self._tokens[one] for one in meld.cards],
                "points": meld.total,
                "joker_as": meld.stands_for,
                "why": "; ".join(why),
            }

    def _token(self, card: str, words: str) -> str:
        return self._tokens[card] if card == words else words

    def csv(self) -> str:
        """Return one row a line of the breakdown, the total, or one row a finding."""
        rows = [["category", "count", "points", "why"]]
        rows.extend([one.category, str(one.count), _told(one), self._score.why(one)] for one in self._lines)
        rows.extend([one.code, "", "", self._words.message(one, self._named)] for one in self._best.findings)
        if self._best.laying is not None:
            rows.append(["total", str(self._count()), str(self._best.laying.total), ""])
        return "\n".join(csv_line(row) for row in rows)

    def text(self) -> str:
        """Return the laying as people read it: the total, and under it what it is made of."""
        if self._best.laying is None:
            return "\n".join(finding_line(one, self._words, self._named) for one in self._best.findings)
        width = max((len(_told(one)) for one in self._lines), default=0)
        head = self._words.text("score.best.total", total=self._best.laying.total, count=self._count())
        return "\n".join([head, *(f"  {right(_told(one), width)}  {self._score.why(one)}" for one in self._lines)])

    def _count(self) -> int:
        return sum(len(one.cards) for one in self._best.laying.melds) if self._best.laying else 0


def _as_left_over(line: ScoreLine) -> ScoreLine:
    """Return the line of cards that are discarded at the end as one of cards left over: the end is not yet."""
    return replace(line, why="score.why.left-over") if line.why == "score.why.discarded" else line


def _told(line: ScoreLine) -> str:
    return str(number(line.points))
