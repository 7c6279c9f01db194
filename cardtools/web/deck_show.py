"""A deck as it is shown: its bench, its verdict and its numbers, as one page or the part that a change replaces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from cardtools.app.validation import Validator
from cardtools.decks.statistics import take_statistics
from cardtools.errors import CardtoolsError
from cardtools.legality.binding import choices_of, values_of
from cardtools.model.base import text_in
from cardtools.model.deck import Deck
from cardtools.web.card_list import cards_values
from cardtools.web.deck_files import DeckState, KeptDeck
from cardtools.web.deck_numbers import numbers_view
from cardtools.web.deck_page import MOST_ROWS, DeckPage, Row, ZoneView
from cardtools.web.forms import which_number
from cardtools.web.pages import Visit
from cardtools.web.warm import Bench
from cardtools.words.messages import MESSAGES

ResultT = TypeVar("ResultT")
_LAST_LINE: Final = 1_000_000


@dataclass(frozen=True)
class Table:
    """A kept deck on its bench, read and ready to be judged."""

    kept: KeptDeck
    bench: Bench
    validator: Validator
    deck: Deck

    @classmethod
    def lay(cls, visit: Visit, kept: KeptDeck) -> Table:
        """Read a deck.

        Raises:
            CardtoolsError: Where its pool is gone, or its text is no list.
        """
        state = kept.state
        bench = bench_of(visit, state)
        return cls(kept, bench, bench.judging(state.format), bench.read(state.text))


def bench_of(visit: Visit, state: DeckState) -> Bench:
    """Return the game and pool of a deck; see Warm.bench."""
    return visit.warm.bench(state.game, state.pool, state.choices)


async def lay(visit: Visit, kept: KeptDeck) -> Table:
    """Read a deck, in a thread of its own where its pool has to be read first; see Table.lay."""
    return await beside(visit, kept.state, Table.lay, visit, kept)


async def beside(visit: Visit, state: DeckState, work: Callable[..., ResultT], *args: Any) -> ResultT:
    """Do work about a deck: at once where its bench is warm, else in a thread, so that other pages are not held up."""
    if visit.warm.has(state.game, state.pool, state.choices):
        return work(*args)
    return await run_in_threadpool(work, *args)


def deck_values(visit: Visit, table: Table, *, conflict: str = "") -> dict[str, Any]:
    """Return what the template of a deck needs; ``conflict`` is a change that came too late."""
    page = DeckPage(visit, table.bench)
    verdict = table.validator.judge_deck(table.deck)[0]
    zones, whole = page.zones(table.deck, verdict, _turned(visit))
    names = tuple((zone.id, zone.name) for zone in zones)
    opened = which_number(visit.query("row"), _LAST_LINE)
    rows = next((f"{zone.id}:{zone.first}" for zone in zones if zone.first), "")

    def row_of(row: Row, zone: str) -> Markup:
        values = {"row": row, "rows": rows, "zone": zone, "zone_names": names, "open": row.line == opened}
        return visit.kept_markup("_row.html.j2", (row.mark, rows, zone, names, row.line == opened), values)

    numbers = take_statistics(table.deck, table.bench.builder.info, table.validator.facts)
    return {
        "deck": table.kept,
        "zones": [
            (
                zone.id,
                zone.name,
                zone.count,
                zone.told,
                Markup().join(row_of(row, zone.id) for row in zone.shown),
                _leaves(zone),
            )
            for zone in zones
        ],
        "rows": rows,
        "zone_names": names,
        "verdict": page.verdict(verdict, zones, whole, table.validator),
        "numbers": numbers_view(visit.words, numbers, page.named, page.inks),
        "conflict": conflict,
        "query": _searched(visit),
    }


def _turned(visit: Visit) -> tuple[str, int]:
    """Return of which zone the address asks for later rows, and the first of them."""
    zone, _, first = visit.query("rows").partition(":")
    return zone, which_number(first, _LAST_LINE) or 0


def _leaves(zone: ZoneView) -> dict[str, int] | None:
    """Return which rows of a zone are shown, and where the earlier and later ones begin; None where all are."""
    if len(zone.shown) == len(zone.rows):
        return None
    last, total = zone.first + len(zone.shown), len(zone.rows)
    leaves = {"first": zone.first + 1, "last": last, "total": total}
    if zone.first:
        leaves["earlier"] = max(0, zone.first - MOST_ROWS)
    return leaves if last == total else {**leaves, "later": last}


def _searched(visit: Visit) -> str:
    """Return what the address asks of the card list, without the row that is opened."""
    return urlencode([(key, value) for key, value in visit.request.query_params.multi_items() if key != "row"])


def page_values(visit: Visit, table: Table, *, conflict: str = "") -> dict[str, Any]:
    """Return what the whole page needs besides: the cards to choose from, and the settings of the deck."""
    state = table.kept.state
    catalog = visit.desk.catalog
    formats = catalog.formats(state.game)
    wrong: list[Any] = []
    try:
        cards = cards_values(visit, table)
    except CardtoolsError as error:
        wrong = [visit.told(finding) for finding in error.findings]
        cards = cards_values(visit, table, nothing=True)
    named = visit.desk.names_of(table.bench.builder.info)
    chosen = [one for one in formats if one.id == state.format]
    return {
        **deck_values(visit, table, conflict=conflict),
        **cards,
        "wrong_query": wrong,
        "game_name": text_in(table.bench.builder.info.name, visit.language),
        "format_name": text_in(chosen[0].name, visit.language) if chosen else state.format,
        "formats": [(one.id, text_in(one.name, visit.language)) for one in formats],
        "pools": visit.warm.pools(state.game),
        "choices": [
            (
                choice,
                visit.choice_word(choice),
                state.choices.get(choice, ""),
                [(one, visit.choice_word(choice, one)) for one in values_of(choice, table.validator.formats)],
            )
            for choice in choices_of(table.validator.formats)
        ],
        "colour_word": visit.words.text(
            own if (own := f"web.field.colour.{state.game}") in MESSAGES else "web.field.colour"
        ),
        "types": [(one.id, named[f"type:{one.id}"]) for one in table.bench.builder.info.types],
        "colours": [(one.id, named[f"colour:{one.id}"]) for one in table.bench.builder.info.colours],
        "pool_told": [visit.told(finding) for finding in table.validator.pool_findings[:3]],
    }
