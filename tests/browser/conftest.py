"""A real server and a real browser: Debian's chromium, driven by Playwright. Run by `make test-browser`."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.conftest import REPO

GALLERY = REPO / "docs/gallery"
REAL_POOL = REPO.parent / "shared/real/hkk/cards.txt"
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1360, "height": 900}
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)


def keep_picture(page: Page, name: str) -> None:
    """Put a picture of what is on the screen into the gallery, in as few colours as nobody misses."""
    page.evaluate("document.querySelector('.kept-in')?.remove()")  # it names a folder of this machine
    taken = Image.open(io.BytesIO(page.screenshot()))
    GALLERY.mkdir(parents=True, exist_ok=True)
    taken.convert("RGB").quantize(160).save(GALLERY / f"web-{name}.png", optimize=True)


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
    """Start a table and return its process and address."""
    command = [sys.executable, "-m", "cardtools", "serve", "--port", "0", "--folder", str(folder), *more]
    process = subprocess.Popen(
        command, cwd=folder.parent, env={**os.environ, "LANG": "C.UTF-8"}, stdout=subprocess.PIPE, text=True
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


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "table"
    folder.mkdir()
    more = ("--pool", str(REAL_POOL)) if REAL_POOL.is_file() else ()
    process, url = serve(folder, *more)
    yield Site(url, folder)
    stop(process)


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    made = chromium.new_context(locale="en-GB", viewport=DESK, reduced_motion="reduce")  # type: ignore[arg-type]
    made.set_default_timeout(PATIENCE_MS)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, site: Site) -> Page:
    """A page of the table; whatever the browser complains of fails the test."""
    made = context.new_page()
    made.on("pageerror", lambda error: pytest.fail(f"script: {error}"))
    made.on("console", lambda told: pytest.fail(told.text) if _is_complaint(told.type, told.text) else None)
    made.goto(site.url)
    return made


def _is_complaint(kind: str, text: str) -> bool:
    # The browser logs every status from 400 on; that is what conflicts and refusals answer with.
    return kind == "error" and "Failed to load resource" not in text
