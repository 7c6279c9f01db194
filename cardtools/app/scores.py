"""Score a file: read it, find the game's scorer, fold its rounds."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cardtools.app.desk import Desk
from cardtools.errors import CardtoolsError, refuse
from cardtools.legality.formats import resolve
from cardtools.model.finding import Finding, Location
from cardtools.model.game_folder import Game
from cardtools.model.scoring import RoundsFile, Scoresheet
from cardtools.scoring import tally
from cardtools.scoring.engine import fold
from cardtools.store.deck_lists import decode
from cardtools.store.files import LIST_LIMIT, read_bytes
from cardtools.store.yaml_files import Document, load, parse_yaml


def score_file(
    desk: Desk, game: str, path: str, stdin: bytes | None = None, encoding: str | None = None
) -> tuple[Game, Scoresheet]:
    """Score the file at ``path`` (``-``: what came on standard input).

    Returns:
        The game and the score; refused rounds are findings of the score.

    Raises:
        CardtoolsError: For an unreadable or broken file, or one whose players or variant cannot be.
    """
    info = desk.catalog.info(game)
    desk.check_language(info)
    loaded = desk.library.game(game)
    formats = tuple(resolve(one.id, loaded.formats) for one in loaded.formats)
    loaded = loaded.model_copy(update={"formats": formats})
    scoring = loaded.scoring
    if scoring is None or not has_scorer(loaded):
        raise refuse("usage.no-scoring", game=game)
    content = (stdin or b"") if path == "-" else read_bytes(Path(path), LIST_LIMIT)
    if encoding is not None:
        content = decode(content, path, encoding)[0].encode()
    document = parse_yaml(content, Path(path))
    module: Any = tally if scoring.scorer is None else import_module(f"cardtools.games.{scoring.scorer}")
    file: Any = load(module.ScoreFile, document)
    _check_header(file, loaded, document)
    variants = [one.id for one in scoring.variants]
    variant = file.variant or (variants[0] if variants else "")
    if variants and variant not in variants:
        raise _at(document, ("variant",), "score.unknown-variant", variant=variant, known=", ".join(variants))
    sheet = fold(
        game=game,
        variant=variant,
        players=file.players,
        starting={player: Fraction(total) for player, total in file.totals.items()},
        rounds=file.rounds,
        scorer=module.scorer(file, loaded, variant),
        locations=[document.location(("rounds", number)) for number in range(len(file.rounds))],
    )
    return loaded, sheet


def has_scorer(game: Game) -> bool:
    """Return whether rounds of a game can be scored: by its own module, or by tally where it names none."""
    if game.scoring is None:
        return False
    name = game.scoring.scorer
    return name is None or (name.isidentifier() and find_spec(f"cardtools.games.{name}") is not None)


def _check_header(file: RoundsFile, game: Game, document: Document) -> None:
    """Refuse players that cannot be: twice the same, too few or too many, totals of strangers."""
    findings: list[Finding] = []
    for index, player in enumerate(file.players):
        if player in file.players[:index]:
            findings.append(_finding(document, ("players", index), "score.player-twice", name=player))
    least, most = game.info.players.min, game.info.players.max
    count = len(file.players)
    if (least is not None and count < least) or (most is not None and count > most):
        findings.append(
            _finding(document, ("players",), "score.players", count=count, least=least or 1, most=most or "–")
        )
    findings.extend(
        _finding(document, ("totals", name), "score.total-player", name=name)
        for name in file.totals
        if name not in file.players
    )
    if findings:
        raise CardtoolsError(*findings, exit_code=1)


def _finding(document: Document, where: tuple[str | int, ...], code: str, **params: str | int) -> Finding:
    location: Location = document.location(where)
    return Finding(code=code, params=params, location=location)


def _at(document: Document, where: tuple[str | int, ...], code: str, **params: str | int) -> CardtoolsError:
    return CardtoolsError(_finding(document, where, code, **params))
