"""HKK: duels, matches, paired play, the two wars for many players, and VP and ÉP turn by turn."""

from __future__ import annotations

from typing import Any

from cardtools.errors import refuse
from cardtools.games.hkk.file import DUEL, FINAL_WAR, GODS, KEYS, MATCH, NAMES, PAIRS, TURNS, RoundInput, ScoreFile
from cardtools.games.hkk.final_war import FinalWarScorer
from cardtools.games.hkk.gods import GodsScorer
from cardtools.games.hkk.grammar import KEYWORDS, WORDS, join_rounds, read_round
from cardtools.games.hkk.life import LifeScorer
from cardtools.games.hkk.match import MatchScorer
from cardtools.games.hkk.sayings import unsayable
from cardtools.games.hkk.turns import TurnsScorer
from cardtools.model.game_folder import Game
from cardtools.scoring.engine import Scorer
from cardtools.scoring.facts import Facts

__all__ = ["KEYWORDS", "NAMES", "WORDS", "RoundInput", "ScoreFile", "join_rounds", "read_round", "scorer", "unsayable"]


def scorer(file: ScoreFile, game: Game) -> Scorer[Any]:
    """Return the scorer of the file's mode.

    Raises:
        CardtoolsError: ``score.unknown-variant``, ``score.players`` where the mode is for fewer or more, or
            ``score.no-fact``.
    """
    facts = Facts(game)
    way = file.way
    if way not in KEYS:
        raise refuse("score.unknown-variant", variant=way, known=", ".join(KEYS))
    _check_players(file, facts)
    if way in (DUEL, PAIRS):
        return LifeScorer(file, facts)
    if way == MATCH:
        return MatchScorer(file, facts)
    if way == TURNS:
        return TurnsScorer(file, facts)
    return FinalWarScorer(file, facts) if way == FINAL_WAR else GodsScorer(file)


def _check_players(file: ScoreFile, facts: Facts) -> None:
    """Refuse too few or too many players for the mode; any number can fight the Final War."""
    way, count = file.way, len(file.seats)
    if way == FINAL_WAR:
        return
    least = facts["pairs" if way == PAIRS else "duel-players"]
    most = facts["gods-players-most"] if way == GODS else least
    if not least <= count <= most:
        raise refuse(
            "score.players",
            wording="score.players.mode",
            mode=way,
            names=", ".join(file.seats),
            count=count,
            bounds=str(least) if least == most else f"{least}–{most}",
            exit_code=1,
        )
