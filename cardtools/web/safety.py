"""What every request must pass before anything of it is read, and what every answer says to the browser.

The table is for the browser of this machine alone: a request for another host name (a site that points its name here),
a form of another site, or more bytes than a page may send is refused first.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardtools.web.settings import Settings

TOKEN_FIELD: Final = "form"  # noqa: S105 - the name of a field, no secret
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
PAGE_BYTES: Final = 300_000
"""The most that a form may send where its section asks for no more."""
_READING: Final = ("GET", "HEAD")
_LONGEST_PATH: Final = 2_000
_OTHER_HOST: Final = "The table answers to 127.0.0.1 and localhost only."


class Guard:
    """Refuses what is not from our own pages, and limits what is."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        page: Callable[[Request, int], Response],
        limits: Iterable[tuple[str, int]] = (),
    ) -> None:
        self._app = app
        self._settings = settings
        self._page = page
        self._limits = tuple(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # no web sockets here
            return
        status = self._refusal(scope)
        limit = self._limit(scope["path"])
        if status == 0 and _length(scope) > limit:
            status = 413
        if status:
            # Another site's name must get none of our pages, for it could read what stands in them.
            answer = PlainTextResponse(_OTHER_HOST, status) if status == 421 else self._page(Request(scope), status)
            await answer(scope, receive, _answering(send, scope))
            return
        with suppress(ClientDisconnect):  # a page closed while it sends a file: there is nobody left to answer
            await self._app(scope, _limited(receive, limit), _answering(send, scope))

    def _refusal(self, scope: Scope) -> int:
        """Return the status that refuses a request, 0 for one that may pass."""
        headers = _headers(scope)
        if headers.get(b"host", b"").decode("latin-1") not in self._settings.hosts:
            return 421
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > _LONGEST_PATH * 4:
            return 414
        ours = headers.get(b"sec-fetch-site", b"same-origin") in (b"same-origin", b"none")
        if scope["method"] in _READING:  # a link of another site may lead here; its scripts and pictures load nothing
            return 0 if ours or headers.get(b"sec-fetch-mode") == b"navigate" else 403
        if scope["method"] != "POST":
            return 405
        origin = headers.get(b"origin")
        own = {f"http://{host}".encode() for host in self._settings.hosts}
        if (origin is not None and origin not in own) or not ours:
            return 403
        mark = Request(scope).cookies.get(self._settings.browser_cookie, "")
        return 0 if hmac.compare_digest(mark.encode(), self._settings.browser_mark.encode()) else 403

    def _limit(self, path: str) -> int:
        return next(
            (limit for start, limit in self._limits if path == start or path.startswith(f"{start}/")), PAGE_BYTES
        )


def token_is_ours(settings: Settings, token: object) -> bool:
    """Return whether a form carries what our pages put into it."""
    return isinstance(token, str) and hmac.compare_digest(token.encode(), settings.form_token.encode())


def mark_browser(response: Response, settings: Settings) -> None:
    """Give the browser the cookie without which it may not send forms."""
    response.set_cookie(settings.browser_cookie, settings.browser_mark, httponly=True, samesite="strict", path="/")


class TooLarge(Exception):  # noqa: N818 - it is no error of ours, but what was sent
    """More was sent than a page may send."""


def _limited(receive: Receive, limit: int) -> Receive:
    """Count what comes, since a sender need not say beforehand how much that is."""
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit:
            raise TooLarge
        return message

    return counted


def _answering(send: Send, scope: Scope) -> Send:
    kept = scope["path"].startswith("/static/")

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            told = [*message.get("headers", ()), *HEADERS]
            if not kept and not any(name == b"cache-control" for name, _ in told):
                told.append((b"cache-control", b"no-store"))
            message = {**message, "headers": told}
        await send(message)

    return answer


def _headers(scope: Scope) -> dict[bytes, bytes]:
    """Return the headers, ours where one stands twice: two hosts are none."""
    found: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        found[name] = b"" if name in found and found[name] != value else value
    return found


def _length(scope: Scope) -> int:
    written = _headers(scope).get(b"content-length", b"0")
    return int(written) if written.isdigit() and len(written) < 13 else 1 << 40
