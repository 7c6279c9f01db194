"""The best laying of loose cards, as the page offers it: what it is worth and why, and the words to lay it so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cardtools.app.best import Best
from cardtools.games.nepmesek.best import Laying
from cardtools.model.card import Card
from cardtools.model.scoring import ScoreLine
from cardtools.web.pages import Visit
from cardtools.web.score_pads import said_words, word_of
from cardtools.web.score_told import ToldScore, points_text

_MOST_TOLD: Final = 20


def best_values(visit: Visit, best: Best | None) -> dict[str, object]:
    """Return what the best laying is shown with; ``tray`` is what a pad lays of it, as JSON."""
    if best is None:
        return {"told": [], "more": 0, "total": "", "lines": (), "tray": "", "laid": ""}
    told = ToldScore(best.sheet, best.game, visit.words) if best.sheet else None
    named = {f"card:{card.id}": name for card in _cards(best) if (name := card.name.get(visit.language))}
    lines = [line for one in best.sheet.rounds for line in one.lines] if best.sheet else []
    tray = _tray(best.laying, _cards(best), visit.language) if best.laying else None
    return {
        "told": [visit.told(one, named) for one in best.findings[:_MOST_TOLD]],
        "more": max(0, len(best.findings) - _MOST_TOLD),
        "total": "" if best.laying is None else str(best.laying.total).replace("-", "−"),
        "lines": [(points_text(one.points, visit.language, signed=True), told.why(_left_over(one))) for one in lines]
        if told
        else (),
        "tray": "" if tray is None else json.dumps(tray, ensure_ascii=False),
        "laid": "" if tray is None else laid_words(tray, said_words(visit.words)),
    }


def laid_words(tray: dict[str, list[list[str]] | list[str] | str | None], say: Mapping[str, str]) -> str:
    """Return a tray as it is said: melds, what lies in front, the hand and the Hussar, parted by strokes.

    >>> tray = {"melds": [["1", "1"], ["4"]], "front": ["-2"], "hand": ["pinko"], "hussar": None}
    >>> laid_words(tray, {"front": "előtte", "hand": "kézben", "hussar": "huszár"})
    '1 1 / 4 / előtte -2 / kézben pinko'
    """
    parts = [" ".join(meld) for meld in tray["melds"] or ()]
    if tray["front"]:
        parts.append(f"{say['front']} " + " ".join(str(word) for word in tray["front"]))
    if tray["hand"]:
        parts.append(f"{say['hand']} " + " ".join(str(word) for word in tray["hand"]))
    if tray["hussar"]:
        parts.append(f"{say['hussar']} {tray['hussar']}")
    return " / ".join(parts)


def _tray(
    laying: Laying, cards: tuple[Card, ...], language: str
) -> dict[str, list[list[str]] | list[str] | str | None]:
    by_id = {card.id: card for card in cards}
    purple = {card.id for card in cards if card.type == "negative"}
    return {
        "melds": [[word_of(by_id[card], language) for card in meld.cards] for meld in laying.melds],
        "front": [one.words for one in laying.left if one.card in purple],
        "hand": [word_of(by_id[one.card], language) for one in laying.left if one.card not in purple],
        "hussar": None if laying.hussar_on is None else laying.hussar_on.words,
    }


def _cards(best: Best) -> tuple[Card, ...]:
    return best.game.cards.cards if best.game.cards else ()


def _left_over(line: ScoreLine) -> ScoreLine:
    """Return the line of cards that are discarded at the end as one of cards left over: the end is not yet."""
    return replace(line, why="score.why.left-over") if line.why == "score.why.discarded" else line
