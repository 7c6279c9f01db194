"""The deck builder: decks listed, begun and opened, changed card by card, and judged at every change."""

from __future__ import annotations

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
from cardtools.model.finding import Finding
from cardtools.store.files import LIST_LIMIT, POOL_LIMIT
from cardtools.web import deck_tools
from cardtools.web.card_list import cards_values
from cardtools.web.deck_edits import Change, apply
from cardtools.web.deck_files import Conflict, DeckState, KeptDeck
from cardtools.web.deck_show import bench_of, beside, deck_values, lay, page_values
from cardtools.web.deck_text import opened
from cardtools.web.forms import Form, Upload, sent_form
from cardtools.web.kept_rows import deck_rows
from cardtools.web.pages import Visit, visited
from cardtools.web.sections import Section

_ROOM_BYTES: Final = 400_000
"""What a form with a file has besides the file."""
_MOST_SHOWN: Final = 100


async def _list(visit: Visit) -> Response:
    return visit.page("decks.html.j2", _list_values(visit, visit.query("game")))


def _list_values(
    visit: Visit, asked: str, form: Form | None = None, told: tuple[Finding, ...] = ()
) -> dict[str, object]:
    """Return what the page of all decks needs for the game ``asked``; what was sent stays in its fields."""
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
        "decks": deck_rows(visit, visit.warm.decks.listed()[:_MOST_SHOWN]),
        "games": [(one[0], one[1]) for one in games],
        "chosen": chosen,
        "usual_pool": usual,
        "brought": brought,
        "name": form.text("name", 120) if form else "",
        "text": form.fields.get("text", "") if form else "",
        "back": f"/decks?game={chosen[0]}" if form and chosen else visit.back,
        "told": [visit.told(finding) for finding in told],
        "more": 0,
    }


async def _begin(visit: Visit) -> Response:
    async with sent_form(visit.request) as form:
        if pick := form.text("pick"):
            return visit.page("decks.html.j2", _list_values(visit, pick, form))
        try:
            kept = await run_in_threadpool(_new_deck, visit, form)
        except CardtoolsError as error:
            values = _list_values(visit, form.text("game"), form, error.findings)
            return visit.page("decks.html.j2", values, 422)
    return visit.go(f"/decks/{kept.id}")


def _new_deck(visit: Visit, form: Form) -> KeptDeck:
    """Keep a new deck of what a form says: a file, else a text or share code, else an empty one."""
    game, pool = form.text("game"), form.text("pool")
    text = form.fields.get("text", "")
    upload = form.file("file")
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
    name = form.text("name", 120)
    if listing is not None:
        content = write_list(builder, listing, "text")
        upload = Upload("deck.txt", content)
    elif upload is None:
        upload = Upload("deck.txt", text.encode("utf-8", "replace"))
    made = opened(builder, upload.content, upload.name) if upload.content.strip() else None
    stem = upload.name.rpartition(".")[0] if upload.name != "deck.txt" else ""
    name = name or (made.name if made else "") or stem
    return visit.warm.decks.begin(replace(state, name=name[:120], text=made.text if made else ""))


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
    limits=(("/decks/pool", POOL_LIMIT + _ROOM_BYTES), ("/decks", LIST_LIMIT + _ROOM_BYTES)),
)
