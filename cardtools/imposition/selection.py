"""Sheets and slots chosen by number, such as ``4-5`` or ``1,3,7-9``."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from cardtools.errors import refuse
from cardtools.imposition.plan import MOST_CARDS
from cardtools.model.printing import Imposition

_LONGEST: Final = 400
_PART: Final = re.compile(r"(?P<first>[0-9]{1,5})(?:[-–](?P<last>[0-9]{1,5}))?")


def parse_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers that a text such as ``1,3,7-9`` names, each once, sorted; bounds are inclusive.

    Raises:
        CardtoolsError: ``usage.numbers`` for anything else: no number at all, 0, a range that runs backwards.

    >>> parse_numbers("1,3,7-9")
    (1, 3, 7, 8, 9)
    """
    shown = text if len(text) <= 40 else text[:39] + "…"
    numbers: set[int] = set()
    for part in text.split(",") if len(text) <= _LONGEST else [""]:
        match = _PART.fullmatch("".join(part.split()))
        if match is None:
            raise refuse("usage.numbers", value=shown)
        first = int(match["first"])
        last = int(match["last"] or first)
        if not 1 <= first <= last <= MOST_CARDS:
            raise refuse("usage.numbers", value=shown)
        numbers.update(range(first, last + 1))
    return tuple(sorted(numbers))


def pick_sheets(plan: Imposition, numbers: Collection[int]) -> Imposition:
    """Return the plan with the sheets of those numbers only, fronts and backs; their numbers stay.

    Raises:
        CardtoolsError: ``print.sheets`` for a number that there is no sheet of.
    """
    wrong = sorted(number for number in numbers if not 1 <= number <= plan.total)
    if wrong or not numbers:
        raise refuse("print.sheets", sheet=wrong[0] if wrong else 0, most=plan.total, exit_code=1)
    chosen = frozenset(numbers)
    return replace(plan, sheets=tuple(sheet for sheet in plan.sheets if sheet.number in chosen))
