"""The layout program behind one door: HTML in, a laid out document out; it fetches only what it is allowed to.

Anything it warns of is an error: it warns where it drops a rule, a picture or a letter. Its fonts are loaded once
a process, for every document.
"""

from __future__ import annotations

import atexit
import ctypes.util
import gc
import logging
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from cardtools.errors import refuse
from cardtools.render.fonts import font_face_css, font_folders, missing_letters
from cardtools.store.files import reason
from cardtools.store.parts import part_folder

_TITLE: Final = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_MARKUP: Final = re.compile(r"<style>.*?</style>|<[^>]*>", re.DOTALL)

_INCH_FOR_PICTURES: Final = 72 / 96
"""Where it reduces pictures, the layout program takes 72 of its pixels for an inch instead of 96."""

_FIRST: Final = "<html lang=en><title>x</title><p style='font:1em Source Sans Pro'>x</p></html>"
"""What is laid out to have everything loaded."""

PANGO: Final = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def lay_out(html: str, folders: tuple[Path, ...] = (), dpi: int | None = None) -> Any:
    """Lay out a document; pictures may come from ``folders`` and from nowhere else.

    Args:
        html: The document. The ``@font-face`` rules that it carries need not be read again and are left out.
        folders: Where files may be read from beside the folders of our fonts; links do not lead out of them.
        dpi: Pictures of more dots an inch than this are reduced; None keeps them as they are.

    Raises:
        CardtoolsError: ``print.pango`` where the Pango library is missing, ``print.letters`` for letters that no
            font of ours has, ``print.log`` where the layout program has something to complain of.
    """
    if letters := missing_letters(unescape(_MARKUP.sub("", html))):
        title = _TITLE.search(html)
        raise refuse("print.letters", name=unescape(title.group(1)) if title else "", letters=letters, exit_code=1)
    weasyprint = _weasyprint()
    html = html.replace(font_face_css(), "")
    with _no_complaints(), no_collecting():
        source = weasyprint.HTML(string=html, base_url="about:blank", url_fetcher=_fetcher(folders))
        return source.render(font_config=_fonts(), **({"dpi": round(dpi * _INCH_FOR_PICTURES)} if dpi else {}))


def write(document: Any, **options: Any) -> bytes:
    """Return a laid out document as PDF; see lay_out."""
    with _no_complaints(), no_collecting():
        content = document.write_pdf(**options)
    assert isinstance(content, bytes)  # noqa: S101 - without a target it returns bytes
    return content


def load() -> None:
    """Load the layout program ahead of its first use, such as before a process is forked that will need it too.

    Raises:
        CardtoolsError: ``print.pango`` where the Pango library is missing.
    """
    _weasyprint()
    write(lay_out(_FIRST))


@cache
def _weasyprint() -> Any:
    try:
        with _no_search_for_libraries(), no_collecting():
            import weasyprint
    except OSError as error:
        why = str(error).split(":")[0].splitlines()[0]
        raise refuse("print.pango", why=why, command=PANGO) from error
    from cardtools.render.hyphens import read_patterns_lazily

    read_patterns_lazily()
    gc.freeze()  # what is loaded stays: no search for garbage need look at it, and forked processes share it
    return weasyprint


@contextmanager
def no_collecting() -> Iterator[None]:
    """Put off the search for garbage: the layout program makes objects by the hundred thousand, all of them in use."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def _no_search_for_libraries() -> Iterator[None]:
    """Spare the layout program its search for libraries, which starts gcc and ldconfig 15 times on Linux.

    It tries the exact file names of the libraries too, and those are found without a search.
    """
    if not sys.platform.startswith("linux"):
        yield
        return
    search = ctypes.util.find_library
    ctypes.util.find_library = lambda name: None  # noqa: ARG005 - as the function it stands for
    try:
        yield
    finally:
        ctypes.util.find_library = search


@cache
def _fonts() -> Any:
    """Return the font configuration of all documents, our fonts in it."""
    from weasyprint.text.fonts import FontConfiguration

    configuration = FontConfiguration()
    with _temporary_files_in_a_folder_of_ours():
        _weasyprint().CSS(string=font_face_css(), font_config=configuration, url_fetcher=_fetcher(()))
    atexit.register(_fonts.cache_clear)
    return configuration


@contextmanager
def _temporary_files_in_a_folder_of_ours() -> Iterator[None]:
    """Have copies of the fonts made in a folder that is gone with this process, by the next run if it is killed.

    Raises:
        CardtoolsError: ``file.unwritable`` where there is no room for them.
    """
    before = tempfile.tempdir
    whole = ExitStack()
    atexit.register(whole.close)
    try:
        folder = whole.enter_context(part_folder(Path(tempfile.gettempdir()), "cardtools-fonts-", ""))
        tempfile.tempdir = str(folder)
        yield
    except OSError as error:
        raise refuse("file.unwritable", path=before or tempfile.gettempdir(), why=reason(error)) from error
    finally:
        tempfile.tempdir = before


def _fetcher(folders: tuple[Path, ...]) -> Any:
    """Return a fetcher for files under our fonts and ``folders``; links out of them do not count as inside."""
    from weasyprint.urls import FatalURLFetchingError, URLFetcher

    allowed = tuple(folder.resolve() for folder in (*font_folders(), *folders))

    class Fetcher(URLFetcher):  # type: ignore[misc] # no types
        def fetch(self, url: str, headers: object = None) -> object:
            parts = urlsplit(url)
            if parts.scheme == "file" and not parts.netloc:
                path = Path(unquote(parts.path)).resolve()
                if any(path.is_relative_to(folder) for folder in allowed):
                    return super().fetch(url, headers)
            elif parts.scheme == "data":
                return super().fetch(url, headers)
            raise FatalURLFetchingError(f"not allowed: {url[:80]}")

    return Fetcher(allowed_protocols={"file", "data"}, allow_redirects=False)


class _Complaints(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


@contextmanager
def _no_complaints() -> Iterator[None]:
    from weasyprint.urls import FatalURLFetchingError

    handler = _Complaints()
    loggers = [logging.getLogger(name) for name in ("weasyprint", "fontTools")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield
    except FatalURLFetchingError as error:  # a BaseException: it must not get past this door
        raise refuse("print.log", why=str(error), exit_code=1) from error
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
    if handler.told:
        raise refuse("print.log", why=handler.told[0][:200], exit_code=1)
