"""The language a browser is answered in: its own choice, else what it asks for, else that of the command line."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from cardtools.web.settings import Settings

COOKIE: Final = "cardtools-language"
SPOKEN: Final = {"en": "English", "hu": "magyar"}
"""The languages of the pages, each by its own name."""


def language_of(request: Request) -> str:
    """Return the language of the answer to a request."""
    settings: Settings = request.app.state.settings
    chosen = request.cookies.get(COOKIE)
    if chosen in SPOKEN:
        return chosen
    return asked_for(request.headers.get("accept-language", "")) or settings.language


def asked_for(header: str) -> str | None:
    """Return the language of ours that an ``Accept-Language`` header likes best, None where it likes none.

    >>> asked_for("de;q=0.9, hu-HU;q=0.8, en;q=0.5"), asked_for("fr")
    ('hu', None)
    """
    liked: list[tuple[float, int, str]] = []
    for place, part in enumerate(header[:500].split(",")):
        tag, _, weight = part.strip().partition(";")
        language = tag.split("-")[0].strip().lower()
        if language in SPOKEN and (q := _weight(weight)) > 0:
            liked.append((-q, place, language))
    return min(liked)[2] if liked else None


def _weight(written: str) -> float:
    name, _, value = written.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0
