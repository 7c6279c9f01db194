"""Keep an evening: begin it, add rounds, correct, undo, redo, note, and look at the score.

What is said is read and scored under the file's lock before anything is written: a round that cannot be is refused
and leaves the file as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, cast

from cardtools.app.desk import Desk
from cardtools.app.evening_files import Kept, counting, file_of, kept_evening, own_rounds, said_document, torn_line
from cardtools.app.round_refusals import told_beside, unplaced, unspoken
from cardtools.app.scores import SPOKEN, Table
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding
from cardtools.model.scoring import RoundsFile
from cardtools.model.session import ROUND_LIMIT, NoteEvent, UndoEvent
from cardtools.names.folding import clean, fold
from cardtools.scoring.evening import Evening, evening_of
from cardtools.store.session_writing import append, create
from cardtools.store.sessions import SessionLog, read_log
from cardtools.store.yaml_files import Data, Document

Decide = Callable[[Table, SessionLog, Evening], Mapping[str, Any]]
"""From an evening as it stands to the event that is said of it."""

_PARTING: Final = (";", ":")
"""Signs that part what is said of one player from what is said of others, and a name from what is said."""
_NOTE_LIMIT: Final = 2000
_CHOICES: Final = frozenset({"customizable", "rounds_played"})
"""Keys of score files that an evening may begin with beside those with an argument of their own."""


def begin(
    desk: Desk,
    path: Path,
    game: str,
    players: Sequence[str],
    *,
    variant: str | None = None,
    target: int | None = None,
    deck: str | None = None,
    totals: Mapping[str, str] | None = None,
    choices: Mapping[str, str] | None = None,
) -> Kept:
    """Begin an evening in a file that does not exist yet.

    Args:
        desk: Data and words.
        path: The new file.
        game: Id of the game.
        players: In seat order, the one who begins first.
        variant: Way to score; whatever the game calls it (profile, mode).
        target: Points that end the game, where others than the rules' were agreed on.
        deck: What hands are counted against, where a game asks for it.
        totals: What each had before, as decimals.
        choices: What else was agreed on, by key of a score file.

    Raises:
        CardtoolsError: For players, a variant, a deck or totals that cannot be; ``session.exists``.
    """
    table = Table.of(desk, game)
    names = [clean(_text(one)) for one in players]
    key = table.module.ScoreFile.variant_key
    told = {key: variant, "target": None if target is None else str(target), "deck": deck, "totals": dict(totals or {})}
    _check_choices(table, choices or {})
    header = {name: value for name, value in {**told, **(choices or {})}.items() if value}
    _check_header(table, header, names)
    log = create(path, {"event": "new", "at": _now(), "game": game, "players": names, **header})
    return kept_evening(table, log)


def add_round(desk: Desk, path: Path, text: str) -> Kept:
    """Add a round in words.

    Raises:
        CardtoolsError: Where the words are not understood or the round cannot be, with the column, what was
            understood and an example.
    """

    def decide(table: Table, log: SessionLog, evening: Evening) -> Mapping[str, Any]:
        if len(evening.rounds) >= ROUND_LIMIT:
            raise refuse("session.full", path=path, most=ROUND_LIMIT, exit_code=1)
        said = _understood(table, log, evening, text, len(evening.rounds) + 1)
        return {"event": "round", "input": said, "said": text}

    text = _text(text)
    return _change(desk, path, decide)


def correct_round(desk: Desk, path: Path, n: int, text: str) -> Kept:
    """Tell round ``n``, from 1, anew. It may end the game earlier: later rounds are findings then.

    Raises:
        CardtoolsError: As ``add_round`` does, and ``session.no-round``.
    """

    def decide(table: Table, log: SessionLog, evening: Evening) -> Mapping[str, Any]:
        _check_round(n, evening, path)
        said = _understood(table, log, evening, text, n)
        return {"event": "correct", "n": n, "input": said, "said": text}

    text = _text(text)
    return _change(desk, path, decide)


def undo(desk: Desk, path: Path) -> Kept:
    """Take back the last round or correction.

    Raises:
        CardtoolsError: ``session.undo`` where there is none.
    """

    def decide(_table: Table, _log: SessionLog, evening: Evening) -> Mapping[str, Any]:
        if not evening.done:
            raise refuse("session.undo", path=path, exit_code=1)
        return {"event": "undo"}

    return _change(desk, path, decide)


def redo(desk: Desk, path: Path) -> Kept:
    """Bring back what was taken back last.

    Raises:
        CardtoolsError: ``session.redo`` where there is nothing.
    """

    def decide(_table: Table, _log: SessionLog, evening: Evening) -> Mapping[str, Any]:
        if not evening.undone:
            raise refuse("session.redo", path=path, exit_code=1)
        return {"event": "redo"}

    return _change(desk, path, decide)


def note(desk: Desk, path: Path, text: str, n: int | None = None) -> Kept:
    """Keep a remark about the evening, or about its round ``n``, from 1.

    Raises:
        CardtoolsError: ``session.note`` for an empty or a long one, ``session.no-round``.
    """
    told = clean(_text(text))

    def decide(_table: Table, _log: SessionLog, evening: Evening) -> Mapping[str, Any]:
        if not told or len(told) > _NOTE_LIMIT:
            raise refuse("session.note", most=_NOTE_LIMIT, exit_code=2)
        if n is not None:
            _check_round(n, evening, path)
        return {"event": "note", "text": told, **({} if n is None else {"round": n})}

    return _change(desk, path, decide)


def _change(desk: Desk, path: Path, decide: Decide) -> Kept:
    """Append what ``decide`` makes of the evening as it stands under the lock."""
    table = Table.of(desk, read_log(path).new.game)  # read before the lock, for it takes a while

    def event(log: SessionLog) -> Mapping[str, Any]:
        if log.new.game != table.game.info.id:
            raise refuse("session.other-game", path=path, line=1, game=log.new.game, asked=table.game.info.id)
        return {"at": _now(), **decide(table, log, evening_of(log.events, str(path), log.lines))}

    appended = append(path, event)
    kept = kept_evening(table, appended.log)
    if appended.torn is not None and appended.aside is not None:
        kept = replace(kept, findings=(*kept.findings, torn_line(appended.torn, path, appended.aside)))
    last = appended.log.events[-1]
    if isinstance(last, NoteEvent):
        return kept
    taken_back = isinstance(last, UndoEvent)
    change = kept.evening.undone[-1] if taken_back else kept.evening.done[-1]
    return replace(kept, change=change, taken_back=taken_back)


def _check_choices(table: Table, choices: Mapping[str, str]) -> None:
    """Refuse what cannot be agreed on: only numbers of a game's own can, such as UNO's Customizable Wilds."""
    own = set(table.module.ScoreFile.model_fields) - set(RoundsFile.model_fields)
    for key in choices:
        if key not in own & _CHOICES:
            raise refuse("session.header", key=key, game=table.game.info.id)


def _check_header(table: Table, header: Mapping[str, Any], players: Sequence[str]) -> None:
    """Refuse an evening that cannot begin, or whose players could not be told apart in words."""
    for index, name in enumerate(players):
        if any(sign in name for sign in _PARTING):
            raise refuse("session.player", name=name)
        if fold(name) in map(fold, players[:index]):
            raise refuse("score.player-twice", name=name)
    for key in header:
        if key not in table.module.ScoreFile.model_fields:
            raise refuse("session.header", key=key, game=table.game.info.id)
    whole = file_of(table, header, players, ())
    try:
        counting(table, ()).score(Document(SPOKEN, cast("Data", whole), {(): (1, 1)}))
    except CardtoolsError as error:
        raise CardtoolsError(*map(unplaced, error.findings)) from error
    _check_words(table, header, players)


def _check_words(table: Table, header: Mapping[str, Any], players: Sequence[str]) -> None:
    """Refuse names that no round in words could be understood with in this way to score."""
    unsayable: Callable[[Sequence[str], str], Sequence[str]] | None = getattr(table.module, "unsayable", None)
    if unsayable is None:
        return
    variants = table.game.scoring.variants if table.game.scoring else ()
    way = header.get(table.module.ScoreFile.variant_key) or (variants[0].id if variants else "")
    if wrong := unsayable(players, str(way)):
        told = (Finding(code="session.player", wording="session.player.words", params={"name": name}) for name in wrong)
        raise CardtoolsError(*told)


def _understood(table: Table, log: SessionLog, evening: Evening, text: str, n: int) -> dict[str, Any]:
    """Return the input of round ``n`` as said, if the evening can be scored with it."""
    players = log.new.players
    told = told_beside(table, text, players)
    try:
        said = table.read(text, players)
        sheet = table.score(said_document(table, log, evening, n, said))
    except CardtoolsError as error:
        raise CardtoolsError(*map(unspoken, error.findings), *told, exit_code=1) from error
    own = own_rounds(table, sheet, n)
    if any(one.refused for one in own):
        findings = [finding for one in own for finding in one.findings]
        late = any(one.code == "score.after-end" for one in findings)  # then the words are not to blame
        raise CardtoolsError(*(map(unplaced, findings) if late else (*findings, *told)), exit_code=1)
    return said.data


def _check_round(n: int, evening: Evening, path: Path) -> None:
    count = len(evening.rounds)
    if not 1 <= n <= count:
        wording = None if count else "session.no-round.none"
        raise refuse("session.no-round", path=path, wording=wording, n=n, count=count, exit_code=1)


def _text(text: str) -> str:
    """Return what was typed, with a sign in place of bytes that are no text."""
    return text.encode("utf-8", "replace").decode("utf-8").strip()


def _now() -> str:
    return datetime.now(tz=UTC).astimezone().isoformat(timespec="seconds")
