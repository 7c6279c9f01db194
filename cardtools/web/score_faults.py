"""What is wrong with a round, as its page tells it: whose cards are meant, and in the words of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cardtools.app.evening_files import Kept
from cardtools.errors import CardtoolsError
from cardtools.model.base import text_in
from cardtools.model.finding import Finding
from cardtools.model.game_folder import Game
from cardtools.scoring.statements import statements
from cardtools.web.pages import Told, Visit
from cardtools.web.score_pads import pad_of
from cardtools.web.score_states import state_of_words

_MOST_TOLD: Final = 30
_BESIDE: Final = frozenset({"score.words.example", "score.words.understood"})
"""Notes about words for the command line: beside the text box an example stands already, by the way to score."""


@dataclass(frozen=True, slots=True)
class Faults:
    """What is told, how much more there is, and the players whose cards it is about, the first fault first."""

    told: tuple[Told, ...] = ()
    more: int = 0
    players: tuple[str, ...] = ()


def faults_of(
    visit: Visit, kept: Kept, findings: Sequence[Finding], named: Mapping[str, str], text: str = ""
) -> Faults:
    """Return findings about a round, which was told in the words of ``text``, as its page tells them."""
    if not findings:
        return Faults()
    shown = [one for one in findings if one.code not in _BESIDE or _is_of_use(visit, kept, one, text)]
    whose = [_whose(kept, one, text) for one in shown]
    told = []
    for finding, player in zip(shown[:_MOST_TOLD], whose, strict=False):
        one = visit.told(_in_place(modes_named(finding, kept.game, visit.language)), named)
        told.append(replace(one, place=player) if player and player not in one.message else one)
    players = tuple(dict.fromkeys(player for player in whose if player))
    return Faults(tuple(told), max(0, len(shown) - _MOST_TOLD), players)


def modes_named(finding: Finding, game: Game, language: str) -> Finding:
    """Return a finding that speaks of ways to score by the names that the page has for them."""
    modes = finding.params.get("mode")
    if modes is None:
        return finding
    names = {one.id: text_in(one.name, language) for one in (game.scoring.variants if game.scoring else ())}
    said = ", ".join(names.get(one, one) for one in str(modes).split(", "))
    return finding.model_copy(update={"params": {**finding.params, "mode": said}})


def _is_of_use(visit: Visit, kept: Kept, note: Finding, text: str) -> bool:
    """Return whether a note tells something: how words were understood, where the pad does not show it."""
    if note.code == "score.words.example":
        return False
    kind = pad_of(kept.table, kept.sheet.variant, visit.language).kind
    return state_of_words(kept, kind, text, visit.language) is None


def _whose(kept: Kept, finding: Finding, text: str) -> str:
    """Return the player whom a finding names, or whose words it points into; "" for nobody in particular."""
    players = kept.log.new.players
    if (name := finding.params.get("name")) in players:
        return str(name)
    column = finding.location.column
    if not text or column is None or finding.severity != "error":
        return ""
    try:
        parts = statements(text, players, getattr(kept.table.module, "KEYWORDS", ()))
    except CardtoolsError:
        return ""
    return next((one.player for one in parts if column in one.columns), "")


def _in_place(finding: Finding) -> Finding:
    """Return a finding without its line and file, which say nothing at the table, nor does a key of a file."""
    if not finding.code.startswith(("score.", "data.")):
        return finding
    place = finding.location.model_copy(update={"line": None, "path": None})
    foreign = {"wording": "web.score.foreign"} if finding.code == "data.unknown-key" else {}
    return finding.model_copy(update={"location": place, **foreign})
