"""Panda!: only the seventh trick of a round scores, by six steps, and the fewest points win (rulebook: Trick 7)."""

from __future__ import annotations

from cardtools.games.panda.evening import NAMES, RoundInput, ScoreFile, read_round
from cardtools.games.panda.rounds import PandaScorer, scorer

__all__ = ["NAMES", "PandaScorer", "RoundInput", "ScoreFile", "read_round", "scorer"]
