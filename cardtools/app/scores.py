"""Score a file or a round in words: find the game's scorer, fold the rounds, compare with what was expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from cardtools.app.desk import Desk
from cardtools.errors import CardtoolsError, refuse
from cardtools.legality.formats import resolve
from cardtools.model.finding import Finding, Location
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Place, ScoreFile, Scoresheet
from cardtools.names.tokens import TokenIndex
from cardtools.scoring import tally
from cardtools.scoring.engine import fold
from cardtools.scoring.naming import called, like
from cardtools.scoring.slips import check_slips
from cardtools.scoring.statements import Said, statements
from cardtools.store.deck_lists import decode
from cardtools.store.files import LIST_LIMIT, read_bytes
from cardtools.store.yaml_files import Document, load, parse_yaml

SPOKEN: Final = Path("'…'")
"""The path of a round in words, which stands in no file."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game that is scored: what its folder says, and the module that reads and scores its rounds."""

    game: Game
    module: Any

    @classmethod
    def of(cls, desk: Desk, game: str) -> Table:
        """Return the table of a game.

        Raises:
            CardtoolsError: ``usage.no-scoring``, or for an unknown game or a broken file of it.
        """
        info = desk.catalog.info(game)
        desk.check_language(info)
        loaded = desk.library.game(game)
        formats = tuple(resolve(one.id, loaded.formats) for one in loaded.formats)
        loaded = loaded.model_copy(update={"formats": formats})
        if loaded.scoring is None or not has_scorer(loaded):
            raise refuse("usage.no-scoring", game=game)
        name = loaded.scoring.scorer
        return cls(loaded, tally if name is None else import_module(f"cardtools.games.{name}"))

    def read(self, text: str, players: Sequence[str] = ()) -> Said:
        """Read a round in words; see ``scoring.statements``.

        Raises:
            CardtoolsError: ``score.words.*``, with the column.
        """
        parts = statements(text, players, getattr(self.module, "KEYWORDS", ()))
        beside: Sequence[str] | None = getattr(self.module, "WORDS", ())
        if self.game.cards is not None and beside is not None:
            check_slips(parts, TokenIndex(self.game.cards.cards), players, beside)
        said: Said = self.module.read_round(parts)
        return said

    def file_of(self, rounds: Sequence[Mapping[str, Any]], header: Mapping[str, Any]) -> dict[str, Any]:
        """Return the score file that these rounds make; a game without rounds joins them into one."""
        if (join := getattr(self.module, "join_rounds", None)) is not None:
            return {**header, **join(rounds)}
        return {**header, "rounds": list(rounds)}

    def score(self, document: Document) -> Scoresheet:
        """Score a score file.

        Raises:
            CardtoolsError: For an empty file or one of another shape, or one whose players or variant cannot be.
        """
        if not document.data:
            raise CardtoolsError(Finding(code="score.empty-file", location=document.location(())))
        document = _called(document, self.module)
        file: ScoreFile = load(self.module.ScoreFile, document)
        variant = self._variant(file, document)
        _check_header(file, self.game, document)
        sheet = fold(
            game=self.game.info.id,
            variant=variant,
            players=file.seats,
            starting={player: Fraction(total) for player, total in file.totals.items()},
            rounds=file.played,
            scorer=self._scorer(file, document),
            locate=lambda number, place: _where(document, (*file.place(number), *place)),
        )
        before = getattr(file, "rounds_played", 0)
        return replace(sheet, findings=(*sheet.findings, *_unexpected(file, sheet, document)), rounds_before=before)

    def _scorer(self, file: ScoreFile, document: Document) -> Any:
        """Return the scorer of a file; what a file cannot ask of it is refused at its key."""
        try:
            return self.module.scorer(file, self.game)
        except CardtoolsError as error:
            keys = [str(one.params.get("key", "")) for one in error.findings]
            placed = (
                one.model_copy(update={"location": _where(document, (key,))}) if key else one
                for key, one in zip(keys, error.findings, strict=True)
            )
            raise CardtoolsError(*placed, exit_code=error.exit_code) from error

    def _variant(self, file: ScoreFile, document: Document) -> str:
        variants = [one.id for one in self.game.scoring.variants] if self.game.scoring else []
        variant = file.way or (variants[0] if variants else "")
        if variants and variant not in variants:
            where = document.location((file.variant_key,))
            params: dict[str, str | int] = {"variant": variant, "known": ", ".join(variants)}
            raise CardtoolsError(Finding(code="score.unknown-variant", params=params, location=where))
        return variant


def score_file(
    desk: Desk, game: str, path: str, stdin: bytes | None = None, encoding: str | None = None
) -> tuple[Game, Scoresheet]:
    """Score the file at ``path`` (``-``: what came on standard input).

    Returns:
        The game and the score; refused rounds are findings of the score.

    Raises:
        CardtoolsError: For an unreadable or broken file, or one whose players or variant cannot be.
    """
    table = Table.of(desk, game)
    content = (stdin or b"") if path == "-" else read_bytes(Path(path), LIST_LIMIT)
    if encoding is not None:
        content = decode(content, path, encoding)[0].encode()
    return table.game, table.score(parse_yaml(content, Path(path)))


def spoken(table: Table, said: Said, header: Mapping[str, Any], rounds: Sequence[Mapping[str, Any]] = ()) -> Document:
    """Return the score file of ``rounds`` and one more in words, whose places are columns of what was said."""
    whole = table.file_of([*rounds, said.data], header)
    top: Place = ("rounds", len(rounds)) if "rounds" in whole else ()
    positions: dict[Place, tuple[int, int]] = {(*top, *place): (1, column) for place, column in said.columns.items()}
    return Document(SPOKEN, whole, {(): (1, 1), **positions})


def has_scorer(game: Game) -> bool:
    """Return whether rounds of a game can be scored: by its own module, or by tally where it names none."""
    if game.scoring is None:
        return False
    name = game.scoring.scorer
    return name is None or (name.isidentifier() and find_spec(f"cardtools.games.{name}") is not None)


def _called(document: Document, module: Any) -> Document:
    """Return a document in which each player has one name; see ``scoring.naming``.

    Raises:
        CardtoolsError: ``score.player-twice`` or ``score.named-twice``.
    """
    read = called(document.data, getattr(module, "NAMES", ()))
    if read.twice:
        placed = (one.model_copy(update={"location": _where(document, place)}) for one, place in read.twice)
        raise CardtoolsError(*placed, exit_code=1)
    return replace(document, data=read.data, positions=read.positions(document.positions))


def _where(document: Document, place: Place) -> Location:
    """Return a place in a file, or the column of a round in words."""
    location = document.location(place)
    return location.model_copy(update={"path": None}) if location.path == str(SPOKEN) else location


def _check_header(file: ScoreFile, game: Game, document: Document) -> None:
    """Refuse players that cannot be: twice the same, too few or too many, totals of strangers."""
    findings: list[Finding] = []
    players = file.seats
    written = document.data if isinstance(document.data, dict) else {}
    seats = "players" if "players" in written else "seats"

    def told(code: str, *where: str | int, wording: str | None = None, **params: str | int) -> None:
        suggestions = like(str(params["name"]), players) if code == "score.total-player" else ()
        location = _where(document, where)
        findings.append(Finding(code=code, wording=wording, params=params, suggestions=suggestions, location=location))

    for index, player in enumerate(players):
        if player in players[:index]:
            told("score.player-twice", seats, index, name=player)
    least, most = game.info.players.min or 1, game.info.players.max
    count = file.count
    if count < least or (most is not None and count > most):
        wording = file.nobody if not count else "score.players.least" if most is None else None
        told("score.players", seats, wording=wording, count=count, least=least, most=most or "")
    for name in file.totals:
        if name not in players:
            told("score.total-player", "totals", name, name=name)
    if findings:
        raise CardtoolsError(*findings, exit_code=1)


def _unexpected(file: ScoreFile, sheet: Scoresheet, document: Document) -> Iterator[Finding]:
    """Yield a finding for each thing that is not as the file expects it."""
    expect = file.expect
    if expect is None:
        return

    def differs(key: str, expected: object, actual: object, *where: str) -> Finding:
        params: dict[str, str | int] = {"key": key, "expected": str(expected), "actual": str(actual)}
        location: Location = document.location(("expect", *where))
        return Finding(code="score.expected", params=params, location=location)

    totals = {one.player: one.total for one in sheet.standings}
    for player, total in expect.totals.items():
        if totals.get(player) != Fraction(total):
            yield differs(player, total, totals.get(player, "–"), "totals", player)
    winners = tuple(one.player for one in sheet.standings if one.winner)
    if expect.winners is not None and set(expect.winners) != set(winners):
        yield differs("winners", ", ".join(expect.winners) or "–", ", ".join(winners) or "–", "winners")
    if expect.decided_by is not None and expect.decided_by != sheet.decided_by:
        yield differs("decided_by", expect.decided_by, sheet.decided_by or "–", "decided_by")
    errors = sorted(one.code for one in sheet.findings if one.severity == "error")
    if sorted(expect.refused) != errors:
        yield differs("refused", ", ".join(expect.refused) or "–", ", ".join(errors) or "–", "refused")
