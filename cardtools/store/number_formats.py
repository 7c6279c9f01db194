"""Numbers as a spreadsheet shows them: 50 %, 007 and 3/4 are numbers with a format, and the format is what is read.

Formats are those of ECMA-376, part 1, 18.8.31. What a program shows otherwise in every country, such as blanks or
commas between thousands, is not guessed.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

BUILT_IN: Final = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""Formats that files name by their number alone; the others of these are days, hours and local currencies."""

_SECTION: Final = re.compile(r'((?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])*)(;|\Z)', re.DOTALL)
_COLOURS: Final = "black|blue|cyan|green|magenta|red|white|yellow|color ?[0-9]{1,2}"
_TOKEN: Final = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|(?P<width>_.)|\[\$(?P<currency>[^\]-]*)(?:-[0-9a-f]+)?\]'
    rf"|(?P<colour>\[(?:{_COLOURS})\])"
    r"|(?P<fraction>(?:(?P<whole>[#0?]+)[ ]+)?(?P<above>[#0?]+)/(?P<below>[#0?]+|[0-9]+))"
    r"|(?P<number>General|[#0?,]*[#0?][#0?,]*(?:\.[#0?]*)?|\.[#0?]+)"
    r"|(?P<percent>%)|(?P<literal>[ $+():!^&'~{}<>=-]|[^\x00-\x7f])",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST: Final = 255
_LARGEST: Final = Decimal(10**15)
_PLACES: Final = 12
"""Longest format, and numbers and decimals beyond the 15 digits that a spreadsheet keeps of a number."""
_THOUSAND: Final = 1000


def plain(number: float) -> str:
    """Return a number without a format: whole ones without a point, others with the digits a spreadsheet keeps.

    >>> plain(3.0), plain(0.1 + 0.2), plain(2.5)
    ('3', '0.3', '2.5')
    """
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else f"{number:.15g}"


def shown(number: float, code: str) -> str | None:
    """Return a number as it is shown in a format; None where the format alone does not tell.

    >>> shown(0.5, "0%"), shown(7, "000"), shown(0.75, "# ?/?"), shown(1500, '#,##0" Ft"'), shown(15, '#,##0" Ft"')
    ('50%', '007', '3/4', None, '15 Ft')
    """
    if len(code) > _LONGEST:
        return None
    if code in ("", "@"):
        return plain(number)
    sections = _sections(code)
    if sections is None:
        return None
    value = Decimal(repr(float(number)))
    if number < 0 and len(sections) > 1:
        return _section(-value, sections[1], sign="")
    if number == 0 and len(sections) > 2:
        return _section(value, sections[2], sign="")
    return _section(abs(value), sections[0], sign="-" if number < 0 else "")


@lru_cache(maxsize=200)
def _sections(code: str) -> list[str] | None:
    """Return the parts of a format for numbers above, below and at zero; None where it is none."""
    parts, at = [], 0
    while (match := _SECTION.match(code, at)) is not None:
        parts.append(match[1])
        at = match.end()
        if not match[2]:
            return parts if at == len(code) else None
    return None


@lru_cache(maxsize=200)
def _tokens(section: str) -> list[re.Match[str]] | None:
    """Return what one part of a format is made of; None where not all of it is known."""
    matches, at = [], 0
    while at < len(section):
        match = _TOKEN.match(section, at)
        if match is None or match.end() == at:
            return None
        matches.append(match)
        at = match.end()
    return matches


def _section(value: Decimal, section: str, sign: str) -> str | None:
    """Return a number of no sign in one part of a format."""
    matches = _tokens(section)
    if matches is None:
        return None
    value *= 100 ** sum(match["percent"] is not None for match in matches)
    numbers = sum(match["number"] is not None or match["fraction"] is not None for match in matches)
    if numbers > 1 or value >= _LARGEST:
        return None
    pieces = [_piece(match, value) for match in matches]
    if None in pieces:
        return None
    text = "".join(piece or "" for piece in pieces).strip()
    is_nought = numbers and not re.search("[1-9]", text)
    return text if is_nought or not numbers else sign + text


def _piece(match: re.Match[str], value: Decimal) -> str | None:
    if match["number"] is not None:
        return _decimal(value, match["number"])
    if match["fraction"] is not None:
        return _fraction(value, match["whole"], match["below"])
    if match["width"] is not None or match["colour"] is not None:
        return ""
    return match["quoted"] or match["escaped"] or match["currency"] or match["percent"] or match["literal"] or ""


def _decimal(value: Decimal, pattern: str) -> str | None:
    if pattern.lower() == "general":
        return plain(float(value))
    whole, point, places = pattern.partition(".")
    if whole.endswith(",") or len(places) > _PLACES:  # a comma at the end shows thousands
        return None
    rounded = f"{value.quantize(Decimal(1).scaleb(-len(places)), ROUND_HALF_UP):f}"
    before, _, after = rounded.partition(".")
    before = before.lstrip("0").zfill(whole.count("0")) if whole.count("0") else before.lstrip("0")
    if "," in whole and len(before) > len(str(_THOUSAND)) - 1:
        return None
    least = places.rfind("0") + 1
    return before + point + after[:least] + after[least:].rstrip("0")


def _fraction(value: Decimal, whole: str | None, below: str) -> str | None:
    """Return a number as a fraction: with a denominator of so many digits at most, or with the one that is given."""
    exact = Fraction(value)
    before = int(exact) if whole is not None else 0
    rest = exact - before
    fixed = int(below) if below.isdigit() and below.strip("0") else None
    if fixed is None:
        near = rest.limit_denominator(10 ** len(below) - 1)
        above, under = near.numerator, near.denominator
    else:
        above, under = round(rest * fixed), fixed
    if whole is not None and above == under:
        before, above = before + 1, 0
    if whole is not None and above == 0:
        return str(before)
    part = f"{above}/{under}"
    return f"{before} {part}" if before or (whole is not None and "0" in whole) else part
