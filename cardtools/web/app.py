"""The application: every section's pages behind one guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

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
        routes=[assets.ROUTE, *(route for part in parts for route in part.routes)],
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


async def _too_large(request: Request, _: Exception) -> Response:
    answer = refused_page(request, 413)
    answer.headers["connection"] = "close"
    return answer
