"""Documents made for the tests of render, through the doors that the command line uses."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from cardtools.app.desk import Desk
from cardtools.app.printing import Printed, SheetOptions, print_cards, print_proxies

SHERAN = "sheran"


@contextmanager
def logged() -> Iterator[list[str]]:
    """Gather what anybody logs at WARNING or above."""
    told: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(f"{record.name}: {record.getMessage()}")

    handler = Handler(logging.WARNING)
    loggers = [logging.getLogger(name) for name in (None, "weasyprint", "fontTools")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield told
    finally:
        for logger in loggers:
            logger.removeHandler(handler)


def uno_cards(folder: Path, options: SheetOptions, language: str = "hu") -> tuple[Printed, bytes]:
    """Print the cards of UNO and return what was told and the file."""
    printed = print_cards(Desk.open(language), "uno", folder / "cards.pdf", options)
    return printed, printed.path.read_bytes()


def card(number: int, name: str, **facts: object) -> dict[str, object]:
    """Return a card of a pool."""
    return {"id": str(number), "name": {"hu": name}, "type": "monster", "colours": [SHERAN], **facts}


def proxies(
    folder: Path,
    cards: Sequence[dict[str, object]],
    options: SheetOptions | None = None,
    language: str = "hu",
    copies: int = 1,
) -> tuple[Printed, bytes]:
    """Print proxies of a list that holds every card of a pool made of ``cards``."""
    pool = {
        "schema": "cardtools.pool/1",
        "game": "hkk",
        "source": "list: made for tests",
        "language": "hu",
        "facts": ["colours", "type"],
        "cards": cards,
    }
    (folder / "pool.json").write_text(json.dumps(pool), encoding="utf-8")
    names = [str(next(iter(one["name"].values()))) for one in cards]  # type: ignore[attr-defined] # loose test data
    (folder / "list.txt").write_text("".join(f"{copies} {name}\n" for name in names), encoding="utf-8")
    printed = print_proxies(
        Desk.open(language),
        "hkk",
        str(folder / "list.txt"),
        folder / "pool.json",
        folder / "proxies.pdf",
        options or SheetOptions(backs="none"),
    )
    return printed, printed.path.read_bytes()
