"""A real server and a real browser: Debian's chromium, driven by Playwright. Run by `make test-browser`."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.conftest import REPO

GALLERY = REPO / "docs/gallery"
REAL_POOL = REPO.parent / "shared/real/hkk/cards.txt"
PHONE = {"width": 360, "height": 780}
DESK = {"width": 1360, "height": 900}
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)


SCREENS = [(name, scheme) for name in ("phone", "desk") for scheme in ("light", "dark")]
"""What pages are looked at on, and by which light."""


def looking(chromium: Browser, url: str, name: str, scheme: str, language: str) -> BrowserContext:
    """Return a browser of a screen, a light and a language."""
    made = chromium.new_context(
        base_url=url,
        locale=language,
        viewport=PHONE if name == "phone" else DESK,  # type: ignore[arg-type]
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    made.set_default_timeout(PATIENCE_MS)
    return made


def settled(page: Page) -> None:
    """Wait until all of a page is there, its scripts and its type among it."""
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready.then(() => true)")


def keep_picture(page: Page, name: str, *, whole: bool = False) -> None:
    """Put a picture of the screen, or of the whole page, into the gallery, in as few colours as nobody misses.

    Only where pictures are asked for, as ``make gallery`` does: to take them costs as much as all that is looked at.
    """
    if "CARDTOOLS_PICTURES" not in os.environ:
        return
    page.evaluate("document.querySelector('.kept-in')?.remove()")  # it names a folder of this machine
    size = page.viewport_size
    assert size is not None
    if whole:  # a screen as high as the page, so that what sticks to its end stands there
        page.set_viewport_size({**size, "height": page.evaluate("document.documentElement.scrollHeight")})
    taken = Image.open(io.BytesIO(page.screenshot()))
    page.set_viewport_size(size)
    GALLERY.mkdir(parents=True, exist_ok=True)
    taken.convert("RGB").quantize(200, Image.Quantize.FASTOCTREE).save(GALLERY / f"web-{name}.png", optimize=True)


@dataclass(frozen=True)
class Site:
    """A running table."""

    url: str
    folder: Path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no chromium here: apt-get install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def serve(folder: Path, *more: str) -> tuple[subprocess.Popen[str], str]:
    """Start a table and return its process and address; all it keeps is beside its folder."""
    command = [sys.executable, "-m", "cardtools", "serve", "--port", "0", "--folder", str(folder), *more]
    own = {"XDG_CACHE_HOME": str(folder.parent / "cache"), "XDG_CONFIG_HOME": str(folder.parent / "config")}
    process = subprocess.Popen(
        command, cwd=folder.parent, env={**os.environ, "LANG": "C.UTF-8", **own}, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    assert url.startswith("http://127.0.0.1:"), url
    urllib.request.urlopen(url, timeout=60).close()  # noqa: S310 - our own address
    return process, url.rstrip("/")


def stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


@contextmanager
def laid(home: Path) -> Iterator[Site]:
    """Lend a table of its own."""
    folder = home / "table"
    folder.mkdir()
    more = ("--pool", str(REAL_POOL)) if REAL_POOL.is_file() else ()
    process, url = serve(folder, *more)
    try:
        yield Site(url, folder)
    finally:
        stop(process)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The table of all tests of a file: each makes decks and evenings of its own."""
    with laid(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[Site]:
    """A table that nothing is kept at yet."""
    with laid(tmp_path) as made:
        yield made


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    made = chromium.new_context(locale="en-GB", viewport=DESK, reduced_motion="reduce")  # type: ignore[arg-type]
    made.set_default_timeout(PATIENCE_MS)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, site: Site) -> Iterator[Page]:
    """A page of the table; whatever the browser complains of fails the test, at its end."""
    complaints: list[str] = []
    made = context.new_page()
    made.on("pageerror", lambda error: complaints.append(f"script: {error}"))
    made.on("console", lambda told: complaints.append(told.text) if _is_complaint(told.type, told.text) else None)
    made.goto(site.url)
    yield made
    assert complaints == []


def _is_complaint(kind: str, text: str) -> bool:
    # The browser logs every status from 400 on; that is what conflicts and refusals answer with.
    return kind == "error" and "Failed to load resource" not in text
