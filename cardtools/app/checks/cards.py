"""Cards under check: sums, types, colours and marks that exist, names that can be told apart."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.app.checks.folder import Folder
from cardtools.model.base import NumberFact
from cardtools.model.card import Card
from cardtools.model.finding import Finding
from cardtools.names.folding import fold
from cardtools.store.yaml_files import DataPath

FILE = "cards.yaml"


def check_cards(folder: Folder) -> Iterator[Finding]:
    """Yield what is wrong with the cards of a game."""
    file = folder.game.cards
    if file is None:
        return
    info = folder.game.info
    kinds, colours = {kind.id for kind in info.types}, {colour.id for colour in info.colours}
    marks = {mark.id for mark in info.marks}
    for index, card in enumerate(file.cards):
        where = ("cards", index)
        if card.type is not None and kinds and card.type not in kinds:
            yield folder.finding(FILE, (*where, "type"), "data.reference", name=card.type)
        for colour in card.colours or ():
            if colour not in colours:
                yield folder.finding(FILE, (*where, "colours"), "data.reference", name=colour)
        for mark in card.marks:
            if mark not in marks:
                yield folder.finding(FILE, (*where, "marks"), "data.reference", name=mark)
    yield from _sums(folder)
    yield from _same_names(folder)


def _sums(folder: Folder) -> Iterator[Finding]:
    file = folder.game.cards
    assert file is not None  # noqa: S101 - seen by check_cards
    total = sum(card.copies for card in file.cards)
    if (expected := _promised(file.total)) is not None and expected != total:
        yield folder.finding(FILE, ("total",), "data.total", actual=total, expected=expected)
    points = sum(card.copies * (card.points or 0) for card in file.cards)
    if (expected := _promised(file.points_total)) is not None and expected != points:
        yield folder.finding(FILE, ("points_total",), "data.points-total", actual=points, expected=expected)


def _promised(fact: NumberFact | None) -> int | None:
    return None if fact is None else fact.value


def _same_names(folder: Folder) -> Iterator[Finding]:
    """Two cards that answer to one name after folding could not be told apart in lists."""
    owners: dict[str, tuple[str, DataPath]] = {}
    for index, card in enumerate(folder.cards.values()):
        for name, where in _spellings(card, ("cards", index)):
            other, elsewhere = owners.setdefault(fold(name), (card.id, where))
            if other != card.id:
                # Of a shipped card and the user's, the user can change but one.
                place = next((one for one in (where, elsewhere) if folder.is_laid_over(FILE, one)), where)
                yield folder.finding(FILE, place, "data.same-name", name=name, card=card.id, other=other)


def _spellings(card: Card, where: DataPath) -> Iterator[tuple[str, DataPath]]:
    """Yield everything a card is called with the place it stands at, each name once."""
    told: set[str] = set()
    named: list[tuple[str, DataPath]] = [(name, ("name", language)) for language, name in card.name.items()]
    named += [(name, (key, n)) for key in ("aliases", "tokens") for n, name in enumerate(getattr(card, key))]
    for name, rest in named:
        if (folded := fold(name)) not in told:
            told.add(folded)
            yield name, (*where, *rest)
