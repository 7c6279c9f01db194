"""The best laying of loose cards, scored like any other so that every point is explained."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cardtools.app.desk import Desk
from cardtools.app.scores import Table
from cardtools.errors import refuse
from cardtools.games.nepmesek import Laying, best_laying, read_loose
from cardtools.games.nepmesek.rules import Rules
from cardtools.model.finding import Finding, Location
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Fault, Scoresheet
from cardtools.store.yaml_files import Data, Document

_SCORER: Final = "nepmesek"
"""The one scorer that knows how loose cards are laid down."""

_PLAYER: Final = "–"
_MOST: Final = 4000


@dataclass(frozen=True, slots=True)
class Best:
    """The best laying and its score; neither where the cards cannot be.

    Attributes:
        findings: What is wrong with the cards.
    """

    game: Game
    laying: Laying | None = None
    sheet: Scoresheet | None = None
    findings: tuple[Finding, ...] = ()


def best_of(desk: Desk, game: str, written: str) -> Best:
    """Find the best laying of loose cards, such as ``1 1 2 3 3 4 pinko``.

    Raises:
        CardtoolsError: ``usage.no-best`` for a game that has none, ``score.words.long``, ``score.no-loose``, or for
            an unknown game or a broken file of it.
    """
    table = Table.of(desk, game)
    if table.game.scoring is None or table.game.scoring.scorer != _SCORER:
        raise refuse("usage.no-best", game=game)
    if len(written) > _MOST:
        raise refuse("score.words.long", line=1, column=_MOST, most=_MOST, exit_code=1)
    rules = Rules.of(table.game)
    loose, faults = read_loose(written, rules)
    if faults:
        return Best(table.game, findings=tuple(_placed(one) for one in faults))
    if not loose.cards:
        raise refuse("score.no-loose", line=1, column=1, exit_code=1)
    laying = best_laying(loose, rules)
    return Best(table.game, laying, table.score(_file_of(laying, table.game)))


def _file_of(laying: Laying, game: Game) -> Document:
    """Return the score file of a laying, whose one player has laid it down; purple cards lie in front already."""
    purple = {card.id for card in (game.cards.cards if game.cards else ()) if card.type == "negative"}
    tableau: dict[str, Data] = {
        "melds": [list(one.cards) for one in laying.melds],
        "negatives": [one.words for one in laying.left if one.card in purple],
        "hand": [one.words for one in laying.left if one.card not in purple],
        "hussar_on": None if laying.hussar_on is None else laying.hussar_on.words,
    }
    return Document(Path("-"), {"players": {_PLAYER: tableau}}, {})


def _placed(one: Fault) -> Finding:
    """Return a finding with the column of the word it is about."""
    sign = one.where[-1] if one.where else None
    location = Location(line=1, column=sign + 1) if isinstance(sign, int) else Location()
    return one.finding.model_copy(update={"location": location})
