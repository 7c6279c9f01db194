"""Magyar népmesék: what is laid down is scored at the end, and the best way to lay down loose cards is found."""

from cardtools.games.nepmesek.best import Laying, Loose, best_laying, read_loose
from cardtools.games.nepmesek.rounds import KEYWORDS, WORDS, RoundInput, ScoreFile, join_rounds, read_round
from cardtools.games.nepmesek.table import NepmesekScorer, scorer

__all__ = [
    "KEYWORDS",
    "WORDS",
    "Laying",
    "Loose",
    "NepmesekScorer",
    "RoundInput",
    "ScoreFile",
    "best_laying",
    "join_rounds",
    "read_loose",
    "read_round",
    "scorer",
]
