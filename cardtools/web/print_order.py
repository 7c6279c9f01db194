"""What a document of the print room is, and what an order of it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from cardtools.app.desk import Desk
from cardtools.app.print_options import Printed
from cardtools.app.printing import Progress
from cardtools.web.print_fields import Option

Needs = Literal["game", "deck", "lists", "nothing"]
"""What a document is made of beside files that are sent: a game, a deck of the table, or a game and a pool."""


@dataclass(frozen=True, slots=True)
class FileField:
    """Files that may be sent with an order.

    Attributes:
        name: Also the end of the key ``web.files.<name>`` of its words.
        accept: Endings of files, as browsers take them.
        most: How many there may be.
        required: Whether nothing can be made without.
        finer: Whether it stands among the finer options, which most people leave alone.
    """

    name: str
    accept: str
    most: int = 1
    required: bool = False
    finer: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed.

    Attributes:
        options: By name, within their bounds.
        files: Files of ours with what was sent, by the name of their field; the deck and the evening among them.
        pool: The pool of cards, None for those of the game.
        choices: What the players of a deck agreed on.
        deck_name: What a deck of the table is called there.
    """

    document: str
    game: str
    language: str
    options: Mapping[str, str]
    files: Mapping[str, tuple[Path, ...]] = field(default_factory=dict)
    pool: Path | None = None
    format_id: str | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    deck_name: str = ""
    data: Path | None = None

    def file(self, name: str) -> Path | None:
        """Return the file of a field, None where none was sent."""
        return next(iter(self.files.get(name, ())), None)


Tell = Callable[[Progress], None]
Make = Callable[[Desk, Order, Path, Tell], Printed]


@dataclass(frozen=True, slots=True)
class Document:
    """A document that can be printed.

    Attributes:
        id: Also the key ``web.document.<id>`` of its name.
        languages: Which languages it comes in for a game; none where the game has no such document.
        make: Prints it to a file, or a folder of files of that name, and tells how far it is.
        files: What may be sent with it.
    """

    id: str
    needs: Needs
    languages: Callable[[Desk, str], tuple[str, ...]]
    options: Callable[[Desk, str], tuple[Option, ...]]
    make: Make
    files: tuple[FileField, ...] = ()
