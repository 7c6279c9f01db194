"""Decks and evenings put away and brought back: nothing is deleted, it goes to a folder beside the others."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from cardtools.errors import refuse
from cardtools.store.files import reason
from cardtools.web import deck_files, score_files
from cardtools.web.deck_files import DeckFiles
from cardtools.web.forms import sent_form
from cardtools.web.kept_rows import KeptRow, deck_rows, evening_rows
from cardtools.web.pages import Visit, visited
from cardtools.web.settings import Settings

_ENDINGS: Final = {"decks": deck_files.ENDING, "evenings": score_files.ENDING}
_MOST_SHOWN: Final = 40


async def _ask(visit: Visit) -> Response:
    row = await run_in_threadpool(_row, visit)
    return visit.page("removal.html.j2", {"row": row, "start": {"decks": "/decks", "evenings": "/scores"}[row.kind]})


def _row(visit: Visit) -> KeptRow:
    """Return what the address names, as lists show it.

    Raises:
        CardtoolsError: ``web.no-such-page`` where nothing of the kind is kept.
    """
    kind, name = visit.request.path_params["kind"], visit.request.path_params["name"]
    _path(visit.settings, kind, name)
    if kind == "decks":
        (row,) = deck_rows(visit, [visit.warm.decks.get(name)])
    else:
        (row,) = evening_rows(visit, [score_files.listed_one(visit.settings, name)], totals=True)
    return row


async def _remove(visit: Visit) -> Response:
    async with sent_form(visit.request):
        await run_in_threadpool(_move, visit, visit.settings, visit.settings.removed)
    return visit.go("/?removed=1#removed")


async def _restore(visit: Visit) -> Response:
    kind, name = visit.request.path_params["kind"], visit.request.path_params["name"]
    async with sent_form(visit.request):
        await run_in_threadpool(_move, visit, visit.settings.removed, visit.settings)
    return visit.go(f"/{'decks' if kind == 'decks' else 'scores'}/{name}")


def _move(visit: Visit, out_of: Settings, into: Settings) -> None:
    """Move what the address names from one folder to the other, where it has not been moved already.

    Raises:
        CardtoolsError: ``web.no-such-page``, or ``file.unwritable``.
    """
    kind, name = visit.request.path_params["kind"], visit.request.path_params["name"]
    if kind in _ENDINGS and not out_of.kept(kind, name, _ENDINGS[kind]).is_file():
        _path(into, kind, name)  # a second click: it is there
        return
    path, target = _path(out_of, kind, name), into.kept(kind, name, _ENDINGS[kind])
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        path.rename(target)
    except OSError as error:
        raise refuse("file.unwritable", path=target.name, why=reason(error)) from error


def _path(settings: Settings, kind: str, name: str) -> Path:
    if kind not in _ENDINGS or not (path := settings.kept(kind, name, _ENDINGS[kind])).is_file():
        raise refuse("web.no-such-page", exit_code=1)
    return path


def removed_rows(visit: Visit) -> list[KeptRow]:
    """Return the lines of what was put away: decks, then evenings."""
    removed = visit.settings.removed
    decks = deck_rows(visit, DeckFiles(removed).listed()[:_MOST_SHOWN])
    return [*decks, *evening_rows(visit, score_files.listed(removed)[:_MOST_SHOWN])]


ROUTES: Final = (
    Route("/kept/{kind:str}/{name:str}/remove", visited(_ask)),
    Route("/kept/{kind:str}/{name:str}/remove", visited(_remove), methods=["POST"]),
    Route("/kept/{kind:str}/{name:str}/restore", visited(_restore), methods=["POST"]),
)
