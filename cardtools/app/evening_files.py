"""A kept evening looked at: the score file it makes, whose places are lines of the session file, and its score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, cast

from cardtools.app.desk import Desk
from cardtools.app.scores import SPOKEN, Table
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding, Location
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Place, RoundScore, RoundsFile, Scoresheet
from cardtools.scoring import tally
from cardtools.scoring.evening import Change, Evening, evening_of
from cardtools.scoring.statements import Said
from cardtools.store.files import read_bytes
from cardtools.store.sessions import FILE_LIMIT, SessionLog, Torn, is_session, parse_log, read_log
from cardtools.store.yaml_files import Data, Document, load

_MOST_LINES: Final = 12


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept evening as it stands, scored.

    Attributes:
        document: The score file that it makes.
        findings: Those of the score, and what is to be said about the file.
        change: What the command that was just given did to a round; None where it did nothing to any.
        taken_back: Whether that was to take the change back.
    """

    path: str
    table: Table
    log: SessionLog
    evening: Evening
    document: Document
    sheet: Scoresheet
    findings: tuple[Finding, ...]
    change: Change | None = None
    taken_back: bool = False

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.table.game

    @property
    def told_rounds(self) -> tuple[RoundScore, ...]:
        """The score of the round that was just added or told anew; all of a game whose entries make one file."""
        if self.change is None or self.taken_back:
            return ()
        return own_rounds(self.table, self.sheet, self.change.n)

    @property
    def highest_wins(self) -> bool:
        """Whether the first thing that players are ranked by is the better the higher it is."""
        module = counting(self.table, self.evening.rounds).module
        scorer = module.scorer(load(module.ScoreFile, self.document), self.game)
        totals = {one.player: one.total for one in self.sheet.standings}
        counted = [one for one in self.sheet.rounds if not one.refused]
        return bool(scorer.outcome(totals, counted).criteria[0].highest)


def look(desk: Desk, path: Path) -> Kept:
    """Return the evening kept at ``path``.

    Raises:
        CardtoolsError: For a file that cannot be read; see ``store.sessions``.
    """
    log = read_log(path)
    return kept_evening(Table.of(desk, log.new.game), log)


def holds_session(path: str, stdin: bytes | None = None) -> bool:
    """Return whether a file, or what came on standard input for ``-``, is a kept evening by its content."""
    if path == "-":
        return is_session(stdin or b"")
    try:
        return is_session(read_bytes(Path(path), FILE_LIMIT))
    except CardtoolsError:
        return False  # whoever reads it says what is wrong


def score_session(desk: Desk, game: str, path: str, stdin: bytes | None = None) -> tuple[Game, Scoresheet]:
    """Score a kept evening as a score file.

    Raises:
        CardtoolsError: ``session.other-game``, or for a broken file.
    """
    log = parse_log(stdin or b"", Path(path)) if path == "-" else read_log(Path(path))
    table = Table.of(desk, game)
    if log.new.game != game:
        raise refuse("session.other-game", path=path, line=1, game=log.new.game, asked=game)
    kept = kept_evening(table, log)
    return kept.game, replace(kept.sheet, findings=kept.findings)


def kept_evening(table: Table, log: SessionLog) -> Kept:
    """Return the evening of a file, scored.

    Raises:
        CardtoolsError: For events that cannot be, or rounds of another shape than the game's.
    """
    evening = evening_of(log.events, str(log.path), log.lines)
    document = _kept_document(table, log, evening)
    sheet = counting(table, evening.rounds).score(document)
    torn = (torn_line(log.torn, log.path),) if log.torn else ()
    told = (*_skipped_lines(log), *torn, *sheet.findings)
    return Kept(str(log.path), table, log, evening, document, sheet, told)


def _skipped_lines(log: SessionLog) -> tuple[Finding, ...]:
    """Return the warning for lines that say nothing, if there are any."""
    if not log.skipped:
        return ()
    lines = ", ".join(map(str, log.skipped[:_MOST_LINES])) + ("…" if len(log.skipped) > _MOST_LINES else "")
    location = Location(path=str(log.path), line=log.skipped[0])
    params: dict[str, str | int] = {"lines": lines}
    return (Finding(code="session.skipped", severity="warning", params=params, location=location, effect="none"),)


def torn_line(torn: Torn, path: Path, aside: Path | None = None) -> Finding:
    """Return the warning for a torn line, which says where it was set aside, if it was."""
    params: dict[str, str | int] = {"start": torn.start or "–"}
    if aside is not None:
        params["aside"] = aside.name
    return Finding(
        code="session.torn",
        wording=None if aside is None else "session.torn.aside",
        severity="warning",
        params=params,
        location=Location(path=str(path), line=torn.line),
        effect="none",
    )


def said_document(table: Table, log: SessionLog, evening: Evening, n: int, said: Said) -> Document:
    """Return the score file of an evening with round ``n`` added or told anew; its places are columns of the words."""
    rounds = [*evening.inputs]
    rounds[n - 1 : n] = [said.data]
    whole = file_of(table, log.new.header, log.new.players, rounds)
    top: Place = ("rounds", n - 1) if "rounds" in whole else ()
    positions: dict[Place, tuple[int, int]] = {top[:end]: (1, 1) for end in range(len(top) + 1)}
    positions |= {(*top, *place): (1, column) for place, column in said.columns.items()}
    return Document(SPOKEN, cast("Data", whole), positions)


def file_of(
    table: Table, header: Mapping[str, Any], players: Sequence[str], rounds: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return the score file of these rounds, in which every player has a seat."""
    seats = {"players": list(players)}
    module = counting(table, rounds).module
    if module is not table.module:  # of what there is before the first entry, tally knows all but the deck
        way = {"variant": header[key]} if (key := table.module.ScoreFile.variant_key) in header else {}
        return {**seats, **way, **{key: header[key] for key in ("totals", "target") if key in header}}
    whole = table.file_of(rounds, {**seats, **header})
    if isinstance(said := whole["players"], Mapping):  # one of whom nothing was said yet has a seat, too
        whole = {**whole, "players": {**{player: {} for player in players}, **said}}
    return whole


def own_rounds(table: Table, sheet: Scoresheet, n: int) -> tuple[RoundScore, ...]:
    """Return what entry ``n``, from 1, of an evening was scored as; where entries make one file, that is all of it."""
    return sheet.rounds[n - 1 : n] if issubclass(table.module.ScoreFile, RoundsFile) else sheet.rounds


def counting(table: Table, rounds: Sequence[object]) -> Table:
    """Return the table that scores: a game without rounds has no file of its own before the first entry."""
    empty = not rounds and not issubclass(table.module.ScoreFile, RoundsFile)
    return Table(table.game, tally) if empty else table


def _kept_document(table: Table, log: SessionLog, evening: Evening) -> Document:
    """Return the score file of an evening; the place of each round is the line of the event it is from."""
    lines = [one.line for one in evening.rounds]
    whole = file_of(table, log.new.header, log.new.players, evening.inputs)
    positions: dict[Place, tuple[int, int]] = {(): (1, 1)}
    if "rounds" in whole:
        positions |= {("rounds",): (1, 1)}
        positions |= {("rounds", index): (line, 1) for index, line in enumerate(lines)}
    elif lines:  # a game without rounds: what was said last stands for all of it
        positions |= {(): (lines[-1], 1)}
        positions |= {(key,): (1, 1) for key in log.new.header}
    return Document(log.path, cast("Data", whole), positions)
