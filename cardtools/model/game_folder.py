"""Everything one game folder holds; apart from its parts, since a deck check needs few of them."""

from __future__ import annotations

from collections.abc import Mapping

from cardtools.model.base import Language, Model
from cardtools.model.formats import Format
from cardtools.model.game import CardsFile, GameInfo
from cardtools.model.reference import Reference
from cardtools.model.scoring import Scoring
from cardtools.model.setup import Setup


class Game(Model):
    """Everything one game folder holds."""

    info: GameInfo
    cards: CardsFile | None = None
    formats: tuple[Format, ...] = ()
    scoring: Scoring | None = None
    references: Mapping[Language, Reference] = {}
    setups: tuple[Setup, ...] = ()
