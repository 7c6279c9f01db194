"""The words of one language: gettext catalogues, with English as what there is when nothing is translated."""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardtools.words.messages import MESSAGES

if TYPE_CHECKING:  # words are needed before any model is
    from cardtools.model.finding import Finding

LOCALES: Final = Path(__file__).parent / "locales"
DOMAIN: Final = "messages"
_ARTICLES: Final = ("a|az", "A|Az")
_VOWELS: Final = frozenset("aáeéiíoóöőuúüű5")
"""What Hungarian speaks with a vowel first; numbers that begin with 5 are öt, ötven, ötszáz."""


class Words:
    """Messages in ``language``, in English where it has none."""

    def __init__(self, language: str) -> None:
        self.language = language

    @cached_property
    def _translation(self) -> gettext.NullTranslations:
        return gettext.translation(DOMAIN, LOCALES, languages=[self.language], fallback=True)

    def text(self, key: str, /, **params: str | int) -> str:
        """Return the message ``key`` with ``params`` filled in; values are printed literally.

        A place such as ``{count:card|cards}`` prints the number and the form that the language has for it; one of
        the Hungarian articles, ``{n:a|az}`` or ``{n:A|Az}``, prints before it the one that the value is spoken with.
        """
        english = MESSAGES[key]
        message = self._translation.pgettext(key, english)
        rule = _english if message == english else getattr(self._translation, "plural", _english)
        return message.format_map({name: _Filled(value, rule) for name, value in params.items()})

    def plain(self, english: str) -> str:
        """Return an English text of the command line, the system or a library in this language, else as it is."""
        return self._translation.gettext(english) if english else english

    def message(self, finding: Finding, named: Mapping[str, str] | None = None) -> str:
        """Return the words of a finding. ``named`` replaces ids among its params (zones, types, colours)."""
        known = (key for key in (finding.key, finding.code) if key in MESSAGES)
        return self.text(next(known, "deck.rule"), **self._filled(finding, named or {}))

    def hint(self, finding: Finding, named: Mapping[str, str] | None = None) -> str | None:
        """Return what the user may do about a finding, if anything is known."""
        key = f"hint.{finding.key}"
        if key in MESSAGES:
            return self.text(key, **self._filled(finding, named or {}))
        if finding.suggestions:
            return self.text("hint.did-you-mean", suggestions=", ".join(finding.suggestions))
        return None

    def _filled(self, finding: Finding, named: Mapping[str, str]) -> dict[str, str | int]:
        """Return what messages fill in, ids replaced by words where there are any."""
        filled: dict[str, str | int] = {
            key: named.get(f"{key}:{value}", value) for key, value in finding.params.items()
        }
        if isinstance(zones := filled.get("zones"), str):
            filled["zones"] = ", ".join(named.get(f"zone:{zone}", zone) for zone in zones.split(", "))
        if isinstance(why := filled.get("why"), str):  # in the words of the system or of a library
            filled["why"] = self.plain(why)
        filled.setdefault("rule", finding.rule or finding.code)
        filled["tally"] = ", ".join(f"{named.get(f'colour:{one}', one)} {n}" for one, n in finding.tally.items())
        return filled


def _english(number: int) -> int:
    return int(number != 1)


def _is_spoken_with_vowel(text: str) -> bool:
    """Return whether Hungarian speaks a text with a vowel first; of numbers also those of egy and ezer.

    >>> [n for n in (0, 1, 2, 5, 10, 15, 51, 100, 500, 1000, 10_000, 1_000_000) if _is_spoken_with_vowel(str(n))]
    [1, 5, 51, 500, 1000, 1000000]
    >>> _is_spoken_with_vowel("Ödön"), _is_spoken_with_vowel("Kati")
    (True, False)
    """
    digits = len(text) - len(text.lstrip("0123456789"))
    if text.startswith("1") and digits:
        return digits % 3 == 1
    return text[:1].casefold() in _VOWELS


class _Filled:
    """A value as it stands in a message; with forms behind it, the one that goes with the number follows."""

    def __init__(self, value: str | int, plural: Callable[[int], int]) -> None:
        self._value = value
        self._plural = plural

    def __format__(self, forms: str) -> str:
        if not forms:
            return str(self._value)
        of_number = forms.split("|")
        if forms in _ARTICLES:
            return f"{of_number[_is_spoken_with_vowel(str(self._value))]} {self._value}"
        form = self._plural(self._value) if isinstance(self._value, int) else -1
        return f"{self._value} {of_number[form]}"

    def __str__(self) -> str:
        return str(self._value)


def locale_language() -> str:
    """Return the language of the user's locale, ``en`` where it says none."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            tag = value.split(".")[0].split("_")[0].lower()
            return tag if len(tag) == 2 and tag.isalpha() else "en"
    return "en"
