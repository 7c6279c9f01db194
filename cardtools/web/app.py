"""The application: every section's pages behind one guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match, Route

from cardtools.web import assets
from cardtools.web.packing import Packing
from cardtools.web.pages import http_refused, refused_page
from cardtools.web.safety import Guard, TooLarge
from cardtools.web.sections import sections
from cardtools.web.settings import Settings
from cardtools.web.warm import Warm
from cardtools.web.workshop import Workshop


def create_app(settings: Settings) -> Starlette:
    """Return the application of a table."""
    warm, workshop = Warm(settings), Workshop(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        workshop.close()

    parts = sections()
    limits = tuple(limit for part in parts for limit in part.limits)
    app = Starlette(
        routes=[assets.ROUTE, *with_ways_back(route for part in parts for route in part.routes)],
        middleware=[
            Middleware(Guard, settings=settings, page=refused_page, limits=limits),
            Middleware(Packing),
        ],
        exception_handlers={HTTPException: http_refused, TooLarge: _too_large},
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.warm = warm
    app.state.workshop = workshop
    return app


def with_ways_back(routes: Iterable[Route]) -> Iterator[Route]:
    """Yield pages and, where an address only takes a form, its way back to the nearest page above it.

    The answer to such a form has that address in the browser's bar, whence it is asked for again.
    """
    known = tuple(routes)
    read = tuple(route for route in known if "GET" in (route.methods or ()))
    paths = {route.path for route in read}

    async def go_up(request: Request) -> Response:
        path = request.url.path.rpartition("/")[0]
        while path and not any(route.matches({**request.scope, "path": path})[0] is Match.FULL for route in read):
            path = path.rpartition("/")[0]
        return RedirectResponse(path or "/", 303)

    for route in known:
        yield route
        if route.path not in paths:
            paths.add(route.path)
            yield Route(route.path, go_up)


async def _too_large(request: Request, _: Exception) -> Response:
    answer = refused_page(request, 413)
    answer.headers["connection"] = "close"
    return answer
