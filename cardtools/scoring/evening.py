"""The fold of a kept evening: events in, the rounds that count out, after corrections, undo and redo.

Nothing is scored here; the rounds go on to ``scoring.engine`` as those of a score file do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardtools.errors import refuse
from cardtools.model.session import ROUND_LIMIT, CorrectEvent, NoteEvent, RedoEvent, RoundEvent, SessionEvent, UndoEvent


@dataclass(frozen=True, slots=True)
class KeptRound:
    """One round that counts; ``line`` is that of the event its input is from, from 1."""

    input: Mapping[str, Any]
    said: str
    line: int
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class KeptNote:
    """A remark; ``round`` is None where it is about the whole evening."""

    text: str
    round: int | None
    at: str
    line: int


@dataclass(frozen=True, slots=True)
class Change:
    """A round that came (``before`` is None), or was told anew; ``n`` is its number, from 1."""

    n: int
    before: KeptRound | None
    after: KeptRound


@dataclass(frozen=True, slots=True)
class Evening:
    """How an evening stands.

    Attributes:
        done: Changes that can be taken back, the last one last.
        undone: Changes that were taken back, the next to come again last; a new change clears them.
    """

    rounds: tuple[KeptRound, ...] = ()
    notes: tuple[KeptNote, ...] = ()
    done: tuple[Change, ...] = ()
    undone: tuple[Change, ...] = ()

    @property
    def inputs(self) -> tuple[Mapping[str, Any], ...]:
        """The inputs of the rounds."""
        return tuple(one.input for one in self.rounds)


def evening_of(events: Sequence[SessionEvent], path: str | None = None, lines: Sequence[int] = ()) -> Evening:
    """Fold the events of an evening, in order.

    Args:
        events: The first may be the one that says who plays; it is passed over.
        path: File to name where an event cannot be.
        lines: Line of each event, where that is not its number.

    Raises:
        CardtoolsError: ``session.no-round`` where a round is corrected or noted that is not there,
            ``session.undo`` and ``session.redo`` where there is nothing to take back or bring back,
            ``session.full`` for a round too many.
    """
    fold = _Fold(path)
    for event, line in zip(events, lines or [event.seq for event in events], strict=True):
        fold.take(event, line)
    return Evening(tuple(fold.rounds), tuple(fold.notes), tuple(fold.done), tuple(fold.undone))


def laid_over(before: Any, later: Any, depth: int) -> Any:
    """Return what was said before with what was said later laid over it, key by key down to ``depth`` levels.

    What should have keys and has none stays as it is, to be refused by whoever reads it.

    >>> laid_over({"a": {"b": 1, "c": 2}}, {"a": {"c": 3}}, 2), laid_over({"a": "?"}, {"a": {"b": 1}}, 2)
    ({'a': {'b': 1, 'c': 3}}, {'a': '?'})
    """
    if not depth or (isinstance(before, Mapping) and not isinstance(later, Mapping)):
        return later
    if not isinstance(before, Mapping):
        return before
    return {**before, **{key: laid_over(before.get(key, {}), one, depth - 1) for key, one in later.items()}}


class _Fold:
    """The state while events are taken in; changes are kept as differences, so that memory grows with events only."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self.rounds: list[KeptRound] = []
        self.notes: list[KeptNote] = []
        self.done: list[Change] = []
        self.undone: list[Change] = []

    def take(self, event: SessionEvent, line: int) -> None:
        if isinstance(event, RoundEvent):
            if len(self.rounds) >= ROUND_LIMIT:
                raise refuse("session.full", path=self._path, line=line, most=ROUND_LIMIT, exit_code=1)
            kept = KeptRound(event.input, event.said, line)
            self._change(Change(len(self.rounds) + 1, None, kept))
        elif isinstance(event, CorrectEvent):
            self._check_round(event.n, line)
            kept = KeptRound(event.input, event.said, line, corrected=True)
            self._change(Change(event.n, self.rounds[event.n - 1], kept))
        elif isinstance(event, UndoEvent):
            self._undo(line)
        elif isinstance(event, RedoEvent):
            self._redo(line)
        elif isinstance(event, NoteEvent):
            if event.round is not None:
                self._check_round(event.round, line)
            self.notes.append(KeptNote(event.text, event.round, event.at, line))

    def _change(self, change: Change) -> None:
        self.undone.clear()
        self._apply(change)

    def _apply(self, change: Change) -> None:
        self.done.append(change)
        if change.before is None:
            self.rounds.append(change.after)
        else:
            self.rounds[change.n - 1] = change.after

    def _undo(self, line: int) -> None:
        if not self.done:
            raise refuse("session.undo", path=self._path, line=line, exit_code=1)
        change = self.done.pop()
        self.undone.append(change)
        if change.before is None:
            self.rounds.pop()
        else:
            self.rounds[change.n - 1] = change.before

    def _redo(self, line: int) -> None:
        if not self.undone:
            raise refuse("session.redo", path=self._path, line=line, exit_code=1)
        self._apply(self.undone.pop())

    def _check_round(self, n: int, line: int) -> None:
        if n > len(self.rounds):
            count = len(self.rounds)
            wording = None if count else "session.no-round.none"
            raise refuse("session.no-round", path=self._path, line=line, wording=wording, n=n, count=count, exit_code=1)
