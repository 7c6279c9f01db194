"""Check a game's data: load everything, then prove what loading cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cardtools.app.checks.cards import check_cards
from cardtools.app.checks.examples import check_examples
from cardtools.app.checks.folder import Folder
from cardtools.app.checks.rules import check_formats, check_scoring, check_setups
from cardtools.app.checks.scores import check_scores
from cardtools.app.checks.texts import check_references, check_sources, completeness
from cardtools.app.desk import Desk
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding
from cardtools.model.game_folder import Game


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking a game found.

    Attributes:
        game: None where it could not be loaded.
        languages: How much of its texts there is in each language, in whole per cent.
    """

    id: str
    game: Game | None
    findings: tuple[Finding, ...]
    languages: Mapping[str, int]


def check_game(desk: Desk, game: str) -> Checked:
    """Prove sums, sources, references between files and examples of a game, and count its languages."""
    try:
        folder = Folder(desk.library, desk.library.game(game))
    except CardtoolsError as error:
        return Checked(game, None, error.findings, {})
    findings = [
        *check_cards(folder),
        *check_formats(folder),
        *check_setups(folder),
        *check_scoring(folder),
        *check_references(folder),
        *check_sources(folder),
    ]
    if not findings:  # decks and rounds cannot be judged by broken rules
        findings.extend(check_examples(folder, desk))
        findings.extend(check_scores(folder, desk))
    return Checked(game, folder.game, tuple(_once(findings)), completeness(folder))


def _once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield each finding once: what is wrong with a series is wrong with every card of it, at one place."""
    told: set[object] = set()
    for finding in findings:
        place = finding.location
        key = (finding.code, place.path, place.line, place.column, tuple(finding.params.items()))
        if key not in told:
            told.add(key)
            yield finding
