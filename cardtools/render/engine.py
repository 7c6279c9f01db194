"""The layout program behind one door: HTML in, a laid out document out; it fetches only what it is allowed to.

Anything it warns of is an error: it warns where it drops a rule, a picture or a letter.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from cardtools.errors import refuse
from cardtools.render.fonts import font_folders, missing_letters

_TITLE: Final = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_MARKUP: Final = re.compile(r"<style>.*?</style>|<[^>]*>", re.DOTALL)

PANGO: Final = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def lay_out(html: str, folders: tuple[Path, ...] = ()) -> Any:
    """Lay out a document; pictures may come from ``folders`` and from nowhere else.

    Raises:
        CardtoolsError: ``print.pango`` where the Pango library is missing, ``print.letters`` for letters that no
            font of ours has, ``print.log`` where the layout program has something to complain of.
    """
    if letters := missing_letters(unescape(_MARKUP.sub("", html))):
        title = _TITLE.search(html)
        raise refuse("print.letters", name=unescape(title.group(1)) if title else "", letters=letters, exit_code=1)
    weasyprint = _weasyprint()
    with _no_complaints():
        source = weasyprint.HTML(string=html, base_url="about:blank", url_fetcher=_fetcher(folders))
        return source.render()


def write(document: Any, **options: Any) -> bytes:
    """Return a laid out document as PDF; see lay_out."""
    with _no_complaints():
        content = document.write_pdf(**options)
    assert isinstance(content, bytes)  # noqa: S101 - without a target it returns bytes
    return content


def _weasyprint() -> Any:
    try:
        import weasyprint
    except OSError as error:
        why = str(error).split(":")[0].splitlines()[0]
        raise refuse("print.pango", why=why, command=PANGO) from error
    return weasyprint


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
