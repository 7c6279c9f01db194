"""The first page, and the switch of languages."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response
from starlette.routing import Route

from cardtools.web.forms import sent_form
from cardtools.web.language import COOKIE, SPOKEN
from cardtools.web.pages import Visit, local_path, visited
from cardtools.web.sections import Section

_YEAR_S: Final = 31_536_000
_MOST_DECKS: Final = 5


async def _home(visit: Visit) -> Response:
    decks = visit.warm.decks.listed()
    return visit.page("home.html.j2", {"decks": decks[:_MOST_DECKS], "folder": str(visit.settings.folder)})


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
        Route("/language", visited(_speak), methods=["POST"]),
    ),
)
