"""What is asked of a score pad: the game, who plays, how much, and what was played already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from cardtools.documents.pad_page import Band, Block, Drawing, Notes
from cardtools.documents.pad_room import LINE_MM, Room
from cardtools.documents.pad_words import filled, number, word
from cardtools.model.base import text_in
from cardtools.model.game_folder import Game
from cardtools.model.pads import Pad
from cardtools.model.scoring import RoundScore, ScoreLine, Scoresheet

GAP_MM = 4.0
"""Between blocks below one another."""
SIDE_MM = 6.0
"""Between blocks side by side."""
_NOTES_MM = 26.0
"""So much room must be left for lines for notes."""

DrawChart = Callable[[float], Drawing]
"""Draws the chart of totals in a width, mm."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a pad is made from.

    Attributes:
        names: A name for each player, empty where it is to be written by hand.
        rounds: How many rounds, or games where a pad counts those; None for as many as there is room for.
        kept: The score of what was played; None for an empty pad.
        variant: The way an empty pad's game is played, by its id; empty for the usual one.
    """

    game: Game
    language: str
    names: tuple[str, ...]
    rounds: int | None = None
    kept: Scoresheet | None = None
    variant: str = ""

    @property
    def mode(self) -> str:
        """The way the game is played, by its id."""
        return self.kept.variant if self.kept else self.variant

    @property
    def played(self) -> tuple[RoundScore, ...]:
        """The rounds that count."""
        return tuple(one for one in self.kept.rounds if not one.refused) if self.kept else ()

    def text(self, texts: Mapping[str, str] | None) -> str:
        """Return a text of the pad in the language, its numbers filled in; empty where there is none."""
        target = self.kept.target if self.kept else None
        return filled(text_in(texts, self.language), self.game, self.language, target) if texts else ""

    def goal(self, pad: Pad | None) -> str:
        """Return what wins the way it is played, empty where the game does not say."""
        return self.text(pad.goals.get(self.mode, pad.goal)) if pad else ""

    def word(self, name: str, **values: object) -> str:
        """Return a fixed word."""
        return word(name, self.language, **values)

    def player_word(self, players: range) -> str:
        """Return the word before names, with the numbers of these players where they are not all of them."""
        which = f" {players.start + 1}–{players.stop}" if len(players) < len(self.names) else ""
        return self.word("player") + which

    def number(self, value: Fraction | int) -> str:
        """Return a number as it is written."""
        return number(value, self.language)

    def fact(self, name: str | None) -> int | None:
        """Return a number of the game by its id, None where it is not known."""
        scoring = self.game.scoring
        fact = scoring.facts.get(name) if scoring and name else None
        return fact.value if fact else None

    def category(self, name: str) -> str:
        """Return what a category is called, its id where the game does not say."""
        categories = self.game.scoring.categories if self.game.scoring else ()
        return next((text_in(one.name, self.language) for one in categories if one.id == name), name)

    def won(self, player: str) -> bool:
        """Return whether a player has won."""
        standings = self.kept.standings if self.kept else ()
        return any(one.winner for one in standings if one.player == player)

    def totals(self) -> list[dict[str, Fraction]]:
        """Return everyone's total before the first round, after it, and so on."""
        if self.kept is None:
            return []
        now = {player: self.kept.starting.get(player, Fraction(0)) for player in self.kept.players}
        running = [now]
        for one in self.played:
            now = {player: total + one.scores.get(player, Fraction(0)) for player, total in now.items()}
            running.append(now)
        return running

    def lines_of(self, one: RoundScore, category: str, player: str) -> Iterator[ScoreLine]:
        """Yield a player's score lines of a category in a round."""
        yield from (line for line in one.lines if (line.category, line.player) == (category, player))

    @property
    def mode_name(self) -> str:
        """What the way it is played is called, where that is not the usual one; empty otherwise."""
        variants = self.game.scoring.variants if self.game.scoring else ()
        return next((text_in(one.name, self.language) for one in variants[1:] if one.id == self.mode), "")


def stacked(bands: Iterable[Block | tuple[Block, ...]], gap_mm: float = GAP_MM) -> tuple[Band, ...]:
    """Return blocks below one another, those in a tuple side by side."""
    each = [one if isinstance(one, tuple) else (one,) for one in bands]
    return tuple(Band(blocks, gap_mm if at < len(each) - 1 else 0.0, SIDE_MM) for at, blocks in enumerate(each))


def height_of(bands: Iterable[Band]) -> float:
    """Return the height of bands with the gaps between them."""
    return sum(band.height_mm + band.after_mm for band in bands)


def with_notes(blocks: list[Block | tuple[Block, ...]], room: Room, told: Told) -> tuple[Band, ...]:
    """Return blocks below one another, and lines for notes where much room is left."""
    bands = stacked(blocks)
    left = room.height_mm - height_of(bands) - GAP_MM
    if left < _NOTES_MM:
        return bands
    title_mm = 5.0
    lines = int((left - title_mm) // (LINE_MM + 0.5))
    return stacked([*blocks, Notes(told.word("notes"), title_mm, LINE_MM + 0.5, lines, room.width_mm)])
