"""How kept decks stand, for lists of them: each judged once a day, and again when it or its pool has changed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final

from cardtools.errors import CardtoolsError
from cardtools.web.deck_files import KeptDeck
from cardtools.web.warm import Warm

_MOST_REMEMBERED: Final = 2_000


def statuses(warm: Warm, decks: Iterable[KeptDeck]) -> dict[str, str]:
    """Return the verdicts on decks by id, none for one without cards or whose pool cannot be read.

    They are judged game by game and pool by pool, since only a few pools stay in memory.
    """
    ordered = sorted(decks, key=lambda deck: (deck.state.game, deck.state.pool, sorted(deck.state.choices.items())))
    found = ((deck.id, _status(warm, deck)) for deck in ordered)
    return {deck_id: status for deck_id, status in found if status}


def _status(warm: Warm, deck: KeptDeck) -> str:
    state = deck.state
    try:
        bench_key = warm.key(state.game, state.pool, state.choices)[0]
        key = (deck.id, deck.version, state.format, bench_key, date.today())  # noqa: DTZ011 - the day at the table
        if key not in warm.statuses:
            if len(warm.statuses) >= _MOST_REMEMBERED:
                warm.statuses.clear()
            bench = warm.bench(state.game, state.pool, state.choices)
            made = bench.read(state.text)
            warm.statuses[key] = bench.judging(state.format).judge_deck(made)[0].status if made.slots else ""
    except CardtoolsError:
        return ""
    return warm.statuses.get(key, "")
