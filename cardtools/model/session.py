"""A kept evening as its file has it: one event a line, the first of which says who plays what."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from cardtools.model.base import Id, Model
from cardtools.model.scoring import Name

SCHEMA: Final = "cardtools.session/1"
ROUND_LIMIT: Final = 999
"""Most rounds of an evening, as in a score file."""


def _that_was(written: str) -> str:
    """Return a moment that the clocks of every zone can show, so not one of the first or last year that they know."""
    try:
        known = 1 < datetime.fromisoformat(written).year < 9999
    except ValueError:
        known = False
    if not known:
        raise PydanticCustomError("moment", "no moment such as 2026-01-31T19:30:00+01:00")
    return written


Moment = Annotated[
    str,
    StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$", max_length=40),
    AfterValidator(_that_was),
]
"""When something was said, as ISO 8601 with the zone: ``2026-01-31T19:30:00+01:00``."""

Spoken = Annotated[str, Field(max_length=8000)]
RoundNumber = Annotated[int, Field(ge=1, le=ROUND_LIMIT)]


class Event(Model):
    """What every line says.

    Attributes:
        seq: Number of the line, from 1 without gaps.
        at: When it was said.
    """

    seq: Annotated[int, Field(ge=1)]
    at: Moment


class NewEvent(Event):
    """The first line; what it says beyond the game and the players is passed on to the score file.

    Attributes:
        players: In seat order, the one who begins first.
    """

    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True, populate_by_name=True)

    kind: Annotated[Literal["cardtools.session/1"], Field(alias="schema")]
    event: Literal["new"]
    game: Id
    players: Annotated[tuple[Name, ...], Field(min_length=1, max_length=99)]

    @property
    def header(self) -> dict[str, Any]:
        """What the score file says besides its rounds and players: the way to score, totals before, a target."""
        return dict(self.model_extra or {})


class RoundEvent(Event):
    """A round that was played: its input as a score file has it, and the words it was read from."""

    event: Literal["round"]
    input: Mapping[str, Any]
    said: Spoken = ""


class CorrectEvent(Event):
    """Round ``n``, from 1, told anew."""

    event: Literal["correct"]
    n: RoundNumber
    input: Mapping[str, Any]
    said: Spoken = ""


class UndoEvent(Event):
    """The last round or correction is taken back."""

    event: Literal["undo"]


class RedoEvent(Event):
    """What was taken back last counts again."""

    event: Literal["redo"]


class NoteEvent(Event):
    """A remark about the evening, or about one round of it."""

    event: Literal["note"]
    text: Annotated[str, Field(min_length=1, max_length=2000)]
    round: RoundNumber | None = None


SessionEvent = NewEvent | RoundEvent | CorrectEvent | UndoEvent | RedoEvent | NoteEvent

EVENTS: Final[Mapping[str, type[SessionEvent]]] = {
    "new": NewEvent,
    "round": RoundEvent,
    "correct": CorrectEvent,
    "undo": UndoEvent,
    "redo": RedoEvent,
    "note": NoteEvent,
}
"""The events by the word that names them."""
