"""Who has won: the first with the target, or, with the draw pile out, the one with most unicorns, then most letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from cardtools.games.unikornis.letters import letters
from cardtools.games.unikornis.reading import Stable, StableReader
from cardtools.games.unikornis.stables import RoundInput, ScoreFile
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Criterion, Fault, Outcome, RoundScore, ScoreLine, fault
from cardtools.scoring.facts import Facts

_WORTH: Final = ("unicorn", "ginormous", "panda")
_LETTERS: Final = "letters"


def scorer(file: ScoreFile, game: Game) -> UnikornisScorer:
    """Return the scorer of this game.

    Raises:
        CardtoolsError: ``score.no-fact`` where a user's data takes away a number that scoring needs.
    """
    return UnikornisScorer(file, game)


class UnikornisScorer:
    """Counts unicorns and says who has won."""

    def __init__(self, file: ScoreFile, game: Game) -> None:
        scoring = game.scoring
        facts = Facts(game)
        self._worth = {name: facts[name] for name in _WORTH}
        self._file = file
        self._players = file.seats
        self._first = file.first
        self._most_players = game.info.players.max
        self._least_players = game.info.players.min or 1
        self._reader = StableReader(game, file.count)
        self._categories = {kind: one.id for one in (scoring.categories if scoring else ()) for kind in one.types}
        target = scoring.target.value if scoring and scoring.target else None
        many = facts.get("many-players")
        if many is not None and file.count >= many:
            way = file.way or (scoring.variants[0].id if scoring and scoring.variants else "")
            target = facts.get(f"target-many-{way}") or target
        self.target = file.target or target

    def outcome(self, totals: Mapping[str, Fraction], rounds: Sequence[RoundScore]) -> Outcome:
        """Return how the game stands: over when somebody has the target, or when the draw pile is out."""
        points = Criterion("points", totals)
        if not rounds:
            return Outcome(False, (points,))
        there = [self._first] if self._first is not None else self._reached(totals)
        if len(there) == 1:
            first = {player: Fraction(player in there) for player in totals}
            return Outcome(True, (Criterion("target", first), points))
        counted = rounds[-1].counts.get(_LETTERS, {})
        spelled = {player: counted.get(player, Fraction(0)) for player in totals}
        return Outcome(self._file.pile_out, (points, Criterion("letters", spelled)), unbroken="nobody")

    def score_round(self, n: int, played: RoundInput, before: Mapping[str, Fraction]) -> RoundScore:
        """Count the unicorns of every stable, and the letters where they decide; or refuse with every reason."""
        faults = list(self._check_players(played))
        stables, unread = self._reader.read(dict.fromkeys((*self._players, *played.stables)), played)
        faults.extend(unread)
        lines = [line for stable in stables for line in self._lines(stable)]
        totals = dict(before)
        for line in lines:
            totals[line.player] = totals.get(line.player, Fraction(0)) + line.points
        if not _errors(faults):
            faults.extend(self._check_first(played, totals))
        if _errors(faults):
            return RoundScore(n, faults=tuple(faults))
        spelled = tuple(self._letters(played, stables, totals))
        counts = {_LETTERS: {line.player: Fraction(line.count) for line in spelled}}
        return RoundScore(n, (*lines, *spelled), tuple(faults), counts)

    def _reached(self, totals: Mapping[str, Fraction]) -> list[str]:
        target = self.target
        return [player for player, total in totals.items() if target is not None and total >= target]

    def _check_players(self, played: RoundInput) -> Iterator[Fault]:
        count, named = self._file.count, len(self._players)
        if count < self._least_players or (self._most_players is not None and count > self._most_players):
            most = self._most_players or "–"
            yield fault("score.players", "players", count=count, least=self._least_players, most=most)
        if named > count:
            yield fault("score.stables-more", "players", count=named, players=count)
        if played.pile_out and len(played.stables) < count:
            told = len(played.stables)
            yield fault("score.stables-missing", "stables", severity="warning", count=told, players=count)
        for name in played.stables:
            if name not in self._players:
                yield fault("score.unknown-player", "stables", name, name=name)

    def _check_first(self, played: RoundInput, totals: Mapping[str, Fraction]) -> Iterator[Fault]:
        reached, target = self._reached(totals), self.target or 0
        first = self._first
        if first is None:
            if len(reached) > 1 and not played.pile_out:
                names = ", ".join(reached)
                yield fault("score.two-at-target", "stables", names=names, target=target, name=reached[0])
        elif first not in totals:
            yield fault("score.unknown-player", "first", name=first)
        elif first not in reached:
            yield fault("score.first-not-there", "first", name=first, count=str(totals[first]), target=target)

    def _lines(self, stable: Stable) -> Iterator[ScoreLine]:
        """Yield a line for each unicorn; what else stands in a stable counts for nothing."""
        for card, count in stable.cards:
            category = self._categories.get(card.type or "")
            if category is None:
                continue
            double = "counts-two" in card.marks
            kind = "panda" if stable.pandas else "ginormous" if double else "unicorn"
            each = Fraction(self._worth[kind])
            why = {"panda": "score.why.unikornis.panda", "ginormous": "score.why.unikornis.two"}
            by = (("by", (stable.pandas.id,)),) if stable.pandas else ()
            reason = why.get(kind, "score.why.tally")
            yield ScoreLine(stable.player, category, count, count * each, reason, card.id, each, details=by)

    def _letters(
        self, played: RoundInput, stables: Sequence[Stable], totals: Mapping[str, Fraction]
    ) -> Iterator[ScoreLine]:
        """Yield the letters of each player tied for most unicorns, where the draw pile is out and nobody was first."""
        tied = [player for player, total in totals.items() if total == max(totals.values())]
        if not played.pile_out or self._first is not None or len(tied) < 2 or len(self._reached(totals)) == 1:
            return
        why = "score.why.unikornis.digraphs" if played.digraphs else "score.why.unikornis.letters"
        for stable in (one for one in stables if one.player in tied):
            unicorns = () if stable.pandas else (one for one in stable.laid if one.card.type in self._categories)
            spelled = [(one, letters(one.words, digraphs=played.digraphs)) for one in unicorns]
            count = sum(one.count * each for one, each in spelled)
            names = ", ".join(f"{one.words} {each}" + f" × {one.count}" * (one.count > 1) for one, each in spelled)
            details = (("names", names or "–"),)
            yield ScoreLine(stable.player, _LETTERS, count, Fraction(0), why, details=details, certainty="ruling")


def _errors(faults: Sequence[Fault]) -> bool:
    return any(one.finding.severity == "error" for one in faults)
