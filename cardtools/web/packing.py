"""Answers packed for the way to the browser: pages and scripts are mostly words, and a phone has to wait for each byte.

Packing tells the length of what is packed, and a page has both what an address asks for and the token of its forms
(BREACH). Nobody who must not know the token can see that length here: the table answers this machine alone and without
encryption, so whoever watches the line reads the page itself, and browsers tell other sites no sizes of ours
(``cross-origin-resource-policy``). So the token stands in pages as it is.
"""

from __future__ import annotations

from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

_LEAST: Final = 1_000
"""Bytes from which an answer is packed."""
_LEVEL: Final = 5
"""How hard: a page of 60 kB takes a millisecond or two."""
_PACKED_ALREADY: Final = (".png", ".woff2", "/document", "/file/xlsx")
"""Ends of addresses of what gets no smaller."""


class Packing:
    """Packs what gets smaller by it."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._packed = GZipMiddleware(app, minimum_size=_LEAST, compresslevel=_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, its answer to be packed or not."""
        is_packed = scope["type"] != "http" or scope["path"].endswith(_PACKED_ALREADY)
        await (self._plain if is_packed else self._packed)(scope, receive, send)
