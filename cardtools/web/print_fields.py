"""Fields of print forms: what a document may be asked for, and what a browser sent, taken as it is or refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from cardtools.errors import CardtoolsError
from cardtools.imposition.plan import MOST_CARDS
from cardtools.imposition.selection import parse_numbers
from cardtools.model.finding import Finding
from cardtools.model.rules import day_of

Kind = Literal["choice", "number", "numbers", "tick", "text", "date"]

_MOST_LETTERS: Final = 200
_MOST_SHOWN: Final = 40
_REFUSED: Final[dict[Kind, str]] = {
    "choice": "web.value.choice",
    "number": "web.value.number",
    "numbers": "web.value.numbers",
    "tick": "web.value.tick",
    "text": "web.value.text",
    "date": "web.value.date",
}
_WHOLE: Final = ("copies", "players", "rounds", "dpi")


@dataclass(frozen=True, slots=True)
class Option:
    """An option as a field of a form.

    Attributes:
        default: What stands in the field at first, and is taken where the field was not sent at all.
        values: Of a choice, with its own words where it has any; "" is what the document takes by itself.
        least: Of a number or of numbers, inclusive.
        most: Of a number or of numbers, inclusive.
        finer: Whether it stands among the finer options, which most people leave alone.
    """

    name: str
    kind: Kind
    default: str = ""
    values: tuple[tuple[str, str], ...] = ()
    least: float = 0
    most: float = 0
    finer: bool = False

    @property
    def step(self) -> str:
        """The step of a number."""
        return "1" if self.name in _WHOLE else "0.01"

    def checked(self, sent: str | None) -> str:
        """Return what was sent; "" is what the document takes by itself, None a field that was not sent.

        Raises:
            CardtoolsError: ``web.value``, worded by the kind, for what the field cannot be.
        """
        if sent is None:
            return self.default
        value = sent.strip()
        if self.kind == "choice":
            known = [one for one, _ in self.values]
            if value in known or not value:
                return value if value in known else self.default
            raise self._refused(value, known=_few([one for one in known if one]))
        if not value:
            return ""
        if self.kind == "number":
            return self._number(value)
        if self.kind == "numbers":
            return self._numbers(value)
        if self.kind == "tick" and value != "1":
            raise self._refused(value)
        if self.kind == "date":
            return self._day(value).isoformat()
        if len(value) > _MOST_LETTERS:
            raise self._refused(value, most=_MOST_LETTERS)
        return value

    def shown(self, sent: str | None) -> str:
        """Return what stands in the field where this was sent, right or wrong; no choice shows what it has not."""
        if sent is None or (self.kind == "choice" and sent not in (one for one, _ in self.values)):
            return self.default
        return sent[:_MOST_LETTERS]

    def _number(self, value: str) -> str:
        found = as_number(value)
        whole = self.step == "1"
        if found is None or not self.least <= found <= self.most or (whole and found != round(found)):
            wording = "web.value.whole" if whole else None
            raise self._refused(value, wording, least=f"{self.least:g}", most=f"{self.most:g}")
        return f"{found:.9g}"

    def _numbers(self, value: str) -> str:
        try:
            numbers = parse_numbers(value)
        except CardtoolsError:
            numbers = ()
        if not numbers or not self.least <= numbers[0] <= numbers[-1] <= self.most:
            raise self._refused(value, least=f"{self.least:g}", most=f"{self.most:g}")
        return value

    def _day(self, value: str) -> date:
        try:
            return day_of(value)
        except ValueError as error:
            raise self._refused(value) from error

    def _refused(self, value: str, wording: str | None = None, **told: str | int) -> CardtoolsError:
        shown = value if len(value) <= _MOST_SHOWN else f"{value[: _MOST_SHOWN - 1]}…"
        params = {"field": self.name, "value": shown, **told}
        finding = Finding(code="web.value", wording=wording or _REFUSED[self.kind], params=params)
        return CardtoolsError(finding, exit_code=1)


def choice(name: str, default: str, values: Iterable[str], *, finer: bool = False) -> Option:
    """Return a choice among names that are their own words, or have words by ``web.option.<name>.<value>``."""
    return Option(name, "choice", default, tuple((value, "") for value in values), finer=finer)


def number(name: str, most: float, default: str = "", *, least: float = 0, finer: bool = False) -> Option:
    """Return a number within bounds, both inclusive; lengths are millimetres."""
    return Option(name, "number", default, (), least, most, finer)


def numbers(name: str, default: str = "", *, least: int = 1, most: int = MOST_CARDS, finer: bool = False) -> Option:
    """Return some numbers within bounds, both inclusive, such as ``1,3,7-9``."""
    return Option(name, "numbers", default, (), least, most, finer)


def tick(name: str, *, finer: bool = False) -> Option:
    """Return a yes or no, no by itself."""
    return Option(name, "tick", finer=finer)


def checked(options: Iterable[Option], sent: dict[str, str]) -> dict[str, str]:
    """Return what was sent for each option; see Option.checked.

    Raises:
        CardtoolsError: With a finding for each field that is wrong.
    """
    taken: dict[str, str] = {}
    wrong: list[CardtoolsError] = []
    for one in options:
        try:
            taken[one.name] = one.checked(sent.get(one.name))
        except CardtoolsError as error:
            wrong.append(error)
    if wrong:
        raise CardtoolsError(*(finding for error in wrong for finding in error.findings), exit_code=1)
    return taken


def as_number(written: str) -> float | None:
    """Return a number, None for what is none.

    >>> as_number("3,05"), as_number("nan"), as_number("")
    (3.05, None, None)
    """
    try:
        found = float(written.strip().replace(",", "."))
    except ValueError:
        return None
    return found if abs(found) < 1e6 else None


def as_whole(written: str) -> int | None:
    """Return a whole number, None for what is no number."""
    found = as_number(written)
    return None if found is None else round(found)


def _few(known: list[str]) -> str:
    most = 20
    return ", ".join(known[:most]) + (" …" if len(known) > most else "") or "–"
