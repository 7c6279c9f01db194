"""Scripts, styles and fonts: our own files only, found by name in a closed list, with their checksum in the address."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from cardtools.store.workspace import shipped

_TYPES: Final = {
    ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}  # fmt: skip
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_MARK_LETTERS: Final = 12


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that pages ask for."""

    content: bytes
    media_type: str
    mark: str


@cache
def _folder() -> dict[str, Path]:
    """Return every file that is served, by name."""
    folder = shipped("templates") / "web" / "static"
    return {path.name: path for path in sorted(folder.iterdir()) if path.suffix in _TYPES and path.is_file()}


@cache
def asset(name: str) -> Asset | None:
    """Return a file of ours by its name, None where there is none."""
    from cardtools.web.fonts import CUTS, web_font

    if name in CUTS:
        content, media_type = web_font(name), "font/woff2"
    elif (path := _folder().get(name)) is not None:
        content, media_type = path.read_bytes(), _TYPES[path.suffix]
        if path.suffix == ".css":
            content = _with_fonts(content)
    else:
        return None
    return Asset(content, media_type, hashlib.sha256(content).hexdigest()[:_MARK_LETTERS])


@cache
def asset_url(name: str) -> str:
    """Return the address of a file of ours; it changes with the file, so browsers may keep it for ever."""
    found = asset(name)
    assert found is not None, name  # noqa: S101 - templates name files that there are
    return f"/static/{found.mark}/{name}"


def _with_fonts(content: bytes) -> bytes:
    """Return a style sheet with the addresses of fonts in the place of their names."""
    from cardtools.web.fonts import CUTS

    text = content.decode()
    for cut in CUTS:
        if f"url({cut})" in text:
            text = text.replace(f"url({cut})", f"url({asset_url(cut)})")
    return text.encode()


async def _serve(request: Request) -> Response:
    found = asset(request.path_params["name"])
    if found is None:
        return PlainTextResponse("", 404)
    current = request.path_params["mark"] == found.mark
    headers = {"cache-control": _FOR_EVER if current else "no-cache", "etag": f'"{found.mark}"'}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(found.content, media_type=found.media_type, headers=headers)


ROUTE: Final = Route("/static/{mark:str}/{name:str}", _serve)
