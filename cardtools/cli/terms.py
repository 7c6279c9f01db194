"""What a deck is judged by, as options say it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from cardtools.app.validation import Terms
from cardtools.errors import refuse
from cardtools.model.rules import day_of


def terms_from(players: int | None, day: str | None, choices: Sequence[str]) -> Terms:
    """Return the terms that ``--players``, ``--on`` and ``--choose`` say.

    Raises:
        CardtoolsError: ``usage.date``; ``usage.choice-form``, ``usage.choice-twice`` for a key with two values.
    """
    return Terms(players, None if day is None else _day(day), _choices(choices))


def _day(written: str) -> date:
    try:
        return day_of(written)
    except ValueError as error:
        raise refuse("usage.date", value=written[:40]) from error


def _choices(written: Sequence[str]) -> dict[str, str]:
    choices: dict[str, str] = {}
    for text in written:
        key, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not key or not value:
            raise refuse("usage.choice-form", value=text[:80])
        if choices.setdefault(key, value) != value:
            raise refuse("usage.choice-twice", key=key[:40])
    return choices
