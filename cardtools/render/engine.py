"""The layout program behind one door: HTML in, a laid out document out; it fetches only what it is allowed to.

Anything it warns of is an error: it warns where it drops a rule, a picture or a letter. Its fonts are loaded once
a process, for every document.
"""

from __future__ import annotations

import atexit
import ctypes.util
import gc
import logging
import os
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

from cardtools.errors import CardtoolsError, refuse
from cardtools.render.fonts import font_face_css, font_folders, missing_letters
from cardtools.store.files import reason
from cardtools.store.parts import part_folder
from cardtools.store.pictures import PictureError, read_picture

_TITLE: Final = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_MARKUP: Final = re.compile(r"<style>.*?</style>|<[^>]*>", re.DOTALL)

_INCH_FOR_PICTURES: Final = 72 / 96
"""Where it reduces pictures, the layout program takes 72 of its pixels for an inch instead of 96."""

_FIRST: Final = "<html lang=en><title>x</title><p style='font:1em Source Sans Pro'>x</p></html>"
"""What is laid out to have everything loaded."""

_HELD: Final[list[ExitStack]] = []
"""Folders of fonts. Held here too, as a forked process of Python 3.13 lets go of what it is to do at its end."""

_CHECKED: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif")
PICTURES: Final = (*_CHECKED, ".svg")
"""Endings of pictures that a user's template may show."""

PANGO: Final = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def lay_out(html: str, folders: tuple[Path, ...] = (), dpi: int | None = None, beside: Path | None = None) -> Any:
    """Lay out a document; pictures may come from ``folders`` and from nowhere else.

    Args:
        html: The document. The ``@font-face`` rules that it carries need not be read again and are left out.
        folders: Where files may be read from beside the folders of our fonts; links do not lead out of them.
        dpi: Pictures of more dots an inch than this are reduced; None keeps them as they are.
        beside: A folder that pictures may be named relative to, and no other files.

    Raises:
        CardtoolsError: ``print.pango`` where the Pango library is missing, ``print.letters`` for letters that no
            font of ours has, ``print.template`` for a picture ``beside`` that is missing or broken, ``print.log``
            where the layout program has something to complain of.
    """
    if letters := missing_letters(unescape(_MARKUP.sub("", html))):
        title = _TITLE.search(html)
        raise refuse("print.letters", name=unescape(title.group(1)) if title else "", letters=letters, exit_code=1)
    weasyprint = _weasyprint()
    html = html.replace(font_face_css(), "")
    with _no_complaints(), no_collecting():
        base = "about:blank" if beside is None else f"{beside.resolve().as_uri()}/"
        source = weasyprint.HTML(string=html, base_url=base, url_fetcher=_fetcher(folders, beside))
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
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=lambda: _make_font_map(configuration))
    return configuration


def _make_font_map(configuration: Any) -> None:
    """Give a forked process a font map of its own, with the same fonts.

    The font map of Pango 1.52 and newer asks a thread of its own for fonts. Threads are not forked, so in a forked
    process it would wait for ever.
    """
    from weasyprint.text.ffi import ffi, gobject, pangoft2

    configuration.first_font_map = configuration.font_map  # kept, as freeing it speaks to that thread, too
    configuration.font_map = ffi.gc(pangoft2.pango_ft2_font_map_new(), gobject.g_object_unref)
    pangoft2.pango_fc_font_map_set_config(
        ffi.cast("PangoFcFontMap *", configuration.font_map),
        configuration._config,  # noqa: SLF001 - it has no other door
    )
    configuration.strut_layouts.clear()  # made with the font map before


def _let_go(process: int) -> None:
    """Remove the folder of the fonts; a process forked from the one that made it does not, it may still be needed."""
    if os.getpid() == process:
        for one in _HELD:
            one.close()


@contextmanager
def _temporary_files_in_a_folder_of_ours() -> Iterator[None]:
    """Have copies of the fonts made in a folder that is gone with this process, by the next run if it is killed.

    Raises:
        CardtoolsError: ``file.unwritable`` where there is no room for them.
    """
    before = tempfile.tempdir
    whole = ExitStack()
    _HELD.append(whole)
    atexit.register(_let_go, os.getpid())
    try:
        folder = whole.enter_context(part_folder(Path(tempfile.gettempdir()), "cardtools-fonts-", ""))
        tempfile.tempdir = str(folder)
        yield
    except OSError as error:
        raise refuse("file.unwritable", path=before or tempfile.gettempdir(), why=reason(error)) from error
    finally:
        tempfile.tempdir = before


def _fetcher(folders: tuple[Path, ...], beside: Path | None = None) -> Any:
    """Return a fetcher for files under our fonts and ``folders``, and for pictures under ``beside``.

    Links out of them do not count as inside.
    """
    from weasyprint.urls import FatalURLFetchingError, URLFetcher

    allowed = tuple(folder.resolve() for folder in (*font_folders(), *folders))
    pictured = None if beside is None else beside.resolve()

    def may_be_read(path: Path) -> bool:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            return False
        if any(path.is_relative_to(folder) for folder in allowed):
            return True
        return pictured is not None and path.suffix.lower() in PICTURES and path.is_relative_to(pictured)

    class Fetcher(URLFetcher):  # type: ignore[misc] # no types
        def fetch(self, url: str, headers: object = None) -> object:
            parts = urlsplit(url)
            if parts.scheme == "file" and not parts.netloc:
                path = Path(unquote(parts.path)).resolve()
                if may_be_read(path):
                    if pictured and path.is_relative_to(pictured) and (refusal := _unsound(path, pictured)):
                        raise FatalURLFetchingError from refusal
                    return super().fetch(url, headers)
            elif parts.scheme == "data":
                return super().fetch(url, headers)
            refusal = _outside(url) if pictured else None
            raise FatalURLFetchingError(f"not allowed: {url[:160]}") from refusal

    return Fetcher(allowed_protocols={"file", "data"}, allow_redirects=False)


def _unsound(path: Path, folder: Path) -> CardtoolsError | None:
    """Return what is wrong with a picture under ``folder``; the library takes broken ones as they are."""
    if path.suffix.lower() not in _CHECKED:
        return None
    from cardtools.store.picture_files import check

    try:
        check(read_picture(path))
    except PictureError as error:
        name = str(path.relative_to(folder))[:80]
        missing = error.why == "missing"
        wording = "print.template.picture.missing" if missing else "print.template.picture.broken"
        return refuse("print.template", wording=wording, picture=name, exit_code=1)
    return None


def _outside(url: str) -> CardtoolsError:
    return refuse("print.template", wording="print.template.picture.outside", address=url[:160], exit_code=1)


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
        if isinstance(error.__cause__, CardtoolsError):
            raise error.__cause__ from error
        raise refuse("print.log", why=str(error), exit_code=1) from error
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
    if handler.told:
        raise refuse("print.log", why=handler.told[0][:200], exit_code=1)
