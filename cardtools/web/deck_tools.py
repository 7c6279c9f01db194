"""Beside the builder: odds and opening hands, what mends a deck, another list beside it, its share code, its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup
from starlette.responses import Response
from starlette.routing import Route

from cardtools.app.deck_lists import compare, form_of, write_list
from cardtools.app.deck_odds import Start, Wish, draw_hand, odds
from cardtools.app.deck_share import share
from cardtools.app.decks import Builder
from cardtools.decks.qr import qr_svg
from cardtools.errors import CardtoolsError, refuse
from cardtools.names.folding import fold
from cardtools.store.deck_lists.writers import FORMS
from cardtools.web.deck_files import KeptDeck
from cardtools.web.deck_mend import mend
from cardtools.web.deck_numbers import percent
from cardtools.web.deck_page import DeckPage
from cardtools.web.deck_show import Table, lay
from cardtools.web.deck_text import read
from cardtools.web.forms import sent_form, which_number, whole_number
from cardtools.web.kept_rows import deck_rows, moment
from cardtools.web.pages import Visit, visited
from cardtools.words.catalog import Words

_MOST_TURNS: Final = 60
_MOST_HAND: Final = 60
_MOST_SEED: Final = 999_999_999
_ENDINGS: Final = {"text": "txt"}
_TYPES: Final = {
    "text": "text/plain; charset=utf-8", "csv": "text/csv; charset=utf-8", "yaml": "text/yaml; charset=utf-8",
    "json": "application/json", "cod": "application/xml",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}  # fmt: skip
_LONGEST_STEM: Final = 60
_MOST_STATES: Final = 30
_MOST_CHANGES: Final = 300
_MOST_OTHERS: Final = 60
_MOST_TOLD: Final = 3
_LONG_LIST: Final = 20_000
"""Letters of a list that is not compared with the state before it: thirty of them would keep the page waiting."""


async def _lay(visit: Visit) -> Table:
    kept = visit.warm.decks.get(visit.request.path_params["deck"])
    return await lay(visit, kept)


def _start(visit: Visit, table: Table) -> tuple[int | None, dict[str, Any]]:
    """Return the size of the opening hand, None where nobody says, and the fields of the form."""
    said = whole_number(visit.query("hand"), 0, _MOST_HAND, -1)
    usual: int | None = None
    try:
        usual = table.bench.builder.hand_size(table.deck, table.kept.state.format)
    except CardtoolsError:
        usual = None
    fields = {
        "hand": said if said >= 0 else "",
        "usual_hand": usual,
        "turn": whole_number(visit.query("turn"), 0, _MOST_TURNS, 0),
        "on_the_draw": visit.query("draw") == "1",
    }
    return (said if said >= 0 else usual), fields


async def _odds(visit: Visit) -> Response:
    table = await _lay(visit)
    hand, values = _start(visit, table)
    page = DeckPage(visit, table.bench)
    main = table.bench.builder.zones[0]
    names = dict.fromkeys(page.name(slot.card) for slot in table.deck.slots if slot.card and slot.entry.zone == main)
    types = dict.fromkeys(slot.card.type for slot in table.deck.slots if slot.card and slot.entry.zone == main)
    named = visit.desk.names_of(table.bench.builder.info)
    values |= {
        "deck": table.kept,
        "names": list(names),
        "types": [(one, named.get(f"type:{one}", one)) for one in types if one],
        "least": whole_number(visit.query("least"), 1, _MOST_HAND, 1),
        "wishes": [visit.query("wish"), visit.query("wish2")],
        "answer": None,
        "told": [],
        "more": 0,
    }
    wishes = [wish for text in values["wishes"] if (wish := _wish(text))]
    if wishes and hand is not None:
        start = Start(hand, values["turn"], values["on_the_draw"])
        try:
            answer = odds(table.bench.builder, table.deck, start, wishes, values["least"])
        except CardtoolsError as error:
            values["told"] = [visit.told(finding) for finding in error.findings]
        else:
            values["answer"] = answer
            values["groups"] = [
                {
                    "label": ", ".join(named.get(f"type:{one}", one) for one in group.label),
                    "hits": group.hits,
                    "perhaps": group.perhaps,
                    "chance": _chance(group.chance, visit.words),
                    "with_perhaps": _chance(group.chance_with, visit.words),
                    "exactly": _bars(group.exactly, visit.words),
                }
                for group in answer.groups
            ]
            values["both"] = None if answer.both is None else _chance(answer.both, visit.words)
    return visit.page("deck_odds.html.j2", values)


def _wish(text: str) -> Wish | None:
    kind, _, value = text.partition(":")
    if not value:
        return None
    return Wish(types=(value,)) if kind == "type" else Wish(names=(value,))


def _bars(exactly: Sequence[Fraction], words: Words) -> list[tuple[int, str, float]]:
    """Return the chance of each number of hits, and how long its bar is in hundredths of the longest."""
    longest = max(exactly) or 1
    return [(n, percent(one, words), round(float(one / longest) * 100, 2)) for n, one in enumerate(exactly)]


def _chance(chance: Fraction, words: Words) -> tuple[str, str]:
    return percent(chance, words), f"{chance.numerator}/{chance.denominator}"


async def _hand(visit: Visit) -> Response:
    table = await _lay(visit)
    hand, values = _start(visit, table)
    values |= {"deck": table.kept, "drawn": None, "told": [], "more": 0}
    if hand is not None and table.deck.slots:
        seed = whole_number(visit.query("seed"), 0, _MOST_SEED, -1)
        start = Start(hand, values["turn"], values["on_the_draw"])
        drawn = draw_hand(table.bench.builder, table.deck, start, seed if seed >= 0 else None)
        page = DeckPage(visit, table.bench)
        known = {page.name(slot.card): slot.card for slot in table.deck.slots if slot.card is not None}
        values["drawn"], values["card_language"] = drawn, table.bench.builder.language
        values["cards"] = [
            (name, page.chips(card) if (card := known.get(name)) else (), page.kind(card) if card else "")
            for name in drawn.drawn.hand
        ]
    return visit.page("deck_hand.html.j2", values)


async def _diff(visit: Visit) -> Response:
    """Show what is not the same in another list: an earlier state, another deck of the table, or a file."""
    table = await _lay(visit)
    builder = table.bench.builder
    kept = table.kept
    other, other_name = None, ""
    if visit.request.method == "POST":
        async with sent_form(visit.request) as form:
            upload = form.file("file")
        if upload is None:
            raise refuse("web.no-file", exit_code=1)
        other, other_name = builder.understand(upload.content, upload.name), upload.name
    elif visit.query("state"):
        at = which_number(visit.query("state"), len(kept.states) - 1)
        if at is None:
            raise refuse("web.no-such-page", exit_code=1)
        other, other_name = read(builder, kept.states[at][1].text), visit.words.text("web.deck.state", number=at + 1)
    elif visit.query("deck"):
        chosen = visit.warm.decks.get(visit.query("deck"))
        other = read(builder, chosen.state.text)
        other_name = chosen.name or visit.words.text("web.deck.unnamed")
    page = DeckPage(visit, table.bench)
    found = compare(builder, other, table.deck) if other is not None else ()
    first = max(0, len(kept.states) - _MOST_STATES)
    others = [one for one in visit.warm.decks.listed() if one.id != kept.id and one.state.game == kept.state.game]
    values = {
        "deck": kept,
        "other": other_name,
        "changes": [(one, page.zone_name(one.zone)) for one in found[:_MOST_CHANGES]],
        "more_changes": len(found) - len(found[:_MOST_CHANGES]),
        "states": [
            (at, moment(kept.states[at][0]), _changed(builder, kept, at))
            for at in range(first, len(kept.states))
            if at != kept.place
        ],
        "decks": deck_rows(visit, others[:_MOST_OTHERS]),
    }
    return visit.page("deck_diff.html.j2", values)


def _changed(builder: Builder, kept: KeptDeck, at: int) -> str:
    """Return what a state of a deck has changed of the one before, in a few words; "" where no card was changed."""
    if at == 0:
        return ""
    before, after = kept.states[at - 1][1].text, kept.states[at][1].text
    if before == after or max(len(before), len(after)) > _LONG_LIST:
        return ""
    found = compare(builder, read(builder, before), read(builder, after))
    told = [f"{one.after - one.before:+d} {one.name}".replace("-", "−", one.after < one.before) for one in found]
    return ", ".join(told[:_MOST_TOLD]) + (" …" if len(told) > _MOST_TOLD else "")


async def _share(visit: Visit) -> Response:
    table = await _lay(visit)
    told: list[Any] = []
    code, drawing = "", None
    try:
        code = share(table.bench.builder, table.deck)
        drawing = Markup(qr_svg(code))  # noqa: S704 - drawn by us, of squares alone
    except CardtoolsError as error:
        told = [visit.told(finding) for finding in error.findings]
    values = {"deck": table.kept, "code": code, "drawing": drawing, "told": told, "more": 0}
    return visit.page("deck_share.html.j2", values)


async def _text(visit: Visit) -> Response:
    table = await _lay(visit)
    told = [visit.told(finding) for finding in table.deck.listing.findings]
    values = {"deck": table.kept, "mine": table.kept.state.text, "conflict": False, "told": told, "more": 0}
    return visit.page("deck_text.html.j2", values)


async def _file(visit: Visit) -> Response:
    """Send the deck as a file; a plain one is the text as it stands."""
    table = await _lay(visit)
    form = form_of(visit.request.path_params["form"], None)
    if form == "text":
        content = table.kept.state.text.encode()
    else:
        content = write_list(table.bench.builder, table.deck.listing, form)
    name = f"{file_stem(table.kept.name)}.{_ENDINGS.get(form, form)}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=_TYPES[form], headers=headers)


def file_stem(name: str) -> str:
    """Return a name that every system takes for a file.

    >>> file_stem("Három isten / Three"), file_stem("???")
    ('harom-isten-three', 'deck')
    """
    return re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:_LONGEST_STEM] or "deck"


def _route(end: str, handler: Callable[[Visit], Any], methods: tuple[str, ...] = ("GET",)) -> Route:
    return Route(f"/decks/{{deck:str}}/{end}", visited(handler), methods=list(methods))


ROUTES: Final = (
    _route("odds", _odds),
    _route("hand", _hand),
    _route("mend", mend),
    _route("diff", _diff, ("GET", "POST")),
    _route("share", _share),
    _route("text", _text),
    _route("file/{form:str}", _file),
)
FILE_FORMS: Final = FORMS
