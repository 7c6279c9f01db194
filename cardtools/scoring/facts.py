"""The numbers of a game's rules, from its ``scoring.yaml``."""

from __future__ import annotations

from cardtools.errors import refuse
from cardtools.model.game_folder import Game


class Facts:
    """Numbers by name; a user's data may have taken one away."""

    def __init__(self, game: Game) -> None:
        facts = game.scoring.facts if game.scoring else {}
        self._values = {name: fact.value for name, fact in facts.items() if fact.value is not None}

    def __getitem__(self, name: str) -> int:
        """Return a number that scoring cannot do without.

        Raises:
            CardtoolsError: ``score.no-fact`` where the data does not give it.
        """
        if (value := self._values.get(name)) is None:
            raise refuse("score.no-fact", name=name)
        return value

    def get(self, name: str) -> int | None:
        """Return a number, None where the data does not give it."""
        return self._values.get(name)
