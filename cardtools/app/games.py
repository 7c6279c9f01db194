"""Games: what there is, and whether a game's data is in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardtools.app.desk import Desk
from cardtools.errors import CardtoolsError
from cardtools.legality.formats import resolve
from cardtools.model.base import NumberFact
from cardtools.model.finding import Finding, Location
from cardtools.model.game import CardsFile, GameInfo
from cardtools.model.game_folder import Game
from cardtools.model.reference import CardsBlock, Reference


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game in the list of games."""

    info: GameInfo
    cards: int
    formats: tuple[str, ...]
    references: tuple[str, ...]
    scored: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking a game found; ``summary`` is None where it could not be loaded."""

    game: str
    summary: GameSummary | None
    findings: tuple[Finding, ...]


def summarize(desk: Desk, game: str) -> GameSummary:
    """Return what a game has."""
    return _summary(desk.library.game(game))


def check_game(desk: Desk, game: str) -> Checked:
    """Load everything of a game and prove what loading cannot: sums, sources, references between files."""
    try:
        loaded = desk.library.game(game)
        for one in loaded.formats:
            resolve(one.id, loaded.formats)
    except CardtoolsError as error:
        return Checked(game, None, error.findings)
    findings: list[Finding] = []
    for name, problems in (
        ("game.yaml", list(_languages(loaded))),
        ("cards.yaml", list(_sums(loaded.cards)) if loaded.cards else []),
    ):
        findings.extend(_in_file(desk, game, name, problem) for problem in problems)
    findings.extend(_in_file(desk, game, name, problem) for name, problem in _sources(loaded))
    for language, reference in loaded.references.items():
        name = f"reference.{language}.yaml"
        findings.extend(_in_file(desk, game, name, problem) for problem in _references(loaded, reference))
    return Checked(game, _summary(loaded), tuple(findings))


def _summary(game: Game) -> GameSummary:
    cards = sum(card.copies for card in game.cards.cards) if game.cards else 0
    return GameSummary(
        info=game.info,
        cards=cards,
        formats=tuple(one.id for one in game.formats),
        references=tuple(game.references),
        scored=game.scoring is not None and game.scoring.scorer is not None,
    )


def _in_file(desk: Desk, game: str, name: str, finding: Finding) -> Finding:
    path = desk.catalog.path(game, name)
    return finding.model_copy(update={"location": Location(path=str(path or name))})


def _languages(game: Game) -> Iterator[Finding]:
    """The default format exists, and every reference text is in a language of the game."""
    if game.info.default_format and game.info.default_format not in {one.id for one in game.formats}:
        yield Finding(code="data.reference", params={"name": game.info.default_format})
    for language in game.references:
        if language not in game.info.languages:
            yield Finding(code="data.reference", params={"name": f"reference.{language}.yaml"})


def _sums(file: CardsFile) -> Iterator[Finding]:
    total = sum(card.copies for card in file.cards)
    if _differs(file.total, total):
        yield Finding(code="data.total", params={"actual": total, "expected": file.total.value or 0})  # type: ignore[union-attr]
    points = sum(card.copies * (card.points or 0) for card in file.cards)
    if _differs(file.points_total, points):
        expected = file.points_total.value or 0  # type: ignore[union-attr]
        yield Finding(code="data.points-total", params={"actual": points, "expected": expected})


def _differs(fact: NumberFact | None, actual: int) -> bool:
    return fact is not None and fact.value is not None and fact.value != actual


def _sources(game: Game) -> Iterator[tuple[str, Finding]]:
    """Every source begins with a key of ``sources``."""
    info = game.info
    told: list[tuple[str, str | None]] = [("game.yaml", info.players.source)]
    told.extend(("game.yaml", colour.source) for colour in info.colours)
    told.extend(("game.yaml", kind.source) for kind in info.types)
    if game.cards:
        told.append(("cards.yaml", game.cards.source))
        told.extend(("cards.yaml", card.source) for card in game.cards.cards)
    for one in game.formats:
        told.extend(("formats.yaml", getattr(rule, "source", None)) for rule in one.rules)
    for language, reference in game.references.items():
        told.extend((f"reference.{language}.yaml", block.source) for block in reference.blocks)
    for name, source in dict.fromkeys(told):
        if source is not None and source.split(":")[0] not in info.sources:
            yield name, Finding(code="data.source", params={"source": source})


def _references(game: Game, reference: Reference) -> Iterator[Finding]:
    """Cards that a reference text names exist."""
    known = {card.id for card in game.cards.cards} if game.cards else set()
    for block in reference.blocks:
        if isinstance(block, CardsBlock):
            for note in block.cards:
                for card in note.cards:
                    if card not in known:
                        yield Finding(code="data.reference", params={"name": card})
