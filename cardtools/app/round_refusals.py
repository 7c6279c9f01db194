"""What is said where a round in words is refused: the column, what was understood, and an example."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtools.app.scores import SPOKEN, Table
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding, Location
from cardtools.scoring.statements import statements

_MOST_TOLD: Final = 300


def told_beside(table: Table, text: str, players: Sequence[str]) -> tuple[Finding, ...]:
    """Return notes for words that were refused: what was understood of them, if anything, and an example."""
    notes: list[Finding] = []
    try:
        parts = statements(text, players, getattr(table.module, "KEYWORDS", ()))
    except CardtoolsError:
        parts = ()
    if parts:
        told = "; ".join(f"{one.player}: {one.words or '–'}" if one.player else one.words for one in parts)
        short = told if len(told) <= _MOST_TOLD else told[: _MOST_TOLD - 1] + "…"
        notes.append(_note("score.words.understood", None, understood=short))
    wording = f"score.words.example.{table.game.info.id}"
    notes.append(_note("score.words.example", wording, example=_example(table, players)))
    return tuple(notes)


def unspoken(finding: Finding) -> Finding:
    """Return a finding about words, which stand in no file, with its column only."""
    if finding.location.path != str(SPOKEN):
        return finding
    return finding.model_copy(update={"location": finding.location.model_copy(update={"path": None})})


def unplaced(finding: Finding) -> Finding:
    """Return a finding about what the command line says, which has no place at all."""
    return finding.model_copy(update={"location": Location()})


def _note(code: str, wording: str | None, **params: str | int) -> Finding:
    return Finding(code=code, wording=wording, severity="info", params=params, effect="none")


def _example(table: Table, players: Sequence[str]) -> str:
    """Return a round in words made of a game's own cards, for games that are scored by tally."""
    cards = table.game.cards.cards if table.game.cards else ()
    tokens = [min((*card.tokens, card.id), key=len) for card in cards if card.points is not None]
    names = [*players, "Anna", "Béla"][:2]
    held = (tokens[:2], tokens[-1:])
    return "; ".join(f"{name}: {' '.join(cards)}".strip() for name, cards in zip(names, held, strict=True))
