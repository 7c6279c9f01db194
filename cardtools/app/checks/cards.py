"""Cards under check: sums, types and colours that exist, names that can be told apart."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.app.checks.folder import Folder
from cardtools.model.base import NumberFact
from cardtools.model.finding import Finding
from cardtools.names.folding import fold

FILE = "cards.yaml"


def check_cards(folder: Folder) -> Iterator[Finding]:
    """Yield what is wrong with the cards of a game."""
    file = folder.game.cards
    if file is None:
        return
    info = folder.game.info
    kinds, colours = {kind.id for kind in info.types}, {colour.id for colour in info.colours}
    for index, card in enumerate(file.cards):
        where = ("cards", index)
        if card.type is not None and kinds and card.type not in kinds:
            yield folder.finding(FILE, (*where, "type"), "data.reference", name=card.type)
        for colour in card.colours or ():
            if colour not in colours:
                yield folder.finding(FILE, (*where, "colours"), "data.reference", name=colour)
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
    owners: dict[str, str] = {}
    for index, card in enumerate(folder.cards.values()):
        for name in dict.fromkeys((*card.spellings, *card.tokens)):
            owner = owners.setdefault(fold(name), card.id)
            if owner != card.id:
                yield folder.finding(FILE, ("cards", index), "data.same-name", name=name, card=card.id, other=owner)
