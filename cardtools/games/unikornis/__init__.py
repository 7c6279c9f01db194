"""Unstable Unicorns: first to the target, or most unicorns when the draw pile is out (rulebook: End of the game)."""

from __future__ import annotations

from cardtools.games.unikornis.stables import KEYWORDS, NAMES, RoundInput, ScoreFile, join_rounds, read_round
from cardtools.games.unikornis.winning import UnikornisScorer, scorer

__all__ = ["KEYWORDS", "NAMES", "RoundInput", "ScoreFile", "UnikornisScorer", "join_rounds", "read_round", "scorer"]
