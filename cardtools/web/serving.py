"""The server itself: one process, one port of this machine."""

from __future__ import annotations

import logging
import signal
import socket
from typing import Final

import uvicorn

from cardtools.web.app import create_app
from cardtools.web.settings import Settings

_IDLE_S: Final = 30
_LEAVE_S: Final = 2
_MOST_AT_ONCE: Final = 500
"""Connections; one more is turned away, and a browser that opens many windows must not be."""
_HEAD_BYTES: Final = 32_768


def serve_table(settings: Settings, listening: socket.socket) -> None:
    """Serve a table on a socket until somebody asks it to stop."""
    config = uvicorn.Config(
        create_app(settings),
        log_level="critical",  # what goes wrong in a page is logged by pages
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        loop="asyncio",
        http="h11",
        lifespan="on",
        limit_concurrency=_MOST_AT_ONCE,
        timeout_keep_alive=_IDLE_S,
        timeout_graceful_shutdown=_LEAVE_S,
        h11_max_incomplete_event_size=_HEAD_BYTES,
    )
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)  # a broken form is told to who has sent it
    # Asked to end in either way, the process ends as others do, so that nothing of the print room stays behind.
    before = signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGINT))
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        signal.signal(signal.SIGTERM, before)
