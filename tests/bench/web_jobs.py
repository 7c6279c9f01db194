"""What a key and a click cost at the browser table, as ratios to a bare answer of Starlette in the same run.

Both are asked over HTTP on this machine, by turns, so that whatever else the machine does slows both alike.
"""

from __future__ import annotations

import http.client
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from cardtools.web.app import create_app
from cardtools.web.deck_files import DeckState
from cardtools.web.settings import Settings, lasting_secret
from cardtools.web.warm import OWN

REPO: Final = Path(__file__).resolve().parents[2]
REAL_LIST: Final = REPO.parent / "shared/real/hkk/cards.txt"
DECK: Final = REPO / "data/games/hkk/decks/demo-tournament.txt"
TYPED: Final = (
    "sárkány behemót", "vörös villám", "az istenek haragja", "kis", "nekromanta", "orák", "tűzmadár", "eleven holt",
    "mágus", "bufa lovagnője", "rettegés", "hatalom", "démon", "lidérc", "ezüst", "fekete", "gyógyít", "jég",
)  # fmt: skip
"""What is typed, key by key: every beginning of it is asked for, once."""
CLICKS: Final = 200
SEARCH_TARGET: Final = 15.0
VERDICT_TARGET: Final = 10.0


@contextmanager
def serving(app: Any, listening: socket.socket) -> Iterator[http.client.HTTPConnection]:
    """Lend a connection to an application that is served."""
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False, http="h11", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    connection = http.client.HTTPConnection("127.0.0.1", listening.getsockname()[1])
    yield connection
    connection.close()
    server.should_exit = True
    thread.join(10)


def free_port() -> socket.socket:
    """Return a socket of this machine whose answers are sent at once."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    return listening


def ask(
    connection: http.client.HTTPConnection, method: str, path: str, body: str, headers: dict[str, str]
) -> tuple[float, str]:
    """Return the seconds that an answer takes, and the answer."""
    start = time.perf_counter()
    connection.request(method, path, body or None, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    took = time.perf_counter() - start
    if answer.status >= 400:
        raise SystemExit(f"{path}: {answer.status}")
    return took, text


async def hello(_: Request) -> PlainTextResponse:
    """Answer as barely as Starlette can."""
    return PlainTextResponse("hello")


def measure(tell: Callable[[str, float, float, float], None]) -> None:
    """Time keys and clicks and tell each with its yardstick: name, ours, bare, target."""
    pool = (REAL_LIST,) if REAL_LIST.is_file() else ()
    size = "9,458-card pool" if pool else "small pool"
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        settings = Settings(folder, port.getsockname()[1], lasting_secret(folder), pools=pool)
        app = create_app(settings)
        pool_id = "named-1" if pool else OWN
        deck = app.state.warm.decks.begin(DeckState("hkk", "tournament", pool_id, "bench", DECK.read_text("utf-8")))
        card = app.state.warm.bench("hkk", pool_id).builder.names.find("Gnóm")[0].id
        bare_app = Starlette(routes=[Route("/", hello)])
        with serving(app, port) as ours, serving(bare_app, free_port()) as bare:
            part = {"X-Part": "cards", "Cookie": f"{settings.browser_cookie}={settings.browser_mark}"}
            ask(ours, "GET", f"/decks/{deck.id}/cards?q=x", "", part)  # reads the pool
            keys = [text[:end] for text in TYPED for end in range(1, len(text) + 1)]
            search, plain = [], []
            for key in keys:
                plain.append(ask(bare, "GET", "/", "", {})[0])
                search.append(ask(ours, "GET", f"/decks/{deck.id}/cards?q={quote(key)}", "", part)[0])
            tell(f"a key of a search, {size} / bare answer", *usual(search, plain), SEARCH_TARGET)
            clicks, plain = [], []
            form = {"Content-Type": "application/x-www-form-urlencoded", **part, "X-Part": "deck"}
            for do, _ in zip(cycle(("more", "less")), range(CLICKS), strict=False):
                version = app.state.warm.decks.get(deck.id).version
                body = urlencode({"form": settings.form_token, "version": version, "do": f"{do}|main|{card}"})
                plain.append(ask(bare, "GET", "/", "", {})[0])
                clicks.append(ask(ours, "POST", f"/decks/{deck.id}", body, form)[0])
            tell(f"a click with its verdict, {size} / bare answer", *usual(clicks, plain), VERDICT_TARGET)


def usual(ours: list[float], bare: list[float]) -> tuple[float, float]:
    """Return the lower quartile of both: whatever else the machine does only ever slows, the longer answer more."""
    return statistics.quantiles(ours, n=4)[0], statistics.quantiles(bare, n=4)[0]


def main() -> None:
    """Print each ratio and whether it is as wanted."""

    def tell(job: str, ours: float, bare: float, target: float) -> None:
        verdict = "met" if ours / bare <= target else "NOT MET"
        print(f"{job:<58} {ours:8.5f} s / {bare:8.5f} s = {ours / bare:6.2f}   target {target:.0f}   {verdict}")

    measure(tell)


if __name__ == "__main__":
    main()
