"""The deck builder: decks listed, begun and opened, changed card by card, and judged at every change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from cardtools.app.deck_lists import write_list
from cardtools.app.deck_share import read_code
from cardtools.app.games import summarize
from cardtools.decks.share_code import is_code
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.base import text_in
from cardtools.store.files import LIST_LIMIT, POOL_LIMIT, too_large
from cardtools.web import deck_tools
from cardtools.web.card_list import cards_values
from cardtools.web.deck_edits import Change, apply
from cardtools.web.deck_files import Conflict, DeckState, KeptDeck
from cardtools.web.deck_show import bench_of, beside, deck_values, lay, page_values
from cardtools.web.deck_text import opened
from cardtools.web.forms import Form, Upload, sent_form, which_number
from cardtools.web.kept_rows import deck_rows
from cardtools.web.pages import Told, Visit, visited
from cardtools.web.sections import Section

_ROOM_BYTES: Final = 400_000
"""What a form with a file has besides the file."""
_MOST_SHOWN: Final = 100
_MOST_AT_ONCE: Final = 60
_LISTS_BYTES: Final = 20_000_000
"""Files that are opened at once, each a list within its own limit, and their bytes together."""


async def _list(visit: Visit) -> Response:
    values = await run_in_threadpool(
        _list_values, visit, visit.query("game"), laid=which_number(visit.query("laid"), _MOST_AT_ONCE) or 0
    )
    return visit.page("decks.html.j2", values)


def _list_values(
    visit: Visit, asked: str, form: Form | None = None, told: Sequence[Told] = (), laid: int = 0
) -> dict[str, object]:
    """Return what the page of all decks needs for the game ``asked``; what was sent stays in its fields.

    ``laid`` is how many decks were just made of files.
    """
    desk = visit.desk
    games = []
    for game in desk.catalog.game_ids():
        summary = summarize(desk, game)
        if summary.formats:
            names = [(one.id, text_in(one.name, desk.language)) for one in desk.catalog.formats(game)]
            usual = summary.info.default_format or names[0][0]
            games.append((game, text_in(summary.info.name, desk.language), names, usual, visit.warm.pools(game)))
    chosen = next((one for one in games if one[0] == asked), games[0] if games else None)
    pools = chosen[4] if chosen else []
    brought = next((one for one in pools if one.id == visit.query("pool")), None)
    usual = brought.id if brought else visit.warm.usual_pool(chosen[0]) if chosen else ""
    return {
        "decks": deck_rows(visit, visit.warm.decks.listed()[:_MOST_SHOWN], judged=True),
        "games": [(one[0], one[1]) for one in games],
        "chosen": chosen,
        "usual_pool": usual,
        "brought": brought,
        "name": form.text("name", 120) if form else "",
        "text": form.fields.get("text", "") if form else "",
        "back": f"/decks?game={chosen[0]}" if form and chosen else visit.back,
        "told": told,
        "more": 0,
        "laid": laid,
    }


async def _begin(visit: Visit) -> Response:
    async with sent_form(visit.request, _LISTS_BYTES, _MOST_AT_ONCE) as form:
        if pick := form.text("pick"):
            return visit.page("decks.html.j2", await run_in_threadpool(_list_values, visit, pick, form))
        laid, told = await run_in_threadpool(_lay, visit, form)
        game = form.text("game")
        if not told:
            one = len(laid) == 1
            return visit.go(f"/decks/{laid[0].id}" if one else f"/decks?game={game}&laid={len(laid)}")
        # What was made must not be made again: fields keep what was sent only where nothing was.
        values = await run_in_threadpool(_list_values, visit, game, None if laid else form, told, len(laid))
    return visit.page("decks.html.j2", values, 200 if laid else 422)


def _lay(visit: Visit, form: Form) -> tuple[list[KeptDeck], list[Told]]:
    """Keep a deck of each file that was sent, else of what else a form says; return them, and what was refused."""
    laid: list[KeptDeck] = []
    told: list[Told] = []
    files = form.every_file.get("file", ())
    for upload in files or (None,):
        try:
            laid.append(_new_deck(visit, form, upload, form.text("name", 120) if len(files) < 2 else ""))
        except CardtoolsError as error:
            found = [visit.told(finding) for finding in error.findings[:_MOST_SHOWN]]
            told += [
                replace(one, place=upload.name) if upload and upload.name not in one.place else one for one in found
            ]
    return laid, told


def _new_deck(visit: Visit, form: Form, upload: Upload | None, name: str) -> KeptDeck:
    """Keep a new deck of a file, else of a text or share code that a form says, else an empty one."""
    game, pool = form.text("game"), form.text("pool")
    text = form.fields.get("text", "")
    listing, code_game = None, ""
    if upload is None and is_code(text.strip()):
        shared = read_code(text.strip())
        code_game, listing = shared.game, shared.listing
        game = code_game or game
    formats = visit.desk.catalog.formats(game)
    ids = [one.id for one in formats]
    if not ids:
        raise refuse("usage.no-formats", game=game, exit_code=1)
    info = visit.desk.catalog.info(game)
    format_id = form.text("format") if form.text("format") in ids else info.default_format or ids[0]
    known = {one.id for one in visit.warm.pools(game)}
    state = DeckState(game, format_id, pool if pool in known else visit.warm.usual_pool(game))
    builder = bench_of(visit, state).builder
    stem = upload.name.rpartition(".")[0] if upload else ""
    if upload is not None and len(upload.content) > LIST_LIMIT:
        raise too_large(upload.name, LIST_LIMIT, exit_code=1)
    if listing is not None:
        upload = Upload("deck.txt", write_list(builder, listing, "text"))
    elif upload is None:
        upload = Upload("deck.txt", text.encode("utf-8", "replace"))
    made = opened(builder, upload.content, upload.name)
    name = name or made.name or stem
    return visit.warm.decks.begin(replace(state, name=name[:120], text=made.text if made.text.strip() else ""))


async def _show(visit: Visit) -> Response:
    kept = visit.warm.decks.get(visit.request.path_params["deck"])
    if visit.part == "version":
        return HTMLResponse(str(kept.version))
    table = await lay(visit, kept)
    if visit.part == "deck":
        return HTMLResponse(visit.markup("_deck.html.j2", deck_values(visit, table)))
    return visit.page("deck.html.j2", await run_in_threadpool(page_values, visit, table))


async def _cards(visit: Visit) -> Response:
    kept = visit.warm.decks.get(visit.request.path_params["deck"])
    table = await lay(visit, kept)
    if not visit.part:
        return visit.go(f"/decks/{kept.id}?{visit.request.url.query}")
    return HTMLResponse(visit.markup("_cards.html.j2", cards_values(visit, table)))


async def _edit(visit: Visit) -> Response:
    """Change a deck; a change made from an older version is told, and offered again."""
    deck_id = visit.request.path_params["deck"]
    decks = visit.warm.decks
    async with sent_form(visit.request) as form:
        change = Change.of(form)
        version = form.number("version", 0, 10**8, 0)
        conflict = ""
        try:
            before = decks.get(deck_id)
            work = run_in_threadpool if change.do == "mend" else partial(beside, visit, before.state)
            kept = await work(apply, visit, before, version, change)
        except Conflict as late:
            kept, conflict = late.deck, change.do
        if conflict == "text":
            values = {"mine": change.text, "conflict": True, "deck": kept, "told": [], "more": 0}
            return visit.page("deck_text.html.j2", values, 409)
        back = form.text("query", 500)
    if visit.part:
        values = deck_values(visit, await lay(visit, kept), conflict=conflict)
        return HTMLResponse(visit.markup("_deck.html.j2", values), 409 if conflict else 200)
    if conflict:
        table = await lay(visit, kept)
        return visit.page("deck.html.j2", page_values(visit, table, conflict=conflict), 409)
    return visit.go(f"/decks/{deck_id}" + (f"?{back}" if back.isprintable() and back else ""))


async def _pool(visit: Visit) -> Response:
    async with sent_form(visit.request, POOL_LIMIT) as form:
        game, upload = form.text("game"), form.file("file")
        visit.desk.catalog.info(game)
        if upload is None:
            raise refuse("web.no-file", exit_code=1)
        pool_id, findings = await run_in_threadpool(visit.warm.keep_pool, game, upload.name, upload.content)
    told = [visit.told(finding) for finding in findings[:_MOST_SHOWN]]
    if not told:
        return visit.go(f"/decks?game={game}&pool={pool_id}")
    values = {"told": told, "more": len(findings) - len(told), "name": upload.name, "game": game, "pool": pool_id}
    return visit.page("pool_told.html.j2", values)


SECTION: Final = Section(
    id="decks",
    start="/decks",
    routes=(
        Route("/decks", visited(_list)),
        Route("/decks", visited(_begin), methods=["POST"]),
        Route("/decks/pool", visited(_pool), methods=["POST"]),
        Route("/decks/{deck:str}", visited(_show)),
        Route("/decks/{deck:str}", visited(_edit), methods=["POST"]),
        Route("/decks/{deck:str}/cards", visited(_cards)),
        *deck_tools.ROUTES,
    ),
    limits=(("/decks/pool", POOL_LIMIT + _ROOM_BYTES), ("/decks", _LISTS_BYTES + _ROOM_BYTES)),
)
