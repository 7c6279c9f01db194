"""Games: what there is."""

from __future__ import annotations

from dataclasses import dataclass

from cardtools.app.desk import Desk
from cardtools.app.scores import has_scorer
from cardtools.model.game import GameInfo


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game in the list of games."""

    info: GameInfo
    cards: int
    formats: tuple[str, ...]
    references: tuple[str, ...]
    scored: bool


def summarize(desk: Desk, game: str) -> GameSummary:
    """Return what a game has."""
    loaded = desk.library.game(game)
    return GameSummary(
        info=loaded.info,
        cards=sum(card.copies for card in loaded.cards.cards) if loaded.cards else 0,
        formats=tuple(one.id for one in loaded.formats),
        references=tuple(loaded.references),
        scored=has_scorer(loaded),
    )
