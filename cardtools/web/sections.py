"""Sections of the table: what each adds to it. A new one is a module with a ``SECTION`` and a line in SECTIONS."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Final

from starlette.routing import Route

MODULES: Final = (
    "cardtools.web.home",
    "cardtools.web.decks",
    "cardtools.web.scores",
    "cardtools.web.prints",
)
"""The modules of all sections, in the order of the navigation; one that is not there adds nothing."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the table.

    Attributes:
        id: Also the key ``web.nav.<id>`` of its word in the navigation.
        start: The path of its first page.
        routes: Its pages; all paths begin with ``start``, but for those of home.
        limits: Paths that may be sent more than a plain form, and how many bytes.
    """

    id: str
    start: str
    routes: tuple[Route, ...]
    limits: tuple[tuple[str, int], ...] = ()


@cache
def sections() -> tuple[Section, ...]:
    """Return the sections there are."""
    found: list[Section] = []
    for name in MODULES:
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            continue
        found.append(module.SECTION)
    return tuple(found)
