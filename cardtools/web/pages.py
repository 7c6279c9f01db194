"""Pages: a template filled with what every page needs, and the one place where refusals become pages."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cardtools.app.desk import Desk
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding, Severity
from cardtools.store.workspace import shipped
from cardtools.web.assets import asset_url
from cardtools.web.language import SPOKEN, language_of
from cardtools.web.safety import TOKEN_FIELD, TooLarge, mark_browser
from cardtools.web.sections import sections
from cardtools.web.settings import Settings
from cardtools.web.warm import Warm
from cardtools.words.catalog import Words
from cardtools.words.messages import MESSAGES

if TYPE_CHECKING:
    from cardtools.render.html import Templates

PART_HEADER: Final = "x-part"
"""A script asks for a part of a page by this header, whose value names the part."""
_NOT_FOUND: Final = frozenset({"web.no-such-page", "usage.unknown-game", "web.no-such-deck", "web.no-such-pool"})
_BY_STATUS: Final = {
    403: "web.not-from-here",
    404: "web.no-such-page",
    405: "web.no-such-page",
    413: "web.too-large",
    414: "web.no-such-page",
}
_TURNING: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_MOST_TOLD: Final = 30
MOST_MADE: Final = 20_000
"""Parts of pages that are remembered, of some 600 letters each."""


@dataclass(frozen=True, slots=True)
class Told:
    """A finding in words: ``hint`` is what to do about it, ``source`` the paragraph it stands on."""

    severity: Severity
    message: str
    hint: str = ""
    place: str = ""
    source: str = ""


class Visit:
    """A request with what is needed to answer it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.settings: Settings = request.app.state.settings
        self.warm: Warm = request.app.state.warm
        self.language = language_of(request)
        self.desk: Desk = self.warm.desk(self.language)

    @property
    def words(self) -> Words:
        """The words of the visitor's language."""
        return self.desk.words

    @property
    def back(self) -> str:
        """The address of the page to come back to: of what a form is answered by, the page that the form is on."""
        if self.request.method == "POST" and (before := self._came_from()):
            return before
        query = self.request.url.query
        return self.request.url.path + (f"?{query}" if query else "")

    @property
    def part(self) -> str:
        """The part of the page that a script asks for, "" where it is the whole page."""
        return self.request.headers.get(PART_HEADER, "")

    def query(self, name: str, most: int = 200) -> str:
        """Return a word of the address without blanks around it, "" where it is absent."""
        return self.request.query_params.get(name, "").strip()[:most]

    def page(self, template: str, values: Mapping[str, object] | None = None, status: int = 200) -> Response:
        """Return a page of ``templates/web``, filled with ``values`` and what every page needs."""
        response = HTMLResponse(self.markup(template, values or {}), status)
        mark_browser(response, self.settings)
        return response

    def markup(self, template: str, values: Mapping[str, object]) -> Markup:
        """Return a template of ``templates/web`` as HTML, to stand alone or in another."""
        common: dict[str, object] = {
            "t": self.words.text,
            "lang": self.language,
            "languages": SPOKEN,
            "asset": asset_url,
            "token_field": TOKEN_FIELD,
            "token": self.settings.form_token,
            "sections": sections(),
            "here": self.request.url.path,
            "back": self.back,
        }
        made = _templates().render(f"web/{template}", {**common, **values})
        return Markup(made)  # noqa: S704 - the template has escaped what it was filled with

    def kept_markup(self, template: str, mark: tuple[object, ...], values: Mapping[str, object]) -> Markup:
        """Return a part of a page as it was made before, if anything with the same ``mark`` was; else make it.

        ``mark`` must tell everything apart that ``values`` and the template do; the language is told by us.
        """
        key = (template, self.language, mark)
        made = self.warm.made.get(key)
        if made is None:
            made = self.markup(template, values)
            self.warm.made[key] = made
            if len(self.warm.made) > MOST_MADE:
                self.warm.made.clear()
        return made

    def go(self, path: str) -> Response:
        """Send the browser to another page of ours; what was sent is not sent again on a reload."""
        response = RedirectResponse(path, HTTPStatus.SEE_OTHER)
        mark_browser(response, self.settings)
        return response

    def told(self, finding: Finding, named: Mapping[str, str] | None = None) -> Told:
        """Return a finding in words."""
        place = finding.location
        where = self.words.text("found.line", lines=place.line) if place.line else ""
        if place.path and not place.path.startswith(("/", ".")) and where:
            where = f"{place.path}, {where}"
        if choice := finding.params.get("choice"):
            named = {**(named or {}), f"choice:{choice}": self.choice_word(str(choice))}
        here = finding.model_copy(update={"wording": f"web.told.{finding.key}"})  # what is said to the command line
        hint = _plain_order(self.words.hint(here if f"hint.{here.key}" in MESSAGES else finding, named) or "")
        message = _plain_order(self.words.message(here if here.key in MESSAGES else finding, named))
        return Told(finding.severity, message, hint, _plain_order(where), finding.source or "")

    def choice_word(self, choice: str, value: str = "") -> str:
        """Return what something that players agree on is called, or a value of it; its id where it has no words."""
        key = f"web.choice.{choice}.{value}" if value else f"web.choice.{choice}"
        return self.words.text(key) if key in MESSAGES else value or choice

    def refused(self, error: CardtoolsError, status: int | None = None) -> Response:
        """Return a page that says why work cannot go on."""
        codes = {finding.code for finding in error.findings}
        code = status or (404 if codes & _NOT_FOUND else 422)
        told = [self.told(finding) for finding in error.findings[:_MOST_TOLD]]
        more = len(error.findings) - len(told)
        if self.part:
            response = HTMLResponse(self.markup("_told.html.j2", {"told": told, "more": more}), code)
            mark_browser(response, self.settings)
            return response
        return self.page("refused.html.j2", {"told": told, "more": more, "came_from": self._came_from()}, code)

    def _came_from(self) -> str:
        """Return the page of ours that a form was sent from, "" where the browser does not say, or says another."""
        referer = urlsplit(self.request.headers.get("referer", ""))
        ours = self.request.method == "POST" and referer.netloc in self.settings.hosts
        return local_path(referer.path + (f"?{referer.query}" if referer.query else "")) if ours else ""


def _plain_order(text: str) -> str:
    """Return a sentence without signs that turn the order of letters: in a name they would turn what follows it."""
    return _TURNING.sub("", text)


Handler = Callable[[Visit], Awaitable[Response]]


def visited(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Make a handler of visits one of requests; what it refuses becomes a page."""

    @wraps(handler)
    async def answer(request: Request) -> Response:
        visit = Visit(request)
        try:
            return await handler(visit)
        except CardtoolsError as error:
            return visit.refused(error)
        except (HTTPException, TooLarge, ClientDisconnect):
            raise
        except Exception as error:
            logging.getLogger("cardtools.web").exception("%s %s", request.method, request.url.path)
            finding = Finding(code="web.failed", params={"what": type(error).__name__})
            return visit.refused(CardtoolsError(finding), 500)

    return answer


async def http_refused(request: Request, error: Exception) -> Response:
    """Return a page for an address that nothing is at, or a form that cannot be read."""
    return refused_page(request, error.status_code if isinstance(error, HTTPException) else 500)


def refused_page(request: Request, status: int) -> Response:
    """Return the page of a refusal that has only a status; a script gets the words alone."""
    return Visit(request).refused(CardtoolsError(Finding(code=_BY_STATUS.get(status, "web.broken-form"))), status)


def local_path(path: str) -> str:
    """Return ``path`` where it is one of this table, else the first page.

    >>> local_path("/decks?q=a"), local_path("//evil.example/"), local_path("https://evil.example")
    ('/decks?q=a', '/', '/')
    """
    plain = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if plain and len(path) <= 500 else "/"


@cache
def _templates() -> Templates:
    from cardtools.render.html import templates_at

    return templates_at(shipped("templates"))
