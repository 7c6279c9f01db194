"""What a score file of HKK says: one shape for all modes, each with keys of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from cardtools.games.hkk.names import caller, is_draw, listed, renamed, turns_listed
from cardtools.model import scoring as model
from cardtools.model.base import Model
from cardtools.model.scoring import Name, Place
from cardtools.names.folding import fold
from cardtools.scoring.naming import EACH, KEY

DUEL: Final = "duel"
MATCH: Final = "match"
PAIRS: Final = "pairs"
FINAL_WAR: Final = "final-war"
GODS: Final = "war-of-the-gods"
TURNS: Final = "turns"

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    DUEL: ("life", "decks_out"),
    PAIRS: ("life", "decks_out"),
    MATCH: ("games", "best_of", "over", "target"),
    FINAL_WAR: ("seats", "knocked_out"),
    GODS: ("enemies", "knocked_out"),
    TURNS: ("turns", "life_start"),
}
"""The keys of each mode; those that stand in none of them belong to all."""

NAMES: Final = (
    ("seats",), ("life", KEY), ("life_start", KEY), ("games",), ("enemies", KEY), ("enemies", EACH), ("knocked_out",),
    *(("turns", EACH, "player"), *(("turns", EACH, key, KEY) for key in ("spent", "damage", "healed"))),
)  # fmt: skip
"""Where a score file names players; see ``scoring.naming``. Rows in a text are parted by the models."""

_NAMING: Final = frozenset({"life", "games", "circle", "knocked_out", "enemies", "turns", "life_start"})
"""Fields that name players."""

Amount = Annotated[int, Field(ge=0, le=9999)]
Life = Annotated[int, Field(ge=-9999, le=9999)]
Names = Annotated[tuple[Name, ...], Field(max_length=999), BeforeValidator(listed)]
Fallen = Annotated[
    tuple[Annotated[tuple[Name, ...], Field(max_length=99)], ...],
    Field(max_length=99),
    BeforeValidator(turns_listed),
]
"""Who was knocked out: turn by turn, in a turn in the order they fell."""


class Turn(Model):
    """One half-turn of a duel.

    Attributes:
        player: Whose turn it is.
        reserve: Creatures in that player's reserve as the turn begins, active or passive.
        spent: VP spent in it, by player: the other one may play instant spells; a number alone is the player's own.
        damage: ÉP lost in it, by player.
        healed: ÉP gained in it, by player.
    """

    player: Name
    reserve: Amount = 0
    spent: Mapping[Name, Amount] = {}
    damage: Mapping[Name, Amount] = {}
    healed: Mapping[Name, Amount] = {}

    @model_validator(mode="before")
    @classmethod
    def _own(cls, data: Any) -> Any:
        """Take VP spent by nobody in particular for the player's own."""
        if isinstance(data, dict) and isinstance(data.get("spent"), str | int) and isinstance(data.get("player"), str):
            return {**data, "spent": {data["player"]: data["spent"]}}
        return data

    @property
    def named(self) -> tuple[str, ...]:
        """The players it names, the one whose turn it is first."""
        return tuple(dict.fromkeys((self.player, *self.spent, *self.damage, *self.healed)))


class _Said(Model):
    """What may be said of a game, whatever its mode.

    Attributes:
        mode: What is played; told from the other keys where it is absent.
        life: ÉP of each player or pair at the end of the last turn.
        decks_out: Both decks are out and nobody can deal damage any more.
        games: Who won each game of a match; ``draw`` for a drawn one.
        best_of: Games of a match; drawn ones count as played.
        over: The match has ended, though no number of games was agreed on.
        circle: ``seats`` in the file: the players in the order of play, the left neighbour of each being the next.
        knocked_out: Who was knocked out, in order; those of one turn in a list of their own.
        enemies: Whose opponents are who; war may be one-sided.
        turns: Half-turns in order.
        life_start: ÉP that a player starts with, where not with what the rules say, such as with an epic follower.
    """

    mode: Name | None = None
    life: Mapping[Name, Life] = {}
    decks_out: bool = False
    games: Names = ()
    best_of: Annotated[int, Field(ge=1, le=999)] | None = None
    over: bool = False
    circle: Annotated[Names, Field(alias="seats")] = ()
    knocked_out: Fallen = ()
    enemies: Mapping[Name, Names] = {}
    turns: Annotated[tuple[Turn, ...], Field(max_length=999)] = ()
    life_start: Mapping[Name, Life] = {}

    @property
    def way(self) -> str:
        """The mode: what the file says, else the one that its keys belong to; a duel where none is said."""
        if self.mode is not None:
            return self.mode
        given = self._given
        for mode, keys in ((TURNS, KEYS[TURNS]), (MATCH, KEYS[MATCH][:-1]), (GODS, ("enemies",))):
            if given & set(keys):
                return mode
        return FINAL_WAR if given & set(KEYS[FINAL_WAR]) else DUEL

    @property
    def _given(self) -> set[str]:
        """The keys that were written, by the names they have in the file."""
        return {type(self).model_fields[name].alias or name for name in self.model_fields_set}

    @property
    def named(self) -> tuple[str, ...]:
        """The players that what was said is about, in the order written, by the mode."""
        way = self.way
        names: list[str] = []
        if way == MATCH:
            names.extend(name for name in self.games if not is_draw(name))
        elif way == TURNS:
            names.extend((*self.life_start, *(name for turn in self.turns for name in turn.named)))
        elif way == GODS:
            names.extend((*self.enemies, *(name for against in self.enemies.values() for name in against)))
        else:
            names.extend(self.circle if way == FINAL_WAR else self.life)
        return tuple(dict.fromkeys(names))


class RoundInput(_Said, model.RoundInput):
    """One entry of an evening; see ``grammar.join_rounds`` for what several make together."""


class ScoreFile(_Said, model.ScoreFile):
    """A duel, a match, a paired game, a war for many, or half-turns to settle a dispute about VP and ÉP.

    Attributes:
        players: Where they are not those that the rest names, or in another order.
    """

    variant_key: ClassVar[str] = "mode"

    players: Annotated[tuple[Name, ...], Field(max_length=99), BeforeValidator(listed)] = ()

    @model_validator(mode="after")
    def _only_keys_of_its_mode(self) -> ScoreFile:
        """Refuse what belongs to another mode: it would be passed over in silence."""
        own = KEYS.get(self.way)
        if own is None:
            return self
        foreign = self._given & {key for keys in KEYS.values() for key in keys} - set(own)
        if foreign:
            raise ValidationError.from_exception_data(
                type(self).__name__,
                [{"type": "extra_forbidden", "loc": (key,), "input": None} for key in sorted(foreign)],
            )
        return self

    @model_validator(mode="after")
    def _as_players_are_called(self) -> ScoreFile:
        """Names in rows that were written as a text may differ in case and accents from the first mention."""
        known = (*self.players, *self.circle, *self.named, *(name for turn in self.knocked_out for name in turn))
        first: dict[str, str] = {}
        for name in known:
            if not is_draw(name):
                first.setdefault(fold(name), name)
        call = caller(tuple(first.values()))
        written = self.model_fields_set & _NAMING
        return self.model_copy(update={name: renamed(getattr(self, name), call) for name in written})

    @property
    def nobody(self) -> str:
        """Key of what is said where nobody is named."""
        return "score.players.games" if self.way == MATCH else super().nobody

    @property
    def seats(self) -> tuple[str, ...]:
        """The players: in a war for power in seat order, the left neighbour of each being the next."""
        if self.way == FINAL_WAR:
            return self.circle or self.players
        return self.players or tuple(dict.fromkeys((*self.totals, *self.named)))

    @property
    def played(self) -> Sequence[Any]:
        """The games of a match, or half-turns; in every other mode the file is one round, if it says anything."""
        if self.way == MATCH:
            return self.games
        if self.way == TURNS:
            return self.turns
        return (self,) if self._given & set(KEYS.get(self.way, ())) else ()

    def place(self, number: int) -> Place:
        """Return where in the file the round of this index, from 0, stands."""
        return {MATCH: ("games", number), TURNS: ("turns", number)}.get(self.way, ())
