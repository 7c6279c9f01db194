"""The first page, and the switch of languages."""

from __future__ import annotations

from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from cardtools.web import removal
from cardtools.web.forms import sent_form
from cardtools.web.kept_rows import deck_rows, evening_rows
from cardtools.web.language import COOKIE, SPOKEN
from cardtools.web.pages import Visit, local_path, visited
from cardtools.web.removal import removed_rows
from cardtools.web.score_files import listed
from cardtools.web.sections import Section

_YEAR_S: Final = 31_536_000
_MOST_SHOWN: Final = 6


async def _home(visit: Visit) -> Response:
    return visit.page("home.html.j2", await run_in_threadpool(_home_values, visit))


def _home_values(visit: Visit) -> dict[str, object]:
    decks, evenings = visit.warm.decks.listed(), listed(visit.settings)
    return {
        "decks": deck_rows(visit, decks[:_MOST_SHOWN]),
        "more_decks": len(decks) > _MOST_SHOWN,
        "evenings": evening_rows(visit, evenings[:_MOST_SHOWN], totals=True),
        "more_evenings": len(evenings) > _MOST_SHOWN,
        "removed": removed_rows(visit),
        "removed_open": visit.query("removed") == "1",
        "folder": str(visit.settings.folder),
    }


async def _speak(visit: Visit) -> Response:
    async with sent_form(visit.request) as form:
        chosen, back = form.text("language"), local_path(form.text("back", 500))
    response = visit.go(back)
    if chosen in SPOKEN:
        response.set_cookie(COOKIE, chosen, max_age=_YEAR_S, httponly=True, samesite="strict", path="/")
    return response


SECTION: Final = Section(
    id="home",
    start="/",
    routes=(
        Route("/", visited(_home)),
        *removal.ROUTES,
        Route("/language", visited(_speak), methods=["POST"]),
    ),
)
