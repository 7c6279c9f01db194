"""The cards to choose from: what was searched for, a page of it, each with the zone it goes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from cardtools.model.card import Card
from cardtools.web.deck_page import Chip, DeckPage
from cardtools.web.forms import whole_number
from cardtools.web.live_search import Filters, Page
from cardtools.web.pages import Visit

if TYPE_CHECKING:
    from cardtools.web.deck_show import Table

PAGE_CARDS: Final = 30
"""Cards of one page of results."""
_HIGHEST_COST: Final = 999
_LAST_PAGE: Final = 100_000


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card to choose: ``inside`` is how many copies the deck has in all zones."""

    id: str
    name: str
    kind: str
    chips: tuple[Chip, ...]
    cost: str
    numbers: str
    inside: int


def cards_values(visit: Visit, table: Table, *, nothing: bool = False) -> dict[str, Any]:
    """Return what the template of the card list needs, as the address of the visit asks.

    Raises:
        CardtoolsError: For a query that cannot be understood; with ``nothing`` no card is looked for.
    """
    info = table.bench.builder.info
    words = visit.query("q")
    types, colours = {one.id for one in info.types}, {one.id for one in info.colours}
    kind, colour = visit.query("type"), visit.query("colour")
    cost = whole_number(visit.query("cost"), 0, _HIGHEST_COST, -1)
    filters = Filters(kind if kind in types else "", colour if colour in colours else "", cost if cost >= 0 else None)
    first = whole_number(visit.query("from"), 0, _LAST_PAGE, 0)
    search = table.bench.search
    found = Page((), 0, 0) if nothing else search.page(words, filters, first, PAGE_CARDS)
    inside: dict[str, int] = {}
    for slot in table.deck.slots:
        if slot.card is not None:
            inside[slot.card.id] = inside.get(slot.card.id, 0) + slot.entry.count
    page = DeckPage(visit, table.bench)
    asked = {"q": words, "type": filters.type, "colour": filters.colour, "cost": visit.query("cost", 4)}
    asked = {key: value for key, value in asked.items() if value}
    into = visit.query("into")

    def at(place: int) -> str:
        return "?" + urlencode({**asked, **({"into": into} if into else {}), "from": place})

    return {
        "found": [_item(visit, table, page, card, inside.get(card.id, 0)) for card in found.cards],
        "found_total": found.total,
        "found_undecided": found.undecided,
        "found_alike": found.alike,
        "found_first": first + 1 if found.cards else 0,
        "found_last": first + len(found.cards),
        "earlier": at(max(0, first - PAGE_CARDS)) if first else "",
        "later": at(first + PAGE_CARDS) if first + len(found.cards) < found.total else "",
        "asked": {"q": words, "type": "", "colour": "", "cost": "", **asked},
        "into": into if into in table.bench.builder.zones else "",
        "has_costs": search.has_costs,
        "deck": table.kept,
    }


def _item(visit: Visit, table: Table, page: DeckPage, card: Card, inside: int) -> Markup:
    """Return a card of the list as HTML; a card that looks as it did before is not laid out again."""
    mark = (id(table.bench), card.id, inside)
    return visit.kept_markup("_card.html.j2", mark, {"card": _row(page, card, inside)})


def _row(page: DeckPage, card: Card, inside: int) -> CardRow:
    stats = (card.damage, card.life)
    numbers = "" if stats == (None, None) else "/".join("?" if one is None else str(one) for one in stats)
    return CardRow(card.id, page.name(card), page.kind(card), page.chips(card), page.cost(card), numbers, inside)
